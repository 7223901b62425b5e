"""How numbers at the corners of a range are drawn."""

import math
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from genmorph.domain import Floats, Ints
from genmorph.domain.float_order import LARGEST, SMALLEST, from_ordinal, ordinal
from genmorph.subject.choosing import Way, first_contained
from genmorph.subject.corner_numbers import Number, corner_numbers

_FARTHEST = 2**70
"""How far uniform draws reach where an int has no bound."""
_POWERS = ((2, 70), (10, 21))
"""Bases, and their largest exponents."""
_MOST_ZEROS = 21
_WHOLE = 10**6
_MOST_DIGITS = 4
_NEAR = 1000.0
_SOME_MAGNITUDES = (-9.0, 17.0)
_FEW_ULPS = 4
_FACTORS = (-3.0, -2.0, -1.0, 0.25, 0.5, 2.0, 3.0, 4.0)


def int_way(domain: Ints, constants: Sequence[Number]) -> Way:
    """Draws of ints: corners, their multiples, powers, round numbers, uniform ones, and ones of any number of bits."""
    low = min(0, domain.high or 0) - _FARTHEST if domain.low is None else domain.low
    high = max(0, low) + _FARTHEST if domain.high is None else domain.high
    ways = _IntWays(low, high, corner_numbers(domain, constants))
    few = (ways.of_any_size, ways.near_an_end, ways.beside_a_power, ways.beside_a_multiple, ways.beside_a_round_number)
    return first_contained((*[ways.corner] * 3, *[ways.uniform] * 2, *few), domain)


def float_way(domain: Floats, constants: Sequence[Number]) -> Way:
    """Draws of floats: corners and what is next to them, uniform ones, any magnitude, whole numbers, decimals."""
    low, high = max(domain.low, -LARGEST), min(domain.high, LARGEST)
    ways = _FloatWays(low, high, tuple(map(float, corner_numbers(domain, constants))))
    magnitudes = (ways.uniform, ways.uniform_nearby, ways.of_any_magnitude, ways.of_some_magnitude)
    few = (ways.beside_a_corner, ways.whole, *[ways.decimal] * 2, ways.multiple)
    return first_contained((*[ways.corner] * 3, *magnitudes, *few), domain)


@dataclass(frozen=True, slots=True)
class _IntWays:
    low: int
    high: int
    special: tuple[Number, ...]

    def corner(self, rng: Random) -> Number:
        return rng.choice(self.special) if self.special else self.uniform(rng)

    def uniform(self, rng: Random) -> int:
        return rng.randint(self.low, self.high)

    def of_any_size(self, rng: Random) -> int:
        return rng.choice((-1, 1)) * self._distance(rng)

    def near_an_end(self, rng: Random) -> int:
        distance = self._distance(rng)
        return rng.choice((self.low + distance, self.high - distance))

    def beside_a_power(self, rng: Random) -> int:
        base, most = rng.choice(_POWERS)
        power: int = base ** rng.randint(0, most)
        return rng.choice((-1, 1)) * power + rng.randint(-1, 1)

    def beside_a_multiple(self, rng: Random) -> Number:
        return self.corner(rng) * rng.randint(-9, 9) + rng.randint(-1, 1)

    def beside_a_round_number(self, rng: Random) -> int:
        """Up to 2 from a digit and zeros, where many digits change at once."""
        power: int = 10 ** rng.randint(0, self._digits)
        sign = rng.choice((-1, 1)) if self.low < 0 < self.high else -1 if self.low < 0 else 1
        return sign * rng.randint(1, 9) * power + rng.randint(-2, 2)

    @property
    def _digits(self) -> int:
        """The power of ten up to which round numbers are drawn."""
        return min(_MOST_ZEROS, int(math.log10(max(1, abs(self.low), abs(self.high)))))

    def _distance(self, rng: Random) -> int:
        """All numbers of bits are equally likely."""
        return rng.getrandbits(rng.randint(1, max(1, abs(self.low).bit_length(), abs(self.high).bit_length())))


@dataclass(frozen=True, slots=True)
class _FloatWays:
    low: float
    high: float
    special: tuple[float, ...]

    def corner(self, rng: Random) -> float:
        return rng.choice(self.special) if self.special else self.low

    def beside_a_corner(self, rng: Random) -> float:
        x = self.corner(rng)
        if not math.isfinite(x):
            return x
        near = ordinal(x) + rng.randint(-_FEW_ULPS, _FEW_ULPS)
        return from_ordinal(min(max(near, ordinal(-LARGEST)), ordinal(LARGEST)))

    def uniform(self, rng: Random) -> float:
        share = rng.random()
        return self.low * (1 - share) + self.high * share

    def uniform_nearby(self, rng: Random) -> float:
        return rng.uniform(max(self.low, -_NEAR), min(self.high, _NEAR))

    def of_any_magnitude(self, rng: Random) -> float:
        farthest = max(abs(self.low), abs(self.high), SMALLEST)
        return _power_of_ten(math.log10(sys.float_info.min), math.log10(farthest), rng)

    def of_some_magnitude(self, rng: Random) -> float:
        return _power_of_ten(*_SOME_MAGNITUDES, rng)

    def whole(self, rng: Random) -> float:
        return float(rng.choice((rng.randint(-_WHOLE, _WHOLE), rng.randint(-9, 9))))

    def decimal(self, rng: Random) -> float:
        reach = 10.0 ** rng.randint(0, _MOST_DIGITS)
        return round(rng.uniform(max(self.low, -reach), min(self.high, reach)), rng.randint(1, _MOST_DIGITS))

    def multiple(self, rng: Random) -> float:
        return self.corner(rng) * rng.choice(_FACTORS)


def _power_of_ten(least: float, most: float, rng: Random) -> float:
    return rng.choice((-1.0, 1.0)) * float(10.0 ** rng.uniform(least, most))
