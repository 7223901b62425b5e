"""Trees -> their figures on one table; no tree is scored twice."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from genmorph.fitness.programs import Programs, pack_rows
from genmorph.fitness.scores import Scores, score
from genmorph.fitness.table import Table
from genmorph.relations.expression import FOLLOW_UP_SIDE, SOURCE_SIDE
from genmorph.relations.operators import AND, FIRST_VARIABLE
from genmorph.search.archive import Archive
from genmorph.search.grammar import Grammar
from genmorph.search.population import Population
from genmorph.search.trees import Row, conjuncts
from genmorph.search.variation import rows_of

MATCHED = 64
"""Words of rows by which mates are matched, spread over the table."""
_FIGURES = 3


class Evaluator:
    """Scores trees on a table and shows them to the archive.

    Trees are known by their hashes, whatever the order of commutative operands. `incorrect` marks the incorrect rows
    among those by which mates are matched.
    """

    def __init__(self, table: Table, grammar: Grammar, archive: Archive, evaluations: float) -> None:
        self.table = table
        self.grammar = grammar
        self.archive = archive
        self.evaluations = evaluations
        self._matched = np.unique(np.linspace(0, table.valid.size - 1, MATCHED).astype(np.intp))
        self.incorrect = table.incorrect_bits[self._matched]
        self._places: dict[int, int] = {}
        self._figures = np.empty((0, _FIGURES), np.int64)
        self._rejected = np.empty((0, len(self._matched)), np.uint64)
        self._sides = tuple(
            [FIRST_VARIABLE + index for index, variable in enumerate(grammar.variables) if variable.role in roles]
            for roles in (SOURCE_SIDE, FOLLOW_UP_SIDE)
        )

    def evaluate(self, programs: Programs) -> Population:
        """The programs with their figures; those seen before cost nothing."""
        hashes = programs.hashes().tolist()
        fresh = {key: row for row, key in enumerate(hashes) if key not in self._places}
        if fresh:
            self._score(programs.take(list(fresh.values())), list(fresh))
        places = np.array([self._places[key] for key in hashes], np.intp)
        figures = self._figures[places]
        return Population(programs, figures[:, 0], figures[:, 1], figures[:, 2], self._rejected[places])

    def relates(self, programs: Programs) -> NDArray[np.bool_]:
        """Which trees mention outputs of both calls."""
        source, follow_up = (np.isin(programs.codes, side).any(axis=1) for side in self._sides)
        return np.asarray(source & follow_up)

    def _score(self, programs: Programs, keys: list[int]) -> None:
        scores = score(programs, self.table)
        self.evaluations += len(programs) * self.table.rows / 1e6
        self.archive.add(programs, scores, self.relates(programs))
        self._remember(scores, keys)
        parts = self._conjuncts_of(programs, scores)
        if parts:
            self.evaluate(pack_rows(parts))

    def _remember(self, scores: Scores, keys: list[int]) -> None:
        first = len(self._places)
        self._places.update(zip(keys, range(first, first + len(keys)), strict=True))
        while len(self._figures) < len(self._places):
            self._figures = _grown(self._figures)
            self._rejected = _grown(self._rejected)
        new = slice(first, len(self._places))
        self._figures[new] = np.stack([scores.false_positives, scores.false_negatives, scores.missed], axis=1)
        self._rejected[new] = scores.rejected[:, self._matched]

    def _conjuncts_of(self, programs: Programs, scores: Scores) -> list[Row]:
        split = np.flatnonzero((programs.codes[:, 0] == AND) & (scores.false_positives == 0))
        return [part for row in rows_of(programs.take(split)) for part in conjuncts(row)] if len(split) else []


def _grown(array: NDArray[Any]) -> NDArray[Any]:
    """The rows with room for as many more."""
    larger = np.empty((max(4_096, 2 * len(array)), array.shape[1]), array.dtype)
    larger[: len(array)] = array
    return larger
