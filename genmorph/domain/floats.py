"""Ranges of floats, with or without infinities and NaN."""

import math
from collections.abc import Iterator
from dataclasses import dataclass, field
from random import Random

from genmorph.domain.calls import write_call
from genmorph.domain.finite import Froms
from genmorph.domain.float_draws import FloatDraws, plan_float_draws
from genmorph.domain.float_narrowing import before_adding, before_scaling, before_squaring
from genmorph.domain.float_notation import bound_arguments
from genmorph.domain.float_order import LARGEST, at_least, clamp, down, up
from genmorph.domain.optional import Optionals
from genmorph.model import Domain, Kind, UsageError


@dataclass(frozen=True, slots=True, repr=False)
class Floats:
    """All floats from `low` to `high`, both included, and NaN where `nan` says so.

    Bounds may be infinite, which includes the infinity; NaN comes only with a range that is not bounded.
    A low of 0.0 leaves -0.0 out, a low of -0.0 does not, as in Hypothesis.
    """

    low: float
    high: float
    nan: bool = False
    _draws: FloatDraws = field(init=False, compare=False)

    def __post_init__(self) -> None:
        if not at_least(self.high, self.low):
            raise UsageError(f"low must be <= high, got {self.low!r} and {self.high!r}")
        if self.nan and (self.low, self.high) not in ((-LARGEST, LARGEST), (-math.inf, math.inf)):
            raise UsageError(f"NaN needs a range without bounds, got {self.low!r} to {self.high!r}")
        object.__setattr__(self, "_draws", plan_float_draws(self.low, self.high, self.nan))

    def __repr__(self) -> str:
        return self.notation()

    @property
    def kind(self) -> Kind:
        """Always `Kind.FLOAT`."""
        return Kind.FLOAT

    @property
    def container(self) -> None:
        """Always None: no sequences."""

    @property
    def size(self) -> int | None:
        """1 where the bounds are the same float, otherwise None."""
        return 1 if at_least(self.low, self.high) else None

    def values(self) -> Iterator[float]:
        """The only value, where the bounds are the same float."""
        if self.size is None:
            raise UsageError(f"only a single float lists its values, got {self!r}")
        return iter((self.low,))

    def draw(self, rng: Random) -> float:
        """One value: small integral values, bounds and simple fractions often, extreme magnitudes seldom."""
        return self._draws.draw(rng)

    def contains(self, value: object) -> bool:
        """Whether the value is a float within the bounds."""
        if not isinstance(value, float):
            return False
        if math.isnan(value):
            return self.nan
        return at_least(value, self.low) and at_least(self.high, value)

    def notation(self) -> str:
        """The call that makes this domain."""
        positional, keywords = bound_arguments(self.low, self.high, ("min", "max"))
        allowed = {"allow_nan": self.nan, "allow_infinity": self._has_infinity}
        return write_call("floats", positional, keywords | {name: True for name, allow in allowed.items() if allow})

    def strategy(self) -> str:
        """The Hypothesis call for the same values."""
        positional, keywords = bound_arguments(self.low, self.high, ("min_value", "max_value"))
        refused = {
            "allow_nan": not (positional or keywords or self.nan),
            "allow_infinity": not (positional or self._has_infinity),
        }
        return write_call("st.floats", positional, keywords | {name: False for name, no in refused.items() if no})

    def intersect(self, other: Domain) -> Domain | None:
        """The values of both domains, None where there are none."""
        if isinstance(other, Froms | Optionals):
            return other.intersect(self)
        if not isinstance(other, Floats):
            return None
        low, high = clamp(self.low, other.low, math.inf), clamp(self.high, -math.inf, other.high)
        return Floats(low, high, self.nan and other.nan) if at_least(high, low) else None

    def before_adding(self, c: int | float) -> Domain | None:
        """Values x with x + c in the domain too, up to a few at the bounds; None where there are none."""
        return self._within(before_adding(self.low, self.high, float(c)))

    def before_scaling(self, c: int | float) -> Domain | None:
        """Values x with x * c in the domain too, up to a few at the bounds; None where there are none; c is not 0."""
        return self._within(before_scaling(self.low, self.high, float(c)))

    def before_squaring(self) -> Domain | None:
        """Values x with x * x in the domain too, up to a few at the bounds; None where there are none."""
        return self._within(before_squaring(self.low, self.high))

    @property
    def _has_infinity(self) -> bool:
        return math.isinf(self.low) or math.isinf(self.high)

    def _within(self, bounds: tuple[float, float] | None) -> "Floats | None":
        if bounds is None:
            return None
        return Floats(*bounds, nan=self.nan and bounds == (self.low, self.high))


def floats(
    min: float | None = None,  # noqa: A002
    max: float | None = None,  # noqa: A002
    exclude_min: bool = False,
    exclude_max: bool = False,
    allow_nan: bool = False,
    allow_infinity: bool = False,
) -> Floats:
    """All floats from `min` to `max`; finite unless told otherwise.

    >>> floats(0, 1, exclude_min=True).contains(0.0), floats(min=0).strategy()
    (False, 'st.floats(min_value=0.0, allow_infinity=False)')
    >>> floats(0, 0, exclude_min=True)
    Traceback (most recent call last):
        ...
    genmorph.model.UsageError: min must be <= max with a float between them, got floats(0.0, 0.0, exclude_min=True)
    """
    bounds = {"min": _bound("min", min), "max": _bound("max", max)}
    flags = {"exclude_min": exclude_min, "exclude_max": exclude_max}
    flags |= {"allow_nan": allow_nan, "allow_infinity": allow_infinity}
    given = {name: bound for name, bound in bounds.items() if bound is not None}
    positional, keywords = ([*given.values()], {}) if len(given) == len(bounds) else ([], given)
    text = write_call("floats", positional, keywords | {name: flag for name, flag in flags.items() if flag})
    _check_flags(given, flags, text)
    limit = math.inf if allow_infinity else LARGEST
    low, high = given.get("min", -limit), given.get("max", limit)
    low, high = up(low) if exclude_min else low, down(high) if exclude_max else high
    if not at_least(high, low) or not at_least(limit, low) or not at_least(high, -limit):
        raise UsageError(f"min must be <= max with a float between them, got {text}")
    return Floats(low, high, allow_nan)


def _bound(name: str, bound: object) -> float | None:
    if bound is None:
        return None
    if isinstance(bound, bool) or not isinstance(bound, int | float):
        raise UsageError(f"{name} must be a number, got {bound!r}")
    if not abs(bound) <= LARGEST:
        raise UsageError(f"{name} must be finite, got {bound!r}")
    if float(bound) != bound:
        raise UsageError(f"{name} must be exact as a float, got {bound!r}")
    return float(bound)


def _check_flags(given: dict[str, float], flags: dict[str, bool], text: str) -> None:
    for name, flag in flags.items():
        if not isinstance(flag, bool):
            raise UsageError(f"{name} must be a bool, got {flag!r}")
    for name in ("min", "max"):
        if flags[f"exclude_{name}"] and name not in given:
            raise UsageError(f"exclude_{name} needs {name}, got {text}")
    if flags["allow_nan"] and given:
        raise UsageError(f"allow_nan needs floats without min and max, got {text}")
    if flags["allow_infinity"] and len(given) > 1:
        raise UsageError(f"allow_infinity needs floats without min or without max, got {text}")
