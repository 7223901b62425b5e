"""The co-evolution of two populations of output relations (paper, section 6).

One population is ruled by false positives, the other by false negatives; the best of each migrate to the other.
DEAP holds the toolbox, the grammar, the statistics and the logbook; individuals are rows of a matrix.
"""

from collections.abc import Callable
from dataclasses import dataclass
from hashlib import blake2b
from random import Random

import numpy as np
from deap import base, tools
from numpy.typing import NDArray

from genmorph.fitness.programs import Programs, concatenate, pack_rows
from genmorph.fitness.scores import Scores, fn_dominance, fp_dominance, score
from genmorph.fitness.table import Table
from genmorph.relations.expression import Role
from genmorph.relations.operators import AND, FIRST_VARIABLE
from genmorph.search.archive import Archive
from genmorph.search.grammar import Grammar
from genmorph.search.trees import Row, conjuncts, reductions
from genmorph.search.variation import initialise, rows_of, tournament, vary

Ranking = Callable[[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]], NDArray[np.int64]]
MayGoOn = Callable[[float], bool]
"""Whether another generation may begin, after so many evaluations (trees x rows / 10**6)."""


@dataclass(frozen=True, slots=True)
class Parameters:
    """The figures of the paper's Table III.

    After each `round` of generations candidates are judged; `patience` generations without progress end a search.
    """

    population: int = 1_000
    crossover: float = 0.9
    mutation: float = 0.3
    tournament: int = 2
    migrants: int = 160
    migration_interval: int = 10
    elite: int = 10
    patience: int = 50
    round: int = 10


@dataclass(frozen=True, slots=True, eq=False)
class Population:
    """Evaluated trees: one entry of every array for each program; `missed` tells false negative sets apart."""

    programs: Programs
    false_positives: NDArray[np.int64]
    false_negatives: NDArray[np.int64]
    missed: NDArray[np.int64]

    def ranks(self, ranking: Ranking) -> NDArray[np.int64]:
        """The programs' ranks in one of the two orders, 0 best."""
        return ranking(self.false_positives, self.false_negatives, self.programs.sizes)

    def take(self, rows: NDArray[np.intp]) -> "Population":
        """The individuals at these rows."""
        return Population(
            self.programs.take(rows), self.false_positives[rows], self.false_negatives[rows], self.missed[rows]
        )


@dataclass(frozen=True, slots=True, eq=False)
class Evolution:
    """Where a search stands: both populations, the archive, DEAP's logbook, and the evaluations spent."""

    populations: tuple[Population, ...]
    archive: Archive
    logbook: tools.Logbook
    evaluations: float
    idle: int

    @property
    def generations(self) -> int:
        """How many generations were bred."""
        return len(self.logbook) - 1


def evolve(
    table: Table,
    grammar: Grammar,
    parameters: Parameters,
    may_go_on: MayGoOn,
    rng: Random,
    before: Evolution | None = None,
) -> Evolution:
    """Search output relations on one table for a round, or until `may_go_on` says no or `patience` is spent.

    `before` is the evolution to go on with; its trees are scored anew, since the table may have grown. At the end all
    reductions of what was found are tried. Source: the paper, section 6 and Table III.
    """
    archive = Archive(table, grammar.variables)
    evaluator = Evaluator(table, grammar, archive, before.evaluations if before else 0.0)
    toolbox = build_toolbox(grammar, parameters, evaluator, rng)
    logbook = before.logbook if before else tools.Logbook()
    statistics = _statistics()
    if before:
        toolbox.evaluate(pack_rows(before.archive.rows))
        populations = [toolbox.evaluate(population.programs) for population in before.populations]
    else:
        populations = [toolbox.initialise() for _ in _RANKINGS]
        _record(logbook, statistics, evaluator, populations)
    idle = before.idle if before else 0
    best = _progress(archive, populations[0])
    for _ in range(parameters.round):
        if idle >= parameters.patience or not may_go_on(evaluator.evaluations):
            break
        if len(logbook) % parameters.migration_interval == 0:
            populations = toolbox.migrate(populations)
        populations = [
            toolbox.breed(population, ranking) for population, ranking in zip(populations, _RANKINGS, strict=True)
        ]
        _record(logbook, statistics, evaluator, populations)
        now = _progress(archive, populations[0])
        best, idle = now, 0 if now != best else idle + 1
    reduce_archive(archive, evaluator)
    return Evolution(tuple(populations), archive, logbook, evaluator.evaluations, idle)


_RANKINGS: tuple[Ranking, Ranking] = (fp_dominance, fn_dominance)


