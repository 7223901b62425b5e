"""How fast the function is, what that allows, and ints of default domains as far as the budget can pay for them."""

import math
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice

from genmorph.execution.patience import is_loss, is_too_large
from genmorph.inference.meter import HaltError, Meter
from genmorph.inference.sources import refusal, without_answer
from genmorph.model import Input, Outcome, UsageError
from genmorph.settings import BUDGET, MUTANTS, PACE, SAMPLING, SELECTION, TRIAL_RUN, TRIALS
from genmorph.subject.subject import Subject
from genmorph.values.conversion import within


@dataclass(frozen=True, slots=True)
class Pace:
    """Mean seconds that a call takes with what is done for it, those of the budget, and those that a call may take.

    The mean is None where it was not measured, and the budget where it has no seconds; so are the evaluations of one
    that has none. `per_draw` are the mean seconds of drawing an input that is not at hand yet, and accepted; where the
    clock is not read, it is known only that Hypothesis draws them, `by_hypothesis`.

    >>> Pace(per_call=0.01, seconds=20.0).affordable(2_000, share=1 / 20)
    50
    >>> Pace(None, None).affordable(2_000, share=1 / 20)
    2000
    """

    per_call: float | None
    seconds: float | None
    limit: float = PACE.call_limit
    evaluations: float | None = None
    per_draw: float = 0.0
    by_hypothesis: bool = False

    def __post_init__(self) -> None:
        for name in ("per_call", "seconds", "limit", "evaluations"):
            if getattr(self, name) is not None and not getattr(self, name) > 0:
                raise UsageError(f"{name} must be positive, got {getattr(self, name)!r}")
        if not self.per_draw >= 0:
            raise UsageError(f"per_draw must be >= 0, got {self.per_draw!r}")

    def affordable(self, pairs: int, share: float) -> int:
        """`pairs`, or fewer where their calls take more than this share of the seconds."""
        return pairs if self.seconds is None else self.within(pairs, share * self.seconds)

    def within(self, pairs: int, seconds: float) -> int:
        """`pairs`, or fewer where their calls take more than these seconds."""
        return pairs if self.per_call is None else int(min(pairs, max(TRIALS.least, seconds / 2 / self.per_call)))

    def seconds_of(self, pairs: int) -> float:
        """The seconds that these pairs take; 0 where the pace was not measured."""
        return 0.0 if self.per_call is None else 2 * pairs * self.per_call

    def thorough(self, pairs: int) -> int:
        """`pairs` to judge by, or a share of them where the budget has few evaluations.

        >>> [Pace(None, None, evaluations=count).thorough(20_000) for count in (1, 10, 100)]
        [960, 5600, 20000]
        >>> Pace(None, 30.0).thorough(20_000)
        20000
        """
        if self.evaluations is None:
            return pairs
        least = TRIALS.least_thorough
        share = least + (1 - least) * max(TRIALS.few_evaluations, self.evaluations) / TRIALS.enough_evaluations
        return self.in_proportion(round(pairs * min(1.0, share)))

    @property
    def least_fresh(self) -> int:
        """Fresh pairs that a relation of a fast function must have survived.

        >>> [Pace(None, None, evaluations=count).least_fresh for count in (1, 5, None)]
        [400, 2000, 2000]
        """
        return max(TRIALS.fresh_of_slow, self.in_proportion(TRIALS.fresh))

    def in_proportion(self, pairs: int) -> int:
        """`pairs`, or a part of them where the budget has hardly any evaluations; not less than are worth a stage."""
        share = 1.0 if self.evaluations is None else self.evaluations / TRIALS.few_evaluations
        return max(min(pairs, TRIALS.least), round(pairs * min(1.0, share)))

    def with_drawing(self, seconds: float) -> "Pace":
        """The pace where drawing an input takes so many seconds: dates and objects take longer than many a call.

        They count for each call, since follow-ups are made likewise.

        >>> Pace(1e-5, 10.0).with_drawing(3e-5).per_call, Pace(None, None).with_drawing(0.0).per_call
        (4e-05, None)
        """
        return self if self.per_call is None else replace(self, per_call=self.per_call + seconds)

    def with_draw_cost(self, seconds: float) -> "Pace":
        """The pace where drawing an input that is not at hand yet takes so long, if that is longer than was known.

        It is paid once for all transformations.
        """
        return replace(self, per_draw=max(self.per_draw, seconds))

    def drawable(self, inputs: int, share: float) -> int:
        """`inputs`, or fewer where drawing them takes more than this share of the seconds.

        >>> Pace(1e-5, 30.0, per_draw=0.003).drawable(2_000, share=1 / 15)
        666
        >>> Pace(None, None, by_hypothesis=True).drawable(2_000, share=1 / 15)
        1000
        """
        if self.seconds is None:
            return min(inputs, TRIALS.drawn_by_hypothesis) if self.by_hypothesis else inputs
        if not self.per_draw:
            return inputs
        return int(min(inputs, max(TRIALS.least, share * self.seconds / self.per_draw)))

    @property
    def drawn_per_wanted(self) -> int:
        """Inputs of a stream that are drawn for each one wanted, at most."""
        return TRIALS.most_drawn_of_costly if self.is_drawing_costly else TRIALS.most_drawn

    @property
    def sources(self) -> int:
        """Pairs for the search, such that one run of them takes at most the share `BUDGET.sources` of the seconds."""
        return self.drawable(self.affordable(self._most_sources, share=BUDGET.sources), share=BUDGET.drawing)

    @property
    def repeated(self) -> int:
        """Calls that are made again in another process, which may take the share `BUDGET.again` of the seconds.

        >>> Pace(1e-4, 30.0).repeated, Pace(0.25, 60.0).repeated, Pace(2.0, 60.0).repeated
        (300, 12, 10)
        """
        most = min(TRIALS.sources, self.sources)
        if self.per_call is None or self.seconds is None:
            return most
        return min(most, max(TRIALS.least_repeated, int(BUDGET.again * self.seconds / self.per_call)))

    @property
    def has_all_sources(self) -> bool:
        """Whether the search sees as many pairs as the budget would have it see of a fast function."""
        return self.sources == self._most_sources

    @property
    def _most_sources(self) -> int:
        return max(TRIALS.least_look, self.in_proportion(TRIALS.sources))

    @property
    def screened(self) -> int:
        """Pairs on which the candidates of one transformation are screened."""
        return self.drawable(self.affordable(TRIALS.screened, share=BUDGET.screening), share=BUDGET.drawing)

    @property
    def boundary(self) -> int:
        """Boundary pairs of one transformation, as many as judging may take."""
        return self.drawable(self.affordable(self.thorough(TRIALS.boundary), BUDGET.boundary), share=BUDGET.drawing)

    @property
    def fresh(self) -> int:
        """Fresh pairs of one transformation, as many as judging may take where the function is fast."""
        return max(TRIALS.fresh_of_slow, self.drawable(TRIALS.fresh_of_fast, share=BUDGET.drawing))

    def sought(self, known: int) -> int:
        """Inputs that the search for a counterexample may run, where so many executions are known.

        >>> [Pace(None, None, evaluations=count).sought(1_500) for count in (1, 5, None)]
        [100, 500, 500]
        """
        most = max(TRIALS.least_sought, known // TRIALS.sought_part)
        return self.in_proportion(self.affordable(most, BUDGET.counterexamples))

    def looked_at(self, transformations: int) -> int:
        """Pairs for the first look at each of this number of transformations.

        >>> Pace(None, None).looked_at(3), Pace(None, None).looked_at(200)
        (1000, 200)
        """
        return min(self.sources, max(TRIALS.least_look, TRIALS.looks // max(1, transformations)))

    @property
    def glance(self) -> int:
        """Inputs for a first look at something, which may take the share `BUDGET.glance` of the seconds."""
        if self.per_call is None or self.seconds is None:
            return TRIALS.glance
        return max(TRIALS.least_glance, min(TRIALS.glance, int(self.seconds * BUDGET.glance / self.per_call)))

    @property
    def enough(self) -> int:
        """Fresh pairs that a relation must have survived, fewer where they would take more than `BUDGET.enough`.

        Where drawing is costly, few: of what is drawn, only a part suits some transformations.
        """
        if self.is_drawing_costly:
            return TRIALS.fresh_of_slow
        return max(TRIALS.fresh_of_slow, self._affordable_enough)

    @property
    def enough_for_law(self) -> int:
        """The same of a law, which was not fitted to anything: fewer pairs will do where calls are slow.

        >>> Pace(0.1, 60.0).enough_for_law, Pace(0.1, 60.0).enough, Pace(1e-5, 30.0).enough_for_law
        (100, 400, 2000)
        """
        return self.enough if self.is_drawing_costly else max(TRIALS.fresh_of_law, self._affordable_enough)

    @property
    def is_slow(self) -> bool:
        """Whether fewer pairs must do for a law than are tried of a fast function."""
        return self.enough_for_law < self.least_fresh

    @property
    def _affordable_enough(self) -> int:
        return self.affordable(self.least_fresh, share=BUDGET.enough)

    @property
    def is_drawing_costly(self) -> bool:
        """Whether the fresh inputs of a fast function are not to be had, since drawing takes too long."""
        return self.drawable(TRIALS.fresh, BUDGET.drawing) < TRIALS.fresh

    @property
    def reserve(self) -> float:
        """Seconds that the search leaves to what follows it: enough to judge the relations of one transformation."""
        if self.per_call is None or self.seconds is None:
            return 0.0
        least = min(BUDGET.judging_seconds, BUDGET.after_search * self.seconds)
        return min(BUDGET.most_after_search * self.seconds, max(least, self._judging + self.export))

    @property
    def further(self) -> float:
        """Seconds of the reserve for further pairs of what is kept: those that examining it does not need.

        >>> round(Pace(1e-5, 10.0).further, 1), Pace(0.1, 10.0).further
        (0.7, 0.0)
        """
        if self.per_call is None or self.seconds is None:
            return 0.0
        return max(0.0, min(BUDGET.further * self.seconds, self.reserve - self.export - self._judging))

    @property
    def export(self) -> float:
        """Seconds for the trial run of the exported tests; it is left out where they do not suffice."""
        if self.seconds is None or self.per_call is None:
            return 0.0
        return min(BUDGET.export_seconds + BUDGET.export_calls * self.per_call, BUDGET.export * self.seconds)

    @property
    def _judging(self) -> float:
        """Seconds for the fresh pairs of one transformation."""
        return 0.0 if self.per_call is None else BUDGET.judging_calls * self.enough * self.per_call

    @property
    def chunk(self) -> int:
        """Calls whose outcomes are kept together; state that they leave behind lasts so long."""
        return (
            PACE.chunk
            if self.per_call is None
            else max(PACE.least_chunk, min(PACE.chunk, int(PACE.chunk_seconds / self.per_call)))
        )

    def examples(self, pairs: Sequence[int], seconds: float) -> int:
        """Examples of each exported test in its trial run, such that half of the seconds will do once it has begun.

        `pairs` are the pairs of calls that each test makes for an example: where these are many, few examples do.

        >>> [Pace(0.001, 30.0).examples(pairs, 12.0) for pairs in ([1] * 9, [1_000] * 9)]
        [100, 1]
        """
        if self.per_call is None:
            return TRIAL_RUN.examples
        calling = max(PACE.least_trial, seconds - PACE.beginning) / 2
        least = TRIALS.least_examples if max(pairs) == 1 else 1
        return max(least, min(TRIAL_RUN.examples, int(calling / 2 / sum(pairs) / self.per_call)))

    @property
    def written_runs(self) -> int:
        """Runs of each side for an input of a written test of samples: all tests may take half of the time for a file.

        >>> Pace(None, None).written_runs, Pace(0.001, 30.0).written_runs
        (1000, 125)
        """
        if self.per_call is None:
            return SAMPLING.written
        seconds = TRIAL_RUN.seconds / (2 * SELECTION.reported)
        affordable = int(seconds / (2 * SAMPLING.inputs * self.per_call))
        return max(SAMPLING.least_written, min(SAMPLING.written, affordable))

    def mutants(self, made: int) -> int:
        """Mutants to run: their first calls may take the share `BUDGET.mutants` of the seconds."""
        if self.per_call is None or self.seconds is None:
            return made
        return min(made, max(MUTANTS.least, int(BUDGET.mutants * self.seconds / (2 * self.sources * self.per_call))))

    @property
    def mutant_pace(self) -> float:
        """Seconds a call that a mutant may take on average, unlimited where the clock is not read."""
        return math.inf if self.per_call is None else max(PACE.least_duration, PACE.mutant_slower * self.per_call)


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
        if meter.is_interrupted or timed.answered or len(timed.losses) < PACE.enough_lost:
            raise
    answered, losses = timed.answered, timed.losses
    if not answered:
        raise without_answer(sample.name, Counter(filter(None, losses)), len(losses), PACE.call_limit)
    limit = _limit(answered)
    later = losses[len(losses) // 2 :]
    mean = sum(answered) / len(answered)
    if mean < PACE.quick:
        quick = [values for values, why in zip(sample.inputs, losses, strict=False) if why is None]
        began = meter.seconds_left()
        call(quick)
        mean = max(began - meter.seconds_left(), PACE.least_duration) / len(quick)
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
        if warm and (
            sum(warm) > meter.part(BUDGET.timing) or start - meter.seconds_left() > meter.part(BUDGET.timing_in_all)
        ):
            return


def _limit(durations: Sequence[float]) -> float:
    """Many times what the original needs, because mutants loop; never less than ten times its slowest call."""
    mean = sum(durations) / len(durations)
    usual = min(PACE.call_limit, max(PACE.quickest, PACE.slower_than_mean * mean))
    return max(PACE.slower_than_slowest * max(durations), usual)


Call = Callable[[Sequence[Input]], Sequence[Outcome]]


Draw = Callable[[Subject], Iterator[Input]]
"""The inputs of a subject, as they are drawn."""


def affordable(subject: Subject, examples: Sequence[Input], draw: Draw, call: Call, meter: Meter) -> Subject:
    """The subject, with narrower ints where it takes long on large ones, or gives more for them than is looked at.

    Only the domains of ints that nobody has stated are narrowed, and only where there are no conditions. Examples of
    the user stay valid. `call` gives outcomes up to the first that is lost. What takes long on large ints does so on
    larger ones, too, unless calls are lost.
    """
    narrowed = [_narrowed(subject, bound) for bound in PACE.bounds]
    steps = [one for one in narrowed if all(one.validity.admits(example) for example in examples)]
    if subject.conditions or narrowed[0] == subject or not steps:
        return subject
    call(list(islice(draw(steps[0]), 1)))  # which may still load something
    share = max(PACE.quick_call, meter.part(BUDGET.mean_call))
    on_small = _least_seconds(call, list(islice(draw(steps[0]), PACE.tried)), PACE.slowest * share, meter)
    if on_small > PACE.slowest * share:
        return subject
    most = max(share, PACE.slower * on_small)
    chosen, is_slow = steps[0], False
    for one in steps[1:]:
        seconds = _least_seconds(call, list(islice(draw(one), PACE.tried)), most, meter)
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
    for _ in range(PACE.repeats):
        if not most < least < PACE.surely * most:
            break
        least = min(least, _seconds(call, inputs, most, meter))
    return least


def _seconds(call: Call, inputs: Sequence[Input], most: float, meter: Meter) -> float:
    """Seconds that a call takes in the mean, or more than `most`; infinite where one is lost or many are too large."""
    began = meter.seconds_left()
    too_large = 0
    for start in range(0, len(inputs), PACE.at_once):
        outcomes = call(inputs[start : start + PACE.at_once])
        too_large += sum(map(is_too_large, outcomes))
        if any(map(is_loss, outcomes)) or too_large > PACE.too_large * len(inputs):
            return math.inf
        if began - meter.seconds_left() > most * len(inputs):
            break
    return (began - meter.seconds_left()) / max(1, len(inputs))
