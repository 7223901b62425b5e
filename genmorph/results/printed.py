"""The table that a set of relations prints as, and why a run found none."""

from collections.abc import Mapping
from html import escape
from io import StringIO
from typing import Any

from rich.table import Table
from rich.text import Text

from genmorph.execution.worker.protocol import RAISED_ELSE
from genmorph.export.layout import fold
from genmorph.model import Verdict
from genmorph.results.record import Record, Relation, build_kill_matrix
from genmorph.results.relation import tried_words
from genmorph.settings import PRINTED

_HEADS = ("relation", "mutants killed", "alone", "evidence", "size")
_SINGLE = "Postconditions: what is true of each single call"
CAUTION = "relations say what the code does, not what it should do"


def raised_text(refused: Mapping[str, int], drawn: int) -> str:
    """What was raised for how many of the inputs drawn, "" where nothing was; why others gave nothing is left out.

    `refused` counts inputs by the type that was raised, or the reason why nothing was returned.

    >>> raised_text({"KeyError": 25, "raised SystemExit": 1_200, "timed out": 3}, 2_000)
    'SystemExit for 1,200 and KeyError for 25 of 2,000 inputs'
    >>> raised_text({"KeyError": 9, "ValueError": 8, "OSError": 7, "IndexError": 2, "ZeroDivisionError": 1}, 100)
    'KeyError for 9, ValueError for 8, OSError for 7 and others for 3 of 100 inputs'
    """
    counts = {reason.removeprefix(RAISED_ELSE): count for reason, count in refused.items()}
    raised = sorted((-count, name) for name, count in counts.items() if " " not in name)
    each = [f"{name} for {-count:,}" for count, name in raised[: PRINTED.named_types]]
    if len(raised) > PRINTED.named_types:
        each.append(f"others for {-sum(count for count, _ in raised[PRINTED.named_types :]):,}")
    listed = " and ".join(filter(None, (", ".join(each[:-1]), *each[-1:])))
    return f"{listed} of {drawn:,} inputs" if listed else ""


def what_may_help(stages: Mapping[str, Any]) -> str:
    """What a user may do about it, by the counts of the stages.

    >>> what_may_help({"seconds": {"total": 2.0}})
    'it ended before the search, a larger budget, or a domain without inputs that take long, may help'
    >>> what_may_help({"mutants": {}, "transformations": {"chosen": 41, "looked_at": 8}})
    'it looked at 8 of 41 transformations, a larger budget may help'
    >>> what_may_help({"mutants": {}, "filter": {"rejected": {"time": 6}}})
    '6 candidates were not judged in time, a larger budget may help'
    >>> what_may_help({"mutants": {}})
    'a larger budget, or a domain of the inputs that matter, may help'
    """
    sources = stages.get("sources") or {"accepted": 0, "drawn": 0}
    if 2 * sources["accepted"] < sources["drawn"]:
        reasons = sorted(sources.get("refused", {}).items(), key=lambda reason: -reason[1])
        whole = ", ".join(f"{name} {count:,}" for name, count in reasons[: PRINTED.reasons])
        returned = f"it returned for {sources['accepted']:,} of {sources['drawn']:,} inputs ({whole})"
        return f"{returned}, and a domain without the others, or a larger budget, may help"
    if "mutants" not in stages:
        return "it ended before the search, a larger budget, or a domain without inputs that take long, may help"
    transformations = stages.get("transformations", {})
    chosen, looked_at = transformations.get("chosen", 0), transformations.get("looked_at", 0)
    if looked_at < chosen:
        return f"it looked at {looked_at:,} of {chosen:,} transformations, a larger budget may help"
    late = stages.get("filter", {}).get("rejected", {}).get("time", 0)
    if late:
        judged = "candidate was" if late == 1 else "candidates were"
        return f"{late:,} {judged} not judged in time, a larger budget may help"
    return "a larger budget, or a domain of the inputs that matter, may help"


