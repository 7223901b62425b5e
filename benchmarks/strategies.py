"""Strategies of Hypothesis as domains: a relation or a reason, what is saved and read again, and what ours take.

Run it as `python -m benchmarks.strategies`; `benchmarks/README.md` says what is measured.
"""

import sys
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import click

from benchmarks.checks.strategy_subjects import BY_NAME
from benchmarks.checks.told import count_outcomes, report, show
from benchmarks.parallel import rows_as_done
from benchmarks.record import ROOT, Record, Row
from genmorph import GenmorphError, RelationSet
from genmorph.domain import parse_domain
from genmorph.results import MetamorphicRelation


@click.command()
@click.option("--budget", default="10", show_default=True, help="What each run may spend: seconds, or as 20ev.")
@click.option("--seed", default=0, show_default=True)
@click.option("--inputs", default=500, show_default=True, type=click.IntRange(min=1), help="For each relation.")
@click.option("--jobs", default=1, show_default=True, type=click.IntRange(min=1), help="Runs at the same time.")
@click.option("--only", multiple=True, help="Run the strategies whose name has this in it; may be repeated.")
@click.option(
    "--output",
    type=click.Path(dir_okay=False, path_type=Path),
    default=ROOT / "benchmarks" / "results" / "strategies.json",
    help="Where results go  [default: benchmarks/results/strategies.json]",
)
@click.option("--fresh", is_flag=True, help="Run also what is in the results already.")
def main(budget: str, seed: int, inputs: int, jobs: int, only: tuple[str, ...], output: Path, fresh: bool) -> None:
    """Infer relations over each strategy; exit code 1 for a crash, a false relation or a changed file."""
    record = Record.open(output, {"budget": budget, "inputs": inputs, "jobs": jobs}, fresh)
    wanted = [name for name in BY_NAME if not only or any(part in name for part in only)]
    tasks = [(name, budget, seed, inputs) for name in wanted if not record.has(name, seed)]
    for row in rows_as_done(measure, tasks, jobs):
        record.add(row)
        _show(row)
    record.finish(totals([row for row in record.rows if row["subject"] in wanted and row["seed"] == seed]))
    sys.exit(1 if record.totals["missed"] else 0)


def measure(name: str, budget: str, seed: int, inputs: int) -> Row:
    """One strategy, and our own domain of the same values where there is one."""
    subject = BY_NAME[name]
    row, found = _over(subject.function, subject.strategy, budget, seed, inputs)
    row = {"subject": name, "seed": seed} | row | {"reads_back": None if found is None else _reads_back(found)}
    if subject.own is None:
        return row
    notation = subject.own
    own, _ = _over(subject.function, lambda: parse_domain(notation), budget, seed, inputs)
    return row | {"own": {name: own[name] for name in ("outcome", "seconds")} | {"relations": len(own["formulas"])}}


def _over(
    function: Callable[..., Any], make: Callable[[], Any], budget: str, seed: int, inputs: int
) -> tuple[Row, RelationSet | None]:
    return report(function, [make()], budget, seed, inputs)


def _reads_back(found: RelationSet) -> str:
    """What differs where the saved file is read, and saved again; nothing where all is the same."""
    with tempfile.TemporaryDirectory(prefix="genmorph-check-") as directory:
        first, second = Path(directory, "first.json"), Path(directory, "second.json")
        try:
            found.to_json(first)
            back = RelationSet.from_json(first)
            back.to_json(second)
        except GenmorphError as error:
            return f"{type(error).__name__}: {error}"
        if first.read_bytes() != second.read_bytes():
            return "what was read is saved in other words"
    same = list(map(_compared, back)) == list(map(_compared, found))
    return "" if same else "other relations were read"


def _compared(relation: MetamorphicRelation) -> tuple[Any, ...]:
    """What of a relation has an equality: strategies have none."""
    return relation.formula, relation.evidence, relation.killed, repr(relation.examples)


def totals(rows: Sequence[Row]) -> Row:
    """Figures over all strategies, and what of them is missed."""
    both = [row for row in rows if row.get("own")]
    tests = {
        "no false relation": not any(row["false"] for row in rows),
        "no crash": not any(row["outcome"] == "crashed" for row in rows),
        "a reason where there is no relation": all(row["words"] or row["formulas"] for row in rows),
        "all files are read back": not any(row["reads_back"] for row in rows),
    }
    return {
        "strategies": len(rows),
        **count_outcomes(rows),
        "false_relations": sum(row["false"] for row in rows),
        "with_an_own_domain": len(both),
        "seconds_of_strategies": round(sum(row["seconds"] for row in both), 1),
        "seconds_of_own_domains": round(sum(row["own"]["seconds"] for row in both), 1),
        "missed": [name for name, met in tests.items() if not met],
    }


def _show(row: Row) -> None:
    own = row.get("own")
    show(row, f" (own domain: {own['outcome']}, {own['seconds']:.1f} s)" if own else "")
    if row["reads_back"]:
        click.echo(f"    read back: {row['reads_back']}")


if __name__ == "__main__":
    main()
