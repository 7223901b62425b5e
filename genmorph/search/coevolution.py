"""The co-evolution of populations of output relations (paper, section 6).

One population is ruled by false positives, the other by false negatives; the best of each migrate to the other.
DEAP holds the toolbox, the grammar, the statistics and the logbook; individuals are rows of a matrix.
"""

from collections.abc import Callable
from copy import copy
from dataclasses import dataclass, replace
from random import Random

import numpy as np
from deap import base, tools

from genmorph.fitness.programs import concatenate, pack_rows
from genmorph.fitness.table import Table
from genmorph.search.archive import Archive
from genmorph.search.evaluator import (
    RANKINGS,
    Evaluator,
    Population,
    Ranking,
    elite,
    front_of,
    join_populations,
    migrate,
)
from genmorph.search.grammar import Grammar, Row, reductions
from genmorph.search.join.forms import Limits
from genmorph.search.join.joining import join
from genmorph.search.parameters import Parameters
from genmorph.search.variation import Choice, initialise, pair_up, vary
from genmorph.settings import COEVOLUTION

MayGoOn = Callable[[float], bool]
"""Whether another generation may begin, after so many evaluations (trees x rows / 10**6)."""
NAMES = ("fp", "fn")
"""What the populations are called in the logbook, where `fp_best` is what the best of the first got wrong."""


@dataclass(frozen=True, slots=True, eq=False)
class Evolution:
    """Where a search stands: its populations, the archive, DEAP's logbook, the evaluations spent, idle generations.

    `reduced` are the hashes of the archived trees whose reductions were tried, and `rows` these trees, which are enough
    to go on with.
    """

    populations: tuple[Population, ...]
    archive: Archive | None
    logbook: tools.Logbook
    evaluations: float
    idle: int
    reduced: frozenset[int]
    rows: tuple[Row, ...]

    @property
    def generations(self) -> int:
        """How many generations were bred."""
        return max(0, len(self.logbook) - 1)

    @property
    def best(self) -> tuple[tuple[tuple[int, int], ...], ...]:
        """For each population the false positives and false negatives of its best tree, generation by generation."""
        columns = self.logbook.select(*(f"{name}_best" for name in NAMES[: len(self.populations)]))
        return tuple(map(tuple, columns if len(self.populations) > 1 else [columns]))

    @property
    def front(self) -> tuple[tuple[int, int, int], ...]:
        """False positives, false negatives and size of those trees of all populations that none is better than."""
        return tuple(front_of(self.populations))

    def without_archive(self) -> "Evolution":
        """The same without the archive and its table, which take much memory."""
        return replace(self, archive=None)


def look(table: Table, grammar: Grammar, limits: Limits, rng: Random) -> Evolution:
    """What can be computed without any search: the join alone."""
    archive = Archive(table, grammar.variables)
    evaluator = Evaluator(table, grammar, archive, 0.0)
    _join(evaluator, limits, rng)
    return Evolution((), archive, tools.Logbook(), evaluator.evaluations, 0, frozenset(), tuple(archive.rows))


def evolve(
    table: Table,
    grammar: Grammar,
    parameters: Parameters,
    may_go_on: MayGoOn,
    rng: Random,
    before: Evolution | None = None,
) -> Evolution:
    """Search output relations on one table for a round, or until `may_go_on` says no or `patience` is spent.

    `before` is the evolution to go on with; its trees are scored anew, since the table may have grown. The first round
    begins with the join where what that costs at most may still be spent. At the end all reductions of what was found
    are tried. Source: the paper, section 6 and Table III.
    """
    archive = Archive(table, grammar.variables)
    evaluator = Evaluator(table, grammar, archive, before.evaluations if before else 0.0)
    toolbox = build_toolbox(grammar, parameters, evaluator, rng)
    logbook = copy(before.logbook) if before else tools.Logbook()
    if before:
        toolbox.evaluate(pack_rows(before.rows))
    if before and before.populations:
        populations = [toolbox.evaluate(population.programs) for population in before.populations]
    else:
        if parameters.join and may_go_on(evaluator.evaluations + COEVOLUTION.trees_of_join * table.rows / 1e6):
            _join(evaluator, Limits(), rng)
        populations = [toolbox.initialise() for _ in range(parameters.populations)]
        _record(logbook, evaluator, populations)
    idle = before.idle if before else 0
    populations, idle = _breed_on(populations, toolbox, evaluator, logbook, parameters, may_go_on, idle)
    reduced = reduce_archive(archive, evaluator, before.reduced if before else frozenset())
    return Evolution(tuple(populations), archive, logbook, evaluator.evaluations, idle, reduced, tuple(archive.rows))


