"""How many elements or characters a value has: the limits, and how sizes are drawn."""

from dataclasses import dataclass
from random import Random

from genmorph.model import UsageError

LONGEST = 10_000
"""No text and no sequence of an input or output has more characters or elements."""
DEEPEST = 5
"""So many levels of sequences may lie in each other."""
USUAL = 20
"""The largest size where none is given, and mostly drawn whatever the largest is."""

_USUAL_NESTED = 6
"""Mostly drawn where the elements are sequences themselves."""
_SELDOM = 100
_MOST_COUNTED = 10**9
_MOST_DIGITS = 64
"""Powers that surely have more bits are not worked out."""


@dataclass(frozen=True, slots=True)
class SizeDraws:
    """A plan for drawing sizes from `low` to `high`; most are up to `usual`, a few up to `seldom`."""

    low: int
    usual: int
    seldom: int
    high: int

    def draw(self, rng: Random) -> int:
        """6% the smallest, 8% one more, 3% the largest unless that is huge, the rest spread."""
        choice = rng.random()
        if choice < 0.06 or self.low == self.high:
            return self.low
        if choice < 0.14:
            return self.low + 1
        if choice < 0.19:
            return self.seldom if self.high == self.seldom and choice < 0.17 else self._between(self.seldom, rng)
        return self._between(self.usual, rng)

    def _between(self, last: int, rng: Random) -> int:
        first = min(self.low + 2, last)
        return first + int(rng.random() * (last - first + 1))


def plan_size_draws(low: int, high: int, is_nested: bool = False) -> SizeDraws:
    """The plan for sizes from `low` to `high`, of sequences of sequences where `is_nested`.

    >>> plan_size_draws(0, 10_000)
    SizeDraws(low=0, usual=20, seldom=100, high=10000)
    """
    usual, seldom = (_USUAL_NESTED, USUAL) if is_nested else (USUAL, _SELDOM)
    base = low if low > usual else 0
    return SizeDraws(low, min(high, base + usual), min(high, base + seldom), high)


def check_sizes(min_size: object, max_size: object) -> tuple[int, int]:
    """Both sizes; UsageError where they are no sizes of anything.

    >>> check_sizes(3, 2)
    Traceback (most recent call last):
        ...
    genmorph.model.UsageError: min_size must be <= max_size, got 3 and 2
    """
    checked = (_check("min_size", min_size), _check("max_size", max_size))
    if checked[0] > checked[1]:
        raise UsageError(f"min_size must be <= max_size, got {min_size!r} and {max_size!r}")
    return checked


def _check(name: str, size: object) -> int:
    if isinstance(size, bool) or not isinstance(size, int) or not 0 <= size <= LONGEST:
        raise UsageError(f"{name} must be an int from 0 to {LONGEST}, got {size!r:.80}")
    return size


def common_sizes(one: tuple[int, int], least: int, most: int | None) -> tuple[int, int] | None:
    """The sizes of `one` that are from `least` to `most`; None where there are none.

    >>> common_sizes((0, 20), 2, None), common_sizes((0, 3), 4, 9)
    ((2, 20), None)
    """
    low, high = max(one[0], least), one[1] if most is None else min(one[1], most)
    return (low, high) if low <= high else None


def size_arguments(min_size: int, max_size: int, default: int) -> dict[str, int]:
    """The keyword arguments that say both sizes, where `default` is the largest when nothing is said."""
    least = {"min_size": min_size} if min_size else {}
    return least | ({"max_size": max_size} if max_size != default else {})


def count_sequences(elements: int | None, min_size: int, max_size: int) -> int | None:
    """How many sequences of so many distinct elements there are; None where that is unknown or beyond 10**9.

    >>> count_sequences(2, 0, 3), count_sequences(10, 0, 20)
    (15, None)
    """
    if max_size == 0:
        return 1
    if elements is None or (elements > 1 and max_size * elements.bit_length() > _MOST_DIGITS):
        return None
    total: int = sum(elements**size for size in range(min_size, max_size + 1))
    return total if total <= _MOST_COUNTED else None
