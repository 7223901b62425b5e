"""When outcomes are the same, and when a mutant's outputs differ from the original's."""

from collections.abc import Sequence
from typing import Any

from genmorph.model import (
    Altered,
    Array,
    Drained,
    Execution,
    Fields,
    Input,
    Kind,
    Outcome,
    Output,
    Raised,
    Returned,
    Tolerance,
)
from genmorph.relations.meaning import equal

Pair = tuple[Input, Input]


def is_same(one: Outcome, other: Outcome) -> bool:
    """Whether two outcomes are the same, in type too.

    >>> is_same(Returned([1]), Returned([1.0])), is_same(Returned(float("nan")), Returned(float("nan")))
    (False, True)
    """
    if not isinstance(one, Returned) or not isinstance(other, Returned):
        return one == other
    return _is_same_value(one.value, other.value)


def _is_same_value(one: Any, other: Any) -> bool:
    if type(one) is not type(other):
        return False
    match one:
        case list() | tuple():
            return len(one) == len(other) and all(map(_is_same_value, one, other))
        case dict():
            return one.keys() == other.keys() and all(_is_same_value(one[key], other[key]) for key in one)
        case Array(elements) | Drained(elements):
            return _is_same_value(elements, other.elements)
        case Fields(names, values):
            return names == other.names and _is_same_value(values, other.values)
        case Altered(value, arguments):
            return _is_same_value((value, arguments), (other.value, other.arguments))
    return bool(one == other or (one != one and other != other))


def gives(outcome: Outcome, value: Any) -> bool:
    """Whether a call returned just this value; most calls of a mutant do, and need no closer look."""
    return isinstance(outcome, Returned) and type(outcome.value) is type(value) and bool(outcome.value == value)


def differs(original: Execution, mutated: Execution, outputs: Sequence[Output], tolerance: Tolerance) -> bool:
    """Whether any output of either call is another, floats beyond the tolerance."""
    return any(
        not _is_equal(one, other, output.kind, tolerance)
        for ones, others in (
            (original.source_outputs, mutated.source_outputs),
            (original.follow_up_outputs, mutated.follow_up_outputs),
        )
        for output, one, other in zip(outputs, ones, others, strict=True)
    )


def _is_equal(one: Any, other: Any, kind: Kind, tolerance: Tolerance) -> bool:
    if kind is Kind.FLOAT:
        return equal(one, other, tolerance)
    if kind is Kind.FLOATS:
        return len(one) == len(other) and all(equal(a, b, tolerance) for a, b in zip(one, other, strict=True))
    return bool(one == other) or (kind is Kind.NESTED and _is_same_value(one, other))


def error_of(outcome: Outcome) -> str | None:
    """The name of the exception that a call raised, "" where it returned, None where it did neither."""
    if isinstance(outcome, Raised):
        return outcome.type
    return "" if isinstance(outcome, Returned) else None


def error_executions(pairs: Sequence[Pair], outcomes: Sequence[Outcome]) -> tuple[Execution | None, ...]:
    """What both calls of each pair raised; None where one of them neither returned nor raised.

    The outcomes are those of source and follow-up in turns.

    >>> error_executions([((1,), (0,))], [Returned(1.0), Raised("ZeroDivisionError")])[0].follow_up_error
    'ZeroDivisionError'
    """
    errors = map(error_of, outcomes[::2]), map(error_of, outcomes[1::2])
    return tuple(
        None if one is None or other is None else Execution(source, follow_up, (), (), one, other)
        for (source, follow_up), one, other in zip(pairs, *errors, strict=True)
    )
