"""Which outputs a subject has, by what its calls gave, and when outcomes are the same."""

import math
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import suppress
from enum import Enum
from typing import Any

from genmorph.model import (
    Altered,
    Array,
    Built,
    Container,
    Drained,
    Execution,
    Fields,
    Input,
    Kind,
    Outcome,
    Output,
    Parameter,
    Place,
    Raised,
    Returned,
    Tolerance,
    UnsupportedError,
)
from genmorph.relations.meaning import equal, equal_values
from genmorph.settings import OBSERVATION
from genmorph.values import labels
from genmorph.values.building import as_data
from genmorph.values.foreign import NDARRAY, common_type, equals_itself, holds_floats, type_of
from genmorph.values.kinds import PLAIN, given_elements, has_inside, holds, kind_of, normalised, value_of_none
from genmorph.values.registered import read_text_view, read_view, views_of
from genmorph.values.table_parts import table_parts


class Unread(Enum):
    """Stands for an output of which a call gave no value of its kind."""

    UNREAD = "a value of another kind"


UNREAD = Unread.UNREAD

Pair = tuple[Input, Input]


def find_outputs(outcomes: Sequence[Outcome], parameters: Sequence[Parameter]) -> tuple[Output, ...]:
    """The outputs of a function that gave these outcomes: what it returns or the parts of that, and what it changes.

    There are none where nothing was returned. Where a value may be None, ints count as floats, because None is NaN to
    relations, and an output stands beside it that says whether it is None. Raises UnsupportedError where there is
    nothing to compare.

    >>> found = find_outputs([Returned((1, "a")), Returned((2, None))], ())
    >>> [(one.name, one.kind.value, one.optional) for one in found]
    [('return[0]', 'int', False), ('return[1]', 'str', True), ('return[1] is None', 'bool', False), \
('return', 'object', False)]
    """
    given = [outcome.value for outcome in outcomes if isinstance(outcome, Returned)]
    changes: dict[int, list[Any]] = {}
    for value in given:
        for position, argument in value.arguments if type(value) is Altered else ():
            changes.setdefault(position, []).append(argument)
    returned = _returned([value.value if type(value) is Altered else value for value in given])
    changed = (_changed(parameters[position], position, changes[position]) for position in sorted(changes))
    outputs = (*returned, *changed)
    if given and not outputs:
        raise UnsupportedError(
            "the function returns None for all inputs and changes no argument; let it return what it works "
            "out, or give a domain for which it does"
        )
    return outputs


def _returned(values: Sequence[Any]) -> Iterator[Output]:
    present = [value for value in values if value is not None]
    if not present:
        return
    parts = _parts(present)
    if parts is None:
        try:
            yield from _part(Place.RETURNED, None, values, False)
        except UnsupportedError as error:
            raise UnsupportedError(f"the function returns what cannot be compared: {error}") from None
        return
    if not parts:
        empty = "empty dicts" if type(present[0]) is dict else "objects without fields"
        raise UnsupportedError(f"the function returns nothing but {empty}; give a domain for which they hold something")
    is_optional = len(present) < len(values)
    found: list[Output] = []
    for (place, key), items in parts:
        with suppress(UnsupportedError):  # of the others relations can speak
            found += _part(place, key, items, is_optional)
    if not found:
        names = ", ".join(str(key) for (_, key), _ in parts)
        raise UnsupportedError(
            f"the function returns several values, none of them a number, Boolean, text or sequence: {names}; let it "
            "return one that is"
        )
    yield from found
    if is_optional:
        yield Output(Kind.BOOL, is_none=True)
    if len(parts) > 1 and _compares_as_a_whole(present):
        yield Output(Kind.OTHER, optional=is_optional, holds_floats=any(map(holds_floats, present)))


