"""Random trees in prefix codes, and the parts that trees are taken apart into."""

from collections.abc import Iterator, Sequence
from random import Random

from genmorph.relations.expression import MAX_SIZE, operands, subtree_end
from genmorph.relations.operators import AND, FLOAT_CONSTANT, INT_CONSTANT, OPERATORS, Sort, arity
from genmorph.search.grammar import Grammar

Row = tuple[list[int], list[float]]
"""Prefix codes, and the constants at their nodes (0 elsewhere)."""

LEAF_SHARE = 0.3


def grow(grammar: Grammar, sort: Sort, room: int, rng: Random) -> Row:
    """A random tree of a sort with at most `room` nodes."""
    fitting = [code for code in grammar.operators[sort] if _least(grammar, code) <= room]
    leaves = grammar.leaves[sort]
    if not fitting or (leaves and (room < 2 or rng.random() < LEAF_SHARE)):
        return node(grammar, rng.choice(leaves), rng)
    code = rng.choice(fitting)
    wanted = OPERATORS[code].arguments
    codes, constants = [code], [0.0]
    for index, argument in enumerate(wanted):
        later = sum(least_size(grammar, other) for other in wanted[index + 1 :])
        part = grow(grammar, argument, room - len(codes) - later, rng)
        codes += part[0]
        constants += part[1]
    return codes, constants


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


def least_size(grammar: Grammar, sort: Sort) -> int:
    """The size of the smallest tree of a sort: Booleans need a comparison where no variable is Boolean."""
    return 1 if grammar.leaves[sort] else 3


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
    """All trees got by putting a descendant of the same sort in the place of a node."""
    codes, constants = row
    ends = [subtree_end(codes, index) for index in range(len(codes))]
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
        for _ in range(arity(codes[index])):
            end = stack.pop()
        ends[index] = end
        stack.append(end)
    return ends


def _least(grammar: Grammar, code: int) -> int:
    return 1 + sum(least_size(grammar, sort) for sort in OPERATORS[code].arguments)
