"""The co-evolution of populations of output relations (paper, section 6), and their figures on one table.

One population is ruled by false positives, the other by false negatives; the best of each migrate to the other.
DEAP holds the toolbox, the grammar, the statistics and the logbook; individuals are rows of a matrix.
"""

from collections.abc import Callable, Sequence
from copy import copy
from dataclasses import dataclass, replace
from random import Random
from typing import Any

import numpy as np
from deap import base, tools
from numpy.typing import NDArray

from genmorph.fitness.kernel import Flags, Ints, Words
from genmorph.fitness.programs import Programs, concatenate, pack_rows
from genmorph.fitness.scores import fn_dominance, fp_dominance, score
from genmorph.fitness.table import Table
from genmorph.relations.expression import FOLLOW_UP_SIDE, SOURCE_SIDE
from genmorph.relations.operators import AND, FIRST_VARIABLE
from genmorph.search.archive import Archive
from genmorph.search.grammar import Grammar, Row, conjuncts, reductions
from genmorph.search.join.forms import Limits
from genmorph.search.join.joining import join
from genmorph.search.parameters import Parameters
from genmorph.search.variation import initialise, pair_up, rows_of, vary
from genmorph.settings import COEVOLUTION

_FIGURES = ("false_positives", "false_negatives", "missed")
"""What is known of a tree, by the names in `Scores`."""
NAMES = ("fp", "fn")
"""What the populations are called in the logbook, where `fp_best` is what the best of the first got wrong."""

Ranking = Callable[[Ints, Ints, Ints], Ints]
RANKINGS: tuple[Ranking, Ranking] = (fp_dominance, fn_dominance)
"""The order that rules each of the populations."""


@dataclass(frozen=True, slots=True, eq=False)
class Population:
    """Evaluated trees: one entry of every array for each program.

    `missed` tells sets of false negatives apart; `rejected` holds some of the rejected rows as words of bits.
    """

    programs: Programs
    false_positives: Ints
    false_negatives: Ints
    missed: Ints
    rejected: Words

    def ranks(self, ranking: Ranking) -> Ints:
        """The programs' ranks in one of the two orders, 0 best."""
        return ranking(self.false_positives, self.false_negatives, self.programs.sizes)

    def best(self, ranking: Ranking) -> tuple[int, int]:
        """The false positives and the false negatives of the best individual in one of the two orders."""
        first = int(np.argmin(self.ranks(ranking)))
        return int(self.false_positives[first]), int(self.false_negatives[first])

    def take(self, rows: NDArray[np.intp]) -> "Population":
        """The individuals at these rows."""
        return Population(self.programs.take(rows), *(column[rows] for column in self.columns))

    @property
    def columns(self) -> tuple[NDArray[Any], ...]:
        """All arrays but the programs."""
        return self.false_positives, self.false_negatives, self.missed, self.rejected


def join_populations(first: Population, second: Population) -> Population:
    """The individuals of both."""
    columns = map(np.concatenate, zip(first.columns, second.columns, strict=True))
    return Population(concatenate([first.programs, second.programs]), *columns)


def front_of(populations: Sequence[Population]) -> list[tuple[int, int, int]]:
    """False positives, false negatives and size of the trees that no other one is better in all of, ascending.

    Better means nowhere worse and somewhere better. Trees with the same three figures count once.
    """
    columns = [(p.false_positives, p.false_negatives, p.programs.sizes) for p in populations]
    points = np.unique(np.concatenate([np.column_stack(figures) for figures in columns]).astype(np.int64), axis=0)
    beaten = [((points <= point).all(axis=1) & (points < point).any(axis=1)).any() for point in points]
    return [tuple(point) for point, is_beaten in zip(points.tolist(), beaten, strict=True) if not is_beaten]


def elite(population: Population, ranks: Ints, relates: Flags, size: int) -> NDArray[np.intp]:
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

    def relates(self, programs: Programs) -> Flags:
        """Which trees mention outputs of both calls."""
        source, follow_up = (np.isin(programs.codes, side).any(axis=1) for side in self._sides)
        return np.asarray(source & follow_up)

    def _score(self, programs: Programs, keys: list[int]) -> None:
        scores = score(programs, self.table)
        self.evaluations += len(programs) * self.table.rows / 1e6
        self.archive.add(programs, scores, self.relates(programs))
        first = len(self._places)
        self._places.update(zip(keys, range(first, first + len(keys)), strict=True))
        while len(self._figures) < len(self._places):
            self._figures = _grown(self._figures)
            self._rejected = _grown(self._rejected)
        new = slice(first, len(self._places))
        self._figures[new] = np.stack([getattr(scores, name) for name in _FIGURES], axis=1)
        self._rejected[new] = scores.rejected[:, self._matched]
        split = np.flatnonzero((programs.codes[:, 0] == AND) & (scores.false_positives == 0))
        if len(split):
            self.evaluate(pack_rows([part for row in rows_of(programs.take(split)) for part in conjuncts(row)]))


def _grown(array: NDArray[Any]) -> NDArray[Any]:
    """The rows with room for as many more."""
    larger = np.empty((max(COEVOLUTION.first_room, 2 * len(array)), array.shape[1]), array.dtype)
    larger[: len(array)] = array
    return larger


MayGoOn = Callable[[float], bool]
"""Whether another generation may begin, after this number of evaluations (trees x rows / 10**6)."""


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
    toolbox.register("select", pair_up, incorrect=evaluator.incorrect, parameters=parameters)
    toolbox.register("vary", vary, grammar=grammar, crossover=parameters.crossover, mutation=parameters.mutation)

    def start(seeded: float = parameters.seeded) -> Population:
        """Random trees, and a share of what was found before."""
        known = pack_rows(evaluator.archive.rows[: int(seeded * parameters.population)])
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

    toolbox.register("initialise", start)
    toolbox.register("breed", breed if parameters.breeds else lambda _population, _ranking: start(seeded=0))
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


def _record(logbook: tools.Logbook, evaluator: Evaluator, populations: list[Population]) -> None:
    statistics = tools.Statistics()
    statistics.register("min", lambda columns: int(columns[0].min()))
    statistics.register("mean", lambda columns: round(float(columns[0].mean()), 3))
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
