"""Of which kind plain values are, alone and together, and values that calls gave."""

import math
import sys
from collections.abc import Callable, Iterable, Sequence, Sized
from dataclasses import dataclass
from itertools import chain
from typing import Any

from genmorph.model import Array, Built, Container, Drained, Fields, Kind, UnsupportedError, UsageError
from genmorph.settings import VALUE_LIMITS
from genmorph.values.python_text import ARRAY
from genmorph.values.value_forms import is_odd_array

LARGEST_EXACT = 2**53
"""All ints up to this magnitude are exact floats."""
DEEP = f"values must have at most {VALUE_LIMITS.deepest_given} levels, got one that is deeper or holds itself"
_SEQUENCES: dict[Kind | None, Kind] = {kind.element: kind for kind in Kind if kind.element}
_ARRAY_KINDS = {"i": Kind.INT, "u": Kind.INT, "f": Kind.FLOAT, "b": Kind.BOOL}
INTS_AMONG = {Kind.FLOAT: Kind.INT, Kind.FLOATS: Kind.INTS}
"""The kinds of ints, or of sequences of these, whose values may stand among floats."""
PLAIN = frozenset({int, float, bool, str})
"""Types of values that need no closer look."""
_GIVEN_IN: dict[type, Container] = {list: Container.LIST, tuple: Container.TUPLE, bytes: Container.BYTES}
_CONTAINERS: dict[type, Container] = {**_GIVEN_IN, Array: Container.ARRAY, Drained: Container.ITERATOR}

_TYPES: dict[Kind, frozenset[type]] = {
    Kind.INT: frozenset({int}),
    Kind.FLOAT: frozenset({int, float}),
    Kind.BOOL: frozenset({bool}),
    Kind.TEXT: frozenset({str}),
}
"""The types that values of a kind have, ints where floats are expected among them."""

_WHERE_NONE: dict[Kind, Any] = {Kind.BOOL: False, Kind.TEXT: ""}


@dataclass(frozen=True, slots=True)
class Shape:
    """What values have in common: their kind, and the container of sequences."""

    kind: Kind
    container: Container | None = None

    def holds(self, value: object) -> bool:
        """Whether a value is of this kind and in this container; an empty sequence is of any kind.

        >>> Shape(Kind.INTS, Container.LIST).holds([]), Shape(Kind.INTS, Container.LIST).holds([1.5])
        (True, False)
        """
        if self.container is None:
            return scalar_kind(value) is self.kind and not is_too_long(value)
        elements = elements_of(value, self.container)
        if elements is None:
            return False
        if self.kind.element is None:
            return all(map(_is_plain, elements))
        return all(scalar_kind(element) is self.kind.element for element in elements)

    def admits(self, value: object) -> bool:
        """Whether values of this shape, and this one with them, are together of this shape; None is.

        >>> Shape(Kind.FLOATS, Container.LIST).admits([1]), Shape(Kind.INTS, Container.LIST).admits([1.5])
        (True, False)
        """
        found = common_shape([value])
        if value is None or found is None:
            return value is None
        if found.container is None or self.container is None:
            is_alike = found.container is self.container
        else:
            elements = elements_of(value, self.container)
            is_alike = elements is not None
            if not elements:
                return is_alike
        is_wider = self.kind is Kind.NESTED or found.kind is INTS_AMONG.get(self.kind)
        return is_alike and (found.kind is self.kind or is_wider)


def scalar_kind(value: object) -> Kind | None:
    """The kind of a number, a Boolean or a text; None for all else."""
    known = ((bool, Kind.BOOL), (int, Kind.INT), (float, Kind.FLOAT), (str, Kind.TEXT))
    return next((kind for one, kind in known if isinstance(value, one)), None)


def as_floats(value: Any, kind: Kind) -> Any:
    """The value with floats instead of ints where the kind is that of floats; OverflowError where one is too large."""
    if kind is Kind.FLOAT and type(value) is int:
        return float(value)
    if kind is Kind.FLOATS and isinstance(value, list | tuple):
        held = [as_floats(element, Kind.FLOAT) for element in value]
        return held if isinstance(value, list) else tuple(held)  # a named tuple takes its elements one by one
    return value


def value_of_none(kind: Kind) -> Any:
    """What relations read where an output of the kind is None; ints count as floats there.

    >>> value_of_none(Kind.FLOAT), value_of_none(Kind.TEXT), value_of_none(Kind.NESTED)
    (nan, '', [])
    """
    if kind is Kind.OTHER:
        return [None]
    return [] if kind.is_sequence else _WHERE_NONE.get(kind, math.nan)


def sequence_kind(elements: Iterable[Kind | None]) -> Kind:
    """The kind of sequences with elements of these kinds, None standing for what is no number, Boolean or text."""
    kinds = set(elements)
    if Kind.OTHER in kinds:
        return Kind.OTHER
    together = _together(kinds)
    return Kind.NESTED if together is None else _SEQUENCES.get(together, Kind.NESTED)


