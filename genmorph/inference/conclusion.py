"""From surviving candidates to the set of relations that is handed over, after its exported tests ran once."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from genmorph.export.writing import ExportError
from genmorph.filters.candidates import Candidate
from genmorph.filters.claims import ORDERS
from genmorph.inference.decisions import (
    Earlier,
    ReviewDecisions,
    read_decisions,
    report_decisions,
    report_unjudged,
    report_violated,
    unjudged,
)
from genmorph.inference.entailment import not_entailed, not_entailed_by_pairs
from genmorph.inference.exploration import Exploration, reject
from genmorph.inference.first_laws import FirstLaws
from genmorph.inference.judging import Judged, settle
from genmorph.inference.meter import HaltError, Meter
from genmorph.inference.mutant_choice import count_mutants, note_mutant
from genmorph.inference.preparation import signature
from genmorph.inference.reporting import Reporting
from genmorph.inference.request import Request
from genmorph.inference.same_errors import find_same_errors
from genmorph.inference.sample_search import Sampled
from genmorph.inference.session import Session
from genmorph.model import FaultyVersion, MutantNote, Stage, Tolerance
from genmorph.progress import Notice, Step
from genmorph.results.cases import last_reason
from genmorph.results.record import CallCounts, Course, Curves, Relation
from genmorph.results.relation import MetamorphicRelation, Rejected, relation_formula
from genmorph.results.relation_set import RelationSet
from genmorph.results.scenario_relation import ScenarioRelation
from genmorph.results.statistical_relation import StatisticalRelation
from genmorph.settings import BUDGET, SELECTION, SHOWING, TRIAL_RUN
from genmorph.subject.signatures import Signature
from genmorph.subject.subject import Subject
from genmorph.values.labels import counted


@dataclass(frozen=True, slots=True)
class Conclusion:
    """The reported relations, best first, the rejected ones, and what became of the mutants.

    `judged` is what the last filters said, with counts; `errors_by_stage` counts rejected relations about errors.
    """

    signature: Signature
    relations: tuple[Relation, ...]
    postconditions: tuple[ScenarioRelation, ...]
    rejected: tuple[Rejected, ...]
    judged: Judged
    errors_by_stage: dict[Stage, int]
    mutants: tuple[MutantNote, ...]
    mutant_counts: dict[str, int]
    decisions: ReviewDecisions


def conclude(
    session: Session,
    first: FirstLaws,
    explorations: Sequence[Exploration],
    scenarios: Sequence[ScenarioRelation] = (),
    postconditions: Sequence[ScenarioRelation] = (),
    sampled: Sampled | None = None,
) -> Conclusion:
    """Report what survives the last filters: relations of samples, what a review accepted earlier, then all others.

    Relations of several calls stand behind the laws of a pair, and before what mutants alone speak for.
    Relations about errors come last, as far as fewer others are reported than `SELECTION.reported`.
    When the stage is halted, what was judged until then is reported, and the rest is undecided; accepted relations that
    were not judged are there, without evidence.
    """
    session.meter.enter("judging", keep=session.pace.export + session.pace.further, brings_in=True)
    decisions = read_decisions(session.request.earlier, session.signature)
    report_decisions(decisions, session.meter)
    judged = frozenset[str]().union(*(exploration.judged for exploration in explorations))
    judged |= frozenset() if sampled is None else sampled.judged
    settled = settle(session, explorations, len(judged), decisions.earlier, first.laws, first.examiner)
    errors = _new_errors(session, explorations, settled, decisions.earlier)
    calls = session.calls
    known = session.signature
    signature = replace(known, raises=tuple(sorted(calls.raised)), has_large_outputs=calls.has_large_outputs)
    target, names = session.calls.mutated, session.subject.names
    notes = {mutant.id: note_mutant(mutant, target, names) for mutant in session.mutants}
    reporting = Reporting(session, signature, decisions, notes)
    of_samples = map(unjudged, decisions.earlier.sampled) if sampled is None else sampled.relations
    several = [replace(one, signatures=(signature,)) for one in scenarios]
    accepted, pairs = list(reporting.accepted(settled)), list(reporting.others(settled.kept[settled.accepted :]))
    relations = _together(
        [*accepted, *(one for one in several if one.is_accepted)],
        not_entailed(session, pairs, several),
        not_entailed_by_pairs([one for one in several if not one.is_accepted], [*accepted, *pairs]),
        [reporting.about_errors(found) for found in errors if found.evidence is not None],
    )
    for formula in _left_out(session, settled, several, relations):
        session.meter.notify(Notice(f"dropped {formula}: relations of several calls say more, or others come first"))
    relations = (*(replace(one, signature=signature) for one in of_samples), *relations)
    never_run = {_formula(session, one) for one in settled.kept if not one.executions.names}
    judged = judged.union(*(one.killed for one in (*relations, *postconditions))) & notes.keys()
    rejected = [reject(session.signature, found) for found in errors if found.evidence is None]
    return Conclusion(
        signature=signature,
        relations=tuple(
            _with_judged(relation, 0 if relation.formula in never_run else len(judged)) for relation in relations
        ),
        postconditions=tuple(
            replace(one, signatures=(signature,), evidence=replace(one.evidence, judged=len(judged)))
            for one in postconditions
        ),
        rejected=(*(one for exploration in explorations for one in exploration.rejected), *settled.rejected, *rejected),
        judged=settled,
        errors_by_stage=dict(Counter(one.stage for one in rejected)),
        mutants=tuple(note for note in notes.values() if note.id in judged),
        mutant_counts=count_mutants(session, judged),
        decisions=decisions,
    )


def _formula(session: Session, found: Candidate) -> str:
    return relation_formula(session.signature, found.transformation, found.expression)


def _left_out(
    session: Session, settled: Judged, several: Sequence[ScenarioRelation], relations: Sequence[Relation]
) -> list[str]:
    """The formulas of what was kept, and shown, that are not among the relations."""
    reported = {one.formula for one in relations}
    shown = (*(_formula(session, one) for one in settled.kept), *(one.formula for one in several))
    return [formula for formula in shown if formula not in reported]


def _new_errors(
    session: Session, explorations: Sequence[Exploration], settled: Judged, earlier: Earlier
) -> list[Candidate]:
    """Relations about errors, as far as no review decided on them and there is room."""
    killed = frozenset[str]().union(*(found.killed for found in settled.kept))
    known = [one.transformation for one in earlier.accepted + earlier.disowned if one.is_about_errors]
    transformations = [one.transformation for one in explorations if one.transformation not in known]
    others = len(earlier.accepted) + len(settled.kept) - settled.accepted
    return find_same_errors(session, transformations, killed, max(0, SELECTION.reported - others))


def _together(
    accepted: Sequence[Relation],
    pairs: Sequence[MetamorphicRelation],
    several: Sequence[ScenarioRelation],
    errors: Sequence[MetamorphicRelation],
) -> tuple[Relation, ...]:
    """What is reported, best first; what mutants alone speak for gives way to relations of several calls.

    A bound is left out where laws and several calls kill all the mutants that it kills, but laws alone do not.
    """
    laws = [one for one in pairs if one.law is not None]
    by_laws = frozenset[str]().union(*(one.killed for one in laws))
    by_all = by_laws.union(*(one.killed for one in several))
    others = [one for one in pairs if one.law is None and not _is_replaced(one, by_laws, by_all)]
    room = max(0, SELECTION.reported - len(accepted))
    rest: list[Relation] = [*laws, *several, *others, *errors]
    return (*accepted, *rest[:room])


def _is_replaced(relation: MetamorphicRelation, by_laws: frozenset[str], by_all: frozenset[str]) -> bool:
    """Whether it is a bound, and what it kills is killed by all that comes before it, though not by laws alone."""
    is_bound = relation.expression.to_tree()[0] in ORDERS
    return is_bound and by_all.issuperset(relation.killed) and not by_laws.issuperset(relation.killed)


def _with_judged(relation: Relation, judged: int) -> Relation:
    """With the number of mutants that were judged in all, which is known in the end."""
    return replace(relation, evidence=replace(relation.evidence, judged=judged))


def curves_of(explorations: Sequence[Exploration], signature: Signature) -> tuple[Curves, ...]:
    """The curves of the longest searches, the longest first; a saved file grows by some 30 kB at most."""
    searched = [exploration for exploration in explorations if exploration.generations]
    longest = sorted(searched, key=lambda exploration: -exploration.generations)[: SHOWING.curves]
    return tuple(_curves(exploration, signature) for exploration in longest)


def _curves(exploration: Exploration, signature: Signature) -> Curves:
    evolution, ground = exploration.evolution, exploration.ground
    assert evolution is not None
    assert ground is not None
    chosen, front = thinned(evolution.generations + 1, SHOWING.points), evolution.front
    courses = [[figures[generation] for generation in chosen] for figures in evolution.best]
    return Curves(
        exploration.transformation.input_relation(signature.names, signature.parameters),
        ground.executions.correct,
        ground.executions.incorrect,
        chosen,
        tuple(Course(tuple(fp for fp, _ in course), tuple(fn for _, fn in course)) for course in courses),
        tuple(front[place] for place in thinned(len(front), SHOWING.front)),
    )


def thinned(number: int, most: int) -> tuple[int, ...]:
    """At most `most` of the first `number` ints, evenly spread, the first and the last among them.

    >>> thinned(3, 5), thinned(100, 5)
    ((0, 1, 2), (0, 25, 50, 74, 99))
    """
    if number <= most:
        return tuple(range(number))
    return tuple(round(place * (number - 1) / (most - 1)) for place in range(most))


def count_stages(session: Session, explorations: Sequence[Exploration], conclusion: Conclusion) -> dict[str, Any]:
    """The counts by stage, and whether each faulty version is killed; no seconds are among them.

    What `held` in the screening is then selected from. Of the transformations of what is selected, all such candidates
    are tried, and some have `passed`; the others are neither kept nor rejected. For what was examined and passed so far
    a counterexample is `sought`, and some are `found_false`. Relations about errors are counted apart when rejected.
    The `curves` are those of the longest searches, thinned out.
    """
    sources = session.source_counts()
    if session.coverage is not None:
        sources["branches"] = {"reached": session.coverage.reached, "of": session.coverage.branches}
    faulty = [mutant.id for mutant in session.mutants if isinstance(mutant, FaultyVersion)]
    judged = conclusion.judged
    applicable, most = len(session.transformations), session.parameters.transformations
    killed = frozenset[str]().union(*(relation.killed for relation in conclusion.relations))
    return {
        **({"faulty": {name: name in killed for name in faulty}} if faulty else {}),
        "sources": sources,
        "mutants": conclusion.mutant_counts,
        "transformations": {
            "applicable": applicable,
            "chosen": applicable if most is None else min(most, applicable),
            "looked_at": len(explorations),
            "searched": sum(e.is_searched for e in explorations),
        },
        "search": {
            "generations": sum(e.generations for e in explorations),
            "evaluations": round(sum(e.evaluations for e in explorations), 3),
        },
        "curves": [curves.to_data() for curves in curves_of(explorations, conclusion.signature)],
        "filter": {
            "held": sum(len(e.found) for e in explorations),
            "passed": judged.passed,
            "sought": judged.sought,
            "found_false": judged.found_false,
            "kept": len(conclusion.relations),
            "rejected": _in_order({**judged.counts, Stage.SCREENING: sum(e.fallen for e in explorations)}),
            "errors_rejected": _in_order(conclusion.errors_by_stage),
        },
    }


def _in_order(counts: Mapping[Stage, int]) -> dict[str, int]:
    """How many candidates each stage rejected, or left undecided, in the order of the stages."""
    return {stage.value: counts[stage] for stage in Stage if counts.get(stage)}


def report(session: Session, explorations: Sequence[Exploration], conclusion: Conclusion) -> RelationSet:
    """The set of relations that were concluded, with counts of all stages."""
    request, decisions = session.request, conclusion.decisions
    relations = RelationSet(
        signature=conclusion.signature,
        relations=conclusion.relations,
        postconditions=conclusion.postconditions,
        rejected=conclusion.rejected,
        seed=request.seed,
        budget=request.budget,
        stages=count_stages(session, explorations, conclusion),
        allow_effects=request.allow_effects,
        mutants=conclusion.mutants,
        disowned=(
            *(replace(one, signature=conclusion.signature) for one in decisions.earlier.disowned),
            *(replace(one, signature=conclusion.signature) for one in decisions.earlier.disowned_sampled),
            *(replace(one, signatures=(conclusion.signature,)) for one in decisions.earlier.disowned_scenarios),
        ),
        unfitting=decisions.unfitting,
        calls=CallCounts(session.calls.made, session.calls.recalled),
    )
    report_unjudged(relations.accepted, session.meter, is_sampled=session.subject.is_sampled)
    return relations


def with_spent(relations: RelationSet, meter: Meter) -> RelationSet:
    """The set with the seconds of each stage, and whether it was interrupted; the calls made are told."""
    if relations.calls is not None:
        meter.notify(Notice(str(relations.calls)))
    stages = dict(relations.stages)
    if meter.budget.seconds is not None:
        stages["seconds"] = meter.seconds_by_stage()
    return replace(relations, stages=stages, interrupted=meter.is_interrupted)


def report_nothing(subject: Subject, request: Request, halt: HaltError, meter: Meter) -> RelationSet:
    """What there is when nothing could be searched: only what a review accepted earlier; outputs are unknown."""
    if not meter.is_interrupted:
        helps = "give a larger budget, or a domain without inputs that take long"
        meter.notify(Notice(f"the time was over before the search, in the stage '{halt}': {helps}"))
    known = signature(subject, (), request.tolerance or Tolerance())
    before = None if request.earlier is None else request.earlier.signature
    if before is not None and before.names == known.names:
        known = replace(known, outputs=before.outputs, raises=before.raises)
    decisions = read_decisions(request.earlier, known)
    report_decisions(decisions, meter)
    relations = RelationSet(
        signature=known,
        relations=(
            *map(unjudged, decisions.earlier.accepted),
            *map(unjudged, decisions.earlier.scenarios),
            *map(unjudged, decisions.earlier.sampled),
        ),
        rejected=(),
        seed=request.seed,
        budget=request.budget,
        stages={},
        allow_effects=request.allow_effects,
        disowned=decisions.earlier.all_disowned,
        unfitting=decisions.unfitting,
    )
    report_unjudged(relations.accepted, meter, is_sampled=subject.is_sampled)
    report_violated(relations.violated, meter)
    return relations


def verify(relations: RelationSet, sessions: Sequence[Session]) -> RelationSet:
    """Without relations whose exported test fails; as they are where the tests cannot be run in time."""
    meter = sessions[0].meter
    are_importable = all(session.subject.is_importable for session in sessions)
    can_run = are_importable and not meter.is_interrupted and relations.exported
    verified = _verified(relations, sessions[0]) if can_run else relations
    report_violated(verified.violated, meter)
    return verified


def _verified(relations: RelationSet, session: Session) -> RelationSet:
    meter = session.meter
    meter.enter("exporting")
    timeout = min(meter.stage_left(), TRIAL_RUN.seconds)
    if timeout < BUDGET.least_export_seconds:
        return relations
    meter.notify(Step("running the exported tests"))
    pairs = [one.runs if isinstance(one, StatisticalRelation) else 1 for one in relations.exported]
    examples = session.pace.examples(pairs, timeout)
    try:
        verified = relations.verified(timeout, examples, lambda: meter.is_interrupted)
        dropped = len(relations.exported) - len(verified.exported)
        if dropped:
            what = f"{counted(dropped, 'relation')} {'was' if dropped == 1 else 'were'} dropped"
            meter.notify(Notice(f"{what}, the last because {last_reason(verified)}"))
        return verified
    except ExportError as error:
        meter.notify(Notice(f"the exported tests could not be run: {error}"))
        return relations
