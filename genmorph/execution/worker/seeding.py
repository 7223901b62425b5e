"""Global generators of random numbers, seeded before each call of a function that draws from them."""

import random
import sys
from collections.abc import Callable
from typing import Any


def seeded(function: Callable[..., Any], name: str) -> Callable[..., Any]:
    """The function after the global generators that are loaded were seeded with the argument of this name.

    >>> import random
    >>> drawn = seeded(random.randint, "seed")
    >>> drawn(0, 10**9, seed=7) == drawn(0, 10**9, seed=7)
    True
    """

    def call(*arguments: Any, **keywords: Any) -> Any:
        seed = keywords.pop(name)
        random.seed(seed)
        for module, seeding in (("numpy.random", "seed"), ("torch", "manual_seed"), ("tensorflow.random", "set_seed")):
            if module in sys.modules:
                getattr(sys.modules[module], seeding)(seed)
        return function(*arguments, **keywords)

    return call
