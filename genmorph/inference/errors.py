"""The relation that both calls raise the same error, on inputs of the domain that the original refuses."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from genmorph.execution.outputs import Pair
from genmorph.filters.validity import Finding
from genmorph.inference.error_pairs import draw_unseen, holds, pairs_of, run_pairs, says_something
from genmorph.inference.meter import HaltError
from genmorph.inference.prepared import LEAST_APPLICABLE, Prepared
from genmorph.model import Evidence, Execution, Input, Raised, Stage, Verdict
from genmorph.relations.expression import ERROR_VARIABLES, Expression
from genmorph.transformations.transformation import Transformation
from genmorph.values.labels import write

SAME_ERROR = Expression.from_tree(["==", "raised_f", "raised_s"], ERROR_VARIABLES)
REPORTED = 2
"""At most so many of these relations are reported."""
LEAST_RAISING = 20
"""So many of the pairs tried must raise for the relation to say something, and this share of them:"""
LEAST_SHARE = LEAST_APPLICABLE
_PAIRS = 50
"""Pairs that raise, and as many that do not, on which mutants are run."""
_LOOKED_AT = 12
"""Transformations that are looked at."""
_EXAMPLES = 3


@dataclass(frozen=True, slots=True)
class SameError:
    """A transformation under which the original raised the same error, or none, in both calls of all pairs tried.

    `killed` are the mutants that did not, `examples` a source for some of them.
    """

    transformation: Transformation
    killed: frozenset[str]
    examples: tuple[Input, ...]


@dataclass(frozen=True, slots=True)
class SameErrors:
    """The relations of this form that are kept, with their evidence, and those that are not, with the reason.

    The evidence counts no mutants as judged yet.
    """

    kept: list[tuple[SameError, Evidence]] = field(default_factory=list)
    rejected: list[tuple[SameError, Finding]] = field(default_factory=list)


def find_same_errors(
    prepared: Prepared, transformations: Sequence[Transformation], known: frozenset[str], most: int
) -> SameErrors:
    """At most so many relations of this form that kill mutants not `known` to be killed and survive unseen pairs.

    When the stage is halted, what was judged until then is there.
    """
    found = SameErrors()
    try:
        waiting = _candidates(prepared, transformations) if most else []
        while waiting and len(found.kept) < min(REPORTED, most):
            best = max(waiting, key=lambda one: len(one.killed - known))
            if best.killed <= known:
                break
            waiting.remove(best)
            judged = _judge(prepared, best)
            if isinstance(judged, Evidence):
                found.kept.append((best, judged))
                known |= best.killed
            else:
                found.rejected.append((best, judged))
    except HaltError:
        pass
    return found


def _candidates(prepared: Prepared, transformations: Sequence[Transformation]) -> list[SameError]:
    if not prepared.calls.raised:
        return []
    plain = [transformation for transformation in transformations if transformation.chained is None]
    found = (_look(prepared, transformation) for transformation in plain[:_LOOKED_AT])
    return [one for one in found if one is not None and one.killed]


def _look(prepared: Prepared, transformation: Transformation) -> SameError | None:
    prepared.meter.check()
    pairs = _telling_pairs(prepared, transformation)
    executions = run_pairs(prepared, pairs, None)
    if not any(map(says_something, executions)) or not all(map(holds, executions)):
        return None
    witnesses: dict[str, Input] = {}
    for mutant in prepared.laboratory.mutants:
        violating = (execution for execution in run_pairs(prepared, pairs, mutant) if not holds(execution))
        first = next(violating, None)
        if first is not None:
            witnesses[mutant.id] = first.source
    distinct = {write(source): source for source in witnesses.values()}
    return SameError(transformation, frozenset(witnesses), tuple(distinct.values())[:_EXAMPLES])


def _judge(prepared: Prepared, found: SameError) -> Evidence | Finding:
    """The evidence for the relation, or that an unseen pair contradicts it, or that too few say anything."""
    unseen = draw_unseen(prepared, found.transformation)
    for stage, executions in ((Stage.FRESH_PAIRS, unseen.fresh), (Stage.CORNER_PAIRS, unseen.corners)):
        false = next((execution for execution in executions if not holds(execution)), None)
        if false is not None:
            return Finding(Verdict.REJECT, "false for a valid input", stage, counterexample=false)
    return too_few_raise(unseen.executions) or unseen.evidence(len(found.killed))


def too_few_raise(executions: Sequence[Execution]) -> Finding | None:
    """That too few of the pairs raise for the relation to say something; None where enough do.

    >>> raising, returning = Execution((0,), (1,), (), (), "KeyError", "KeyError"), Execution((2,), (3,), (), ())
    >>> too_few_raise([raising] * 25 + [returning] * 475) is None
    True
    >>> too_few_raise([raising] * 24 + [returning] * 476).reason
    'only 24 of the 500 pairs tried raise'
    """
    raising = sum(map(says_something, executions))
    if raising >= max(LEAST_RAISING, LEAST_SHARE * len(executions)):
        return None
    return Finding(Verdict.REJECT, f"only {raising} of the {len(executions)} pairs tried raise", Stage.VACUOUS)


def _telling_pairs(prepared: Prepared, transformation: Transformation) -> list[Pair]:
    """Valid pairs of the search's inputs, first those whose source raises, then as many others."""
    asked = prepared.sources.asked
    outcomes = prepared.laboratory.run(None, asked)
    parts: tuple[list[Input], list[Input]] = ([], [])
    for source, outcome in zip(asked, outcomes, strict=True):
        parts[not isinstance(outcome, Raised)].append(source)
    return [pair for sources in parts for pair in pairs_of(prepared, transformation, sources, _PAIRS)]
