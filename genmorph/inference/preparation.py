"""What must be known before any search: accepted sources, the kind of output, the tolerance, the mutants."""

import math
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import dataclass, replace
from random import Random
from statistics import median
from typing import Any

from genmorph.domain import contains_all
from genmorph.execution import Workers, remember
from genmorph.execution.observation import Pair, executions_of
from genmorph.inference.exploration import Fresh, Laboratory
from genmorph.inference.meter import Meter
from genmorph.inference.sources import AcceptedInputs
from genmorph.model import (
    Crashed,
    Execution,
    Input,
    Kind,
    Outcome,
    Raised,
    Returned,
    Run,
    SourceMutant,
    TimedOut,
    Tolerance,
    UnsupportedError,
)
from genmorph.mutation import make_mutants
from genmorph.progress import Notify, Step
from genmorph.results import Signature
from genmorph.subject import Subject, all_inputs, check_examples, domain_size, draw_inputs, output_kind
from genmorph.transformations import Transformation, instantiate

SOURCES = 1_000
FRESH = 2_000
FRESH_OF_FAST = 20_000
"""Fresh pairs for each reported relation, where the function is fast; domains up to this size are tried whole."""
MAX_LOST = 20
"""So many calls of the original may time out or end the process before it is refused."""
LEAST_APPLICABLE = 0.05
"""A transformation that applies to a smaller share of the sources says too little."""
CALL_LIMIT = 1.0
"""Seconds that one call of the original may take."""
_LEAST_SOURCES = 50


class RaisedTypes:
    """The original's run, which also notes what types it raised."""

    def __init__(self, run: Run) -> None:
        self._run = run
        self.types: set[str] = set()

    def run(self, mutant: SourceMutant | None, inputs: Sequence[Input]) -> Sequence[Outcome]:
        """The effect itself."""
        outcomes = self._run(mutant, inputs)
        if mutant is None:
            self.types.update(outcome.type for outcome in outcomes if isinstance(outcome, Raised))
        return outcomes


@dataclass(frozen=True, slots=True)
class Prepared:
    """Everything that explorations draw on; the three streams of inputs have seeds of their own."""

    subject: Subject
    laboratory: Laboratory
    transformations: tuple[Transformation, ...]
    sources: AcceptedInputs
    screening: AcceptedInputs
    fresh: AcceptedInputs
    raised: RaisedTypes
    sources_wanted: int
    per_call: float | None
    seconds: float

    def pairs(self, transformation: Transformation) -> list[Pair]:
        """The source/follow-up pairs that the search sees; none where too few sources have a follow-up."""
        pairs, outside = self.sources.pairs(transformation, self.subject.domains, self.sources_wanted)
        return pairs if len(pairs) >= LEAST_APPLICABLE * (len(pairs) + outside) else []

    def screening_executions(self, transformation: Transformation) -> Fresh:
        """Executions on which the search's candidates are screened, and from which it learns."""
        return self._executions(transformation, self.affordable(FRESH, self.seconds / 20), self.screening)

    def fresh_executions(self, transformation: Transformation, count: int = FRESH) -> Fresh:
        """Executions that nothing has learnt from, for the last filter."""
        return self._executions(transformation, count, self.fresh)

    def _executions(self, transformation: Transformation, count: int, stream: AcceptedInputs) -> Fresh:
        """Executions of the original on a stream of inputs, or on all sources with a follow-up where these are few."""
        narrowed = transformation.narrow(self.subject.domains) or ()
        sources = [replace(p, domain=d) for p, d in zip(self.subject.parameters, narrowed, strict=False)]
        size = domain_size(sources) if sources else None
        whole = size is not None and size <= FRESH_OF_FAST and self.affordable(size, self.seconds / 20) == size
        if whole and size is not None:
            stream = AcceptedInputs(all_inputs(sources), self.laboratory.run)
            count = size
        pairs, _ = stream.pairs(transformation, self.subject.domains, count)
        if not whole:
            pairs += self._pairs_at_constants(transformation, [source for source, _ in pairs[:5]])
        executions = executions_of(pairs, None, self.laboratory.signature.output, self.laboratory.run)
        return Fresh(tuple(e for e in executions if e is not None), whole and not self._any_lost(stream, pairs))

    def _pairs_at_constants(self, transformation: Transformation, bases: Sequence[Input]) -> list[Pair]:
        """Pairs whose follow-up has a constant of the source, or a neighbour, in the place that was changed."""
        sources = [
            (*base[:position], value, *base[position + 1 :])
            for base in bases
            for position in transformation.positions
            for constant in self.subject.constants
            for value in transformation.sources_of(constant, self.subject.parameters[position].kind)
        ]
        pairs = [(source, transformation.apply(source)) for source in sources]
        return [pair for pair in pairs if all(contains_all(self.subject.domains, values) is True for values in pair)]

    def affordable(self, count: int, seconds: float) -> int:
        """At most `count` pairs, fewer where so many calls take longer than these seconds."""
        return count if self.per_call is None else int(min(count, max(_LEAST_SOURCES, seconds / 2 / self.per_call)))

    def _any_lost(self, stream: AcceptedInputs, pairs: Sequence[Pair]) -> bool:
        """Whether any call neither returned nor raised: the domain was not tried as a whole then."""
        follow_ups = self.laboratory.run(None, [follow_up for _, follow_up in pairs])
        return stream.lost > 0 or any(isinstance(outcome, TimedOut | Crashed) for outcome in follow_ups)

    def executions_on(self, transformation: Transformation, inputs: Sequence[Input]) -> tuple[Execution, ...]:
        """Executions of the original on these sources, as far as their follow-ups lie in the domain."""
        pairs = [(source, transformation.apply(source)) for source in inputs]
        valid = [pair for pair in pairs if contains_all(self.subject.domains, pair[1]) is not False]
        executions = executions_of(valid, None, self.laboratory.signature.output, self.laboratory.run)
        return tuple(execution for execution in executions if execution is not None)

    def source_counts(self) -> dict[str, Any]:
        """Inputs drawn for the search, those accepted, and why the others were set aside."""
        return {
            "drawn": self.sources.drawn,
            "accepted": len(self.sources.accepted),
            "refused": dict(sorted(self.sources.refused.items())),
        }


