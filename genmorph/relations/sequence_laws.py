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
        case ["flip", ["flip", a]] | ["scale each", a, 1] | ["add each", a, 0] | ["truncate", a, _]:
            yield a
        case ["len", ["scale each" | "add each", a, _] | ["upper" | "lower", a]]:
            yield ["len", a]
        case [str() as outer, ["flip" | "sorted", a]] if outer in _ORDERLESS:
            yield [outer, a]
        case ["truncate", a, ["-", ["len", same], 1]] if a == same:
            yield ["remove", a, -1]
        case ["element", a, ["-", ["len", same], 1]] if a == same:
            yield ["element", a, -1]
    yield from _of_ends(tree)
    yield from _of_each(tree)


def measured(tree: Any) -> Any:
    """The tree with lengths and sums of what is put together as those of its parts.

    >>> measured(["<=", ["len", ["concatenate", ["flip", "a"], "b"]], 1])
    ['<=', ['+', ['len', 'a'], ['len', 'b']], 1]
    """
    match tree:
        case [("len" | "sum") as measure, ["concatenate", a, b]]:
            return ["+", measured([measure, a]), measured([measure, b])]
        case [("len" | "sum") as measure, ["flip" | "sorted", a]] | [
            "len" as measure,
            ["add each" | "scale each", a, _],
        ]:
            return measured([measure, a])
        case ["len", ["remove", a, _]]:
            return ["-", measured(["len", a]), 1]
        case [symbol, *parts]:
            return [symbol, *map(measured, parts)]
    return tree


def _of_ends(tree: Any) -> Iterator[Any]:
    """What is at the ends of turned and sorted sequences, and what is put together from turned ones."""
    match tree:
        case ["element", ["flip", a], (0 | -1) as place]:
            yield ["element", a, -1 - place]
        case ["element", ["sorted", a], (0 | -1) as place]:
            yield ["max" if place else "min", a]
        case ["flip", ["remove", ["flip", a], (0 | -1) as place]]:
            yield ["remove", a, -1 - place]
        case ["flip", ["concatenate", ["flip", a], ["flip", b]]]:
            yield ["concatenate", b, a]
        case ["concatenate", ["flip", a], ["flip", b]]:
            yield ["flip", ["concatenate", b, a]]
        case ["upper" | "lower" as outer, ["upper" | "lower", a]]:
            yield [outer, a]


def _of_each(tree: Any) -> Iterator[Any]:
    """Several changes of each element as one."""
    match tree:
        case ["scale each", ["scale each", a, (int() | float()) as first], (int() | float()) as second]:
            yield ["scale each", a, first * second]
            if first * second == 1:
                yield a
        case ["add each", ["add each", a, (int() | float()) as first], (int() | float()) as second]:
            yield ["add each", a, first + second]
            if first + second == 0:
                yield a
        case ["sum", ["scale each", a, amount]]:
            yield ["*", ["sum", a], amount]


def _freed(left: Any, right: Any) -> Iterator[Any]:
    """Equalities that say the same with the operation on the left undone."""
    match left, right:
        case ["flip", a], ["flip", b]:
            yield ["==", a, b]
        case [("scale each" | "add each"), a, c], [("scale each" | "add each"), b, d] if left[0] == right[0] and c == d:
            yield ["==", a, b]
        case ["concatenate", a, b], ["concatenate", c, d] if a == b and c == d:
            yield ["==", a, c]
        case ["concatenate", a, b], ["concatenate", c, d] if a == c or b == d:
            yield ["==", b, d] if a == c else ["==", a, c]
        case ["flip", a], _:
            yield ["==", a, ["flip", right]]
        case ["scale each", a, -1], _:
            yield ["==", a, ["scale each", right, -1]]
        case ["add each", a, (int() | float()) as amount], _:
            yield ["==", a, ["add each", right, -amount]]
        case ["add each", a, amount], _:
            yield ["==", a, ["add each", right, ["-", 0, amount]]]