def _breed_on(
    populations: list[Population],
    toolbox: base.Toolbox,
    evaluator: Evaluator,
    logbook: tools.Logbook,
    parameters: Parameters,
    may_go_on: MayGoOn,
    idle: int,
) -> tuple[list[Population], int]:
    """The populations after a round of generations, and how many of the last ones brought no progress."""
    best = _progress(evaluator.archive, populations[0])
    for _ in range(parameters.round):
        if idle >= parameters.patience or not may_go_on(evaluator.evaluations):
            break
        if len(logbook) % parameters.migration_interval == 0:
            populations = toolbox.migrate(populations)
        populations = [toolbox.breed(p, ranking) for p, ranking in zip(populations, RANKINGS, strict=False)]
        _record(logbook, evaluator, populations)
        now = _progress(evaluator.archive, populations[0])
        best, idle = now, 0 if now != best else idle + 1
    return populations, idle


def _join(evaluator: Evaluator, limits: Limits, rng: Random) -> None:
    """Put into the archive what can be computed."""
    joined = join(evaluator.table, evaluator.grammar, limits, rng.getrandbits(COEVOLUTION.seed_bits))
    evaluator.evaluations += joined.evaluations
    evaluator.evaluate(joined.programs)


def build_toolbox(grammar: Grammar, parameters: Parameters, evaluator: Evaluator, rng: Random) -> base.Toolbox:
    """DEAP's toolbox of one search: initialise, select, vary, evaluate, breed, migrate."""
    toolbox = base.Toolbox()
    toolbox.register("evaluate", evaluator.evaluate)
    choice = Choice(parameters.tournament, parameters.best_match, parameters.mates, parameters.parsimony)
    toolbox.register("select", pair_up, incorrect=evaluator.incorrect, choice=choice)
    toolbox.register("vary", vary, grammar=grammar, crossover=parameters.crossover, mutation=parameters.mutation)

    def start() -> Population:
        """Random trees, and a share of what was found before."""
        known = pack_rows(evaluator.archive.rows[: int(parameters.seeded * parameters.population)])
        drawn = initialise(grammar, parameters.population - len(known), rng.getrandbits(COEVOLUTION.seed_bits))
        population: Population = toolbox.evaluate(concatenate([known, drawn]))
        return population

    def breed(population: Population, ranking: Ranking) -> Population:
        ranks = population.ranks(ranking)
        kept = population.take(elite(population, ranks, evaluator.relates(population.programs), parameters.elite))
        missing = parameters.population - len(kept.programs)
        parents = toolbox.select(
            ranks,
            population.programs.sizes,
            population.rejected,
            pairs=-(-missing // 2),
            seed=rng.getrandbits(COEVOLUTION.seed_bits),
        )
        offspring = toolbox.vary(population.programs, parents, seed=rng.getrandbits(COEVOLUTION.seed_bits))
        return join_populations(kept, toolbox.evaluate(offspring.take(np.arange(missing))))

    def draw(_population: Population, _ranking: Ranking) -> Population:
        population: Population = toolbox.evaluate(
            initialise(grammar, parameters.population, rng.getrandbits(COEVOLUTION.seed_bits))
        )
        return population

    toolbox.register("initialise", start)
    toolbox.register("breed", breed if parameters.breeds else draw)
    toolbox.register("migrate", migrate, migrants=parameters.migrants)
    return toolbox


def reduce_archive(archive: Archive, evaluator: Evaluator, tried: frozenset[int]) -> frozenset[int]:
    """Try every reduction of every archived tree not `tried`, until nothing smaller or better turns up."""
    known = set(tried)
    while True:
        rows = archive.rows
        hashes = pack_rows(rows).hashes().tolist()
        fresh = {key: row for key, row in zip(hashes, rows, strict=True) if key not in known}
        if not fresh:
            return frozenset(known)
        known |= fresh.keys()
        reduced = [part for row in fresh.values() for part in reductions(evaluator.grammar, row)]
        if reduced:
            evaluator.evaluate(pack_rows(reduced))


def _progress(archive: Archive, population: Population) -> tuple[int, int]:
    clean = population.false_negatives[population.false_positives == 0]
    return int(archive.killed.sum()), int(clean.min()) if len(clean) else -1


def _statistics() -> tools.Statistics:
    """Of a whole column at once."""
    statistics = tools.Statistics()
    statistics.register("min", lambda columns: int(columns[0].min()))
    statistics.register("mean", lambda columns: round(float(columns[0].mean()), 3))
    return statistics


def _record(logbook: tools.Logbook, evaluator: Evaluator, populations: list[Population]) -> None:
    statistics = _statistics()
    figures: dict[str, float | tuple[int, int]] = {
        "generation": len(logbook),
        "evaluations": round(evaluator.evaluations, 3),
        "killed": int(evaluator.archive.killed.sum()),
    }
    for name, population, ranking in zip(NAMES, populations, RANKINGS, strict=False):
        figures[f"{name}_best"] = population.best(ranking)
        for column in ("false_positives", "false_negatives"):
            compiled = statistics.compile([getattr(population, column)])
            figures |= {f"{name}_{column}_{figure}": value for figure, value in compiled.items()}
    logbook.record(**figures)
