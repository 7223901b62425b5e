"""Whether relations agree on rows of small values, as executions would say."""

from itertools import product
from random import Random

from genmorph.model import Kind, Tolerance
from genmorph.relations.meaning import compile_relation

ROWS = 1_500
_VALUES = {
    Kind.INT: (0, 1, 2, 3, 7, -1, -2),
    Kind.FLOAT: (0.0, 1.0, 0.5, -0.25, 3.5, -2.0, float("nan"), float("inf")),
    Kind.BOOL: (True, False),
    Kind.TEXT: ("", "a", "B", "ab", "ba", "aB", "abc", "cab"),
    Kind.INTS: ([], [0], [1], [2, 1], [1, 2], [-1, -2], [1, 1], [3, 1, 2], [2, 1, 3]),
    Kind.FLOATS: ([], [0.5], [1.0, 2.0], [2.0, 1.0], [float("nan"), 0.0], [0.25, 1.0, 0.5]),
    Kind.TEXTS: ([], ["a"], ["b", "a"], ["a", "b"], ["", "ab", "a"]),
    Kind.BOOLS: ([], [True], [False, True], [True, False], [True, True]),
    Kind.NESTED: ([], [[1]], [[2], [1]], [1, None], [None, 1]),
}


def rows_of(variables):
    """All combinations of these values, or many at random."""
    choices = [_VALUES[variable.kind] for variable in variables]
    combinations = 1
    for values in choices:
        combinations *= len(values)
    if combinations <= ROWS:
        return list(product(*choices))
    rng = Random("rows")
    return [tuple(rng.choice(values) for values in choices) for _ in range(ROWS)]


def truths(expression, rows):
    """What the relation says of each row; None where a number is too large."""
    holds = compile_relation(expression, Tolerance())

    def truth(row):
        try:
            return holds(row)
        except OverflowError:
            return None

    return [truth(row) for row in rows]


def agreement(expression, rows=None):
    """Which relations say the same as this one of each row."""
    rows = rows_of(expression.variables) if rows is None else rows
    wanted = truths(expression, rows)
    return lambda options: [truths(option, rows) == wanted for option in options]
