"""What users register beside the built-in parts: the only values of genmorph that are there for a whole process."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Generic, TypeVar

from genmorph.model import UsageError

Value = TypeVar("Value")


class Registry(Generic[Value]):
    """Values by name, in the order in which they were added; `noun` is what errors call one.

    >>> units = Registry[int]("unit")
    >>> units.add("dozen", 12)
    >>> units.add("dozen", 12)
    >>> units.values
    mappingproxy({'dozen': 12})
    >>> units.add("dozen", 13)
    Traceback (most recent call last):
        ...
    genmorph.model.UsageError: unit must have a name of its own, got another 'dozen'; unregister_unit makes room
    """

    def __init__(self, noun: str) -> None:
        self._noun = noun
        self._values: dict[str, Value] = {}

    @property
    def values(self) -> Mapping[str, Value]:
        return MappingProxyType(self._values)

    def add(self, name: str, value: Value) -> None:
        """Add a value; the same object again changes nothing. Raises UsageError for another of this name."""
        if self._values.setdefault(name, value) is not value:
            makes_room = f"unregister_{self._noun} makes room"
            raise UsageError(f"{self._noun} must have a name of its own, got another {name!r}; {makes_room}")

    def remove(self, name: str) -> None:
        if name not in self._values:
            raise UsageError(f"{self._noun} must be registered, got {name!r}")
        del self._values[name]
