"""Relations as users hold them: what was judged, with what there is to show of it."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from genmorph.execution.observation import CORRECT, executions_of
from genmorph.execution.outputs import Pair
from genmorph.filters.candidates import Candidate
from genmorph.filters.validity import violations
from genmorph.fitness.programs import pack
from genmorph.fitness.scores import rejected_rows, score
from genmorph.inference.decisions import ReviewDecisions, unjudged
from genmorph.inference.judging import Judged
from genmorph.inference.meter import HaltError
from genmorph.inference.same_errors import draw_unseen, holds, pairs_of, run_pairs
from genmorph.inference.session import Session
from genmorph.model import Evidence, Execution, Input, Mutant, MutantNote, OutcomeMutant, SourceMutant, Witness
from genmorph.results.relation import MetamorphicRelation
from genmorph.settings import SHOWING, SHOWN_PAIRS
from genmorph.subject.signatures import Signature
from genmorph.values.labels import write
from genmorph.values.measures import oddness


@dataclass(frozen=True, slots=True)
class Showing:
    """The fields of a relation that are there to be shown."""

    examples: tuple[Input, ...]
    pair: Execution | None = None
    witnesses: tuple[Witness, ...] = ()


def show(session: Session, found: Candidate) -> Showing:
    """What there is to show of a relation; without pairs where the time is over."""
    killing = _killing_pairs(found)
    inputs = (*_killing_inputs(found, killing), *found.hardest[: SHOWN_PAIRS.hardest])
    chosen = {write(source): source for source in inputs}
    try:
        pair, witnesses = _ordinary_pair(session, found, killing), tuple(_witnesses(session, found, killing))
    except HaltError:
        return Showing(tuple(chosen.values()))
    return Showing(tuple(chosen.values()), pair, witnesses)


def by_telling(mutant: Mutant) -> int:
    """Mutants of the source are read most easily, changes of outcomes least."""
    return 0 if isinstance(mutant, SourceMutant) else 2 if isinstance(mutant, OutcomeMutant) else 1


def _killing_pairs(found: Candidate) -> dict[int, set[int]]:
    """By pair of the executions: the mutants that the relation kills on it."""
    scores = score(pack([found.expression]), found.table)
    pairs: dict[int, set[int]] = {}
    for row in rejected_rows(scores, 0, found.table).tolist():
        mutant = int(found.executions.mutants[row])
        if mutant != CORRECT:
            pairs.setdefault(int(found.executions.pairs[row]), set()).add(mutant)
    return pairs


def _killing_inputs(found: Candidate, killing: dict[int, set[int]]) -> list[Input]:
    """Few source inputs on which as many mutants are killed as possible, those that kill most first."""
    sources = found.executions.sources
    length = {pair: len(write(sources[pair])) for pair in killing}
    chosen: list[Input] = []
    left = set[int]().union(*killing.values())
    while left and len(chosen) < SHOWN_PAIRS.killing:
        best = max(killing, key=lambda pair: (len(killing[pair] & left), -length[pair]))
        chosen.append(sources[best])
        left -= killing[best]
    return chosen


def _ordinary_pair(session: Session, found: Candidate, killing: dict[int, set[int]]) -> Execution | None:
    """A short pair of the original's that tells something: on its source mutants are killed, where there are any."""
    sources = found.executions.sources
    places = killing or {int(pair): set() for pair in found.executions.pairs}
    candidates = sorted((sources[place] for place in places), key=lambda source: (oddness(source), len(write(source))))
    executions = session.executions_on(found.transformation, candidates[: SHOWING.looked_at])
    return min(executions, key=_plainness, default=None)


def _plainness(execution: Execution) -> tuple[bool, int, int]:
    """Pairs of the same input twice come last, then zeros, huge and empty values, then what is long to read."""
    outputs = (*execution.source_outputs, *execution.follow_up_outputs)
    odd = oddness(execution.source) + oddness(execution.follow_up) + 2 * oddness(outputs)
    length = sum(len(write(part)) for part in (execution.source, execution.follow_up, *outputs))
    return write(execution.source) == write(execution.follow_up), odd, length


def _witnesses(session: Session, found: Candidate, killing: dict[int, set[int]]) -> Iterator[Witness]:
    """Pairs on which the relation rejects what mutants give, each on a short input."""
    names, sources = found.executions.names, found.executions.sources
    killed = {names[number]: number for number in set[int]().union(*killing.values())}
    mutants = sorted((m for m in session.mutants if m.id in killed), key=by_telling)
    for mutant in mutants[: SHOWING.witnesses]:
        own = [sources[pair] for pair, numbers in killing.items() if killed[mutant.id] in numbers]
        shortest = min(own, key=lambda source: len(write(source)))
        executions = _executions_of(session, found, mutant, shortest)
        for execution in violations(found.expression, executions, session.tolerance, 1):
            yield Witness(mutant.id, execution)


