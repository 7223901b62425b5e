"""One transformation from its pairs to relations that survived a first filter, a step at a time."""

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass, replace
from random import Random

from genmorph.execution.observation import Executions, Pair, observe, with_correct
from genmorph.fitness.table import Table, build_table
from genmorph.inference.laboratory import Fresh, Laboratory
from genmorph.inference.screening import REJECTED, Screen, screen_candidates
from genmorph.model import Execution, Input, Kind
from genmorph.relations.effort import effort
from genmorph.relations.expression import Expression, operands
from genmorph.relations.operators import EQUAL, FIRST_VARIABLE, IFF
from genmorph.results import Rejected
from genmorph.results.relation import pair_variables
from genmorph.search.coevolution import Evolution, MayGoOn, evolve, look
from genmorph.search.grammar import Grammar, build_grammar
from genmorph.search.join import Limits
from genmorph.transformations import Transformation

LEAST_NEWS = 0.1
"""A transformation is not searched where fewer of its follow-ups differ from their source and from each other."""
ROUNDING = 1e-9
"""Numbers below this magnitude count as zero here."""
PROBE = Limits(expressions=2_000, atoms=300, kept=500)
"""How far the first, short look goes."""


@dataclass(frozen=True, slots=True, eq=False)
class Found:
    """A relation that no fresh execution has contradicted yet, with the rows it was found on."""

    transformation: Transformation
    expression: Expression
    killed: frozenset[str]
    executions: Executions
    table: Table

    @property
    def effort(self) -> int:
        """What it takes to read it."""
        return effort(self.expression)

    @property
    def has_constants(self) -> bool:
        """Whether numbers were fitted into it."""
        return bool(self.expression.constants)

    @property
    def is_equality(self) -> bool:
        """Whether it says what the output is, rather than bounds it; a Boolean output must stand alone on one side."""
        codes, follow_up = self.expression.codes, FIRST_VARIABLE + len(self.expression.variables) - 1
        if codes.count(follow_up) != 1:
            return False
        if self.expression.variables[-1].kind is Kind.BOOL:
            return codes[0] == IFF and follow_up in [codes[operand] for operand in operands(codes, 0)]
        return codes[0] == EQUAL

    @property
    def family(self) -> Hashable:
        """Adding c and adding -c say the same."""
        constant = self.transformation.constant
        if self.transformation.template == "add" and constant is not None:
            constant = abs(constant)
        return self.transformation.template, self.transformation.positions, constant


@dataclass(frozen=True, slots=True, eq=False)
class Ground:
    """What one transformation is searched on: its executions, the grammar over its variables, and the screen.

    `pairs` is the number of pairs that were observed; what was `learnt` from the screen is among the executions.
    """

    executions: Executions
    grammar: Grammar
    screen: Screen
    pairs: int
    learnt: tuple[Execution, ...] = ()


@dataclass(frozen=True, slots=True, eq=False)
class Exploration:
    """How far one transformation has been explored; without `ground` there is nothing to find."""

    transformation: Transformation
    ground: Ground | None = None
    evolution: Evolution | None = None
    found: tuple[Found, ...] = ()
    rejected: tuple[Rejected, ...] = ()
    judged: frozenset[str] = frozenset()

    @property
    def evaluations(self) -> float:
        """Evaluations spent on it."""
        return self.evolution.evaluations if self.evolution else 0.0

    @property
    def generations(self) -> int:
        """Generations bred."""
        return self.evolution.generations if self.evolution else 0

    @property
    def killed(self) -> frozenset[str]:
        """Mutants that its relations kill."""
        return frozenset[str]().union(*(found.killed for found in self.found))


def probe(
    laboratory: Laboratory,
    transformation: Transformation,
    pairs: Sequence[Pair],
    screening: Callable[[], Fresh],
    rng: Random,
) -> Exploration:
    """Observe some pairs, and take what can be computed from them without a search."""
    signature = laboratory.signature
    variables = pair_variables(signature.parameters, transformation, laboratory.output)
    executions = observe(pairs, laboratory.mutants, variables, laboratory.tolerance, laboratory.run)
    if not executions.correct or not executions.incorrect or share_of_news(pairs) < LEAST_NEWS:
        return Exploration(transformation)
    own = {} if transformation.constant is None else {transformation.constant: len(pairs)}
    grammar = build_grammar(variables, {**laboratory.constants, **own})
    screen = Screen(screening().executions, variables, laboratory.tolerance)
    ground = Ground(executions, grammar, screen, len(pairs))
    table = build_table(executions, laboratory.tolerance)
    begun = Exploration(transformation, ground, judged=frozenset(table.judged))
    if not laboratory.parameters.join:
        return begun
    return _screened(laboratory, begun, table, look(table, grammar, PROBE, rng))


def explore(
    laboratory: Laboratory,
    exploration: Exploration,
    pairs: Sequence[Pair],
    may_go_on: MayGoOn,
    rng: Random,
) -> Exploration:
    """One more round of evolution, the first on all pairs; what screening finds false goes back into the executions."""
    ground = exploration.ground
    assert ground is not None
    if len(pairs) > ground.pairs:
        variables = ground.executions.variables
        executions = observe(pairs, laboratory.mutants, variables, laboratory.tolerance, laboratory.run)
        ground = replace(ground, executions=with_correct(executions, ground.learnt), pairs=len(pairs))
    table = build_table(ground.executions, laboratory.tolerance)
    evolution = evolve(table, ground.grammar, laboratory.parameters, may_go_on, rng, exploration.evolution)
    return _screened(laboratory, replace(exploration, ground=ground), table, evolution)


def _screened(laboratory: Laboratory, exploration: Exploration, table: Table, evolution: Evolution) -> Exploration:
    """The exploration with what the archive holds now, as far as the screen does not contradict it."""
    ground, signature = exploration.ground, laboratory.signature
    assert ground is not None
    archive = evolution.archive
    candidates = archive.best() if laboratory.parameters.best_only else archive.candidates()
    screened = screen_candidates(candidates, ground.screen)
    rejected = screened.rejections(signature, exploration.transformation)
    known = {rejection.formula: rejection for rejection in (*exploration.rejected, *rejected.values())}
    return replace(
        exploration,
        ground=replace(
            ground,
            executions=with_correct(ground.executions, screened.examples),
            learnt=(*ground.learnt, *screened.examples),
        ),
        evolution=evolution,
        found=tuple(
            Found(exploration.transformation, c.expression, c.killed, ground.executions, table) for c in screened.held
        ),
        rejected=tuple(known.values())[-REJECTED:],
        judged=frozenset(table.judged),
    )


def share_of_news(pairs: Sequence[Pair]) -> float:
    """Share of the follow-ups that differ, by more than rounding, from their source and from each other.

    >>> share_of_news([((3.0,), (3.0 + 1e-17,)), ((4.0,), (4e-17,)), ((5.0,), (5e-17,)), ((6.0,), (7.0,))])
    0.5
    """
    rounded = [tuple(_rounded(values) for values in pair) for pair in pairs]
    return len({follow_up for source, follow_up in rounded if source != follow_up}) / len(pairs) if pairs else 0.0


def _rounded(values: Input) -> Input:
    return tuple(float(f"{value:.9g}") if abs(value) > ROUNDING else 0.0 for value in values)
