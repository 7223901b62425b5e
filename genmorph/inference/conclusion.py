"""From surviving candidates to reported relations, with what is known of the mutants."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from genmorph.execution.observation import CORRECT
from genmorph.fitness.programs import pack
from genmorph.fitness.scores import rejected_rows, score
from genmorph.inference.errors import SAME_ERROR, SameError, find_same_errors
from genmorph.inference.exploration import Exploration, Found
from genmorph.inference.judging import Judging
from genmorph.inference.meter import HaltError
from genmorph.inference.mutants import is_usable
from genmorph.inference.prepared import Prepared
from genmorph.model import Evidence, Input, Mutant, Raised
from genmorph.progress import Notify
from genmorph.results import MetamorphicRelation, Rejected, Signature

_EXAMPLES = 10


@dataclass(frozen=True, slots=True)
class Conclusion:
    """The reported relations, best first, the rejected ones, and what became of the mutants."""

    signature: Signature
    relations: tuple[MetamorphicRelation, ...]
    rejected: tuple[Rejected, ...]
    mutant_counts: dict[str, int]


def conclude(prepared: Prepared, explorations: Sequence[Exploration], notify: Notify) -> Conclusion:
    """Report what survives the last filter; what fails there makes room for the next.

    When the stage is halted, what was judged until then is reported, and the rest is undecided.
    """
    judged = frozenset[str]().union(*(exploration.judged for exploration in explorations))
    judging = Judging(prepared, len(judged), notify)
    kept = judging.settle([found for exploration in explorations for found in exploration.found])
    killed = frozenset[str]().union(*(found.killed for found, _ in kept))
    errors = find_same_errors(prepared, [exploration.transformation for exploration in explorations], killed)
    judged = judged.union(*(found.killed for found, _ in errors))
    signature = replace(prepared.laboratory.signature, raises=tuple(sorted(prepared.calls.raised)))
    return Conclusion(
        signature=signature,
        relations=(
            *(_relation(signature, found, replace(evidence, judged=len(judged))) for found, evidence in kept),
            *(_error_relation(signature, found, replace(evidence, judged=len(judged))) for found, evidence in errors),
        ),
        rejected=(*(one for exploration in explorations for one in exploration.rejected), *judging.rejected),
        mutant_counts=_count_mutants(prepared, judged),
    )


def killing_inputs(found: Found, limit: int) -> tuple[Input, ...]:
    """Few source inputs on which all killed mutants are killed, those that kill most first."""
    scores = score(pack([found.expression]), found.table)
    rows = rejected_rows(scores, 0, found.table)
    by_pair: dict[int, set[int]] = {}
    for row in rows.tolist():
        mutant = int(found.executions.mutants[row])
        if mutant != CORRECT:
            by_pair.setdefault(int(found.executions.pairs[row]), set()).add(mutant)
    chosen: list[Input] = []
    left = set().union(*by_pair.values()) if by_pair else set()
    while left and len(chosen) < limit:
        best = max(by_pair, key=lambda pair: (len(by_pair[pair] & left), -len(repr(found.executions.sources[pair]))))
        chosen.append(found.executions.sources[best])
        left -= by_pair[best]
    return tuple(chosen)


def _relation(signature: Signature, found: Found, evidence: Evidence) -> MetamorphicRelation:
    return MetamorphicRelation(
        signature=signature,
        transformation=found.transformation,
        expression=found.expression,
        evidence=evidence,
        killed=tuple(sorted(found.killed)),
        examples=killing_inputs(found, _EXAMPLES),
    )


def _error_relation(signature: Signature, found: SameError, evidence: Evidence) -> MetamorphicRelation:
    return MetamorphicRelation(
        signature=signature,
        transformation=found.transformation,
        expression=SAME_ERROR,
        evidence=evidence,
        killed=tuple(sorted(found.killed)),
        examples=found.examples,
    )


def _count_mutants(prepared: Prepared, judged: frozenset[str]) -> dict[str, int]:
    """Mutants by what was seen of them: a wrong value, on some inputs another end than a value, or nothing.

    Those that end in what the original never does, on inputs that it accepts, are killed by crash: any test that calls
    them finds them, whatever its relation. Those are apart that only raise what the original raises elsewhere, those
    that no finished exploration has run, and those that the time did not allow to run.
    """
    chosen = prepared.laboratory.mutants
    counts = {"made": prepared.mutants_made, "judged": len(judged)}
    counts |= dict.fromkeys(("killed_by_crash", "raises_only", "no_difference", "not_run"), 0)
    counts["not_run"] = prepared.mutants_made - (len(chosen) if judged else 0)
    for mutant in chosen if judged else ():
        if mutant.id not in judged:
            counts[_seen(prepared, mutant)] += 1
    return counts


def _seen(prepared: Prepared, mutant: Mutant) -> str:
    """What is to be said of a mutant that no exploration could judge."""
    inputs = prepared.sources.accepted[: prepared.pace.sources]
    try:
        outcomes = prepared.laboratory.run(mutant, inputs)
    except HaltError:
        return "not_run"
    outputs, recorded = prepared.laboratory.outputs, prepared.calls.raised
    unusable = [
        outcome for outcome, values in zip(outcomes, inputs, strict=True) if not is_usable(outcome, outputs, values)
    ]
    if not unusable:
        return "no_difference"
    is_known = all(isinstance(outcome, Raised) and outcome.type in recorded for outcome in unusable)
    return "raises_only" if is_known else "killed_by_crash"