def common_kind(values: Iterable[object]) -> Kind | None:
    """The kind that holds all values, None among them left aside; None where there is no such kind.

    >>> common_kind([1, 2.5]), common_kind([True, 1]), common_kind([[1], None, [2]])
    (<Kind.FLOAT: 'float'>, None, <Kind.INTS: 'list[int]'>)
    """
    shape = common_shape(values)
    return None if shape is None else shape.kind


def common_shape(values: Iterable[object]) -> Shape | None:
    """The shape that holds all values, None among them left aside; None where there is no such shape."""
    present = [value for value in values if value is not None]
    containers = {_container_of(value) for value in present}
    if len(containers) != 1:
        return None
    (container,) = containers
    if container is None:
        kind = _together(set(map(scalar_kind, present)))
        return kind and Shape(kind)
    sequences = [elements_of(value, container) for value in present]
    if any(elements is None or not all(map(_is_plain, elements)) for elements in sequences):
        return None
    return Shape(sequence_kind({scalar_kind(e) for elements in sequences for e in elements or ()}), container)


def as_kind(value: Any, kind: Kind) -> Any:
    """The value as a plain value of the kind; subclasses and all NaNs lose what sets them apart, arrays are lists."""
    if value is None or kind is Kind.BOOL:
        return value
    match kind:
        case Kind.INT:
            return int(value)
        case Kind.FLOAT if isinstance(value, int) and abs(value) > LARGEST_EXACT:
            raise UsageError(f"ints listed beside floats must be within 2**53, got {value!r:.80}")
        case Kind.FLOAT:
            return math.nan if math.isnan(value) else float(value)
        case Kind.TEXT:
            return str.__str__(value)
    if isinstance(value, bytes):
        return bytes(value)
    given = value.tolist() if is_array(value) else value
    elements = (as_kind(element, kind.element or scalar_kind(element) or Kind.NESTED) for element in given)
    return tuple(elements) if isinstance(value, tuple) else list(elements)


def elements_of(value: Any, container: Container) -> Sequence[Any] | None:
    """The elements of a value in that container, arrays given as lists too.

    None where the container is another, where there are more elements than any domain holds, and for arrays of other
    kinds or more dimensions.
    """
    found = _container_of(value)
    if found is not container and (container, found) != (Container.ARRAY, Container.LIST):
        return None
    if is_array(value):
        return value.tolist() if array_kind(value) and not is_too_long(value) else None
    return None if is_too_long(value) else value


def is_too_long(value: object) -> bool:
    """Whether a text or sequence has more characters or elements than any domain holds."""
    try:
        return isinstance(value, Sized) and len(value) > VALUE_LIMITS.longest
    except TypeError:  # arrays have a length by their type, but none without dimensions
        return False


def is_too_deep(values: Iterable[Any]) -> bool:
    """Whether lists, tuples, dicts, sets or dataclasses are nested too deep, as those are that hold themselves.

    >>> held = [1]
    >>> held.append({"self": held})
    >>> is_too_deep([held]), is_too_deep([[[1]], {1: ()}])
    (True, False)
    """
    level = list(values)
    for _ in range(VALUE_LIMITS.deepest_given):
        inner = chain.from_iterable(map(_items, level))
        level = list({id(item): item for item in inner}.values())  # each once: what holds itself twice would grow
        if not level:
            return False
    return True


def _items(value: Any) -> Iterable[Any]:
    match value:
        case list() | tuple() | set() | frozenset():
            return value
        case dict():
            return chain(value, value.values())
    return [getattr(value, name, None) for name in getattr(type(value), "__dataclass_fields__", ())]


def one_deeper(depth: int) -> int:
    """The level inside of a value on this level; UsageError where it is too deep."""
    if depth == VALUE_LIMITS.deepest_given:
        raise UsageError(DEEP)
    return depth + 1


def is_array(value: object) -> bool:
    """Whether the value is a numpy array that its elements give; where numpy was not imported, there are none."""
    numpy = sys.modules.get("numpy")
    return numpy is not None and isinstance(value, numpy.ndarray) and not is_odd_array(value)


def plain_number(value: Any) -> Any:
    """The value, a numpy scalar as the number that it is."""
    numpy = sys.modules.get("numpy")
    return value.item() if numpy is not None and isinstance(value, numpy.generic) else value


def array_kind(array: Any) -> Kind | None:
    """The kind of the elements of a one-dimensional array; None where it has others, or more dimensions."""
    return _ARRAY_KINDS.get(array.dtype.kind) if array.ndim == 1 else None


