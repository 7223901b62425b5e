"""Sizes at which functions go wrong: the least, one and two more, the most."""

from collections.abc import Callable
from random import Random

from genmorph.domain.sizes import plan_size_draws


def size_way(low: int, high: int, is_nested: bool = False) -> Callable[[Random], int]:
    """Draws of sizes from `low` to `high`, none longer than ordinary draws are now and then.

    >>> sorted({size_way(0, 5)(Random(seed)) for seed in range(40)})
    [0, 1, 2, 3, 4, 5]
    """
    plan = plan_size_draws(low, high, is_nested)

    def draw(rng: Random) -> int:
        choice = rng.random()
        if choice < 0.45:
            return min(high, low + rng.choice((0, 1, 1, 2, 2, 3)))
        if choice < 0.9:
            return rng.randint(low, plan.usual)
        return rng.choice((plan.usual, plan.seldom))

    return draw
