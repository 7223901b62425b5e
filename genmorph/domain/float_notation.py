"""How the bounds of floats are written as arguments of a call."""

import math

from genmorph.domain.float_order import is_plainer
from genmorph.domain.float_widths import Width


def bound_arguments(
    low: float, high: float, names: tuple[str, str], width: Width
) -> tuple[list[float], dict[str, float]]:
    """The positional and the keyword arguments that say which floats of a width lie from low to high.

    Both bounds are positional, one alone takes its name; a bound is exclusive where that is plainer.

    >>> from genmorph.domain.float_widths import WIDTHS
    >>> bound_arguments(0.0, 0.9999999999999999, ("min", "max"), WIDTHS[64])
    ([0.0, 1.0], {'exclude_max': True})
    >>> bound_arguments(3.0, math.inf, ("min", "max"), WIDTHS[64])
    ([], {'min': 3.0})
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
