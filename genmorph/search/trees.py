"""The parts that trees are taken apart into."""

from collections.abc import Iterator, Sequence

from genmorph.relations.expression import operands
from genmorph.relations.operators import AND, IFF, LESS, LESS_EQUAL, NOT, OPERATORS, XOR
from genmorph.search.grammar import Grammar

Row = tuple[list[int], list[float]]
"""Prefix codes, and the constants at their nodes (0 elsewhere)."""

_ARGUMENTS = {operator.code: operator.arguments for operator in OPERATORS}


def conjuncts(row: Row) -> Iterator[Row]:
    """The parts of a top-level conjunction, at any depth of `and`; the tree itself where there is none."""
    codes, constants = row
    ends = ends_of(codes)
    waiting = [0]
    while waiting:
        start = waiting.pop()
        if codes[start] == AND:
            waiting += [ends[start + 1], start + 1]
        else:
            yield codes[start : ends[start]], constants[start : ends[start]]


def reductions(grammar: Grammar, row: Row) -> Iterator[Row]:
    """All trees got by putting a descendant of the same sort in the place of a node.

    Also those with `<=` for a `<`, and with `not a` for an `a iff b`, an `a xor b`, a `b iff a` or a `b xor a`.
    """
    codes, constants = row
    ends = ends_of(codes)
    for start, code in enumerate(codes):
        if code == LESS:
            yield [*codes[:start], LESS_EQUAL, *codes[start + 1 :]], constants
        for inner in operands(codes, start) if code in (IFF, XOR) else ():
            yield (
                [*codes[:start], NOT, *codes[inner : ends[inner]], *codes[ends[start] :]],
                [*constants[:start], 0.0, *constants[inner : ends[inner]], *constants[ends[start] :]],
            )
    for start, end in enumerate(ends):
        sort = grammar.sort_of(codes[start])
        for inner in range(start + 1, end):
            if grammar.sort_of(codes[inner]) is sort:
                yield (
                    codes[:start] + codes[inner : ends[inner]] + codes[end:],
                    constants[:start] + constants[inner : ends[inner]] + constants[end:],
                )


def ends_of(codes: Sequence[int]) -> list[int]:
    """For each node, the index just after its subtree."""
    ends = [0] * len(codes)
    stack: list[int] = []
    for index in range(len(codes) - 1, -1, -1):
        end = index + 1
        for _ in _ARGUMENTS.get(codes[index], ()):
            end = stack.pop()
        ends[index] = end
        stack.append(end)
    return ends
