"""Evaluated trees in the two orders of dominance: who is best, who migrates."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from genmorph.fitness.programs import Programs, concatenate
from genmorph.fitness.scores import fn_dominance, fp_dominance

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
