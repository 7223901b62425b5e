"""How the elements of a sequence are drawn: apart from each other, or repeated, sorted, mirrored."""

from collections.abc import Callable
from copy import deepcopy
from random import Random
from typing import Any


def draw_elements(draw: Callable[[Random], Any], size: int, is_ordered: bool, rng: Random) -> list[Any]:
    """So many elements: half of the time apart from each other, a quarter of one to three distinct values.

    The rest are sorted where elements have an order, or read the same backwards.
    """
    choice = rng.random()
    if choice < 0.5 or size < 2:
        return [draw(rng) for _ in range(size)]
    if choice < 0.75:
        few = [draw(rng) for _ in range(1 + int(rng.random() * 3))]
        return [_fresh(few[int(rng.random() * len(few))]) for _ in range(size)]
    if choice < 0.85 or not is_ordered:
        half = [draw(rng) for _ in range((size + 1) // 2)]
        return half + [_fresh(element) for element in reversed(half[: size // 2])]
    return sorted((draw(rng) for _ in range(size)), key=_place, reverse=choice >= 0.95)


def in_some_order(elements: list[Any], is_ordered: bool, rng: Random) -> list[Any]:
    """The elements as they are, or sorted in 15% where they have an order."""
    choice = rng.random()
    return sorted(elements, key=_place, reverse=choice >= 0.95) if choice >= 0.85 and is_ordered else elements


def _fresh(element: Any) -> Any:
    """The element, not shared with another place: what is a list there must not change here."""
    return deepcopy(element) if isinstance(element, list | tuple) else element


def _place(element: Any) -> tuple[bool, Any]:
    """Numbers and texts in their order, NaN last."""
    return element != element, element
