"""Ways to draw boundary values: of several, one is chosen for each draw, until the value is one of the domain."""

from collections.abc import Callable, Sequence
from random import Random
from typing import Any

from genmorph.model import Domain
from genmorph.settings import INPUT_BOUNDARIES
from genmorph.values.sizes import plan_size_draws

Way = Callable[[Random], Any]
"""Draws a value."""


def first_contained(ways: Sequence[Way], domain: Domain) -> Way:
    """Draws in any of these ways, all equally often; as the domain does where that gives no value of it.

    >>> from genmorph.domain import ints
    >>> first_contained([lambda _: 7, lambda _: 10], ints(0, 9))(Random(0))
    7
    """

    def draw(rng: Random) -> Any:
        for _ in range(INPUT_BOUNDARIES.attempts):
            value = rng.choice(ways)(rng)
            if domain.contains(value):
                return value
        return domain.draw(rng)

    return draw


def size_way(low: int, high: int, is_nested: bool = False) -> Callable[[Random], int]:
    """Draws of sizes from `low` to `high`, none longer than ordinary draws are now and then.

    >>> sorted({size_way(0, 5)(Random(seed)) for seed in range(40)})
    [0, 1, 2, 3, 4, 5]
    """
    plan = plan_size_draws(low, high, is_nested)

    def draw(rng: Random) -> int:
        choice = rng.random()
        if choice < INPUT_BOUNDARIES.small_size_share:
            return min(high, low + rng.choice((0, 1, 1, 2, 2, 3)))
        if choice < INPUT_BOUNDARIES.usual_size_share:
            return rng.randint(low, plan.usual)
        return rng.choice((plan.usual, plan.seldom))

    return draw
