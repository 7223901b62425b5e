"""How fast the function is, and what that allows."""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import islice

from genmorph.export import EXAMPLES
from genmorph.inference.meter import Clock
from genmorph.model import Input

SOURCES = 1_000
"""Pairs that the search sees for each transformation."""
ENOUGH = 2_000
"""Fresh pairs that a relation must have survived."""
ENOUGH_OF_SLOW = 400
"""The same where the seconds do not allow more."""
LEAST = 50
"""Fewer inputs are not worth a stage."""
LEAST_MUTANTS = 4
_GLANCE = 100
_LEAST_GLANCE = 5
_LEAST_EXAMPLES = 5
CALL_LIMIT = 1.0
"""Seconds that one call may take at most."""
_QUICKEST = 0.1
"""No call is stopped before so many seconds."""
_CHUNK = 5_000
_CHUNK_SECONDS = 0.1
"""Calls between two looks at the clock take about so long."""
_SAMPLE = 50


@dataclass(frozen=True, slots=True)
class Pace:
    """Seconds that a call of the original takes, in the mean and at most, and seconds of the budget.

    All are None where the clock is not read.

    >>> Pace(per_call=0.01, slowest=0.02, seconds=20.0).affordable(2_000, share=1 / 20)
    50
    >>> Pace(None, None, None).affordable(2_000, share=1 / 20)
    2000
    """

    per_call: float | None
    slowest: float | None
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
    def glance(self) -> int:
        """Inputs for a first look at something, which may take a thousandth of the seconds."""
        if self.per_call is None or self.seconds is None:
            return _GLANCE
        return max(_LEAST_GLANCE, min(_GLANCE, int(self.seconds / 1000 / self.per_call)))

    @property
    def enough(self) -> int:
        """Fresh pairs that a relation must have survived: fewer where these would take a quarter of the seconds."""
        return max(ENOUGH_OF_SLOW, self.affordable(ENOUGH, share=1 / 4))

    @property
    def reserve(self) -> float:
        """Seconds that the search leaves to what follows it: enough to judge the relations of one transformation."""
        if self.per_call is None or self.seconds is None:
            return 0.0
        return min(0.4 * self.seconds, max(min(8.0, 0.25 * self.seconds), 3 * self.enough * self.per_call))

    @property
    def chunk(self) -> int:
        """Calls to make between two looks at the clock."""
        return _CHUNK if self.per_call is None else max(1, min(_CHUNK, int(_CHUNK_SECONDS / self.per_call)))

    def examples(self, tests: int, seconds: float) -> int:
        """Examples of each exported test in its trial run, such that half of the seconds will do."""
        if self.per_call is None:
            return EXAMPLES
        return max(_LEAST_EXAMPLES, min(EXAMPLES, int(seconds / 4 / tests / self.per_call)))

    def mutants(self, made: int) -> int:
        """How many mutants to run: their first calls may take a fifth of the seconds."""
        if self.per_call is None or self.seconds is None:
            return made
        return min(made, max(LEAST_MUTANTS, int(self.seconds / 5 / (2 * self.sources * self.per_call))))

    @property
    def mutant_limit(self) -> float:
        """Seconds that a call of a mutant may take: many times what the original needs, because mutants loop."""
        if self.per_call is None or self.slowest is None:
            return CALL_LIMIT
        return max(10 * self.slowest, min(CALL_LIMIT, max(_QUICKEST, 100 * self.per_call)))

    @property
    def mutant_pace(self) -> float:
        """Seconds a call that a mutant may take on average, unlimited where the clock is not read."""
        return math.inf if self.per_call is None else max(1e-4, 20 * self.per_call)


def measure(call: Callable[[Sequence[Input]], object], inputs: Sequence[Input], seconds: float, now: Clock) -> Pace:
    """Time the original on a few inputs: one by one, until a fiftieth of the seconds is spent, then all at once.

    The first call, which may still load what the function needs, does not count.
    """
    call(inputs[:1])
    end = now() + seconds / 50
    single: list[float] = []
    for values in islice(inputs, _SAMPLE):
        before = now()
        call([values])
        single.append(now() - before)
        if now() > end:
            return Pace(sum(single) / len(single), max(single), seconds)
    before = now()
    call(inputs[:_SAMPLE])
    return Pace(max(now() - before, 1e-4) / len(single), max(single), seconds)
