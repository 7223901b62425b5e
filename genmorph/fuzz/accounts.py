"""From what processes did and found to the outcome of one function."""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from genmorph.execution.process import PATIENCE_LOADING, describe_status
from genmorph.fuzz.attempts import Attempt, End
from genmorph.fuzz.findings import DIED, TIMED_OUT, Finding, Outcome
from genmorph.fuzz.job import Record
from genmorph.fuzz.targets import Place
from genmorph.fuzz.values import are_source, usual_names
from genmorph.values.labels import counted

_SPENT, _STOPPED = "its share of the budget was spent", "it was interrupted"


@dataclass(frozen=True, slots=True)
class Task:
    """What processes run: a test in a text, or the import of a module where there is no test.

    A call may take so many seconds; `place` is where the function is defined.
    """

    label: str
    module: str
    test: str = ""
    text: str = ""
    seconds: float = PATIENCE_LOADING
    place: Place | None = None


def is_lost(one: Attempt) -> bool:
    """Whether a process did not come back, from a call or from drawing its arguments."""
    ended = one.answer.is_done or one.answer.is_late
    return one.is_begun and (one.end is End.HUNG or (one.end is End.BY_ITSELF and not ended))


def account(task: Task, attempts: Sequence[Attempt], examples: int) -> Outcome:
    """The outcome of a task, of which each process left out the calls that the ones before were lost in."""
    answer, glance = attempts[-1].answer, attempts[-1].glance
    drawn, rejected = (answer.drawn, answer.rejected) if answer.is_done else (glance.calls, 0)
    outcome = Outcome(
        task.label,
        findings=tuple(_findings(task, attempts)),
        drawn=min(drawn - rejected, examples) + rejected,
        rejected=rejected,
        refused=min(answer.refused, examples),
        refusal=answer.refusal,
        cut=_cut(attempts),
        untested=answer.untested,
    )
    return outcome.checked()


def skipped(task: Task) -> Outcome:
    """The outcome of a task for which no time was left."""
    return Outcome(task.label, cut=_SPENT).checked()


def _cut(attempts: Sequence[Attempt]) -> str:
    """Why not all examples were tried; "" where they were."""
    last = attempts[-1]
    if last.answer.is_done:
        return ""
    if is_lost(last):
        return f"{counted(sum(map(is_lost, attempts)), 'call')} did not come back"
    reason = _STOPPED if last.end is End.STOPPED else _SPENT
    return f"{reason} in a call {_input(last)}" if last.glance.is_inside else reason


def _input(one: Attempt) -> str:
    return str(Finding("", "", None, _arguments(one)))


def _findings(task: Task, attempts: Sequence[Attempt]) -> Iterator[Finding]:
    """Each way to fail once: as a later process has made it smaller, or the first input that a process was lost in."""
    found: dict[tuple[str, Place | None, str], Finding] = {}
    for one in attempts:
        for record in one.answer.records:
            found[record.kind, record.place, ""] = _recorded(task, record, one.answer.is_done)
        if is_lost(one):
            loss = _loss(task, one)
            found.setdefault((loss.kind, loss.place, loss.message), loss)
    yield from found.values()


def _recorded(task: Task, record: Record, is_counted: bool) -> Finding:
    return Finding(
        kind=record.kind,
        message=record.message,
        place=record.place or task.place,
        arguments=None if record.arguments is None else tuple(record.arguments.items()),
        is_source=record.is_source,
        hits=record.hits if is_counted and record.arguments else None,
    )


def _loss(task: Task, one: Attempt) -> Finding:
    if one.end is End.BY_ITSELF:
        return Finding(DIED, describe_status(one.status), task.place, _arguments(one))
    if one.glance.is_inside:
        arguments = _arguments(one)
        is_source = are_source(dict(arguments or ()), usual_names())
        return Finding(TIMED_OUT, f"after {task.seconds:g} s", task.place, arguments, is_source)
    return Finding(TIMED_OUT, f"after {PATIENCE_LOADING:g} s without a call", task.place, None)


def _arguments(one: Attempt) -> tuple[tuple[str, str], ...] | None:
    """The arguments of the call that is running; None where none is."""
    return tuple(json.loads(one.glance.text).items()) if one.glance.is_inside else None
