"""Domains that can tell which of their values have valid follow-ups; None stands for no value."""

import math
from collections.abc import Callable
from typing import Any, Protocol, TypeGuard

from genmorph.model import Domain


class Detailed(Domain, Protocol):
    """A domain with some of these attributes; the predicates below say which it has.

    Ranges of numbers have the least and the largest one; texts and sequences the fewest and the most characters or
    elements, where these are chosen one by one; sequences of like elements the domain of each, and whether they are
    distinct, so that none may be repeated or put in; texts their characters, None for all but surrogates.
    """

    low: int | float | None
    high: int | float | None
    min_size: int
    max_size: int
    element: Domain
    unique: bool
    alphabet: str | None

    def where(self, keeps: Callable[[Any], bool], /) -> Domain | None:
        """The listed values for which `keeps` is true."""

    def with_sizes(self, least: int, most: int | None, /) -> Domain | None:
        """The values of these sizes."""

    def with_alphabet(self, alphabet: str, /) -> Domain | None:
        """The texts of these characters alone."""


def is_bounded(domain: Domain) -> TypeGuard[Detailed]:
    """Whether the domain is a range of numbers."""
    return _has(domain, "low", "high")


def is_listed(domain: Domain) -> TypeGuard[Detailed]:
    """Whether the domain lists its values."""
    return _has(domain, "where")


def is_sized(domain: Domain | None) -> TypeGuard[Detailed]:
    """Whether the domain is one of texts or sequences of some sizes."""
    return _has(domain, "min_size", "max_size", "with_sizes")


def is_homogeneous(domain: Domain | None) -> TypeGuard[Detailed]:
    """Whether the domain is one of sequences whose elements have a domain in common."""
    return is_sized(domain) and _has(domain, "element", "unique")


def is_spelled(domain: Domain | None) -> TypeGuard[Detailed]:
    """Whether the domain is one of texts over an alphabet."""
    return is_sized(domain) and _has(domain, "alphabet", "with_alphabet")


def _has(domain: Domain | None, *names: str) -> bool:
    """Whether a domain has these attributes now: some pass on those of another, or have them for texts alone.

    `isinstance` with a protocol does not see that from Python 3.12 on.
    """
    return all(hasattr(domain, name) for name in names)


def of_sizes(domain: Domain | None, least: int, most: int | None = None) -> Domain | None:
    """The values of `least` to `most` elements, where the elements are chosen one by one."""
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
    """The values of at least `least` elements that may lose some, or keep one in `factor`."""
    return of_sizes(domain, max(least, domain.min_size * factor + less)) if is_sized(domain) else None


def before_cutting(domain: Domain, _constant: object = None) -> Domain | None:
    """The values of any size that have a beginning of any length: all but None."""
    return domain.with_sizes(domain.min_size, None) if is_sized(domain) else None


def before_growing(domain: Domain, least: int, *, factor: int = 1, more: int = 0) -> Domain | None:
    """The values of at least `least` elements that may become `factor` times as many, and some more.

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
