"""Functions for strategies: a module of its own, so that workers need not load Hypothesis."""

import datetime
import enum
from collections import namedtuple
from dataclasses import dataclass
from typing import Any


class Color(enum.Enum):
    """Members to draw from."""

    RED = 1
    GREEN = 2
    BLUE = 3


@dataclass(frozen=True)
class Span:
    """What `builds` makes."""

    low: int
    length: int


Pair = namedtuple("Pair", "left right")


def negated(n: Any) -> Any:
    """The opposite number."""
    return -n


def doubled(x: Any) -> Any:
    """Twice a number."""
    return x + x


def inverted(flag: Any) -> bool:
    """The other Boolean."""
    return not flag


def shouted(text: Any) -> str:
    """The text in capitals."""
    return text.upper()


def counted(values: Any) -> int:
    """The number of elements."""
    return len(values)


def summed(values: Any) -> Any:
    """The sum of the elements."""
    return sum(values)


def ordered(values: Any) -> list[Any]:
    """The elements in order."""
    return sorted(values)


def day_after(moment: Any) -> Any:
    """One day later."""
    return moment + datetime.timedelta(days=1)


def hour_of(moment: Any) -> int:
    """The hour of the day."""
    return moment.hour


def name_length(member: Any) -> int:
    """The characters of a member's name."""
    return len(member.name)


def shown_length(value: Any) -> int:
    """The characters in which a value is shown."""
    return len(repr(value))


def is_nothing(value: Any) -> bool:
    """Whether it is None."""
    return value is None


def end_of(span: Any) -> int:
    """Where a span ends."""
    return span.low + span.length


def leaves(tree: Any) -> int:
    """The number of numbers in nested lists."""
    return sum(map(leaves, tree)) if isinstance(tree, list) else 1


def applied(function: Any) -> Any:
    """What a drawn function gives."""
    return function(3)


def first_item(values: Any) -> Any:
    """The first element."""
    return values[0]


def drawn_from(source: Any) -> int:
    """A number of a generator of random numbers."""
    return source.randint(0, 9)


def shifted(n: int, text: str) -> int:
    """A number and the length of a text."""
    return n + len(text)
