"""One transformation from its pairs to relations that survived a first filter, a step at a time."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Any

from genmorph.execution.observation import (
    Executions,
    correct_executions,
    executions_of,
    is_exact,
    observe,
    with_correct,
)
from genmorph.execution.outputs import Pair
from genmorph.filters.candidates import Candidate, finding_of, own_numbers, special_numbers
from genmorph.filters.rules import Tier, has_odd_shape
from genmorph.filters.single_calls import learn_single_calls
from genmorph.filters.validity import falsify, violations
from genmorph.fitness.programs import pack
from genmorph.fitness.scores import Scores, rejected_rows, score
from genmorph.fitness.table import Table, build_table
from genmorph.inference.session import Fresh, Session
from genmorph.model import Execution, Input, Stage, Tolerance
from genmorph.relations.expression import Expression, Variable
from genmorph.results.relation import Rejected, pair_variables, relation_formula
from genmorph.search.archive import Archived
from genmorph.search.coevolution import Evolution, MayGoOn, evolve, look
from genmorph.search.equivariance import with_changed_outputs
from genmorph.search.grammar import Grammar, build_grammar
from genmorph.search.join.forms import Limits
from genmorph.search.law_instances import find_laws
from genmorph.settings import EXPLORING, LAW_SEARCH
from genmorph.subject.signatures import Signature
from genmorph.transformations.transformation import Transformation
from genmorph.values.foreign import identity
from genmorph.values.labels import key
from genmorph.values.measures import rounded


class Screen:
    """Executions of the original that the search has not seen, compiled for many relations at once."""

    def __init__(
        self,
        executions: Sequence[Execution],
        variables: Sequence[Variable],
        tolerance: Tolerance,
    ) -> None:
        self._tolerance = tolerance
        self._executions = [execution for execution in executions if is_exact(execution)]
        self._table = (
            build_table(correct_executions(self._executions, variables), tolerance) if self._executions else None
        )

    def counterexamples(self, expressions: Sequence[Expression]) -> dict[Expression, list[Execution]]:
        """For each relation that is false for some of the executions, a few of these; the plain meaning decides."""
        if self._table is None or not expressions:
            return {}
        scores = score(pack(expressions), self._table)
        suspects = [index for index in range(len(expressions)) if scores.false_positives[index]]
        found = {expressions[index]: self._confirmed(expressions[index], scores, index) for index in suspects}
        return {expression: examples for expression, examples in found.items() if examples}

    def holding(self, expressions: Sequence[Expression]) -> list[Expression]:
        """Those that hold on all executions, of which there are some, as far as the columns say."""
        return holding(expressions, self._table) if self._table is not None else []

    def _confirmed(self, expression: Expression, scores: Scores, index: int) -> list[Execution]:
        assert self._table is not None
        suspects = [self._executions[row] for row in rejected_rows(scores, index, self._table)]
        return violations(expression, suspects, self._tolerance, EXPLORING.counterexamples)


def holding(expressions: Sequence[Expression], table: Table) -> list[Expression]:
    """Those that hold on all correct rows."""
    if not expressions:
        return []
    are_false = score(pack(expressions), table).false_positives > 0
    return [expression for expression, is_false in zip(expressions, are_false, strict=True) if not is_false]


@dataclass(frozen=True, slots=True)
class Screened:
    """The candidates that no execution contradicts, the others, and what contradicts these."""

    held: tuple[Archived, ...]
    fallen: tuple[Archived, ...]
    counterexamples: dict[Expression, list[Execution]]

    @property
    def examples(self) -> list[Execution]:
        """All counterexamples."""
        return [example for examples in self.counterexamples.values() for example in examples]

    def rejections(self, signature: Signature, transformation: Transformation) -> dict[Expression, Rejected]:
        """Some of the candidates that fell, with the reasons."""
        rejected = {}
        for candidate in self.fallen[: EXPLORING.rejected]:
            expression, examples = candidate.expression, self.counterexamples.get(candidate.expression, ())
            finding = falsify(expression, examples, False, signature.tolerance, stage=Stage.SCREENING)
            fallen = Candidate(transformation, expression, candidate.killed, finding=finding)
            rejected[expression] = reject(signature, fallen)
        return rejected


def screen_candidates(candidates: Sequence[Archived], screen: Screen) -> Screened:
    """Part the candidates by what the screen's executions say."""
    found_false = screen.counterexamples([candidate.expression for candidate in candidates])
    return Screened(
        held=tuple(candidate for candidate in candidates if candidate.expression not in found_false),
        fallen=tuple(candidate for candidate in candidates if candidate.expression in found_false),
        counterexamples=found_false,
    )


