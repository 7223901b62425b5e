"""Ranges of floats, with or without infinities and NaN."""

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from random import Random

from genmorph.model import Kind, UsageError
from genmorph.settings import FLOAT_DRAWS
from genmorph.values.narrowable import Narrowable, outside
from genmorph.values.numbers.float_draws import (
    LARGEST,
    WIDTHS,
    FloatDraws,
    Width,
    at_least,
    clamp,
    is_plainer,
    plan_float_draws,
)
from genmorph.values.numbers.number_boundaries import boundary_floats, float_ways
from genmorph.values.python_text import between, conjunction, write_call
from genmorph.values.sizes import Way, first_contained

Bounds = tuple[float, float]


def _before(domain: Bounds, first: float, last: float, move: Callable[[float], float]) -> Bounds | None:
    """The bounds near first and last, those of real arithmetic, whose images are in the domain.

    `move` is monotone, also in floats, or grows with the magnitude of x to either side of 0, so that everything between
    two such bounds stays in the domain as well.
    """

    def settle(bound: float, inward: float) -> float | None:
        """The bound, cut to the domain, or else a plainer or a further inward one, the first that stays."""
        candidates = [cut := clamp(bound, *domain)]
        for _ in range(FLOAT_DRAWS.bound_steps):
            candidates.append(math.nextafter(candidates[-1], inward))
        plain = float(format(cut, ".15g"))
        if cut not in domain and is_plainer(plain, cut):
            candidates.insert(0, plain)
        return next((x for x in candidates if is_between(x) and is_between(move(x))), None)

    def is_between(x: float) -> bool:
        return at_least(x, domain[0]) and at_least(domain[1], x)

    low, high = settle(first, math.inf), settle(last, -math.inf)
    return (low, high) if low is not None and high is not None and at_least(high, low) else None


def bound_arguments(
    low: float, high: float, names: tuple[str, str], width: Width
) -> tuple[list[float], dict[str, float]]:
    """The positional and the keyword arguments that say which floats of a width lie from low to high.

    Both bounds are positional, one alone takes its name; a bound is exclusive where that is plainer.
    """
    bounds: dict[str, float] = {}
    excluded: dict[str, float] = {}
    if low != -math.inf and (low != -width.largest or high == math.inf):
        bounds[names[0]], is_exclusive = _written(low, width.down(low))
        excluded |= {"exclude_min": True} if is_exclusive else {}
    if high != math.inf and (high != width.largest or low == -math.inf):
        bounds[names[1]], is_exclusive = _written(high, width.up(high))
        excluded |= {"exclude_max": True} if is_exclusive else {}
    if len(bounds) == len(names):
        return list(bounds.values()), excluded
    return [], bounds | excluded


def _written(bound: float, outside: float) -> tuple[float, bool]:
    """The bound or the float just outside of it, and whether it is the latter; zero is written without a sign."""
    is_exclusive = math.isfinite(outside) and (math.isinf(bound) or is_plainer(outside, bound))
    return (outside + 0.0, True) if is_exclusive else (bound, False)


