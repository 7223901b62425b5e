"""Domains that list their values, also one plain value alone."""

import math
from abc import abstractmethod
from collections.abc import Callable, Iterable, Iterator
from copy import deepcopy
from dataclasses import dataclass, field
from random import Random
from typing import Any

from genmorph.model import Container, Domain, Kind, UsageError
from genmorph.settings import VALUE_LIMITS
from genmorph.values.kinds import Shape, as_kind, common_shape, is_too_long
from genmorph.values.labels import key
from genmorph.values.narrowable import Narrowable
from genmorph.values.python_text import SOURCE, python_text, write_call

_SHAPES = (*map(Shape, (Kind.INT, Kind.FLOAT, Kind.BOOL, Kind.TEXT)), Shape(Kind.INTS, Container.TUPLE))


class _Listed(Narrowable):
    """A domain whose values are asked one by one whether they stay in it."""

    __slots__ = ()

    @abstractmethod
    def _where(self, keeps: Callable[[Any], bool]) -> Narrowable | None:
        """The values for which `keeps` is true, None where there are none."""

    def intersect(self, other: Domain, /) -> Narrowable | None:
        return self._where(lambda x: bool(other.contains(x)))

    def before_adding(self, c: int | float, /) -> Narrowable | None:
        return self._where(lambda x: bool(self.contains(x + c))) if self.kind.is_number else None

    def before_scaling(self, c: int | float, /) -> Narrowable | None:
        return self._where(lambda x: bool(self.contains(x * c))) if self.kind.is_number else None

    def before_mirroring(self, c: int | float, /) -> Narrowable | None:
        return self._where(lambda x: bool(self.contains(c - x))) if self.kind.is_number else None

    def before_squaring(self) -> Narrowable | None:
        return self._where(lambda x: bool(self.contains(x * x))) if self.kind.is_number else None


@dataclass(frozen=True, slots=True, repr=False)
class Froms(_Listed):
    """The values listed in `choices`, all of one kind: distinct, ascending, NaN last; -0.0 is not 0.0."""

    kind: Kind = field()
    choices: tuple[Any, ...]
    meets_any = True

    @property
    def container(self) -> Container | None:
        return Container.TUPLE if self.kind is Kind.INTS else None

    @property
    def depth(self) -> int:
        return int(self.kind.is_sequence)

    @property
    def size(self) -> int:
        return len(self.choices)

    def values(self) -> Iterator[Any]:
        return iter(self.choices)

    def draw(self, rng: Random) -> Any:
        return self.choices[int(rng.random() * len(self.choices))]

    def contains(self, value: object) -> bool:
        """Whether the value is listed, with its own kind and sign of zero."""
        if not Shape(self.kind, self.container).holds(value):
            return False
        key = _key(value)
        return any(_key(choice) == key for choice in self.choices)

    def notation(self) -> str:
        return write_call("froms", [list(self.choices)], {})

    def strategy(self) -> str:
        return write_call("st.sampled_from", [list(self.choices)], {}, SOURCE)

    def where(self, keeps: Callable[[Any], bool]) -> "Froms | None":
        """The values for which `keeps` is true, None where there are none.

        >>> froms(["ab", "B"]).where(str.islower)
        froms(["ab"])
        """
        choices = tuple(x for x in self.choices if keeps(x))
        return Froms(self.kind, choices) if choices else None

    _where = where

    @property
    def annotation(self) -> str | None:
        return self.kind.value if self.kind in (Kind.INT, Kind.BOOL, Kind.TEXT) else None

    def condition_text(self, text: str) -> str:
        return f"{text} in {python_text(list(self.choices), SOURCE)}"

    def _extremes(self, _rng: Random) -> Iterator[Any]:
        return iter((self.choices[0], self.choices[-1]))

    @property
    def min_size(self) -> int:
        return min(map(len, self._texts))

    @property
    def max_size(self) -> int:
        return max(map(len, self._texts))

    @property
    def alphabet(self) -> str:
        return "".join(sorted(set().union(*self._texts)))

    def with_sizes(self, least: int, most: int | None) -> "Froms | None":
        return self.where(lambda text: least <= len(text) and (most is None or len(text) <= most))

    def with_alphabet(self, alphabet: str) -> "Froms | None":
        return self.where(set(alphabet).issuperset)

    @property
    def _texts(self) -> tuple[str, ...]:
        """AttributeError for other values, so that `hasattr` does not find what only texts have."""
        if self.kind is not Kind.TEXT:
            raise AttributeError(f"only texts have sizes and alphabets, got {self!r}")
        return self.choices