def reject(signature: Signature, found: Candidate) -> Rejected:
    """The candidate as it is kept aside, with what the filters say of it."""
    finding, transformation = finding_of(found), found.transformation
    assert finding.stage is not None
    return Rejected(
        transformation.input_relation(signature.names, signature.parameters),
        relation_formula(signature, transformation, found.expression),
        finding.verdict,
        finding.reason,
        finding.stage,
        finding.counterexample,
    )


SHORT_LOOK = Limits(
    expressions=EXPLORING.expressions_of_a_look, atoms=EXPLORING.atoms_of_a_look, kept=EXPLORING.kept_of_a_look
)
"""How far the join goes in the first look at a transformation."""


@dataclass(frozen=True, slots=True, eq=False)
class Ground:
    """What one transformation is searched on: its executions, the grammar over its variables, and the screen.

    `pairs` is the number of pairs that were observed; what was `learnt` from the screen is among the executions.
    Between the first look and the search there is no screen, because these are many.
    """

    executions: Executions
    grammar: Grammar
    pairs: int
    screen: Screen | None = None
    learnt: tuple[Execution, ...] = ()


@dataclass(frozen=True, slots=True, eq=False)
class Exploration:
    """How far one transformation has been explored; without `ground` there is nothing to find.

    `fallen` counts all candidates that the screen contradicted, `rejected` are some of them.
    """

    transformation: Transformation
    ground: Ground | None = None
    evolution: Evolution | None = None
    found: tuple[Candidate, ...] = ()
    rejected: tuple[Rejected, ...] = ()
    fallen: int = 0
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
    def is_searched(self) -> bool:
        """Whether more was done than a first look."""
        return self.evolution is not None and bool(self.evolution.populations)

    @property
    def killed(self) -> frozenset[str]:
        """Mutants that its relations kill."""
        return frozenset[str]().union(*(found.killed for found in self.found))

    @property
    def killed_well(self) -> frozenset[str]:
        """Those that relations kill which are no fallbacks."""
        well = (found.killed for found in self.found if found.tier < Tier.FALLBACK)
        return frozenset[str]().union(*well)


def laws_under(session: Session, transformation: Transformation) -> Exploration:
    """The laws that hold on a few pairs of the original; cheap, since no mutant runs and nothing is joined.

    Most transformations have none, which a few of these pairs show.
    """
    pairs = session.pairs(transformation, EXPLORING.pairs_for_laws)
    if share_of_news(pairs) < EXPLORING.least_news:
        return Exploration(transformation)
    for count in EXPLORING.first_pairs_for_laws:
        executions = _answered(session, transformation, pairs[:count])
        found = _laws_of(session, transformation, executions, count, LAW_SEARCH.least_rows).found
        if executions.correct >= LAW_SEARCH.least_rows and all(one.features.says_a_given_length for one in found):
            return Exploration(transformation)
    executions = _answered(session, transformation, pairs)
    found_on_all = _laws_of(session, transformation, executions, len(pairs), LAW_SEARCH.least_fitted_rows)
    return replace(found_on_all, found=tuple(one for one in found_on_all.found if one.tier is Tier.KEEP))


def _answered(session: Session, transformation: Transformation, pairs: Sequence[Pair]) -> Executions:
    found = executions_of(pairs, session.outputs, session.run)
    variables = pair_variables(session.signature.parameters, transformation, session.outputs)
    return correct_executions([one for one in found if one is not None and is_exact(one)], variables)


