"""Changes of what a function gave: of numbers, Booleans, texts and sequences, and of parts."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from genmorph.model import Altered, Array, Drained, Fields
from genmorph.mutation.outcome_operator import Example, Observed, OutcomeOperator, OutcomeShape, Variant, always
from genmorph.values.building import shown
from genmorph.values.labels import label, write

_NUMBERS = frozenset({OutcomeShape.NUMBER})
_SEQUENCES = frozenset({OutcomeShape.TEXT, OutcomeShape.SEQUENCE})
_PARTS = frozenset({OutcomeShape.PARTS})
_ALTERED = frozenset({OutcomeShape.ALTERED})
_ENDS = {0: "first", 1: "second", -1: "last"}
_FIRST_AND_LAST = always(("first", (0,)), ("last", (-1,)))


def _frequent_values(observed: Observed) -> Iterator[Variant]:
    """Both Booleans, or the two most frequent values, the first seen of those that are equally frequent."""
    if observed.shape is OutcomeShape.SEQUENCE:
        firsts = {write(value): value for value in reversed(observed.values)}
        ranked = Counter(map(write, observed.values)).most_common(2)
        frequent = [firsts[text] for text, _ in ranked]
    else:
        frequent = [value for value, _ in Counter(v for v in observed.values if v == v).most_common(2)]
    for value in [True, False] if observed.shape is OutcomeShape.BOOLEAN else frequent:
        yield label(value), (value,)


def _first_element(observed: Observed) -> Iterator[Variant]:
    """An element that was observed, so that the kind stays; for texts that are all empty a letter."""
    firsts = [elements[0] for elements in map(_elements, observed.values) if elements]
    if observed.shape is OutcomeShape.TEXT:
        firsts.append("a")
    if firsts:
        yield label(firsts[0]), (firsts[0],)


def _elements(value: Any) -> tuple[Any, ...]:
    return value.elements if isinstance(value, Array | Drained) else tuple(value)


def _rebuilt(value: Any, elements: Sequence[Any]) -> Any:
    """These elements in a container like the value's."""
    match value:
        case str():
            return "".join(elements)
        case bytes():
            return bytes(element % 256 for element in elements)
        case Array() | Drained():
            return type(value)(tuple(elements))
    return type(value)(elements)


def _repeat_element(value: Any, position: int, times: int) -> Any:
    """The element stands there `times` times; what is empty stays as it is."""
    elements = _elements(value)
    return _rebuilt(value, [*elements[:position], *elements[position:][:1] * times, *elements[position:][1:]])


def _change_element(value: Any, position: int) -> Any:
    elements = list(_elements(value))
    if not elements:
        return value
    elements[position] = _neighbour(elements[position])
    return _rebuilt(value, elements)


def _neighbour(element: Any) -> Any:
    """A value of the same kind next to an element; what is neither number, Boolean nor text has none."""
    match element:
        case bool():
            return not element
        case int() | float():
            return element + 1
        case str():
            after = ord(element[-1]) + 1 if element else 0x110000
            has_next = after < 0xD800 or 0xE000 <= after < 0x110000  # between them are halves of characters
            return element[:-1] + (chr(after) if has_next else "a")
    return element


def _exchange(value: Any, i: int, j: int) -> Any:
    elements = list(_elements(value))
    if len(elements) < 2:
        return value
    elements[i], elements[j] = elements[j], elements[i]
    return _rebuilt(value, elements)


