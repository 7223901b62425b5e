"""Selection, crossover and mutation of packed rows, with the generator passed in."""

from collections.abc import Sequence
from random import Random

from genmorph.fitness.programs import Programs, pack_rows
from genmorph.relations.expression import MAX_SIZE
from genmorph.relations.operators import FLOAT_CONSTANT, INT_CONSTANT
from genmorph.search.grammar import Grammar
from genmorph.search.trees import Row, ends_of, grow, grow_relation, node

CROSSOVER_TRIES = 9
SUBTREE_ROOM = 5


def rows_of(programs: Programs) -> list[Row]:
    """The programs as unpadded lists, for variation in plain Python."""
    sizes = programs.sizes.tolist()
    return [
        (codes[:size], constants[:size])
        for codes, constants, size in zip(programs.codes.tolist(), programs.constants.tolist(), sizes, strict=True)
    ]


def initialise(grammar: Grammar, count: int, rng: Random) -> Programs:
    """Random relations."""
    return pack_rows([grow_relation(grammar, rng) for _ in range(count)])


def tournament(ranks: Sequence[int], count: int, size: int, rng: Random) -> list[int]:
    """Indices of the winners of `count` tournaments; the first drawn wins a tie (paper, Table III).

    >>> tournament([0, 1], 50, 2, Random(0)).count(0) > 25
    True
    """
    draw, number = rng.random, len(ranks)
    winners = []
    for _ in range(count):
        best = int(draw() * number)
        for _ in range(size - 1):
            other = int(draw() * number)
            if ranks[other] < ranks[best]:
                best = other
        winners.append(best)
    return winners


def vary(
    parents: Sequence[Row], grammar: Grammar, crossover_share: float, mutation_share: float, rng: Random
) -> list[Row]:
    """As many offspring as parents: neighbours are crossed, then each is mutated, with the given probabilities."""
    offspring: list[Row] = []
    for first, second in zip(parents[::2], parents[1::2], strict=True):
        pair = cross(first, second, grammar, rng) if rng.random() < crossover_share else (first, second)
        offspring += [mutate(row, grammar, rng) if rng.random() < mutation_share else row for row in pair]
    return offspring


def cross(first: Row, second: Row, grammar: Grammar, rng: Random) -> tuple[Row, Row]:
    """Exchange two subtrees of one sort, never the roots; the parents themselves where no exchange fits."""
    if len(first[0]) < 2 or len(second[0]) < 2:
        return first, second
    sort_of = grammar.sort_of
    ends_a, ends_b = ends_of(first[0]), ends_of(second[0])
    for _ in range(CROSSOVER_TRIES):
        a = 1 + int(rng.random() * (len(ends_a) - 1))
        b = 1 + int(rng.random() * (len(ends_b) - 1))
        grown = (ends_b[b] - b) - (ends_a[a] - a)
        fits = len(ends_a) + grown <= MAX_SIZE and len(ends_b) - grown <= MAX_SIZE
        if fits and sort_of(first[0][a]) is sort_of(second[0][b]):
            return (
                _replace(first, a, ends_a[a], _part(second, b, ends_b[b])),
                _replace(second, b, ends_b[b], _part(first, a, ends_a[a])),
            )
    return first, second


def mutate(row: Row, grammar: Grammar, rng: Random) -> Row:
    """Change a node, a subtree or a constant, each as often."""
    constants = [index for index, code in enumerate(row[0]) if code in (INT_CONSTANT, FLOAT_CONSTANT)]
    choice = rng.random()
    if choice < 1 / 3 and constants:
        return _change_constant(row, rng.choice(constants), grammar, rng)
    index = int(rng.random() * len(row[0]))
    if choice < 2 / 3:
        return _change_node(row, index, grammar, rng)
    end = ends_of(row[0])[index]
    room = min(SUBTREE_ROOM, MAX_SIZE - len(row[0]) + end - index)
    part = grow(grammar, grammar.sort_of(row[0][index]), room, rng)
    changed = _replace(row, index, end, part)
    return changed if 1 < len(changed[0]) <= MAX_SIZE else row


def _change_node(row: Row, index: int, grammar: Grammar, rng: Random) -> Row:
    twins = grammar.twins[row[0][index]]
    if not twins:
        return row
    return _replace(row, index, index + 1, node(grammar, rng.choice(twins), rng))


def _change_constant(row: Row, index: int, grammar: Grammar, rng: Random) -> Row:
    """Another constant, or one close by: a step of 1 for an int, at most .1 of its value or .1 for a float."""
    if rng.random() < 0.5:
        return _replace(row, index, index + 1, node(grammar, INT_CONSTANT, rng))
    value = row[1][index]
    if row[0][index] == INT_CONSTANT:
        near = value + rng.choice((-1, 1))
    else:
        near = value + rng.uniform(-0.1, 0.1) * max(1.0, abs(value))
    return _replace(row, index, index + 1, ([row[0][index]], [near]))


def _part(row: Row, start: int, end: int) -> Row:
    return row[0][start:end], row[1][start:end]


def _replace(row: Row, start: int, end: int, part: Row) -> Row:
    return row[0][:start] + part[0] + row[0][end:], row[1][:start] + part[1] + row[1][end:]
