"""How large a value may be that a call gives, and how it is refused."""

from itertools import islice
from typing import Any

from .protocol import TOO_LARGE

LONGEST = 10_000
"""Elements of one sequence, or characters of one text."""
DEEPEST = 10
"""Sequences in one another."""
MOST_PARTS = 100_000
"""Elements in all and characters of all texts."""


class UnusableError(ValueError):
    """A call gave what relations cannot speak of; the text says what, and what to do where there is something."""


class DrainedList(list[Any]):
    """The elements of an iterator."""


def drained(value: Any) -> Any:
    """A list of what an iterator gives, any other value as it is; UnusableError where there is too much of it.

    >>> drained(iter((1, 2))), drained((1, 2))
    ([1, 2], (1, 2))
    """
    if not is_iterator(type(value)):
        return value
    elements = DrainedList(islice(value, LONGEST + 1))
    if len(elements) > LONGEST:
        raise UnusableError(f"gave more elements than the {LONGEST:,} that{TOO_LARGE}")
    return elements


def is_iterator(kind: type) -> bool:
    """Whether values of the type are used up by reading them; open files are left alone."""
    return hasattr(kind, "__next__") and hasattr(kind, "__iter__") and not hasattr(kind, "readline")
