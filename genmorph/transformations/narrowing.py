"""Domains that can tell which of their values have valid follow-ups; None stands for no value."""

import math
from collections.abc import Callable
from typing import Any, Protocol, runtime_checkable

from genmorph.model import Domain


@runtime_checkable
class Narrowable(Domain, Protocol):
    """A domain of numbers, Booleans, texts or sequences; numbers are added to and multiplied in sequences too."""

    def intersect(self, other: Domain, /) -> Domain | None:
        """The values of both domains."""

    def before_adding(self, c: int | float, /) -> Domain | None:
        """The values x with x + c in the domain too."""

    def before_scaling(self, c: int | float, /) -> Domain | None:
        """The values x with x * c in the domain too."""


@runtime_checkable
class Squarable(Domain, Protocol):
    """A domain of numbers, or one that has no squares and says so."""

    def before_squaring(self) -> Domain | None:
        """The values x with x * x in the domain too."""


@runtime_checkable
class Bounded(Domain, Protocol):
    """All numbers between two others."""

    @property
    def low(self) -> int | float | None:
        """The least number, None where there is none."""

    @property
    def high(self) -> int | float | None:
        """The largest number, None where there is none."""


@runtime_checkable
class Listed(Domain, Protocol):
    """A domain that lists its values."""

    def where(self, keeps: Callable[[Any], bool], /) -> Domain | None:
        """The values for which `keeps` is true."""


@runtime_checkable
class Sized(Domain, Protocol):
    """All texts or sequences of some sizes, of characters or elements that are chosen one by one."""

    @property
    def min_size(self) -> int:
        """The fewest elements."""

    @property
    def max_size(self) -> int:
        """The most elements."""

    def with_sizes(self, least: int, most: int | None, /) -> Domain | None:
        """The values of these sizes."""


@runtime_checkable
class Homogeneous(Sized, Protocol):
    """All sequences of some sizes of elements of one domain."""

    @property
    def element(self) -> Domain:
        """The domain of each element."""


@runtime_checkable
class Spelled(Sized, Protocol):
    """All texts of some sizes over an alphabet."""

    @property
    def alphabet(self) -> str | None:
        """The characters; None for all but surrogates."""

    def with_alphabet(self, alphabet: str, /) -> Domain | None:
        """The texts of these characters alone."""


def of_sizes(domain: Domain | None, least: int, most: int | None = None) -> Domain | None:
    """The values of at least and at most so many elements, where the elements are chosen one by one."""
    if not isinstance(domain, Homogeneous | Spelled) or (most is not None and most < least):
        return None
    return domain.with_sizes(least, most)


def not_empty(domain: Domain | None) -> Domain | None:
    """The values of one element or more."""
    return domain if isinstance(domain, Sized) and domain.min_size > 0 else of_sizes(domain, 1)


def before_reordering(domain: Domain, _constant: object = None) -> Domain | None:
    """The values of two elements or more, which can be put into any order."""
    return of_sizes(domain, 2)


def before_shrinking(domain: Domain, least: int, *, factor: int = 1, less: int = 0) -> Domain | None:
    """The values of at least so many elements that may lose some, or keep one in `factor`."""
    return of_sizes(domain, max(least, domain.min_size * factor + less)) if isinstance(domain, Sized) else None


def before_growing(domain: Domain, least: int, *, factor: int = 1, more: int = 0) -> Domain | None:
    """The values of at least so many elements that may become `factor` times as many, and some more."""
    return of_sizes(domain, least, (domain.max_size - more) // factor) if isinstance(domain, Sized) else None


def width_of(domain: Domain) -> int | float:
    """How far apart the numbers of the domain, or the elements of its sequences, can be; infinite where unknown."""
    numbers = domain.element if isinstance(domain, Homogeneous) else domain
    if not isinstance(numbers, Bounded) or numbers.low is None or numbers.high is None:
        return math.inf
    return numbers.high - numbers.low


def is_open_to(domain: Domain, constant: object) -> bool:
    """Whether the constant may be an element, or a part of a text."""
    if isinstance(domain, Spelled):
        return isinstance(constant, str) and (domain.alphabet is None or set(constant) <= set(domain.alphabet))
    return isinstance(domain, Homogeneous) and domain.element.contains(constant) is not False
