"""Domains with None beside other values."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain
from random import Random
from typing import Any

from genmorph.domain.calls import Source, write_call
from genmorph.domain.narrowing import Narrowable, check_element, depth_of, squares_of
from genmorph.model import Container, Domain, Kind

_NONE = 0.15


@dataclass(frozen=True, slots=True, repr=False)
class Optionals:
    """None, and the values of `inner`; None has no sum, product or size, so that what asks for these leaves it out."""

    inner: Narrowable

    def __repr__(self) -> str:
        return self.notation()

    @property
    def kind(self) -> Kind:
        """The kind of the other values."""
        return self.inner.kind

    @property
    def container(self) -> Container | None:
        """The container of the other values."""
        return self.inner.container

    @property
    def depth(self) -> int:
        """So many levels of sequences the values have."""
        return depth_of(self.inner)

    @property
    def size(self) -> int | None:
        """The number of values with None, None where it is unknown or huge."""
        size = self.inner.size
        return None if size is None else size + 1

    def values(self) -> Iterator[Any]:
        """None, then all others."""
        return chain([None], self.inner.values())

    def draw(self, rng: Random) -> Any:
        """None in 15%, else one of the others."""
        return None if rng.random() < _NONE else self.inner.draw(rng)

    def contains(self, value: object) -> bool | None:
        """Whether the value is None or one of the others."""
        return value is None or self.inner.contains(value)

    def notation(self) -> str:
        """The call that makes this domain."""
        return write_call("optionals", [Source(self.inner.notation())], {})

    def strategy(self) -> str:
        """The Hypothesis expression for the same values."""
        return f"st.none() | {self.inner.strategy()}"

    def intersect(self, other: Domain) -> Domain | None:
        """The values of both domains, None where there are none but None."""
        if not isinstance(other, Optionals):
            return self.inner.intersect(other)
        common = self.inner.intersect(other.inner)
        return None if common is None else optionals(common)

    def before_adding(self, c: int | float) -> Domain | None:
        """The values x with x + c in the domain too, None where there are none."""
        return self.inner.before_adding(c)

    def before_scaling(self, c: int | float) -> Domain | None:
        """The values x with x * c in the domain too, None where there are none."""
        return self.inner.before_scaling(c)

    def before_squaring(self) -> Domain | None:
        """The values x with x * x in the domain too, None where there are none, as among texts."""
        return squares_of(self.inner)

    def __getattr__(self, name: str) -> Any:
        """What only some domains have: bounds, sizes, elements, alphabets."""
        if name not in _OF_INNER:
            raise AttributeError(name=name, obj=self)
        return getattr(self.inner, name)


_OF_INNER = (
    "low",
    "high",
    "min_size",
    "max_size",
    "with_sizes",
    "element",
    "with_element",
    "unique",
    "alphabet",
    "with_alphabet",
    "where",
)


def optionals(domain: Domain) -> Optionals:
    """None, and the values of the domain.

    >>> from genmorph.domain import ints
    >>> optionals(ints(0, 9)), optionals(ints(0, 9)).contains(None), optionals(ints(0, 9)).strategy()
    (optionals(ints(0, 9)), True, 'st.none() | st.integers(0, 9)')
    """
    if isinstance(domain, Optionals):
        return domain
    return Optionals(check_element(domain, "domain"))
