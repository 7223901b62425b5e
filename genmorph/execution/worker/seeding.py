"""Global generators of random numbers, seeded before each call of a function that draws from them."""

import random
import sys
from collections.abc import Callable
from typing import Any


def seeded(function: Callable[..., Any], name: str) -> Callable[..., Any]:
    """Call a function after global generators were seeded with the argument of this name.

    Where the function loads a library of theirs itself, it is called again with that one seeded, too.

    >>> import random
    >>> drawn = seeded(random.randint, "seed")
    >>> drawn(0, 10**9, seed=7) == drawn(0, 10**9, seed=7)
    True
    """
    libraries = {"numpy": ("random", "seed"), "torch": ("manual_seed",), "tensorflow": ("random", "set_seed")}

    def call(*arguments: Any, **keywords: Any) -> Any:
        seed = keywords.pop(name)
        known = None
        while known != [library for library in libraries if library in sys.modules]:
            known = [library for library in libraries if library in sys.modules]
            random.seed(seed)
            for library in known:
                seeding: Any = sys.modules[library]
                for part in libraries[library]:
                    seeding = getattr(seeding, part)
                seeding(seed)
            value = function(*arguments, **keywords)
        return value

    return call
