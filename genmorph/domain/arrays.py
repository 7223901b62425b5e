"""Numpy arrays of any type and shape."""

import math
from dataclasses import dataclass
from random import Random
from typing import Any

from genmorph.domain.array_types import TYPE_OF, elements_within, numpy_name, type_name, usual
from genmorph.domain.building import as_built_array
from genmorph.domain.calls import Source, write_call
from genmorph.domain.containment import together
from genmorph.domain.element_draws import draw_elements
from genmorph.domain.ints import Ints
from genmorph.domain.kinds import is_array
from genmorph.domain.narrowing import Narrowable, check_element
from genmorph.domain.others import Others
from genmorph.domain.sequences import Sequences
from genmorph.domain.shapes import holds_shape, read_shape
from genmorph.domain.sizes import LONGEST
from genmorph.model import Built, Container, Domain

_DRAWN = 1_000
"""So many elements of an array are drawn, further ones are some of these again."""


@dataclass(frozen=True, slots=True, repr=False)
class NdArrays(Others):
    """All arrays of one type, of one shape or of all in a domain, with elements of a domain."""

    np_type: str
    shape: tuple[int, ...] | Narrowable
    elements: Narrowable

    def draw(self, rng: Random) -> Built:
        """One array: repeated and sorted elements, and palindromes, often."""
        shape = self.shape if isinstance(self.shape, tuple) else self.shape.draw(rng)
        count = math.prod(shape)
        drawn = draw_elements(self.elements.draw, min(count, _DRAWN), is_ordered=True, rng=rng)
        return Built(self._maker, (shape, tuple(drawn if count <= _DRAWN else rng.choices(drawn, k=count))))

    def contains(self, value: object) -> bool | None:
        """Whether the value is such an array, or what builds one."""
        match as_built_array(value) if is_array(value) else value:
            case Built(self._maker, (tuple(shape), tuple(elements))):
                if len(elements) != math.prod(shape) or not holds_shape(self.shape, shape):
                    return False
                return together(map(self.elements.contains, elements))
        return False

    def notation(self) -> str:
        """The call that makes this domain."""
        shape = self.shape if isinstance(self.shape, tuple) else Source(self.shape.notation())
        elements = [] if self.elements == usual(self.np_type) else [Source(self.elements.notation())]
        return write_call("np_arrays", [self.np_type, shape, *elements], {})

    def strategy(self) -> str:
        """The Hypothesis call for the same values; it needs numpy and Hypothesis' part for it."""
        shape = self.shape if isinstance(self.shape, tuple) else Source(self.shape.strategy())
        elements = {"elements": Source(self.elements.strategy())}
        return write_call("npst.arrays", [Source(numpy_name(self.np_type)), shape], elements)

    @property
    def _maker(self) -> str:
        return f"array:{self.np_type}"

    def _within(self, other: "NdArrays") -> Domain | None:
        """None also where only arrays without elements are common to both."""
        shape, elements = _common_shape(self.shape, other.shape), self.elements.intersect(other.elements)
        if self.np_type != other.np_type or shape is None or not isinstance(elements, Narrowable):
            return None
        return NdArrays(self.np_type, shape, elements)


def np_arrays(np_type: Any, shape: Any, elements: Domain | None = None) -> Sequences | NdArrays:
    """All numpy arrays of a type, given by its name or by numpy's, with such shapes and elements (all finite values).

    A shape is an int, a tuple of ints, or a domain of such tuples: `np_shapes(...)`, `froms([(2, 3), (3, 2)])`.
    Relations speak of arrays of one dimension and of type `int64`, `float64` or `bool`; others are passed on.

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
        case (int(size),) if size <= LONGEST:
            return size, size
        case Sequences(Ints(int(low), int(high)), Container.TUPLE, 1, 1) if high <= LONGEST:
            return low, high
    return None


def _common_shape(
    one: tuple[int, ...] | Narrowable, other: tuple[int, ...] | Narrowable
) -> tuple[int, ...] | Narrowable | None:
    if isinstance(one, tuple):
        return one if holds_shape(other, one) else None
    if isinstance(other, tuple):
        return other if holds_shape(one, other) else None
    common = one.intersect(other)
    return common if isinstance(common, Narrowable) else None
