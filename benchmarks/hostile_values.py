"""Hostile values as outputs and as inputs: no crash, no false relation, and words where nothing is found.

Run it as `python -m benchmarks.hostile_values`; `benchmarks/README.md` says what is measured.
"""

import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import click

from benchmarks.checks.hostile_values import KINDS, names, value_of
from benchmarks.checks.told import count_outcomes, report, show
from benchmarks.parallel import rows_as_done
from benchmarks.record import ROOT, Record, Row

WAYS = ("output", "input", "both")


@click.command()
@click.option("--budget", default="5", show_default=True, help="What each run may spend: seconds, or as 20ev.")
@click.option("--seed", default=0, show_default=True)
@click.option("--inputs", default=500, show_default=True, type=click.IntRange(min=1), help="For each relation.")
@click.option("--jobs", default=1, show_default=True, type=click.IntRange(min=1), help="Runs at the same time.")
@click.option("--only", multiple=True, help="Run the cases whose name has this in it; may be repeated.")
@click.option(
    "--output",
    type=click.Path(dir_okay=False, path_type=Path),
    default=ROOT / "benchmarks" / "results" / "hostile_values.json",
    help="Where results go  [default: benchmarks/results/hostile_values.json]",
)
@click.option("--fresh", is_flag=True, help="Run also what is in the results already.")
def main(budget: str, seed: int, inputs: int, jobs: int, only: tuple[str, ...], output: Path, fresh: bool) -> None:
    """Infer relations of small functions of each value; exit code 1 for a crash, a false relation, or no words."""
    record = Record.open(output, {"budget": budget, "inputs": inputs, "jobs": jobs}, fresh)
    there = [name for kind in KINDS for name in names(kind)]
    left_out = [f"{kind}: {name}" for kind, (_, hostile) in KINDS.items() for name in hostile]
    left_out = [name for name in left_out if name not in there]
    cases = [f"{way} {name}" for name in there for way in WAYS]
    wanted = [case for case in cases if not only or any(part in case for part in only)]
    tasks = [(case, budget, seed, inputs) for case in wanted if not record.has(case, seed)]
    for row in rows_as_done(measure, tasks, jobs):
        record.add(row)
        show(row)
    rows = [row for row in record.rows if row["subject"] in wanted and row["seed"] == seed]
    record.finish(totals(rows) | {"left_out": left_out})
    sys.exit(1 if record.totals["missed"] else 0)


def measure(case: str, budget: str, seed: int, inputs: int) -> Row:
    """One value, in one way."""
    way, _, name = case.partition(" ")
    function, domain = _asked(way, name)
    row, _ = report(function, domain, budget, seed, inputs)
    return {"subject": case, "seed": seed} | row


def _asked(way: str, name: str) -> tuple[Callable[..., Any], Mapping[str, Any]]:
    """The function, and its domain: the value comes from a number, or from a strategy."""
    from hypothesis import strategies as st

    from benchmarks.checks import hostile_functions
    from genmorph.domain import froms, ints

    if way == "output":
        return hostile_functions.given, {"name": froms([name]), "n": ints(0, 99)}
    values = st.sampled_from(value_of(name))
    function = hostile_functions.taken if way == "input" else hostile_functions.handed_back
    return function, {"value": values, "n": ints(0, 99)}


def totals(rows: Sequence[Row]) -> Row:
    """Figures over all cases, and what of them is missed."""
    crashed = [row["subject"] for row in rows if row["outcome"] == "crashed"]
    false = [row["subject"] for row in rows if row["false"]]
    silent = [row["subject"] for row in rows if not row["formulas"] and not row["words"]]
    tests = {"no crash": not crashed, "no false relation": not false, "words where nothing is found": not silent}
    return {
        "cases": len(rows),
        **count_outcomes(rows),
        "crashes": crashed,
        "with_a_false_relation": false,
        "without_words": silent,
        "missed": [name for name, met in tests.items() if not met],
    }


if __name__ == "__main__":
    main()
