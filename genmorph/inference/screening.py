"""A first filter: candidates of a search on executions that it has not seen."""

from collections.abc import Sequence
from dataclasses import dataclass

from genmorph.execution.observation import correct_executions, is_exact
from genmorph.filters.validity import Finding, falsify, violations
from genmorph.fitness.programs import pack
from genmorph.fitness.scores import Scores, rejected_rows, score
from genmorph.fitness.table import Table, build_table
from genmorph.model import Execution, Stage, Tolerance
from genmorph.relations.expression import Expression, Variable
from genmorph.results.relation import Rejected, relation_formula
from genmorph.search.archive import Candidate
from genmorph.subject.signature import Signature
from genmorph.transformations.transformation import Transformation

REJECTED = 20
"""So many rejected relations are remembered for each transformation."""
COUNTEREXAMPLES = 5
"""At most so many counterexamples to one relation go back into the executions after each round."""


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
        return violations(expression, suspects, self._tolerance, COUNTEREXAMPLES)


def holding(expressions: Sequence[Expression], table: Table) -> list[Expression]:
    """Those that hold on all correct rows."""
    if not expressions:
        return []
    are_false = score(pack(expressions), table).false_positives > 0
    return [expression for expression, is_false in zip(expressions, are_false, strict=True) if not is_false]


@dataclass(frozen=True, slots=True)
class Screened:
    """The candidates that no execution contradicts, the others, and what contradicts these."""

    held: tuple[Candidate, ...]
    fallen: tuple[Candidate, ...]
    counterexamples: dict[Expression, list[Execution]]

    @property
    def examples(self) -> list[Execution]:
        """All counterexamples."""
        return [example for examples in self.counterexamples.values() for example in examples]

    def rejections(self, signature: Signature, transformation: Transformation) -> dict[Expression, Rejected]:
        """Some of the candidates that fell, with the reasons."""
        rejected = {}
        for candidate in self.fallen[:REJECTED]:
            expression, examples = candidate.expression, self.counterexamples.get(candidate.expression, ())
            finding = falsify(expression, examples, False, signature.tolerance, stage=Stage.SCREENING)
            rejected[expression] = reject(signature, transformation, expression, finding)
        return rejected


def screen_candidates(candidates: Sequence[Candidate], screen: Screen) -> Screened:
    """Part the candidates by what the screen's executions say."""
    found_false = screen.counterexamples([candidate.expression for candidate in candidates])
    return Screened(
        held=tuple(candidate for candidate in candidates if candidate.expression not in found_false),
        fallen=tuple(candidate for candidate in candidates if candidate.expression in found_false),
        counterexamples=found_false,
    )


def reject(signature: Signature, transformation: Transformation, expression: Expression, finding: Finding) -> Rejected:
    """The candidate as it is kept aside, with the filter's words."""
    assert finding.stage is not None
    return Rejected(
        transformation.input_relation(signature.names, signature.parameters),
        relation_formula(signature, transformation, expression),
        finding.verdict,
        finding.reason,
        finding.stage,
        finding.counterexample,
    )
