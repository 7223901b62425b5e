"""The complexity of relations, by which they are simplified, kept and reported: how hard one is to read."""

import numpy as np
from numpy.typing import NDArray

from genmorph.relations import operators as op
from genmorph.relations.expression import Expression
from genmorph.settings import COSTS


def node_complexity(code: int) -> int:
    """The complexity of one node of this code."""
    symbol = op.BY_CODE[code].symbol if code in op.BY_CODE else "float" if code == op.FLOAT_CONSTANT else ""
    return COSTS.get(symbol, 1)


_BY_CODE = np.array([0, *map(node_complexity, range(op.FIRST_VARIABLE + 1))], np.int64)
"""From the code of padding on, which counts nothing."""


def complexity(expression: Expression) -> int:
    """The sum of the costs of all nodes; `0 - x` counts as one operator.

    >>> from genmorph.model import Kind, Output
    >>> from genmorph.relations.expression import relation_variables
    >>> variables = relation_variables([], [], [Output(Kind.INT)])
    >>> trees = ["==", "return_f", "return_s"], ["<", "return_f", ["-", 0, "return_s"]]
    >>> [complexity(Expression.from_tree(tree, variables)) for tree in trees]
    [3, 6]
    """
    constants = expression.constant_at
    aligned = [float(constants.get(index, 0)) for index in range(expression.size)]
    return int(complexities(np.array([expression.codes], np.int64), np.array([aligned]))[0])


def complexities(codes: NDArray[np.integer], constants: NDArray[np.float64]) -> NDArray[np.int64]:
    """The complexity of each row of padded prefix codes, with the constants at their nodes."""
    minus_signs = (codes[:, :-1] == op.SUBTRACT) & (codes[:, 1:] == op.INT_CONSTANT) & (constants[:, 1:] == 0)
    costs = _BY_CODE[np.minimum(codes, op.FIRST_VARIABLE) - op.PADDING].sum(axis=1)
    return np.asarray(costs - minus_signs.sum(axis=1), np.int64)
