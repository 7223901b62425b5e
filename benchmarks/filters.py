"""Relations written by hand before the filters were, sent through the filters.

Run it as `python -m benchmarks.filters`; `benchmarks/README.md` says what is measured.
"""

import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import click

from benchmarks.checks.hand_examination import Examination, examine, formula_of, prepared_function, simplify_ugly
from benchmarks.checks.hand_relations import GROUPS, REFUTING, HandRelation, reported_before
from benchmarks.record import ROOT, Record, Row
from genmorph.inference.examining import Examiner
from genmorph.inference.session import Session

LEAST_REFUTED = 18
"""So many of the 20 wrong relations must be refuted."""
_WIDTHS = (9, 5, 27, 7, 52, 0)


@click.command()
@click.option("--only", multiple=True, type=click.Choice(list(GROUPS)), help="Groups to try; all unless given.")
@click.option("--seconds", default=5.0, show_default=True, help="What the filters may take for one relation.")
@click.option(
    "--output",
    type=click.Path(dir_okay=False, path_type=Path),
    default=ROOT / "benchmarks" / "results" / "filters.json",
    help="Where results go  [default: benchmarks/results/filters.json]",
)
@click.option("--fresh", is_flag=True, help="Try also what is in the results already.")
def main(only: tuple[str, ...], seconds: float, output: Path, fresh: bool) -> None:
    """Try the filters on hand-written relations; exit code 1 where they decide otherwise than wanted."""
    record = Record.open(output, {"seconds": seconds}, fresh)
    groups = only or tuple(GROUPS)
    _show(("group", "right", "stage", "seconds", "relation", "reason"))
    for row in record.rows:
        _show(_cells(row))
    for row in _tried([relation for group in groups for relation in GROUPS[group]], record, seconds):
        record.add(row)
        _show(_cells(row))
    record.finish(totals([row for row in record.rows if row["group"] in groups]))
    sys.exit(1 if record.totals["missed"] else 0)


def _tried(relations: Sequence[HandRelation], record: Record, seconds: float) -> Iterator[Row]:
    """A row for each relation that has none yet, function by function."""
    missing = [relation for relation in relations if not record.has(relation.name, 0)]
    for name in dict.fromkeys(relation.function for relation in missing):
        with prepared_function(name) as session:
            examiner = Examiner(session)
            for relation in missing:
                if relation.function == name:
                    yield _row(session, examiner, relation, seconds)


def _row(session: Session, examiner: Examiner, relation: HandRelation, seconds: float) -> Row:
    """What the filters made of one relation; `examiner` knows the trials of the ugly ones."""
    head: Row = {"subject": relation.name, "seed": 0, "function": relation.function, "group": relation.group}
    if relation.plain is not None:
        return head | _of_ugly(session, examiner, relation)
    examination = examine(session, relation, reported_before(relation), seconds)
    return head | _of_examination(session, relation, examination, seconds)


def _of_examination(session: Session, relation: HandRelation, examination: Examination, seconds: float) -> Row:
    finding, is_in_time = examination.finding, examination.seconds <= seconds
    return {
        "formula": formula_of(session, relation, examination.found.expression),
        "stage": examination.stage,
        "reason": finding.reason,
        "wanted": _wanted(relation),
        "right": examination.stage in _wanted(relation) and (is_in_time or relation.group != "wrong"),
        "seconds": round(examination.seconds, 3),
        "killed": len(examination.found.killed),
        "tried": finding.tried,
        "counterexample": None if finding.counterexample is None else repr(finding.counterexample.source)[:500],
    }


def _wanted(relation: HandRelation) -> list[str]:
    """The stages that may reject it, or that it is kept."""
    if relation.group == "good":
        return ["kept"]
    stages = REFUTING if relation.group == "wrong" else relation.stages
    return sorted(stage.value for stage in stages)


def _of_ugly(session: Session, examiner: Examiner, relation: HandRelation) -> Row:
    result = simplify_ugly(session, examiner, relation)
    return {
        "formula": result.simplified,
        "stage": "plain" if result.is_plain else "simplified",
        "reason": result.ugly,
        "right": result.is_equivalent and not result.is_longer,
        "equivalent": result.is_equivalent,
        "equivalent_elsewhere": result.is_equivalent_elsewhere,
        "longer": result.is_longer,
        "seconds": round(result.seconds, 3),
    }


def totals(rows: Sequence[Row]) -> Row:
    """Figures of each group, and what of them is missed."""
    counts: dict[str, Any] = {}
    missed: list[str] = []
    for group in dict.fromkeys(row["group"] for row in rows):
        own = [row for row in rows if row["group"] == group]
        wrong = [row["subject"] for row in own if not row["right"]]
        counts[group] = f"{len(own) - len(wrong)} of {len(own)} right"
        stages = Counter(row["stage"] for row in own)
        counts[f"{group} by stage"] = [f"{stage} {count}" for stage, count in sorted(stages.items())]
        counts[f"{group} slowest seconds"] = max(row["seconds"] for row in own)
        may_fail = len(own) - LEAST_REFUTED if group == "wrong" else 0
        missed += wrong if len(wrong) > may_fail else []
    return counts | {"missed": missed}


def _cells(row: Row) -> tuple[str, ...]:
    right = "yes" if row["right"] else "NO"
    said = f"{row['formula']}  [{row['reason']}]"
    return row["group"], right, row["stage"], f"{row['seconds']:.2f}", row["subject"], said


def _show(cells: Sequence[str]) -> None:
    click.echo("  ".join(cell.ljust(width) for cell, width in zip(cells, _WIDTHS, strict=True)).rstrip())


if __name__ == "__main__":
    main()