class Evaluator:
    """Scores trees on a table, each distinct tree once, and shows all of them to the archive."""

    def __init__(self, table: Table, grammar: Grammar, archive: Archive, evaluations: float) -> None:
        self.table = table
        self.grammar = grammar
        self.archive = archive
        self.evaluations = evaluations
        self._known: dict[bytes, tuple[int, int, int]] = {}
        first_incorrect = int(table.segments[1]) if len(table.segments) > 1 else table.valid.size
        self._incorrect = slice(first_incorrect, None)
        self._outputs = tuple(
            FIRST_VARIABLE + index
            for index, variable in enumerate(grammar.variables)
            if variable.role in (Role.SOURCE_OUTPUT, Role.FOLLOW_UP_OUTPUT)
        )

    def evaluate(self, programs: Programs) -> Population:
        """The programs with their scores; trees seen before cost nothing."""
        if not len(programs):
            empty = np.zeros(0, np.int64)
            return Population(programs, empty, empty, empty)
        keys = programs.keys()
        fresh = {key: row for row, key in enumerate(keys) if key not in self._known}
        if fresh:
            self._score(programs.take(list(fresh.values())), list(fresh))
        figures = np.array([self._known[key] for key in keys], np.int64)
        return Population(programs, figures[:, 0], figures[:, 1], figures[:, 2])

    def relates(self, programs: Programs) -> NDArray[np.bool_]:
        """Which trees mention the outputs of both calls."""
        source, follow_up = ((programs.codes == code).any(axis=1) for code in self._outputs)
        both: NDArray[np.bool_] = source & follow_up
        return both

    def _score(self, programs: Programs, keys: list[bytes]) -> None:
        scores = score(programs, self.table)
        self.evaluations += len(programs) * self.table.rows / 1e6
        self.archive.add(programs, scores, self.relates(programs))
        figures = zip(
            scores.false_positives.tolist(), scores.false_negatives.tolist(), self._missed(scores), strict=True
        )
        self._known.update(zip(keys, figures, strict=True))
        parts = self._conjuncts_of(programs, scores)
        if parts:
            self.evaluate(pack_rows(parts))

    def _missed(self, scores: Scores) -> list[int]:
        words = np.ascontiguousarray(scores.rejected[:, self._incorrect])
        return [int.from_bytes(blake2b(row.tobytes(), digest_size=8).digest(), signed=True) for row in words]

    def _conjuncts_of(self, programs: Programs, scores: Scores) -> list[Row]:
        split = np.flatnonzero((programs.codes[:, 0] == AND) & (scores.false_positives == 0))
        return [part for row in rows_of(programs.take(split)) for part in conjuncts(row)] if len(split) else []


def build_toolbox(grammar: Grammar, parameters: Parameters, evaluator: Evaluator, rng: Random) -> base.Toolbox:
    """DEAP's toolbox of one search: initialise, select, vary, evaluate, breed, migrate."""
    toolbox = base.Toolbox()
    toolbox.register("evaluate", evaluator.evaluate)
    toolbox.register("select", tournament, size=parameters.tournament, rng=rng)
    toolbox.register(
        "vary",
        vary,
        grammar=grammar,
        crossover_share=parameters.crossover,
        mutation_share=parameters.mutation,
        rng=rng,
    )

    def start() -> Population:
        return evaluator.evaluate(initialise(grammar, parameters.population, rng))

    def breed(population: Population, ranking: Ranking) -> Population:
        ranks = population.ranks(ranking)
        kept = population.take(elite(population, ranks, evaluator.relates(population.programs), parameters.elite))
        missing = parameters.population - len(kept.programs)
        chosen = toolbox.select(ranks.tolist(), missing + missing % 2)
        rows = rows_of(population.programs)
        offspring = toolbox.vary([rows[index] for index in chosen])[:missing]
        return _join(kept, toolbox.evaluate(pack_rows(offspring)))

    toolbox.register("initialise", start)
    toolbox.register("breed", breed)
    toolbox.register("migrate", migrate, migrants=parameters.migrants)
    return toolbox


def elite(population: Population, ranks: NDArray[np.int64], relates: NDArray[np.bool_], size: int) -> NDArray[np.intp]:
    """The best individuals that mention both outputs, distinct by tree and by the incorrect rows they miss."""
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
    """The best of each population, by its own order, replace the worst of the other."""
    orders = [np.argsort(p.ranks(r), kind="stable") for p, r in zip(populations, _RANKINGS, strict=True)]
    stay = [p.take(order[:-migrants]) for p, order in zip(populations, orders, strict=True)]
    leave = [p.take(order[:migrants]) for p, order in zip(populations, orders, strict=True)]
    return [_join(stay[0], leave[1]), _join(stay[1], leave[0])]


def reduce_archive(archive: Archive, evaluator: Evaluator) -> None:
    """Try every reduction of every archived tree, again and again, until nothing smaller or better turns up."""
    tried: set[tuple[float, ...]] = set()
    while True:
        fresh = [row for row in archive.rows if (*row[0], *row[1]) not in tried]
        if not fresh:
            return
        tried.update((*row[0], *row[1]) for row in fresh)
        reduced = [part for row in fresh for part in reductions(evaluator.grammar, row)]
        if reduced:
            evaluator.evaluate(pack_rows(reduced))


def _join(first: Population, second: Population) -> Population:
    return Population(
        concatenate([first.programs, second.programs]),
        np.concatenate([first.false_positives, second.false_positives]),
        np.concatenate([first.false_negatives, second.false_negatives]),
        np.concatenate([first.missed, second.missed]),
    )


def _progress(archive: Archive, population: Population) -> tuple[int, int]:
    clean = population.false_negatives[population.false_positives == 0]
    return archive.kill_count, int(clean.min()) if len(clean) else -1


def _statistics() -> tools.Statistics:
    statistics = tools.Statistics()
    statistics.register("min", min)
    statistics.register("mean", lambda values: round(float(np.mean(values)), 3))
    return statistics


def _record(
    logbook: tools.Logbook, statistics: tools.Statistics, evaluator: Evaluator, populations: list[Population]
) -> None:
    figures: dict[str, float] = {
        "generation": len(logbook),
        "evaluations": round(evaluator.evaluations, 3),
        "killed": evaluator.archive.kill_count,
    }
    for name, population in zip(("fp", "fn"), populations, strict=True):
        for column in ("false_positives", "false_negatives"):
            compiled = statistics.compile(getattr(population, column).tolist())
            figures |= {f"{name}_{column}_{figure}": value for figure, value in compiled.items()}
    logbook.record(**figures)
