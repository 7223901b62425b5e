"""Shapes of numpy's arrays: tuples of ints that are not negative."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from genmorph.domain.calls import write_call
from genmorph.domain.finite import Froms
from genmorph.domain.fixed_tuples import FixedTuples
from genmorph.domain.ints import Ints, ints
from genmorph.domain.narrowing import Narrowable
from genmorph.domain.sequences import Sequences
from genmorph.domain.sizes import LONGEST, check_sizes
from genmorph.domain.unions import Unions
from genmorph.model import Container, Domain, Kind, UsageError

MOST_DIMS = 5
MOST_ELEMENTS = 10**6
_MORE_DIMS = 2
_LONGER = 5
"""How many more dimensions, and how much longer sides there are, where nothing is said of them."""
_RULE = "shape must be an int, a tuple of ints, or a domain of tuples of ints that are not negative"


@dataclass(frozen=True, slots=True, repr=False)
class Shapes(Sequences):
    """All shapes of `min_size` to `max_size` dimensions, written as such; else like other tuples of ints."""

    def notation(self) -> str:
        """The call that makes this domain."""
        return write_call("np_shapes", list(self._limits().values()), {})

    def strategy(self) -> str:
        """The Hypothesis call for the same values."""
        return write_call("npst.array_shapes", [], self._limits())

    def _of(self, domain: Domain, least: int, most: int, unique: bool | None = None) -> Sequences | None:
        """Shapes again, where the sides are still a range."""
        found = Sequences._of(self, domain, least, most, unique)  # dataclasses with slots have no `super()`
        is_range = found is not None and isinstance(found.element, Ints)
        return Shapes(found.element, Container.TUPLE, least, most) if found and is_range else found

    def _limits(self) -> dict[str, int | None]:
        assert isinstance(self.element, Ints)
        dims = {"min_dims": self.min_size, "max_dims": self.max_size}
        return {**dims, "min_side": self.element.low, "max_side": self.element.high}


def np_shapes(min_dims: int = 1, max_dims: int | None = None, min_side: int = 1, max_side: int | None = None) -> Shapes:
    """All shapes of `min_dims` to `max_dims` dimensions (two more, at most 5) and of such sides (up to five longer).

    >>> np_shapes(2, 2), np_shapes().contains((3, 6)), np_shapes(2, 2).strategy()
    (np_shapes(2, 2, 1, 6), True, 'npst.array_shapes(min_dims=2, max_dims=2, min_side=1, max_side=6)')
    >>> np_shapes(max_dims=6)
    Traceback (most recent call last):
        ...
    genmorph.model.UsageError: max_dims must be an int from 0 to 5, got 6
    """
    most_dims = _largest_beside(min_dims, _MORE_DIMS, MOST_DIMS) if max_dims is None else max_dims
    longest = _largest_beside(min_side, _LONGER, LONGEST) if max_side is None else max_side
    dims = check_sizes(min_dims, most_dims, ("min_dims", "max_dims"), MOST_DIMS)
    sides = check_sizes(min_side, longest, ("min_side", "max_side"))
    return Shapes(ints(*sides), Container.TUPLE, *dims)


def read_shape(shape: Any) -> tuple[int, ...] | Narrowable:
    """The shape that is passed for an array: a tuple, or a domain of tuples.

    >>> read_shape(3), read_shape([2, 3]), read_shape(np_shapes(1, 1))
    ((3,), (2, 3), np_shapes(1, 1, 1, 6))
    >>> read_shape(-1)
    Traceback (most recent call last):
        ...
    genmorph.model.UsageError: shape must be an int, a tuple of ints, or a domain of tuples of ints that are not \
negative, got -1
    """
    read = (shape,) if _is_side(shape) else tuple(shape) if isinstance(shape, tuple | list) else shape
    if isinstance(read, tuple):
        sides = read if all(map(_is_side, read)) else None
        elements = None if sides is None else (len(sides), math.prod(sides))
    else:
        elements = _largest(read) if isinstance(read, Narrowable) and not isinstance(read, type) else None
    if elements is None:
        raise UsageError(f"{_RULE}, got {shape!r:.80}")
    if elements[0] > MOST_DIMS or elements[1] > MOST_ELEMENTS:
        raise UsageError(
            f"shape must have at most {MOST_DIMS} dimensions and {MOST_ELEMENTS} elements, got {shape!r:.80}"
        )
    found: tuple[int, ...] | Narrowable = read
    return found


def holds_shape(shape: tuple[int, ...] | Narrowable, value: tuple[int, ...]) -> bool:
    """Whether the value is the shape, or one of the shapes."""
    return value == shape if isinstance(shape, tuple) else shape.contains(value) is True


def _largest_beside(least: object, more: int, limit: int) -> int:
    return min(limit, least + more) if isinstance(least, int) else limit


def _is_side(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value >= 0


def _largest(domain: Domain) -> tuple[int, int] | None:
    """The most dimensions and elements; None where the values are no shapes, or there is no limit."""
    match domain:
        case Sequences(element, Container.TUPLE, _, most):
            sides = _sides(element)
            return sides and (most, max(1, sides[1]) ** most)
        case FixedTuples(elements):
            known = [_sides(element) for element in elements]
            longest = [each[1] for each in known if each is not None]
            return (len(longest), math.prod(longest)) if len(longest) == len(known) else None
        case Froms(Kind.INTS, choices) if all(_is_side(side) for choice in choices for side in choice):
            return max(map(len, choices)), max(map(math.prod, choices))
        case Unions(parts):
            return _largest_of([_largest(part) for part in parts])
    return None


def _largest_of(found: Sequence[tuple[int, int] | None]) -> tuple[int, int] | None:
    known = [each for each in found if each is not None]
    dims, elements = zip(*known, strict=True) if len(known) == len(found) else ((), ())
    return (max(dims), max(elements)) if dims else None


def _sides(domain: Domain) -> tuple[int, int] | None:
    """The shortest and the longest side; None where these are no sides."""
    match domain:
        case Ints(int() as low, int() as high) if low >= 0:
            return low, high
        case Froms(Kind.INT, choices) if choices[0] >= 0:
            return choices[0], choices[-1]
    return None
