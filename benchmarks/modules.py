"""Functions of installed packages: relations found, tried on further inputs, and what each stage rejected.

Run it as `python -m benchmarks.modules`; `benchmarks/README.md` says what is measured.
"""

import sys
import tempfile
from collections import Counter
from collections.abc import Sequence
from importlib.metadata import version
from pathlib import Path

import click

from benchmarks.checks.inference import FOUND, NOTHING_FOUND, SAVED, infer_path
from benchmarks.checks.module_subjects import MODULES, PACKAGES, ModuleSubject, describe_function, public_functions
from benchmarks.checks.module_trials import try_saved
from benchmarks.parallel import rows_as_done
from benchmarks.record import ROOT, Record, Row
from genmorph import Budget
from genmorph.model import Stage, UnsupportedError

WANTED = 0.99
"""The share of relations without violation."""
_HEAD = ("function", "relations", "valid", "killed", "seconds", "")
_WIDTHS = (44, 9, 5, 10, 7, 0)


@click.command()
@click.option("--budget", default="30s", show_default=True, help="What each run may spend.")
@click.option("--seed", default=0, show_default=True)
@click.option("--jobs", default=1, show_default=True, type=click.IntRange(min=1), help="Runs at the same time.")
@click.option("--functions", default=40, show_default=True, type=click.IntRange(min=1), help="How many are run.")
@click.option("--only", multiple=True, help="Paths of functions to run instead, such as inflection:ordinal.")
@click.option(
    "--output",
    type=click.Path(dir_okay=False, path_type=Path),
    default=ROOT / "benchmarks" / "results" / "modules.json",
    help="Where results go  [default: benchmarks/results/modules.json]",
)
@click.option("--fresh", is_flag=True, help="Run also what is in the results already.")
def main(budget: str, seed: int, jobs: int, functions: int, only: tuple[str, ...], output: Path, fresh: bool) -> None:
    """Infer relations of the first functions by name; exit code 1 where more than one in a hundred is false."""
    packages = {package: version(package) for package in PACKAGES}
    record = Record.open(output, {"budget": budget, "jobs": jobs, "packages": packages}, fresh)
    paths = _paths(only)
    chosen = _choose(record, paths, len(paths) if only else functions, seed)
    done = {row["subject"]: row for row in record.rows if row["seed"] == seed}
    _show(_HEAD)
    for path in chosen:
        if path in done:
            _show(_cells(done[path]))
    missing = [(subject, budget, seed) for path, subject in chosen.items() if subject is not None]
    for row in rows_as_done(measure, missing, jobs):
        record.add(row)
        _show(_cells(row))
        for trial in row["trials"]:
            click.echo(f"    {trial['formula']}{_failure(trial)}")
    record.finish(totals([row for row in record.rows if row["seed"] == seed], list(chosen)))
    sys.exit(1 if record.totals["missed"] else 0)


def _paths(only: Sequence[str]) -> tuple[str, ...]:
    """The functions to look at, in order."""
    public = public_functions()
    unknown = [path for path in only if path not in public]
    if unknown:
        raise click.UsageError(f"--only must be a public function of {', '.join(MODULES)}, got {unknown[0]!r}")
    return tuple(path for path in public if not only or path in only)


def _choose(record: Record, paths: Sequence[str], wanted: int, seed: int) -> dict[str, ModuleSubject | None]:
    """The first supported functions, without a value where there is a row already; the others get a row each."""
    is_supported = {row["subject"]: row["supported"] for row in record.rows if row["seed"] == seed}
    chosen: dict[str, ModuleSubject | None] = {}
    for path in paths:
        if len(chosen) == wanted:
            break
        if path in is_supported:
            chosen |= {path: None} if is_supported[path] else {}
            continue
        try:
            chosen[path] = describe_function(path)
        except UnsupportedError as error:
            record.add({"subject": path, "seed": seed, "supported": False, "error": str(error)})
    return chosen