def laws_with_kills(session: Session, begun: Exploration, pairs: Sequence[Pair]) -> Exploration:
    """The exploration of laws on these pairs, with the mutants that they kill; as it was where none are answered."""
    transformation = begun.transformation
    variables = pair_variables(session.signature.parameters, transformation, session.outputs)
    executions = observe_pairs(session, transformation, variables, pairs, EXPLORING.rows_of_a_look)
    found = _laws_of(session, transformation, executions, len(pairs), LAW_SEARCH.least_fitted_rows)
    return begun if found.ground is None else found


def _laws_of(
    session: Session, transformation: Transformation, executions: Executions, pairs: int, fitted_from: int
) -> Exploration:
    if not executions.correct:
        return Exploration(transformation)
    executions = _with_changed_outputs(session, transformation, executions)
    table = build_table(executions, session.tolerance)
    laws = find_laws(executions, table, transformation.does, fitted_from)
    if not laws:
        return Exploration(transformation)
    ground = Ground(executions, build_grammar(executions.variables, {}), pairs)
    begun = Exploration(transformation, ground, judged=frozenset(table.judged))
    return replace(begun, found=found_among(session, begun, laws, table, None))


def _with_changed_outputs(session: Session, transformation: Transformation, executions: Executions) -> Executions:
    drawn = None if transformation.drawn is None else transformation.with_drawn_name(session.signature.names)[-1]
    return with_changed_outputs(executions, transformation.constant, session.tolerance, drawn)


def look_at(
    session: Session,
    transformation: Transformation,
    pairs: Sequence[Pair],
    screening: Callable[[], Fresh],
    rng: Random,
) -> Exploration:
    """Observe some pairs, and take what can be computed from them without a search."""
    if share_of_news(pairs) < EXPLORING.least_news:
        return Exploration(transformation)
    variables = pair_variables(session.signature.parameters, transformation, session.outputs)
    executions = observe_pairs(session, transformation, variables, pairs, EXPLORING.rows_of_a_look)
    executions = _with_changed_outputs(session, transformation, executions)
    variables = executions.variables
    if not executions.correct:
        return Exploration(transformation)
    constants = {**session.constants, **{number: len(pairs) for number in own_numbers(transformation)}}
    ground = Ground(executions, build_grammar(variables, constants, session.parameters.operators), len(pairs))
    table = build_table(executions, session.tolerance)
    begun = Exploration(transformation, ground, judged=frozenset(table.judged))
    if not session.parameters.join:
        return begun
    screen = Screen(screening().executions, variables, session.tolerance)
    return _screened(session, begun, table, look(table, ground.grammar, SHORT_LOOK, rng), screen)


def explore(
    session: Session,
    exploration: Exploration,
    pairs: Sequence[Pair],
    screening: Callable[[], Fresh],
    may_go_on: MayGoOn,
    rng: Random,
) -> Exploration:
    """One more round of evolution, the first on all pairs; what screening finds false goes back into the executions."""
    ground = exploration.ground
    assert ground is not None
    variables = ground.executions.variables
    if len(pairs) > ground.pairs:
        observed = observe_pairs(session, exploration.transformation, variables, pairs)
        executions = with_correct(observed, ground.learnt)
        ground = replace(ground, executions=executions, pairs=len(pairs))
    screen = ground.screen or Screen(screening().executions, variables, session.tolerance)
    table = build_table(ground.executions, session.tolerance)
    evolution = evolve(table, ground.grammar, session.parameters, may_go_on, rng, exploration.evolution)
    searched = replace(exploration, ground=replace(ground, screen=screen))
    return _screened(session, searched, table, evolution, screen)


