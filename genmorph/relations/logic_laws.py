"""Other forms of parts that are true or false; like those of algebra, only taken where they agree on all executions."""

from collections.abc import Iterator
from typing import Any


def other_connectives(tree: Any) -> Iterator[Any]:
    """Other forms of the root of a tree that is true or false.

    >>> list(other_connectives(["and", ["<=", "a", "b"], ["<=", "b", "a"]]))
    [['==', 'a', 'b'], ['==', 'b', 'a']]
    >>> list(other_connectives(["not", ["and", "a", ["not", "b"]]]))[0]
    ['implies', 'a', 'b']
    """
    yield from _without_not(tree)
    match tree:
        case ["xor", a, b]:
            yield ["not", ["iff", a, b]]
        case ["iff", a, b]:
            yield ["iff", b, a]
            for whole, part in ((a, b), (b, a)):
                yield from _implied(whole, part)
        case ["implies", a, ["implies", b, c]]:
            yield ["implies", ["and", a, b], c]
        case [("and" | "or") as symbol, a, b]:
            for first, second in ((a, b), (b, a)):
                yield from _joined(symbol, first, second)
            yield from _factored(symbol, a, b)


def _without_not(tree: Any) -> Iterator[Any]:
    match tree:
        case ["not", inner]:
            yield from _negations(inner)
        case ["and", ["not", a], ["not", b]]:
            yield ["not", ["or", a, b]]
        case ["or", ["not", a], ["not", b]] | ["implies", a, ["not", b]]:
            yield ["not", ["and", a, b]]
        case ["or", ["not", a], b] | ["or", b, ["not", a]]:
            yield ["implies", a, b]
        case ["implies", ["not", a], b]:
            yield ["or", a, b]
        case [("iff" | "xor") as symbol, ["not", a], ["not", b]]:
            yield [symbol, a, b]
        case [("iff" | "xor") as symbol, ["not", a], b] | [("iff" | "xor") as symbol, b, ["not", a]]:
            yield ["not", ["iff", b, a]] if symbol == "iff" else ["iff", b, a]


def _negations(inner: Any) -> Iterator[Any]:
    """What is true where the tree is not."""
    match inner:
        case ["not", a]:
            yield a
        case ["xor", a, b]:
            yield ["iff", a, b]
        case ["<", a, b]:
            yield ["<=", b, a]
        case ["<=", a, b]:
            yield ["<", b, a]
        case ["and", a, ["not", b]] | ["and", ["not", b], a]:
            yield ["implies", a, b]
        case ["implies", a, b]:
            yield ["and", a, ["not", b]]
        case ["and", a, b]:
            yield ["or", ["not", a], ["not", b]]
        case ["or", a, b]:
            yield ["and", ["not", a], ["not", b]]


def _joined(symbol: str, first: Any, second: Any) -> Iterator[Any]:
    """Two claims about the same as one."""
    match symbol, first, second:
        case "and", ["<=", a, b], ["<=", c, d] if [a, b] == [d, c]:
            yield ["==", a, b]
        case "and", ["<=", a, b], ["not", ["==", c, d]] if [a, b] in ([c, d], [d, c]):
            yield ["<", a, b]
        case "or", ["<", a, b], ["==", c, d] if [a, b] in ([c, d], [d, c]):
            yield ["<=", a, b]
        case "or", ["<", a, b], ["<", c, d] if [a, b] == [d, c]:
            yield ["not", ["==", a, b]]
        case "and", ["implies", a, b], ["implies", c, d] if [a, b] == [d, c]:
            yield ["iff", a, b]
        case "and", [("startswith" | "contains") as claim, a, b], [same, c, d] if claim == same and [a, b] == [d, c]:
            yield ["==", a, b]
        case "and", ["startswith", a, b], ["==", ["len", c], ["len", d]] if [a, b] in ([c, d], [d, c]):
            yield ["==", a, b]
        case "or", ["and", a, b], ["and", ["not", c], ["not", d]] if [a, b] in ([c, d], [d, c]):
            yield ["iff", a, b]
        case "or", ["and", a, b], ["not", ["or", c, d]] if [a, b] in ([c, d], [d, c]):
            yield ["iff", a, b]


def _implied(whole: Any, part: Any) -> Iterator[Any]:
    """What is as true as it is together with something else implies that, or is implied by it."""
    match whole:
        case ["and", a, b] if part in (a, b):
            yield ["implies", part, b if part == a else a]
        case ["or", a, b] if part in (a, b):
            yield ["implies", b if part == a else a, part]


def _factored(symbol: str, left: Any, right: Any) -> Iterator[Any]:
    """`(a or b) and (a or c)` as `a or (b and c)`, and the other way round."""
    other = "or" if symbol == "and" else "and"
    if left[0] != other or right[0] != other:
        return
    for i, common in enumerate(left[1:]):
        for j, same in enumerate(right[1:]):
            if common == same:
                yield [other, common, [symbol, left[2 - i], right[2 - j]]]
