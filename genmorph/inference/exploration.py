"""One transformation from its pairs to relations that survived a first filter."""

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from random import Random

from genmorph.execution.observation import Executions, Pair, correct_executions, is_exact, observe
from genmorph.filters import Finding, judge
from genmorph.fitness.programs import pack
from genmorph.fitness.scores import score
from genmorph.fitness.table import Table, build_table
from genmorph.model import Execution, Run, SourceMutant, Tolerance, Verdict
from genmorph.relations.expression import Expression
from genmorph.results import Rejected, Signature
from genmorph.results.relation import pair_variables, relation_formula
from genmorph.search.archive import Candidate
from genmorph.search.coevolution import Parameters, evolve
from genmorph.search.grammar import build_grammar
from genmorph.transformations import Transformation

CANDIDATES = 40
"""At most so many of the archive's relations go to the filter, for each transformation."""


@dataclass(frozen=True, slots=True)
class Laboratory:
    """What all stages of one inference share: the function's description, its mutants, the effect that runs them."""

    signature: Signature
    constants: tuple[int | float, ...]
    mutants: tuple[SourceMutant, ...]
    run: Run
    best_only: bool

    @property
    def tolerance(self) -> Tolerance:
        """How far two of the function's outputs may differ and still be equal."""
        return self.signature.tolerance


@dataclass(frozen=True, slots=True)
class Fresh:
    """Executions of the original that the search has not seen; `exhaustive` where they are all there are."""

    executions: tuple[Execution, ...]
    exhaustive: bool


@dataclass(frozen=True, slots=True, eq=False)
class Found:
    """A relation that no fresh execution has contradicted yet, with the rows it was found on."""

    transformation: Transformation
    expression: Expression
    killed: frozenset[str]
    executions: Executions
    table: Table

    @property
    def size(self) -> int:
        """The number of nodes."""
        return self.expression.size

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
    fresh: Callable[[], Fresh],
    may_go_on: Callable[[float], bool],
    rng: Random,
) -> Exploration:
    """Observe, evolve and filter for one transformation."""
    signature = laboratory.signature
    variables = pair_variables(signature.parameters, transformation, signature.output)
    executions = observe(pairs, laboratory.mutants, variables, laboratory.tolerance, laboratory.run)
    if not executions.correct or not executions.incorrect:
        return NOTHING
    table = build_table(executions, laboratory.tolerance)
    own = () if transformation.constant is None else (transformation.constant,)
    grammar = build_grammar(variables, (*own, *laboratory.constants))
    evolution = evolve(table, grammar, Parameters(), may_go_on, rng)
    candidates = evolution.archive.candidates(CANDIDATES)
    held, rejected = screen(laboratory, transformation, candidates[: 1 if laboratory.best_only else None], fresh())
    return Exploration(
        found=tuple(Found(transformation, c.expression, c.killed, executions, table) for c in held),
        rejected=rejected,
        judged=frozenset(table.judged),
        evaluations=evolution.evaluations,
        generations=len(evolution.logbook),
    )


def screen(
    laboratory: Laboratory, transformation: Transformation, candidates: Sequence[Candidate], fresh: Fresh
) -> tuple[tuple[Candidate, ...], tuple[Rejected, ...]]:
    """Candidates that hold on all fresh executions; compiled evaluation finds the suspects, the filter decides."""
    if not candidates or not fresh.executions:
        return tuple(candidates), ()
    held, rejected = [], []
    suspects = _violated([candidate.expression for candidate in candidates], fresh, laboratory.tolerance)
    for candidate, is_suspect in zip(candidates, suspects, strict=True):
        if is_suspect:
            finding = judge(
                candidate.expression, len(candidate.killed), fresh.executions, fresh.exhaustive, laboratory.tolerance
            )
            if finding.verdict is not Verdict.KEEP:
                rejected.append(reject(laboratory.signature, transformation, candidate.expression, finding))
                continue
        held.append(candidate)
    return tuple(held), tuple(rejected)


def reject(signature: Signature, transformation: Transformation, expression: Expression, finding: Finding) -> Rejected:
    """The candidate as it is kept aside, with the filter's words."""
    return Rejected(
        transformation.input_relation(signature.names),
        relation_formula(signature, transformation, expression),
        finding.verdict,
        finding.reason,
        finding.counterexample,
    )


def _violated(expressions: Sequence[Expression], fresh: Fresh, tolerance: Tolerance) -> list[bool]:
    exact = [execution for execution in fresh.executions if is_exact(execution)]
    if not exact:
        return [False] * len(expressions)
    table = build_table(correct_executions(exact, expressions[0].variables), tolerance)
    return (score(pack(expressions), table).false_positives > 0).tolist()  # type: ignore[no-any-return]
