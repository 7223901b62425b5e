"""Drawing in one of several ways, inside a domain."""

from collections.abc import Callable, Sequence
from random import Random
from typing import Any

from genmorph.model import Domain

Way = Callable[[Random], Any]
"""Draws a value."""

_ATTEMPTS = 6


def first_contained(ways: Sequence[Way], domain: Domain) -> Way:
    """Draws in any of these ways, all equally often; as the domain does where that gives no value of it.

    >>> from genmorph.domain import ints
    >>> first_contained([lambda _: 7, lambda _: 10], ints(0, 9))(Random(0))
    7
    """

    def draw(rng: Random) -> Any:
        for _ in range(_ATTEMPTS):
            value = rng.choice(ways)(rng)
            if domain.contains(value):
                return value
        return domain.draw(rng)

    return draw