def _container_of(value: object) -> Container | None:
    given = _GIVEN_IN.get(type(value))
    if given is None:
        given = next((container for one, container in _GIVEN_IN.items() if isinstance(value, one)), None)
    return Container.ARRAY if given is None and is_array(value) else given


def _together(kinds: set[Kind | None]) -> Kind | None:
    if kinds == {Kind.INT, Kind.FLOAT}:
        return Kind.FLOAT
    return next(iter(kinds)) if len(kinds) == 1 else None


def _is_plain(value: object, depth: int = VALUE_LIMITS.deepest_observed) -> bool:
    """Whether the value is of numbers, Booleans, texts, bytes, None, lists and tuples alone."""
    if isinstance(value, list | tuple):
        return depth > 0 and all(_is_plain(element, depth - 1) for element in value)
    return value is None or isinstance(value, bytes) or scalar_kind(value) is not None


def kind_of(values: Iterable[Any]) -> tuple[Kind, Container | None]:
    """The kind of all the values and what holds their elements; UnsupportedError where they have none in common.

    Ints and floats together are floats. Elements of several kinds, lists among them and no elements at all are nested.
    """
    values = list(values)
    types = set(map(type, values))
    container = _CONTAINERS.get(next(iter(types))) if len(types) == 1 else None
    if container is Container.BYTES:
        return Kind.INTS, container
    if container is not None:
        types = set(map(type, chain.from_iterable(map(given_elements, values))))
        for is_refused, refusal in _REFUSED_INSIDE if not types <= _AS_THEY_ARE else ():
            if any(has_inside(element, is_refused) for value in values for element in given_elements(value)):
                raise UnsupportedError(refusal)
    found = next((kind for kind, accepted in _TYPES.items() if types <= accepted), None)
    if container is not None:
        return _SEQUENCES[found] if found and types else Kind.NESTED, container
    if found is not None:
        return found, None
    special = {Array: "array", Drained: "iterator", Fields: "object with fields", type(None): "None", Built: "object"}
    names = sorted(special.get(kind, kind.__name__) for kind in types)
    if len(names) == 1:
        raise UnsupportedError(f"no number, Boolean, text or sequence, but {names[0]}")
    raise UnsupportedError(f"values of one type are needed, got {', '.join(names)}")


def has_inside(value: Any, is_meant: Callable[[Any], bool]) -> bool:
    """Whether what a call gave is such a value, or holds one somewhere inside."""
    match value:
        case _ if is_meant(value):
            return True
        case Built(parts=parts) | Fields(values=parts) | Array(elements=parts) | Drained(elements=parts):
            return any(has_inside(part, is_meant) for part in parts)
        case list() | tuple():
            return any(has_inside(part, is_meant) for part in value)
        case dict():
            return any(has_inside(part, is_meant) for part in chain(value, value.values()))
    return False


def is_given_table(value: Any) -> bool:
    """Whether what a call gave is an array or a table, which Python compares element by element."""
    match value:
        case Array() | Built("call", ("pandas" | "polars", *_)):
            return True
        case Built(maker):
            return maker.startswith(ARRAY)
    return False


def _is_given_set(value: Any) -> bool:
    match value:
        case Built("call", ("builtins", "set" | "frozenset", *_)):
            return True
    return False


_REFUSED_INSIDE = (
    (is_given_table, "no numpy arrays inside of sequences are compared, nor tables; give their .tolist()"),
    (_is_given_set, "no sets inside of sequences are compared; give sorted(...) of them"),  # they have no order
)
"""What is not compared where it stands in a sequence, with the reason and the way out."""


def given_elements(value: Any) -> Sequence[Any]:
    """The elements of a list, tuple, bytes, array or iterator."""
    elements: Sequence[Any] = value.elements if type(value) in (Array, Drained) else value
    return elements


def holds(kind: Kind, container: Container | None, value: Any) -> bool:
    """Whether an output of that kind and container can have the value."""
    if container is None:
        return type(value) in _TYPES.get(kind, ())
    if _CONTAINERS.get(type(value)) is not container:
        return False
    return kind.element is None or _TYPES[kind.element].issuperset(map(type, given_elements(value)))


def normalised(value: Any) -> Any:
    """A value that an output can have, as relations see it: sequences as lists, objects inside of them as tuples."""
    if type(value) not in _CONTAINERS:
        return value
    elements = given_elements(value)
    if type(value) is list and _AS_THEY_ARE.issuperset(map(type, elements)):
        return value
    return [_inside(element) for element in elements]


_AS_THEY_ARE = frozenset({int, float, bool, str, bytes, type(None)})


def _inside(value: Any) -> Any:
    if type(value) is Fields:
        return tuple(map(_inside, value.values))
    if type(value) is dict:
        return {key: _inside(item) for key, item in value.items()}
    return type(value)(map(_inside, value)) if type(value) in (list, tuple) else value
