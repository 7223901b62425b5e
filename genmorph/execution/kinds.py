"""Of what kind the values are that calls gave, and which values an output of a kind can hold."""

from collections.abc import Iterable, Sequence
from itertools import chain
from typing import Any

from genmorph.model import Array, Container, Drained, Fields, Kind, UnsupportedError

PLAIN = frozenset({int, float, bool, str})
"""Types of values that need no closer look."""
_CONTAINERS = {
    list: Container.LIST,
    tuple: Container.TUPLE,
    bytes: Container.BYTES,
    Array: Container.ARRAY,
    Drained: Container.ITERATOR,
}
_SCALARS: dict[Kind, frozenset[type]] = {
    Kind.INT: frozenset({int}),
    Kind.FLOAT: frozenset({int, float}),
    Kind.BOOL: frozenset({bool}),
    Kind.TEXT: frozenset({str}),
}
_SEQUENCES = {Kind.INTS: Kind.INT, Kind.FLOATS: Kind.FLOAT, Kind.BOOLS: Kind.BOOL, Kind.TEXTS: Kind.TEXT}
_NAMES = {Array: "array", Fields: "object with fields", type(None): "None"}


def kind_of(values: Iterable[Any]) -> tuple[Kind, Container | None]:
    """The kind of all the values and what holds their elements; UnsupportedError where they have none in common.

    Ints and floats together are floats. Elements of several kinds, lists among them and no elements at all are nested.

    >>> kind_of([1, 0.5]), kind_of([[], ["a"]])
    ((<Kind.FLOAT: 'float'>, None), (<Kind.TEXTS: 'list[str]'>, <Container.LIST: 'list'>))
    """
    values = list(values)
    types = set(map(type, values))
    container = _CONTAINERS.get(next(iter(types))) if len(types) == 1 else None
    if container is Container.BYTES:
        return Kind.INTS, container
    if container is not None:
        return _kind_of_elements(set(map(type, chain.from_iterable(map(elements_of, values))))), container
    for kind, accepted in _SCALARS.items():
        if types <= accepted:
            return kind, None
    names = sorted(_NAMES.get(kind, kind.__name__) for kind in types)
    if len(names) == 1:
        raise UnsupportedError(f"no number, Boolean, text or sequence, but {names[0]}")
    raise UnsupportedError(f"values of one type are needed, got {', '.join(names)}")


def _kind_of_elements(types: set[type]) -> Kind:
    if Array in types:
        raise UnsupportedError("no numpy arrays inside of sequences are compared; give their .tolist()")
    return next((kind for kind, one in _SEQUENCES.items() if types and types <= _SCALARS[one]), Kind.NESTED)


def elements_of(value: Any) -> Sequence[Any]:
    """The elements of a list, tuple, bytes, array or iterator."""
    elements: Sequence[Any] = value.elements if type(value) in (Array, Drained) else value
    return elements


def holds(kind: Kind, container: Container | None, value: Any) -> bool:
    """Whether an output of that kind and container can have the value.

    >>> holds(Kind.FLOAT, None, 1), holds(Kind.INT, None, True), holds(Kind.INTS, Container.LIST, [0.5])
    (True, False, False)
    """
    if container is None:
        return type(value) in _SCALARS.get(kind, ())
    if _CONTAINERS.get(type(value)) is not container:
        return False
    return kind is Kind.NESTED or _SCALARS[_SEQUENCES[kind]].issuperset(map(type, elements_of(value)))


def normalised(value: Any) -> Any:
    """A value that an output can have, as relations see it: sequences as lists, objects inside of them as tuples.

    >>> normalised((1, 2)), normalised([Fields(("x",), (1,))])
    ([1, 2], [(1,)])
    """
    if type(value) not in _CONTAINERS:
        return value
    elements = elements_of(value)
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
