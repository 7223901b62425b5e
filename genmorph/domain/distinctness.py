"""Elements of which none stands twice: whether a domain has enough of them, and how they are drawn."""

from collections.abc import Callable, Iterable
from random import Random
from typing import Any

from genmorph.domain.narrowing import Narrowable
from genmorph.domain.optional import Optionals
from genmorph.domain.sizes import LONGEST
from genmorph.domain.unions import Unions
from genmorph.model import Container, Domain, Kind, UsageError

_UNHASHABLE = (Container.LIST, Container.ARRAY, Container.ITERATOR)


def count_distinct(domain: Narrowable, least: int, name: str) -> int | None:
    """How many distinct values a domain has that lists at most 10,000; None where it has more.

    Raises `UsageError` where it has fewer than `least`, or values that cannot be told apart as keys are; `name` is that
    of the argument.

    >>> from genmorph.domain import floats, froms, ints
    >>> count_distinct(froms([0.0, -0.0]), 1, "element"), count_distinct(floats(), 9, "element")
    (1, None)
    >>> count_distinct(ints(1, 3), 4, "element")
    Traceback (most recent call last):
        ...
    genmorph.model.UsageError: element must have at least 4 distinct values, got ints(1, 3)
    """
    if not is_hashable(domain):
        raise UsageError(f"{name} must be of numbers, Booleans, texts or tuples of these, got {domain!r:.80}")
    count = None
    if domain.size is not None and domain.size <= LONGEST:
        count = len(set(domain.values()))
    found = len(draw_distinct(domain.draw, 0, least, Random(0))) if count is None and least > 1 else count
    if found is not None and found < least:
        raise UsageError(f"{name} must have at least {least} distinct values, got {domain!r:.80}")
    return count


def has_distinct(domain: Narrowable, least: int) -> bool:
    """Whether the domain has so many distinct values."""
    try:
        count_distinct(domain, least, "element")
    except UsageError:
        return False
    return True


def is_hashable(domain: Domain) -> bool:
    """Whether all values can be keys of a dict."""
    if domain.kind is Kind.OTHER or domain.container in _UNHASHABLE:
        return False
    match domain:
        case Optionals(inner):
            return is_hashable(inner)
        case Unions(parts):
            return all(map(is_hashable, parts))
    return all(map(is_hashable, getattr(domain, "elements", None) or _elements_of(domain)))


def _elements_of(domain: Domain) -> tuple[Domain, ...]:
    """The domain of the elements, where all are of one."""
    element = getattr(domain, "element", None)
    return () if element is None else (element,)


def are_distinct(elements: Iterable[Any]) -> bool:
    """Whether no element equals another; NaN equals nothing.

    >>> are_distinct([1, 2.0]), are_distinct([0.0, -0.0])
    (True, False)
    """
    comparable = [element for element in elements if element == element]
    return len(set(comparable)) == len(comparable)


def draw_distinct(draw: Callable[[Random], Any], least: int, most: int, rng: Random) -> list[Any]:
    """At most so many distinct values, fewer than `most` where they are hard to come by, but never than `least`."""
    found: dict[Any, None] = {}
    attempts = 50 + 20 * most
    while len(found) < most and (attempts > 0 or len(found) < least):
        found.setdefault(draw(rng))
        attempts -= 1
    return list(found)
