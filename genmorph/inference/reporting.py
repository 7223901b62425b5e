"""Relations as users hold them: what was judged, with what there is to show of it."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from genmorph.inference.error_relations import judge_errors, show_errors, violated
from genmorph.inference.errors import SAME_ERROR, SameError
from genmorph.inference.examining import Examined
from genmorph.inference.found import Found
from genmorph.inference.judging import Judged
from genmorph.inference.prepared import Prepared
from genmorph.inference.showing import show
from genmorph.inference.words import Words, unjudged
from genmorph.model import Evidence, Execution, MutantNote
from genmorph.results.relation import MetamorphicRelation
from genmorph.subject.signature import Signature
from genmorph.values.labels import write


@dataclass(frozen=True, slots=True)
class Reporting:
    """What relations are made from; `notes` are those on all mutants, by id."""

    prepared: Prepared
    signature: Signature
    words: Words
    notes: dict[str, MutantNote]

    def accepted(self, settled: Judged) -> Iterator[MetamorphicRelation]:
        """What a person accepted, in that order: judged again, or as it was where there was no time."""
        kept = {_key(one.found): one for one in settled.kept[: settled.accepted]}
        false: dict[str, Execution] = {_key(relation): execution for relation, execution in settled.violated}
        for known in self.words.earlier.accepted:
            relation = replace(known, signature=self.signature)
            key = _key(known)
            if known.is_about_errors:
                yield self._noted(judge_errors(self.prepared, relation) or self._unjudged(relation))
            elif key in false:
                yield violated(relation, false[key])
            elif key in kept:
                yield replace(self._relation(kept[key]), is_accepted=True)
            else:
                yield self._noted(self._unjudged(relation))

    def others(self, kept: Sequence[Examined]) -> Iterator[MetamorphicRelation]:
        """What was found; formulas that a person accepted when they were of another signature are accepted again."""
        for examined in kept:
            relation = self._relation(examined)
            yield replace(relation, is_accepted=self.words.accepts(relation.formula))

    def about_errors(self, found: SameError, evidence: Evidence) -> MetamorphicRelation:
        """The relation that both calls raise the same error."""
        killed = tuple(sorted(found.killed))
        given = (self.signature, found.transformation, SAME_ERROR, evidence, killed, found.examples)
        return self._noted(show_errors(self.prepared, MetamorphicRelation(*given)))

    def _unjudged(self, relation: MetamorphicRelation) -> MetamorphicRelation:
        """With the kills of mutants that are still there, and nothing that speaks for it today."""
        killed = tuple(name for name in relation.killed if name in self.notes)
        witnesses = tuple(witness for witness in relation.witnesses if witness.mutant in self.notes)
        evidence = replace(relation.evidence, killed=len(killed))
        return unjudged(replace(relation, killed=killed, witnesses=witnesses, evidence=evidence))

    def _relation(self, examined: Examined) -> MetamorphicRelation:
        found, evidence = examined.found, examined.evidence
        assert evidence is not None
        showing = show(self.prepared, found, examined.hardest)
        return self._noted(
            MetamorphicRelation(
                signature=self.signature,
                transformation=found.transformation,
                expression=found.expression,
                evidence=evidence,
                killed=tuple(sorted(found.killed)),
                examples=showing.examples,
                pair=showing.pair,
                witnesses=showing.witnesses,
            )
        )

    def _noted(self, relation: MetamorphicRelation) -> MetamorphicRelation:
        """With the note on the mutant of its first witness."""
        note = self.notes.get(relation.witnesses[0].mutant) if relation.witnesses else None
        return replace(relation, note=note)


def _key(relation: MetamorphicRelation | Found) -> str:
    """Equal for the same relation of a transformation."""
    change = relation.transformation
    return write([change.template, change.positions, change.constant, change.output, relation.expression.to_tree()])
