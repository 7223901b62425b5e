"""From a function and a budget to its relations: which stage runs when (the paper's figure 1)."""

import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import replace
from random import Random
from typing import Any

from genmorph.export import ExportError
from genmorph.inference.conclusion import Conclusion, conclude
from genmorph.inference.exploration import Exploration, Fresh, explore
from genmorph.inference.meter import Clock, Meter
from genmorph.inference.preparation import Request, prepare
from genmorph.inference.prepared import Prepared
from genmorph.model import Budget, Tolerance, UsageError
from genmorph.progress import Notify, Step, shown_progress
from genmorph.results import RelationSet
from genmorph.results.relation_set import EXPORT_SECONDS
from genmorph.subject import inspect_subject
from genmorph.transformations import Transformation

PRESETS = ("default", "paper")


def infer_relations(
    func: Callable[..., Any] | str,
    budget: float | Budget = 30.0,
    seed: int = 0,
    domain: Mapping[str, object] | Sequence[object] | None = None,
    preset: str = "default",
    examples: Sequence[Sequence[Any]] = (),
    tolerance: Tolerance | None = None,
) -> RelationSet:
    """Find metamorphic relations of a deterministic function over numbers and Booleans.

    `func` is a function or `"package.module:function"`; `budget` is in seconds, or a `Budget`; `domain` gives the
    valid values of parameters (ours or Hypothesis strategies), where annotations do not; `examples` are inputs to
    try first; `preset="paper"` reports the best individual of each search only, as the paper does; `tolerance` is by
    default relative 1e-9, absolute 1e-9 of the median output. Progress goes to standard error. An interrupt
    (Ctrl-C) during the search ends it, and what was found is returned.

    Raises UsageError for arguments that cannot be used, UnsupportedError for a function that cannot be a subject.
    Source: GenMorph (Ayerdi et al., 2023).

    >>> import calendar
    >>> from genmorph import Budget, infer_relations
    >>> from genmorph.domain import ints
    >>> days = {"year": ints(1990, 30000), "month": ints(1, 12), "day": ints(1, 28)}
    >>> relations = infer_relations(calendar.weekday, budget=Budget(evaluations=50), domain=days)
    >>> len(relations) > 0
    True
    """
    with shown_progress() as notify:
        return infer(func, as_budget(budget), seed, domain, preset, examples, tolerance, notify, time.monotonic)


def as_budget(budget: object) -> Budget:
    """A budget as given, or a number of seconds."""
    return budget if isinstance(budget, Budget) else Budget(seconds=budget)  # type: ignore[arg-type]


def infer(
    func: Callable[..., Any] | str,
    budget: Budget,
    seed: int,
    domain: Mapping[str, object] | Sequence[object] | None,
    preset: str,
    examples: Sequence[Sequence[Any]],
    tolerance: Tolerance | None,
    notify: Notify,
    now: Clock,
) -> RelationSet:
    """`infer_relations` with progress and time passed in."""
    if preset not in PRESETS:
        raise UsageError(f"preset must be one of {', '.join(PRESETS)}, got {preset!r}")
    request = Request(examples, tolerance, seed, best_only=preset == "paper")
    meter = Meter(budget, now)
    notify(Step("inspecting the function"))
    subject = inspect_subject(func, domain)
    with ExitStack() as processes:
        prepared = prepare(subject, request, processes, meter, notify)
        explorations, interrupted = _explore_all(prepared, seed, meter, notify)
        try:
            conclusion = conclude(prepared, explorations, meter, interrupted, notify)
        except KeyboardInterrupt:
            interrupted = True
            conclusion = conclude(prepared, explorations, meter, interrupted, notify)
    relations = RelationSet(
        signature=conclusion.signature,
        relations=conclusion.relations,
        rejected=conclusion.rejected,
        seed=seed,
        budget=budget,
        stages=_stages(prepared, explorations, conclusion, meter),
        interrupted=interrupted,
    )
    return _verify(relations, meter, notify) if subject.is_importable and not interrupted else relations


def _verify(relations: RelationSet, meter: Meter, notify: Notify) -> RelationSet:
    """Without relations whose exported test fails; as they are where the tests cannot be run in time."""
    notify(Step("running the exported tests"))
    try:
        return relations.verified(timeout=max(1.0, min(meter.seconds_left(), EXPORT_SECONDS)))
    except ExportError:
        return relations
    except KeyboardInterrupt:
        return replace(relations, interrupted=True)


def _explore_all(prepared: Prepared, seed: int, meter: Meter, notify: Notify) -> tuple[tuple[Exploration, ...], bool]:
    """One exploration for each transformation, in equal shares of what is left; True where an interrupt came."""
    explorations: list[Exploration] = []
    transformations = prepared.transformations
    try:
        for number, transformation in enumerate(transformations):
            if not meter.is_searching():
                break
            killed = frozenset[str]().union(*(found.killed for e in explorations for found in e.found))
            notify(Step("searching", number + 1, len(transformations), f"{len(killed)} mutants killed"))
            share = meter.share(len(transformations) - number)
            explorations.append(_explore_one(prepared, transformation, share, seed))
            meter.spend(explorations[-1].evaluations)
    except KeyboardInterrupt:
        return tuple(explorations), True
    return tuple(explorations), False


def _explore_one(
    prepared: Prepared, transformation: Transformation, may_go_on: Callable[[float], bool], seed: int
) -> Exploration:
    def screening() -> Fresh:
        return prepared.screening_executions(transformation)

    rng = Random(f"{seed}/{transformation!r}")
    return explore(prepared.laboratory, transformation, prepared.pairs(transformation), screening, may_go_on, rng)


def _stages(
    prepared: Prepared, explorations: Sequence[Exploration], conclusion: Conclusion, meter: Meter
) -> dict[str, Any]:
    stages: dict[str, Any] = {
        "sources": prepared.source_counts(),
        "mutants": conclusion.mutant_counts,
        "transformations": {
            "applicable": len(prepared.transformations),
            "searched": sum(bool(e.judged) for e in explorations),
        },
        "search": {
            "generations": sum(e.generations for e in explorations),
            "evaluations": round(sum(e.evaluations for e in explorations), 3),
        },
        "filter": {"kept": len(conclusion.relations), "rejected": len(conclusion.rejected)},
    }
    if meter.budget.seconds is not None:
        stages["seconds"] = round(meter.seconds_spent(), 2)
    return stages
