"""Random trees in prefix codes, and the parts that trees are taken apart into."""

from collections.abc import Iterator, Sequence
from random import Random

from genmorph.relations.expression import MAX_SIZE, operands, subtree_end
from genmorph.relations.operators import (
    AND,
    FLOAT_CONSTANT,
    IFF,
    INT_CONSTANT,
    LESS,
    LESS_EQUAL,
    NOT,
    OPERATORS,
    XOR,
    Sort,
)
from genmorph.search.grammar import Grammar, least_size

Row = tuple[list[int], list[float]]
"""Prefix codes, and the constants at their nodes (0 elsewhere)."""

LEAF_SHARE = 0.3
ARGUMENTS = {operator.code: operator.arguments for operator in OPERATORS}


def grow(grammar: Grammar, sort: Sort, room: int, rng: Random) -> Row:
    """A random tree of a sort with at most `room` nodes."""
    codes: list[int] = []
    constants: list[float] = []
    _grow(grammar, sort, room, rng, (codes, constants))
    return codes, constants


def _grow(grammar: Grammar, sort: Sort, room: int, rng: Random, row: Row) -> None:
    """Append a random tree to a row."""
    fitting = grammar.fitting[sort, room]
    leaves = grammar.leaves[sort]
    if not fitting or (leaves and (room < 2 or rng.random() < LEAF_SHARE)):
        code = leaves[int(rng.random() * len(leaves))]
    else:
        code = fitting[int(rng.random() * len(fitting))]
    codes, constants = row
    start = len(codes)
    part = node(grammar, code, rng)
    codes += part[0]
    constants += part[1]
    wanted = ARGUMENTS.get(code, ())
    later = sum(least_size(argument, grammar.leaves) for argument in wanted)
    for argument in wanted:
        later -= least_size(argument, grammar.leaves)
        _grow(grammar, argument, room - (len(codes) - start) - later, rng, row)


def grow_relation(grammar: Grammar, rng: Random) -> Row:
    """A random Boolean tree; its size limit is drawn evenly, so that small trees are common."""
    while True:
        row = grow(grammar, Sort.BOOLEAN, rng.randint(3, MAX_SIZE), rng)
        if len(row[0]) > 1:
            return row


def node(grammar: Grammar, code: int, rng: Random) -> Row:
    """One node of this code, with a drawn value where it is a constant."""
    if code != INT_CONSTANT:
        return [code], [0.0]
    constant = grammar.draw_constant(rng)
    return [INT_CONSTANT if isinstance(constant, int) else FLOAT_CONSTANT], [float(constant)]


def conjuncts(row: Row) -> Iterator[Row]:
    """The parts of a top-level conjunction, at any depth of `and`; the tree itself where there is none."""
    codes, constants = row
    if codes[0] != AND:
        yield row
        return
    for start in operands(codes, 0):
        end = subtree_end(codes, start)
        yield from conjuncts((codes[start:end], constants[start:end]))


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
        for _ in ARGUMENTS.get(codes[index], ()):
            end = stack.pop()
        ends[index] = end
        stack.append(end)
    return ends
