"""Domains that can tell which of their values have valid follow-ups; None stands for no value."""

import math
from collections.abc import Callable
from typing import Any, Protocol, TypeGuard, runtime_checkable

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


class Bounded(Domain, Protocol):
    """All numbers between two others."""

    @property
    def low(self) -> int | float | None:
        """The least number, None where there is none."""

    @property
    def high(self) -> int | float | None:
        """The largest number, None where there is none."""


class Listed(Domain, Protocol):
    """A domain that lists its values."""

    def where(self, keeps: Callable[[Any], bool], /) -> Domain | None:
        """The values for which `keeps` is true."""


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


class Homogeneous(Sized, Protocol):
    """All sequences of some sizes of elements of one domain."""

    @property
    def element(self) -> Domain:
        """The domain of each element."""

    @property
    def unique(self) -> bool:
        """Whether the elements are distinct, so that none may be repeated or put in."""


class Spelled(Sized, Protocol):
    """All texts of some sizes over an alphabet."""

    @property
    def alphabet(self) -> str | None:
        """The characters; None for all but surrogates."""

    def with_alphabet(self, alphabet: str, /) -> Domain | None:
        """The texts of these characters alone."""


def is_bounded(domain: Domain) -> TypeGuard[Bounded]:
    """Whether the domain is a range of numbers."""
    return _has(domain, "low", "high")


def is_listed(domain: Domain) -> TypeGuard[Listed]:
    """Whether the domain lists its values."""
    return _has(domain, "where")


def is_sized(domain: Domain | None) -> TypeGuard[Sized]:
    """Whether the domain is one of texts or sequences of some sizes."""
    return _has(domain, "min_size", "max_size", "with_sizes")


def is_homogeneous(domain: Domain | None) -> TypeGuard[Homogeneous]:
    """Whether the domain is one of sequences whose elements have a domain in common."""
    return is_sized(domain) and _has(domain, "element", "unique")


def is_spelled(domain: Domain | None) -> TypeGuard[Spelled]:
    """Whether the domain is one of texts over an alphabet."""
    return is_sized(domain) and _has(domain, "alphabet", "with_alphabet")


def _has(domain: Domain | None, *names: str) -> bool:
    """Whether a domain has these attributes now: some pass on those of another, or have them for texts alone.

    `isinstance` with a protocol does not see that from Python 3.12 on.
    """
    return all(hasattr(domain, name) for name in names)


def of_sizes(domain: Domain | None, least: int, most: int | None = None) -> Domain | None:
    """The values of at least and at most so many elements, where the elements are chosen one by one."""
    if not (is_homogeneous(domain) or is_spelled(domain)) or (most is not None and most < least):
        return None
    return domain.with_sizes(least, most)


def not_empty(domain: Domain | None) -> Domain | None:
    """The values of one element or more."""
    return domain if is_sized(domain) and domain.min_size > 0 else of_sizes(domain, 1)


def before_reordering(domain: Domain, _constant: object = None) -> Domain | None:
    """The values of two elements or more, which can be put into any order."""
    return of_sizes(domain, 2)


def before_shrinking(domain: Domain, least: int, *, factor: int = 1, less: int = 0) -> Domain | None:
    """The values of at least so many elements that may lose some, or keep one in `factor`."""
    return of_sizes(domain, max(least, domain.min_size * factor + less)) if is_sized(domain) else None


def before_growing(domain: Domain, least: int, *, factor: int = 1, more: int = 0) -> Domain | None:
    """The values of at least so many elements that may become `factor` times as many, and some more.

    None where elements are distinct: what comes in may be there already.
    """
    if not is_sized(domain) or (is_homogeneous(domain) and domain.unique):
        return None
    return of_sizes(domain, least, (domain.max_size - more) // factor)


def width_of(domain: Domain) -> int | float:
    """How far apart the numbers of the domain, or the elements of its sequences, can be; infinite where unknown."""
    numbers = domain.element if is_homogeneous(domain) else domain
    if not is_bounded(numbers) or numbers.low is None or numbers.high is None:
        return math.inf
    return numbers.high - numbers.low


def is_open_to(domain: Domain, constant: object) -> bool:
    """Whether the constant may be an element, or a part of a text."""
    if is_spelled(domain):
        return isinstance(constant, str) and (domain.alphabet is None or set(constant) <= set(domain.alphabet))
    return is_homogeneous(domain) and domain.element.contains(constant) is not False
