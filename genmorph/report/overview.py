"""One line for each function, and what they come to together."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from genmorph.report.figures import seconds_text, share_text
from genmorph.results.printed import what_may_help
from genmorph.results.relation_set import Refusal, Refused, RelationSet, Status
from genmorph.settings import REPORT_PAGE
from genmorph.values.labels import counted, shortened


@dataclass(frozen=True, slots=True)
class OverviewRow:
    """A line of the catalogue; what is not known is None. `anchor` is where the page says more.

    >>> OverviewRow("f1", "shop.price", 2, 3, 4, None, Status.FOUND).share
    0.75
    >>> OverviewRow("f1", "shop.price", 0, 0, 0, None, Status.NOTHING).share is None
    True
    """

    anchor: str
    name: str
    relations: int | None
    killed: int | None
    judged: int | None
    seconds: float | None
    status: Status
    reason: str = ""

    @property
    def share(self) -> float | None:
        """Mutants killed among those judged; None where none was judged."""
        return self.killed / self.judged if self.killed is not None and self.judged else None


def row_of(answer: RelationSet | Refusal, anchor: str) -> OverviewRow:
    """The line about an answer."""
    if isinstance(answer, Refusal):
        status = Status.UNSUPPORTED if answer.why is Refused.UNSUPPORTED else Status.FAILED
        name = answer.target.replace(":", ".")
        return OverviewRow(
            anchor, shortened(name), None, None, None, None, status, shortened(answer.reason, REPORT_PAGE.line)
        )
    signature, (status, reason) = answer.signature, _status_of(answer)
    known = answer.stages.get("mutants", {}).get("judged") or 0
    judged = max(known, *(relation.evidence.judged for relation in answer), 0) or None
    return OverviewRow(
        anchor=anchor,
        name=shortened(f"{signature.module}.{signature.qualname}" if signature.module else signature.qualname),
        relations=len(answer.relations),
        killed=len(answer.killed) if judged else None,
        judged=judged,
        seconds=answer.stages.get("seconds", {}).get("total"),
        status=status,
        reason=reason,
    )


def _status_of(relations: RelationSet) -> tuple[Status, str]:
    if relations.violated:
        return Status.VIOLATED, f"{counted(len(relations.violated), 'accepted relation')} found to be false"
    if relations.interrupted:
        return Status.INTERRUPTED, "what was found until then is shown"
    if relations.relations:
        return Status.FOUND, ""
    return Status.NOTHING, what_may_help(relations.stages)


def totals(rows: Sequence[OverviewRow]) -> str:
    """What all functions come to together, in one line; times are of the runs that measured them.

    >>> found = OverviewRow("f1", "shop.price", 1, 3, 4, 12.0, Status.FOUND)
    >>> totals([found, OverviewRow("f2", "shop.scan", None, None, None, None, Status.FAILED)])
    '2 functions (1 with relations, 1 failed): 1 relation, 3 of 4 judged mutants killed (75%), 12 s'
    >>> totals([OverviewRow("f2", "shop.scan", None, None, None, None, Status.FAILED)])
    '1 function (1 failed): 0 relations'
    """
    statuses = Counter(row.status for row in rows)
    ended = ", ".join(f"{statuses[status]} {status.value}" for status in Status if statuses[status])
    found = counted(sum(row.relations or 0 for row in rows), "relation")
    parts = [f"{counted(len(rows), 'function')} ({ended}): {found}"]
    killed, judged = sum(row.killed or 0 for row in rows), sum(row.judged or 0 for row in rows)
    if judged:
        parts.append(f"{killed:,} of {judged:,} judged mutants killed ({share_text(killed / judged)})")
    seconds = [row.seconds for row in rows if row.seconds is not None]
    if seconds:
        is_partial = len(seconds) < sum(row.relations is not None for row in rows)
        measured = f" measured in {counted(len(seconds), 'run')}" if is_partial else ""
        parts.append(f"{seconds_text(sum(seconds))}{measured}")
    return ", ".join(parts)
