"""Values that no call gave: made up from their kind alone, or a given one with a small change."""

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from random import Random
from typing import Any

from genmorph.model import Container, Kind, Output
from genmorph.relations.meaning import ascending

Number = int | float

SCALES = (1.0,) * 7 + (0.125, 0.5, 16.0, 1024.0, 2.0**20, 2.0**35, 2.0**-20)
"""Powers of two: sums and products of small multiples are exact, so that rounding contradicts nothing."""
_MULTIPLES = (0, 0, 1, 1, -1, -1, 2, -2, 3, -3, 4, 5, -6, 7, -9, 12)
_LANDMARK, _NAN = 0.2, 0.05
_LETTERS = "aaabbcABZz 09.,-ßİŉΣé\n"
_LENGTHS = (0, 1, 1, 2, 2, 3, 3, 4, 5, 6, 8)
_LONG, _SELDOM = 40, 0.03


@dataclass(frozen=True, slots=True)
class Maker:
    """Makes values of one kind; `has_bytes` says that elements lie between 0 and 255, `has_nan` that floats may be NaN.

    >>> Maker(Kind.BOOL).altered(True, 1.0, 0, Random(0)), Maker(Kind.INTS).made(1.0, 0, Random(1))
    (False, [12])
    """

    kind: Kind
    has_bytes: bool = False
    has_nan: bool = False

    def made(self, scale: float, landmark: Number, rng: Random) -> Any:
        """A value of the scale; numbers are the landmark now and then, which is finite."""
        if self.kind.is_sequence:
            return [self._element(scale, landmark, rng) for _ in range(_length(rng))]
        return self._scalar(self.kind, scale, landmark, rng)

    def altered(self, value: Any, scale: float, landmark: Number, rng: Random) -> Any:
        """The value with a small change."""
        match value:
            case bool():
                return not value
            case int() | float():
                return self._number_near(value, landmark, rng)
            case str():
                return rng.choice(_TEXT_EDITS)(value, rng.choice(_LETTERS))
        if value and rng.random() < 0.4:
            place = rng.randrange(len(value))
            return [*value[:place], self._element_near(value[place], scale, landmark, rng), *value[place + 1 :]]
        edited = rng.choice(_EDITS)(value, self._element(scale, landmark, rng))
        return edited if self.kind is Kind.NESTED or rng.random() < 0.8 else ascending(edited)

    def _scalar(self, kind: Kind, scale: float, landmark: Number, rng: Random) -> Any:
        if kind is Kind.BOOL:
            return rng.random() < 0.5
        if kind is Kind.TEXT:
            return "".join(rng.choice(_LETTERS) for _ in range(_length(rng)))
        choice = rng.random()
        if self.has_nan and choice > 1 - _NAN:
            return math.nan
        number = landmark if choice < _LANDMARK else rng.choice(_MULTIPLES) * scale
        return float(number) if kind is Kind.FLOAT else self._whole(number)

    def _whole(self, number: Number) -> int:
        return int(number) % 256 if self.has_bytes else int(number)

    def _element(self, scale: float, landmark: Number, rng: Random) -> Any:
        kind = self.kind.element
        if kind is not None:
            return self._scalar(kind, scale, landmark, rng)
        scalars = (Kind.INT, Kind.TEXT, Kind.BOOL)
        parts = [self._scalar(rng.choice(scalars), scale, landmark, rng) for _ in range(rng.randrange(3))]
        return rng.choice([parts, None, *parts])

    def _element_near(self, element: Any, scale: float, landmark: Number, rng: Random) -> Any:
        if isinstance(element, bool | int | float | str):
            return self.altered(element, scale, landmark, rng)
        return self._element(scale, landmark, rng)

    def _number_near(self, value: Number, landmark: Number, rng: Random) -> Number:
        if isinstance(value, float) and not math.isfinite(value):
            return 0.0
        change = rng.choice(_CHANGES)
        if isinstance(value, int):
            return self._whole(change(value, int(landmark)))
        return float(change(value, float(landmark)))


_CHANGES: tuple[Callable[[Any, Any], Any], ...] = (
    lambda value, _: value + 1,
    lambda value, _: value - 1,
    lambda value, _: value * 2,
    lambda value, _: -value,
    lambda value, landmark: value + landmark,
    lambda value, landmark: value - landmark,
    lambda value, landmark: value * landmark,
)
_TEXT_EDITS: tuple[Callable[[str, str], str], ...] = (
    lambda text, letter: text + letter,
    lambda text, letter: letter + text,
    lambda text, _: text[1:],
    lambda text, _: text[:-1],
    lambda text, _: text[::-1],
    lambda text, _: text.swapcase(),
    lambda text, _: text.upper(),
    lambda text, _: text + text,
    lambda text, letter: letter + text[1:],
)
_EDITS: tuple[Callable[[list[Any], Any], list[Any]], ...] = (
    lambda values, new: [*values, new],
    lambda values, new: [new, *values],
    lambda values, _: values[1:],
    lambda values, _: values[:-1],
    lambda values, _: values[::-1],
    lambda values, _: values[1:] + values[:1],
    lambda values, _: values + values,
)


def maker_of(kind: Kind, output: Output | None, *, has_nan: bool) -> Maker:
    """What makes values of an output; of anything else, such as names of errors, values of the kind."""
    has_bytes = output is not None and output.container is Container.BYTES
    return Maker(kind, has_bytes, has_nan)


def empty_value(kind: Kind) -> Any:
    """What relations read where an output of the kind is None."""
    return [] if kind.is_sequence else _EMPTY.get(kind, math.nan)


_EMPTY: Mapping[Kind, Any] = {Kind.BOOL: False, Kind.TEXT: ""}


def _length(rng: Random) -> int:
    return _LONG if rng.random() < _SELDOM else rng.choice(_LENGTHS)
