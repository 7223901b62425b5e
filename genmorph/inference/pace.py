"""How fast the function is, and what that allows."""

import math
from dataclasses import dataclass

from genmorph.inference.meter import Meter
from genmorph.inference.sources import AcceptedInputs

SOURCES = 1_000
"""Pairs that the search sees for each transformation."""
LEAST = 50
"""Fewer inputs are not worth a stage."""
CALL_LIMIT = 1.0
"""Seconds that one call may take at most."""
_QUICKEST = 0.1
"""No call is stopped before so many seconds."""


@dataclass(frozen=True, slots=True)
class Pace:
    """Seconds a call of the original takes, and seconds of the budget; None where the clock is not read.

    >>> Pace(per_call=0.01, seconds=20.0).affordable(2_000, share=1 / 20)
    50
    >>> Pace(per_call=None, seconds=None).affordable(2_000, share=1 / 20)
    2000
    """

    per_call: float | None
    seconds: float | None

    def affordable(self, pairs: int, share: float) -> int:
        """At most so many pairs, fewer where their calls take more than this share of the seconds."""
        return pairs if self.seconds is None else self.within(pairs, share * self.seconds)

    def within(self, pairs: int, seconds: float) -> int:
        """At most so many pairs, fewer where their calls take longer than so many seconds."""
        return pairs if self.per_call is None else int(min(pairs, max(LEAST, seconds / 2 / self.per_call)))

    @property
    def sources(self) -> int:
        """Pairs for the search: a tenth of the seconds must do for a hundred runs of them, as by so many mutants."""
        return self.affordable(SOURCES, share=1 / 500)

    @property
    def mutant_limit(self) -> float:
        """Seconds that a call of a mutant may take: many times what the original needs, because mutants loop."""
        return CALL_LIMIT if self.per_call is None else min(CALL_LIMIT, max(_QUICKEST, 100 * self.per_call))

    @property
    def mutant_pace(self) -> float:
        """Seconds a call that a mutant may take on average, unlimited where the clock is not read."""
        return math.inf if self.per_call is None else max(1e-4, 20 * self.per_call)


def call_limit(meter: Meter) -> float:
    """Seconds that a call of the original may take: a hundredth of the budget's, within bounds."""
    seconds = meter.budget.seconds
    return CALL_LIMIT if seconds is None else min(CALL_LIMIT, max(_QUICKEST, seconds / 100))


def measure(sources: AcceptedInputs, meter: Meter) -> Pace:
    """Run the original on a few sources; its process runs before the clock is read."""
    sources.draw(1)
    if meter.budget.seconds is None:
        return Pace(None, None)
    before = meter.seconds_left()
    sources.draw(LEAST)
    return Pace(max(before - meter.seconds_left(), 1e-4) / LEAST, meter.budget.seconds)
