"""Series of numbers: how they are checked."""

import math
from typing import Any

from genmorph.model import UsageError

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
