"""The table that a set of relations prints as."""

from rich.table import Table
from rich.text import Text

from genmorph.model import Verdict
from genmorph.results.record import Record
from genmorph.results.relation import MetamorphicRelation


def build_table(record: Record) -> Table:
    """One row for each relation, and a line about the whole set."""
    table = Table(title=_title(record), title_justify="left", caption=_caption(record), caption_justify="left")
    table.add_column("relation", overflow="fold", ratio=1)
    table.add_column("mutants killed", justify="right")
    table.add_column("evidence")
    table.add_column("size", justify="right")
    for relation in record.relations:
        evidence = relation.evidence
        table.add_row(
            Text(relation.formula),
            f"{evidence.killed} of {evidence.judged}",
            evidence_text(relation),
            str(relation.expression.size),
        )
    return table


def _title(record: Record) -> str:
    signature = record.signature
    where = f"{signature.module}." if signature.module else ""
    return f"Metamorphic relations of {where}{signature.qualname}"


def _caption(record: Record) -> str:
    undecided = sum(rejected.verdict is Verdict.UNDECIDED for rejected in record.rejected)
    out = f"candidates rejected: {len(record.rejected) - undecided}, undecided: {undecided}"
    faulty = record.stages.get("faulty", {})
    missed = ", ".join(name.removeprefix("faulty:") for name, is_killed in faulty.items() if not is_killed)
    caught = f"; faulty versions not killed: {missed or 'none'}" if faulty else ""
    return f"{_together(record)}{_crashes(record)}{caught}; {out}{'; interrupted' if record.interrupted else ''}"


def _together(record: Record) -> str:
    if record.relations:
        judged = record.relations[0].evidence.judged
        return f"together they kill {len(record.killed)} of {judged} mutants"
    counts = record.stages.get("mutants")
    if not counts:
        return "none was found"
    none = counts["killed_by_crash"] + counts["raises_only"]
    return (
        f"none was found; of {counts['made']} mutants {counts['judged']} gave another value, "
        f"{none} none on some inputs, {counts['no_difference']} the same always, {counts['not_run']} were not run"
    )


def _crashes(record: Record) -> str:
    """The mutants that no relation can be credited with, because any call would find them."""
    count = record.stages.get("mutants", {}).get("killed_by_crash", 0) if record.relations else 0
    return f"; {count} more end{'s' * (count == 1)} in other errors (killed by crash)" if count else ""


def evidence_text(relation: MetamorphicRelation) -> str:
    """The evidence in words."""
    tried = f"{relation.evidence.tried:,}"
    return f"holds on all {tried} inputs" if relation.evidence.exhaustive else f"no counterexample in {tried} inputs"
