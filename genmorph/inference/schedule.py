"""From a function and a budget to its relations: which stage runs when (the paper's figure 1)."""

import os
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from typing import Any

from genmorph.execution.cache import OutcomeCache, default_cache_path, require_cache_file
from genmorph.export.writing import ExportError
from genmorph.inference.calls import Facilities
from genmorph.inference.conclusion import conclude, count_stages
from genmorph.inference.decisions import read_words, tell_unjudged, tell_violated, tell_words, unjudged
from genmorph.inference.interruption import Interruption, seldom_collecting
from genmorph.inference.meter import HaltError, Meter
from genmorph.inference.preparation import prepare, signature
from genmorph.inference.prepared import Prepared
from genmorph.inference.readiness import ready_for, ready_search
from genmorph.inference.request import Request, World
from genmorph.inference.searching import search
from genmorph.model import Budget, Tolerance
from genmorph.progress import Notice, Notify, Step, shown_progress
from genmorph.results.record import CallCounts
from genmorph.results.relation_set import RelationSet
from genmorph.results.trying import last_reason
from genmorph.settings import TRIAL_RUN
from genmorph.subject.subject import Subject, inspect_subject
from genmorph.values.labels import counted


def infer_relations(
    func: Callable[..., Any] | str,
    budget: float | str | Budget = 30.0,
    seed: int = 0,
    domain: Mapping[str, object] | Sequence[object] | None = None,
    preset: str = "default",
    examples: Sequence[Sequence[Any]] = (),
    faulty: Sequence[Callable[..., Any] | str] = (),
    tolerance: Tolerance | None = None,
    cache: bool | str | os.PathLike[str] = True,
    allow_effects: bool = False,
    earlier: RelationSet | str | os.PathLike[str] | None = None,
) -> RelationSet:
    """Find metamorphic relations of a deterministic function over plain values: numbers, Booleans, texts, sequences.

    - `func` is a function or `"package.module:function"`.
    - `budget` is in seconds, a text such as `"2m"` or `"200ev"`, or a `Budget`.
    - `seed`: the same seed and evaluations give the same relations.
    - `domain` gives the valid values of parameters (ours or Hypothesis strategies), where annotations do not, or lists
      them for functions without a readable signature.
    - `preset="paper"` searches as the paper does, without the join and the schedule.
    - `examples` are inputs to try first.
    - `faulty` are versions of the function that are known to be wrong, beside the mutants.
    - `tolerance` is by default relative 1e-9, absolute 1e-9 of the median output.
    - `cache` is True for the file of outcomes in the user's cache directory, a path for another file, False for none.
    - `allow_effects` lets the function (never its mutants) write files, open sockets and start processes.
    - `earlier` is a set of an earlier run, or the path of a saved one: what a person accepted there is judged again and
      comes first, what a person rejected is not reported.

    Progress goes to standard error. An interrupt (Ctrl-C) ends the search: what was found is judged within a few
    seconds and returned, with `interrupted` set; a second one raises KeyboardInterrupt.

    Raises UsageError for arguments that cannot be used, UnsupportedError for a function that cannot be a subject.
    Source: GenMorph (Ayerdi et al., 2023).

    >>> import calendar
    >>> from genmorph import infer_relations
    >>> from genmorph.domain import ints
    >>> days = {"year": ints(1990, 30000), "month": ints(1, 12), "day": ints(1, 28)}
    >>> relations = infer_relations(calendar.weekday, budget="10ev", domain=days)
    >>> len(relations) > 0
    True
    """
    began = time.monotonic()
    given = (func, as_budget(budget), seed, domain, preset, examples, faulty, tolerance, cache, allow_effects)
    request = Request(*given, earlier=as_earlier(earlier))
    with Interruption() as interruption:
        return infer_shown(request, began, interruption)


def as_budget(budget: object) -> Budget:
    """A budget as given, as the command line writes it, or a number of seconds."""
    if isinstance(budget, str):
        return Budget.parse(budget)
    return budget if isinstance(budget, Budget) else Budget(seconds=budget)  # type: ignore[arg-type]