def prepare(
    subject: Subject,
    examples: Sequence[Sequence[Any]],
    tolerance: Tolerance | None,
    seed: int,
    best_only: bool,
    processes: ExitStack,
    meter: Meter,
    notify: Notify,
) -> Prepared:
    """Draw sources, check that the function is deterministic, and make its mutants; processes end with the stack."""
    checked = check_examples(examples, subject)
    limit = CALL_LIMIT if meter.budget.seconds is None else min(CALL_LIMIT, max(0.1, meter.budget.seconds / 100))
    original = processes.enter_context(Workers(subject.target, limit, give_up_after_original=MAX_LOST))
    raised = RaisedTypes(remember(original.run))
    streams = [
        AcceptedInputs(draw_inputs(subject.parameters, subject.constants, own, Random(f"{seed}/{purpose}")), raised.run)
        for purpose, own in (("sources", checked), ("screening", ()), ("fresh", ()))
    ]
    sources, screening, fresh = streams
    fresh.avoid(sources, screening)
    notify(Step("running the function"))
    per_call = _seconds_per_call(sources, meter)
    wanted = _affordable_sources(per_call, meter)
    sources.at_least(wanted)
    output = _accepted_kind(subject, sources, limit)
    _require_deterministic(subject, sources)
    notify(Step("making mutants"))
    changed = processes.enter_context(Workers(subject.target, _mutant_limit(per_call), pace=_mutant_pace(per_call)))
    laboratory = Laboratory(
        signature=Signature(
            module=subject.module,
            qualname=subject.qualname,
            name=subject.name,
            parameters=subject.parameters,
            output=output,
            raises=(),
            tolerance=tolerance or default_tolerance(sources.outcomes),
            digest=subject.digest,
        ),
        constants=subject.constants,
        mutants=make_mutants(subject.target),
        run=_divided(raised.run, remember(changed.run)),
        best_only=best_only,
    )
    transformations = instantiate(subject.parameters, subject.constants)
    return Prepared(
        subject,
        laboratory,
        transformations,
        sources,
        screening,
        fresh,
        raised,
        wanted,
        per_call,
        meter.budget.seconds or math.inf,
    )


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


def _seconds_per_call(sources: AcceptedInputs, meter: Meter) -> float | None:
    """How long a call of the original takes, measured where the budget has seconds; the process runs before it."""
    sources.draw(1)
    before = meter.seconds_left()
    if before == math.inf:
        return None
    sources.draw(_LEAST_SOURCES)
    return max(before - meter.seconds_left(), 1e-4) / _LEAST_SOURCES


def _affordable_sources(per_call: float | None, meter: Meter) -> int:
    """Fewer sources for a slow function: a tenth of the seconds must do for the mutants of one transformation."""
    if per_call is None:
        return SOURCES
    return int(min(SOURCES, max(_LEAST_SOURCES, meter.seconds_left() / 10 / (100 * per_call))))


def _mutant_limit(per_call: float | None) -> float:
    """Seconds that a call of a mutant may take: many times what the original needs, because mutants loop."""
    return CALL_LIMIT if per_call is None else min(CALL_LIMIT, max(CALL_LIMIT / 10, 100 * per_call))


def _mutant_pace(per_call: float | None) -> float:
    """Seconds a call that a mutant may take on average, unlimited where the clock is not read."""
    return math.inf if per_call is None else max(1e-4, 20 * per_call)


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
        if repr(one) != repr(other):
            raise UnsupportedError(
                f"{subject.qualname} must be deterministic, got {_said(one)} and then {_said(other)} for {values!r}"
            )


def _said(outcome: Outcome) -> str:
    return repr(outcome.value) if isinstance(outcome, Returned) else repr(outcome)