@dataclass(frozen=True, slots=True, repr=False)
class Floats(Narrowable):
    """All floats of a width from `low` to `high`, both included, and NaN where `nan` says so.

    A width of 16 or 32 bits leaves those floats that are exact in it, and so are the bounds. Bounds may be infinite,
    which includes the infinity; NaN comes only with a range that is not bounded.
    A low of 0.0 leaves -0.0 out, a low of -0.0 does not, as in Hypothesis.
    """

    low: float
    high: float
    nan: bool = False
    width: int = 64
    _draws: FloatDraws = field(init=False, compare=False)
    kind = Kind.FLOAT
    is_interval = True

    def __post_init__(self) -> None:
        if not at_least(self.high, self.low):
            raise UsageError(f"low must be <= high, got {self.low!r} and {self.high!r}")
        largest = self._width.largest
        if self.nan and (self.low, self.high) not in ((-largest, largest), (-math.inf, math.inf)):
            raise UsageError(f"NaN needs a range without bounds, got {self.low!r} to {self.high!r}")
        object.__setattr__(self, "_draws", plan_float_draws(self.low, self.high, self.nan, self._width))

    @property
    def size(self) -> int | None:
        """1 where the bounds are the same float, otherwise None."""
        return 1 if at_least(self.low, self.high) else None

    def values(self) -> Iterator[float]:
        if self.size is None:
            raise UsageError(f"only a single float lists its values, got {self!r}")
        return iter((self.low,))

    def draw(self, rng: Random) -> float:
        """One value: small integral values, bounds and simple fractions often, extreme magnitudes seldom."""
        return self._width.rounded(self._draws.draw(rng))

    def contains(self, value: object) -> bool:
        if not isinstance(value, float):
            return False
        if math.isnan(value):
            return self.nan
        return at_least(value, self.low) and at_least(self.high, value) and self._width.holds(value)

    def notation(self) -> str:
        positional, keywords = bound_arguments(self.low, self.high, ("min", "max"), self._width)
        allowed = {"allow_nan": self.nan, "allow_infinity": math.isinf(self.low) or math.isinf(self.high)}
        flags = {name: True for name, allow in allowed.items() if allow}
        return write_call("floats", positional, {**keywords, **flags, **_width_argument(self.width)})

    def strategy(self) -> str:
        positional, keywords = bound_arguments(self.low, self.high, ("min_value", "max_value"), self._width)
        refused = {
            "allow_nan": not (positional or keywords or self.nan),
            "allow_infinity": not (positional or math.isinf(self.low) or math.isinf(self.high)),
        }
        flags = {name: False for name, no in refused.items() if no}
        return write_call("st.floats", positional, {**keywords, **flags, **_width_argument(self.width)})

    def before_adding(self, c: int | float, /) -> Narrowable | None:
        """Values x with x + c in the domain too, up to a few at the bounds; None where there are none.

        None also for widths below 64, in which most sums are not exact.
        """
        if self.width < 64:
            return None
        return self._cut(_before((self.low, self.high), self.low - c, self.high - c, lambda x: x + c))

    def before_scaling(self, c: int | float, /) -> Narrowable | None:
        """Values x with x * c in the domain too, up to a few at the bounds; None where there are none; c is not 0.

        None also for widths below 64, except for powers of two, by which all products are exact that stay finite in
        the width.
        """
        low, high = self.low, self.high
        if self.width < 64:
            if abs(c) < 1 or math.frexp(abs(c))[0] != 0.5:
                return None
            low, high = max(low, -self._width.largest), min(high, self._width.largest)
        first, last = (low, high) if c > 0 else (high, low)
        return self._cut(_before((low, high), first / c, last / c, lambda x: x * c))

    def before_mirroring(self, c: int | float, /) -> Narrowable | None:
        """Values x with c - x in the domain too, up to a few at the bounds; None where there are none.

        None also for widths below 64, in which most differences are not exact.
        """
        if self.width < 64:
            return None
        return self._cut(_before((self.low, self.high), c - self.high, c - self.low, lambda x: c - x))

    def before_squaring(self) -> Narrowable | None:
        """Values x with x * x in the domain too, up to a few at the bounds; None where there are none.

        None also for widths below 64, in which most squares are not exact.
        """
        if self.width < 64 or self.high < 0:
            return None
        last = math.sqrt(self.high)
        return self._cut(
            _before((self.low, self.high), math.sqrt(self.low) if self.low > 0 else -last, last, lambda x: x * x)
        )

    def condition_text(self, text: str) -> str | None:
        low, high = None if self.low == -math.inf else self.low, None if self.high == math.inf else self.high
        exact = None if self.width == 64 else f"float(np.float{self.width}({text})) == {text}"
        within = conjunction(between(low, text, high), exact)
        return f"({within} or {text} != {text})" if within and self.nan else within

    def boundary_numbers(self, constants: Sequence[int | float]) -> tuple[int | float, ...]:
        return self._each_once(boundary_floats(self.low, self.high, constants))

    def _boundary_way(self, constants: Sequence[int | float], _pieces: Sequence[str]) -> Way:
        return first_contained(float_ways(self.low, self.high, self.boundary_numbers(constants)), self)

    def _extremes(self, _rng: Random) -> Iterator[float]:
        return iter((0.0, 1.0, -1.0, self.low, self.high))

    @property
    def _width(self) -> Width:
        return WIDTHS[self.width]

    def parts_beyond(self, numbers: Sequence[int | float], /) -> tuple[Narrowable, ...]:
        """Those at least and at most each of the numbers; none where NaN lies on neither side.

        >>> floats(-5, 5).parts_beyond([0])
        (floats(0.0, 5.0), floats(-5.0, 0.0))
        """
        if self.nan:
            return ()
        sides = [side for number in map(float, numbers) for side in (floats(number, None), floats(None, number))]
        found = dict.fromkeys(map(self.intersect, sides))
        return tuple(part for part in found if part is not None and part != self)

    def left_out(self, part: "Floats", text: str, /) -> str:
        return outside(text, (self.low, self.high), (part.low, part.high))

    def _within(self, other: "Floats") -> Narrowable | None:
        width = WIDTHS[min(self.width, other.width)]
        low = width.at_or_above(clamp(self.low, other.low, math.inf))
        high = width.at_or_below(clamp(self.high, -math.inf, other.high))
        return Floats(low, high, self.nan and other.nan, width.bits) if at_least(high, low) else None

    def _cut(self, bounds: tuple[float, float] | None) -> "Floats | None":
        """The floats within these bounds."""
        if bounds is None:
            return None
        low, high = self._width.at_or_above(bounds[0]), self._width.at_or_below(bounds[1])
        is_whole = (low, high) == (self.low, self.high)
        return Floats(low, high, self.nan and is_whole, self.width) if at_least(high, low) else None


