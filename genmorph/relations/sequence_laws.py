"""Other forms of parts about sequences; like those of algebra, only taken where they agree on all executions."""

from collections.abc import Iterator
from typing import Any

_ORDERLESS = ("len", "sum", "min", "max", "sorted")
"""What does not depend on the order of the elements, up to rounding."""


def other_sequences(tree: Any) -> Iterator[Any]:
    """Other forms of the root of a tree.

    >>> list(other_sequences(["==", ["flip", "return_f"], ["flip", "return_s"]]))[0]
    ['==', 'return_f', 'return_s']
    >>> list(other_sequences(["len", ["flip", "return_f"]]))
    [['len', 'return_f']]
    """
    match tree:
        case ["==", left, right]:
            yield from _freed(left, right)
            yield from ([*other[:1], other[2], other[1]] for other in _freed(right, left))
        case ["flip", ["flip", a]] | ["scale each", a, 1] | ["add each", a, 0]:
            yield a
        case ["scale each", ["scale each", a, -1], -1]:
            yield a
        case ["truncate", a, _]:
            yield a
        case ["len", ["scale each" | "add each", a, _]]:
            yield ["len", a]
        case [str() as outer, ["flip" | "sorted", a]] if outer in _ORDERLESS:
            yield [outer, a]


def _freed(left: Any, right: Any) -> Iterator[Any]:
    """Equalities that say the same with the operation on the left undone."""
    match left, right:
        case ["flip", a], ["flip", b]:
            yield ["==", a, b]
        case ["scale each", a, -1], ["scale each", b, -1]:
            yield ["==", a, b]
        case ["flip", a], _:
            yield ["==", a, ["flip", right]]
        case ["scale each", a, -1], _:
            yield ["==", a, ["scale each", right, -1]]
        case ["add each", a, (int() | float()) as amount], _:
            yield ["==", a, ["add each", right, -amount]]
        case ["add each", a, amount], _:
            yield ["==", a, ["add each", right, ["-", 0, amount]]]
