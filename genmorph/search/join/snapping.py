"""Simple numbers close to those that were solved for."""

import math
from collections.abc import Sequence

CLOSE = 1e-9
"""Relative; what is snapped is checked on all rows afterwards."""
DENOMINATORS = range(2, 13)
DIGITS = 6
LARGE = 1e9
"""Larger numbers are not snapped: CLOSE would no longer tell whole numbers apart."""
_KNOWN = (
    *(math.pi * share for share in (1, 2, 1 / 2, 1 / 3, 1 / 4, 1 / 6, 1 / 180)),
    180 / math.pi,
    math.e,
    math.log(2),
    math.log(10),
    math.sqrt(2),
)


def snap(value: float, known: Sequence[int | float]) -> float:
    """A whole number, a known constant, a short decimal or a quotient of small ints close by, else the value itself.

    >>> snap(2.0000000000001, ()), snap(1.8000000000001, ()), snap(0.33333333333, ()), snap(0.1234567891234, ())
    (2.0, 1.8, 0.3333333333333333, 0.1234567891234)
    """
    if abs(value) < CLOSE:
        return 0.0
    if abs(value) > LARGE:
        return value
    for candidate in _simple(value, known):
        if math.isclose(candidate, value, rel_tol=CLOSE):
            return float(candidate)
    return value


def common_denominator(*values: float) -> int | None:
    """The smallest number up to 12 that makes whole numbers of all values."""
    return next((d for d in (1, *DENOMINATORS) if all(is_whole(v * d) for v in values)), None)


def is_whole(value: float) -> bool:
    """Whether the value is a whole number, but for rounding.

    >>> is_whole(3.0000000000001), is_whole(2.5)
    (True, False)
    """
    return abs(value) <= LARGE and abs(value - round(value)) <= CLOSE * max(1.0, abs(value))


def _simple(value: float, known: Sequence[int | float]) -> list[float]:
    signed = [sign * c for c in (*known, *_KNOWN) for sign in (1, -1)]
    decimals = [round(value, digits) for digits in range(DIGITS + 1)]
    quotients = [round(value * d) / d for d in DENOMINATORS]
    return [round(value), *signed[: 2 * len(known)], *decimals, *signed[2 * len(known) :], *quotients]
