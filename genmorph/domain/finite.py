"""Domains that list their values."""

import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from random import Random
from typing import Any

from genmorph.domain.calls import write_call
from genmorph.model import Domain, Kind, UsageError

_EXACT_FLOAT = 2**53


@dataclass(frozen=True, slots=True, repr=False)
class Froms:
    """The values listed in `choices`, all of one kind: distinct, ascending, NaN last; -0.0 is not 0.0."""

    kind: Kind
    choices: tuple[Any, ...]

    def __repr__(self) -> str:
        return self.notation()

    @property
    def size(self) -> int:
        """The number of values."""
        return len(self.choices)

    def values(self) -> Iterator[Any]:
        """All values, ascending."""
        return iter(self.choices)

    def draw(self, rng: Random) -> Any:
        """One value, all equally often."""
        return self.choices[int(rng.random() * len(self.choices))]

    def contains(self, value: object) -> bool:
        """Whether the value is listed, with its own kind and sign of zero."""
        if _kind_of(value) is not self.kind:
            return False
        key = _key(value)
        return any(_key(choice) == key for choice in self.choices)

    def notation(self) -> str:
        """The call that makes this domain."""
        return write_call("froms", [list(self.choices)], {})

    def strategy(self) -> str:
        """The Hypothesis call for the same values."""
        return write_call("st.sampled_from", [list(self.choices)], {}, prefix="math.")

    def intersect(self, other: Domain) -> Domain | None:
        """The values of both domains, None where there are none."""
        return self._keep(x for x in self.choices if other.contains(x))

    def before_adding(self, c: int | float) -> Domain | None:
        """The values x with x + c in the domain too, None where there are none."""
        return self._keep(x for x in self.choices if self.contains(x + c))

    def before_scaling(self, c: int | float) -> Domain | None:
        """The values x with x * c in the domain too, None where there are none."""
        return self._keep(x for x in self.choices if self.contains(x * c))

    def _keep(self, kept: Iterable[Any]) -> "Froms | None":
        choices = tuple(kept)
        return Froms(self.kind, choices) if choices else None


def froms(values: Iterable[int | float | bool]) -> Froms:
    """Make a domain of the listed values: all Booleans, all ints, or numbers, which become floats if one is a float.

    >>> froms([3, 1, 3]), froms([1, 2.5]), froms([True]).kind
    (froms([1, 3]), froms([1.0, 2.5]), <Kind.BOOL: 'bool'>)
    >>> froms(["a"])
    Traceback (most recent call last):
        ...
    genmorph.model.UsageError: values must be all numbers or all Booleans (other kinds are not supported yet), got ['a']
    """
    if not isinstance(values, Iterable):
        raise UsageError(f"values must be a list, got {values!r}")
    listed = list(values)
    if not listed:
        raise UsageError("values must not be empty, got froms([])")
    kind = common_kind(listed)
    if kind is None:
        rule = "values must be all numbers or all Booleans (other kinds are not supported yet)"
        raise UsageError(f"{rule}, got {listed!r}")
    distinct = {_key(value): value for value in (as_kind(value, kind) for value in listed)}
    return Froms(kind, tuple(distinct[key] for key in sorted(distinct)))


def common_kind(values: Iterable[object]) -> Kind | None:
    """The kind that holds all values; None where there is no such kind.

    >>> common_kind([1, 2.5]), common_kind([True, 1])
    (<Kind.FLOAT: 'float'>, None)
    """
    kinds = {_kind_of(value) for value in values}
    if kinds == {Kind.INT, Kind.FLOAT}:
        return Kind.FLOAT
    return kinds.pop() if len(kinds) == 1 else None


def as_kind(value: Any, kind: Kind) -> Any:
    """The value as a plain value of the kind; subclasses of int and float and all NaNs lose what sets them apart."""
    match kind:
        case Kind.BOOL:
            return value
        case Kind.INT:
            return int(value)
    if isinstance(value, int) and abs(value) > _EXACT_FLOAT:
        raise UsageError(f"ints listed beside floats must be within 2**53, got {value!r}")
    return math.nan if math.isnan(value) else float(value)


def _kind_of(value: object) -> Kind | None:
    match value:
        case bool():
            return Kind.BOOL
        case int():
            return Kind.INT
        case float():
            return Kind.FLOAT
    return None


def _key(value: Any) -> tuple[bool, Any, float]:
    """Order and identity within one kind: NaN last and equal to itself, -0.0 before 0.0."""
    if value != value:
        return True, 0, 0.0
    return False, value, math.copysign(1.0, value) if value == 0 else 0.0
