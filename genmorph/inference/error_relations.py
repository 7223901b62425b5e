"""Relations about errors: what there is to show of them, and whether one that a person accepted still holds."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from genmorph.execution.outputs import Pair
from genmorph.inference.error_pairs import draw_unseen, holds, pairs_of, run_pairs
from genmorph.inference.meter import HaltError
from genmorph.inference.prepared import Prepared
from genmorph.inference.showing import WITNESSES, by_telling
from genmorph.model import Evidence, Execution, Mutant, Witness
from genmorph.results.relation import MetamorphicRelation
from genmorph.values.labels import write

_LOOKED_AT = 100
"""Inputs that are looked at for an ordinary pair, and on which mutants of an accepted relation are run."""


def show_errors(prepared: Prepared, relation: MetamorphicRelation) -> MetamorphicRelation:
    """The relation with an ordinary pair and witnesses on its examples; as it was where the time is over."""
    try:
        pair = _ordinary_pair(prepared, relation)
        known = [mutant for mutant in prepared.laboratory.mutants if mutant.id in relation.killed]
        pairs = pairs_of(prepared, relation.transformation, relation.examples)
        witnesses = tuple(_witnesses(prepared, known, pairs))
    except HaltError:
        return relation
    return replace(relation, pair=pair, witnesses=witnesses[:WITNESSES])


def judge_errors(prepared: Prepared, relation: MetamorphicRelation) -> MetamorphicRelation | None:
    """An accepted relation with what is known of it today; None where the time is over before."""
    try:
        unseen = draw_unseen(prepared, relation.transformation)
        examples = pairs_of(prepared, relation.transformation, relation.examples)
        executions = run_pairs(prepared, examples, None) + unseen.executions
        false = next((execution for execution in executions if not holds(execution)), None)
        if false is not None:
            return violated(relation, false)
        telling = sorted(executions, key=lambda execution: not execution.source_error)
        pairs = [(execution.source, execution.follow_up) for execution in telling[:_LOOKED_AT]]
        witnesses = tuple(_witnesses(prepared, prepared.laboratory.mutants, pairs))
        pair = _ordinary_pair(prepared, relation)
    except HaltError:
        return None
    killed = tuple(sorted(witness.mutant for witness in witnesses))
    evidence = unseen.evidence(len(killed))
    return replace(relation, evidence=evidence, killed=killed, pair=pair, witnesses=witnesses[:WITNESSES], note=None)


def violated(relation: MetamorphicRelation, counterexample: Execution) -> MetamorphicRelation:
    """An accepted relation that is false for the function of today."""
    evidence = Evidence(1, 1, killed=0, judged=relation.evidence.judged, exhaustive=False, falsifiers=())
    return replace(relation, evidence=evidence, killed=(), pair=counterexample, witnesses=(), note=None)


def _ordinary_pair(prepared: Prepared, relation: MetamorphicRelation) -> Execution | None:
    """A short pair on which both calls raise, where there is one."""
    sources = [*prepared.sources.asked[:_LOOKED_AT], *relation.examples]
    executions = run_pairs(prepared, pairs_of(prepared, relation.transformation, sources), None)
    return min(executions, key=lambda e: (not e.source_error, len(write(e.source)), write(e.source)), default=None)


def _witnesses(prepared: Prepared, mutants: Sequence[Mutant], pairs: Sequence[Pair]) -> Iterator[Witness]:
    """For each mutant that does not raise the same in both calls of a pair, the first such pair."""
    for mutant in sorted(mutants, key=by_telling):
        executions = run_pairs(prepared, pairs, mutant)
        first = next((execution for execution in executions if not holds(execution)), None)
        if first is not None:
            yield Witness(mutant.id, first)
