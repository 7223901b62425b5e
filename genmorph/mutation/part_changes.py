"""Changes of one part of what a function gave: a field, an item, an argument that it altered."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from genmorph.model import Altered, Fields
from genmorph.mutation.outcome_operator import Example, Observed, OutcomeOperator, Shape, Variant
from genmorph.mutation.scalar_changes import CASE, NEGATION, OFF_BY_ONE, SCALE, SIGN, STUCK
from genmorph.mutation.sequence_changes import (
    ELEMENT_APPENDED,
    ELEMENT_DROPPED,
    ELEMENT_DUPLICATED,
    ELEMENT_OFF_BY_ONE,
    ELEMENTS_SWAPPED,
    EMPTIED,
    REPEATED,
    REVERSED,
)

_ALTERED = frozenset({Shape.ALTERED})


def _variants_of(observed: Observed, values: Iterable[Any], name: str, *place: object) -> Iterator[Variant]:
    """The variants of all operators for one part; their data begins with the part's place and the operator's name."""
    part = observed.within(values)
    shape = part.shape
    for operator in VALUE_OPERATORS.values():
        if shape in operator.shapes:
            for label, data in operator.variants(part):
                yield f"{name}:{operator.name}{label and ':'}{label}", (*place, operator.name, *data)


def _parts(value: Any) -> Mapping[Any, Any]:
    """The parts of a value by field, key or index; none of what has none."""
    match value:
        case Fields(names, values):
            return dict(zip(names, values, strict=True))
        case dict():
            return value
        case tuple():
            return dict(enumerate(value))
    return {}


def _variants_of_parts(observed: Observed) -> Iterator[Variant]:
    parts = [_parts(value) for value in observed.values]
    for key in parts[0]:
        values = [part[key] for part in parts if key in part]
        if len(values) == len(parts):
            yield from _variants_of(observed, values, str(key), key)


def _change_part(value: Any, key: Any, operator: str, *data: Any) -> Any:
    parts = _parts(value)
    if key not in parts:
        return value
    changed = {**parts, key: VALUE_OPERATORS[operator].apply(parts[key], data)}
    match value:
        case Fields(names, _):
            return Fields(names, tuple(changed.values()))
        case tuple():
            return tuple(changed.values())
    return changed


IN_PART = OutcomeOperator(
    name="in_part",
    shapes=frozenset({Shape.PARTS}),
    variants=_variants_of_parts,
    change=_change_part,
    examples=(
        Example(Fields(("area", "name"), (5, "a")), ("area", "sign"), Fields(("area", "name"), (-5, "a"))),
        Example((5, [1, 2]), (1, "reversed"), (5, [2, 1])),
        Example({"k": 5}, ("k", "off_by_one", 1), {"k": 6}),
    ),
)


def _given(value: Any) -> Any:
    """What the call gave beside the arguments that it altered."""
    return value.value if isinstance(value, Altered) else value


def _change_given(value: Any, operator: str, *data: Any) -> Any:
    changed = VALUE_OPERATORS[operator].apply(_given(value), data)
    return Altered(changed, value.arguments) if isinstance(value, Altered) else changed


IN_VALUE = OutcomeOperator(
    name="in_value",
    shapes=_ALTERED,
    variants=lambda observed: _variants_of(observed, map(_given, observed.values), "return"),
    change=_change_given,
    examples=(
        Example(Altered(5, ((0, [1]),)), ("sign",), Altered(-5, ((0, [1]),))),
        Example(5, ("sign",), -5),
        Example(Altered(None, ((0, [1]),)), ("sign",), Altered(None, ((0, [1]),))),
    ),
)


def _altered(value: Any) -> dict[int, Any]:
    """The altered arguments by position."""
    return dict(value.arguments) if isinstance(value, Altered) else {}


def _altered_positions(observed: Observed) -> list[int]:
    return sorted({position for value in observed.values for position in _altered(value)})


def _variants_of_arguments(observed: Observed) -> Iterator[Variant]:
    for position in _altered_positions(observed):
        values = [arguments[position] for arguments in map(_altered, observed.values) if position in arguments]
        yield from _variants_of(observed, values, observed.parameters[position].name, position)


def _change_argument(value: Any, position: int, operator: str, *data: Any) -> Any:
    arguments = _altered(value)
    if position not in arguments:
        return value
    arguments[position] = VALUE_OPERATORS[operator].apply(arguments[position], data)
    return Altered(value.value, tuple(arguments.items()))


IN_ARGUMENT = OutcomeOperator(
    name="in_argument",
    shapes=_ALTERED,
    variants=_variants_of_arguments,
    change=_change_argument,
    examples=(
        Example(Altered(None, ((0, [1, 2]),)), (0, "reversed"), Altered(None, ((0, [2, 1]),))),
        Example(None, (0, "reversed"), None),
    ),
)


def _leave_alone(value: Any, position: int) -> Any:
    arguments = tuple((other, argument) for other, argument in _altered(value).items() if other != position)
    return Altered(_given(value), arguments) if arguments else _given(value)


ARGUMENT_LEFT_ALONE = OutcomeOperator(
    name="argument_left_alone",
    shapes=_ALTERED,
    variants=lambda observed: ((observed.parameters[i].name, (i,)) for i in _altered_positions(observed)),
    change=_leave_alone,
    examples=(
        Example(Altered(5, ((0, [1]), (1, [2]))), (0,), Altered(5, ((1, [2]),))),
        Example(Altered(5, ((0, [1]),)), (0,), 5),
    ),
)

VALUE_OPERATORS: Mapping[str, OutcomeOperator] = {
    operator.name: operator
    for operator in (
        OFF_BY_ONE,
        SIGN,
        SCALE,
        NEGATION,
        CASE,
        STUCK,
        ELEMENT_DROPPED,
        ELEMENT_APPENDED,
        ELEMENT_DUPLICATED,
        ELEMENT_OFF_BY_ONE,
        ELEMENTS_SWAPPED,
        REVERSED,
        EMPTIED,
        REPEATED,
        IN_PART,
        IN_VALUE,
        IN_ARGUMENT,
        ARGUMENT_LEFT_ALONE,
    )
}
"""All changes of values, by name."""
