"""What is left of a budget, and how it is shared."""

import math
from collections.abc import Callable

from genmorph.model import Budget

Clock = Callable[[], float]


class Meter:
    """Counts what one inference spends; without seconds in the budget the clock is never read.

    >>> meter = Meter(Budget(evaluations=100), now=lambda: 1 / 0)
    >>> may_go_on = meter.share(4)
    >>> may_go_on(24.0), may_go_on(25.0), meter.seconds_left()
    (True, False, inf)
    """

    def __init__(self, budget: Budget, now: Clock) -> None:
        self.budget = budget
        self._now = now
        self._start = now() if budget.seconds is not None else 0.0
        self._evaluations = 0.0
        self._reserve = min(8.0, 0.25 * budget.seconds) if budget.seconds is not None else 0.0

    def seconds_left(self) -> float:
        """Seconds until the end; infinite where the budget has none."""
        if self.budget.seconds is None:
            return math.inf
        return self.budget.seconds - self.seconds_spent()

    def seconds_spent(self) -> float:
        """Seconds since the start; 0 where the budget has none."""
        return self._now() - self._start if self.budget.seconds is not None else 0.0

    def searching_left(self) -> float:
        """Seconds until the search must end, so that a reserve remains for the last filter and the export."""
        return self.seconds_left() - self._reserve

    def spend(self, evaluations: float) -> None:
        """Take evaluations out of the budget."""
        self._evaluations += evaluations

    def share(self, parts: int) -> Callable[[float], bool]:
        """A function that tells from the evaluations spent whether one of `parts` equal shares of the rest lasts."""
        evaluations = math.inf
        if self.budget.evaluations is not None:
            evaluations = (self.budget.evaluations - self._evaluations) / parts
        if self.budget.seconds is None:
            return lambda spent: spent < evaluations
        end = self._now() + self.searching_left() / parts
        return lambda spent: spent < evaluations and self._now() < end

    def is_searching(self) -> bool:
        """Whether any of the budget is left for the search."""
        if self.budget.evaluations is not None and self._evaluations >= self.budget.evaluations:
            return False
        return self.searching_left() > 0