def _compares_as_a_whole(values: Sequence[Any]) -> bool:
    """Whether `==` of two of the values says whether they are the same: tuples, dicts and records of plain values.

    Records with floats are compared field by field, because a test looks for floats in tuples, lists and dicts only.
    """
    return all(type(value) in (tuple, dict) and _is_comparable(value) for value in values) or all(
        _is_compared(value) and _is_comparable(value.values) and not holds_floats(value.values) for value in values
    )


def _is_compared(value: Any) -> bool:
    """Whether it is a record of which `==` compares the fields."""
    return type(value) is Fields and value.compared_as != ""


def _part(place: Place, key: str | int | None, items: Sequence[Any], is_optional: bool) -> list[Output]:
    """The outputs for one part, and for whether it is None; UnsupportedError where relations cannot speak of it."""
    present = [item for item in items if item is not None]
    if not present:
        return []
    if common_type(present) is not None:
        return _of_objects(place, key, present, len(present) < len(items), is_optional)
    has_none = len(present) < len(items)
    can_be_none = is_optional or has_none
    if _are_mixed(present):
        is_inexact = any(map(holds_floats, present))
        whole = Output(Kind.OTHER, place, key, None, can_be_none, holds_floats=is_inexact, is_mixed=True)
        return [whole, Output(Kind.BOOL, place, key, is_none=True)] if has_none else [whole]
    kind, container = kind_of(present)
    kind = Kind.FLOAT if can_be_none and kind is Kind.INT else kind
    is_inexact = kind is Kind.NESTED and any(map(holds_floats, present))
    has_records = kind is Kind.NESTED and has_inside(present, lambda one: isinstance(one, Fields))
    found = [Output(kind, place, key, container, can_be_none, holds_floats=is_inexact, has_records=has_records)]
    return [*found, Output(Kind.BOOL, place, key, is_none=True)] if has_none else found


def _are_mixed(values: Sequence[Any]) -> bool:
    """Whether the values are of several types that no kind holds, and can be compared all the same."""
    if len(set(map(type, values))) == len(set(map(type_of, values))) == 1:
        return False
    try:
        kind_of(values)
    except UnsupportedError:
        return all(map(_is_comparable, values))
    return False


def _is_comparable(value: Any) -> bool:
    """Whether `==` means the same in a test, which compares the values themselves, as here, where their parts are."""
    return equals_itself(value) and not has_inside(value, lambda one: isinstance(one, Fields | Drained))


def _of_objects(
    place: Place, key: str | int | None, present: Sequence[Any], has_none: bool, is_optional: bool
) -> list[Output]:
    """The object itself, whether it is None where it may be, and else what can be read of it."""
    is_in_parts = common_type(present) == NDARRAY or all(table_parts(value) is not None for value in present)
    is_inexact = is_in_parts or any(map(holds_floats, present))
    whole = Output(Kind.OTHER, place, key, optional=is_optional or has_none, holds_floats=is_inexact)
    found = [whole] if is_in_parts or all(map(_is_comparable, present)) else []
    if has_none:
        found.append(Output(Kind.BOOL, place, key, is_none=True))
    for view in () if is_optional or has_none else views_of(present):
        with suppress(UnsupportedError):  # a set of sets has an order, of which nothing is known
            kind, container = kind_of([read_view(view, value) for value in present])
            found.append(Output(kind, place, key, container, view=view.text))
    if not found:
        raise UnsupportedError("some are not equal to themselves, such as NaN, or hold arrays or tables")
    return found


def _parts(values: Sequence[Any]) -> list[tuple[tuple[Place, str | int], list[Any]]] | None:
    """The parts of the values by place and key, where all have the same; None where they are no such values."""
    types = set(map(type, values))
    if types == {Fields}:
        names = _common([value.names for value in values], "objects with the same fields")
        return [((Place.FIELD, name), [value.values[i] for value in values]) for i, name in enumerate(names)]
    if types == {dict} and _are_alike(values):
        return [((Place.KEY, key), [value[key] for value in values]) for key in values[0]]
    if types == {tuple} and len(values[0]) in OBSERVATION.tuple_lengths and len(set(map(len, values))) == 1:
        return [((Place.ITEM, i), list(items)) for i, items in enumerate(zip(*values, strict=True))]
    return None


