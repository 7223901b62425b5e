"""How many elements or characters a value has: limits, draws, boundary values; and how elements are drawn together."""

import math
from collections.abc import Callable, Iterable, Sequence
from copy import deepcopy
from dataclasses import dataclass
from random import Random
from typing import Any

from genmorph.model import Domain, UsageError
from genmorph.settings import ELEMENT_DRAWS, INPUT_BOUNDARIES, SIZE_DRAWS, TRIAL_RUN, VALUE_LIMITS
from genmorph.values.python_text import between

LENGTHS = ("min_len", "max_len")
"""What the sizes of texts and sequences are called."""
SIZES = ("min_size", "max_size")
"""What Hypothesis calls them, and what the sizes of dicts are called."""


@dataclass(frozen=True, slots=True)
class SizeDraws:
    """A plan for drawing sizes from `low` to `high`; most are up to `usual`, a few up to `seldom`."""

    low: int
    usual: int
    seldom: int
    high: int

    def draw(self, rng: Random) -> int:
        """The smallest, one more and the largest more often than others, as `SIZE_DRAWS` says."""
        choice = rng.random()
        if choice < SIZE_DRAWS.smallest_share or self.low == self.high:
            return self.low
        if choice < SIZE_DRAWS.second_share:
            return self.low + 1
        if choice < SIZE_DRAWS.seldom_share:
            is_largest = self.high == self.seldom and choice < SIZE_DRAWS.largest_share
            return self.seldom if is_largest else self._between(self.seldom, rng)
        return self._between(self.usual, rng)

    def _between(self, last: int, rng: Random) -> int:
        first = min(self.low + 2, last)
        return first + int(rng.random() * (last - first + 1))


def plan_size_draws(low: int, high: int, is_nested: bool = False) -> SizeDraws:
    """The plan for sizes from `low` to `high`, of sequences of sequences where `is_nested`."""
    usual, seldom = (SIZE_DRAWS.usual_nested, SIZE_DRAWS.usual) if is_nested else (SIZE_DRAWS.usual, SIZE_DRAWS.seldom)
    base = low if low > usual else 0
    return SizeDraws(low, min(high, base + usual), min(high, base + seldom), high)


def check_sizes(
    low: Any, high: Any, names: tuple[str, str] = LENGTHS, most: int = VALUE_LIMITS.longest
) -> tuple[int, int]:
    """Both sizes, passed as arguments of these names; UsageError where they are no sizes of anything."""
    for name, size in zip(names, (low, high), strict=True):
        if isinstance(size, bool) or not isinstance(size, int) or not 0 <= size <= most:
            raise UsageError(f"{name} must be an int from 0 to {most}, got {size!r:.80}")
    if low > high:
        raise UsageError(f"{names[0]} must be <= {names[1]}, got {low!r} and {high!r}")
    return low, high


def common_sizes(one: tuple[int, int], least: int, most: int | None) -> tuple[int, int] | None:
    """The sizes of `one` that are from `least` to `most`; None where there are none."""
    low, high = max(one[0], least), one[1] if most is None else min(one[1], most)
    return (low, high) if low <= high else None


def size_arguments(low: int, high: int, default: int, names: tuple[str, str] = LENGTHS) -> dict[str, int]:
    """The keyword arguments that say both sizes, where `default` is the largest when nothing is said."""
    least = {names[0]: low} if low else {}
    return least | ({names[1]: high} if high != default else {})


def count_sequences(elements: int | None, low: int, high: int) -> int | None:
    """The number of sequences of a number of distinct elements; None where that is unknown or beyond 10**9."""
    if high == 0:
        return 1
    if elements is None or (elements > 1 and high * elements.bit_length() > VALUE_LIMITS.most_counted_bits):
        return None
    total: int = sum(elements**size for size in range(low, high + 1))
    return total if total <= VALUE_LIMITS.most_counted else None


