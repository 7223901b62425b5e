"""Accepted inputs where calls may come to no end: what is as large as an input that did is not tried."""

import math
from collections.abc import Iterator
from typing import Any

from genmorph.inference.sources import AcceptedInputs
from genmorph.model import Input, Run

_FIRST_STEP = 4
"""So few inputs are drawn at first and after calls without an answer, else twice as many each time."""


class CarefulInputs(AcceptedInputs):
    """A stream that leaves out inputs as large as one that came to no end, and ends after `patience` of these."""

    def __init__(self, inputs: Iterator[Input], run: Run, patience: int) -> None:
        super().__init__(inputs, run)
        self._patience = patience
        self._step = _FIRST_STEP
        self._too_large = math.inf

    def draw(self, count: int) -> None:
        """Draw so many more inputs and run the original on them."""
        before = self.unanswered.total()
        super().draw(count)
        self._step = 2 * self._step if self.unanswered.total() == before else _FIRST_STEP
        self.is_exhausted |= self.unanswered.total() >= self._patience

    def is_worth_asking(self, values: Input) -> bool:
        """Whether the input is smaller than all that came to no end."""
        return self._too_large == math.inf or magnitude(values) < self._too_large

    def note_unanswered(self, values: Input) -> None:
        """Learn how large an input was whose call came to no end."""
        self._too_large = min(self._too_large, magnitude(values))

    def step(self, count: int) -> int:
        """Few at once while calls may come to no end."""
        return min(super().step(count), self._step)


def magnitude(value: Any) -> int:
    """The bits of a number's whole part; of a sequence those of all elements, and its length.

    >>> magnitude((1000, [True, 2.5], "abc", None))
    22
    """
    match value:
        case int():
            return value.bit_length()
        case float():
            return max(0, math.frexp(value)[1]) if math.isfinite(value) else 0
        case str() | bytes():
            return len(value)
        case list() | tuple():
            return len(value) + sum(map(magnitude, value))
    return 0
