"""Boundary values of numbers: ends, constants of the source, powers, the limits of machine numbers."""

import math
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random

from genmorph.model import Domain
from genmorph.settings import NUMBER_BOUNDARIES
from genmorph.values.narrowable import Narrowable
from genmorph.values.numbers.float_draws import LARGEST, SMALLEST, down, from_ordinal, ordinal, up
from genmorph.values.numbers.number_neighbours import Number
from genmorph.values.sizes import Way

_OF_FLOATS = (
    *(0.1, 0.2, 0.3, 0.1 + 0.2, 0.5, 1 / 3, 2 / 3, 1.5, 2.0, 2.5, 3.0, 10.0, 100.0),
    *(up(1.0), down(1.0), sys.float_info.epsilon, math.pi, math.pi / 2, 2 * math.pi, math.e),
    *(1e16, up(1e16), 1e-16, 2.0**31, 2.0**53 - 1, 2.0**53, 2.0**53 + 2, 2.0**63, 1e22, 1e23, 1e100),
    *(SMALLEST, down(sys.float_info.min), sys.float_info.min, 1e-300, 1e-160),
    *(1e154, 1.3e154, 1.4e154, 8e307, 9e307, 1e308, LARGEST, math.inf, math.nan),
)
"""Fractions without an exact float, cancellation, subnormals, and what just overflows in a sum or a product."""


def boundary_numbers(domain: Domain, constants: Sequence[Number]) -> tuple[Number, ...]:
    """The numbers of a range at which functions may go wrong, each once; none of other domains."""
    return domain.boundary_numbers(constants) if isinstance(domain, Narrowable) else ()


def boundary_ints(low: int | None, high: int | None, constants: Sequence[Number]) -> Iterator[int]:
    """Ints near the constants, at the bounds, and at the limits of machine numbers; some are out of the bounds."""
    for constant in constants:
        if isinstance(constant, int) or constant.is_integer():
            whole = int(constant)
            yield from (whole, whole - 1, whole + 1, -whole, 2 * whole)
    yield from (0, 1, -1, 2, -2)
    yield from (end + step for end in (low, high) if end is not None for step in (0, 1, -1, 2, -2))
    if low is not None and high is not None:
        yield (low + high) // 2
    yield from (3, 10)
    for bits in NUMBER_BOUNDARIES.machine_bits:
        yield from (sign * (2**bits + step) for sign in (1, -1) for step in (0, -1, 1))
    yield from (sign * 10**digits for digits in NUMBER_BOUNDARIES.few_digits for sign in (1, -1))


def boundary_floats(low: float, high: float, constants: Sequence[Number]) -> Iterator[float]:
    """Floats near the constants, at the bounds, and where rounding shows; some are out of the bounds."""
    for constant in constants:
        if abs(constant) < LARGEST:
            x = float(constant)
            yield from (x, down(x), up(x), x - 1, x + 1, -x, down(-x), up(-x), 2 * x, x / 2)
            yield from (x + step for size in NUMBER_BOUNDARIES.steps for step in (-size, size))
            yield from (sign * share * math.ulp(x) for share in NUMBER_BOUNDARIES.rounded_off for sign in (1, -1))
    yield from (0.0, -0.0, 1.0, -1.0)
    yield from (x for end in (low, high) for x in (end, up(end), down(end)))
    if high - low < math.inf:
        yield (low + high) / 2
    yield from (x for special in _OF_FLOATS for x in (special, -special))


def int_ways(low: int | None, high: int | None, special: Sequence[Number]) -> Sequence[Way]:
    """Draws of ints: boundary values, their multiples, powers, round numbers, uniform ones, any number of bits."""
    least = min(0, high or 0) - NUMBER_BOUNDARIES.farthest if low is None else low
    most = max(0, least) + NUMBER_BOUNDARIES.farthest if high is None else high
    ways = _IntWays(least, most, special)
    few = (ways.of_any_size, ways.near_an_end, ways.beside_a_power, ways.beside_a_multiple, ways.beside_a_round_number)
    return (*[ways.boundary] * 3, *[ways.uniform] * 2, *few)


def float_ways(low: float, high: float, special: Sequence[Number]) -> Sequence[Way]:
    """Draws of floats: boundary values and their neighbours, uniform ones, any magnitude, whole numbers, decimals."""
    ways = _FloatWays(max(low, -LARGEST), min(high, LARGEST), tuple(map(float, special)))
    magnitudes = (ways.uniform, ways.uniform_nearby, ways.of_any_magnitude, ways.of_some_magnitude)
    few = (ways.beside_a_boundary, ways.whole, *[ways.decimal] * 2, ways.multiple)
    return (*[ways.boundary] * 3, *magnitudes, *few)