def count_arrangements(elements: int, low: int, high: int) -> int | None:
    """The number of sequences of distinct elements in which none stands twice; None beyond 10**9."""
    total = 0
    for size in range(low, min(high, elements) + 1):
        total += math.perm(elements, size)
        if total > VALUE_LIMITS.most_counted:
            return None
    return total


def size_condition(least: int, text: str, most: int) -> str | None:
    """Python that is true where the value with this text has such a size; None where all have."""
    return between(least or None, f"len({text})", most if most < VALUE_LIMITS.longest else None)


def usual_count(least: int, most: int) -> int:
    """About how many elements a value of these sizes has that Hypothesis draws."""
    return min(most, least + TRIAL_RUN.drawn_above_least)


def extreme_sizes(low: int, high: int) -> tuple[int, ...]:
    """The smallest size, one more, and the largest of those that are often drawn."""
    return (low, low + 1, plan_size_draws(low, high).usual)


Way = Callable[[Random], Any]
"""Draws a value."""


def first_contained(ways: Sequence[Way], domain: Domain) -> Way:
    """Draws in any of these ways, all equally often; as the domain does where that gives no value of it."""

    def draw(rng: Random) -> Any:
        for _ in range(INPUT_BOUNDARIES.attempts):
            value = rng.choice(ways)(rng)
            if domain.contains(value):
                return value
        return domain.draw(rng)

    return draw


def size_way(low: int, high: int, is_nested: bool = False) -> Callable[[Random], int]:
    """Draws of sizes from `low` to `high`, none longer than ordinary draws are now and then."""
    plan = plan_size_draws(low, high, is_nested)

    def draw(rng: Random) -> int:
        choice = rng.random()
        if choice < INPUT_BOUNDARIES.small_size_share:
            return min(high, low + rng.choice((0, 1, 1, 2, 2, 3)))
        if choice < INPUT_BOUNDARIES.usual_size_share:
            return rng.randint(low, plan.usual)
        return rng.choice((plan.usual, plan.seldom))

    return draw


def draw_elements(draw: Callable[[Random], Any], size: int, is_ordered: bool, rng: Random) -> list[Any]:
    """`size` elements, in the shares of `ELEMENT_DRAWS`: drawn independently, or of one to three distinct values.

    The rest are sorted where elements have an order, or read the same backwards.
    """
    choice = rng.random()
    if choice < ELEMENT_DRAWS.independent_share or size < 2:
        return [draw(rng) for _ in range(size)]
    if choice < ELEMENT_DRAWS.few_share:
        few = [draw(rng) for _ in range(1 + int(rng.random() * ELEMENT_DRAWS.most_few))]
        return [unshared(few[int(rng.random() * len(few))]) for _ in range(size)]
    if choice < ELEMENT_DRAWS.mirrored_share or not is_ordered:
        half = [draw(rng) for _ in range((size + 1) // 2)]
        return half + [unshared(element) for element in reversed(half[: size // 2])]
    is_descending = choice >= ELEMENT_DRAWS.ascending_share
    return sorted((draw(rng) for _ in range(size)), key=sort_key, reverse=is_descending)


def unshared(element: Any) -> Any:
    """The element, not shared with another place: what is a list there must not change here."""
    return deepcopy(element) if isinstance(element, list | tuple) else element


def sort_key(element: Any) -> tuple[bool, Any]:
    """Numbers and texts in their order, NaN last."""
    return element != element, element


def are_distinct(elements: Iterable[Any]) -> bool:
    """Whether no element equals another; NaN equals nothing."""
    comparable = [element for element in elements if element == element]
    return len(set(comparable)) == len(comparable)


def draw_distinct(draw: Callable[[Random], Any], least: int, most: int, rng: Random) -> list[Any]:
    """At most `most` distinct values; fewer where many draws give none that is new, but never fewer than `least`."""
    found: dict[Any, None] = {}
    attempts = ELEMENT_DRAWS.distinct_attempts + ELEMENT_DRAWS.distinct_attempts_each * most
    while len(found) < most and (attempts > 0 or len(found) < least):
        found.setdefault(draw(rng))
        attempts -= 1
    return list(found)
