"""Trees -> their figures on one table, and evaluated trees in the two orders of dominance."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from genmorph.fitness.programs import Programs, concatenate, pack_rows
from genmorph.fitness.scores import Scores, fn_dominance, fp_dominance, score
from genmorph.fitness.table import Table
from genmorph.relations.expression import FOLLOW_UP_SIDE, SOURCE_SIDE
from genmorph.relations.operators import AND, FIRST_VARIABLE
from genmorph.search.archive import Archive
from genmorph.search.grammar import Grammar, Row, conjuncts
from genmorph.search.variation import rows_of
from genmorph.settings import COEVOLUTION

_FIGURES = ("false_positives", "false_negatives", "missed")
"""What is known of a tree, by the names in `Scores`."""

Ranking = Callable[[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]], NDArray[np.int64]]

RANKINGS: tuple[Ranking, Ranking] = (fp_dominance, fn_dominance)
"""The order that rules each of the populations."""


@dataclass(frozen=True, slots=True, eq=False)
class Population:
    """Evaluated trees: one entry of every array for each program.

    `missed` tells sets of false negatives apart; `rejected` holds some of the rejected rows as words of bits.
    """

    programs: Programs
    false_positives: NDArray[np.int64]
    false_negatives: NDArray[np.int64]
    missed: NDArray[np.int64]
    rejected: NDArray[np.uint64]

    def ranks(self, ranking: Ranking) -> NDArray[np.int64]:
        """The programs' ranks in one of the two orders, 0 best."""
        return ranking(self.false_positives, self.false_negatives, self.programs.sizes)

    def best(self, ranking: Ranking) -> tuple[int, int]:
        """The false positives and the false negatives of the best individual in one of the two orders."""
        first = int(np.argmin(self.ranks(ranking)))
        return int(self.false_positives[first]), int(self.false_negatives[first])

    def take(self, rows: NDArray[np.intp]) -> "Population":
        """The individuals at these rows."""
        return Population(
            self.programs.take(rows),
            self.false_positives[rows],
            self.false_negatives[rows],
            self.missed[rows],
            self.rejected[rows],
        )


def join_populations(first: Population, second: Population) -> Population:
    """The individuals of both."""
    return Population(
        concatenate([first.programs, second.programs]),
        np.concatenate([first.false_positives, second.false_positives]),
        np.concatenate([first.false_negatives, second.false_negatives]),
        np.concatenate([first.missed, second.missed]),
        np.concatenate([first.rejected, second.rejected]),
    )


def front_of(populations: Sequence[Population]) -> list[tuple[int, int, int]]:
    """False positives, false negatives and size of the trees that no other one is better in all of, ascending.

    Better means nowhere worse and somewhere better. Trees with the same three figures count once.
    """
    columns = [(p.false_positives, p.false_negatives, p.programs.sizes) for p in populations]
    points = np.unique(np.concatenate([np.column_stack(figures) for figures in columns]).astype(np.int64), axis=0)
    return [tuple(point) for point in points.tolist() if not _is_beaten(np.array(point), points)]


def _is_beaten(point: NDArray[np.int64], points: NDArray[np.int64]) -> bool:
    return bool(((points <= point).all(axis=1) & (points < point).any(axis=1)).any())


def elite(population: Population, ranks: NDArray[np.int64], relates: NDArray[np.bool_], size: int) -> NDArray[np.intp]:
    """The best individuals that mention both outputs, distinct by the incorrect rows they miss."""
    chosen: list[int] = []
    seen: set[int] = set()
    for index in np.argsort(ranks, kind="stable").tolist():
        missed = int(population.missed[index])
        if relates[index] and missed not in seen:
            seen.add(missed)
            chosen.append(index)
            if len(chosen) == size:
                break
    return np.array(chosen, np.intp)


def migrate(populations: list[Population], migrants: int) -> list[Population]:
    """The best of each of two populations, by its own order, replace the worst of the other."""
    if len(populations) < 2 or not migrants:
        return populations
    orders = [np.argsort(p.ranks(r), kind="stable") for p, r in zip(populations, RANKINGS, strict=True)]
    stay = [p.take(order[:-migrants]) for p, order in zip(populations, orders, strict=True)]
    leave = [p.take(order[:migrants]) for p, order in zip(populations, orders, strict=True)]
    return [join_populations(stay[0], leave[1]), join_populations(stay[1], leave[0])]


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
        self._matched = np.unique(np.linspace(0, table.valid.size - 1, COEVOLUTION.matched_words).astype(np.intp))
        self.incorrect = table.incorrect_bits[self._matched]
        self._places: dict[int, int] = {}
        self._figures = np.empty((0, len(_FIGURES)), np.int64)
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
        self._figures[new] = np.stack([getattr(scores, name) for name in _FIGURES], axis=1)
        self._rejected[new] = scores.rejected[:, self._matched]

    def _conjuncts_of(self, programs: Programs, scores: Scores) -> list[Row]:
        split = np.flatnonzero((programs.codes[:, 0] == AND) & (scores.false_positives == 0))
        return [part for row in rows_of(programs.take(split)) for part in conjuncts(row)] if len(split) else []


def _grown(array: NDArray[Any]) -> NDArray[Any]:
    """The rows with room for as many more."""
    larger = np.empty((max(COEVOLUTION.first_room, 2 * len(array)), array.shape[1]), array.dtype)
    larger[: len(array)] = array
    return larger