def _are_alike(dicts: Sequence[Mapping[Any, Any]]) -> bool:
    """Whether all have the same texts as keys, so that each stands for a value of its own."""
    keys = dicts[0].keys()
    return all(isinstance(key, str) for key in keys) and all(other.keys() == keys for other in dicts)


def _common(names: Sequence[Sequence[str]], wanted: str) -> Sequence[str]:
    other = next((other for other in names if other != names[0]), None)
    if other is not None:
        got = f"{_listed(names[0])} and then {_listed(other)}"
        raise UnsupportedError(f"the function must always return {wanted}, got {got}")
    return names[0]


def _listed(names: Sequence[str]) -> str:
    """The first names, in quotes: a key may be a space."""
    more = ["…"] if len(names) > OBSERVATION.listed_names else []
    first = [labels.shortened(repr(name), 30) for name in names[: OBSERVATION.listed_names]]
    return ", ".join([*first, *more]) or "none"


def _changed(parameter: Parameter, position: int, values: Sequence[Any]) -> Output:
    """The argument as calls leave it; its elements may be of another kind than those of the inputs."""
    kind, (left, container) = parameter.kind, kind_of(values)
    if left is not kind and any(map(given_elements, values)):
        kind = Kind.FLOATS if {kind, left} == {Kind.INTS, Kind.FLOATS} else Kind.NESTED
    return Output(kind, Place.ARGUMENT, parameter.name, container, parameter.is_optional, position=position)


def read_outputs(outputs: Sequence[Output], value: Any, arguments: Input) -> tuple[Any, ...] | None:
    """The values of the outputs where a call with the arguments gave the value; None where it has not their kinds.

    Sequences are lists, whatever held their elements; None is NaN or empty. Of an argument that was not changed the
    output is the argument.
    """
    values = read_each(outputs, value, arguments)
    return None if any(value is UNREAD for value in values) else values


def as_arguments(outputs: Sequence[Output], values: Sequence[Any]) -> tuple[Any, ...]:
    """The values of outputs as a further call takes them: what is compared as a whole stands in a list of its own.

    What no call can take, such as an object of which only the fields are known, is UNREAD.

    >>> as_arguments((Output(Kind.INT), Output(Kind.OTHER)), (3, [(1, "a")]))
    (3, (1, 'a'))
    """
    pairs = zip(outputs, values, strict=True)
    return tuple(_unboxed(value) if output.kind is Kind.OTHER else value for output, value in pairs)


def _unboxed(value: Any) -> Any:
    """What stands alone in the list, as data; UNREAD where there is no list, or no data for it."""
    try:
        return value if value is UNREAD else as_data(value[0])
    except ValueError:
        return UNREAD


def passed_outputs(outputs: Sequence[Output], outcome: Outcome, arguments: Input) -> tuple[Any, ...] | None:
    """What a call with the arguments gave, as a further call takes it; None where it gave no values of the kinds."""
    values = read_outputs(outputs, outcome.value, arguments) if isinstance(outcome, Returned) else None
    return None if values is None else as_arguments(outputs, values)


def are_read(outputs: Sequence[Output], values: Sequence[Any], mentioned: Collection[int]) -> bool:
    """Whether all values have the kinds of their outputs; those that are views need it only where they are mentioned.

    A view is worked out of what was returned, as the sorted values of a dict, and is missing where these have no order.

    >>> outputs = Output(Kind.OTHER), Output(Kind.NESTED, container=Container.LIST, view="sorted({}.values())")
    >>> values = read_each(outputs, {"a": 1, "b": "c"}, ())
    >>> are_read(outputs, values, {0}), are_read(outputs, values, {1})
    (True, False)
    """
    pairs = enumerate(zip(outputs, values, strict=True))
    return all(v is not UNREAD or (output.view is not None and i not in mentioned) for i, (output, v) in pairs)


