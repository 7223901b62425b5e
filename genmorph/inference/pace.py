"""How fast the function is, what that allows, and ints of default domains as far as the budget can pay for them."""

import math
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice

from genmorph.execution.patience import is_loss, is_too_large
from genmorph.filters.validity import MIN_TRIED
from genmorph.inference.meter import HaltError, Meter
from genmorph.inference.sources import refusal, without_answer
from genmorph.model import Input, Outcome, UsageError
from genmorph.settings import TRIAL_RUN
from genmorph.subject.subject import Subject
from genmorph.values.conversion import within

SOURCES = 1_000
"""Pairs that the search sees for each transformation."""
ENOUGH_OF_SLOW = 400
"""Fresh pairs that a relation must have survived where the seconds do not allow more."""
LEAST = 50
"""Fewer inputs are not worth a stage."""
LEAST_MUTANTS = 4
_ENOUGH_EVALUATIONS = 100.0
"""With so many, relations are judged by as many pairs as with seconds."""
_LOOKS = 12_000
_LEAST_LOOK = 200
"""Pairs for the first looks at all transformations, about, and the fewest for one of a fast function."""
_EXPORT = 3.0
_JUDGING = 20.0
"""Seconds in which the last filters can examine as many relations as are reported, on a slow machine."""
_FURTHER = 0.07
"""The share of the seconds in which what was kept is tried on further pairs."""
_BEGINNING = 1.5
"""Seconds after which a trial run makes its first call, at the latest."""
_GLANCE = 100
_LEAST_GLANCE = 5
_LEAST_EXAMPLES = 5
CALL_LIMIT = 1.0
"""Seconds that one call may take, unless the function is slower, or so fast that less will do."""
_QUICKEST = 0.1
"""No call is stopped before so many seconds."""
_QUICK = 1e-3
"""Calls that take so many seconds when they are made one by one are timed again all at once."""
_ENOUGH_LOST = 4
"""So many calls without an answer, and none with one, say that there is none, whatever ended the measurement."""
_CHUNK = 1_000
_LEAST_CHUNK = 10
_CHUNK_SECONDS = 0.1
"""What these calls take, about."""
TRIAL_LIMIT = 1 / 100
"""The share of the seconds that one call may take on trial."""
_BOUNDS = (10, 20, 100, 1_000, 10_000, 100_000, 1_000_000)
_TRIED = 30
_AT_ONCE = 5
_SHARE = 1 / 300_000
"""The share of the seconds that a call may take in the mean."""
_QUICK_CALL = 0.0002
"""Seconds that it may always take."""
_SLOWER = 4
"""A function that takes longer even on small ints may take so many times as long on larger ones."""
_SLOWEST = 10
"""But one that takes so many times the share on small ints is left as it is."""
_MOST_TOO_LARGE = 0.1


