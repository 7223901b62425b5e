"""From surviving candidates to reported relations, with what is known of the mutants."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace

from genmorph.inference.errors import SAME_ERROR, SameErrors, find_same_errors
from genmorph.inference.exploration import Exploration
from genmorph.inference.judging import REPORTED, Judged, Judging
from genmorph.inference.mutant_counts import count_mutants
from genmorph.inference.notes import note_mutant
from genmorph.inference.prepared import Prepared
from genmorph.inference.reporting import Reporting
from genmorph.inference.screening import reject
from genmorph.inference.words import Words
from genmorph.model import MutantNote, Stage
from genmorph.progress import Notify
from genmorph.results.relation import MetamorphicRelation, Rejected
from genmorph.subject.signature import Signature


@dataclass(frozen=True, slots=True)
class Conclusion:
    """The reported relations, best first, the rejected ones, and what became of the mutants.

    `judged` is what the last filters said, with counts; `errors_by_stage` counts rejected relations about errors.
    """

    signature: Signature
    relations: tuple[MetamorphicRelation, ...]
    rejected: tuple[Rejected, ...]
    judged: Judged
    errors_by_stage: dict[Stage, int]
    mutants: tuple[MutantNote, ...]
    mutant_counts: dict[str, int]


def conclude(prepared: Prepared, explorations: Sequence[Exploration], words: Words, notify: Notify) -> Conclusion:
    """Report what survives the last filters, first of all what a person accepted earlier.

    Relations about errors come last, as far as fewer others are reported than `judging.REPORTED`.
    When the stage is halted, what was judged until then is reported, and the rest is undecided; accepted relations that
    were not judged are there, without evidence.
    """
    judged = frozenset[str]().union(*(exploration.judged for exploration in explorations))
    settled = Judging(prepared, explorations, len(judged), words.earlier, notify).settle()
    errors = _new_errors(prepared, explorations, settled, words)
    calls = prepared.calls
    known = prepared.laboratory.signature
    signature = replace(known, raises=tuple(sorted(calls.raised)), has_large_outputs=calls.has_large_outputs)
    target, names = prepared.calls.mutated, prepared.subject.names
    notes = {mutant.id: note_mutant(mutant, target, names) for mutant in prepared.laboratory.mutants}
    reporting = Reporting(prepared, signature, words, notes)
    relations = (
        *reporting.accepted(settled),
        *reporting.others(settled.kept[settled.accepted :]),
        *(reporting.about_errors(found, evidence) for found, evidence in errors.kept),
    )
    judged = judged.union(*(relation.killed for relation in relations)) & notes.keys()
    rejected = [
        reject(prepared.laboratory.signature, one.transformation, SAME_ERROR, why) for one, why in errors.rejected
    ]
    return Conclusion(
        signature=signature,
        relations=tuple(_with_judged(relation, len(judged)) for relation in relations),
        rejected=(*(one for exploration in explorations for one in exploration.rejected), *settled.rejected, *rejected),
        judged=settled,
        errors_by_stage=dict(Counter(one.stage for one in rejected)),
        mutants=tuple(note for note in notes.values() if note.id in judged),
        mutant_counts=count_mutants(prepared, judged),
    )


def _new_errors(prepared: Prepared, explorations: Sequence[Exploration], settled: Judged, words: Words) -> SameErrors:
    """Relations about errors, as far as a person has said nothing of them and there is room."""
    killed = frozenset[str]().union(*(examined.found.killed for examined in settled.kept))
    known = [one.transformation for one in words.earlier.accepted + words.earlier.disowned if one.is_about_errors]
    transformations = [one.transformation for one in explorations if one.transformation not in known]
    others = len(words.earlier.accepted) + len(settled.kept) - settled.accepted
    return find_same_errors(prepared, transformations, killed, max(0, REPORTED - others))


def _with_judged(relation: MetamorphicRelation, judged: int) -> MetamorphicRelation:
    """With the number of mutants that were judged in all, which is known in the end."""
    return replace(relation, evidence=replace(relation.evidence, judged=judged))
