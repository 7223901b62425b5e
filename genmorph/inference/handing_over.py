"""What an inference hands over: the set of relations, after its exported tests ran once."""

from collections.abc import Sequence
from dataclasses import replace

from genmorph.export.writing import ExportError
from genmorph.inference.calls import Facilities
from genmorph.inference.conclusion import Conclusion, count_stages
from genmorph.inference.decisions import Words, read_words, tell_unjudged, tell_violated, tell_words, unjudged
from genmorph.inference.exploration import Exploration
from genmorph.inference.meter import HaltError, Meter
from genmorph.inference.preparation import signature
from genmorph.inference.request import Request
from genmorph.inference.session import Session
from genmorph.model import Tolerance
from genmorph.progress import Notice, Notify, Step
from genmorph.results.record import CallCounts
from genmorph.results.relation_set import RelationSet
from genmorph.results.trying import last_reason
from genmorph.settings import TRIAL_RUN
from genmorph.subject.subject import Subject
from genmorph.values.labels import counted


def report(
    session: Session, explorations: Sequence[Exploration], conclusion: Conclusion, decisions: Words, request: Request
) -> RelationSet:
    """The set of relations that were concluded, with counts of all stages."""
    return RelationSet(
        signature=conclusion.signature,
        relations=conclusion.relations,
        rejected=conclusion.rejected,
        seed=request.seed,
        budget=request.budget,
        stages=count_stages(session, explorations, conclusion),
        allow_effects=request.allow_effects,
        mutants=conclusion.mutants,
        disowned=tuple(replace(one, signature=conclusion.signature) for one in decisions.earlier.disowned),
        unfitting=decisions.unfitting,
        calls=CallCounts(session.calls.made, session.calls.recalled),
    )


def with_spent(relations: RelationSet, meter: Meter, notify: Notify) -> RelationSet:
    """The set with the seconds of each stage, and whether it was interrupted; the calls made are told."""
    if relations.calls is not None:
        notify(Notice(str(relations.calls)))
    stages = dict(relations.stages)
    if meter.budget.seconds is not None:
        stages["seconds"] = meter.seconds_by_stage()
    return replace(relations, stages=stages, interrupted=meter.is_interrupted)


def tell_unsearched(explorations: Sequence[Exploration], meter: Meter, notify: Notify) -> None:
    """Say where the time was over before anything was searched."""
    if not any(one.judged for one in explorations) and meter.stage_left() <= 0 and not meter.is_interrupted:
        notify(Notice("the time was over before any transformation was searched: give a larger budget"))


def report_nothing(subject: Subject, request: Request, halt: HaltError, around: Facilities) -> RelationSet:
    """What there is when nothing could be searched: outputs of unknown kind, and only what a person said earlier."""
    notify = around.notify
    if not around.meter.is_interrupted:
        helps = "give a larger budget, or a domain without inputs that take long"
        notify(Notice(f"the time was over before the search, in the stage '{halt}': {helps}"))
    known = signature(subject, (), request.tolerance or Tolerance())
    before = None if request.earlier is None else request.earlier.signature
    if before is not None and before.names == known.names:
        known = replace(known, outputs=before.outputs, raises=before.raises)
    words = read_words(request.earlier, known)
    tell_words(words, notify)
    relations = RelationSet(
        signature=known,
        relations=tuple(map(unjudged, words.earlier.accepted)),
        rejected=(),
        seed=request.seed,
        budget=request.budget,
        stages={},
        allow_effects=request.allow_effects,
        disowned=words.earlier.disowned,
        unfitting=words.unfitting,
    )
    tell_unjudged(relations.accepted, notify)
    tell_violated(relations.violated, notify)
    return relations


def verify(relations: RelationSet, session: Session, notify: Notify) -> RelationSet:
    """Without relations whose exported test fails; as they are where the tests cannot be run in time."""
    meter = session.meter
    if not session.subject.is_importable or meter.is_interrupted or not relations.sound:
        return relations
    notify(Step("running the exported tests"))
    meter.enter("exporting")
    timeout = min(meter.stage_left(), TRIAL_RUN.seconds)
    examples = session.pace.examples(len(relations.sound), timeout)
    try:
        verified = relations.verified(timeout, examples, lambda: meter.is_interrupted) if timeout > 0 else relations
        dropped = len(relations.sound) - len(verified.sound)
        if dropped:
            what = f"{counted(dropped, 'relation')} {'was' if dropped == 1 else 'were'} dropped"
            notify(Notice(f"{what}, the last because {last_reason(verified)}"))
        return verified
    except ExportError as error:
        notify(Notice(f"the exported tests could not be run: {error}"))
        return relations
