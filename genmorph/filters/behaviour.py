"""What a pair looks like, coarsely: where that changes, the function does something else."""

from collections.abc import Iterator
from typing import Any

from genmorph.model import Execution

_SMALL = 8
_LONG = 3
_COMPARED = 3
"""So many arguments are compared with an output."""

Behaviour = tuple[str, ...]


def behaviour_of(execution: Execution) -> Behaviour:
    """How each output looks, and how it compares to the arguments of its call and to the other call's.

    >>> behaviour_of(Execution((5,), (9,), (5,), (-20,)))
    ('5', '=', '-', '<', '>')
    """
    return (
        *_side(execution.source, execution.source_outputs),
        *_side(execution.follow_up, execution.follow_up_outputs),
        *(_compare(*pair) for pair in zip(execution.source_outputs, execution.follow_up_outputs, strict=False)),
    )


def _side(arguments: tuple[Any, ...], outputs: tuple[Any, ...]) -> Iterator[str]:
    for output in outputs:
        yield _look(output)
        yield from (_compare(output, argument) for argument in arguments[:_COMPARED])


def _look(value: Any) -> str:
    """Small whole numbers and Booleans as they are, the sign of others, the beginning of lengths."""
    match value:
        case bool() | None:
            return repr(value)
        case int() | float():
            if value != value or (abs(value) <= _SMALL and value == int(value)):
                return repr(value)
            return "-" if value < 0 else "+"
        case str():
            return f"{min(len(value), _LONG)}{value.islower():d}{value.isupper():d}"
        case list() | tuple() | bytes():
            return f"{min(len(value), _LONG)}" + "".join(_look(value[place]) for place in (0, -1) if value)
    return type(value).__name__


def _compare(one: Any, other: Any) -> str:
    """By size where both are numbers, else by length; "!" for what only differs, "" for what is not compared."""
    if isinstance(one, int | float) and isinstance(other, int | float):
        return "=" if one == other else "<" if one < other else ">" if one > other else "!"
    if isinstance(one, str | list | tuple | bytes) and isinstance(other, str | list | tuple | bytes):
        return _compare(len(one), len(other)) if len(one) != len(other) else "=" if list(one) == list(other) else "!"
    return ""
