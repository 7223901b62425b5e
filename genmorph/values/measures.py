"""How plain values of each kind are measured and compared: their size, look and order, and what is between them."""

import math
import sys
from collections.abc import Sequence
from random import Random
from typing import Any

from genmorph.settings import COUNTEREXAMPLES, EXPLORING, SHOWN_PAIRS
from genmorph.values.labels import write


def magnitude(value: Any) -> int:
    """The bits of a number's whole part; of a sequence those of all elements, and its length.

    >>> magnitude((1000, [True, 2.5], "abc", None))
    22
    """
    match value:
        case int():
            return value.bit_length()
        case float():
            return max(0, math.frexp(value)[1]) if math.isfinite(value) else 0
        case str() | bytes():
            return len(value)
        case list() | tuple():
            return len(value) + sum(map(magnitude, value))
    return 0


def oddness(values: Sequence[Any]) -> int:
    """How many of the values say little.

    >>> oddness((5, 0, 2.5, float("nan"), "ab", "aa", [], True, None))
    5
    """
    return sum(map(is_odd, values))


def is_odd(value: Any) -> bool:
    """Whether the value says little: zeros, ones and huge numbers, what is empty or of one element, None."""
    match value:
        case None:
            return True
        case bool():
            return False
        case int() | float():
            return abs(value) == 1 or not SHOWN_PAIRS.tiny <= abs(value) <= SHOWN_PAIRS.huge
        case str() | list() | tuple() | bytes():
            return len(set(map(write, value))) < 2
    return False


def rounded(value: Any) -> Any:
    """The value with nine digits of each number in it."""
    if isinstance(value, list | tuple):
        return [rounded(item) for item in value]
    if not isinstance(value, int | float):
        return value
    if abs(value) > sys.float_info.max:
        return value
    return float(f"{value:.9g}") if abs(value) > EXPLORING.rounding else 0.0


def look(value: Any) -> str:
    """Small whole numbers and Booleans as they are, the sign of others, the beginning of lengths."""
    match value:
        case bool() | None:
            return repr(value)
        case int() | float():
            if value != value or (abs(value) <= COUNTEREXAMPLES.small and value == int(value)):
                return repr(value)
            return "-" if value < 0 else "+"
        case str():
            return f"{min(len(value), COUNTEREXAMPLES.long)}{value.islower():d}{value.isupper():d}"
        case list() | tuple() | bytes():
            return f"{min(len(value), COUNTEREXAMPLES.long)}" + "".join(
                look(value[place]) for place in (0, -1) if value
            )
    return type(value).__name__


def compare(one: Any, other: Any) -> str:
    """By size where both are numbers, else by length; "!" for what only differs, "" for what is not compared."""
    if isinstance(one, int | float) and isinstance(other, int | float):
        return "=" if one == other else "<" if one < other else ">" if one > other else "!"
    if isinstance(one, str | list | tuple | bytes) and isinstance(other, str | list | tuple | bytes):
        return compare(len(one), len(other)) if len(one) != len(other) else "=" if list(one) == list(other) else "!"
    return ""


def between(a: Any, b: Any, share: float, rng: Random) -> Any:
    """A value on the way: numbers moved by this share, sequences of one length element by element, else either value.

    >>> between((3, 1.0, [0, 8]), (9, 2.0, [4, 0]), 0.5, Random(0))
    (6, 1.5, [2, 4])
    """
    if type(a) is not type(b) or isinstance(a, bool | str | bytes):
        return rng.choice((a, b))
    if isinstance(a, int):
        return a + (b - a) * int(share * COUNTEREXAMPLES.parts) // COUNTEREXAMPLES.parts
    if isinstance(a, float):
        return a * (1 - share) + b * share if math.isfinite(a) and math.isfinite(b) else rng.choice((a, b))
    if isinstance(a, list | tuple) and len(a) == len(b):
        return type(a)(between(v, w, share, rng) for v, w in zip(a, b, strict=True))
    return rng.choice((a, b))