def as_earlier(earlier: object) -> RelationSet | None:
    """A set as given, or the one that is saved at a path."""
    return RelationSet.from_json(earlier) if isinstance(earlier, str | os.PathLike) else earlier  # type: ignore[return-value]


def infer_shown(request: Request, began: float, interruption: Interruption) -> RelationSet:
    """Answer a request with progress on standard error; the budget's seconds count from `began`."""
    with shown_progress() as notify:
        return infer(request, World(notify, time.monotonic, lambda: interruption.count, began))


def infer(request: Request, world: World) -> RelationSet:
    """Answer a request in the world given."""
    meter = Meter(request.budget, world.now, world.interrupts, world.began)
    world.notify(Step("inspecting the function"))
    subject = inspect_subject(request.func, request.domain)
    ready_search(meter, world.notify)
    ready_for([parameter.kind for parameter in subject.parameters], meter, world.notify)
    with ExitStack() as resources, seldom_collecting():
        cache = _open_cache(request, world)
        if cache is not None:
            resources.enter_context(cache)
        around = Facilities(resources, meter, world.notify, cache, request.allow_effects)
        relations = _infer_with(around, subject, request)
    if relations.calls is not None:
        world.notify(Notice(str(relations.calls)))
    stages = dict(relations.stages)
    if request.budget.seconds is not None:
        stages["seconds"] = meter.seconds_by_stage()
    return replace(relations, stages=stages, interrupted=meter.is_interrupted)


def _open_cache(request: Request, world: World) -> OutcomeCache | None:
    if request.cache is False:
        return None
    path = default_cache_path() if request.cache is True else Path(request.cache)
    if request.cache is not True:
        require_cache_file(path)
    return OutcomeCache.open(path, lambda text: world.notify(Notice(text)))


def _infer_with(around: Facilities, subject: Subject, request: Request) -> RelationSet:
    """The stages in a row; what is there when one of them is halted goes on to the last filter."""
    meter = around.meter
    try:
        prepared = prepare(subject, request, around)
    except HaltError as halt:
        if not meter.is_interrupted:
            helps = "give a larger budget, or a domain without inputs that take long"
            around.notify(Notice(f"the time was over before the search, in the stage '{halt}': {helps}"))
        return _nothing(subject, request, around.notify)
    meter.enter("searching", keep=prepared.pace.reserve)
    explorations = search(prepared, request.seed, around.notify)
    if not any(e.judged for e in explorations) and meter.stage_left() <= 0 and not meter.is_interrupted:
        around.notify(Notice("the time was over before any transformation was searched: give a larger budget"))
    meter.enter("judging", keep=prepared.pace.export + prepared.pace.further, brings_in=True)
    words = read_words(request.earlier, prepared.laboratory.signature)
    tell_words(words, around.notify)
    conclusion = conclude(prepared, explorations, words, around.notify)
    relations = RelationSet(
        signature=conclusion.signature,
        relations=conclusion.relations,
        rejected=conclusion.rejected,
        seed=request.seed,
        budget=request.budget,
        stages=count_stages(prepared, explorations, conclusion),
        allow_effects=request.allow_effects,
        mutants=conclusion.mutants,
        disowned=tuple(replace(one, signature=conclusion.signature) for one in words.earlier.disowned),
        unfitting=words.unfitting,
        calls=CallCounts(prepared.calls.made, prepared.calls.recalled),
    )
    tell_unjudged(relations.accepted, around.notify)
    verified = _verified(relations, prepared, around.notify)
    tell_violated(verified.violated, around.notify)
    return verified


def _nothing(subject: Subject, request: Request, notify: Notify) -> RelationSet:
    """What there is when nothing could be searched: outputs of unknown kind, and only what a person said earlier."""
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


def _verified(relations: RelationSet, prepared: Prepared, notify: Notify) -> RelationSet:
    """Without relations whose exported test fails; as they are where the tests cannot be run in time."""
    meter = prepared.meter
    if not prepared.subject.is_importable or meter.is_interrupted or not relations.sound:
        return relations
    notify(Step("running the exported tests"))
    meter.enter("exporting")
    timeout = min(meter.stage_left(), TRIAL_RUN.seconds)
    examples = prepared.pace.examples(len(relations.sound), timeout)
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
