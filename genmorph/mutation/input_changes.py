"""Changes of the input before a call, as if the function read it wrongly."""

import hashlib
import marshal
from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Any

from genmorph.model import Built, Input, Kind, with_argument
from genmorph.mutation.outcome_operator import Example, Observed, OutcomeOperator, Variant
from genmorph.values.labels import write

_REMEMBERED = 64
"""Inputs whose outcomes may come back for another input."""


def _middle_values(observed: Observed) -> Iterator[Variant]:
    """Each parameter with the middle one of its values; none for one parameter, which would be stuck at a value."""
    for position, parameter in enumerate(observed.parameters):
        if len(observed.parameters) > 1:
            yield parameter.name, (position, _middle([arguments[position] for arguments in observed.inputs]))


def _middle(values: Sequence[Any]) -> Any:
    """The middle one of numbers by size, of other values by length.

    >>> _middle([5, 1, 3]), _middle([[1, 2], [], [3]]), _middle(["b", None, "long text"])
    (3, [3], None)
    """
    are_numbers = all(isinstance(value, int | float) for value in values)
    ordered = sorted(values) if are_numbers else sorted(values, key=lambda value: (len(write(value)), write(value)))
    return ordered[len(ordered) // 2]


ARGUMENT_IGNORED = OutcomeOperator(
    name="argument_ignored",
    variants=_middle_values,
    change=with_argument,
    examples=(Example((1, 2, 3), (1, 7), (1, 7, 3)),),
)


def _pairs_of_one_kind(observed: Observed) -> Iterator[Variant]:
    for (i, first), (j, second) in combinations(enumerate(observed.parameters), 2):
        is_alike = first.kind is second.kind is not Kind.OTHER
        if is_alike and first.domain.container is second.domain.container:
            yield f"{first.name},{second.name}", (i, j)


def _swap(arguments: Input, i: int, j: int) -> Input:
    swapped = list(arguments)
    swapped[i], swapped[j] = arguments[j], arguments[i]
    return tuple(swapped)


ARGUMENTS_SWAPPED = OutcomeOperator(
    name="arguments_swapped",
    variants=_pairs_of_one_kind,
    change=_swap,
    examples=(Example((1, 2, 3), (0, 2), (3, 2, 1)),),
)


def _with_elements(observed: Observed) -> Iterator[Variant]:
    """The parameters that hold texts or sequences."""
    for position, parameter in enumerate(observed.parameters):
        if parameter.kind is Kind.TEXT or parameter.kind.is_sequence:
            yield parameter.name, (position,)


def _sliced(arguments: Input, position: int, part: slice) -> Input:
    """With a part of the argument; None has no parts."""
    value = arguments[position]
    return arguments if value is None else with_argument(arguments, position, value[part])


ARGUMENT_REVERSED = OutcomeOperator(
    name="argument_reversed",
    variants=_with_elements,
    change=lambda arguments, position: _sliced(arguments, position, slice(None, None, -1)),
    examples=(
        Example(([1, 2], 3), (0,), ([2, 1], 3)),
        Example(("ab",), (0,), ("ba",)),
        Example((None,), (0,), (None,)),
    ),
)

ARGUMENT_SHORTENED = OutcomeOperator(
    name="argument_shortened",
    variants=_with_elements,
    change=lambda arguments, position: _sliced(arguments, position, slice(None, -1)),
    examples=(Example(([1, 2], 3), (0,), ([1], 3)), Example(("",), (0,), ("",)), Example((b"ab",), (0,), (b"a",))),
)


def _remembered_inputs(observed: Observed) -> Iterator[Variant]:
    remembered = tuple({repr(arguments): arguments for arguments in observed.inputs}.values())[:_REMEMBERED]
    if len(remembered) > 1:
        yield "", remembered


def _another_input(arguments: Input, *remembered: Input) -> Input:
    """One of the remembered inputs; version 2 of marshal gives equal bytes for equal inputs in every process."""
    digest = hashlib.blake2b(marshal.dumps(_unbuilt(arguments), 2), digest_size=8).digest()
    return remembered[int.from_bytes(digest) % len(remembered)]


def _unbuilt(value: Any) -> Any:
    """The value as plain data, where it has parts that each process builds for itself."""
    match value:
        case Built(maker, parts):
            return maker, _unbuilt(parts)
        case list() | tuple():
            return type(value)(map(_unbuilt, value))
    return value


ANOTHER_INPUT = OutcomeOperator(
    name="another_input",
    variants=_remembered_inputs,
    change=_another_input,
    examples=(
        Example((1, 1), ((3, 4), (5, 6)), (3, 4)),
        Example((0, 1), ((3, 4), (5, 6)), (5, 6)),
        Example((Built("dict", (("a", 1),)), 1), ((3, 4), (5, 6)), (3, 4)),
    ),
)

INPUT_OPERATORS = {
    operator.name: operator
    for operator in (
        ARGUMENT_IGNORED,
        ARGUMENTS_SWAPPED,
        ARGUMENT_REVERSED,
        ARGUMENT_SHORTENED,
        ANOTHER_INPUT,
    )
}
"""All changes of inputs, by name."""
