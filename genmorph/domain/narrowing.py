"""Domains that can tell which of their values stay in them when these are changed."""

from typing import Protocol, runtime_checkable

from genmorph.model import Domain, Kind, UsageError


@runtime_checkable
class Narrowable(Domain, Protocol):
    """A domain whose values are described, not sampled; None stands for no value."""

    def intersect(self, other: Domain, /) -> Domain | None:
        """The values of both domains."""

    def before_adding(self, c: int | float, /) -> Domain | None:
        """The values x with x + c in the domain too."""

    def before_scaling(self, c: int | float, /) -> Domain | None:
        """The values x with x * c in the domain too."""


@runtime_checkable
class _Squarable(Protocol):
    def before_squaring(self) -> Domain | None: ...


def check_element(element: object, name: str = "element") -> Narrowable:
    """The domain that others are made of, passed as argument `name`; UsageError where it is none.

    >>> check_element(3)
    Traceback (most recent call last):
        ...
    genmorph.model.UsageError: element must be a domain such as ints(0, 9), got 3
    """
    if isinstance(element, type) or not isinstance(element, Narrowable):
        raise UsageError(f"{name} must be a domain such as ints(0, 9), got {element!r:.80}")
    return element


def squares_of(domain: Domain) -> Domain | None:
    """The values x with x * x in the domain too, None where there are none, as among texts."""
    return domain.before_squaring() if isinstance(domain, _Squarable) else None


def kind_within(domain: Domain) -> Kind | None:
    """The kind of elements, as `sequence_kind` takes it: None where None may be among them."""
    return None if domain.kind is not Kind.OTHER and domain.contains(None) is not False else domain.kind


def depth_of(domain: Domain) -> int:
    """How many levels of sequences the values have."""
    depth = getattr(domain, "depth", 0)
    return int(depth)
