"""Relations about errors: what there is to show of them, and whether one that a person accepted still holds."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from genmorph.execution.comparing import error_executions
from genmorph.inference.meter import HaltError
from genmorph.inference.prepared import Prepared
from genmorph.inference.showing import WITNESSES, by_telling
from genmorph.model import Evidence, Execution, Input, Mutant, Witness
from genmorph.mutation.labels import write
from genmorph.results import MetamorphicRelation

_LOOKED_AT = 100
"""Inputs that are looked at for an ordinary pair, and on which mutants of an accepted relation are run."""


def show_errors(prepared: Prepared, relation: MetamorphicRelation) -> MetamorphicRelation:
    """The relation with an ordinary pair and witnesses on its examples; as it was where the time is over."""
    try:
        pair = _ordinary_pair(prepared, relation)
        known = [mutant for mutant in prepared.laboratory.mutants if mutant.id in relation.killed]
        witnesses = tuple(_witnesses(prepared, relation, known, relation.examples))
    except HaltError:
        return relation
    return replace(relation, pair=pair, witnesses=witnesses[:WITNESSES])


def judge_errors(prepared: Prepared, relation: MetamorphicRelation) -> MetamorphicRelation:
    """An accepted relation with what is known of it today; as it was where the time is over."""
    fresh = prepared.streams.fresh
    try:
        fresh.at_least(prepared.pace.enough)
        executions = _executions(prepared, relation, None, [*relation.examples, *fresh.asked])
        false = [execution for execution in executions if not _holds(execution)]
        if false:
            return violated(relation, false[0])
        telling = sorted(executions, key=lambda execution: not execution.source_error)
        inputs = [execution.source for execution in telling[:_LOOKED_AT]]
        witnesses = tuple(_witnesses(prepared, relation, prepared.laboratory.mutants, inputs))
        pair = _ordinary_pair(prepared, relation)
    except HaltError:
        return relation
    killed = tuple(sorted(witness.mutant for witness in witnesses))
    return replace(
        relation,
        evidence=Evidence(len(executions), 0, len(killed), 0, exhaustive=False, falsifiers=("fresh pairs",)),
        killed=killed,
        pair=pair,
        witnesses=witnesses[:WITNESSES],
        note=None,
    )


def violated(relation: MetamorphicRelation, counterexample: Execution) -> MetamorphicRelation:
    """An accepted relation that is false for the function of today."""
    evidence = replace(relation.evidence, violations=1, exhaustive=False, killed=0)
    return replace(relation, evidence=evidence, killed=(), pair=counterexample, witnesses=(), note=None)


def _ordinary_pair(prepared: Prepared, relation: MetamorphicRelation) -> Execution | None:
    """A short pair on which both calls raise, where there is one."""
    executions = _executions(prepared, relation, None, [*prepared.sources.asked[:_LOOKED_AT], *relation.examples])
    return min(executions, key=lambda e: (not e.source_error, len(write(e.source)), write(e.source)), default=None)


def _witnesses(
    prepared: Prepared, relation: MetamorphicRelation, mutants: Sequence[Mutant], inputs: Sequence[Input]
) -> Iterator[Witness]:
    """For each mutant that the relation kills on these inputs the first pair that shows it."""
    for mutant in sorted(mutants, key=by_telling):
        executions = _executions(prepared, relation, mutant, inputs)
        first = next((execution for execution in executions if not _holds(execution)), None)
        if first is not None:
            yield Witness(mutant.id, first)


def _executions(
    prepared: Prepared, relation: MetamorphicRelation, mutant: Mutant | None, sources: Sequence[Input]
) -> list[Execution]:
    """What both calls raise for each source that has a follow-up; no output is passed on here."""
    follow = prepared.follower(relation.transformation)
    outcomes = prepared.laboratory.run(mutant, sources)
    followed = ((source, follow(source, outcome)) for source, outcome in zip(sources, outcomes, strict=True))
    pairs = [(source, follow_up) for source, follow_up in followed if follow_up is not None]
    both = prepared.laboratory.run(mutant, [values for pair in pairs for values in pair])
    return [execution for execution in error_executions(pairs, both) if execution is not None]


def _holds(execution: Execution) -> bool:
    return execution.source_error == execution.follow_up_error