@dataclass(frozen=True, slots=True)
class _IntWays:
    low: int
    high: int
    special: Sequence[Number]

    def boundary(self, rng: Random) -> Number:
        return rng.choice(self.special) if self.special else self.uniform(rng)

    def uniform(self, rng: Random) -> int:
        return rng.randint(self.low, self.high)

    def of_any_size(self, rng: Random) -> int:
        return rng.choice((-1, 1)) * self._distance(rng)

    def near_an_end(self, rng: Random) -> int:
        distance = self._distance(rng)
        return rng.choice((self.low + distance, self.high - distance))

    def beside_a_power(self, rng: Random) -> int:
        base, most = rng.choice(NUMBER_BOUNDARIES.powers)
        power: int = base ** rng.randint(0, most)
        return rng.choice((-1, 1)) * power + rng.randint(-1, 1)

    def beside_a_multiple(self, rng: Random) -> Number:
        most = NUMBER_BOUNDARIES.multiples
        return self.boundary(rng) * rng.randint(-most, most) + rng.randint(-1, 1)

    def beside_a_round_number(self, rng: Random) -> int:
        """Up to 2 from a digit and zeros, where many digits change at once."""
        power: int = 10 ** rng.randint(0, self._digits)
        sign = rng.choice((-1, 1)) if self.low < 0 < self.high else -1 if self.low < 0 else 1
        return sign * rng.randint(1, NUMBER_BOUNDARIES.multiples) * power + rng.randint(-2, 2)

    @property
    def _digits(self) -> int:
        """The power of ten up to which round numbers are drawn."""
        return min(NUMBER_BOUNDARIES.most_zeros, int(math.log10(max(1, abs(self.low), abs(self.high)))))

    def _distance(self, rng: Random) -> int:
        """All numbers of bits are equally likely."""
        return rng.getrandbits(rng.randint(1, max(1, abs(self.low).bit_length(), abs(self.high).bit_length())))


@dataclass(frozen=True, slots=True)
class _FloatWays:
    low: float
    high: float
    special: tuple[float, ...]

    def boundary(self, rng: Random) -> float:
        return rng.choice(self.special) if self.special else self.low

    def beside_a_boundary(self, rng: Random) -> float:
        x = self.boundary(rng)
        if not math.isfinite(x):
            return x
        near = ordinal(x) + rng.randint(-NUMBER_BOUNDARIES.ulps, NUMBER_BOUNDARIES.ulps)
        return from_ordinal(min(max(near, ordinal(-LARGEST)), ordinal(LARGEST)))

    def uniform(self, rng: Random) -> float:
        share = rng.random()
        return self.low * (1 - share) + self.high * share

    def uniform_nearby(self, rng: Random) -> float:
        return rng.uniform(max(self.low, -NUMBER_BOUNDARIES.near), min(self.high, NUMBER_BOUNDARIES.near))

    def of_any_magnitude(self, rng: Random) -> float:
        farthest = max(abs(self.low), abs(self.high), SMALLEST)
        return _power_of_ten(math.log10(sys.float_info.min), math.log10(farthest), rng)

    def of_some_magnitude(self, rng: Random) -> float:
        return _power_of_ten(*NUMBER_BOUNDARIES.magnitudes, rng)

    def whole(self, rng: Random) -> float:
        large, small = NUMBER_BOUNDARIES.whole, NUMBER_BOUNDARIES.multiples
        return float(rng.choice((rng.randint(-large, large), rng.randint(-small, small))))

    def decimal(self, rng: Random) -> float:
        reach = 10.0 ** rng.randint(0, NUMBER_BOUNDARIES.most_decimals)
        value = rng.uniform(max(self.low, -reach), min(self.high, reach))
        return round(value, rng.randint(1, NUMBER_BOUNDARIES.most_decimals))

    def multiple(self, rng: Random) -> float:
        return self.boundary(rng) * rng.choice(NUMBER_BOUNDARIES.factors)


def _power_of_ten(least: float, most: float, rng: Random) -> float:
    return rng.choice((-1.0, 1.0)) * float(10.0 ** rng.uniform(least, most))
