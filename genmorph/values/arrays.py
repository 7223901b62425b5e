"""Numpy arrays of any type and shape: which there are, what can be done to them, and what is read of them."""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from random import Random
from typing import Any

from genmorph.model import Built, Container, Domain, Kind, UsageError
from genmorph.settings import SIZE_DRAWS, VALUE_LIMITS
from genmorph.values.array_shapes import (
    Shape,
    before_doubling,
    before_turning,
    holds_shape,
    matrix_shape,
    read_shape,
)
from genmorph.values.array_types import TYPE_OF, all_of, elements_within, type_name, usual
from genmorph.values.building import as_built_array
from genmorph.values.formed import Change, Foreign, View, added, scaled
from genmorph.values.kinds import is_array
from genmorph.values.narrowable import Narrowable, check_element, together
from genmorph.values.numbers.ints import Ints
from genmorph.values.python_text import ARRAY, Source, as_primary, conjunction, numpy_name, python_text, write_call
from genmorph.values.sequences import Sequences
from genmorph.values.sizes import Way, draw_elements

_GRID = Built("array:int64", ((2, 3), (1, 2, 3, 4, 5, 6)))


def _turning(
    name: str,
    least: int,
    turn: Callable[[tuple[Any, ...]], tuple[Any, ...]],
    apply: Callable[[Any], Any],
    text: str,
    words: str,
    example: Built,
    is_involution: bool = True,
) -> Change:
    """Moves the elements of arrays of `least` dimensions or more; `turn` does to their sides what that does."""
    return Change(
        name,
        (),
        before=lambda domain, _: domain.of_shape(before_turning(domain.shape, turn, least)),
        apply=lambda value, _: apply(value),
        text=lambda value, _: text.format(value),
        words=lambda value, _: words.format(value),
        examples=((_GRID, None, example),),
        is_involution=is_involution,
    )


def _rotated(array: Any) -> Any:
    import numpy as np

    return np.rot90(array)


def _stacked(array: Any) -> Any:
    import numpy as np

    return np.concatenate((array, array))


def _kept(sides: tuple[Any, ...]) -> tuple[Any, ...]:
    return sides


_CHANGES = (
    _turning(
        "transpose",
        *(2, lambda sides: sides[::-1], lambda array: array.T),
        *("{}.T", "{} is transposed", Built("array:int64", ((3, 2), (1, 4, 2, 5, 3, 6)))),
    ),
    _turning(
        "reverse_rows",
        *(1, _kept, lambda array: array[::-1]),
        *("{}[::-1]", "the rows of {} are reversed", Built("array:int64", ((2, 3), (4, 5, 6, 1, 2, 3)))),
    ),
    _turning(
        "reverse_columns",
        *(2, _kept, lambda array: array[:, ::-1]),
        *("{}[:, ::-1]", "the columns of {} are reversed", Built("array:int64", ((2, 3), (3, 2, 1, 6, 5, 4)))),
    ),
    _turning(
        "rotate_grid",
        *(2, lambda sides: (sides[1], sides[0], *sides[2:]), _rotated),
        *("np.rot90({})", "{} is rotated by 90 degrees", Built("array:int64", ((3, 2), (3, 6, 2, 5, 1, 4)))),
        is_involution=False,
    ),
    added(_GRID, Built("array:int64", ((2, 3), (4, 5, 6, 7, 8, 9))), numbers=lambda domain: domain.numbers),
    scaled(_GRID, Built("array:int64", ((2, 3), (3, 6, 9, 12, 15, 18))), numbers=lambda domain: domain.numbers),
    Change(
        "repeat_rows",
        (),
        before=lambda domain, _: domain.of_shape(before_doubling(domain.shape)),
        apply=lambda value, _: _stacked(value),
        text=lambda value, _: f"np.concatenate(({value}, {value}))",
        words=lambda value, _: f"the rows of {value} are repeated",
        examples=((_GRID, None, Built("array:int64", ((4, 3), 2 * (1, 2, 3, 4, 5, 6)))),),
    ),
)


def _of_types(kinds: str, read: Callable[[Any], Any]) -> Callable[[Any], Any]:
    """What is read of arrays of these kinds of types; TypeError for others."""

    def checked(array: Any) -> Any:
        if array.dtype.kind not in kinds:
            raise TypeError(f"arrays of {array.dtype} show no such thing")
        return read(array)

    return checked


def _sum(array: Any) -> Any:
    import numpy as np

    with np.errstate(all="ignore"):
        return array.sum().item()


FLATTENED = ".ravel().tolist()"
"""How what is read of an array ends that has all of its elements."""
_VIEWS = (
    View("{}.shape", lambda array: array.shape),
    View(f"{{}}{FLATTENED}", _of_types("biufUS", lambda array: array.ravel().tolist())),
    View("{}.sum().item()", _of_types("biuf", _sum), shows_infinity=True),
    View(f"{{}}.real{FLATTENED}", _of_types("c", lambda array: array.real.ravel().tolist())),
    View(f"{{}}.imag{FLATTENED}", _of_types("c", lambda array: array.imag.ravel().tolist())),
    View(f"{{}}.astype(str){FLATTENED}", _of_types("mM", lambda array: array.astype(str).ravel().tolist())),
)


