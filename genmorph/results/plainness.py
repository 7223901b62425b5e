"""Which variables of a relation may stay in their containers: what is said of them is true of the list as well."""

from collections.abc import Callable

from genmorph.model import Container, Kind
from genmorph.relations.expression import Expression, Variable, operands
from genmorph.relations.operators import (
    BY_CODE,
    CONCATENATE,
    FIRST_VARIABLE,
    FLIP,
    LENGTH,
    PREFIX,
    SAME,
    SUM,
    TRUNCATE,
    operation_of,
)

ContainerOf = Callable[[Variable], Container | None]
_LIKE_LISTS = {
    Container.TUPLE: {CONCATENATE, FLIP, LENGTH, PREFIX, SAME, SUM},
    Container.BYTES: {CONCATENATE, FLIP, LENGTH, PREFIX, SAME, SUM},
    Container.ARRAY: {FLIP, LENGTH, PREFIX, SAME, TRUNCATE},
}
"""What these do among their own as lists do; arrays of floats only, because those of ints are compared by `==`."""


def plain_variables(expression: Expression, container_of: ContainerOf) -> frozenset[Variable]:
    """The variables of which only the length is used; and all, where all are of one container that is like a list."""
    named = _parents(expression)
    measured = {variable for variable, parents in named.items() if parents == {LENGTH}}
    others = [variable for variable in named if variable not in measured and variable.kind.is_sequence]
    containers = {container_of(variable) for variable in others}
    container = containers.pop() if len(containers) == 1 else None
    operations = {found[0] for found in map(operation_of, expression.codes) if found is not None}
    is_like_lists = operations <= _LIKE_LISTS.get(container, set()) if container else False
    if container is Container.ARRAY:
        is_like_lists &= all(variable.kind is Kind.FLOATS for variable in others)
    return frozenset(measured).union(others if is_like_lists else ())


def _parents(expression: Expression) -> dict[Variable, set[int | None]]:
    """The operations on texts and sequences of which each variable is an operand; None for other operators."""
    found: dict[Variable, set[int | None]] = {}
    codes = expression.codes
    if codes[0] >= FIRST_VARIABLE:
        return {expression.variables[codes[0] - FIRST_VARIABLE]: {None}}
    for index, code in enumerate(codes):
        operation = operation_of(code)
        for operand in operands(codes, index) if code in BY_CODE else ():
            if codes[operand] >= FIRST_VARIABLE:
                variable = expression.variables[codes[operand] - FIRST_VARIABLE]
                found.setdefault(variable, set()).add(operation[0] if operation else None)
    return found
