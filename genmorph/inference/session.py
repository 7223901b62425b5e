"""One inference under way: what its stages draw on, and executions to search, to screen and to judge by."""

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import chain, islice
from random import Random
from typing import Any

from genmorph.execution.observation import executions_in_part, executions_of
from genmorph.execution.outputs import Pair, passed_outputs
from genmorph.execution.patience import is_unanswered
from genmorph.inference.calls import Calls
from genmorph.inference.chosen_sources import sources_at_ends, sources_before, tied_sources
from genmorph.inference.meter import Meter
from genmorph.inference.pace import Pace
from genmorph.inference.request import Request
from genmorph.inference.sources import AcceptedInputs, FollowUp, Pairs, Streams
from genmorph.model import (
    Crashed,
    Domain,
    Execution,
    Input,
    Mutant,
    Outcome,
    Output,
    Run,
    TimedOut,
    Tolerance,
)
from genmorph.search.parameters import Parameters
from genmorph.settings import BUDGET, TRIALS
from genmorph.subject.inputs import all_inputs, domain_size
from genmorph.subject.signatures import Signature
from genmorph.subject.subject import Subject
from genmorph.transformations.transformation import Transformation
from genmorph.values.labels import key
from genmorph.values.numbers.number_boundaries import boundary_numbers


@dataclass(frozen=True, slots=True)
class Fresh:
    """Executions of the original that the search has not seen.

    `whole` says that the whole domain was tried, `lost` counts its pairs of which a call neither returned nor raised.
    `inapplicable` counts the inputs drawn that give no execution: the original refused them or their follow-ups, or
    they have none in the domain. `ended` says that the stream gave no further inputs, so that there are few more, if
    any. `in_part` are executions with outputs of other kinds, which contradict relations but teach nothing.
    """

    executions: tuple[Execution, ...]
    whole: bool
    lost: int
    inapplicable: int = 0
    ended: bool = False
    in_part: tuple[Execution, ...] = ()

    @property
    def exhaustive(self) -> bool:
        """Whether these are all executions that there are."""
        return self.whole and not self.lost

    def enough(self, wanted: int) -> int:
        """The minimum number of pairs to try where `wanted` are wanted: where there are fewer, most of these.

        >>> known = Execution((1,), (2,), (1,), (2,))
        >>> [Fresh((known,), whole=True, lost=lost).enough(2_000) for lost in (0, 9)], Fresh((), False, 0).enough(2_000)
        ([1, 8], 2000)
        """
        if self.ended:
            return min(wanted, max(1, math.ceil(TRIALS.known_of_whole * len(self.executions))))
        if not self.whole:
            return wanted
        return min(
            wanted, max(len(self.executions), math.ceil(TRIALS.known_of_whole * (len(self.executions) + self.lost)))
        )


@dataclass(frozen=True, slots=True)
class Coverage:
    """Branches that the sources reach, of how many, and the constants seen on the way with their frequency."""

    reached: int
    branches: int
    constants: tuple[tuple[int | float, int], ...]


