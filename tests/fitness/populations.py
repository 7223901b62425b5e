"""Executions and variants of trees for the tests of this room."""

import numpy as np
from hypothesis import strategies as st

from genmorph.execution.observation import CORRECT, Executions
from genmorph.model import Kind
from genmorph.relations.operators import BY_SYMBOL
from tests.trees import VARIABLES


def executions(values, mutants=None, variables=VARIABLES):
    """Rows over the variables as executions, all correct where no mutants are given."""
    columns = tuple(column(list(c), v.kind) for c, v in zip(zip(*values, strict=True), variables, strict=True))
    numbers = np.full(len(values), CORRECT) if mutants is None else np.array(mutants)
    return Executions(variables, columns, numbers, np.arange(len(values)), ("a", "b", "c"), tuple(values))


def column(values, kind):
    """The values of one variable as executions hold them."""
    if kind.is_number or kind is Kind.BOOL:
        return np.array(values, np.float64 if kind.is_number else np.bool_)
    result = np.empty(len(values), np.object_)
    result[:] = values
    return result


def commuted(draw, tree):
    """The tree with the operands of some commutative operators exchanged."""
    if not isinstance(tree, list):
        return tree
    symbol, *operands = (tree[0], *(commuted(draw, operand) for operand in tree[1:]))
    swapped = BY_SYMBOL[symbol][0].commutative and draw(st.booleans())
    return [symbol, *(reversed(operands) if swapped else operands)]


def canonical(tree):
    """One form for all trees that are equal up to the order of commutative operands."""
    if not isinstance(tree, list):
        return repr(tree)
    operands = [canonical(operand) for operand in tree[1:]]
    return repr([tree[0], *(sorted(operands) if BY_SYMBOL[tree[0]][0].commutative else operands)])
