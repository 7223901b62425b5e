"""What domains have in common whose values are objects that relations do not speak of."""

from abc import abstractmethod
from collections.abc import Iterator
from typing import Any

from genmorph.domain.narrowing import Narrowable
from genmorph.domain.optional import Optionals
from genmorph.domain.unions import Unions
from genmorph.model import Domain, Kind, UsageError


class Others(Narrowable):
    """A domain of `Built` values: they are passed on as they are, never listed, added to or multiplied.

    A class of such domains says what it draws and contains, how it is written, and what two of it have in common.
    """

    __slots__ = ()

    def __repr__(self) -> str:
        return self.notation()

    @property
    def kind(self) -> Kind:
        """Always `Kind.OTHER`."""
        return Kind.OTHER

    @property
    def container(self) -> None:
        """Always None: no sequences."""

    @property
    def size(self) -> int | None:
        """None, unless a class of such domains knows how many values it has."""
        return None

    def values(self) -> Iterator[Any]:
        """Raise `UsageError`."""
        raise UsageError(f"only bounded domains list their values, got {self!r}")

    @abstractmethod
    def _within(self, other: Any) -> Domain | None:
        """The values that a domain of the same class has, too."""

    def intersect(self, other: Domain) -> Domain | None:
        """The values of both domains, None where there are none."""
        if isinstance(other, Optionals | Unions):
            return other.intersect(self)
        return self._within(other) if type(other) is type(self) else None

    def before_adding(self, _c: int | float) -> None:
        """None: nothing is added to an object."""

    def before_scaling(self, _c: int | float) -> None:
        """None: no object is multiplied."""