def read_each(outputs: Sequence[Output], value: Any, arguments: Input) -> tuple[Any, ...]:
    """The same by output, with UNREAD in the place of those that the value has not."""
    first = outputs[0] if len(outputs) == 1 else None
    is_plain = type(value) in PLAIN and first is not None and first.place is Place.RETURNED
    if first is not None and is_plain and not (first.is_none or first.is_mixed):  # those are no values of one kind
        return (value if holds(first.kind, first.container, value) else UNREAD,)
    changed: Mapping[int, Any] = {}
    if type(value) is Altered:
        changed, value = dict(value.arguments), value.value
    return tuple(_read(output, value, changed, arguments) for output in outputs)


def _read(output: Output, value: Any, changed: Mapping[int, Any], arguments: Input) -> Any:
    item = _item(output, value, changed, arguments)
    if output.is_none:
        return item is None if item is not UNREAD else UNREAD
    if item is None and output.optional:
        return value_of_none(output.kind)
    if item is UNREAD:
        return UNREAD
    if output.kind is Kind.OTHER:
        is_whole = type(item) in (tuple, dict) or _is_compared(item) or type_of(item)
        return [item] if output.is_mixed or is_whole else UNREAD
    if output.view is not None:
        item = read_text_view(output.view, item)
    return normalised(item) if holds(output.kind, output.container, item) else UNREAD


def _item(output: Output, value: Any, changed: Mapping[int, Any], arguments: Input) -> Any:
    """The part of the value that the output speaks of; None where the whole is."""
    if output.place is Place.ARGUMENT:
        assert output.position is not None, f"{output.name} has no position"
        if output.position in changed:
            return changed[output.position]
        argument = arguments[output.position]  # inputs hold arrays as lists
        return Array(tuple(argument)) if output.container is Container.ARRAY and argument is not None else argument
    if output.place is Place.RETURNED or value is None:
        return value
    match output.place, value:
        case Place.FIELD, Fields(names, values):
            return values[names.index(output.key)] if output.key in names else UNREAD
        case Place.KEY, dict():
            return value.get(output.key, UNREAD)
        case Place.ITEM, tuple():
            return next((item for index, item in enumerate(value) if index == output.key), UNREAD)
    return UNREAD


def is_same(one: Outcome, other: Outcome) -> bool:
    """Whether two outcomes are the same, in type too."""
    if not isinstance(one, Returned) or not isinstance(other, Returned):
        return one == other
    return _is_same_value(one.value, other.value)


def difference(one: Any, other: Any) -> float:
    """The largest relative difference of two floats at the same place; 1 where anything else differs, 0 where nothing.

    >>> difference([1.0, {"a": 2.0}], [1.0, {"a": 2.5}]), difference(1, 1.0), difference({"a": 1}, {"a": 1})
    (0.2, 1.0, 0.0)
    """
    if _is_same_value(one, other):
        return 0.0
    if type(one) is float and type(other) is float:
        larger = max(abs(one), abs(other))
        return min(1.0, abs(one - other) / larger) if larger < math.inf else 1.0
    (form, parts), (other_form, others) = _taken_apart(one), _taken_apart(other)
    if form != other_form or len(parts) != len(others):
        return 1.0
    return max(map(difference, parts, others), default=1.0)


def is_without_finite(value: Any) -> bool:
    """Whether there are numbers in a value, and none of them is finite.

    >>> is_without_finite([math.nan, {"a": math.inf}]), is_without_finite([math.nan, 1]), is_without_finite("a")
    (True, False, False)
    """
    has_numbers = False
    for number in _numbers(value):
        if type(number) is int or math.isfinite(number):
            return False
        has_numbers = True
    return has_numbers


def _numbers(value: Any) -> Iterator[int | float]:
    if type(value) in (int, float):
        yield value
    for part in _taken_apart(value)[1]:
        yield from _numbers(part)