def froms(values: Iterable[int | float | bool | str | tuple[int, ...]]) -> Froms:
    """Make the domain of the listed values: all Booleans, all texts, all ints, or numbers, floats if one is a float.

    Tuples of ints may be listed too: they are the shapes of arrays.

    >>> froms([3, 1, 3]), froms([1, 2.5]), froms([True]).kind
    (froms([1, 3]), froms([1.0, 2.5]), <Kind.BOOL: 'bool'>)
    >>> froms(["a", 1])
    Traceback (most recent call last):
        ...
    genmorph.model.UsageError: values must be all numbers, all Booleans, all texts or all tuples of ints, got ['a', 1]
    """
    if isinstance(values, str) or not isinstance(values, Iterable):
        raise UsageError(f"values must be a list, got {values!r:.80}")
    listed = list(values)
    if not listed:
        raise UsageError("values must not be empty, got froms([])")
    shape = None if None in listed else common_shape(listed)
    if shape not in _SHAPES:
        rule = "values must be all numbers, all Booleans, all texts or all tuples of ints"
        raise UsageError(f"{rule}, got {listed!r:.80}")
    if any(is_too_long(value) for value in listed):
        longest = max(len(str(value)) for value in listed)
        raise UsageError(f"values must have at most {VALUE_LIMITS.longest} characters, got {longest}")
    distinct = {_key(value): value for value in (as_kind(value, shape.kind) for value in listed)}
    return Froms(shape.kind, tuple(distinct[key] for key in sorted(distinct)))


def _key(value: Any) -> tuple[bool, Any, float]:
    """Order and identity within one kind: NaN last and equal to itself, -0.0 before 0.0."""
    if value != value:
        return True, 0, 0.0
    return False, value, math.copysign(1.0, value) if value == 0 else 0.0


@dataclass(frozen=True, slots=True, repr=False)
class Exactly(_Listed):
    """One number, Boolean, text, or list or tuple of such; each list drawn is a new one."""

    kind: Kind = field()
    container: Container | None = field()
    value: Any
    size = 1

    def values(self) -> Iterator[Any]:
        return iter((deepcopy(self.value),))

    def draw(self, _rng: Random) -> Any:
        return deepcopy(self.value)

    def contains(self, value: object) -> bool:
        """Whether the value is this one, of the same types and sign of zero."""
        return is_literal(value) and key(value) == key(self.value)

    def notation(self) -> str:
        return write_call("exactly", [self.value], {})

    def strategy(self) -> str:
        """The Hypothesis call for the same value, made anew where it holds a list."""
        if deepcopy(self.value) is self.value:
            return write_call("st.just", [self.value], {}, SOURCE)
        return f"st.builds(lambda: {python_text(self.value, SOURCE)})"

    def condition_text(self, text: str) -> str:
        if self.value is None:
            return f"{text} is None"
        return f"{text} != {text}" if self.value != self.value else f"{text} == {python_text(self.value, SOURCE)}"

    def _where(self, keeps: Callable[[Any], bool]) -> Narrowable | None:
        return self if keeps(self.value) else None


def exactly(value: object) -> Exactly:
    """The domain of one plain value."""
    shape = common_shape([value]) if is_literal(value) else None
    if shape is None:
        raise UsageError(f"value must be a number, a Boolean, a text, or a list or tuple of such, got {value!r:.80}")
    return Exactly(shape.kind, shape.container, deepcopy(value))


def is_literal(value: object) -> bool:
    """Whether the value is a number, Boolean, text, None, or a list or tuple of such, and of no class of its own."""
    if type(value) in (list, tuple):
        return all(map(is_literal, value))  # type: ignore[call-overload]
    return value is None or type(value) in (int, float, bool, str)
