"""How floats are drawn: simple values and bounds often, extreme ones seldom."""

import math
from dataclasses import dataclass
from random import Random

from genmorph.domain.float_order import LARGEST, at_least, clamp, from_ordinal, ordinal
from genmorph.domain.float_widths import Width

_NEAR = 10.0
_WIDE = 1000.0
_MODERATE = 1e6
_LOG_MAGNITUDE = math.log(1e6)
_MOST_DIGITS = 3
_DENOMINATORS = (2.0, 4.0, 8.0, 3.0, 5.0, 10.0)


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
        """12% edges, 25% small whole numbers, 20% fractions, 25% uniform, 15% any magnitude, 3% extremes.

        Of the uniform ones half are decimals, as people write them: what rounds them may meet a tie.
        """
        choice = rng.random()
        if choice < 0.12:
            return self.edges[int(rng.random() * len(self.edges))]
        if choice < 0.57:
            return self._whole_or_fraction(rng, is_fraction=choice >= 0.37)
        if choice < 0.82:
            return self._uniform(rng, self.near if choice < 0.70 else self.wide)
        return self._any_magnitude(rng) if choice < 0.97 else self._extreme(rng)

    def _whole_or_fraction(self, rng: Random, is_fraction: bool) -> float:
        first, count = self.integers
        x = float(first + int(rng.random() * count))
        if is_fraction:
            denominator = _DENOMINATORS[int(rng.random() * len(_DENOMINATORS))]
            x += int(rng.random() * denominator) / denominator
        return x if self.low < x < self.high else self._uniform(rng, self.near)

    def _uniform(self, rng: Random, window: tuple[float, float]) -> float:
        x = window[0] + (window[1] - window[0]) * rng.random()
        digits = int(rng.random() * 2 * _MOST_DIGITS)
        if digits < _MOST_DIGITS:
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
    origin = clamp(0.0, low, high)
    near = _window(origin, _NEAR, low, high)
    is_moderate = low >= -_MODERATE and high <= _MODERATE
    ends = (low, high, width.up(low), width.down(high))
    bounds = tuple(x for x in ends if abs(x) <= width.huge or math.isinf(x))
    undefined = (math.nan,) if nan else ()
    return FloatDraws(
        low=low,
        high=high,
        origin=origin,
        edges=(_contained((*bounds, 0.0, -0.0, 1.0, -1.0), low, high) or (low,)) + undefined,
        extremes=_contained((low, high, *_extremes(width)), low, high) + undefined,
        integers=_whole_numbers(*near),
        near=near,
        wide=(low, high) if is_moderate else _window(origin, _WIDE, low, high),
        whole=(ordinal(low), ordinal(high)),
    )


def _extremes(width: Width) -> tuple[float, ...]:
    magnitudes = (width.largest, width.huge, 1.0 / width.huge, width.smallest)
    return tuple(sign * x for x in magnitudes for sign in (-1.0, 1.0))


def _window(origin: float, reach: float, low: float, high: float) -> tuple[float, float]:
    """The part of the range around the origin, `reach` to both sides or more where the origin is large.

    It is finite, except where the range is a single infinity.
    """
    distance = min(reach * max(1.0, abs(origin)), LARGEST)
    first, last = clamp(origin - distance, low, high), clamp(origin + distance, low, high)
    return max(first, min(-LARGEST, origin)), min(last, max(LARGEST, origin))


def _whole_numbers(first: float, last: float) -> tuple[int, int]:
    if math.isinf(first):
        return 0, 0
    return math.ceil(first), max(0, math.floor(last) - math.ceil(first) + 1)


def _contained(values: tuple[float, ...], low: float, high: float) -> tuple[float, ...]:
    distinct = {repr(x): x for x in values if at_least(x, low) and at_least(high, x)}
    return tuple(distinct.values())
