"""Inputs on their way to a worker, which makes the values that are built."""

from collections.abc import Sequence
from typing import Any

from genmorph.model import Built, Input

_ARRAY = "array:"


def sent(inputs: Sequence[Input], places: Sequence[int]) -> tuple[Input, ...]:
    """The inputs with wire forms at the places of what is built; the worker's `made` reads them.

    >>> sent([(Built("dict", (("a", (1,)),)), 2)], [0])
    ((('dict', [('a', ('tuple', [1]))]), 2),)
    """
    if not places:
        return tuple(inputs)
    return tuple(
        tuple(_wire(value) if place in places else value for place, value in enumerate(values)) for values in inputs
    )


def _wire(value: Any) -> Any:
    match value:
        case list():
            return "list", list(map(_wire, value))
        case tuple():
            return "tuple", list(map(_wire, value))
        case Built("dict", pairs):
            return "dict", [(_wire(key), _wire(item)) for key, item in pairs]
        case Built("call", (module, qualname, given, named)):
            return "call", module, qualname, list(map(_wire, given)), [(name, _wire(item)) for name, item in named]
        case Built(maker, (shape, elements)):
            return maker.removeprefix(_ARRAY), shape, list(elements)
    return value