def observe_pairs(
    session: Session,
    transformation: Transformation,
    variables: Sequence[Variable],
    pairs: Sequence[Pair],
    rows_a_pair: int = EXPLORING.rows_a_pair,
) -> Executions:
    """The executions of the original and the mutants on these pairs."""
    validity = session.signature.validity.passing_on(transformation.chained)

    def chain(source: Input, outputs: tuple[Any, ...]) -> Input | None:
        """A mutant's own outputs, passed on where they are valid inputs."""
        follow_up = transformation.apply(source, outputs)
        return None if follow_up is None or validity.admits(follow_up) is False else follow_up

    return observe(
        pairs,
        session.mutants,
        variables,
        session.outputs,
        session.tolerance,
        session.run,
        rows_a_pair * len(pairs),
        chain=None if transformation.chained is None else chain,
    )


def _screened(
    session: Session, exploration: Exploration, table: Table, evolution: Evolution, screen: Screen
) -> Exploration:
    """The exploration with what the archive holds now, as far as the screen does not contradict it."""
    ground, signature = exploration.ground, session.signature
    assert ground is not None
    archive = evolution.archive
    assert archive is not None
    candidates = archive.best() if session.parameters.best_only else archive.candidates()
    if session.parameters.join:
        known = {candidate.expression for candidate in candidates}
        laws = find_laws(ground.executions, table, exploration.transformation.does)
        candidates = (*candidates, *(law for law in laws if law.expression not in known))
    screened = screen_candidates(candidates, screen)
    rejected = screened.rejections(signature, exploration.transformation)
    reasons = {rejection.formula: rejection for rejection in (*exploration.rejected, *rejected.values())}
    learnt = {key(execution): execution for execution in (*ground.learnt, *screened.examples)}
    executions = with_correct(ground.executions, screened.examples)
    return replace(
        exploration,
        ground=replace(ground, executions=executions, learnt=tuple(learnt.values())),
        evolution=evolution.without_archive(),
        found=found_among(session, exploration, screened.held, table, screen),
        rejected=tuple(reasons.values())[-EXPLORING.rejected :],
        fallen=exploration.fallen + len(screened.fallen),
        judged=frozenset(table.judged),
    )


def found_among(
    session: Session,
    exploration: Exploration,
    candidates: Sequence[Archived],
    table: Table,
    screen: Screen | None,
) -> tuple[Candidate, ...]:
    """The candidates with what they were found on, of which the table is made, and what is known of single calls."""
    ground, transformation = exploration.ground, exploration.transformation
    assert ground is not None

    def hold(expressions: Sequence[Expression]) -> list[Expression]:
        return holding(expressions if screen is None else screen.holding(expressions), table)

    relations = [candidate.expression for candidate in candidates]
    single_calls = learn_single_calls(
        relations, ground.executions.variables, own_numbers(transformation), hold, has_odd_shape
    )
    special = special_numbers(session.constants, transformation)
    return tuple(
        Candidate(
            transformation=transformation,
            expression=candidate.expression,
            killed=candidate.killed,
            executions=ground.executions,
            tolerance=session.tolerance,
            special=special,
            single_calls=single_calls,
        )
        for candidate in candidates
    )


def share_of_news(pairs: Sequence[Pair]) -> float:
    """Share of the follow-ups that differ, by more than rounding, from their source and from each other.

    >>> share_of_news([((3.0,), (3.0 + 1e-17,)), ((4.0,), (4e-17,)), ((5.0,), (5e-17,)), ((6.0,), (7.0,))])
    0.5
    >>> from genmorph.values.building import as_data
    >>> from decimal import Decimal
    >>> share_of_news([((as_data(Decimal("0.00")),), (as_data(Decimal("-0.00")),))])
    0.0
    >>> share_of_news([(("a b", 3), ("b a",)), (("a", 4), ("a",))])  # with a drawn seed
    0.5
    """
    arguments = ((source[: len(follow_up)], follow_up) for source, follow_up in pairs)
    compared = [tuple(identity(rounded(values)) for values in pair) for pair in arguments]
    return len({follow_up for source, follow_up in compared if source != follow_up}) / len(pairs) if pairs else 0.0
