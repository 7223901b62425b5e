"""The two truth values."""

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

from genmorph.model import Domain, Kind
from genmorph.values.listed import Froms
from genmorph.values.unions import Optionals, Unions


@dataclass(frozen=True, slots=True, repr=False)
class Bools:
    """False and True."""

    def __repr__(self) -> str:
        return self.notation()

    @property
    def kind(self) -> Kind:
        """Always `Kind.BOOL`."""
        return Kind.BOOL

    @property
    def container(self) -> None:
        """Always None: no sequences."""

    @property
    def size(self) -> int:
        """Always 2."""
        return 2

    def values(self) -> Iterator[bool]:
        """False, then True."""
        return iter((False, True))

    def draw(self, rng: Random) -> bool:
        """False or True, equally often."""
        return rng.random() < 0.5

    def contains(self, value: object) -> bool:
        """Whether the value is a bool."""
        return isinstance(value, bool)

    def notation(self) -> str:
        """The call that makes this domain."""
        return "bools()"

    def strategy(self) -> str:
        """The Hypothesis call for the same values."""
        return "st.booleans()"

    def intersect(self, other: Domain) -> Domain | None:
        """The values of both domains, None where there are none."""
        if isinstance(other, Froms | Optionals | Unions):
            return other.intersect(self)
        return self if isinstance(other, Bools) else None

    def before_adding(self, _c: int | float) -> None:
        """None: a sum is never a bool."""

    def before_scaling(self, _c: int | float) -> None:
        """None: a product is never a bool."""


def bools() -> Bools:
    """Make the domain of False and True.

    >>> list(bools().values()), bools().contains(1)
    ([False, True], False)
    """
    return Bools()
