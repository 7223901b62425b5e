"""The table that a set of relations prints as."""

from collections.abc import Sequence
from html import escape
from io import StringIO

from rich.table import Table
from rich.text import Text

from genmorph.model import Verdict
from genmorph.results.evidence import tried_words
from genmorph.results.folding import fold
from genmorph.results.kills import build_kill_matrix
from genmorph.results.raising import raised_text
from genmorph.results.record import Record
from genmorph.results.relation import MetamorphicRelation
from genmorph.results.remedies import what_may_help

WIDTH = 100
"""Columns of a table, where nobody says how many there are."""
_HEADS = ("relation", "mutants killed", "alone", "evidence", "size")
_EVIDENCE, _BESIDE, _USUAL = 20, 34, 9
"""Letters in a line of this column, and of all that stands beside formula and evidence, where what is said of mutants
killed has at most so many."""
_NARROWEST = 70
CAUTION = "relations say what the code does, not what it should do"


def table_text(record: Record, width: int = WIDTH) -> str:
    """The table in so many columns, but no fewer than are needed to read it."""
    from rich.console import Console

    text, columns = StringIO(), max(width, _NARROWEST)
    Console(file=text, width=columns, color_system=None).print(_build_table(record, columns))
    return text.getvalue().rstrip()


def _build_table(record: Record, width: int) -> Table | Text:
    """One row for each relation, and a line about the whole set; nothing but that where there is none."""
    if not record.relations:
        return Text(f"{_title(record)}\n{caption(record)}")
    table = Table(
        title=_title(record), title_justify="left", caption=caption(record), caption_justify="left", width=width
    )
    table.add_column("relation", ratio=1, no_wrap=True)
    table.add_column("mutants\nkilled", justify="right")
    table.add_column("alone", justify="right")
    table.add_column("evidence", max_width=_EVIDENCE)
    table.add_column("size", justify="right")
    shown = rows(record)
    beside = _BESIDE + max(0, *(len(killed) - _USUAL for _, killed, *_ in shown))
    for formula, *others in shown:
        table.add_row(Text(fold(formula, width - _EVIDENCE - beside)), *others)
    return table


def html_table(record: Record) -> str:
    """The same for a notebook."""
    head = "".join(f"<th>{name}</th>" for name in _HEADS)
    body = "".join(
        f"<tr><td><code>{escape(formula)}</code></td>{''.join(f'<td>{escape(text)}</td>' for text in others)}</tr>"
        for formula, *others in rows(record)
    )
    title = escape(record.signature.qualname)
    return f"<table><caption>{title}</caption><tr>{head}</tr>{body}</table><p>{escape(caption(record))}</p>"


def rows(record: Record) -> list[tuple[str, str, str, str, str]]:
    """For each relation: formula, mutants that it kills, how many of them it alone kills, evidence, and size."""
    pairs: Sequence[tuple[MetamorphicRelation, int]] = list(
        zip(record.relations, build_kill_matrix(record).unique(), strict=True)
    )
    return [
        (
            relation.formula,
            f"{relation.evidence.killed} of {relation.evidence.judged}",
            str(alone),
            f"{'accepted, ' * relation.is_accepted}{tried_words(relation.evidence)}",
            str(relation.expression.size),
        )
        for relation, alone in pairs
    ]


def caption(record: Record) -> str:
    """What is to be said of the whole set."""
    undecided = sum(rejected.verdict is Verdict.UNDECIDED for rejected in record.rejected)
    out = f"candidates rejected: {len(record.rejected) - undecided}, undecided: {undecided}"
    disowned = f"; rejected by a person: {len(record.disowned)}" if record.disowned else ""
    ended = f"{'; interrupted' if record.interrupted else ''}{f'; {CAUTION}' if record.relations else ''}"
    return f"{_together(record)}{_crashes(record)}{_raised(record)}{_faulty(record)}; {out}{disowned}{ended}"


def _title(record: Record) -> str:
    signature = record.signature
    where = f"{signature.module}." if signature.module else ""
    return f"Metamorphic relations of {where}{signature.qualname}"


def _faulty(record: Record) -> str:
    """The faulty versions that no relation notices."""
    faulty = record.stages.get("faulty", {})
    missed = ", ".join(name.removeprefix("faulty:") for name, is_killed in faulty.items() if not is_killed)
    return f"; faulty versions not killed: {missed or 'none'}" if faulty else ""


def _together(record: Record) -> str:
    if record.relations:
        judged = max(relation.evidence.judged for relation in record.relations)
        return f"together they kill {len(record.killed)} of {judged} mutants"
    counts = record.stages.get("mutants")
    found = "none was found" if record.interrupted else f"none was found: {what_may_help(record.stages)}"
    if not counts:
        return found
    none = counts["killed_by_crash"] + counts["raises_only"]
    return (
        f"{found}; of {counts['made']} mutants {counts['judged']} gave another value, "
        f"{none} none on some inputs, {counts['no_difference']} the same always, {counts['not_run']} were not run"
    )


def _crashes(record: Record) -> str:
    """The mutants that no relation can be credited with, because any call would find them."""
    count = record.stages.get("mutants", {}).get("killed_by_crash", 0) if record.relations else 0
    return f"; {count} more end{'s' * (count == 1)} in other errors (killed by crash)" if count else ""


def _raised(record: Record) -> str:
    """What the function raised for valid inputs, of which relations between outputs say nothing."""
    sources = record.stages.get("sources") if record.relations else None
    told = raised_text(sources.get("refused", {}), sources["drawn"]) if sources else ""
    return f"; it raised {told}" if told else ""
