"""Random trees, selection, and crossover and mutation of whole populations; each result depends on its seed alone."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from genmorph.fitness.kernel import Ints, Words
from genmorph.fitness.programs import Programs
from genmorph.model import UsageError
from genmorph.relations.operators import PADDING
from genmorph.search.breeding import choose_pairs, grow_relations, vary_pairs
from genmorph.search.grammar import Grammar, Row
from genmorph.search.parameters import Parameters
from genmorph.settings import EXPRESSIONS


def rows_of(programs: Programs) -> list[Row]:
    """The programs as unpadded lists, for what takes trees apart in plain Python."""
    sizes = programs.sizes.tolist()
    return [
        (codes[:size], constants[:size])
        for codes, constants, size in zip(programs.codes.tolist(), programs.constants.tolist(), sizes, strict=True)
    ]


def initialise(grammar: Grammar, count: int, seed: int) -> Programs:
    """Random relations, each of at least two nodes; the first ones are the same whatever their number."""
    codes = np.full((count, EXPRESSIONS.most_nodes), PADDING, np.int16)
    constants = np.zeros((count, EXPRESSIONS.most_nodes))
    grow_relations(codes, constants, grammar.rules, _word(seed))
    return Programs(codes, constants)


def pair_up(
    ranks: Ints, sizes: Ints, rejected: Words, incorrect: Words, pairs: int, parameters: Parameters, seed: int
) -> Ints:
    """The indices of the parents of each pair, pairs x 2.

    The first parent wins a tournament by `ranks` (0 best), or is the smaller of two such winners. The second one does
    so too or, with the given probability, is the best match: of the mates drawn the one that is right on most of the
    rows that the first gets wrong (for the smaller winner, see Luke and Panait: Fighting bloat with nonparametric
    parsimony pressure, 2002). `rejected` holds each tree's rejected rows as words of bits, `incorrect` marks those
    that should be; padding is 0 in both. Source: the paper, section 6; its code weighs the rows that both get wrong
    instead.

    >>> nobody, nothing = np.zeros((2, 0), np.uint64), np.zeros(0, np.uint64)
    >>> random = Parameters(best_match=0.0)
    >>> parents = pair_up(np.array([0, 1]), np.array([3, 3]), nobody, nothing, 50, random, seed=0)
    >>> int((parents == 0).sum()) > 50
    True
    """
    if not len(ranks):
        raise UsageError("ranks must not be empty")
    if len(sizes) != len(ranks):
        raise UsageError(f"sizes must be as many as ranks, {len(ranks)}, got {len(sizes)}")
    if rejected.shape != (len(ranks), len(incorrect)):
        raise UsageError(f"rejected must be {len(ranks)} x {len(incorrect)} words, got {rejected.shape}")
    chosen: Ints = choose_pairs(
        _frozen(ranks, np.int64),
        _frozen(sizes, np.int64),
        _frozen(rejected, np.uint64),
        _frozen(incorrect, np.uint64),
        pairs,
        parameters.tournament,
        parameters.parsimony,
        parameters.best_match,
        parameters.mates,
        _word(seed),
    )
    return chosen


def vary(programs: Programs, parents: Ints, grammar: Grammar, crossover: float, mutation: float, seed: int) -> Programs:
    """Two offspring of each pair of parents, next to each other: crossed, then mutated, with the given probabilities.

    Crossover exchanges two subtrees of one sort, never the roots, and gives up after nine that do not fit. Mutation
    changes a node, a subtree or a constant, each as often.
    """
    rows = parents.ravel()
    codes, constants = programs.codes[rows], programs.constants[rows]
    vary_pairs(codes, constants, grammar.rules, crossover, mutation, _word(seed))
    return Programs(codes, constants)


def _word(seed: int) -> np.uint64:
    return np.uint64(seed % 2**64)


def _frozen(array: NDArray[Any], dtype: type[np.generic]) -> NDArray[Any]:
    """A read-only view of fixed type and order, so that compiled code has a single signature."""
    view = np.ascontiguousarray(array, dtype).view()
    view.setflags(write=False)
    return view
