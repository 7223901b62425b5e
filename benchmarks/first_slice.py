"""What the first version claims, checked: wanted relations, validity, exported tests, kills, time.

Run it as `python -m benchmarks.first_slice`; `benchmarks/README.md` says what is measured.
"""

import sys
import tempfile
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from multiprocessing import get_context
from pathlib import Path

import click

from benchmarks.checks.inference import infer
from benchmarks.checks.measurement import measure
from benchmarks.checks.subjects import SUBJECTS
from benchmarks.record import ROOT, Record, Row
from genmorph.model import Budget

CLAIMS_WANTED = 0.9
"""The share of the claimed kills on which the exported test must fail."""
OVERTIME = 3.0
"""Seconds that a whole process may take beyond its budget."""
_HEAD = ("function", "seed", "wanted", "relations", "valid", "export", "kills confirmed", "seconds")
_WIDTHS = (12, 4, 6, 9, 5, 6, 15, 8)


@click.command()
@click.option("--seeds", default=5, show_default=True, type=click.IntRange(min=1), help="Runs of each function.")
@click.option(
    "--budget", default="30s", show_default=True, help="What each run may spend, as `genmorph infer` reads it."
)
@click.option("--jobs", default=1, show_default=True, type=click.IntRange(min=1), help="Runs at the same time.")
@click.option(
    "--only",
    multiple=True,
    type=click.Choice([subject.name for subject in SUBJECTS]),
    help="Functions to run, may be repeated; all unless given.",
)
@click.option(
    "--output",
    type=click.Path(dir_okay=False, path_type=Path),
    default=ROOT / "benchmarks" / "results" / "first_slice.json",
    help="Where results go  [default: benchmarks/results/first_slice.json]",
)
@click.option("--fresh", is_flag=True, help="Run also what is in the results already.")
def main(seeds: int, budget: str, jobs: int, only: tuple[str, ...], output: Path, fresh: bool) -> None:
    """Infer relations of five functions and check all that is claimed of them; exit code 1 where a figure is missed."""
    names = only or tuple(subject.name for subject in SUBJECTS)
    record = Record.open(output, {"budget": budget, "jobs": jobs}, fresh)
    missing = [(name, seed) for name in names for seed in range(seeds) if not record.has(name, seed)]
    seconds = Budget.parse(budget).seconds
    _show(_HEAD)
    for row in record.rows:
        _show(_cells(row))
    if missing:
        _compile_kernels()
    for row in _measured(missing, budget, seconds or 0.0, jobs):
        record.add(row)
        _show(_cells(row))
    chosen = [row for row in record.rows if row["subject"] in names and row["seed"] < seeds]
    record.finish(totals(chosen, seconds))
    sys.exit(1 if record.totals["missed"] else 0)


def _compile_kernels() -> None:
    """One run that is not counted: the first after an edit compiles what later ones find cached."""
    with tempfile.TemporaryDirectory(prefix="genmorph-check-") as folder:
        infer(SUBJECTS[0], "1ev", 60.0, 0, Path(folder))


def _measured(missing: Sequence[tuple[str, int]], budget: str, seconds: float, jobs: int) -> Iterator[Row]:
    """Rows as they are done."""
    with ProcessPoolExecutor(jobs, mp_context=get_context("spawn")) as pool:
        for future in as_completed([pool.submit(measure, name, seed, budget, seconds) for name, seed in missing]):
            yield future.result()


def totals(rows: Sequence[Row], seconds: float | None) -> Row:
    """Figures over all rows, and the names of those that miss what is wanted; None where nothing was measured."""
    functions = sorted({row["subject"] for row in rows})
    made = sum(row["claims_made"] for row in rows)
    confirmed = sum(row["claims_confirmed"] for row in rows) / made if made else None
    relations, valid = (sum(row[name] for row in rows) for name in ("relations", "valid"))
    exports = [row["exports_pass"] for row in rows if row["exports_pass"] is not None]
    slowest = max((row["seconds"] for row in rows), default=None)
    tests = {
        "no run ends in an error": not any(row["error"] for row in rows),
        "wanted relations found in every seed": all(row["wanted_found"] for row in rows),
        "all relations valid": valid == relations,
        "all exports pass": all(exports),
        f"{CLAIMS_WANTED:.0%} of the claimed kills confirmed": confirmed is not None and confirmed >= CLAIMS_WANTED,
        f"time within the budget and {OVERTIME:g} s": (
            seconds is None or slowest is None or slowest <= seconds + OVERTIME
        ),
    }
    found = {name: [row["wanted_found"] for row in rows if row["subject"] == name] for name in functions}
    return {
        **{f"wanted_found_{name}": f"{sum(seeds)} of {len(seeds)}" for name, seeds in found.items()},
        "relations": relations,
        "valid": valid,
        "exports": len(exports),
        "exports_pass": sum(exports),
        "kills_claimed": made,
        "kills_confirmed_share": confirmed and round(confirmed, 4),
        "slowest_seconds": slowest,
        "missed": [name for name, met in tests.items() if not met],
    }


def _cells(row: Row) -> tuple[str, ...]:
    export = {True: "passes", False: "fails", None: "-"}[row["exports_pass"]]
    return (
        row["subject"],
        str(row["seed"]),
        "yes" if row["wanted_found"] else "no",
        str(row["relations"]),
        str(row["valid"]),
        export,
        f"{row['claims_confirmed']} of {row['claims_made']}",
        f"{row['seconds']:.1f}",
        row["error"],
    )


def _show(cells: Sequence[str]) -> None:
    shown = [cell.ljust(width) for cell, width in zip(cells, _WIDTHS, strict=False)]
    click.echo("  ".join([*shown, *cells[len(_WIDTHS) :]]).rstrip())


if __name__ == "__main__":
    main()