def table_text(record: Record, width: int = PRINTED.width) -> str:
    """The table in this number of columns, but no fewer than can be read: a row for each relation, then a caption.

    Without relations it is the title and the caption alone. Postconditions stand below, in a table of their own.
    """
    from rich.console import Console

    width = max(width, PRINTED.narrowest)
    title = f"Metamorphic relations of {functions_of(record)}"
    shown: Table | Text = Text(f"{title}\n{caption(record)}")
    if record.relations:
        shown = Table(title=title, title_justify="left", caption=caption(record), caption_justify="left", width=width)
        shown.add_column("relation", ratio=1, no_wrap=True)
        shown.add_column("mutants\nkilled", justify="right")
        shown.add_column("alone", justify="right")
        shown.add_column("evidence", max_width=PRINTED.evidence_width)
        shown.add_column("size", justify="right")
        cells = rows(record)
        longest = max(0, *(len(killed) - PRINTED.usual_killed for _, killed, *_ in cells))
        room = width - PRINTED.evidence_width - PRINTED.other_columns - longest
        for formula, *others in cells:
            shown.add_row(Text(fold(formula, room)), *others)
    text = StringIO()
    console = Console(file=text, width=width, color_system=None)
    console.print(shown)
    if record.postconditions:
        console.print(_postconditions(record, width))
    return text.getvalue().rstrip()


def _postconditions(record: Record, width: int) -> Table:
    """What is true of single calls, in a table of its own."""
    shown = Table(title=f"\n{_SINGLE}", title_justify="left", width=width)
    shown.add_column("postcondition", ratio=1, no_wrap=True)
    shown.add_column("mutants\nkilled", justify="right")
    shown.add_column("evidence", max_width=PRINTED.evidence_width)
    room = width - PRINTED.evidence_width - PRINTED.other_columns
    for relation in record.postconditions:
        formula, killed, _, evidence, _ = _row(relation, 0)
        shown.add_row(Text(fold(formula, room)), killed, evidence)
    return shown


def functions_of(record: Record) -> str:
    """The names of the functions with their modules."""
    names = (f"{one.module}.{one.qualname}" if one.module else one.qualname for one in record.signatures)
    return " and ".join(names)


def html_table(record: Record) -> str:
    """The same for a notebook."""
    head = "".join(f"<th>{name}</th>" for name in _HEADS)
    body = ""
    for formula, *others in rows(record):
        cells = "".join(f"<td>{escape(text)}</td>" for text in others)
        body += f"<tr><td><code>{escape(formula)}</code></td>{cells}</tr>"
    title = escape(" and ".join(one.qualname for one in record.signatures))
    single = "".join(f"<li><code>{escape(one.formula)}</code></li>" for one in record.postconditions)
    section = f"<p>{_SINGLE}</p><ul>{single}</ul>" if single else ""
    return f"<table><caption>{title}</caption><tr>{head}</tr>{body}</table><p>{escape(caption(record))}</p>{section}"


def rows(record: Record) -> list[tuple[str, str, str, str, str]]:
    """For each relation: formula, mutants that it kills, how many of them it alone kills, evidence, and size."""
    return [_row(*pair) for pair in zip(record.relations, build_kill_matrix(record).unique(), strict=True)]


def _row(relation: Relation, alone: int) -> tuple[str, str, str, str, str]:
    return (
        relation.formula,
        f"{relation.evidence.killed} of {relation.evidence.judged}",
        str(alone),
        f"{'accepted, ' * relation.is_accepted}{tried_words(relation.evidence)}",
        str(relation.size),
    )


def caption(record: Record) -> str:
    """What there is to say of the whole set."""
    undecided = sum(rejected.verdict is Verdict.UNDECIDED for rejected in record.rejected)
    parts = [_found(record)]
    if record.relations:
        crashes = record.stages.get("mutants", {}).get("killed_by_crash", 0)
        if crashes:  # no relation is credited with them, because any call would find them
            parts.append(f"{crashes} more end{'s' * (crashes == 1)} in other errors (killed by crash)")
        sources = record.stages.get("sources")
        if sources and (raised := raised_text(sources.get("refused", {}), sources["drawn"])):
            parts.append(f"it raised {raised}")
    faulty = record.stages.get("faulty", {})
    if faulty:
        missed = ", ".join(name.removeprefix("faulty:") for name, is_killed in faulty.items() if not is_killed)
        parts.append(f"faulty versions not killed: {missed or 'none'}")
    parts.append(f"candidates rejected: {len(record.rejected) - undecided}, undecided: {undecided}")
    parts += [f"rejected by review: {len(record.disowned)}"] if record.disowned else []
    has_some = bool(record.relations or record.postconditions)
    return "; ".join([*parts, *["interrupted"] * record.interrupted, *[CAUTION] * has_some])


def _found(record: Record) -> str:
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
