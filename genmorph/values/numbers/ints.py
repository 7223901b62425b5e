"""Ranges of whole numbers, and how ints are drawn: bounds and small magnitudes often, large ones seldom."""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from random import Random

from genmorph.model import Kind, UsageError
from genmorph.settings import INT_DRAWS
from genmorph.values.narrowable import Narrowable, outside
from genmorph.values.numbers.number_boundaries import boundary_ints, int_ways
from genmorph.values.python_text import between, write_call
from genmorph.values.sizes import Way, first_contained


@dataclass(frozen=True, slots=True)
class Side:
    """One direction from the origin: up to `reach` away; the higher `skew`, the seldomer far away."""

    sign: int
    reach: int
    skew: int

    def draw(self, rng: Random) -> int:
        """A signed distance; where skew is 1, all numbers of bits are equally likely.

        Some are powers of two or next to one, because carries and overflows show themselves there.
        """
        bits = 1 + int(self.reach.bit_length() * rng.random() ** self.skew)
        is_round = rng.random() < INT_DRAWS.power_share
        distance = (1 << bits - 1) + rng.randint(-1, 1) if is_round else rng.getrandbits(bits)
        return self.sign * (distance % (self.reach + 1))


@dataclass(frozen=True, slots=True)
class IntDraws:
    """A plan for drawing from one range; `origin` is its value closest to zero, `near` what lies around it."""

    origin: int
    edges: tuple[int, ...]
    near: range
    sides: tuple[Side, ...]

    def draw(self, rng: Random) -> int:
        """Edges, what is near the origin, and any distance, in the shares of `INT_DRAWS`."""
        choice = rng.random()
        if choice < INT_DRAWS.edge_share:
            return self.edges[int(rng.random() * len(self.edges))]
        if choice < INT_DRAWS.near_share:
            return self.near[int(rng.random() * len(self.near))]
        return self.origin + self.sides[int(rng.random() * len(self.sides))].draw(rng)


def plan_int_draws(low: int | None, high: int | None) -> IntDraws:
    """The plan for the range from `low` to `high`; None stands for no bound."""
    origin = _clamp(0, low, high)
    bounds = [bound + step for bound in (low, high) if bound is not None for step in (-1, 0, 1)]
    edges = sorted({value for value in (*bounds, -1, 0, 1) if _clamp(value, low, high) == value})
    up = Side(1, INT_DRAWS.farthest, INT_DRAWS.unbounded_skew) if high is None else Side(1, high - origin, 1)
    down = Side(-1, INT_DRAWS.farthest, INT_DRAWS.unbounded_skew) if low is None else Side(-1, origin - low, 1)
    sides = tuple(side for side in (up, down) if side.reach) or (up,)
    distance = INT_DRAWS.few if up.reach + down.reach < INT_DRAWS.few else INT_DRAWS.near
    near = range(_clamp(origin - distance, low, high), _clamp(origin + distance, low, high) + 1)
    return IntDraws(origin, tuple(edges), near, sides)


def _clamp(value: int, low: int | None, high: int | None) -> int:
    if low is not None and value < low:
        return low
    return high if high is not None and value > high else value


