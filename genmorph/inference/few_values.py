"""Relations that are examples, because their condition leaves hardly any value of an input."""

from functools import lru_cache
from typing import Any

from genmorph.execution.observation import Executions
from genmorph.model import Kind, Tolerance
from genmorph.relations.expression import Expression, Role, Variable
from genmorph.relations.meaning import compile_relation

_FEW = 2
_INPUTS = frozenset({Role.SOURCE_INPUT, Role.FOLLOW_UP_INPUT})


def is_example(expression: Expression, executions: Executions) -> bool:
    """Whether it says something of at most two values of an int among more, by a condition on that one.

    >>> import numpy as np
    >>> from genmorph.domain import ints
    >>> from genmorph.model import Output, Parameter
    >>> from genmorph.relations.expression import relation_variables
    >>> variables = relation_variables([Parameter("n", ints(0, 9))], [], [Output(Kind.INT)])
    >>> columns = tuple(np.arange(10.0) for _ in variables)
    >>> executions = Executions(variables, columns, np.full(10, -1), np.arange(10), (), ())
    >>> for most in (1, 5):
    ...     tree = ["or", ["<", most, "n_s"], ["==", "return_f", "return_s"]]
    ...     is_example(Expression.from_tree(tree, variables), executions)
    True
    False
    """
    match expression.to_tree():
        case ["or", a, b]:
            return any(_leaves_few(side, expression, executions, is_said_where=False) for side in (a, b))
        case ["implies", a, _]:
            return _leaves_few(a, expression, executions, is_said_where=True)
    return False


def _leaves_few(tree: Any, expression: Expression, executions: Executions, *, is_said_where: bool) -> bool:
    """Whether the condition is about one int, and true, or false, for few of its values alone."""
    condition = Expression.from_tree(tree, expression.variables)
    mentioned = set(condition.mentioned)
    if len(mentioned) != 1:
        return False
    (variable,) = mentioned
    if variable.kind is not Kind.INT or variable.role not in _INPUTS:
        return False
    holds, place = compile_relation(condition, Tolerance()), expression.variables.index(variable)
    values: list[Any] = [None] * len(expression.variables)
    count, known = 0, _values_of(executions, variable)
    for value in known:
        values[place] = value
        count += holds(values) is is_said_where
    return count <= _FEW < len(known)


@lru_cache(maxsize=16)
def _values_of(executions: Executions, variable: Variable) -> frozenset[int]:
    """The values that the variable has in the executions."""
    return frozenset(map(int, executions.columns[executions.variables.index(variable)]))