def _taken_apart(value: Any) -> tuple[Any, Sequence[Any]]:
    """What a value is beside its parts, and these, in an order that is the same for equal values."""
    match value:
        case list() | tuple():
            return type(value), value
        case dict():
            names = sorted(value, key=labels.key)
            return list(map(labels.key, names)), [value[name] for name in names]
        case Array(elements) | Drained(elements):
            return type(value), elements
        case Fields(names, values):
            return names, values
        case Built("call", ("builtins", "set" | "frozenset" as of, [list(elements)], ())):
            return of, sorted(elements, key=labels.key)
        case Built(maker, parts):
            return maker, parts
        case complex():
            return complex, (value.real, value.imag)
        case Altered(returned, arguments):
            return Altered, (returned, arguments)
    return value, ()


def _is_same_value(one: Any, other: Any) -> bool:
    if type(one) is not type(other):
        return False
    match one:
        case list() | tuple():
            return len(one) == len(other) and all(map(_is_same_value, one, other))
        case dict():
            ones, others = ({labels.key(name): held for name, held in value.items()} for value in (one, other))
            return ones.keys() == others.keys() and all(_is_same_value(ones[name], others[name]) for name in ones)
        case Array(elements) | Drained(elements):
            return _is_same_value(elements, other.elements)
        case Fields(names, values, compared_as):
            is_alike = (names, compared_as) == (other.names, other.compared_as)
            return is_alike and _is_same_value(values, other.values)
        case Built(maker, parts):
            return maker == other.maker and _is_same_value(parts, other.parts)
        case Altered(value, arguments):
            return _is_same_value((value, arguments), (other.value, other.arguments))
    return bool(one == other or (one != one and other != other))


def gives(outcome: Outcome, value: Any) -> bool:
    """Whether a call returned just this value; most calls of a mutant do, and need no closer look."""
    return isinstance(outcome, Returned) and type(outcome.value) is type(value) and bool(outcome.value == value)


def differs(original: Execution, mutated: Execution, outputs: Sequence[Output], tolerance: Tolerance) -> bool:
    """Whether any output of either call is another, floats beyond the tolerance."""
    ones = (*original.source_outputs, *original.follow_up_outputs)
    others = (*mutated.source_outputs, *mutated.follow_up_outputs)
    kinds = [output.kind for output in outputs] * 2
    return any(not is_equal(*three, tolerance) for three in zip(ones, others, kinds, strict=True))


def is_equal(one: Any, other: Any, kind: Kind, tolerance: Tolerance) -> bool:
    """Whether two values of outputs of the kind are equal, floats within the tolerance.

    >>> is_equal(0.1 + 0.2, 0.3, Kind.FLOAT, Tolerance()), is_equal(10**400, 0.3, Kind.FLOAT, Tolerance())
    (True, False)
    """
    if kind is Kind.FLOATS:
        are_as_long = len(one) == len(other)
        return are_as_long and all(is_equal(*two, Kind.FLOAT, tolerance) for two in zip(one, other, strict=True))
    try:
        if kind is Kind.FLOAT:
            return equal(one, other, tolerance)
        return equal_values(one, other, tolerance) if kind in (Kind.OTHER, Kind.NESTED) else bool(one == other)
    except OverflowError:  # an int beyond all floats
        return bool(one == other)


def error_of(outcome: Outcome) -> str | None:
    """The name of the exception that a call raised, "" where it returned, None where it did neither."""
    if isinstance(outcome, Raised):
        return outcome.type
    return "" if isinstance(outcome, Returned) else None


def error_executions(pairs: Sequence[Pair], outcomes: Sequence[Outcome]) -> tuple[Execution | None, ...]:
    """What both calls of each pair raised, of their outcomes in turns; None where one neither returned nor raised."""
    errors = map(error_of, outcomes[::2]), map(error_of, outcomes[1::2])
    return tuple(
        None if one is None or other is None else Execution(source, follow_up, (), (), one, other)
        for (source, follow_up), one, other in zip(pairs, *errors, strict=True)
    )
