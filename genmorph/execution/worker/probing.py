"""What a call under a probe reaches: branches, and the numbers that its sites saw."""

import math
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from .protocol import RETURNED, Encoded

MAX_EXACT = 2**53


class Recorder:
    """Records one call at a time.

    >>> recorder = Recorder()
    >>> def probed(x):
    ...     recorder.branch(1)
    ...     return recorder.value(0, x + 1)
    >>> recorder.recording(probed)(4)
    [2, [[0, 5]]]
    """

    def __init__(self) -> None:
        self._mask = 0
        self._numbers: dict[int, int | float | None] = {}
        self.names: dict[str, Any] = {"__genmorph_branch__": self.branch, "__genmorph_value__": self.value}

    def branch(self, number: int) -> None:
        """The branch was reached."""
        self._mask |= 1 << number

    def value(self, site: int, value: Any) -> Any:
        """The value was seen at the site; gives it back."""
        number = value if is_number(value) else None
        known = self._numbers.setdefault(site, number)
        if number is None or type(known) is not type(number) or known != number:
            self._numbers[site] = None
        return value

    def recording(self, call: Callable[..., object]) -> Callable[..., object]:
        """The call with what it reached in the place of its outcome."""

        def recorded(*arguments: Any) -> object:
            self._mask = 0
            self._numbers.clear()
            with suppress(Exception):  # the border to the subject: what was reached counts, not how it ended
                call(*arguments)
            return [self._mask, [[site, seen] for site, seen in sorted(self._numbers.items()) if seen is not None]]

        return recorded


def is_number(value: object) -> bool:
    """Whether a value is a number that JSON and float64 hold exactly.

    >>> [is_number(value) for value in (3, 0.5, True, 2**60, math.inf, "3")]
    [True, True, False, False, False, False]
    """
    if type(value) is int:
        return -MAX_EXACT <= value <= MAX_EXACT
    return type(value) is float and math.isfinite(value)


def encode_report(report: object) -> Encoded:
    """What a recorded call gave, as it is."""
    return RETURNED, report
