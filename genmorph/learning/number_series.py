"""Series of numbers: how they are checked, drawn and changed."""

import math
from collections.abc import Callable, Sequence
from random import Random
from typing import Any

from genmorph.model import UsageError
from genmorph.settings import LEARNING

Series = tuple[float, ...]


def read_series(name: str, values: Any, least: int = 1) -> Series:
    """Take the finite numbers of an argument, of which there must be enough.

    Raises:
        UsageError: The values are no finite numbers, or too few.

    >>> read_series("train", [1, 2.5])
    (1.0, 2.5)
    >>> read_series("train", [1.0, float("nan")])
    Traceback (most recent call last):
        ...
    genmorph.model.UsageError: train must be finite numbers, got nan at index 1

    """
    if isinstance(values, str | bytes):
        raise UsageError(f"{name} must be finite numbers, got {values!r}")
    try:
        listed = list(values)
    except TypeError:
        raise UsageError(f"{name} must be finite numbers, got {values!r}") from None
    if len(listed) < least:
        raise UsageError(f"{name} must be {least} finite numbers or more, got {len(listed)}")
    return tuple(_read_number(name, value, index) for index, value in enumerate(listed))


def _read_number(name: str, value: Any, index: int) -> float:
    try:
        number = float(value)
    except (TypeError, ValueError, OverflowError):
        number = math.nan
    if not math.isfinite(number):
        raise UsageError(f"{name} must be finite numbers, got {value!r} at index {index}")
    return number


def read_varied_series(name: str, values: Any, least: int = 1) -> Series:
    """As `read_series`, for a series that must not be constant.

    >>> read_varied_series("x", [2.0, 2.0])
    Traceback (most recent call last):
        ...
    genmorph.model.UsageError: x must not be constant, got 2 times 2.0
    """
    series = read_series(name, values, least)
    if is_constant(series):
        raise UsageError(f"{name} must not be constant, got {len(series)} times {series[0]!r}")
    return series


def is_constant(series: Series) -> bool:
    """Whether all values are the same."""
    return len(set(series)) < 2


def generated_series(count: int, seed: int = 0) -> Series:
    """Draw a series as of daily sales, with periods of 7 and 12.

    >>> series = generated_series(20)
    >>> len(series), min(series) >= 0
    (20, True)
    """
    rng = Random(f"{seed}/series")
    return tuple(
        max(0.0, 270 + 120 * math.sin(2 * math.pi * n / 7) + 90 * math.sin(2 * math.pi * n / 12) + rng.gauss(0, 15))
        for n in range(count)
    )


def change_each(series: Series, change: Callable[[float], float]) -> Series:
    """The series with each value changed."""
    return tuple(change(value) for value in series)


def change_one(series: Series, index: int) -> Series:
    """The series with one value moved towards the middle of the range, and within it.

    >>> [round(value, 2) for value in change_one((0.0, 4.0, 6.0), -1)]
    [0.0, 4.0, 4.09]
    """
    low, high = min(series), max(series)
    changed = list(series)
    changed[index] += LEARNING.moved * (high - low) * (1 if series[index] < (low + high) / 2 else -1)
    return tuple(changed)


def shifted_by(series: Series) -> float:
    """The constant that is added where a series is shifted, a part of its range.

    >>> shifted_by((1.0, 5.0))
    3.0
    """
    return LEARNING.shift * (max(series) - min(series))


def round_otherwise(series: Series, rng: Random, largest: float) -> Series:
    """The series with each value moved by as much as single precision may round the largest one, equal ones alike."""
    reach = LEARNING.rounding * largest
    moved = {value: value + rng.uniform(-reach, reach) for value in dict.fromkeys(series)}
    return tuple(moved[value] for value in series)


def with_missing(series: Series) -> Series:
    """The series with NaN in its middle."""
    middle = len(series) // 2
    return (*series[:middle], math.nan, *series[middle + 1 :])


def middle_indices(series: Sequence[float]) -> tuple[int, ...]:
    """Indices that divide a series into parts of one length, without its ends.

    >>> middle_indices(range(12))
    (2, 4, 6, 8, 10)
    """
    parts = LEARNING.controls + 1
    return tuple(sorted({len(series) * part // parts for part in range(1, parts)} - {0, len(series) - 1}))