@dataclass(frozen=True, slots=True, repr=False)
class NdArrays(Foreign):
    """All arrays of one type, of one shape or of all in a domain, with elements of a domain."""

    np_type: str
    shape: Shape
    elements: Narrowable
    made_by = ("numpy", "ndarray")
    changes = _CHANGES
    views = _VIEWS

    @property
    def home(self) -> None:
        """Tests and workers know numpy."""
        return

    def draw(self, rng: Random) -> Built:
        """One array: repeated and sorted elements, and palindromes, often."""
        return self._drawn(self.elements.draw, rng)

    def boundary_way(self, constants: Sequence[int | float], pieces: Sequence[str], /) -> Way:
        return partial(self._drawn, self.elements.boundary_way(constants, pieces))

    def _drawn(self, draw: Way, rng: Random) -> Built:
        shape = self.shape if isinstance(self.shape, tuple) else self.shape.draw(rng)
        count, most = math.prod(shape), SIZE_DRAWS.array_elements
        drawn = draw_elements(draw, min(count, most), is_ordered=True, rng=rng)
        return Built(self._maker, (shape, tuple(drawn if count <= most else rng.choices(drawn, k=count))))

    def contains(self, value: object) -> bool | None:
        match as_built_array(value) if is_array(value) else value:
            case Built(self._maker, (tuple(shape), tuple(elements))):
                if len(elements) != math.prod(shape) or not holds_shape(self.shape, shape):
                    return False
                return together(map(self.elements.contains, elements))
        return False

    has_condition = True

    def condition_text(self, text: str, /) -> str | None:
        array = as_primary(text)
        sides = f"{array}.shape"
        shape = f"{sides} == {self.shape}" if isinstance(self.shape, tuple) else self.shape.condition_text(sides)
        elements = Sequences(self.elements, Container.LIST, 0, VALUE_LIMITS.longest).condition_text(f"{array}.flat")
        return conjunction(f"{array}.dtype.name == {python_text(self.np_type)}", shape, elements)

    def notation(self) -> str:
        shape = self.shape if isinstance(self.shape, tuple) else Source(self.shape.notation())
        elements = [] if self.elements == usual(self.np_type) else [Source(self.elements.notation())]
        return write_call("np_arrays", [self.np_type, shape, *elements], {})

    def strategy(self) -> str:
        shape = self.shape if isinstance(self.shape, tuple) else Source(self.shape.strategy())
        elements = {"elements": Source(self.elements.strategy())}
        return write_call("npst.arrays", [Source(numpy_name(self.np_type)), shape], elements)

    def of_shape(self, shape: Shape | None) -> "NdArrays | None":
        """The arrays of these shapes instead; None where there are none."""
        return None if shape is None else replace(self, shape=shape)

    def before_adding(self, c: int | float, /) -> "NdArrays | None":
        return self._of_elements(self.elements.before_adding(c), c)

    def before_scaling(self, c: int | float, /) -> "NdArrays | None":
        return self._of_elements(self.elements.before_scaling(c), c)

    def _of_elements(self, elements: Narrowable | None, c: int | float) -> "NdArrays | None":
        """None also where numpy rounds, or does not take the number beside elements of this type."""
        is_whole = isinstance(self.elements, Ints) and all_of(self.np_type).contains(c)
        is_exact = is_whole or self.np_type == TYPE_OF[Kind.FLOAT]
        return replace(self, elements=elements) if elements is not None and is_exact else None

    @property
    def numbers(self) -> Narrowable | None:
        """The elements, where numpy adds such numbers to them and multiplies them without rounding to another type."""
        return self.elements if isinstance(self.elements, Ints) or self.np_type == TYPE_OF[Kind.FLOAT] else None

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


def matrices(
    elements: Domain,
    rows: int | tuple[int, int] = (1, 1 + SIZE_DRAWS.longer_sides),
    columns: int | tuple[int, int] = (1, 1 + SIZE_DRAWS.longer_sides),
    square: bool = False,
) -> NdArrays:
    """Make the domain of all matrices with elements of a domain: numpy arrays of two dimensions.

    Args:
        elements: The domain of the elements: numbers or Booleans.
        rows: How many rows there are, or the least and the most.
        columns: How many columns there are, or the least and the most.
        square: Whether there are as many rows as columns.

    >>> from genmorph.domain import floats
    >>> matrices(floats(0, 1), rows=(2, 4), columns=3)
    np_arrays("float64", tuples(ints(2, 4), ints(3, 3)), floats(0.0, 1.0))
    >>> matrices(floats(0, 1), rows=(1, 2), square=True).strategy()
    'npst.arrays(np.float64, st.sampled_from([(1, 1), (2, 2)]), elements=st.floats(0.0, 1.0))'
    >>> matrices(floats(0, 1), rows=-1)
    Traceback (most recent call last):
        ...
    genmorph.model.UsageError: rows[0] must be an int from 0 to 10000, got -1

    """
    held = check_element(elements, "elements")
    np_type = TYPE_OF.get(held.kind)
    if np_type is None:
        raise UsageError(f"elements must be numbers or Booleans, got {elements!r:.80}")
    return NdArrays(np_type, matrix_shape(rows, columns, square), elements_within(held, np_type))


def _sizes(shape: Shape) -> tuple[int, int] | None:
    """The fewest and the most elements of shapes of one dimension; None for other shapes, and too long ones."""
    match shape:
        case (int(size),) if size <= VALUE_LIMITS.longest:
            return size, size
        case Sequences(Ints(int(low), int(high)), Container.TUPLE, 1, 1) if high <= VALUE_LIMITS.longest:
            return low, high
    return None
