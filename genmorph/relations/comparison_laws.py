"""Other forms of comparisons of numbers; like those of algebra, only taken where they agree on all executions."""

from collections.abc import Iterator
from typing import Any


def other_comparisons(tree: Any) -> Iterator[Any]:
    """Other forms of a root that compares two numbers, without looking into sums and products.

    >>> list(other_comparisons(["<=", ["abs", ["-", "a", "b"]], 0]))
    [['==', ['-', 'a', 'b'], 0], ['==', 'a', 'b']]
    >>> list(other_comparisons(["<=", 1, "n"]))
    [['<', 0, 'n']]
    """
    match tree:
        case [("==" | "<" | "<="), ["abs", a], int() | float()]:
            yield ["==", a, 0]
            yield from _without_zero("==", a)
        case ["==", int() | float() | ["abs", _], ["abs", a]]:
            yield ["==", a, 0]
        case ["<", 0, ["abs", a]]:
            yield ["not", ["==", a, 0]]
            yield from (["not", form] for form in _without_zero("==", a))
        case ["==", ["abs", a], ["abs", b]]:
            yield ["==", a, b]
    yield from _compared_with_zero(tree)
    yield from _without_one(tree)
    match tree:
        case [("==" | "<" | "<=") as symbol, a, 0]:
            yield from _without_zero(symbol, a)
        case [("==" | "<" | "<=") as symbol, 0, ["-", a, b]] if a != 0:
            yield [symbol, b, a]


def _without_zero(symbol: str, a: Any) -> Iterator[Any]:
    match a:
        case ["-", 0, b]:
            yield [symbol, 0, b]
        case ["-", b, c]:
            yield [symbol, b, c]
        case ["+", b, c] if symbol == "==":
            yield ["==", b, ["-", 0, c]]
            yield ["==", c, ["-", 0, b]]


def _compared_with_zero(tree: Any) -> Iterator[Any]:
    """Of ints, what is at least one is more than zero."""
    match tree:
        case ["<=", 1, a]:
            yield ["<", 0, a]
        case ["<=", a, -1]:
            yield ["<", a, 0]
        case ["<", a, 1]:
            yield ["<=", a, 0]
        case ["<", -1, a]:
            yield ["<=", 0, a]


def _without_one(tree: Any) -> Iterator[Any]:
    """Of ints, what is at least one more is more."""
    match tree:
        case ["<=", ["+", a, 1] | ["+", 1, a], b] | ["<=", a, ["-", b, 1]]:
            yield ["<", a, b]
        case ["<", a, ["+", b, 1] | ["+", 1, b]] | ["<", ["-", a, 1], b]:
            yield ["<=", a, b]
