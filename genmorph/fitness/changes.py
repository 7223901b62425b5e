"""Outputs changed in ways that a relation about them should notice: a little, by far, emptied, extended."""

from itertools import chain
from typing import Any

import numpy as np
from numpy.typing import NDArray

from genmorph.execution.observation import Column
from genmorph.model import Kind, Tolerance

FOREIGN = 64
"""So many foreign elements at both ends make a text or sequence another one."""
_LETTER = "\ue000"
"""Of a private use area, and so unlikely to be among the letters of an output."""


def shifted(kind: Kind, column: Column, tolerance: Tolerance, times: float) -> Column:
    """Numbers and floats in sequences changed by so many times their tolerance; other kinds as they are.

    >>> shifted(Kind.FLOAT, np.array([100.0, -8.0]), Tolerance(relative=0.5, absolute=1.0), 2.0).tolist()
    [202.0, 2.0]
    """
    if not kind.is_number and kind is not Kind.FLOATS:
        return column
    numbers = column if kind.is_number else _elements(column)
    with np.errstate(over="ignore", invalid="ignore"):  # the largest floats, and infinite ones, are as good as others
        moved = np.asarray(numbers + times * _tolerated(numbers, tolerance))
    return moved if kind.is_number else _with_elements(column, moved.tolist())


def replaced(kind: Kind, column: Column, tolerance: Tolerance, times: float) -> Column:
    """All values and elements others: numbers as by `shifted`, ints by a whole number, Booleans negated.

    >>> replaced(Kind.BOOL, np.array([True, False]), Tolerance(), 1.0).tolist()
    [False, True]
    """
    match kind:
        case Kind.INT | Kind.FLOAT | Kind.FLOATS:
            return shifted(kind, column, tolerance, times)
        case Kind.BOOL:
            return np.logical_not(column)
        case Kind.INTS:
            numbers = _elements(column)
            change = np.ceil(abs(times) * _tolerated(numbers, tolerance))
            return _with_elements(column, (numbers + np.sign(times) * change).astype(np.int64).tolist())
        case Kind.TEXT:
            return _as_column([_LETTER * len(value) for value in column])
        case Kind.BOOLS:
            return _as_column([[not element for element in value] for value in column])
        case Kind.TEXTS:
            return _as_column([[element + _LETTER for element in value] for value in column])
        case Kind.NESTED:
            return _as_column([[[element] for element in value] for value in column])
        case Kind.OTHER:
            raise ValueError("relations do not speak of values of other kinds")


def emptied(column: Column) -> Column:
    """Texts and sequences without elements."""
    return _as_column([value[:0] for value in column])


def extended(kind: Kind, column: Column) -> Column:
    """Texts and sequences with foreign elements at both ends."""
    foreign = _foreign(kind, column)
    return _as_column([foreign + value + foreign for value in column])


def _foreign(kind: Kind, column: Column) -> Any:
    """Elements of that kind that are not in the column, where there are such."""
    match kind:
        case Kind.TEXT:
            return _LETTER * FOREIGN
        case Kind.TEXTS:
            return [_LETTER] * FOREIGN
        case Kind.NESTED:
            return [[_LETTER]] * FOREIGN
        case Kind.BOOLS:
            return [True, False] * (FOREIGN // 2)
    numbers = _elements(column)
    largest = int(np.max(np.abs(numbers), initial=0.0, where=np.isfinite(numbers)))
    return [2 * largest + 1 if kind is Kind.INTS else 2.0 * largest + 1.0] * FOREIGN


def _tolerated(numbers: NDArray[Any], tolerance: Tolerance) -> NDArray[np.float64]:
    """How far each number may be from what it should be; what is zero as far as the others."""
    sizes = np.abs(numbers)
    return np.asarray(tolerance.relative * np.where(sizes > 0, sizes, _middle(sizes)) + tolerance.absolute)


def _middle(sizes: NDArray[np.float64]) -> float:
    """The median magnitude, zeros apart."""
    sizes = sizes[np.isfinite(sizes) & (sizes > 0)]
    return float(np.median(sizes)) if len(sizes) else 1.0


def _elements(column: Column) -> NDArray[np.float64]:
    return np.fromiter(chain.from_iterable(column), np.float64)


def _with_elements(column: Column, elements: list[Any]) -> Column:
    """Sequences of the same lengths with these elements."""
    ends = np.cumsum([len(value) for value in column]).tolist()
    return _as_column([elements[end - len(value) : end] for value, end in zip(column, ends, strict=True)])


def _as_column(values: list[Any]) -> Column:
    column = np.empty(len(values), np.object_)
    column[:] = values
    return column
