"""How floats of 16, 32 and 64 bits are ordered and drawn: simple values and bounds often, extreme ones seldom."""

import math
import struct
from dataclasses import dataclass
from random import Random
from types import MappingProxyType
from typing import Any

from genmorph.settings import FLOAT_DRAWS

_SIGN = 1 << 63
LARGEST = math.nextafter(math.inf, 0.0)
SMALLEST = math.nextafter(0.0, math.inf)
_MAGNITUDE = _SIGN - 1
_LOG_MAGNITUDE = math.log(FLOAT_DRAWS.farthest_magnitude)


def at_least(a: float, b: float) -> bool:
    """Whether a comes after b or is b; false with NaN."""
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
    """Whether a is clearly shorter to write than b."""
    return len(repr(a)) + 3 <= len(repr(b))


@dataclass(frozen=True, slots=True)
class Width:
    """A format of floats, by the letter that `struct` has for it; from `huge` on, most products overflow."""

    bits: int
    letter: str
    largest: float
    smallest: float
    huge: float

    def rounded(self, x: float) -> float:
        """The value of this width that is closest to x.

        >>> WIDTHS[16].rounded(0.1), WIDTHS[16].rounded(1e6)
        (0.0999755859375, inf)
        """
        if self.bits == 64:
            return x
        try:
            (near,) = struct.unpack(self.letter, struct.pack(self.letter, x))
        except OverflowError:
            return math.copysign(math.inf, x)
        return float(near)

    def holds(self, x: float) -> bool:
        """Whether x is exact in this width."""
        return x != x or self.rounded(x) == x

    def up(self, x: float) -> float:
        """The next larger value of this width, for x of this width.

        >>> WIDTHS[16].up(1.0), WIDTHS[32].down(0.0) == -WIDTHS[32].smallest
        (1.0009765625, True)
        """
        return self._next(x, math.inf)

    def down(self, x: float) -> float:
        """The next smaller value of this width, for x of this width."""
        return self._next(x, -math.inf)

    def _next(self, x: float, towards: float) -> float:
        if self.bits == 64:
            return math.nextafter(x, towards)
        import numpy as np

        number = np.dtype(f"float{self.bits}").type
        with np.errstate(over="ignore", under="ignore"):
            return float(np.nextafter(number(x), number(towards)))

    def at_or_above(self, x: float) -> float:
        """The least value of this width that does not come before x."""
        near = self.rounded(x)
        return near if at_least(near, x) else self.up(near)

    def at_or_below(self, x: float) -> float:
        """The greatest value of this width that does not come after x."""
        near = self.rounded(x)
        return near if at_least(x, near) else self.down(near)


WIDTHS = MappingProxyType(
    {
        16: Width(16, "<e", 65504.0, 2.0**-24, 6e4),
        32: Width(32, "<f", 2.0**128 - 2.0**104, 2.0**-149, 1e38),
        64: Width(64, "<d", LARGEST, SMALLEST, 1e300),
    }
)


