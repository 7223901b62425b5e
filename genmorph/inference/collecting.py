"""How often Python looks for cycles of garbage while an inference runs."""

import gc
from collections.abc import Iterator
from contextlib import contextmanager

_ALLOCATIONS = 20_000


@contextmanager
def seldom_collecting() -> Iterator[None]:
    """Look for cycles after as many allocations as an inference makes at once, and as before when the context ends.

    Executions are many small tuples that stay: to look through them as often as Python does by itself takes a third of
    the time of an inference.

    >>> import gc
    >>> before = gc.get_threshold()
    >>> with seldom_collecting():
    ...     gc.get_threshold()[0] > before[0]
    True
    >>> gc.get_threshold() == before
    True
    """
    before = gc.get_threshold()
    gc.set_threshold(max(_ALLOCATIONS, before[0]) if before[0] else 0, *before[1:])
    try:
        yield
    finally:
        gc.set_threshold(*before)
