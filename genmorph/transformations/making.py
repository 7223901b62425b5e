"""Texts and sequences made of others; what they hold their elements in stays."""

from collections.abc import Callable, Iterable
from typing import Any

_BYTE = range(256)


def remade(value: Any, elements: Iterable[Any]) -> Any:
    """The elements in a container like the value's; None where bytes cannot hold them.

    >>> remade("ab", ["x", "y"]), remade((1,), [2]), remade(b"a", [98]), remade(b"a", [256])
    ('xy', (2,), b'b', None)
    """
    made = list(elements)
    match value:
        case str():
            return "".join(made)
        case tuple():
            return tuple(made)
        case bytes():
            return bytes(made) if all(element in _BYTE for element in made) else None
    return made


def mapped(value: Any, change: Callable[[Any], Any]) -> Any:
    """A number or Boolean changed, or each element of a sequence; None where bytes cannot hold the new elements.

    >>> mapped(3, abs), mapped((3, -4), abs)
    (3, (3, 4))
    """
    return change(value) if isinstance(value, int | float) else remade(value, (change(element) for element in value))
