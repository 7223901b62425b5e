"""Ranges of whole numbers."""

import math
from collections.abc import Iterator
from dataclasses import dataclass, field
from random import Random

from genmorph.domain.calls import write_call
from genmorph.domain.finite import Froms
from genmorph.domain.int_draws import IntDraws, plan_int_draws
from genmorph.domain.optional import Optionals
from genmorph.domain.unions import Unions
from genmorph.model import Domain, Kind, UsageError


@dataclass(frozen=True, slots=True, repr=False)
class Ints:
    """All ints from `low` to `high`, both included; None stands for no bound."""

    low: int | None
    high: int | None
    _draws: IntDraws = field(init=False, compare=False)

    def __post_init__(self) -> None:
        if self.low is not None and self.high is not None and self.low > self.high:
            raise UsageError(f"min must be <= max, got {self!r}")
        object.__setattr__(self, "_draws", plan_int_draws(self.low, self.high))

    def __repr__(self) -> str:
        return self.notation()

    @property
    def kind(self) -> Kind:
        """Always `Kind.INT`."""
        return Kind.INT

    @property
    def container(self) -> None:
        """Always None: no sequences."""

    @property
    def size(self) -> int | None:
        """The number of values, None where a bound is missing."""
        return None if self.low is None or self.high is None else self.high - self.low + 1

    def values(self) -> Iterator[int]:
        """All values, ascending."""
        if self.low is None or self.high is None:
            raise UsageError(f"only bounded domains list their values, got {self!r}")
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
        """The call that makes this domain."""
        return write_call("ints", *self._bounds("min", "max"))

    def strategy(self) -> str:
        """The Hypothesis call for the same values."""
        return write_call("st.integers", *self._bounds("min_value", "max_value"))

    def intersect(self, other: Domain) -> Domain | None:
        """The values of both domains, None where there are none."""
        if isinstance(other, Froms | Optionals | Unions):
            return other.intersect(self)
        return _between(self, other.low, other.high) if isinstance(other, Ints) else None

    def before_adding(self, c: int | float) -> Domain | None:
        """The values x with x + c in the domain too, None where there are none."""
        if not isinstance(c, int):
            return None
        low = None if self.low is None else self.low - c
        high = None if self.high is None else self.high - c
        return _between(self, low, high)

    def before_scaling(self, c: int | float) -> Domain | None:
        """The values x with x * c in the domain too, None where there are none; c is not 0."""
        if not isinstance(c, int):
            return None
        first, last = (self.low, self.high) if c > 0 else (self.high, self.low)
        return _between(self, None if first is None else -(-first // c), None if last is None else last // c)

    def before_squaring(self) -> Domain | None:
        """The values x with x * x in the domain too, None where there are none."""
        if self.high is None:
            return self
        most = math.isqrt(max(0, self.high))
        return _between(self, -most, most) if self.high >= 0 else None

    def _bounds(self, low: str, high: str) -> tuple[list[int], dict[str, int]]:
        if self.low is not None and self.high is not None:
            return [self.low, self.high], {}
        return [], {name: bound for name, bound in ((low, self.low), (high, self.high)) if bound is not None}


def ints(min: int | None = None, max: int | None = None) -> Ints:  # noqa: A002
    """All ints from `min` to `max`, both included; without a bound there is none.

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


def _between(domain: Ints, low: int | None, high: int | None) -> Ints | None:
    lows = [bound for bound in (domain.low, low) if bound is not None]
    highs = [bound for bound in (domain.high, high) if bound is not None]
    if lows and highs and max(lows) > min(highs):
        return None
    return Ints(max(lows, default=None), min(highs, default=None))
