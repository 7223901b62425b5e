"""What the stages draw on: pairs for the search, and executions to screen and to judge by."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from genmorph.domain import contains_all
from genmorph.execution.observation import Pair, executions_of
from genmorph.execution.outputs import read_outputs
from genmorph.inference.branches import Coverage
from genmorph.inference.calls import Calls
from genmorph.inference.laboratory import Fresh, Laboratory
from genmorph.inference.meter import Meter
from genmorph.inference.pace import Pace
from genmorph.inference.sources import AcceptedInputs, FollowUp, Streams
from genmorph.model import Crashed, Execution, Input, Outcome, Returned, TimedOut
from genmorph.subject import Subject, all_inputs, domain_size
from genmorph.transformations import Transformation

SCREENED = 2_000
"""Pairs on which the candidates of one transformation are screened."""
FRESH_OF_FAST = 20_000
"""Fresh pairs for each reported relation, where the function is fast; domains up to this size are tried whole."""
LEAST_APPLICABLE = 0.05
"""A transformation that applies to a smaller share of the sources says too little."""
LEAST_PASSED_ON = 0.5
"""And so does one that passes on outputs which are valid inputs seldomer than this."""
_SHARE = 1 / 20
"""The share of the seconds that the screening pairs of one transformation may take."""


@dataclass(frozen=True, slots=True)
class Prepared:
    """Everything that explorations draw on; the three streams of inputs have seeds of their own."""

    subject: Subject
    laboratory: Laboratory
    transformations: tuple[Transformation, ...]
    streams: Streams
    calls: Calls
    meter: Meter
    coverage: Coverage | None
    mutants_made: int

    @property
    def pace(self) -> Pace:
        """How fast the function is."""
        return self.calls.pace

    @property
    def sources(self) -> AcceptedInputs:
        """The inputs that the search learns from."""
        return self.streams.sources

    def pairs(self, transformation: Transformation, count: int) -> list[Pair]:
        """At most so many source/follow-up pairs for the search; none where too few sources have a follow-up.

        An output that is passed on must mostly be a valid input.
        """
        pairs, outside = self.sources.pairs(transformation, self.follower(transformation), count)
        least = LEAST_PASSED_ON if transformation.chained is not None else LEAST_APPLICABLE
        return pairs if len(pairs) >= least * (len(pairs) + outside) else []

    def follower(self, transformation: Transformation) -> FollowUp:
        """What makes valid follow-ups of sources and their outcomes."""
        outputs, domains = self.laboratory.outputs, self.subject.domains

        def follow(source: Input, outcome: Outcome) -> Input | None:
            given: tuple[Any, ...] | None = ()
            if transformation.chained is not None:
                given = read_outputs(outputs, outcome.value, source) if isinstance(outcome, Returned) else None
            follow_up = None if given is None else transformation.apply(source, given)
            return None if follow_up is None or contains_all(domains, follow_up) is False else follow_up

        return follow

    def screening_executions(self, transformation: Transformation) -> Fresh:
        """Executions on which the search's candidates are screened, and from which it learns."""
        count = self.pace.affordable(SCREENED, _SHARE)
        return self._executions(transformation, count, self.streams.screening, most=count)

    def fresh_executions(self, transformation: Transformation, count: int) -> Fresh:
        """Executions that nothing has learnt from, for the last filter."""
        return self._executions(transformation, count, self.streams.fresh, most=FRESH_OF_FAST)

    def _executions(self, transformation: Transformation, count: int, stream: AcceptedInputs, most: int) -> Fresh:
        """Executions of the original on a stream of inputs, or on all sources with a follow-up, if at most so many."""
        narrowed = transformation.narrow(self.subject.domains) or ()
        sources = [replace(p, domain=d) for p, d in zip(self.subject.parameters, narrowed, strict=False)]
        size = domain_size(sources) if sources else None
        whole = size is not None and size <= most and self.pace.affordable(size, _SHARE) == size
        if whole and size is not None:
            stream = AcceptedInputs(all_inputs(sources), self.laboratory.run)
            count = size
        pairs, _ = stream.pairs(transformation, self.follower(transformation), count)
        if not whole:
            pairs += self._pairs_at_constants(transformation, [source for source, _ in pairs[:5]])
        executions = executions_of(pairs, self.laboratory.outputs, self.laboratory.run)
        return Fresh(tuple(e for e in executions if e is not None), whole, self._lost(stream, pairs) if whole else 0)

    def _pairs_at_constants(self, transformation: Transformation, bases: Sequence[Input]) -> list[Pair]:
        """Pairs whose follow-up has a constant of the source, or a neighbour, in the place that was changed."""
        sources = [
            (*base[:position], value, *base[position + 1 :])
            for base in bases
            for position in transformation.positions
            for constant in self.laboratory.constants
            for value in transformation.sources_of(constant, self.subject.parameters[position].kind)
        ]
        inside = [source for source in sources if contains_all(self.subject.domains, source) is True]
        return [pair for pair in self._paired(transformation, inside) if self._is_valid(pair[1])]

    def _is_valid(self, values: Input) -> bool:
        return contains_all(self.subject.domains, values) is True

    def _paired(self, transformation: Transformation, sources: Sequence[Input]) -> Iterator[Pair]:
        """The sources that have a follow-up, with it."""
        follow = self.follower(transformation)
        for source, outcome in zip(sources, self.laboratory.run(None, sources), strict=True):
            follow_up = follow(source, outcome)
            if follow_up is not None:
                yield source, follow_up

    def _lost(self, stream: AcceptedInputs, pairs: Sequence[Pair]) -> int:
        """The calls that neither returned nor raised: the domain was not tried as a whole then."""
        follow_ups = self.laboratory.run(None, [follow_up for _, follow_up in pairs])
        return stream.lost + sum(isinstance(outcome, TimedOut | Crashed) for outcome in follow_ups)

    def executions_on(self, transformation: Transformation, inputs: Sequence[Input]) -> tuple[Execution, ...]:
        """Executions of the original on these sources, as far as their follow-ups lie in the domain."""
        pairs = list(self._paired(transformation, inputs))
        executions = executions_of(pairs, self.laboratory.outputs, self.laboratory.run)
        return tuple(execution for execution in executions if execution is not None)

    def source_counts(self) -> dict[str, Any]:
        """Inputs drawn for the search, those accepted, why the others were set aside, and follow-ups left out."""
        return {
            "drawn": self.sources.drawn,
            "accepted": len(self.sources.accepted),
            "follow_ups_outside_domain": self.sources.outside,
            "refused": dict(sorted(self.sources.refused.items())),
        }