def measure(subject: ModuleSubject, budget: str, seed: int) -> Row:
    """One function: what was found, how it fared on further inputs, and what was rejected by which stage."""
    with tempfile.TemporaryDirectory(prefix="genmorph-check-") as directory:
        seconds = Budget.parse(budget).seconds or 0.0
        inference = infer_path(subject.path, subject.domains, budget, seconds, seed, Path(directory))
        found = inference.exit_code == FOUND
        trials = try_saved(subject.path, inference.folder / SAVED, seed) if found else []
        saved = inference.saved if (inference.folder / SAVED).exists() else {}
        tests = inference.tests
    return {
        "subject": subject.path,
        "seed": seed,
        "supported": True,
        "domains": list(subject.domains),
        "seconds": round(inference.seconds, 2),
        "exit_code": inference.exit_code,
        "error": "" if found else inference.error,
        "relations": len(trials),
        "valid": sum(_is_valid(trial) for trial in trials),
        **_kills(saved),
        "rejected": dict(sorted(Counter(rejected["stage"] for rejected in saved.get("rejected", ())).items())),
        "trials": trials,
        "tests": tests,
    }


def _is_valid(trial: Row) -> bool:
    """Whether there were inputs to try, and none violated the relation."""
    return bool(trial["applicable"]) and not trial["violations"]


def _kills(saved: Row) -> Row:
    """The mutants that the relations kill together, and those judged."""
    relations = saved.get("relations", [])
    return {
        "killed": len({mutant for relation in relations for mutant in relation["killed"]}),
        "judged": max((relation["evidence"]["judged"] for relation in relations), default=0),
    }


def totals(rows: Sequence[Row], paths: Sequence[str]) -> Row:
    """Figures over the chosen functions and by module, what each stage rejected, and what is missed.

    >>> trials = [{"formula": "f(-x) == f(x)", "applicable": 9, "violations": 1}]
    >>> row = {"subject": "m:f", "supported": True, "relations": 1, "valid": 0, "rejected": {}, "trials": trials}
    >>> totals([row | {"seconds": 1.0, "exit_code": 0}], ["m:f"])["false"]
    ['m:f: f(-x) == f(x)']
    """
    chosen = [row for row in rows if row["subject"] in paths]
    relations, valid = (sum(row[name] for row in chosen) for name in ("relations", "valid"))
    share = valid / relations if relations else None
    rejected = sum((Counter(row["rejected"]) for row in chosen), Counter[str]())
    trials = [(f"{row['subject']}: {trial['formula']}", trial) for row in chosen for trial in row["trials"]]
    return {
        "functions": len(chosen),
        "unsupported": sum(not row["supported"] for row in rows),
        "relations": relations,
        "valid": valid,
        "share_valid": None if share is None else round(share, 4),
        "valid_by_module": _by_module(chosen),
        "rejected": [f"{stage.value} {rejected[stage.value]}" for stage in Stage if rejected[stage.value]],
        "false": [name for name, trial in trials if trial["violations"]],
        "not_tried": [name for name, trial in trials if not trial["applicable"]],
        "without_a_relation": [row["subject"] for row in chosen if not row["relations"]],
        "failed": [
            f"{row['subject']}: {row['error']}" for row in chosen if row["exit_code"] not in (FOUND, NOTHING_FOUND)
        ],
        "slowest_seconds": max((row["seconds"] for row in chosen), default=None),
        "missed": [] if share is not None and share >= WANTED else [f"{WANTED} of the relations valid"],
    }


def _by_module(rows: Sequence[Row]) -> list[str]:
    """For each module its valid relations, of how many, of how many functions."""
    found = []
    for module in MODULES:
        own = [row for row in rows if row["subject"].startswith(f"{module}:")]
        valid, relations = (sum(row[name] for row in own) for name in ("valid", "relations"))
        found.append(f"{module} {valid} of {relations} ({len(own)} functions)")
    return found


def _cells(row: Row) -> tuple[str, ...]:
    killed = f"{row['killed']} of {row['judged']}"
    return (row["subject"], str(row["relations"]), str(row["valid"]), killed, f"{row['seconds']:.1f}", row["error"])


def _failure(trial: Row) -> str:
    """What is to be said of a relation that is not valid."""
    if trial["violations"]:
        return f"    FALSE for {trial['violations']} of {trial['applicable']}: {trial['counterexamples'][0]:.80}"
    return "" if trial["applicable"] else f"    not tried: {trial['error'] or 'no input applies'}"


def _show(cells: Sequence[str]) -> None:
    click.echo("  ".join(cell.ljust(width) for cell, width in zip(cells, _WIDTHS, strict=True)).rstrip())


if __name__ == "__main__":
    main()
