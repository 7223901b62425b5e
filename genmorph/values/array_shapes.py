"""Shapes of numpy arrays: tuples of ints that are not negative."""

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from genmorph.model import Container, Domain, Kind, UsageError
from genmorph.settings import SIZE_DRAWS, VALUE_LIMITS
from genmorph.values.listed import Froms, froms
from genmorph.values.narrowable import Narrowable
from genmorph.values.numbers.ints import Ints, ints
from genmorph.values.python_text import write_call
from genmorph.values.sequences import Sequences
from genmorph.values.sizes import check_sizes
from genmorph.values.tuples import FixedTuples, tuples
from genmorph.values.unions import Unions

Shape = tuple[int, ...] | Narrowable
"""One shape, or the domain of all."""


@dataclass(frozen=True, slots=True, repr=False)
class Shapes(Sequences):
    """All shapes of `min_size` to `max_size` dimensions, written as such; else like other tuples of ints."""

    def notation(self) -> str:
        return write_call("np_shapes", list(self._limits().values()), {})

    def strategy(self) -> str:
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
    """Make the domain of all shapes of arrays within bounds of dimensions and sides.

    Args:
        min_dims: The least number of dimensions.
        max_dims: The greatest number of dimensions; two more than `min_dims`, at most 5, unless given.
        min_side: The least length of a side.
        max_side: The greatest length of a side; five more than `min_side` unless given.

    >>> np_shapes(2, 2), np_shapes().contains((3, 6)), np_shapes(2, 2).strategy()
    (np_shapes(2, 2, 1, 6), True, 'npst.array_shapes(min_dims=2, max_dims=2, min_side=1, max_side=6)')
    >>> np_shapes(max_dims=6)
    Traceback (most recent call last):
        ...
    genmorph.model.UsageError: max_dims must be an int from 0 to 5, got 6

    """
    if max_dims is None:
        max_dims = _largest_beside(min_dims, SIZE_DRAWS.more_dimensions, VALUE_LIMITS.most_dimensions)
    if max_side is None:
        max_side = _largest_beside(min_side, SIZE_DRAWS.longer_sides, VALUE_LIMITS.longest)
    dims = check_sizes(min_dims, max_dims, ("min_dims", "max_dims"), VALUE_LIMITS.most_dimensions)
    sides = check_sizes(min_side, max_side, ("min_side", "max_side"))
    return Shapes(ints(*sides), Container.TUPLE, *dims)


def read_shape(shape: Any) -> Shape:
    """The shape that is passed for an array: a tuple, or a domain of tuples."""
    read = (shape,) if _is_side(shape) else tuple(shape) if isinstance(shape, tuple | list) else shape
    if isinstance(read, tuple):
        largest = (len(read), math.prod(read)) if all(map(_is_side, read)) else None
    else:
        largest = _largest(read)
    if largest is None:
        rule = "shape must be an int, a tuple of ints, or a domain of tuples of ints that are not negative"
        raise UsageError(f"{rule}, got {shape!r:.80}")
    most = (VALUE_LIMITS.most_dimensions, VALUE_LIMITS.most_array_elements)
    if largest[0] > most[0] or largest[1] > most[1]:
        raise UsageError(f"shape must have at most {most[0]} dimensions and {most[1]} elements, got {shape!r:.80}")
    found: Shape = read
    return found


def holds_shape(shape: Shape, value: tuple[int, ...]) -> bool:
    return value == shape if isinstance(shape, tuple) else shape.contains(value) is True


def _largest_beside(least: object, more: int, limit: int) -> int:
    return min(limit, least + more) if isinstance(least, int) else limit


def _is_side(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value >= 0


def _largest(domain: object) -> tuple[int, int] | None:
    """The most dimensions and elements; None where the values are no shapes, or there is no limit."""
    match domain:
        case Sequences(element, Container.TUPLE, _, most):
            side = _longest_side(element)
            return None if side is None else (most, max(1, side) ** most)
        case FixedTuples(elements):
            sides = [side for side in map(_longest_side, elements) if side is not None]
            return (len(sides), math.prod(sides)) if len(sides) == len(elements) else None
        case Froms(Kind.INTS, choices) if all(_is_side(side) for choice in choices for side in choice):
            return max(map(len, choices)), max(map(math.prod, choices))
        case Unions(parts):
            found = [largest for largest in map(_largest, parts) if largest is not None]
            is_known = len(found) == len(parts)
            return (max(dims for dims, _ in found), max(count for _, count in found)) if is_known else None
    return None


def _longest_side(domain: Domain) -> int | None:
    match domain:
        case Ints(int(low), int(high)) if low >= 0:
            return high
        case Froms(Kind.INT, choices) if choices[0] >= 0:
            return int(choices[-1])
    return None


def matrix_shape(rows: Any, columns: Any, square: bool) -> Shape:
    """The shapes of matrices with so many rows and columns, each an int or the least and the most."""
    sides = [_side(name, side) for name, side in (("rows", rows), ("columns", columns))]
    if square:
        low, high = max(low for low, _ in sides), min(high for _, high in sides)
        if low > high:
            raise UsageError(f"rows and columns of square matrices must overlap, got {rows!r} and {columns!r}")
        return read_shape(froms([(side, side) for side in range(low, high + 1)]))
    (least, most), (narrowest, widest) = sides
    is_fixed = least == most and narrowest == widest
    return read_shape((least, narrowest) if is_fixed else tuples(ints(least, most), ints(narrowest, widest)))


def _side(name: str, side: Any) -> tuple[int, int]:
    match (side, side) if isinstance(side, int) else side:
        case (low, high):
            return check_sizes(low, high, (f"{name}[0]", f"{name}[1]"))
    raise UsageError(f"{name} must be an int or a pair of the least and the most, got {side!r:.80}")


def before_turning(shape: Shape, turn: Callable[[tuple[Any, ...]], tuple[Any, ...]], least: int) -> Shape | None:
    """The shapes of `least` dimensions or more that `turn` makes others of them; it is its own inverse.

    >>> before_turning(tuples(ints(1, 3), ints(2, 9)), lambda sides: sides[::-1], 2)
    tuples(ints(2, 3), ints(2, 3))
    """
    match shape:
        case tuple():
            return shape if len(shape) >= least and turn(shape) == shape else None
        case Froms():
            return shape.where(lambda sides: len(sides) >= least and turn(sides) in shape.choices)
        case FixedTuples(elements) if len(elements) >= least:
            return shape.intersect(tuples(*turn(elements)))
        case Sequences():
            return shape.with_sizes(least, None)
    return None


def before_doubling(shape: Shape) -> Shape | None:
    """The shapes that are others of them when the first side is twice as long."""
    match shape:
        case Froms():
            return shape.where(lambda sides: sides and (2 * sides[0], *sides[1:]) in shape.choices)
        case FixedTuples((first, *others)):
            half = first.before_scaling(2)
            return half and tuples(half, *others)
        case Sequences(unique=False):
            held = shape.with_sizes(1, None)
            return held and held.before_scaling(2)
    return None
