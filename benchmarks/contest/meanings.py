"""The operators as numpy functions: with the meaning that genmorph gives them, and as numpy has them.

Both are written for what the workload holds, which are finite numbers and NaN: an infinity would need more steps.
"""

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from genmorph.model import Tolerance
from genmorph.relations.operators import (
    ABSOLUTE,
    ADD,
    AND,
    DIVIDE,
    EQUAL,
    IFF,
    IMPLIES,
    LESS,
    LESS_EQUAL,
    MULTIPLY,
    NOT,
    OR,
    SUBTRACT,
    XOR,
)

Values = Any
"""A column, or one number for all rows."""
Meanings = Mapping[int, Callable[..., Values]]
"""A function for the code of each operator."""


def _implies(a: Values, b: Values) -> Values:
    return np.logical_or(np.logical_not(a), b)


PLAIN: Meanings = {
    ADD: np.add,
    SUBTRACT: np.subtract,
    MULTIPLY: np.multiply,
    DIVIDE: np.divide,
    ABSOLUTE: np.abs,
    EQUAL: np.equal,
    LESS: np.less,
    LESS_EQUAL: np.less_equal,
    AND: np.logical_and,
    OR: np.logical_or,
    XOR: np.logical_xor,
    IFF: np.equal,
    IMPLIES: _implies,
    NOT: np.logical_not,
}
"""Comparisons are exact, NaN equals nothing, and division by zero is infinite."""


def same_meanings(tolerance: Tolerance) -> Meanings:
    """The operators as relations mean them, in as few passes over the columns as we could find."""
    relative, absolute = tolerance.relative, tolerance.absolute

    def bound(a: Values, b: Values) -> Values:
        return np.maximum(relative * np.maximum(np.abs(a), np.abs(b)), absolute)

    def equal(a: Values, b: Values) -> Values:
        return (np.abs(b - a) <= bound(a, b)) | ((a != a) & (b != b))

    def less(a: Values, b: Values) -> Values:
        return b - a > bound(a, b)

    def less_equal(a: Values, b: Values) -> Values:
        return a - b <= bound(a, b)

    def divide(a: Values, b: Values) -> Values:
        return np.divide(a, np.where(b == 0, np.nan, b))

    return {**PLAIN, DIVIDE: divide, EQUAL: equal, LESS: less, LESS_EQUAL: less_equal}
