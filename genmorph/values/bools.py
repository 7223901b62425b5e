"""The two truth values."""

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

from genmorph.model import Domain, Kind
from genmorph.values.narrowable import Narrowable


@dataclass(frozen=True, slots=True, repr=False)
class Bools(Narrowable):
    """False and True."""

    kind = Kind.BOOL
    size = 2

    def values(self) -> Iterator[bool]:
        return iter((False, True))

    def draw(self, rng: Random) -> bool:
        return rng.random() < 0.5

    def contains(self, value: object) -> bool:
        return isinstance(value, bool)

    def notation(self) -> str:
        return "bools()"

    def strategy(self) -> str:
        return "st.booleans()"

    def _within(self, _other: Domain) -> Narrowable | None:
        return self

    @property
    def annotation(self) -> str:
        return self.kind.value

    def _extremes(self, _rng: Random) -> Iterator[bool]:
        return self.values()


def bools() -> Bools:
    """Make the domain of False and True.

    >>> list(bools().values()), bools().contains(1)
    ([False, True], False)
    """
    return Bools()
