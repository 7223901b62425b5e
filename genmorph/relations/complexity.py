"""How much effort it takes to read a relation; what is reported, simplified and kept is chosen by it."""

import numpy as np
from numpy.typing import NDArray

from genmorph.relations.expression import Expression
from genmorph.relations.operators import (
    ABSOLUTE,
    ADD_EACH,
    BY_CODE,
    CONCATENATE,
    CONTAINS,
    DIVIDE,
    ELEMENT,
    FIRST_VARIABLE,
    FLOAT_CONSTANT,
    IMPLIES,
    INT_CONSTANT,
    LESS,
    LESS_EQUAL,
    LOWER,
    MAX,
    MIN,
    NOT,
    PADDING,
    PREFIX,
    REMOVE,
    SCALE_EACH,
    SORTED,
    SUBTRACT,
    SUM,
    TEXT_OF,
    TRUNCATE,
    UPPER,
    XOR,
    operation_of,
)
from genmorph.settings import COMPLEXITY

_OF_OPERATIONS = {
    **dict.fromkeys((SUM, MIN, MAX, ELEMENT, TEXT_OF), COMPLEXITY.measure),
    **dict.fromkeys((SORTED, CONCATENATE, ADD_EACH, SCALE_EACH, UPPER, LOWER), COMPLEXITY.rearrangement),
    **dict.fromkeys((REMOVE, TRUNCATE, PREFIX, CONTAINS), COMPLEXITY.part),
}

_WEIGHTS = {
    ABSOLUTE: COMPLEXITY.absolute,
    DIVIDE: COMPLEXITY.divide,
    LESS: COMPLEXITY.order,
    LESS_EQUAL: COMPLEXITY.order,
    XOR: COMPLEXITY.exclusive_or,
    IMPLIES: COMPLEXITY.implies,
    NOT: COMPLEXITY.negation,
    FLOAT_CONSTANT: COMPLEXITY.float_constant,
    **{
        code: _OF_OPERATIONS[found[0]]
        for code in BY_CODE
        if (found := operation_of(code)) and found[0] in _OF_OPERATIONS
    },
}


def weight(code: int) -> int:
    """What one node of this code counts."""
    return _WEIGHTS.get(code, COMPLEXITY.plain)


_BY_CODE = np.array([0, *map(weight, range(FIRST_VARIABLE + 1))], np.int64)
"""From the code of padding on, which counts nothing."""


def effort(expression: Expression) -> int:
    """The number of nodes, with those that are harder to read counted twice or three times, and `0 - x` as one.

    >>> from genmorph.model import Kind, Output
    >>> from genmorph.relations.expression import relation_variables
    >>> variables = relation_variables([], [], [Output(Kind.INT)])
    >>> [
    ...     effort(Expression.from_tree(tree, variables))
    ...     for tree in (["==", "return_f", "return_s"], ["<", "return_f", ["-", 0, "return_s"]])
    ... ]
    [3, 6]
    """
    constants = expression.constant_at
    aligned = [float(constants.get(index, 0)) for index in range(expression.size)]
    return int(efforts(np.array([expression.codes], np.int64), np.array([aligned]))[0])


def efforts(codes: NDArray[np.integer], constants: NDArray[np.float64]) -> NDArray[np.int64]:
    """The effort of each row of padded prefix codes, with the constants at their nodes."""
    minus_signs = (codes[:, :-1] == SUBTRACT) & (codes[:, 1:] == INT_CONSTANT) & (constants[:, 1:] == 0)
    weighed = _BY_CODE[np.minimum(codes, FIRST_VARIABLE) - PADDING].sum(axis=1)
    return np.asarray(weighed - minus_signs.sum(axis=1), np.int64)