@dataclass(frozen=True, slots=True)
class FloatDraws:
    """A plan for drawing from one range; `origin` is its value closest to zero.

    `near` and `wide` are the finite ranges of uniform draws, `whole` the ordinals of all values,
    `integers` the first whole number near the origin and how many follow (0 where there is none).
    """

    low: float
    high: float
    origin: float
    edges: tuple[float, ...]
    extremes: tuple[float, ...]
    integers: tuple[int, int]
    near: tuple[float, float]
    wide: tuple[float, float]
    whole: tuple[int, int]

    def draw(self, rng: Random) -> float:
        """Edges, small whole numbers, fractions, uniform values, any magnitude, extremes: see `FLOAT_DRAWS`.

        Of the uniform ones half are decimals, as people write them: what rounds them may meet a tie.
        """
        choice = rng.random()
        if choice < FLOAT_DRAWS.edge_share:
            return self.edges[int(rng.random() * len(self.edges))]
        if choice < FLOAT_DRAWS.fraction_share:
            return self._whole_or_fraction(rng, is_fraction=choice >= FLOAT_DRAWS.whole_share)
        if choice < FLOAT_DRAWS.uniform_share:
            return self._uniform(rng, self.near if choice < FLOAT_DRAWS.near_share else self.wide)
        return self._any_magnitude(rng) if choice < FLOAT_DRAWS.magnitude_share else self._extreme(rng)

    def _whole_or_fraction(self, rng: Random, is_fraction: bool) -> float:
        first, count = self.integers
        x = float(first + int(rng.random() * count))
        if is_fraction:
            denominator = FLOAT_DRAWS.denominators[int(rng.random() * len(FLOAT_DRAWS.denominators))]
            x += int(rng.random() * denominator) / denominator
        return x if self.low < x < self.high else self._uniform(rng, self.near)

    def _uniform(self, rng: Random, window: tuple[float, float]) -> float:
        x = window[0] + (window[1] - window[0]) * rng.random()
        digits = int(rng.random() * 2 * FLOAT_DRAWS.most_decimals)
        if digits < FLOAT_DRAWS.most_decimals:
            x = round(x, 1 + digits)
        return x if self.low < x < self.high else window[0]

    def _any_magnitude(self, rng: Random) -> float:
        distance = math.exp(_LOG_MAGNITUDE * (2.0 * rng.random() - 1.0))
        x = self.origin + distance if rng.random() < 0.5 else self.origin - distance
        if self.low < x < self.high:
            return x
        x = 2.0 * self.origin - x
        return x if self.low < x < self.high else self._uniform(rng, self.wide)

    def _extreme(self, rng: Random) -> float:
        if rng.random() < 0.5 and self.extremes:
            return self.extremes[int(rng.random() * len(self.extremes))]
        return from_ordinal(rng.randint(*self.whole))


def plan_float_draws(low: float, high: float, nan: bool, width: Width) -> FloatDraws:
    """The plan for the range from `low` to `high`, and NaN where `nan` says so.

    What is drawn is still to be rounded to the width, which leaves it between bounds that are exact in it.
    """

    def contained(*values: float) -> tuple[float, ...]:
        return tuple({repr(x): x for x in values if at_least(x, low) and at_least(high, x)}.values())

    origin = clamp(0.0, low, high)
    near = first, last = _window(origin, FLOAT_DRAWS.near, low, high)
    has_integers = math.isfinite(first)
    magnitudes = (width.largest, width.huge, 1.0 / width.huge, width.smallest)
    is_moderate = low >= -FLOAT_DRAWS.moderate and high <= FLOAT_DRAWS.moderate
    ends = (low, high, width.up(low), width.down(high))
    bounds = tuple(x for x in ends if abs(x) <= width.huge or math.isinf(x))
    undefined = (math.nan,) if nan else ()
    return FloatDraws(
        low=low,
        high=high,
        origin=origin,
        edges=(contained(*bounds, 0.0, -0.0, 1.0, -1.0) or (low,)) + undefined,
        extremes=contained(low, high, *(sign * x for x in magnitudes for sign in (-1.0, 1.0))) + undefined,
        integers=(math.ceil(first), max(0, math.floor(last) - math.ceil(first) + 1)) if has_integers else (0, 0),
        near=near,
        wide=(low, high) if is_moderate else _window(origin, FLOAT_DRAWS.wide, low, high),
        whole=(ordinal(low), ordinal(high)),
    )


def _window(origin: float, reach: float, low: float, high: float) -> tuple[float, float]:
    """The part of the range around the origin, `reach` to both sides or more where the origin is large.

    It is finite, except where the range is a single infinity.
    """
    distance = min(reach * max(1.0, abs(origin)), LARGEST)
    first, last = clamp(origin - distance, low, high), clamp(origin + distance, low, high)
    return max(first, min(-LARGEST, origin)), min(last, max(LARGEST, origin))
