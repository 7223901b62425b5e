"""Bugs of neural-network programs: found by `genmorph fuzz`, with nothing told of code that is right.

Run it as `python -m benchmarks.fuzz_bugs`; `benchmarks/README.md` says what is measured.
"""

import sys
from collections.abc import Sequence
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from statistics import median

import click

from benchmarks.bugs import BUGS, Bug
from benchmarks.checks.effort import annotation_lines, line_count
from benchmarks.checks.fuzzing import Fuzzed, fuzz_module, told
from benchmarks.parallel import rows_as_done
from benchmarks.record import ROOT, Record, Row
from genmorph.fuzz.findings import Failure

_HEAD = ("bug", "seed", "found", "spurious", "seconds", "annotations", "tests")
_WIDTHS = (20, 4, 5, 8, 7, 11, 5)


@click.command()
@click.option("--examples", default=100, show_default=True, type=click.IntRange(min=1), help="Inputs of each function.")
@click.option("--seeds", default=3, show_default=True, type=click.IntRange(min=1), help="Runs of each pair.")
@click.option("--jobs", default=1, show_default=True, type=click.IntRange(min=1), help="Pairs at the same time.")
@click.option("--only", multiple=True, type=click.Choice([bug.name for bug in BUGS]), help="Pairs to run.")
@click.option(
    "--output",
    type=click.Path(dir_okay=False, path_type=Path),
    default=ROOT / "benchmarks" / "results" / "fuzz_bugs.json",
    help="Where results go  [default: benchmarks/results/fuzz_bugs.json]",
)
@click.option("--fresh", is_flag=True, help="Run also what is in the results already.")
def main(examples: int, seeds: int, jobs: int, only: tuple[str, ...], output: Path, fresh: bool) -> None:
    """Fuzz both modules of each pair; exit code 1 where a bug is not found, or a failure is spurious."""
    record = Record.open(output, {"examples": examples, "jobs": jobs, "packages": _packages()}, fresh)
    bugs = [bug for bug in BUGS if not only or bug.name in only]
    runnable = [bug for bug in bugs if not bug.missing]
    _show(_HEAD)
    tasks = [(bug, examples, seed) for bug in runnable for seed in range(seeds) if not record.has(bug.name, seed)]
    for row in rows_as_done(measure, tasks, jobs):
        record.add(row)
        _show(_cells(row))
        for text in (*row["spurious"], *row["untested"]):
            click.echo(f"    {text}")
    asked = {(bug.name, seed) for bug in runnable for seed in range(seeds)}
    skipped = [f"{bug.name}: {bug.missing} is not installed" for bug in bugs if bug.missing]
    record.finish(totals([row for row in record.rows if (row["subject"], row["seed"]) in asked]) | {"skipped": skipped})
    sys.exit(1 if record.totals["missed"] else 0)


def _packages() -> dict[str, str]:
    """The versions of what pairs need beside numpy; "" for what is not installed."""
    return {name: _version(name) for name in sorted({bug.needs for bug in BUGS if bug.needs})}


def _version(package: str) -> str:
    try:
        return version(package)
    except PackageNotFoundError:
        return ""


def measure(bug: Bug, examples: int, seed: int) -> Row:
    """One pair: whether the bug is found, after which time, and every failure that is not the bug's."""
    buggy, fixed = (fuzz_module(module, examples, seed) for module in (bug.buggy, bug.fixed))
    own = [failure for failure in buggy.failures if _is_of(bug, failure)]
    source = (ROOT / f"{bug.fixed.replace('.', '/')}.py").read_text(encoding="utf-8")
    return {
        "subject": bug.name,
        "kind": bug.kind,
        "seed": seed,
        "found": bool(own),
        "told": [told(failure) for failure in own],
        "spurious": _spurious(bug, buggy, fixed),
        "untested": [*buggy.untested, *fixed.untested],
        "seconds_to_failure": round(buggy.seconds_to(own[0]), 2) if own else None,
        "seconds_fixed": round(fixed.seconds[-1], 2),
        "functions": len(fixed.outcomes),
        "annotation_lines": annotation_lines(source),
        "test_lines": line_count(fixed.text),
        "tests": fixed.text,
    }


def _is_of(bug: Bug, failure: Failure) -> bool:
    return (failure.kind, failure.place) == (bug.exception, bug.place)


def _spurious(bug: Bug, buggy: Fuzzed, fixed: Fuzzed) -> list[str]:
    """Every failure of the fixed module, and those of the buggy one that are another exception or elsewhere."""
    others = [failure for failure in buggy.failures if not _is_of(bug, failure)]
    return [f"buggy: {told(one)}" for one in others] + [f"fixed: {told(one)}" for one in fixed.failures]


def totals(rows: Sequence[Row]) -> Row:
    """Recall is of pairs and seeds, precision of distinct failures in both modules; None where there are none.

    >>> row = {"subject": "b", "seed": 0, "found": True, "told": ["x"], "spurious": ["y"], "untested": []}
    >>> row |= {"seconds_to_failure": 3.0, "annotation_lines": 4, "test_lines": 14}
    >>> found = totals([row, row | {"subject": "c", "found": False, "told": [], "seconds_to_failure": None}])
    >>> found["recall"], found["precision"], found["tests_to_annotations"], found["missed"]
    (0.5, 0.333, 3.5, ['c with seed 0 not found', '2 failures spurious'])
    """
    true, spurious = (sum(len(row[name]) for row in rows) for name in ("told", "spurious"))
    seconds = [row["seconds_to_failure"] for row in rows if row["found"]]
    pairs = {row["subject"]: row for row in rows}.values()
    annotated, written = (sum(row[name] for row in pairs) for name in ("annotation_lines", "test_lines"))
    return {
        "pairs": len(pairs),
        "runs": len(rows),
        "recall": _share(sum(row["found"] for row in rows), len(rows)),
        "precision": _share(true, true + spurious),
        "spurious": spurious,
        "untested": sum(len(row["untested"]) for row in rows),
        "median_seconds_to_failure": median(seconds) if seconds else None,
        "longest_seconds_to_failure": max(seconds, default=None),
        "annotation_lines": annotated,
        "test_lines": written,
        "tests_to_annotations": round(written / annotated, 2) if annotated else None,
        "missed": _missed(rows, spurious),
    }


def _share(part: int, whole: int) -> float | None:
    return round(part / whole, 3) if whole else None


def _missed(rows: Sequence[Row], spurious: int) -> list[str]:
    lost = [f"{row['subject']} with seed {row['seed']} not found" for row in rows if not row["found"]]
    untested = [text for row in rows for text in row["untested"]]
    return [*lost, *([f"{spurious} failures spurious"] if spurious else []), *untested]


def _cells(row: Row) -> tuple[str, ...]:
    seconds = "-" if row["seconds_to_failure"] is None else f"{row['seconds_to_failure']:.1f}"
    counts = (len(row["spurious"]), seconds, row["annotation_lines"], row["test_lines"])
    return (row["subject"], str(row["seed"]), "yes" if row["found"] else "NO", *map(str, counts))


def _show(cells: Sequence[str]) -> None:
    click.echo("  ".join(cell.ljust(width) for cell, width in zip(cells, _WIDTHS, strict=True)).rstrip())


if __name__ == "__main__":
    main()
