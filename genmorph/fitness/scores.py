"""False positives, false negatives and kills of a population; the two orders of dominance."""

from dataclasses import dataclass

import numpy as np

from genmorph.fitness.kernel import Flags, Ints, Words, evaluate
from genmorph.fitness.programs import Programs
from genmorph.fitness.table import Table, unpack_bits


@dataclass(frozen=True, slots=True, eq=False)
class Scores:
    """One entry for each tree.

    `false_positives` and `false_negatives` count rows; `rejected` holds the rejected rows as words of bits;
    `kills` is trees x judged mutants; `missed` is equal for trees that miss the same incorrect rows, and, but for
    collisions of 64 bits, different for others.
    """

    false_positives: Ints
    false_negatives: Ints
    rejected: Words
    kills: Flags
    missed: Ints


def score(programs: Programs, table: Table) -> Scores:
    """Evaluate all programs on all rows of the table.

    Source: fitness of the paper, section 6.
    """
    rejected, counts, kills, missed = evaluate(
        programs.codes,
        programs.constants,
        table.numbers,
        table.booleans,
        table.sequences,
        table.slots,
        table.exact,
        table.valid,
        table.segments,
        table.tolerance.relative,
        table.tolerance.absolute,
    )
    return Scores(
        false_positives=counts[:, 0],
        false_negatives=table.incorrect - counts[:, 1],
        rejected=rejected,
        kills=kills,
        missed=missed.view(np.int64),
    )


def rejected_rows(scores: Scores, tree: int, table: Table) -> Ints:
    """The rows of the executions that one tree rejects, in ascending order of their place in the table."""
    return table.row_of_bit[unpack_bits(scores.rejected[tree])]


def fp_dominance(false_positives: Ints, false_negatives: Ints, sizes: Ints) -> Ints:
    """Ranks, 0 best, by false positives, then false negatives, then size; equal trees rank equal.

    >>> fp_dominance(np.array([1, 0, 0]), np.array([0, 9, 3]), np.array([3, 3, 5])).tolist()
    [2, 1, 0]
    """
    return _dense_rank(false_positives, false_negatives, sizes)


def fn_dominance(false_positives: Ints, false_negatives: Ints, sizes: Ints) -> Ints:
    """Ranks, 0 best, by false negatives, then false positives, then size; equal trees rank equal."""
    return _dense_rank(false_negatives, false_positives, sizes)


def _dense_rank(*keys: Ints) -> Ints:
    order = np.lexsort(keys[::-1])
    stacked = np.stack(keys)[:, order]
    steps = np.any(stacked[:, 1:] != stacked[:, :-1], axis=0)
    ranks = np.empty(len(order), np.int64)
    ranks[order] = np.concatenate([[0], np.cumsum(steps)])
    return ranks
