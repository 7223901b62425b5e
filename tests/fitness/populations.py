"""Executions and variants of trees for the tests of this room."""

import numpy as np
from hypothesis import strategies as st

from genmorph.execution.observation import CORRECT, Executions
from genmorph.relations.operators import BY_SYMBOL
from tests.trees import VARIABLES


def executions(values, mutants=None):
    """Rows over `VARIABLES` as executions, all correct where no mutants are given."""
    dtypes = [np.float64 if variable.kind.is_number else np.bool_ for variable in VARIABLES]
    columns = [np.array(c, dtype) for c, dtype in zip(zip(*values, strict=True), dtypes, strict=True)]
    numbers = np.full(len(values), CORRECT) if mutants is None else np.array(mutants)
    return Executions(VARIABLES, tuple(columns), numbers, np.arange(len(values)), ("a", "b", "c"), tuple(values))


def commuted(draw, tree):
    """The tree with the operands of some commutative operators exchanged."""
    if not isinstance(tree, list):
        return tree
    symbol, *operands = (tree[0], *(commuted(draw, operand) for operand in tree[1:]))
    swapped = BY_SYMBOL[symbol].commutative and draw(st.booleans())
    return [symbol, *(reversed(operands) if swapped else operands)]


def canonical(tree):
    """One form for all trees that are equal up to the order of commutative operands."""
    if not isinstance(tree, list):
        return repr(tree)
    operands = [canonical(operand) for operand in tree[1:]]
    return repr([tree[0], *(sorted(operands) if BY_SYMBOL[tree[0]].commutative else operands)])
