"""What is left of a budget, how it is shared among the stages, and when a stage must end."""

import math
from collections.abc import Callable

from genmorph.model import Budget
from genmorph.progress import Notice, Notify, Step
from genmorph.settings import BUDGET

Clock = Callable[[], float]


def _unheard(_news: Step | Notice) -> None:
    """Tell nobody."""


class HaltError(Exception):
    """The stage must end: its time is over, or the user has interrupted it."""


class Meter:
    """A budget being spent: counts what one inference takes; without seconds in the budget the clock is not read.

    Stages follow each other. Each has the same deadline, that of the whole, less what it must leave to later ones;
    so what one does not use goes on to the next. `interrupts` counts the interrupts so far; one ends all stages but
    those that bring in what was found, and leaves these a few seconds. `began` is the time that counts as the start, if
    not now. Progress goes to `notify`.

    >>> meter = Meter(Budget(evaluations=100), now=lambda: 1 / 0)
    >>> may_go_on = meter.share(4)
    >>> may_go_on(24.0), may_go_on(25.0), meter.seconds_left()
    (True, False, inf)
    """

    def __init__(
        self,
        budget: Budget,
        now: Clock,
        interrupts: Callable[[], int] = lambda: 0,
        *,
        began: float | None = None,
        notify: Notify = _unheard,
    ) -> None:
        self.budget = budget
        self.notify = notify
        self._now = now
        self._interrupts = interrupts
        self._start = self._entered = (now() if began is None else began) if budget.seconds is not None else 0.0
        self._evaluations = 0.0
        self._stage = "inspecting"
        self._spent: dict[str, float] = {}
        self._end = math.inf if budget.seconds is None else self._start + budget.seconds
        self._seen = 0
        self._brings_in = False

    @property
    def is_interrupted(self) -> bool:
        """Whether an interrupt has arrived."""
        return self._interrupts() > 0

    def enter(self, stage: str, keep: float = 0.0, *, brings_in: bool = False) -> None:
        """Begin the next stage; it must leave `keep` seconds of the budget to those after it.

        It has `BUDGET.least_stage_seconds` at least; where fewer are left, all but the share `BUDGET.most_kept`. One
        that `brings_in` what was found goes on for a few seconds after an interrupt.
        """
        self._book()
        self._stage = stage
        self._brings_in = brings_in
        self._seen = 0
        self._end = math.inf
        if self.budget.seconds is not None:
            self._end = self._start + self.budget.seconds - (min(keep, self._most_kept) if keep else 0.0)
        self._heed()

    @property
    def _most_kept(self) -> float:
        """Seconds that a stage that begins now leaves to later ones at most."""
        left = self.seconds_left()
        return max(0.0, BUDGET.most_kept * left, left - BUDGET.least_stage_seconds)

    def part(self, share: float, at_most: float = math.inf) -> float:
        """A share of the budget's seconds; 0 where it has none."""
        return min(at_most, share * self.budget.seconds) if self.budget.seconds is not None else 0.0

    def left(self, share: float) -> float:
        """A share of the seconds that are left; 0 where the budget has none."""
        return share * self.seconds_left() if self.budget.seconds is not None else 0.0

    def check(self) -> None:
        """Raise HaltError where the stage must end."""
        self._heed()
        if self.stage_left() <= 0 or self._interrupts() > self._seen:
            raise HaltError(self._stage)

    def stage_left(self) -> float:
        """Seconds until the stage must end; infinite where it has no deadline."""
        return self._end - self._now() if self._end < math.inf else math.inf

    def lasting(self, share: float) -> Callable[[], bool]:
        """A function that tells whether this share of the stage's seconds lasts; it does where there is no deadline."""
        end = self._end - (1 - share) * self.stage_left() if self._end < math.inf else math.inf
        return lambda: end == math.inf or self._now() < end

    def seconds_left(self) -> float:
        """Seconds until the end of the whole; infinite where the budget has none."""
        if self.budget.seconds is None:
            return math.inf
        return self._start + self.budget.seconds - self._now()

    def seconds_by_stage(self) -> dict[str, float]:
        """Seconds spent in each stage so far, and in all; empty where the budget has no seconds."""
        if self.budget.seconds is None:
            return {}
        self._book()
        return {stage: round(seconds, 3) for stage, seconds in self._spent.items()} | {
            "total": round(self._entered - self._start, 3)
        }

    def forgive(self, seconds: float) -> None:
        """Do not count these seconds, which were spent in the present stage."""
        self._start += seconds
        self._entered += seconds
        self._end += seconds

    @property
    def evaluations(self) -> float:
        """Evaluations spent so far."""
        return self._evaluations

    def spend(self, evaluations: float) -> None:
        """Take evaluations out of the budget."""
        self._evaluations += evaluations

    def share(self, parts: float) -> Callable[[float], bool]:
        """A function that tells from the evaluations spent whether one of `parts` equal shares of the stage lasts."""
        evaluations, seconds = self._portion(parts)
        end = self._now() + seconds if seconds < math.inf else math.inf

        def lasts(spent: float) -> bool:
            in_time = end == math.inf or self._now() < end
            return spent < evaluations and in_time and self._interrupts() == self._seen

        return lasts

    def progress(self, parts: float) -> Callable[[], float]:
        """A function that tells how much of one of `parts` equal shares of the stage is used: from 0 to 1, and beyond.

        >>> meter = Meter(Budget(evaluations=100), now=lambda: 1 / 0)
        >>> used = meter.progress(2)
        >>> meter.spend(10.0)
        >>> used()
        0.2
        """
        evaluations, seconds = self._portion(parts)
        before, began = self._evaluations, self._now() if seconds < math.inf else 0.0

        def used() -> float:
            passed = self._now() - began if seconds < math.inf else 0.0
            return max(
                spent / whole if whole > 0 else math.inf
                for spent, whole in ((self._evaluations - before, evaluations), (passed, seconds))
            )

        return used

    def _portion(self, parts: float) -> tuple[float, float]:
        """Evaluations and seconds of one of `parts` equal shares of the stage; infinite where there is no limit."""
        evaluations = math.inf
        if self.budget.evaluations is not None:
            evaluations = (self.budget.evaluations - self._evaluations) / parts
        return evaluations, self.stage_left() / parts

    def _heed(self) -> None:
        """Where what was found is brought in, an interrupt only shortens the stage."""
        if self._brings_in and self._interrupts() > self._seen:
            self._seen = self._interrupts()
            self._end = min(self._end, self._now() + BUDGET.grace)

    def _book(self) -> None:
        if self.budget.seconds is not None:
            now = self._now()
            self._spent[self._stage] = self._spent.get(self._stage, 0.0) + now - self._entered
            self._entered = now
