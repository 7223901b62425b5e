"""Hypothesis strategies of typed trees and of rows, for tests of several rooms."""

import math

from hypothesis import strategies as st

from genmorph.model import Kind, UsageError
from genmorph.relations.expression import Expression, Role, Variable
from genmorph.relations.operators import OPERATORS, Sort

VARIABLES = (
    Variable("x_s", Role.SOURCE_INPUT, Kind.FLOAT, 0),
    Variable("n_s", Role.SOURCE_INPUT, Kind.INT, 1),
    Variable("flag_s", Role.SOURCE_INPUT, Kind.BOOL, 2),
    Variable("n_f", Role.FOLLOW_UP_INPUT, Kind.INT, 1),
    Variable("return_s", Role.SOURCE_OUTPUT, Kind.FLOAT),
    Variable("return_f", Role.FOLLOW_UP_OUTPUT, Kind.FLOAT),
)
SPECIAL = (0.0, -0.0, 1.0, -1.0, 1.0 + 1e-10, 5e-324, 1e308, -1e308, math.inf, -math.inf, math.nan, 0.1 + 0.2, 0.3)

floats = st.one_of(st.sampled_from(SPECIAL), st.floats())
ints = st.one_of(st.integers(-3, 3), st.sampled_from([2**53, -(2**53), 2**52 + 1]))


_LEAVES = {sort: [v.name for v in VARIABLES if v.sort is sort] for sort in Sort}
_LEAVES[Sort.NUMBER] += [0, 1, -1, 2, 7, 0.5, -3.25, 1e-9, 1e300]
_OPERATORS = {sort: [operator for operator in OPERATORS if operator.result is sort] for sort in Sort}


@st.composite
def relations(draw, max_depth=4):
    """Random well-typed relations over `VARIABLES`."""
    depth = draw(st.integers(1, max_depth))
    while True:
        try:
            return Expression.from_tree(_draw_tree(draw, Sort.BOOLEAN, depth), VARIABLES)
        except UsageError:  # more than 16 nodes
            depth -= 1


def _draw_tree(draw, sort, depth):
    if depth == 0 or draw(st.integers(0, 4)) == 0:
        return draw(st.sampled_from(_LEAVES[sort]))
    operator = draw(st.sampled_from(_OPERATORS[sort]))
    return [operator.symbol, *(_draw_tree(draw, argument, depth - 1) for argument in operator.arguments)]


rows = st.tuples(floats, ints, st.booleans(), ints, floats, floats)
