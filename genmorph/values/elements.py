"""Elements of sequences: how they are drawn together, in which order they stand, and whether they are distinct."""

from collections.abc import Callable, Iterable
from copy import deepcopy
from random import Random
from typing import Any

from genmorph.settings import ELEMENT_DRAWS


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
