"""The kernel of genmorph: false positives, false negatives, kills and rejected rows of a population in one call."""

from collections.abc import Sequence

import numpy as np

from benchmarks.contest.evaluators import Verdicts
from benchmarks.contest.workload import Row
from genmorph.fitness.programs import pack_rows
from genmorph.fitness.scores import Scores, score
from genmorph.fitness.table import Table, unpack_bits


class Ours:
    """Relations as packed prefix codes, as the search holds them."""

    def __init__(self, relations: Sequence[Row], table: Table) -> None:
        self._programs = pack_rows(relations)
        self._table = table

    def evaluate(self) -> Scores:
        """The whole of `score`, its planning included."""
        return score(self._programs, self._table)

    def verdicts(self) -> Verdicts:
        """Which rows are not rejected, in the order of the executions."""
        scores = self.evaluate()
        order = self._table.row_of_bit
        bits = np.flatnonzero(order >= 0)
        verdicts = np.empty((len(self._programs), self._table.rows), np.bool_)
        for tree, words in enumerate(scores.rejected):
            verdicts[tree, order[bits]] = ~unpack_bits(words)[bits]
        return verdicts
