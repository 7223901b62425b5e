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
"""Numbers and a Boolean; `relations()` and `rows` are over these."""
_OUTPUTS = (Kind.FLOAT, Kind.INT, Kind.TEXT, Kind.INTS, Kind.FLOATS, Kind.TEXTS, Kind.NESTED, Kind.BOOLS)
SEQUENCE_VARIABLES = (
    Variable("n_s", Role.SOURCE_INPUT, Kind.INT, 0),
    Variable("flag_s", Role.SOURCE_INPUT, Kind.BOOL, 1),
    Variable("text_s", Role.SOURCE_INPUT, Kind.TEXT, 2),
    Variable("xs_s", Role.SOURCE_INPUT, Kind.FLOATS, 3),
    Variable("ks_s", Role.SOURCE_INPUT, Kind.INTS, 4),
    Variable("n_f", Role.FOLLOW_UP_INPUT, Kind.INT, 0),
    Variable("xs_f", Role.FOLLOW_UP_INPUT, Kind.FLOATS, 3),
    *(Variable(f"return.{kind.name.lower()}_s", Role.SOURCE_OUTPUT, kind, i) for i, kind in enumerate(_OUTPUTS)),
    *(Variable(f"return.{kind.name.lower()}_f", Role.FOLLOW_UP_OUTPUT, kind, i) for i, kind in enumerate(_OUTPUTS)),
)
"""Variables of all kinds; `sequence_relations()` and `sequence_rows` are over these."""
SPECIAL = (0.0, -0.0, 1.0, -1.0, 1.0 + 1e-10, 5e-324, 1e308, -1e308, math.inf, -math.inf, math.nan, 0.1 + 0.2, 0.3)
LETTERS = "aAbB zZ9.ßŉİıéﬁ\u0301\n\x00\u00a0\U00010400\U0001f600"
"""Some letters change their number in upper case, one in lower case; no sigma, whose lower case knows its context."""
_NUMBERS = [0, 1, -1, 2, 7, 0.5, -3.25, 1e-9, 1e300]

floats = st.one_of(st.sampled_from(SPECIAL), st.floats())
ints = st.one_of(st.integers(-3, 3), st.sampled_from([2**53, -(2**53), 2**52 + 1]))
texts = st.one_of(st.sampled_from(["", "a", "aa", "ab", "ba", "Ab", "-1", "7"]), st.text(LETTERS, max_size=6))


def lists(elements):
    """Empty, of one element, repeated, or of elements that differ."""
    repeated = st.builds(lambda element, count: [element] * count, elements, st.integers(1, 5))
    return st.one_of(repeated, st.lists(elements, max_size=6))


@st.composite
def relations(draw, max_depth=4, variables=VARIABLES):
    """Random well-typed relations over these variables."""
    depth = draw(st.integers(1, max_depth))
    grammar = _Grammar(draw, variables)
    while True:
        try:
            return Expression.from_tree(grammar.tree(Sort.BOOLEAN, depth), variables)
        except UsageError:  # more than 16 nodes
            depth -= 1


def sequence_relations(max_depth=4):
    """Random well-typed relations over variables of all kinds."""
    return relations(max_depth, SEQUENCE_VARIABLES)


class _Grammar:
    """What trees over some variables are made of; an operator takes part where all its sorts do."""

    def __init__(self, draw, variables):
        self.draw = draw
        self.leaves = {sort: [v.name for v in variables if v.sort is sort] for sort in Sort}
        self.ints = [*(v.name for v in variables if v.kind is Kind.INT), 0, 1, -1, 7]
        sorts = {Sort.NUMBER, Sort.BOOLEAN} | {v.sort for v in variables}
        self.leaves[Sort.NUMBER] += _NUMBERS
        known = [operator for operator in OPERATORS if {*operator.arguments, operator.result} <= sorts]
        self.operators = {sort: [operator for operator in known if operator.result is sort] for sort in Sort}

    def tree(self, sort, depth):
        """A tree of the sort; the leaves come in at most this depth."""
        if depth == 0 or self.draw(st.integers(0, 4)) == 0:
            return self.draw(st.sampled_from(self.leaves[sort]))
        operator = self.draw(st.sampled_from(self.operators[sort]))
        if operator.symbol == "str":
            return ["str", self.whole_number(depth - 1)]
        return [operator.symbol, *(self.tree(argument, depth - 1) for argument in operator.arguments)]

    def whole_number(self, depth):
        """A tree that is statically an int: only such are turned into texts."""
        if depth <= 0 or self.draw(st.booleans()):
            return self.draw(st.sampled_from(self.ints))
        if self.draw(st.booleans()):
            return ["len", self.tree(Sort.TEXT, depth - 1)]
        symbol = self.draw(st.sampled_from("+-*"))
        return [symbol, self.whole_number(depth - 1), self.whole_number(depth - 1)]


_VALUES = {
    Kind.INT: ints,
    Kind.FLOAT: floats,
    Kind.BOOL: st.booleans(),
    Kind.TEXT: texts,
    Kind.INTS: lists(ints),
    Kind.FLOATS: lists(floats),
    Kind.BOOLS: lists(st.booleans()),
    Kind.TEXTS: lists(texts),
    Kind.NESTED: lists(st.one_of(st.none(), texts, ints, lists(st.one_of(ints, floats, texts)))),
}

rows = st.tuples(*(_VALUES[variable.kind] for variable in VARIABLES))
sequence_rows = st.tuples(*(_VALUES[variable.kind] for variable in SEQUENCE_VARIABLES))