@dataclass(frozen=True, slots=True, repr=False)
class Ints(Narrowable):
    """All ints from `low` to `high`, both included; None stands for no bound."""

    low: int | None
    high: int | None
    _draws: IntDraws = field(init=False, compare=False)
    kind = Kind.INT
    annotation = Kind.INT.value
    is_interval = True

    def __post_init__(self) -> None:
        if self.low is not None and self.high is not None and self.low > self.high:
            raise UsageError(f"min must be <= max, got {self!r}")
        object.__setattr__(self, "_draws", plan_int_draws(self.low, self.high))

    @property
    def size(self) -> int | None:
        return None if self.low is None or self.high is None else self.high - self.low + 1

    def values(self) -> Iterator[int]:
        if self.low is None or self.high is None:
            return super(Ints, self).values()
        return iter(range(self.low, self.high + 1))

    def draw(self, rng: Random) -> int:
        """One value: half of the time close to zero, often at a bound, seldom large."""
        return self._draws.draw(rng)

    def contains(self, value: object) -> bool:
        """Whether the value is an int (not a bool) within the bounds."""
        if isinstance(value, bool) or not isinstance(value, int):
            return False
        return (self.low is None or self.low <= value) and (self.high is None or value <= self.high)

    def notation(self) -> str:
        return write_call("ints", *self._bounds("min", "max"))

    def strategy(self) -> str:
        return write_call("st.integers", *self._bounds("min_value", "max_value"))

    def before_adding(self, c: int | float, /) -> Narrowable | None:
        if not isinstance(c, int):
            return None
        low = None if self.low is None else self.low - c
        high = None if self.high is None else self.high - c
        return self._between(low, high)

    def before_scaling(self, c: int | float, /) -> Narrowable | None:
        if not isinstance(c, int):
            return None
        first, last = (self.low, self.high) if c > 0 else (self.high, self.low)
        return self._between(None if first is None else -(-first // c), None if last is None else last // c)

    def before_mirroring(self, c: int | float, /) -> Narrowable | None:
        if not isinstance(c, int):
            return None
        return self._between(None if self.high is None else c - self.high, None if self.low is None else c - self.low)

    def before_squaring(self) -> Narrowable | None:
        if self.high is None:
            return self
        most = math.isqrt(max(0, self.high))
        return self._between(-most, most) if self.high >= 0 else None

    def condition_text(self, text: str) -> str | None:
        return between(self.low, text, self.high)

    def boundary_numbers(self, constants: Sequence[int | float]) -> tuple[int | float, ...]:
        return self._each_once(boundary_ints(self.low, self.high, constants))

    def _boundary_way(self, constants: Sequence[int | float], _pieces: Sequence[str]) -> Way:
        return first_contained(int_ways(self.low, self.high, self.boundary_numbers(constants)), self)

    def _extremes(self, _rng: Random) -> Iterator[int | None]:
        return iter((0, 1, -1, self.low, self.high))

    def parts_beyond(self, numbers: Sequence[int | float], /) -> tuple[Narrowable, ...]:
        """Those at least, above, at most and below each of the ints.

        >>> ints(-5, 5).parts_beyond([0]), ints(1, 5).parts_beyond([0])
        ((ints(0, 5), ints(1, 5), ints(-5, 0), ints(-5, -1)), ())
        """
        found: dict[Narrowable | None, None] = {}
        for number in (one for one in numbers if type(one) is int):
            ranges = ((number, None), (number + 1, None), (None, number), (None, number - 1))
            found |= dict.fromkeys(self._between(*bounds) for bounds in ranges)
        return tuple(part for part in found if part not in (None, self))

    def left_out(self, part: "Ints", text: str, /) -> str:
        return outside(text, (self.low, self.high), (part.low, part.high))

    def _within(self, other: "Ints") -> Narrowable | None:
        return self._between(other.low, other.high)

    def _between(self, low: int | None, high: int | None) -> "Ints | None":
        lows = [bound for bound in (self.low, low) if bound is not None]
        highs = [bound for bound in (self.high, high) if bound is not None]
        if lows and highs and max(lows) > min(highs):
            return None
        return Ints(max(lows, default=None), min(highs, default=None))

    def _bounds(self, low: str, high: str) -> tuple[list[int], dict[str, int]]:
        if self.low is not None and self.high is not None:
            return [self.low, self.high], {}
        return [], {name: bound for name, bound in ((low, self.low), (high, self.high)) if bound is not None}


def ints(min: int | None = None, max: int | None = None) -> Ints:  # noqa: A002
    """Make the domain of all ints from `min` to `max`, both included.

    Args:
        min: The least int; without it there is no bound.
        max: The greatest int; without it there is no bound.

    Raises:
        UsageError: A bound is no int, or `min` is greater than `max`.

    >>> ints(0, 9).contains(9), ints(0, 9).size, ints(min=3).strategy()
    (True, 10, 'st.integers(min_value=3)')
    >>> ints(5, 3)
    Traceback (most recent call last):
        ...
    genmorph.model.UsageError: min must be <= max, got ints(5, 3)

    """
    for name, bound in (("min", min), ("max", max)):
        if isinstance(bound, bool) or not isinstance(bound, int | None):
            raise UsageError(f"{name} must be an int, got {bound!r}")
    return Ints(min, max)
