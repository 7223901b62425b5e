"""What operations on sequences mean where plain Python says something else; exported tests carry their source."""

import math
from typing import Any, TypeVar

from genmorph.model import Tolerance
from genmorph.relations.arithmetic import equal

Values = TypeVar("Values", list[Any], str)
"""A sequence or a text."""


def equal_all(a: list[float], b: list[float], tolerance: Tolerance) -> bool:
    """As long, and equal element by element within the tolerance.

    >>> equal_all([0.1 + 0.2, math.nan], [0.3, math.nan], Tolerance()), equal_all([1.0], [], Tolerance())
    (True, False)
    """
    return len(a) == len(b) and all(equal(v, w, tolerance) for v, w in zip(a, b, strict=True))


def starts_with(a: list[float], b: list[float], tolerance: Tolerance) -> bool:
    """Whether b is the beginning of a within the tolerance.

    >>> starts_with([0.1 + 0.2, 1.0], [0.3], Tolerance()), starts_with([], [0.3], Tolerance())
    (True, False)
    """
    return equal_all(a[: len(b)], b, tolerance)


def includes(values: list[float], value: float, tolerance: Tolerance) -> bool:
    """Whether any element is equal to the value within the tolerance.

    >>> includes([1.0, 0.1 + 0.2], 0.3, Tolerance())
    True
    """
    return any(equal(v, value, tolerance) for v in values)


def ascending(values: list[Any]) -> list[Any]:
    """Sorted, with NaNs at the end.

    >>> ascending([2.0, math.nan, 1.0])
    [1.0, 2.0, nan]
    """
    return sorted(values, key=lambda v: (v != v, v))


def total(values: list[float]) -> float:
    """The sum from left to right, which `sum` of later Pythons is not for floats.

    >>> total([1e100, 1.0, -1e100])
    0.0
    """
    result: float = 0
    for value in values:
        result += value
    return result


def least(values: list[float]) -> float:
    """The smallest element; NaN where there is none, or one is NaN.

    >>> least([2, 1]), least([]), least([1, math.nan])
    (1, nan, nan)
    """
    return min(values) if values and all(v == v for v in values) else math.nan


def greatest(values: list[float]) -> float:
    """The largest element; NaN where there is none, or one is NaN.

    >>> greatest([2, 1]), greatest([]), greatest([1, math.nan])
    (2, nan, nan)
    """
    return max(values) if values and all(v == v for v in values) else math.nan


def element(values: list[float], index: float) -> float:
    """The element at the index, its fraction cut; NaN where there is none.

    >>> element([5, 6], -1), element([5, 6], 0.9), element([5, 6], 2)
    (6, 5, nan)
    """
    return values[int(index)] if math.isfinite(index) and -len(values) <= int(index) < len(values) else math.nan


def remove(values: Values, index: float) -> Values:
    """All but the element at the index, its fraction cut; the same where there is none.

    >>> remove([5, 6, 7], -2), remove("ab", 0), remove("ab", 2)
    ([5, 7], 'b', 'ab')
    """
    if not math.isfinite(index) or not -len(values) <= int(index) < len(values):
        return values
    place = int(index) % len(values)
    return values[:place] + values[place + 1 :]


def truncate(values: Values, count: float) -> Values:
    """The beginning up to the count, its fraction cut, counted from the end where it is negative.

    >>> truncate([5, 6, 7], 1.5), truncate("abc", -1), truncate("abc", math.inf)
    ([5], 'ab', 'abc')
    """
    return values[: int(count)] if math.isfinite(count) else values
