"""Periods of a function along one number, measured on its outputs."""

import math
from collections.abc import Iterator, Sequence
from dataclasses import replace

from genmorph.execution.outputs import is_same
from genmorph.model import Input, Kind, Outcome, Returned, Run, with_argument
from genmorph.settings import PERIODS
from genmorph.subject.subject import Subject

Number = int | float


def with_periods(subject: Subject, accepted: Sequence[Input], run: Run) -> Subject:
    """The subject, for whose numbers the periods found are suited first.

    A period is what the outputs of a row of equidistant numbers repeat after, whatever the other arguments of a few
    accepted inputs are. It is no more than a suggestion: relations are judged on other inputs.
    """
    found = [tuple(_periods(subject, place, accepted, run)) for place in range(len(subject.parameters))]
    joined = (tuple(dict.fromkeys((*new, *old))) for new, old in zip(found, subject.suited, strict=True))
    return replace(subject, suited=tuple(joined))


def _periods(subject: Subject, place: int, accepted: Sequence[Input], run: Run) -> Iterator[Number]:
    """The shortest period along one parameter, if there is one."""
    kind = subject.parameters[place].kind
    if kind not in (Kind.INT, Kind.FLOAT):
        return
    step = 1 if kind is Kind.INT else PERIODS.float_step
    rows = [_row(subject, place, values, step) for values in accepted[: PERIODS.bases]]
    known = [row for row in rows if row is not None]
    if len(known) < PERIODS.bases:
        return
    outcomes = [run(None, row) for row in known]
    length = shortest_period(outcomes)
    if length is not None:
        yield length * step


def _row(subject: Subject, place: int, values: Input, step: Number) -> list[Input] | None:
    """The input with numbers at equal distances in one place; None where they are not all valid.

    They begin at the number that is there, or as far below it as they must to end in the domain. Floats begin at a
    place between two halves, so that sums are exact.
    """
    number, domain = values[place], subject.parameters[place].domain
    if number is None or not math.isfinite(number) or abs(number) > PERIODS.largest:
        return None
    width = step * (PERIODS.points - 1)
    start = number if isinstance(number, int) else math.floor(number) + PERIODS.float_offset
    for first in (start, start - width):
        numbers = [first + step * count for count in range(PERIODS.points)]
        row = [with_argument(values, place, one) for one in numbers]
        if all(domain.contains(one) is not False for one in (numbers[0], numbers[-1])):
            return row if all(subject.validity.admits(one) is not False for one in row) else None
    return None


def shortest_period(rows: Sequence[Sequence[Outcome]]) -> int | None:
    """After how many outcomes all rows repeat, at most half of their length; None where they do not, or never change.

    >>> rows = [[Returned(number % 3) for number in range(start, start + 12)] for start in (0, 1)]
    >>> shortest_period(rows), shortest_period([[Returned(0)] * 12]), shortest_period([[Returned(3)] * 11 + rows[0]])
    (3, None, None)
    """
    if any(not isinstance(outcome, Returned) for row in rows for outcome in row):
        return None
    if all(is_same(row[0], outcome) for row in rows for outcome in row):
        return None
    lengths = range(1, min(map(len, rows)) // 2 + 1)
    return next((length for length in lengths if all(_repeats(row, length) for row in rows)), None)


def _repeats(row: Sequence[Outcome], length: int) -> bool:
    return all(is_same(one, other) for one, other in zip(row, row[length:], strict=False))