def _width_argument(width: int) -> dict[str, int]:
    return {} if width == 64 else {"width": width}


def floats(
    min: float | None = None,  # noqa: A002
    max: float | None = None,  # noqa: A002
    exclude_min: bool = False,
    exclude_max: bool = False,
    allow_nan: bool = False,
    allow_infinity: bool = False,
    width: int = 64,
) -> Floats:
    """Make the domain of all floats from `min` to `max`.

    Args:
        min: The least float; without it there is no bound.
        max: The greatest float; without it there is no bound.
        exclude_min: Leave `min` itself out.
        exclude_max: Leave `max` itself out.
        allow_nan: Add NaN.
        allow_infinity: Add the infinities that no bound excludes.
        width: 16, 32 or 64: only floats that are exact in this number of bits are valid.

    Raises:
        UsageError: There is no such float, or an argument is not right.

    >>> floats(0, 1, exclude_min=True).contains(0.0), floats(min=0).strategy()
    (False, 'st.floats(min_value=0.0, allow_infinity=False)')
    >>> floats(0, 0, exclude_min=True)
    Traceback (most recent call last):
        ...
    genmorph.model.UsageError: min must be <= max with a float between them, got floats(0.0, 0.0, exclude_min=True)

    """
    if isinstance(width, bool) or width not in WIDTHS:
        raise UsageError(f"width must be 16, 32 or 64, got {width!r}")
    bounds = {"min": _bound("min", min, WIDTHS[width]), "max": _bound("max", max, WIDTHS[width])}
    flags = {"exclude_min": exclude_min, "exclude_max": exclude_max}
    flags |= {"allow_nan": allow_nan, "allow_infinity": allow_infinity}
    given = {name: bound for name, bound in bounds.items() if bound is not None}
    positional, keywords = ([*given.values()], {}) if len(given) == len(bounds) else ([], given)
    said = {name: flag for name, flag in flags.items() if flag} | _width_argument(width)
    text = write_call("floats", positional, {**keywords, **said})
    _check_flags(given, flags, text)
    limit = math.inf if allow_infinity else WIDTHS[width].largest
    low, high = given.get("min", -limit), given.get("max", limit)
    low = WIDTHS[width].up(low) if exclude_min else low
    high = WIDTHS[width].down(high) if exclude_max else high
    if not at_least(high, low) or not at_least(limit, low) or not at_least(high, -limit):
        raise UsageError(f"min must be <= max with a float between them, got {text}")
    return Floats(low, high, allow_nan, width)


def _bound(name: str, bound: object, width: Width) -> float | None:
    if bound is None:
        return None
    if isinstance(bound, bool) or not isinstance(bound, int | float):
        raise UsageError(f"{name} must be a number, got {bound!r}")
    if not abs(bound) <= LARGEST:
        raise UsageError(f"{name} must be finite, got {bound!r}")
    if float(bound) != bound or not width.holds(float(bound)):
        kind = "a float" if width.bits == 64 else f"a float of {width.bits} bits"
        raise UsageError(f"{name} must be exact as {kind}, got {bound!r}")
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
