"""Further valid inputs, drawn in another way than genmorph draws: nothing of it is used here."""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from random import Random

Number = int | float


@dataclass(frozen=True, slots=True)
class Range:
    """All ints, or all floats, from `low` to `high`; ints where both bounds are."""

    low: Number
    high: Number

    @property
    def is_int(self) -> bool:
        """Whether the values are ints."""
        return isinstance(self.low, int) and isinstance(self.high, int)

    def contains(self, value: Number) -> bool:
        """Whether the value is within the bounds."""
        return self.low <= value <= self.high

    def draw(self, rng: Random) -> Number:
        """A value of one of four sorts: uniform, log-uniform, a boundary or next to one, a small or whole number."""
        sort = rng.choice((self._uniform, self._log_uniform, self._boundary, self._whole))
        value = sort(rng)
        return value if self.contains(value) else self._uniform(rng)

    def _uniform(self, rng: Random) -> Number:
        return rng.randint(int(self.low), int(self.high)) if self.is_int else rng.uniform(self.low, self.high)

    def _log_uniform(self, rng: Random) -> Number:
        largest = max(abs(self.low), abs(self.high))
        magnitude = 10 ** rng.uniform(0 if self.is_int else -12, math.log10(largest))
        value = rng.choice((-1, 1)) * magnitude if self.low < 0 else magnitude
        return int(value) if self.is_int else value

    def _boundary(self, rng: Random) -> Number:
        if self.is_int:
            return rng.choice((self.low, self.low + 1, self.high - 1, self.high, 0, 1))
        inside = (math.nextafter(self.low, self.high), math.nextafter(self.high, self.low))
        return rng.choice((self.low, self.high, *inside, 0.0, 1.0))

    def _whole(self, rng: Random) -> Number:
        low, high = math.ceil(max(self.low, -100)), math.floor(min(self.high, 100))
        value = rng.randint(low, high)
        return value if self.is_int else float(value)


def size(ranges: Sequence[Range]) -> int | None:
    """The number of inputs, None where there are floats."""
    if not all(range_.is_int for range_ in ranges):
        return None
    return math.prod(int(range_.high) - int(range_.low) + 1 for range_ in ranges)


def all_inputs(ranges: Sequence[Range]) -> Iterator[tuple[Number, ...]]:
    """Every input; only where `size` is known."""
    return product(*(range(int(range_.low), int(range_.high) + 1) for range_ in ranges))


def draw_inputs(ranges: Sequence[Range], rng: Random) -> Iterator[tuple[Number, ...]]:
    """Inputs without end; one in eight has two equal arguments where their ranges allow it."""
    while True:
        values = [range_.draw(rng) for range_ in ranges]
        if len(values) > 1 and rng.random() < 1 / 8:
            first, second = rng.sample(range(len(values)), 2)
            if ranges[first] == ranges[second]:
                values[first] = values[second]
        yield tuple(values)
