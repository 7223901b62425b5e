"""Relations as users hold them: what was judged, with what there is to show of it."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from genmorph.execution.outputs import Pair
from genmorph.filters.candidates import Candidate
from genmorph.inference.decisions import Words, unjudged
from genmorph.inference.examining import Examined
from genmorph.inference.judging import Judged
from genmorph.inference.meter import HaltError
from genmorph.inference.same_errors import SAME_ERROR, SameError, draw_unseen, holds, pairs_of, run_pairs
from genmorph.inference.session import Session
from genmorph.inference.showing import by_telling, show
from genmorph.model import Evidence, Execution, Mutant, MutantNote, Witness
from genmorph.results.relation import MetamorphicRelation
from genmorph.settings import SHOWING
from genmorph.subject.signature import Signature
from genmorph.values.labels import write


def show_errors(session: Session, relation: MetamorphicRelation) -> MetamorphicRelation:
    """The relation with an ordinary pair and witnesses on its examples; as it was where the time is over."""
    try:
        pair = _ordinary_pair(session, relation)
        known = [mutant for mutant in session.mutants if mutant.id in relation.killed]
        pairs = pairs_of(session, relation.transformation, relation.examples)
        witnesses = tuple(_witnesses(session, known, pairs))
    except HaltError:
        return relation
    return replace(relation, pair=pair, witnesses=witnesses[: SHOWING.witnesses])


def judge_errors(session: Session, relation: MetamorphicRelation) -> MetamorphicRelation | None:
    """An accepted relation with what is known of it today; None where the time is over before."""
    try:
        unseen = draw_unseen(session, relation.transformation)
        examples = pairs_of(session, relation.transformation, relation.examples)
        executions = run_pairs(session, examples, None) + unseen.executions
        false = next((execution for execution in executions if not holds(execution)), None)
        if false is not None:
            return violated(relation, false)
        telling = sorted(executions, key=lambda execution: not execution.source_error)
        pairs = [(execution.source, execution.follow_up) for execution in telling[: SHOWING.looked_at_for_errors]]
        witnesses = tuple(_witnesses(session, session.mutants, pairs))
        pair = _ordinary_pair(session, relation)
    except HaltError:
        return None
    killed = tuple(sorted(witness.mutant for witness in witnesses))
    evidence = unseen.evidence(len(killed))
    return replace(
        relation, evidence=evidence, killed=killed, pair=pair, witnesses=witnesses[: SHOWING.witnesses], note=None
    )


def violated(relation: MetamorphicRelation, counterexample: Execution) -> MetamorphicRelation:
    """An accepted relation that is false for the function of today."""
    evidence = Evidence(1, 1, killed=0, judged=relation.evidence.judged, exhaustive=False, falsifiers=())
    return replace(relation, evidence=evidence, killed=(), pair=counterexample, witnesses=(), note=None)


def _ordinary_pair(session: Session, relation: MetamorphicRelation) -> Execution | None:
    """A short pair on which both calls raise, where there is one."""
    sources = [*session.sources.asked[: SHOWING.looked_at_for_errors], *relation.examples]
    executions = run_pairs(session, pairs_of(session, relation.transformation, sources), None)
    return min(executions, key=lambda e: (not e.source_error, len(write(e.source)), write(e.source)), default=None)


def _witnesses(session: Session, mutants: Sequence[Mutant], pairs: Sequence[Pair]) -> Iterator[Witness]:
    """For each mutant that does not raise the same in both calls of a pair, the first such pair."""
    for mutant in sorted(mutants, key=by_telling):
        executions = run_pairs(session, pairs, mutant)
        first = next((execution for execution in executions if not holds(execution)), None)
        if first is not None:
            yield Witness(mutant.id, first)


@dataclass(frozen=True, slots=True)
class Reporting:
    """What relations are made from; `notes` are those on all mutants, by id."""

    session: Session
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
                yield self._noted(judge_errors(self.session, relation) or self._unjudged(relation))
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
        return self._noted(show_errors(self.session, MetamorphicRelation(*given)))

    def _unjudged(self, relation: MetamorphicRelation) -> MetamorphicRelation:
        """With the kills of mutants that are still there, and nothing that speaks for it today."""
        killed = tuple(name for name in relation.killed if name in self.notes)
        witnesses = tuple(witness for witness in relation.witnesses if witness.mutant in self.notes)
        evidence = replace(relation.evidence, killed=len(killed))
        return unjudged(replace(relation, killed=killed, witnesses=witnesses, evidence=evidence))

    def _relation(self, examined: Examined) -> MetamorphicRelation:
        found, evidence = examined.found, examined.evidence
        assert evidence is not None
        showing = show(self.session, found, examined.hardest)
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


def _key(relation: MetamorphicRelation | Candidate) -> str:
    """Equal for the same relation of a transformation."""
    change = relation.transformation
    return write([change.template, change.positions, change.constant, change.output, relation.expression.to_tree()])
