"""What must be known before any search: accepted sources, the kind of output, the tolerance, the mutants."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from statistics import median
from typing import Any

from genmorph.execution import Workers
from genmorph.execution.observation import Pair, executions_of
from genmorph.inference.exploration import Fresh, Laboratory
from genmorph.inference.meter import Meter
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
    """Everything that explorations draw on; the two streams of inputs have seeds of their own."""

    subject: Subject
    laboratory: Laboratory
    transformations: tuple[Transformation, ...]
    sources: AcceptedInputs
    fresh: AcceptedInputs
    raised: RaisedTypes
    sources_wanted: int

    def pairs(self, transformation: Transformation) -> list[Pair]:
        """The source/follow-up pairs that the search sees."""
        return self.sources.pairs(transformation, self.subject.domains, self.sources_wanted)[0]

    def fresh_executions(self, transformation: Transformation, count: int = FRESH) -> Fresh:
        """Executions of the original on pairs of another seed, or on the whole domain where that is small."""
        size = domain_size(self.subject.parameters)
        exhaustive = size is not None and size <= FRESH_OF_FAST
        stream = self.fresh
        if exhaustive and size is not None:
            stream = AcceptedInputs(all_inputs(self.subject.parameters), self.laboratory.run)
            count = size
        pairs, _ = stream.pairs(transformation, self.subject.domains, count)
        executions = executions_of(pairs, None, self.laboratory.signature.output, self.laboratory.run)
        return Fresh(tuple(e for e in executions if e is not None), exhaustive)

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
    run: Run,
    meter: Meter,
    notify: Notify,
) -> Prepared:
    """Draw sources, check that the function is deterministic, and make its mutants."""
    checked = check_examples(examples, subject)
    raised = RaisedTypes(run)
    streams = [
        AcceptedInputs(draw_inputs(subject.parameters, subject.constants, own, Random(f"{seed}/{purpose}")), raised.run)
        for purpose, own in (("sources", checked), ("fresh", ()))
    ]
    sources, fresh = streams
    notify(Step("running the function"))
    wanted = _affordable_sources(sources, meter)
    sources.at_least(wanted)
    output = _accepted_kind(subject, sources)
    _require_deterministic(subject, sources)
    notify(Step("making mutants"))
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
        run=raised.run,
        best_only=best_only,
    )
    transformations = instantiate(subject.parameters, subject.constants)
    return Prepared(subject, laboratory, transformations, sources, fresh, raised, wanted)


def default_tolerance(outcomes: Sequence[Outcome]) -> Tolerance:
    """Relative 1e-9, and absolute 1e-9 of the median magnitude of the outputs, rounded to two digits.

    >>> default_tolerance([Returned(50.0), Returned(-200.0), Returned(100.0)])
    Tolerance(relative=1e-09, absolute=1e-07)
    """
    values = [outcome.value for outcome in outcomes if isinstance(outcome, Returned)]
    magnitudes = [abs(value) for value in values if not isinstance(value, bool) and _fits(value)]
    return Tolerance(absolute=float(f"{1e-9 * median(magnitudes):.2g}") if magnitudes else 0.0)


def _fits(value: float) -> bool:
    return -1e300 < value < 1e300


def _affordable_sources(sources: AcceptedInputs, meter: Meter) -> int:
    """Fewer sources for a slow function: a tenth of the seconds must do for all calls of one transformation."""
    before = meter.seconds_left()
    if before == math.inf:
        return SOURCES
    sources.draw(_LEAST_SOURCES)
    per_call = max(before - meter.seconds_left(), 1e-3) / max(sources.drawn, 1)
    return int(min(SOURCES, max(_LEAST_SOURCES, before / 10 / (100 * per_call))))


def _accepted_kind(subject: Subject, sources: AcceptedInputs) -> Kind:
    """The kind of the outputs; the function must have returned at least once."""
    kind = output_kind(sources.outcomes)
    if kind is None:
        reasons = ", ".join(f"{reason} ({count})" for reason, count in sources.refused.most_common(3))
        raise UnsupportedError(
            f"{subject.qualname} returns for none of {sources.drawn} inputs tried: {reasons or 'no input drawn'}; "
            "give a domain of valid inputs"
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
