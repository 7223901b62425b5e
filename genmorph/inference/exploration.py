"""One transformation from its pairs to relations that survived a first filter."""

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass
from random import Random

from genmorph.execution.observation import (
    Executions,
    Pair,
    correct_executions,
    is_exact,
    observe,
    with_correct,
)
from genmorph.filters import Finding, is_too_sharp, judge, violations
from genmorph.fitness.programs import pack
from genmorph.fitness.scores import Scores, rejected_rows, score
from genmorph.fitness.table import Table, build_table
from genmorph.model import Execution, Input, Kind, Mutant, Run, Tolerance
from genmorph.relations.effort import effort
from genmorph.relations.expression import Expression, Variable
from genmorph.relations.operators import EQUAL, FIRST_VARIABLE, IFF
from genmorph.results import Rejected, Signature
from genmorph.results.relation import pair_variables, relation_formula
from genmorph.search.archive import Candidate
from genmorph.search.coevolution import Parameters, evolve
from genmorph.search.grammar import build_grammar
from genmorph.transformations import Transformation

LEAST_NEWS = 0.1
"""A transformation is not searched where fewer of its follow-ups differ from their source and from each other."""
ROUNDING = 1e-9
"""Numbers below this magnitude count as zero here."""
REJECTED = 20
"""So many rejected relations are remembered for each transformation."""
COUNTEREXAMPLES = 5
"""At most so many counterexamples to one relation go back into the executions after each round."""


@dataclass(frozen=True, slots=True)
class Laboratory:
    """What all stages of one inference share: the function's description, its mutants, the effect that runs them.

    `constants` are numbers that the function uses, with the number of calls in which it did.
    """

    signature: Signature
    constants: Mapping[int | float, int]
    mutants: tuple[Mutant, ...]
    run: Run
    best_only: bool

    @property
    def output(self) -> Kind:
        """The kind of the function's outputs, which is known here."""
        assert self.signature.output is not None
        return self.signature.output

    @property
    def tolerance(self) -> Tolerance:
        """How far two of the function's outputs may differ and still be equal."""
        return self.signature.tolerance


@dataclass(frozen=True, slots=True)
class Fresh:
    """Executions of the original that the search has not seen.

    `whole` says that the whole domain was tried, `lost` that some of its calls neither returned nor raised.
    """

    executions: tuple[Execution, ...]
    whole: bool
    lost: bool

    @property
    def exhaustive(self) -> bool:
        """Whether these are all executions that there are."""
        return self.whole and not self.lost


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
        return effort(self.expression.codes)

    @property
    def has_constants(self) -> bool:
        """Whether numbers were fitted into it."""
        return bool(self.expression.constants)

    @property
    def is_equality(self) -> bool:
        """Whether it says what the output is, rather than bounds it."""
        said = IFF if self.expression.variables[-1].kind is Kind.BOOL else EQUAL
        follow_up = FIRST_VARIABLE + len(self.expression.variables) - 1
        return self.expression.codes[0] == said and self.expression.codes.count(follow_up) == 1

    @property
    def family(self) -> Hashable:
        """Adding c and adding -c say the same."""
        constant = self.transformation.constant
        if self.transformation.template == "add" and constant is not None:
            constant = abs(constant)
        return self.transformation.template, self.transformation.positions, constant


@dataclass(frozen=True, slots=True, eq=False)
class Exploration:
    """What one transformation gave."""

    found: tuple[Found, ...]
    rejected: tuple[Rejected, ...]
    judged: frozenset[str]
    evaluations: float
    generations: int


NOTHING = Exploration((), (), frozenset(), 0.0, 0)


def explore(
    laboratory: Laboratory,
    transformation: Transformation,
    pairs: Sequence[Pair],
    screening: Callable[[], Fresh],
    may_go_on: Callable[[float], bool],
    rng: Random,
) -> Exploration:
    """Observe, then evolve and screen in turns: what screening finds false goes back into the executions."""
    signature = laboratory.signature
    variables = pair_variables(signature.parameters, transformation, laboratory.output)
    executions = observe(pairs, laboratory.mutants, variables, laboratory.tolerance, laboratory.run)
    if not executions.correct or not executions.incorrect or share_of_news(pairs) < LEAST_NEWS:
        return NOTHING
    own = {} if transformation.constant is None else {transformation.constant: len(pairs)}
    grammar = build_grammar(variables, {**laboratory.constants, **own})
    screen = Screen(screening().executions, variables, laboratory.tolerance)
    evolution = None
    rejected: dict[Expression, Rejected] = {}
    while True:
        table = build_table(executions, laboratory.tolerance)
        evolution = evolve(table, grammar, Parameters(), may_go_on, rng, evolution)
        candidates = evolution.archive.best() if laboratory.best_only else evolution.archive.candidates()
        found_false = screen.counterexamples([candidate.expression for candidate in candidates])
        held = [c for c in candidates if c.expression not in found_false and not is_too_sharp(c.expression)]
        out = [c for c in candidates if c not in held][:REJECTED]
        rejected |= {c.expression: _rejection(laboratory, transformation, c, found_false) for c in out}
        if evolution.idle >= Parameters().patience or not may_go_on(evolution.evaluations):
            break
        executions = with_correct(executions, [e for examples in found_false.values() for e in examples])
    return Exploration(
        found=tuple(Found(transformation, c.expression, c.killed, executions, table) for c in held),
        rejected=tuple(rejected.values())[-REJECTED:],
        judged=frozenset(table.judged),
        evaluations=evolution.evaluations,
        generations=evolution.generations,
    )


def _rejection(
    laboratory: Laboratory,
    transformation: Transformation,
    candidate: Candidate,
    found_false: Mapping[Expression, Sequence[Execution]],
) -> Rejected:
    examples = found_false.get(candidate.expression, ())
    finding = judge(candidate.expression, len(candidate.killed), examples, False, laboratory.tolerance)
    return reject(laboratory.signature, transformation, candidate.expression, finding)


def share_of_news(pairs: Sequence[Pair]) -> float:
    """Share of the follow-ups that differ, by more than rounding, from their source and from each other.

    >>> share_of_news([((3.0,), (3.0 + 1e-17,)), ((4.0,), (4e-17,)), ((5.0,), (5e-17,)), ((6.0,), (7.0,))])
    0.5
    """
    rounded = [tuple(_rounded(values) for values in pair) for pair in pairs]
    return len({follow_up for source, follow_up in rounded if source != follow_up}) / len(pairs) if pairs else 0.0


def _rounded(values: Input) -> Input:
    return tuple(float(f"{value:.9g}") if abs(value) > ROUNDING else 0.0 for value in values)


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

    def _confirmed(self, expression: Expression, scores: Scores, index: int) -> list[Execution]:
        assert self._table is not None
        suspects = [self._executions[row] for row in rejected_rows(scores, index, self._table)]
        return violations(expression, suspects, self._tolerance, COUNTEREXAMPLES)


def reject(signature: Signature, transformation: Transformation, expression: Expression, finding: Finding) -> Rejected:
    """The candidate as it is kept aside, with the filter's words."""
    return Rejected(
        transformation.input_relation(signature.names),
        relation_formula(signature, transformation, expression),
        finding.verdict,
        finding.reason,
        finding.counterexample,
    )
