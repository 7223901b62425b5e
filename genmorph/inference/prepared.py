"""What the stages draw on: pairs for the search, and executions to screen and to judge by."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import chain, combinations, islice
from random import Random
from typing import Any

from genmorph.execution.observation import executions_of
from genmorph.execution.outputs import Pair, read_outputs
from genmorph.execution.patience import is_unanswered
from genmorph.inference.calls import Calls
from genmorph.inference.laboratory import Fresh, Laboratory
from genmorph.inference.meter import Meter
from genmorph.inference.pace import SOURCES, Pace
from genmorph.inference.sources import AcceptedInputs, FollowUp, Streams
from genmorph.model import (
    Crashed,
    Domain,
    Execution,
    Input,
    Outcome,
    Parameter,
    Probe,
    Returned,
    TimedOut,
    with_argument,
)
from genmorph.mutation.probing import mined_constants, reached
from genmorph.subject.inputs import all_inputs, domain_size
from genmorph.subject.related import find_relations, numbers_beside
from genmorph.subject.subject import Subject
from genmorph.transformations.narrowing import is_bounded
from genmorph.transformations.transformation import Transformation
from genmorph.values.labels import key
from genmorph.values.numbers.boundaries import corner_numbers
from genmorph.values.protocols import contains_all

_LARGEST = 1e300
"""Larger numbers are left out: what they come from may not be a float."""
_PER_BRANCH = 5
"""So many inputs of each branch come first."""
_ROUNDS = 5
"""At most so many times as many inputs as needed are drawn for branches not reached yet, where these are quick."""
SCREENED = 2_000
"""Pairs on which the candidates of one transformation are screened."""
FRESH_OF_FAST = 20_000
"""Fresh pairs for each reported relation, where the function is fast; domains up to this size are tried whole."""
LEAST_APPLICABLE = 0.05
"""A transformation that applies to a smaller share of the sources says too little."""
LEAST_ALLOWED = 0.2
"""So does one that applies to a smaller share where conditions are drawn for, which often makes arguments equal."""
LEAST_PASSED_ON = 0.5
"""And so does one that passes on outputs which are valid inputs seldomer than this."""
_BASES = 5
"""So many sources are changed to put each constant into the follow-up."""
_CHANGED = 4
"""For so many corner pairs there is one more with the corner in its follow-up, one tied to the follow-up, and at most
one at an end of the sources that have a follow-up."""
_SHARE = 1 / 20
"""The share of the seconds that the screening pairs of one transformation may take."""

Numbers = Callable[[Domain], Sequence[int | float]]


"""The numbers wanted in the place of an argument of that domain."""


def sources_before(
    transformation: Transformation, domains: Sequence[Domain], numbers: Numbers, bases: Sequence[Input]
) -> Iterator[Input]:
    """Valid sources that become such numbers or their neighbours, the other arguments being those of the bases in turn.

    There are none where the transformation does not add to or multiply a number.

    >>> from genmorph.domain import ints
    >>> list(sources_before(Transformation("add", (0,), 2), [ints(0, 9)] * 2, lambda _: [9, 5], [(1, 7), (1, 8)]))
    [(6, 7), (7, 7), (2, 8), (3, 8), (4, 8)]
    """
    if not bases:
        return
    for position in transformation.positions:
        wanted = [number for number in numbers(domains[position]) if abs(number) <= _LARGEST]
        for turn, number in enumerate(wanted):
            base = bases[turn % len(bases)]
            for value in transformation.sources_of(number, domains[position].kind):
                source = with_argument(base, position, value)
                if contains_all(domains, source) is True and _is_valid(transformation, source, domains):
                    yield source


def tied_sources(
    transformation: Transformation, parameters: Sequence[Parameter], pairs: Sequence[Pair], rng: Random
) -> Iterator[Input]:
    """The pairs' sources with an argument that does not change, if any, made of one that does, as the follow-up has it.

    Outputs that are passed on are left alone: they would change with the source.

    >>> from genmorph.domain import ints
    >>> parameters = [Parameter("low", ints(0, 99)), Parameter("high", ints(0, 99))]
    >>> list(tied_sources(Transformation("scale", (0,), 10), parameters, [((4, 50), (40, 50))], Random(0)))
    [(4, 41)]
    """
    changed = transformation.positions
    ways = [
        (index, position, relate)
        for index, relations in enumerate(find_relations(parameters))
        for position, relate in relations
        if position in changed and index not in changed and transformation.chained is None
    ]
    for source, follow_up in pairs if ways else ():
        index, position, relate = rng.choice(ways)
        if source[index] is None or follow_up[position] is None:
            continue
        value = relate(follow_up[position], parameters[index].domain, rng)
        if value is not None:
            yield with_argument(source, index, value)


def _is_valid(transformation: Transformation, source: Input, domains: Sequence[Domain]) -> bool:
    follow_up = transformation.apply(source)
    return follow_up is not None and contains_all(domains, follow_up) is True


def sources_at_ends(
    transformation: Transformation, parameters: Sequence[Parameter], bases: Sequence[Input]
) -> Iterator[Input]:
    """Sources with the least or largest number that has a follow-up, where the domain has lesser or larger ones.

    The other arguments are those of the bases in turn, or one of the same kind is the same number or next to it; or
    two arguments are at ends of theirs.

    >>> from genmorph.domain import ints
    >>> parameters = [Parameter("low", ints(0, 99)), Parameter("high", ints(0, 99))]
    >>> list(sources_at_ends(Transformation("add", (0,), -1), parameters, [(5, 50)]))
    [(1, 50), (2, 50), (1, 1), (1, 0), (1, 2)]
    """
    domains = [parameter.domain for parameter in parameters]
    narrowed = transformation.narrow(domains)
    if narrowed is None or not bases:
        return
    ends = [(place, end) for place in transformation.positions for end in _new_ends(domains[place], narrowed[place])]
    for turn, (place, end) in enumerate(ends):
        base = bases[turn % len(bases)]
        near = [with_argument(base, place, number) for number in numbers_beside(end)]
        alike = (
            other for other in range(len(domains)) if other != place and domains[other].kind is domains[place].kind
        )
        beside = [with_argument(near[0], other, number) for other in alike for number in numbers_beside(end)]
        yield from (source for source in (*near, *beside) if contains_all(narrowed, source) is True)
    for (place, end), (other, far) in combinations(ends, 2):
        source = with_argument(with_argument(bases[0], place, end), other, far)
        if place != other and contains_all(narrowed, source) is True:
            yield source


def _new_ends(domain: Domain, narrowed: Domain) -> Iterator[int | float]:
    """The bounds of a narrowed domain that are not those of the whole one."""
    if is_bounded(domain) and is_bounded(narrowed):
        bounds = ((domain.low, narrowed.low), (domain.high, narrowed.high))
        yield from (end for before, end in bounds if end is not None and end != before)


@dataclass(frozen=True, slots=True)
class Coverage:
    """Branches that the sources reach, of how many, and the constants seen on the way with their frequency."""

    reached: int
    branches: int
    constants: tuple[tuple[int | float, int], ...]


def reach_branches(probe: Probe, sources: AcceptedInputs, calls: Calls) -> Coverage:
    """Draw further sources while branches are missing, and put those that reach rare ones first."""
    outcomes: list[Outcome] = []
    masks: list[int] = []
    for number in range(_ROUNDS if calls.pace.sources == SOURCES else 1):
        if number:
            sources.draw(calls.pace.sources)
        new = calls.probe(probe, sources.accepted[len(outcomes) :])
        outcomes += new
        masks += [mask or 0 for mask in reached(new)]
        if _union(masks).bit_count() == probe.branches or sources.is_exhausted:
            break
    sources.arrange(by_rarity(masks, _PER_BRANCH))
    return Coverage(_union(masks).bit_count(), probe.branches, mined_constants(probe, outcomes))


def _union(masks: Sequence[int]) -> int:
    union = 0
    for mask in masks:
        union |= mask
    return union


def by_rarity(masks: Sequence[int], count: int) -> list[int]:
    """Places in a new order: first those with a branch that fewer than `count` before them reach.

    >>> by_rarity([0b01, 0b01, 0b01, 0b10, 0b11], 2)
    [0, 1, 3, 4, 2]
    """
    met: dict[int, int] = {}
    first: list[int] = []
    rest: list[int] = []
    for place, mask in enumerate(masks):
        branches = [branch for branch in range(mask.bit_length()) if mask >> branch & 1]
        is_news = any(met.get(branch, 0) < count for branch in branches)
        (first if is_news else rest).append(place)
        if is_news:
            met |= {branch: met.get(branch, 0) + 1 for branch in branches}
    return first + rest


@dataclass(frozen=True, slots=True)
class Prepared:
    """Everything that explorations draw on; the streams of inputs have seeds of their own."""

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
        found = self.sources.pairs(transformation, self.follower(transformation), count)
        least = LEAST_ALLOWED if self.subject.conditions else LEAST_APPLICABLE
        least = LEAST_PASSED_ON if transformation.chained is not None else least
        return found.pairs if len(found.pairs) >= least * (len(found.pairs) + found.outside) else []

    def follower(self, transformation: Transformation) -> FollowUp:
        """What makes valid follow-ups of sources and their outcomes."""
        outputs, validity = self.laboratory.outputs, self.subject.validity

        def follow(source: Input, outcome: Outcome) -> Input | None:
            if validity.conditions:  # they may be slow
                self.meter.check()
            given: tuple[Any, ...] | None = ()
            if transformation.chained is not None:
                given = read_outputs(outputs, outcome.value, source) if isinstance(outcome, Returned) else None
            follow_up = None if given is None else transformation.apply(source, given)
            return None if follow_up is None or validity.admits(follow_up) is False else follow_up

        return follow

    def screening_executions(self, transformation: Transformation, share: float = 1.0) -> Fresh:
        """Executions on which the search's candidates are screened, and from which it learns; a share of them will do.

        Unless they are all that there are, some have a constant of the source in the place that was changed.
        """
        count = round(share * self.pace.affordable(SCREENED, _SHARE))
        found = self._executions(transformation, count, self.streams.screening, most=count)
        if found.whole:
            return found
        constants, domains = tuple(self.laboratory.constants), self.subject.domains
        bases = [execution.source for execution in found.executions[:_BASES]]
        sources = [s for base in bases for s in sources_before(transformation, domains, lambda _: constants, [base])]
        return replace(found, executions=found.executions + self.executions_on(transformation, sources))

    def fresh_executions(self, transformation: Transformation, count: int) -> Fresh:
        """Executions on inputs that were drawn for the last filter, whatever the search has drawn."""
        return self._executions(transformation, count, self.streams.fresh, most=FRESH_OF_FAST)

    def corner_executions(self, transformation: Transformation, count: int) -> Fresh:
        """Executions at the corners of the domain: such sources, and such as were chosen by their follow-up."""
        found = self.streams.corners.pairs(transformation, self.follower(transformation), count)
        changed = (
            () if self.streams.corners.unanswered else self._chosen_by_follow_up(transformation, found.pairs, count)
        )
        more = list(self._paired(transformation, changed))
        return self._run_on(found.pairs + more, found.outside + found.refused + len(changed) - len(more))

    def _chosen_by_follow_up(self, transformation: Transformation, pairs: Sequence[Pair], count: int) -> list[Input]:
        """Sources of further pairs: with a corner in the follow-up, tied to the follow-up, or at narrowed ends."""
        most = count // _CHANGED
        numbers = partial(corner_numbers, constants=tuple(self.laboratory.constants))
        bases = [source for source, _ in pairs[:most]]
        sources = islice(sources_before(transformation, self.subject.domains, numbers, bases), most)
        tied = tied_sources(transformation, self.subject.parameters, pairs[:most], Random(f"tied/{transformation.key}"))
        ends = islice(sources_at_ends(transformation, self.subject.parameters, bases), most)
        known = {key(source) for source, _ in pairs}
        return list({key(source): source for source in chain(sources, tied, ends) if key(source) not in known}.values())

    def _executions(self, transformation: Transformation, count: int, stream: AcceptedInputs, most: int) -> Fresh:
        """Executions of the original on a stream of inputs, or on all sources with a follow-up, if at most so many."""
        narrowed = transformation.narrow(self.subject.domains) or self.subject.domains
        sources = [replace(p, domain=d) for p, d in zip(self.subject.parameters, narrowed, strict=True)]
        size = domain_size(sources)
        whole = size is not None and size <= most and self.pace.affordable(size, _SHARE) == size
        if whole and size is not None:
            validity = self.subject.validity
            stream = AcceptedInputs(filter(validity.is_allowed, all_inputs(sources)), self.laboratory.run)
            count = size
        found = stream.pairs(transformation, self.follower(transformation), count)
        fresh = self._run_on(found.pairs, found.outside + found.refused)
        return replace(fresh, whole=True, lost=self._lost(stream, found.pairs)) if whole else fresh

    def _run_on(self, pairs: Sequence[Pair], inapplicable: int) -> Fresh:
        """The executions of these pairs; those that have none count as inapplicable, beside what was drawn in vain."""
        tried = executions_of(pairs, self.laboratory.outputs, self.laboratory.run)
        executions = tuple(execution for execution in tried if execution is not None)
        return Fresh(executions, whole=False, lost=0, inapplicable=inapplicable + len(tried) - len(executions))

    def _paired(self, transformation: Transformation, sources: Sequence[Input]) -> Iterator[Pair]:
        """The allowed sources that have a follow-up, with it."""
        follow = self.follower(transformation)
        allowed = list(filter(self.subject.validity.is_allowed, sources))
        for source, outcome in zip(allowed, self.laboratory.run(None, allowed), strict=True):
            if is_unanswered(outcome):
                self.streams.corners.note_unanswered(source)
            follow_up = follow(source, outcome)
            if follow_up is not None:
                yield source, follow_up

    def _lost(self, stream: AcceptedInputs, pairs: Sequence[Pair]) -> int:
        """The calls that neither returned nor raised: the domain was not tried as a whole then."""
        follow_ups = self.laboratory.run(None, [follow_up for _, follow_up in pairs])
        return stream.lost + sum(isinstance(outcome, TimedOut | Crashed) for outcome in follow_ups)

    def executions_on(self, transformation: Transformation, inputs: Sequence[Input]) -> tuple[Execution, ...]:
        """Executions of the original on these sources, as far as their follow-ups lie in the domain.

        Inputs as large as one that came to no end are left out.
        """
        is_worth_asking = self.streams.corners.is_worth_asking
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
