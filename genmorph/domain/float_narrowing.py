"""Which floats stay within a range when a constant is added or multiplied, exact under rounding."""

import math
from collections.abc import Callable

from genmorph.domain.float_order import at_least, clamp, down, is_plainer, up

_STEPS = 4
"""Rounding moves a bound by at most two floats; the others are for caution."""

Bounds = tuple[float, float]


def before_adding(low: float, high: float, c: float) -> Bounds | None:
    """Bounds of the x from low to high with x + c there too; None where there are none. c is finite.

    >>> before_adding(0.0, 1.0, 0.7), before_adding(0.0, 1.0, 2.0)
    ((0.0, 0.3), None)
    """
    return _before((low, high), low - c, high - c, lambda x: x + c)


def before_scaling(low: float, high: float, c: float) -> Bounds | None:
    """Bounds of the x from low to high with x * c there too; None where there are none. c is finite and not 0.

    >>> before_scaling(-1.0, 4.0, -2.0)
    (-1.0, 0.5)
    """
    first, last = (low, high) if c > 0 else (high, low)
    return _before((low, high), first / c, last / c, lambda x: x * c)


def before_squaring(low: float, high: float) -> Bounds | None:
    """Bounds of the x from low to high with x * x there too; None where there are none.

    >>> before_squaring(-9.0, 4.0), before_squaring(0.25, math.inf), before_squaring(-2.0, -1.0)
    ((-2.0, 2.0), (0.5, inf), None)
    """
    if high < 0:
        return None
    last = math.sqrt(high)
    return _before((low, high), math.sqrt(low) if low > 0 else -last, last, lambda x: x * x)


def _before(domain: Bounds, first: float, last: float, move: Callable[[float], float]) -> Bounds | None:
    """The bounds near first and last, those of real arithmetic, whose images are in the domain.

    `move` is monotone, also in floats, or grows with the magnitude of x to either side of 0, so that everything between
    two such bounds stays in the domain as well.
    """

    def stays(x: float) -> bool:
        return _is_between(x, domain) and _is_between(move(x), domain)

    low = _settle(first, domain, stays, up)
    high = _settle(last, domain, stays, down)
    return (low, high) if low is not None and high is not None and at_least(high, low) else None


def _settle(
    bound: float, domain: Bounds, stays: Callable[[float], bool], inward: Callable[[float], float]
) -> float | None:
    """The bound, cut to the domain, or else a plainer or a further inward one, the first that stays."""
    cut = clamp(bound, *domain)
    candidates = [cut]
    for _ in range(_STEPS):
        candidates.append(inward(candidates[-1]))
    plain = float(format(cut, ".15g"))
    if cut not in domain and is_plainer(plain, cut):
        candidates.insert(0, plain)
    return next((x for x in candidates if stays(x)), None)


def _is_between(x: float, bounds: Bounds) -> bool:
    return at_least(x, bounds[0]) and at_least(bounds[1], x)
