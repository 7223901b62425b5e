"""Numpy arrays of any type, and their shapes: tuples of ints that are not negative."""

import math
from dataclasses import dataclass
from random import Random
from typing import Any

from genmorph.model import Built, Container, Domain, Kind, UsageError
from genmorph.settings import SIZE_DRAWS, VALUE_LIMITS
from genmorph.values.array_types import TYPE_OF, elements_within, type_name, usual
from genmorph.values.building import as_built_array
from genmorph.values.kinds import is_array
from genmorph.values.listed import Froms
from genmorph.values.narrowable import Narrowable, check_element, together
from genmorph.values.numbers.ints import Ints, ints
from genmorph.values.python_text import ARRAY, Source, numpy_name, write_call
from genmorph.values.sequences import Sequences
from genmorph.values.sizes import check_sizes, draw_elements
from genmorph.values.tuples import FixedTuples
from genmorph.values.unions import Unions


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


def read_shape(shape: Any) -> tuple[int, ...] | Narrowable:
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
    found: tuple[int, ...] | Narrowable = read
    return found


def holds_shape(shape: tuple[int, ...] | Narrowable, value: tuple[int, ...]) -> bool:
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


@dataclass(frozen=True, slots=True, repr=False)
class NdArrays(Narrowable):
    """All arrays of one type, of one shape or of all in a domain, with elements of a domain."""

    np_type: str
    shape: tuple[int, ...] | Narrowable
    elements: Narrowable
    kind = Kind.OTHER

    def draw(self, rng: Random) -> Built:
        """One array: repeated and sorted elements, and palindromes, often."""
        shape = self.shape if isinstance(self.shape, tuple) else self.shape.draw(rng)
        count, most = math.prod(shape), SIZE_DRAWS.array_elements
        drawn = draw_elements(self.elements.draw, min(count, most), is_ordered=True, rng=rng)
        return Built(self._maker, (shape, tuple(drawn if count <= most else rng.choices(drawn, k=count))))

    def contains(self, value: object) -> bool | None:
        match as_built_array(value) if is_array(value) else value:
            case Built(self._maker, (tuple(shape), tuple(elements))):
                if len(elements) != math.prod(shape) or not holds_shape(self.shape, shape):
                    return False
                return together(map(self.elements.contains, elements))
        return False

    def notation(self) -> str:
        shape = self.shape if isinstance(self.shape, tuple) else Source(self.shape.notation())
        elements = [] if self.elements == usual(self.np_type) else [Source(self.elements.notation())]
        return write_call("np_arrays", [self.np_type, shape, *elements], {})

    def strategy(self) -> str:
        shape = self.shape if isinstance(self.shape, tuple) else Source(self.shape.strategy())
        elements = {"elements": Source(self.elements.strategy())}
        return write_call("npst.arrays", [Source(numpy_name(self.np_type)), shape], elements)

    @property
    def _maker(self) -> str:
        return f"{ARRAY}{self.np_type}"

    def _within(self, other: "NdArrays") -> Narrowable | None:
        """None also where only arrays without elements are common to both."""
        one, two, elements = self.shape, other.shape, self.elements.intersect(other.elements)
        shape: Any
        if isinstance(one, tuple) or isinstance(two, tuple):
            shape, known = (one, two) if isinstance(one, tuple) else (two, one)
            is_common = holds_shape(known, shape)
        else:
            shape = one.intersect(two)
            is_common = shape is not None
        if self.np_type != other.np_type or not is_common or elements is None:
            return None
        return NdArrays(self.np_type, shape, elements)


def np_arrays(np_type: Any, shape: Any, elements: Domain | None = None) -> Sequences | NdArrays:
    """Make the domain of all numpy arrays of a type, with such shapes and elements.

    Relations speak of arrays of one dimension and of type `int64`, `float64` or `bool`; others are passed on.

    Args:
        np_type: The type of the elements, by its name or as numpy has it.
        shape: An int, a tuple of ints, or a domain of such tuples: `np_shapes(...)`, `froms([(2, 3), (3, 2)])`.
        elements: The domain of the elements; all finite values unless given.

    >>> from genmorph.domain import floats, ints, np_shapes
    >>> np_arrays("float64", np_shapes(1, 1, 0, 5), floats(0, 1)).strategy()
    'npst.arrays(np.float64, st.integers(0, 5), elements=st.floats(0.0, 1.0))'
    >>> np_arrays("uint8", (3, 4)).strategy()
    'npst.arrays(np.uint8, (3, 4), elements=st.integers(0, 255))'
    >>> np_arrays("uint8", (3, 4), ints(0, 999))
    Traceback (most recent call last):
        ...
    genmorph.model.UsageError: elements must be values of uint8, got ints(0, 999)

    """
    name, known = type_name(np_type), read_shape(shape)
    held = usual(name) if elements is None else elements_within(check_element(elements, "elements"), name)
    sizes = _sizes(known) if name in TYPE_OF.values() else None
    return NdArrays(name, known, held) if sizes is None else Sequences(held, Container.ARRAY, *sizes)


def _sizes(shape: tuple[int, ...] | Narrowable) -> tuple[int, int] | None:
    """The fewest and the most elements of shapes of one dimension; None for other shapes, and too long ones."""
    match shape:
        case (int(size),) if size <= VALUE_LIMITS.longest:
            return size, size
        case Sequences(Ints(int(low), int(high)), Container.TUPLE, 1, 1) if high <= VALUE_LIMITS.longest:
            return low, high
    return None