_OF_VALUES = (
    OutcomeOperator(
        name="off_by_one",
        shapes=_NUMBERS,
        variants=always(("+1", (1,)), ("-1", (-1,))),
        change=lambda value, step: value + step,
        words=lambda noun, _, step: f"{noun} is 1 {'more' if step > 0 else 'less'}",
        examples=(Example(5, (1,), 6), Example(0.5, (-1,), -0.5), Example(float("inf"), (-1,), float("inf"))),
    ),
    OutcomeOperator(
        name="sign",
        shapes=_NUMBERS,
        change=lambda value: -value,
        words=lambda noun, _: f"{noun} has the other sign",
        examples=(Example(5, (), -5), Example(-2.5, (), 2.5)),
    ),
    OutcomeOperator(
        name="scale",
        shapes=_NUMBERS,
        variants=always(("2", (2,))),
        change=lambda value, factor: value * factor,
        words=lambda noun, _, factor: f"{noun} is multiplied by {shown(factor)}",
        examples=(Example(5, (2,), 10), Example(0.25, (2,), 0.5), Example(1e308, (2,), float("inf"))),
    ),
    OutcomeOperator(
        name="negation",
        shapes=frozenset({OutcomeShape.BOOLEAN}),
        change=lambda value: not value,
        words=lambda noun, _: f"{noun} is negated",
        examples=(Example(True, (), False), Example(False, (), True)),
    ),
    OutcomeOperator(
        name="case",
        shapes=frozenset({OutcomeShape.TEXT}),
        variants=always(("upper", ("upper",)), ("lower", ("lower",))),
        change=lambda value, case: value.upper() if case == "upper" else value.lower(),
        words=lambda noun, _, case: f"{noun} is in {case} case",
        examples=(Example("Ab c", ("upper",), "AB C"), Example("Ab c", ("lower",), "ab c")),
    ),
    OutcomeOperator(
        name="stuck",
        shapes=frozenset({OutcomeShape.NUMBER, OutcomeShape.BOOLEAN, OutcomeShape.TEXT, OutcomeShape.SEQUENCE}),
        variants=_frequent_values,
        change=lambda _value, stuck: stuck,
        words=lambda noun, _, value: f"{noun} is always {shown(value)}",
        examples=(Example(5, (0,), 0), Example(True, (False,), False), Example([1], ([2, 3],), [2, 3])),
    ),
    OutcomeOperator(
        name="element_dropped",
        shapes=_SEQUENCES,
        variants=_FIRST_AND_LAST,
        change=lambda value, position: _repeat_element(value, position, 0),
        words=lambda noun, _, place: f"{noun} lacks its {_ENDS[place]} element",
        examples=(Example([5, 6, 7], (0,), [6, 7]), Example("abc", (-1,), "ab"), Example(b"", (-1,), b"")),
    ),
    OutcomeOperator(
        name="element_appended",
        shapes=_SEQUENCES,
        variants=_first_element,
        change=lambda value, element: _rebuilt(value, (*_elements(value), element)),
        words=lambda noun, _, element: f"{noun} has {shown(element)} appended",
        examples=(Example([5], (6,), [5, 6]), Example("ab", ("c",), "abc"), Example((), (5,), (5,))),
    ),
    OutcomeOperator(
        name="element_duplicated",
        shapes=_SEQUENCES,
        variants=_FIRST_AND_LAST,
        change=lambda value, position: _repeat_element(value, position, 2),
        words=lambda noun, _, place: f"{noun} has its {_ENDS[place]} element twice",
        examples=(Example([5, 6], (0,), [5, 5, 6]), Example("abc", (-1,), "abcc"), Example([], (0,), [])),
    ),
    OutcomeOperator(
        name="element_off_by_one",
        shapes=_SEQUENCES,
        variants=_FIRST_AND_LAST,
        change=_change_element,
        words=lambda noun, _, place: f"{noun} has another {_ENDS[place]} element",
        examples=(
            Example([5, 6], (0,), [6, 6]),
            Example("abc", (-1,), "abd"),
            Example(b"\xff", (0,), b"\x00"),
            Example([], (0,), []),
        ),
    ),
    OutcomeOperator(
        name="elements_swapped",
        shapes=_SEQUENCES,
        variants=always(("first,second", (0, 1)), ("first,last", (0, -1))),
        change=_exchange,
        words=lambda noun, _, i, j: f"{noun} has its {_ENDS[i]} and its {_ENDS[j]} element exchanged",
        examples=(Example([5, 6, 7], (0, 1), [6, 5, 7]), Example("abc", (0, -1), "cba"), Example((5,), (0, 1), (5,))),
    ),
    OutcomeOperator(
        name="reversed",
        shapes=_SEQUENCES,
        change=lambda value: _rebuilt(value, _elements(value)[::-1]),
        words=lambda noun, _: f"{noun} is reversed",
        examples=(Example([5, 6], (), [6, 5]), Example("abc", (), "cba"), Example(Array((1, 2)), (), Array((2, 1)))),
    ),
    OutcomeOperator(
        name="emptied",
        shapes=_SEQUENCES,
        change=lambda value: _rebuilt(value, ()),
        words=lambda noun, _: f"{noun} is empty",
        examples=(Example([5, 6], (), []), Example("abc", (), ""), Example((5,), (), ())),
    ),
    OutcomeOperator(
        name="repeated",
        shapes=_SEQUENCES,
        change=lambda value: _rebuilt(value, _elements(value) * 2),
        words=lambda noun, _: f"{noun} is repeated",
        examples=(Example([5, 6], (), [5, 6, 5, 6]), Example("ab", (), "abab")),
    ),
)


