"""What domains can tell: which of their values stay in them when changed, and whether whole inputs are valid."""

from collections.abc import Iterable, Sequence
from typing import Protocol, runtime_checkable

from genmorph.model import Domain, Input, Kind, UsageError


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


def contains_all(domains: Sequence[Domain], values: Input) -> bool | None:
    """Whether each value is in its domain: False if one is not, otherwise None if that is unknown for one.

    >>> from genmorph.domain import bools, ints
    >>> contains_all([ints(0, 9), bools()], (3, True)), contains_all([ints(0, 9), bools()], (10, True))
    (True, False)
    """
    return together(domain.contains(value) for domain, value in zip(domains, values, strict=True))


def together(answers: Iterable[bool | None]) -> bool | None:
    """Whether all is so: False if something is not, otherwise None if something is unknown.

    >>> together([True, None]), together([None, False]), together([])
    (None, False, True)
    """
    is_known = True
    for answer in answers:
        if not answer:
            if answer is False:
                return False
            is_known = False
    return True if is_known else None