def _executions_of(session: Session, found: Candidate, mutant: Mutant, source: Input) -> list[Execution]:
    """What a mutant gives for a source and its own follow-up; nothing where it gives no values."""

    def run(_: Mutant | None, inputs: Sequence[Input]) -> Sequence[Any]:
        return session.run(mutant, inputs)

    (outcome,) = run(None, [source])
    follow_up = session.follower(found.transformation)(source, outcome)
    pairs = [] if follow_up is None else [(source, follow_up)]
    return [one for one in executions_of(pairs, session.outputs, run) if one is not None]


def show_errors(session: Session, relation: MetamorphicRelation) -> MetamorphicRelation:
    """The relation with an ordinary pair and witnesses on its examples; as it was where the time is over."""
    try:
        pair = _ordinary_error_pair(session, relation)
        known = [mutant for mutant in session.mutants if mutant.id in relation.killed]
        pairs = pairs_of(session, relation.transformation, relation.examples)
        witnesses = tuple(_error_witnesses(session, known, pairs))
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
        witnesses = tuple(_error_witnesses(session, session.mutants, pairs))
        pair = _ordinary_error_pair(session, relation)
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


def _ordinary_error_pair(session: Session, relation: MetamorphicRelation) -> Execution | None:
    """A short pair on which both calls raise, where there is one."""
    sources = [*session.sources.asked[: SHOWING.looked_at_for_errors], *relation.examples]
    executions = run_pairs(session, pairs_of(session, relation.transformation, sources), None)
    return min(executions, key=lambda e: (not e.source_error, len(write(e.source)), write(e.source)), default=None)


def _error_witnesses(session: Session, mutants: Sequence[Mutant], pairs: Sequence[Pair]) -> Iterator[Witness]:
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
    decisions: ReviewDecisions
    notes: dict[str, MutantNote]

    def accepted(self, settled: Judged) -> Iterator[MetamorphicRelation]:
        """What a review accepted, in that order: judged again, or as it was where there was no time."""
        kept = {_key(one): one for one in settled.kept[: settled.accepted]}
        false: dict[str, Execution] = {_key(relation): execution for relation, execution in settled.violated}
        for known in self.decisions.earlier.accepted:
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

    def others(self, kept: Sequence[Candidate]) -> Iterator[MetamorphicRelation]:
        """What was found; formulas that a review accepted when they were of another signature are accepted again."""
        for found in kept:
            relation = self._relation(found)
            yield replace(relation, is_accepted=self.decisions.accepts(relation.formula))

    def about_errors(self, found: Candidate) -> MetamorphicRelation:
        """The relation that both calls raise the same error."""
        return self._noted(show_errors(self.session, self._made(found, Showing(found.hardest))))

    def _unjudged(self, relation: MetamorphicRelation) -> MetamorphicRelation:
        """With the kills of mutants that are still there, and nothing that speaks for it today."""
        killed = tuple(name for name in relation.killed if name in self.notes)
        witnesses = tuple(witness for witness in relation.witnesses if witness.mutant in self.notes)
        evidence = replace(relation.evidence, killed=len(killed))
        return unjudged(replace(relation, killed=killed, witnesses=witnesses, evidence=evidence))

    def _relation(self, found: Candidate) -> MetamorphicRelation:
        return self._noted(self._made(found, show(self.session, found)))

    def _made(self, found: Candidate, showing: Showing) -> MetamorphicRelation:
        assert found.evidence is not None
        return MetamorphicRelation(
            signature=self.signature,
            transformation=found.transformation,
            expression=found.expression,
            evidence=found.evidence,
            killed=tuple(sorted(found.killed)),
            examples=showing.examples,
            pair=showing.pair,
            witnesses=showing.witnesses,
        )

    def _noted(self, relation: MetamorphicRelation) -> MetamorphicRelation:
        """With the note on the mutant of its first witness."""
        note = self.notes.get(relation.witnesses[0].mutant) if relation.witnesses else None
        return replace(relation, note=note)


def _key(relation: MetamorphicRelation | Candidate) -> str:
    """Equal for the same relation of a transformation."""
    change = relation.transformation
    return write([change.template, change.positions, change.constant, change.output, relation.expression.to_tree()])
