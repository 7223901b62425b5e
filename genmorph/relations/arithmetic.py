"""What comparisons and quotients of numbers mean; exported tests carry the source of these functions."""

import math

from genmorph.model import Tolerance


def equal(a: float, b: float, tolerance: Tolerance) -> bool:
    """Equal within the tolerance; two NaNs are equal.

    >>> equal(0.1 + 0.2, 0.3, Tolerance()), equal(math.nan, math.nan, Tolerance())
    (True, True)
    """
    return math.isclose(a, b, rel_tol=tolerance.relative, abs_tol=tolerance.absolute) or (a != a and b != b)


def less(a: float, b: float, tolerance: Tolerance) -> bool:
    """Less by more than the tolerance; false with NaN.

    >>> less(0.3, 0.4, Tolerance()), less(0.3, 0.1 + 0.2, Tolerance())
    (True, False)
    """
    return a < b and not equal(a, b, tolerance)


def less_equal(a: float, b: float, tolerance: Tolerance) -> bool:
    """Less or equal within the tolerance; false with NaN.

    >>> less_equal(0.1 + 0.2, 0.3, Tolerance()), less_equal(math.nan, math.nan, Tolerance())
    (True, False)
    """
    return a <= b or (equal(a, b, tolerance) and a == a)


def divide(a: float, b: float) -> float:
    """The quotient; NaN where the divisor is zero.

    >>> divide(1, 2), divide(1, 0)
    (0.5, nan)
    """
    return a / b if b else math.nan
