"""How ints are drawn: bounds and small magnitudes often, large ones seldom."""

from dataclasses import dataclass
from random import Random

_NEAR = 16
_FEW = 128
_FARTHEST = 2**70
_ROUND = 0.2


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
        is_round = rng.random() < _ROUND
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
        """15% edges, 50% near the origin, the rest at any distance."""
        choice = rng.random()
        if choice < 0.15:
            return self.edges[int(rng.random() * len(self.edges))]
        if choice < 0.65:
            return self.near[int(rng.random() * len(self.near))]
        return self.origin + self.sides[int(rng.random() * len(self.sides))].draw(rng)


def plan_int_draws(low: int | None, high: int | None) -> IntDraws:
    """The plan for the range from `low` to `high`; None stands for no bound.

    >>> plan_int_draws(5, 7)
    IntDraws(origin=5, edges=(5, 6, 7), near=range(5, 8), sides=(Side(sign=1, reach=2, skew=1),))
    """
    origin = _clamp(0, low, high)
    bounds = [bound + step for bound in (low, high) if bound is not None for step in (-1, 0, 1)]
    edges = sorted({value for value in (*bounds, -1, 0, 1) if _clamp(value, low, high) == value})
    up = Side(1, _FARTHEST, 3) if high is None else Side(1, high - origin, 1)
    down = Side(-1, _FARTHEST, 3) if low is None else Side(-1, origin - low, 1)
    sides = tuple(side for side in (up, down) if side.reach) or (up,)
    distance = _FEW if up.reach + down.reach < _FEW else _NEAR
    near = range(_clamp(origin - distance, low, high), _clamp(origin + distance, low, high) + 1)
    return IntDraws(origin, tuple(edges), near, sides)


def _clamp(value: int, low: int | None, high: int | None) -> int:
    if low is not None and value < low:
        return low
    return high if high is not None and value > high else value