def _variants_of(observed: Observed, values: Iterable[Any], name: str, *place: object) -> Iterator[Variant]:
    """The variants of all operators for one part; their data begins with the part's place and the operator's name."""
    part = observed.within(values)
    shape = part.shape
    for operator in VALUE_OPERATORS.values():
        if shape in operator.shapes:
            for label, data in operator.variants(part):
                yield f"{name}:{operator.name}{label and ':'}{label}", (*place, operator.name, *data)


def _phrase(operator: str, data: Sequence[Any], names: Sequence[str], noun: str) -> str:
    return VALUE_OPERATORS[operator].phrase(tuple(data), names, noun)


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
        case Fields():
            return replace(value, values=tuple(changed.values()))
        case tuple():
            return tuple(changed.values())
    return changed


def _given(value: Any) -> Any:
    """What the call gave beside the arguments that it altered."""
    return value.value if isinstance(value, Altered) else value


def _altered(value: Any) -> dict[int, Any]:
    """The altered arguments by position."""
    return dict(value.arguments) if isinstance(value, Altered) else {}


def _altered_positions(observed: Observed) -> list[int]:
    return sorted({position for value in observed.values for position in _altered(value)})


def _change_given(value: Any, operator: str, *data: Any) -> Any:
    changed = VALUE_OPERATORS[operator].apply(_given(value), data)
    return Altered(changed, value.arguments) if isinstance(value, Altered) else changed


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


def _leave_alone(value: Any, position: int) -> Any:
    arguments = tuple((other, argument) for other, argument in _altered(value).items() if other != position)
    return Altered(_given(value), arguments) if arguments else _given(value)


_OF_PARTS = (
    OutcomeOperator(
        name="in_part",
        shapes=_PARTS,
        variants=_variants_of_parts,
        change=_change_part,
        words=lambda noun, names, key, operator, *data: _phrase(operator, data, names, f"{shown(key)} of {noun}"),
        examples=(
            Example(Fields(("area", "name"), (5, "a")), ("area", "sign"), Fields(("area", "name"), (-5, "a"))),
            Example((5, [1, 2]), (1, "reversed"), (5, [2, 1])),
            Example({"k": 5}, ("k", "off_by_one", 1), {"k": 6}),
        ),
    ),
    OutcomeOperator(
        name="in_value",
        shapes=_ALTERED,
        variants=lambda observed: _variants_of(observed, map(_given, observed.values), "return"),
        change=_change_given,
        words=lambda noun, names, operator, *data: _phrase(operator, data, names, noun),
        examples=(
            Example(Altered(5, ((0, [1]),)), ("sign",), Altered(-5, ((0, [1]),))),
            Example(5, ("sign",), -5),
            Example(Altered(None, ((0, [1]),)), ("sign",), Altered(None, ((0, [1]),))),
        ),
    ),
    OutcomeOperator(
        name="in_argument",
        shapes=_ALTERED,
        variants=_variants_of_arguments,
        change=_change_argument,
        words=lambda _, names, position, operator, *data: _phrase(
            operator, data, names, f"{names[position]} as the call leaves it"
        ),
        examples=(
            Example(Altered(None, ((0, [1, 2]),)), (0, "reversed"), Altered(None, ((0, [2, 1]),))),
            Example(None, (0, "reversed"), None),
        ),
    ),
    OutcomeOperator(
        name="argument_left_alone",
        shapes=_ALTERED,
        variants=lambda observed: ((observed.parameters[i].name, (i,)) for i in _altered_positions(observed)),
        change=_leave_alone,
        words=lambda _, names, position: f"{names[position]} is left as it was",
        examples=(
            Example(Altered(5, ((0, [1]), (1, [2]))), (0,), Altered(5, ((1, [2]),))),
            Example(Altered(5, ((0, [1]),)), (0,), 5),
        ),
    ),
)

VALUE_OPERATORS: Mapping[str, OutcomeOperator] = {operator.name: operator for operator in (*_OF_VALUES, *_OF_PARTS)}
"""All changes of values, by name."""
