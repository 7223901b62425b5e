"""What must be known before any search: accepted sources, the kind of output, the tolerance, the mutants."""

import math
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from random import Random
from statistics import median
from typing import Any

from genmorph.execution import Workers, remember
from genmorph.inference.exploration import Laboratory
from genmorph.inference.meter import Meter
from genmorph.inference.pace import SOURCES, Pace, call_limit, measure
from genmorph.inference.prepared import Prepared, RaisedTypes
from genmorph.inference.sources import AcceptedInputs
from genmorph.model import (
    Input,
    Kind,
    Outcome,
    Raised,
    Returned,
    Run,
    SourceMutant,
    Tolerance,
    UnsupportedError,
    UsageError,
)
from genmorph.mutation import make_mutants
from genmorph.progress import Notify, Step
from genmorph.results import Signature
from genmorph.subject import Subject, check_examples, draw_inputs, output_kind
from genmorph.transformations import instantiate

MAX_LOST = 20
"""So many calls of the original may time out or end the process before it is refused."""


@dataclass(frozen=True, slots=True)
class Request:
    """What the user asked for, beside function and budget."""

    examples: Sequence[Sequence[Any]]
    tolerance: Tolerance | None
    seed: int
    best_only: bool

    def __post_init__(self) -> None:
        if isinstance(self.seed, bool) or not isinstance(self.seed, int):
            raise UsageError(f"seed must be an int, got {self.seed!r}")
        if self.tolerance is not None and not isinstance(self.tolerance, Tolerance):
            raise UsageError(f"tolerance must be a Tolerance, got {self.tolerance!r}")


def prepare(subject: Subject, request: Request, processes: ExitStack, meter: Meter, notify: Notify) -> Prepared:
    """Draw sources, check that the function is deterministic, and make its mutants; processes end with the stack."""
    examples = check_examples(request.examples, subject)
    limit = call_limit(meter)
    original = processes.enter_context(Workers(subject.target, limit, give_up_after_original=MAX_LOST))
    raised = RaisedTypes(remember(original.run))
    sources, screening, fresh = (
        AcceptedInputs(_stream(subject, own, f"{request.seed}/{purpose}"), raised.run)
        for purpose, own in (("sources", examples), ("screening", ()), ("fresh", ()))
    )
    fresh.avoid(sources, screening)
    notify(Step("running the function"))
    pace = measure(sources, meter)
    sources.at_least(pace.sources)
    output = _accepted_kind(subject, sources, limit)
    _require_deterministic(subject, sources)
    notify(Step("making mutants"))
    laboratory = Laboratory(
        signature=_signature(subject, output, request.tolerance or default_tolerance(sources.outcomes)),
        constants=subject.constants,
        mutants=make_mutants(subject.target),
        run=_divided(raised.run, _mutants_run(subject, pace, processes)),
        best_only=request.best_only,
    )
    transformations = instantiate(subject.parameters, subject.constants)
    return Prepared(subject, laboratory, transformations, sources, screening, fresh, raised, pace)


def _stream(subject: Subject, examples: Sequence[Input], seed: str) -> Iterator[Input]:
    return draw_inputs(subject.parameters, subject.constants, examples, Random(seed))


def _signature(subject: Subject, output: Kind, tolerance: Tolerance) -> Signature:
    """What is known of the function so far; the types that it raises are known in the end."""
    return Signature(
        module=subject.module,
        qualname=subject.qualname,
        name=subject.name,
        parameters=subject.parameters,
        output=output,
        raises=(),
        tolerance=tolerance,
        digest=subject.digest,
    )


def _mutants_run(subject: Subject, pace: Pace, processes: ExitStack) -> Run:
    workers = Workers(subject.target, pace.mutant_limit, pace=pace.mutant_pace)
    return remember(processes.enter_context(workers).run)


def default_tolerance(outcomes: Sequence[Outcome]) -> Tolerance:
    """Relative 1e-9, and absolute 1e-9 of the median magnitude of the float outputs, at most 1e-6.

    Of outputs that are not floats the absolute part is 0. It is bounded, because relations also compare numbers that
    are not of the outputs' magnitude, such as quotients.

    >>> default_tolerance([Returned(50.0), Returned(-200.0), Returned(100.0)])
    Tolerance(relative=1e-09, absolute=1e-07)
    """
    values = [outcome.value for outcome in outcomes if isinstance(outcome, Returned)]
    magnitudes = [abs(value) for value in values if isinstance(value, float) and math.isfinite(value)]
    return Tolerance(absolute=min(1e-6, float(f"{1e-9 * median(magnitudes):.2g}")) if magnitudes else 0.0)


def _divided(original: Run, changed: Run) -> Run:
    """The original and its mutants in different processes, so that no mutant leaves anything behind for it."""

    def run(mutant: SourceMutant | None, inputs: Sequence[Input]) -> Sequence[Outcome]:
        return original(None, inputs) if mutant is None else changed(mutant, inputs)

    return run


def _accepted_kind(subject: Subject, sources: AcceptedInputs, limit: float) -> Kind:
    """The kind of the outputs; the function must have returned at least once, and seldom failed to answer."""
    failed = [reason for reason in sources.refused if reason.startswith(("timed out", "exited", "killed", "not run"))]
    if sum(sources.refused[reason] for reason in failed) >= MAX_LOST:
        raise UnsupportedError(
            f"{subject.qualname} must answer within {limit} s, got no answer for {MAX_LOST} inputs; "
            "give a domain without them"
        )
    kind = output_kind(sources.outcomes)
    if kind is None:
        reasons = ", ".join(f"{reason} ({count})" for reason, count in sources.refused.most_common(3))
        raise UnsupportedError(
            f"{subject.qualname} must return a number or a Boolean for some valid input, got none in {sources.drawn} "
            f"tried: {reasons or 'no input drawn'}"
        )
    return kind


def _require_deterministic(subject: Subject, sources: AcceptedInputs) -> None:
    """Run the original again, in another process, under another hash seed and in another order."""
    inputs = sources.accepted[:SOURCES][::-1]
    with Workers(subject.target, hash_seed=1) as workers:
        again = workers.run(None, inputs)
    first = sources.outcomes[:SOURCES][::-1]
    for values, one, other in zip(inputs, first, again, strict=True):
        if isinstance(other, Returned | Raised) and repr(one) != repr(other):
            raise UnsupportedError(
                f"{subject.qualname} must be deterministic, got {_said(one)} and then {_said(other)} for {values!r}"
            )


def _said(outcome: Outcome) -> str:
    return repr(outcome.value) if isinstance(outcome, Returned) else repr(outcome)