@dataclass(frozen=True, slots=True)
class Pace:
    """Seconds that a call of the original takes in the mean, those of the budget, and those that a call may take.

    The mean is None where it was not measured, and the budget where it has no seconds; so are the evaluations of one
    that has none.

    >>> Pace(per_call=0.01, seconds=20.0).affordable(2_000, share=1 / 20)
    50
    >>> Pace(None, None).affordable(2_000, share=1 / 20)
    2000
    """

    per_call: float | None
    seconds: float | None
    limit: float = CALL_LIMIT
    evaluations: float | None = None

    def __post_init__(self) -> None:
        for name in ("per_call", "seconds", "limit", "evaluations"):
            if getattr(self, name) is not None and not getattr(self, name) > 0:
                raise UsageError(f"{name} must be positive, got {getattr(self, name)!r}")

    def affordable(self, pairs: int, share: float) -> int:
        """At most so many pairs, fewer where their calls take more than this share of the seconds."""
        return pairs if self.seconds is None else self.within(pairs, share * self.seconds)

    def within(self, pairs: int, seconds: float) -> int:
        """At most so many pairs, fewer where their calls take longer than so many seconds."""
        return pairs if self.per_call is None else int(min(pairs, max(LEAST, seconds / 2 / self.per_call)))

    def thorough(self, pairs: int) -> int:
        """At most so many pairs to judge by: a fifth of them where the budget has hardly any evaluations, then more.

        >>> Pace(None, None, evaluations=10.0).thorough(20_000), Pace(None, 30.0).thorough(20_000)
        (5600, 20000)
        """
        if self.evaluations is None:
            return pairs
        share = (1 + 4 * self.evaluations / _ENOUGH_EVALUATIONS) / 5
        return round(pairs * min(1.0, share))

    @property
    def sources(self) -> int:
        """Pairs for the search: a tenth of the seconds must do for a hundred runs of them, as by so many mutants."""
        return self.affordable(SOURCES, share=1 / 500)

    def looked_at(self, transformations: int) -> int:
        """Pairs for the first look at each of so many transformations.

        >>> Pace(None, None).looked_at(3), Pace(None, None).looked_at(200)
        (1000, 200)
        """
        return min(self.sources, max(_LEAST_LOOK, _LOOKS // max(1, transformations)))

    @property
    def glance(self) -> int:
        """Inputs for a first look at something, which may take a thousandth of the seconds."""
        if self.per_call is None or self.seconds is None:
            return _GLANCE
        return max(_LEAST_GLANCE, min(_GLANCE, int(self.seconds / 1000 / self.per_call)))

    @property
    def enough(self) -> int:
        """Fresh pairs that a relation must have survived: fewer where these would take a quarter of the seconds."""
        return max(ENOUGH_OF_SLOW, self.affordable(MIN_TRIED, share=1 / 4))

    @property
    def reserve(self) -> float:
        """Seconds that the search leaves to what follows it: enough to judge the relations of one transformation."""
        if self.per_call is None or self.seconds is None:
            return 0.0
        return min(0.5 * self.seconds, max(min(_JUDGING, 0.47 * self.seconds), self._judging + self.export))

    @property
    def further(self) -> float:
        """Seconds of the reserve for further pairs of what is kept: those that examining it does not need.

        >>> round(Pace(1e-5, 10.0).further, 1), Pace(0.1, 10.0).further
        (0.7, 0.0)
        """
        if self.per_call is None or self.seconds is None:
            return 0.0
        return max(0.0, min(_FURTHER * self.seconds, self.reserve - self.export - self._judging))

    @property
    def export(self) -> float:
        """Seconds for the trial run of the exported tests; it is left out where they do not suffice."""
        if self.seconds is None or self.per_call is None:
            return 0.0
        return min(_EXPORT + 160 * self.per_call, 0.12 * self.seconds)

    @property
    def _judging(self) -> float:
        """Seconds for the fresh pairs of one transformation."""
        return 0.0 if self.per_call is None else 3 * self.enough * self.per_call

    @property
    def chunk(self) -> int:
        """Calls whose outcomes are kept together; state that they leave behind lasts so long."""
        return _CHUNK if self.per_call is None else max(_LEAST_CHUNK, min(_CHUNK, int(_CHUNK_SECONDS / self.per_call)))

    def examples(self, tests: int, seconds: float) -> int:
        """Examples of each exported test in its trial run, such that half of the seconds will do once it has begun."""
        if self.per_call is None:
            return TRIAL_RUN.examples
        calling = max(0.1, seconds - _BEGINNING) / 2
        return max(_LEAST_EXAMPLES, min(TRIAL_RUN.examples, int(calling / 2 / tests / self.per_call)))

    def mutants(self, made: int) -> int:
        """How many mutants to run: their first calls may take a fifth of the seconds."""
        if self.per_call is None or self.seconds is None:
            return made
        return min(made, max(LEAST_MUTANTS, int(self.seconds / 5 / (2 * self.sources * self.per_call))))

    @property
    def mutant_pace(self) -> float:
        """Seconds a call that a mutant may take on average, unlimited where the clock is not read."""
        return math.inf if self.per_call is None else max(1e-4, 20 * self.per_call)


@dataclass(frozen=True, slots=True)
class Sample:
    """The function's name, inputs on which its pace is measured, and the meter that tells the time."""

    name: str
    inputs: tuple[Input, ...]
    meter: Meter


@dataclass(slots=True)
class _Timed:
    """Seconds of calls that were made one by one, the first ones and later ones, and for each call why it was lost."""

    cold: list[float] = field(default_factory=list)
    warm: list[float] = field(default_factory=list)
    losses: list[str | None] = field(default_factory=list)

    @property
    def answered(self) -> list[float]:
        return self.warm or self.cold

    def take(self, outcome: Outcome, seconds: float) -> None:
        if is_loss(outcome):
            self.losses.append(refusal(outcome))
            return
        is_warm = bool(self.losses) and self.losses[-1] is None
        (self.warm if is_warm else self.cold).append(seconds)
        self.losses.append(None)


def measure(call: Callable[[Sequence[Input]], Sequence[Outcome]], sample: Sample) -> Pace:
    """Time the original on a few inputs: one by one, as long as this takes little, and quick ones all at once too.

    The first call of a process, which may still load what the function needs, does not count where there are others.
    Lost calls count with the limit that they get in the end, and as often as among the later inputs, because the first
    ones are chosen to be special. Raises UnsupportedError where all are lost.
    """
    meter, timed = sample.meter, _Timed()
    try:
        _time_singly(call, sample, timed)
    except HaltError:
        if meter.is_interrupted or timed.answered or len(timed.losses) < _ENOUGH_LOST:
            raise
    answered, losses = timed.answered, timed.losses
    if not answered:
        raise without_answer(sample.name, Counter(filter(None, losses)), len(losses), CALL_LIMIT)
    limit = _limit(answered)
    later = losses[len(losses) // 2 :]
    mean = sum(answered) / len(answered)
    if mean < _QUICK:
        quick = [values for values, why in zip(sample.inputs, losses, strict=False) if why is None]
        began = meter.seconds_left()
        call(quick)
        mean = max(began - meter.seconds_left(), 1e-4) / len(quick)
    lost = sum(why is not None for why in later)
    return Pace(mean + limit * lost / len(later), meter.budget.seconds, limit, meter.budget.evaluations)


def _time_singly(call: Callable[[Sequence[Input]], Sequence[Outcome]], sample: Sample, timed: _Timed) -> None:
    meter = sample.meter
    start = meter.seconds_left()
    for values in sample.inputs:
        began = meter.seconds_left()
        outcome = call([values])[0]
        timed.take(outcome, began - meter.seconds_left())
        warm = timed.warm
        if warm and (sum(warm) > meter.part(1 / 20) or start - meter.seconds_left() > meter.part(1 / 4)):
            return


def _limit(durations: Sequence[float]) -> float:
    """Many times what the original needs, because mutants loop; never less than ten times its slowest call."""
    mean = sum(durations) / len(durations)
    return max(10 * max(durations), min(CALL_LIMIT, max(_QUICKEST, 100 * mean)))


Call = Callable[[Sequence[Input]], Sequence[Outcome]]


Draw = Callable[[Subject], Iterator[Input]]


"""The inputs of a subject, as they are drawn."""


_REPEATS, _SURELY = 4, 20


"""What takes too long is measured anew so often, because other processes may have taken the time; but not what takes so
many times as long as it may."""


def affordable(subject: Subject, examples: Sequence[Input], draw: Draw, call: Call, meter: Meter) -> Subject:
    """The subject, with narrower ints where it takes long on large ones, or gives more for them than is looked at.

    Only the domains of ints that nobody has stated are narrowed, and only where there are no conditions. Examples of
    the user stay valid. `call` gives outcomes up to the first that is lost. What takes long on large ints does so on
    larger ones, too, unless calls are lost.
    """
    narrowed = [_narrowed(subject, bound) for bound in _BOUNDS]
    steps = [one for one in narrowed if all(one.validity.admits(example) for example in examples)]
    if subject.conditions or narrowed[0] == subject or not steps:
        return subject
    call(list(islice(draw(steps[0]), 1)))  # which may still load something
    share = max(_QUICK_CALL, meter.part(_SHARE))
    on_small = _least_seconds(call, list(islice(draw(steps[0]), _TRIED)), _SLOWEST * share, meter)
    if on_small > _SLOWEST * share:
        return subject
    most = max(share, _SLOWER * on_small)
    chosen, is_slow = steps[0], False
    for one in steps[1:]:
        seconds = _least_seconds(call, list(islice(draw(one), _TRIED)), most, meter)
        if seconds == math.inf or (is_slow and seconds > most):
            break
        is_slow = seconds > most
        chosen = chosen if is_slow else one
    return subject.with_parameters(chosen.parameters)


def _narrowed(subject: Subject, most: int) -> Subject:
    narrowed = (one if one.is_stated else replace(one, domain=within(one.domain, most)) for one in subject.parameters)
    return replace(subject, parameters=tuple(narrowed))


def _least_seconds(call: Call, inputs: Sequence[Input], most: float, meter: Meter) -> float:
    """Seconds that a call takes in the mean at best, or more than `most`."""
    least = _seconds(call, inputs, most, meter)
    for _ in range(_REPEATS):
        if not most < least < _SURELY * most:
            break
        least = min(least, _seconds(call, inputs, most, meter))
    return least


def _seconds(call: Call, inputs: Sequence[Input], most: float, meter: Meter) -> float:
    """Seconds that a call takes in the mean, or more than `most`; infinite where one is lost or many are too large."""
    began = meter.seconds_left()
    too_large = 0
    for start in range(0, len(inputs), _AT_ONCE):
        outcomes = call(inputs[start : start + _AT_ONCE])
        too_large += sum(map(is_too_large, outcomes))
        if any(map(is_loss, outcomes)) or too_large > _MOST_TOO_LARGE * len(inputs):
            return math.inf
        if began - meter.seconds_left() > most * len(inputs):
            break
    return (began - meter.seconds_left()) / max(1, len(inputs))