@dataclass(frozen=True, slots=True)
class Session:
    """Everything that one inference draws on: the subject, its mutants, the effect that runs both, streams of inputs.

    `constants` are numbers that the function uses, with the number of calls in which it did. The streams of inputs have
    seeds of their own. `coverage` is None where the branches reached are not known.
    """

    subject: Subject
    signature: Signature
    constants: Mapping[int | float, int]
    mutants: tuple[Mutant, ...]
    parameters: Parameters
    transformations: tuple[Transformation, ...]
    streams: Streams
    calls: Calls
    meter: Meter
    request: Request
    coverage: Coverage | None
    mutants_made: int

    @property
    def run(self) -> Run:
        """Calls the original or a mutant."""
        return self.calls.run

    @property
    def outputs(self) -> tuple[Output, ...]:
        """What relations may speak of; at least one output is known here."""
        return self.signature.outputs

    @property
    def domains(self) -> tuple[Domain, ...]:
        """The domains of the parameters, in order."""
        return tuple(parameter.domain for parameter in self.signature.parameters)

    @property
    def tolerance(self) -> Tolerance:
        """How far two of the function's outputs may differ and still be equal."""
        return self.signature.tolerance

    @property
    def pace(self) -> Pace:
        """How fast the function is."""
        return self.calls.pace

    @property
    def sources(self) -> AcceptedInputs:
        """The inputs that the search learns from."""
        return self.streams.sources

    def pairs(self, transformation: Transformation, count: int) -> list[Pair]:
        """At most `count` source/follow-up pairs for the search; none where too few sources have a follow-up.

        An output that is passed on must mostly be a valid input.
        """
        least = TRIALS.least_allowed if self.subject.conditions else TRIALS.least_applicable
        least = TRIALS.least_passed_on if transformation.chained is not None else least
        found = self._pairs_of(self.sources, transformation, count, least_share=least)
        return found.pairs if found.share >= least else []

    def follower(self, transformation: Transformation) -> FollowUp:
        """What makes valid follow-ups of sources and their outcomes."""
        outputs, validity = self.outputs, self.subject.validity.passing_on(transformation.chained)

        def follow(source: Input, outcome: Outcome) -> Input | None:
            if validity.conditions:  # they may be slow
                self.meter.check()
            given: tuple[Any, ...] | None = ()
            if transformation.chained is not None:
                given = passed_outputs(outputs, outcome, source)
            follow_up = None if given is None else transformation.apply(source, given)
            return None if follow_up is None or validity.admits(follow_up) is False else follow_up

        return follow

    def screening_executions(self, transformation: Transformation, share: float = 1.0) -> Fresh:
        """Executions on which the search's candidates are screened, and from which it learns; a share of them will do.

        Unless they are all that there are, some have a constant of the source in the place that was changed.
        """
        count = round(share * self.pace.screened)
        found = self._executions(transformation, count, self.streams.screening, most=count)
        if found.whole:
            return found
        constants, domains = tuple(self.constants), transformation.with_drawn_domain(self.subject.domains)
        bases = [execution.source for execution in found.executions[: TRIALS.bases]]
        sources = [s for base in bases for s in sources_before(transformation, domains, lambda _: constants, [base])]
        return replace(found, executions=found.executions + self.executions_on(transformation, sources))

    def fresh_executions(self, transformation: Transformation, count: int) -> Fresh:
        """Executions on inputs that were drawn for the last filter, whatever the search has drawn."""
        return self._executions(
            transformation, min(count, self.pace.fresh), self.streams.fresh, most=TRIALS.fresh_of_fast
        )

    def boundary_executions(self, transformation: Transformation, count: int) -> Fresh:
        """Executions at the boundary of the domain: such sources, and such as were chosen by their follow-up."""
        found = self.streams.boundary.pairs(transformation, self.follower(transformation), count)
        changed = (
            () if self.streams.boundary.unanswered else self._chosen_by_follow_up(transformation, found.pairs, count)
        )
        more = list(self._paired(transformation, changed))
        return self._run_on(found.pairs + more, found.outside + found.refused + len(changed) - len(more))

    def _chosen_by_follow_up(self, transformation: Transformation, pairs: Sequence[Pair], count: int) -> list[Input]:
        """Sources of further pairs: boundary values in the follow-up, tied to the follow-up, or at narrowed ends."""
        most = count // TRIALS.chosen_by_follow_up
        constants, parameters = tuple(self.constants), self.subject.parameters
        numbers = partial(boundary_numbers, constants=constants)
        bases = [source for source, _ in pairs[:most]]
        domains = transformation.with_drawn_domain(self.subject.domains)
        sources = islice(sources_before(transformation, domains, numbers, bases), most)
        rng = Random(f"tied/{transformation.key}")
        tied = tied_sources(transformation, parameters, constants, pairs[: max(most, TRIALS.least_tied)], rng)
        ends = islice(sources_at_ends(transformation, parameters, bases), most)
        known = {key(source) for source, _ in pairs}
        return list({key(source): source for source in chain(sources, tied, ends) if key(source) not in known}.values())

    def _executions(self, transformation: Transformation, count: int, stream: AcceptedInputs, most: int) -> Fresh:
        """Executions of the original on a stream of inputs, or on all sources with a follow-up if at most `most`."""
        parameters = transformation.with_drawn_parameter(self.subject.parameters)
        narrowed = transformation.narrow(self.subject.domains) or [parameter.domain for parameter in parameters]
        sources = [replace(p, domain=d) for p, d in zip(parameters, narrowed, strict=True)]
        size = domain_size(sources)
        whole = size is not None and size <= most and self.pace.affordable(size, BUDGET.screening) == size
        if whole and size is not None:
            validity = self.subject.validity
            stream = AcceptedInputs(filter(validity.is_allowed, all_inputs(sources)), self.run)
            count = size
        found = self._pairs_of(stream, transformation, count, is_whole=whole)
        fresh = self._run_on(found.pairs, found.outside + found.refused)
        if whole:
            return replace(fresh, whole=True, lost=self._lost(stream, found.pairs))
        return replace(fresh, ended=found.ended)

    def _pairs_of(
        self,
        stream: AcceptedInputs,
        transformation: Transformation,
        count: int,
        *,
        is_whole: bool = False,
        least_share: float = 0.0,
    ) -> Pairs:
        """Pairs of a stream; where few of its inputs have a follow-up, further pairs of the narrowed domain."""
        draw_within, domains = self.streams.draw_within, self.subject.domains
        draw_suiting = None
        if draw_within is not None and not is_whole and transformation.narrows_exactly(domains):
            narrowed = transformation.narrow(domains)
            if narrowed is not None and narrowed != domains:
                draw_suiting = partial(draw_within, narrowed, f"{stream.seed}/{transformation.key}")
        follow = self.follower(transformation)
        return stream.pairs(
            transformation, follow, count, is_drawn=is_whole, least_share=least_share, draw_suiting=draw_suiting
        )

    def _run_on(self, pairs: Sequence[Pair], inapplicable: int) -> Fresh:
        """The executions of these pairs; those that have none count as inapplicable, beside what was drawn in vain."""
        tried = executions_of(pairs, self.outputs, self.run)
        executions = tuple(execution for execution in tried if execution is not None)
        others = [pair for pair, execution in zip(pairs, tried, strict=True) if execution is None]
        return Fresh(
            executions,
            whole=False,
            lost=0,
            inapplicable=inapplicable + len(others),
            in_part=executions_in_part(others, self.outputs, self.run) if others else (),
        )

    def _paired(self, transformation: Transformation, sources: Sequence[Input]) -> Iterator[Pair]:
        """The allowed sources that have a follow-up, with it."""
        follow = self.follower(transformation)
        allowed = list(filter(self.subject.validity.is_allowed, sources))
        for source, outcome in zip(allowed, self.run(None, allowed), strict=True):
            if is_unanswered(outcome):
                self.streams.boundary.note_unanswered(source)
            follow_up = follow(source, outcome)
            if follow_up is not None:
                yield source, follow_up

    def _lost(self, stream: AcceptedInputs, pairs: Sequence[Pair]) -> int:
        """The calls that neither returned nor raised: the domain was not tried as a whole then."""
        follow_ups = self.run(None, [follow_up for _, follow_up in pairs])
        return stream.lost + sum(isinstance(outcome, TimedOut | Crashed) for outcome in follow_ups)

    def executions_on(self, transformation: Transformation, inputs: Sequence[Input]) -> tuple[Execution, ...]:
        """Executions of the original on these sources, as far as their follow-ups lie in the domain.

        Inputs as large as one that timed out or crashed are left out.
        """
        is_worth_asking = self.streams.boundary.is_worth_asking
        pairs = self._paired(transformation, list(filter(is_worth_asking, inputs)))
        return self._run_on([pair for pair in pairs if is_worth_asking(pair[1])], 0).executions

    def source_counts(self) -> dict[str, Any]:
        """Inputs drawn for the search, those accepted, why the others were set aside, and follow-ups left out."""
        return {
            "drawn": self.sources.drawn,
            "accepted": len(self.sources.accepted),
            "follow_ups_outside_domain": self.sources.outside,
            "refused": dict(sorted(self.sources.refused.items())),
        }
