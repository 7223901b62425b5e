"""Changes of texts and sequences that a function gave; what has too few elements for a change stays as it is."""

from collections.abc import Iterator, Sequence
from typing import Any

from genmorph.model import Array, Drained
from genmorph.mutation.outcome_operator import Example, Observed, OutcomeOperator, Shape, Variant
from genmorph.mutation.scalar_changes import always
from genmorph.values.labels import label

_SEQUENCES = frozenset({Shape.TEXT, Shape.SEQUENCE})


def elements_of(value: Any) -> tuple[Any, ...]:
    """The elements, or the characters of a text."""
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


def _drop(value: Any, position: int) -> Any:
    elements = list(elements_of(value))
    return _rebuilt(value, [*elements[:position], *elements[position:][1:]])


ELEMENT_DROPPED = OutcomeOperator(
    name="element_dropped",
    shapes=_SEQUENCES,
    variants=always(("first", (0,)), ("last", (-1,))),
    change=_drop,
    examples=(Example([5, 6, 7], (0,), [6, 7]), Example("abc", (-1,), "ab"), Example(b"", (-1,), b"")),
)

REVERSED = OutcomeOperator(
    name="reversed",
    shapes=_SEQUENCES,
    variants=always(("", ())),
    change=lambda value: _rebuilt(value, elements_of(value)[::-1]),
    examples=(Example([5, 6], (), [6, 5]), Example("abc", (), "cba"), Example(Array((1, 2)), (), Array((2, 1)))),
)

EMPTIED = OutcomeOperator(
    name="emptied",
    shapes=_SEQUENCES,
    variants=always(("", ())),
    change=lambda value: _rebuilt(value, ()),
    examples=(Example([5, 6], (), []), Example("abc", (), ""), Example((5,), (), ())),
)

REPEATED = OutcomeOperator(
    name="repeated",
    shapes=_SEQUENCES,
    variants=always(("", ())),
    change=lambda value: _rebuilt(value, elements_of(value) * 2),
    examples=(Example([5, 6], (), [5, 6, 5, 6]), Example("ab", (), "abab")),
)


def _first_element(observed: Observed) -> Iterator[Variant]:
    """An element that was observed, so that the kind stays; for texts that are all empty a letter."""
    firsts = [elements[0] for elements in map(elements_of, observed.values) if elements]
    if observed.shape is Shape.TEXT:
        firsts.append("a")
    if firsts:
        yield label(firsts[0]), (firsts[0],)


ELEMENT_APPENDED = OutcomeOperator(
    name="element_appended",
    shapes=_SEQUENCES,
    variants=_first_element,
    change=lambda value, element: _rebuilt(value, (*elements_of(value), element)),
    examples=(Example([5], (6,), [5, 6]), Example("ab", ("c",), "abc"), Example((), (5,), (5,))),
)


def _duplicate(value: Any, position: int) -> Any:
    elements = list(elements_of(value))
    return _rebuilt(value, [*elements[:position], *elements[position:][:1], *elements[position:]])


ELEMENT_DUPLICATED = OutcomeOperator(
    name="element_duplicated",
    shapes=_SEQUENCES,
    variants=always(("first", (0,)), ("last", (-1,))),
    change=_duplicate,
    examples=(Example([5, 6], (0,), [5, 5, 6]), Example("abc", (-1,), "abcc"), Example([], (0,), [])),
)


def _change_element(value: Any, position: int) -> Any:
    elements = list(elements_of(value))
    if not elements:
        return value
    elements[position] = _neighbour(elements[position])
    return _rebuilt(value, elements)


def _neighbour(element: Any) -> Any:
    """A value of the same kind next to an element; what is neither number, Boolean nor text has none.

    >>> _neighbour(1.5), _neighbour(True), _neighbour("ab"), _neighbour("")
    (2.5, False, 'ac', 'a')
    """
    match element:
        case bool():
            return not element
        case int() | float():
            return element + 1
        case str():
            return element[:-1] + _next_character(element[-1:])
    return element


def _next_character(character: str) -> str:
    """The one after it; "a" where there is none, or only half of one."""
    after = ord(character) + 1 if character else 0x110000
    return "a" if 0xD800 <= after < 0xE000 or after >= 0x110000 else chr(after)


ELEMENT_OFF_BY_ONE = OutcomeOperator(
    name="element_off_by_one",
    shapes=_SEQUENCES,
    variants=always(("first", (0,)), ("last", (-1,))),
    change=_change_element,
    examples=(
        Example([5, 6], (0,), [6, 6]),
        Example("abc", (-1,), "abd"),
        Example(b"\xff", (0,), b"\x00"),
        Example([], (0,), []),
    ),
)


def _exchange(value: Any, i: int, j: int) -> Any:
    elements = list(elements_of(value))
    if len(elements) < 2:
        return value
    elements[i], elements[j] = elements[j], elements[i]
    return _rebuilt(value, elements)


ELEMENTS_SWAPPED = OutcomeOperator(
    name="elements_swapped",
    shapes=_SEQUENCES,
    variants=always(("first,second", (0, 1)), ("first,last", (0, -1))),
    change=_exchange,
    examples=(Example([5, 6, 7], (0, 1), [6, 5, 7]), Example("abc", (0, -1), "cba"), Example((5,), (0, 1), (5,))),
)
