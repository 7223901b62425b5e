"""The total order of floats in which -0.0 comes before 0.0, as in Hypothesis."""

import math
import struct
from typing import Any

LARGEST = math.nextafter(math.inf, 0.0)
SMALLEST = math.nextafter(0.0, math.inf)


def at_least(a: float, b: float) -> bool:
    """Whether a comes after b or is b; false with NaN.

    >>> at_least(0.0, -0.0), at_least(-0.0, 0.0)
    (True, False)
    """
    return a > b or (a == b and math.copysign(1.0, a) >= math.copysign(1.0, b))


def clamp(x: float, low: float, high: float) -> float:
    """The value from low to high that is closest to x."""
    if not at_least(x, low):
        return low
    return x if at_least(high, x) else high


def ordinal(x: float) -> int:
    """The position of x among all floats, 0.0 being at 0 and -0.0 at -1.

    >>> ordinal(5e-324), ordinal(-0.0), from_ordinal(ordinal(1.5))
    (1, -1, 1.5)
    """
    (bits,) = struct.unpack("<q", struct.pack("<d", x))
    return int(bits) if bits >= 0 else -1 - (int(bits) & _MAGNITUDE)


def from_ordinal(position: int) -> float:
    """The float at a position; the inverse of `ordinal`."""
    bits = position if position >= 0 else (-1 - position) | _SIGN
    (x,) = struct.unpack("<d", struct.pack("<Q", bits))
    return float(x)


def is_finite_float(value: Any) -> bool:
    """Whether the value is a float, and neither NaN nor infinite."""
    return isinstance(value, float) and math.isfinite(value)


def up(x: float) -> float:
    """The next larger value."""
    return math.nextafter(x, math.inf)


def down(x: float) -> float:
    """The next smaller value."""
    return math.nextafter(x, -math.inf)


def is_plainer(a: float, b: float) -> bool:
    """Whether a is clearly shorter to write than b.

    >>> is_plainer(0.3, 0.30000000000000004), is_plainer(0.1, 0.25)
    (True, False)
    """
    return len(repr(a)) + 3 <= len(repr(b))


_SIGN = 1 << 63
_MAGNITUDE = _SIGN - 1
