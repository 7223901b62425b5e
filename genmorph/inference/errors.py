"""The relation that both calls raise the same error, on inputs of the domain that the original refuses."""

from collections.abc import Sequence
from dataclasses import dataclass

from genmorph.execution.comparing import error_executions
from genmorph.execution.observation import Pair
from genmorph.inference.meter import HaltError
from genmorph.inference.prepared import Prepared
from genmorph.inference.sources import AcceptedInputs
from genmorph.model import Evidence, Execution, Input, Mutant, Raised
from genmorph.relations.expression import ERROR_VARIABLES, Expression
from genmorph.transformations import Transformation

SAME_ERROR = Expression.from_tree(["==", "raised_f", "raised_s"], ERROR_VARIABLES)
REPORTED = 2
"""At most so many of these relations are reported."""
LEAST_RAISING = 20
"""So many fresh pairs must raise for the relation to say something."""
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


def find_same_errors(
    prepared: Prepared, transformations: Sequence[Transformation], known: frozenset[str]
) -> list[tuple[SameError, Evidence]]:
    """The relations of this form that kill mutants not `known` to be killed and survive fresh pairs.

    The evidence counts no mutants as judged yet. When the stage is halted, what was judged until then is there.
    """
    kept: list[tuple[SameError, Evidence]] = []
    try:
        waiting = _candidates(prepared, transformations)
        while waiting and len(kept) < REPORTED:
            best = max(waiting, key=lambda found: len(found.killed - known))
            if best.killed <= known:
                break
            waiting.remove(best)
            evidence = _judge(prepared, best)
            if evidence is not None:
                kept.append((best, evidence))
                known |= best.killed
    except HaltError:
        pass
    return kept


def _candidates(prepared: Prepared, transformations: Sequence[Transformation]) -> list[SameError]:
    if not prepared.calls.raised:
        return []
    plain = [transformation for transformation in transformations if transformation.chained is None]
    found = (_look(prepared, transformation) for transformation in plain[:_LOOKED_AT])
    return [one for one in found if one is not None and one.killed]


def _look(prepared: Prepared, transformation: Transformation) -> SameError | None:
    prepared.meter.check()
    pairs = _pairs(prepared, transformation, prepared.sources, _PAIRS)
    executions = _executed(prepared, pairs, None)
    if not any(map(_says_something, executions)) or not all(map(_holds, executions)):
        return None
    witnesses: dict[str, Input] = {}
    for mutant in prepared.laboratory.mutants:
        violating = (e for e in _executed(prepared, pairs, mutant) if not _holds(e))
        first = next(violating, None)
        if first is not None:
            witnesses[mutant.id] = first.source
    distinct = {repr(source): source for source in witnesses.values()}
    return SameError(transformation, frozenset(witnesses), tuple(distinct.values())[:_EXAMPLES])


def _judge(prepared: Prepared, found: SameError) -> Evidence | None:
    """The evidence for the relation; None where a fresh pair contradicts it, or too few say anything."""
    enough = prepared.pace.enough
    fresh = prepared.streams.fresh
    fresh.at_least(enough)
    executions = _executed(prepared, _pairs(prepared, found.transformation, fresh, enough), None)
    if not all(map(_holds, executions)) or sum(map(_says_something, executions)) < LEAST_RAISING:
        return None
    return Evidence(len(executions), 0, len(found.killed), 0, exhaustive=False, falsifiers=("fresh pairs",))


def _pairs(prepared: Prepared, transformation: Transformation, inputs: AcceptedInputs, count: int) -> list[Pair]:
    """Valid pairs whose sources are among the inputs asked, first so many that raise, then so many others."""
    outcomes = prepared.laboratory.run(None, inputs.asked)
    follow = prepared.follower(transformation)
    pairs: tuple[list[Pair], list[Pair]] = ([], [])
    for source, outcome in zip(inputs.asked, outcomes, strict=True):
        chosen = pairs[0] if isinstance(outcome, Raised) else pairs[1]
        follow_up = follow(source, outcome) if len(chosen) < count else None
        if follow_up is not None:
            chosen.append((source, follow_up))
    return pairs[0] + pairs[1]


def _executed(prepared: Prepared, pairs: Sequence[Pair], mutant: Mutant | None) -> list[Execution]:
    outcomes = prepared.laboratory.run(mutant, [values for pair in pairs for values in pair])
    return [execution for execution in error_executions(pairs, outcomes) if execution is not None]


def _holds(execution: Execution) -> bool:
    return execution.source_error == execution.follow_up_error


def _says_something(execution: Execution) -> bool:
    """Whether a call raised, and the follow-up is another input than the source."""
    raised = bool(execution.source_error or execution.follow_up_error)
    return raised and repr(execution.source) != repr(execution.follow_up)
