"""How far an execution is from contradicting a relation."""

import math
from collections.abc import Callable, Sequence
from typing import Any

from genmorph.relations.expression import Expression, operands
from genmorph.relations.meaning import function_of
from genmorph.relations.operators import (
    AND,
    CONTAINS,
    EQUAL,
    FIRST_VARIABLE,
    IFF,
    IMPLIES,
    LESS,
    LESS_EQUAL,
    NOT,
    NUMBERS,
    OR,
    PREFIX,
    SAME,
    XOR,
    Sort,
    operation_of,
)

_MARGINS: dict[int, Callable[..., Any]] = {
    EQUAL: lambda a, b: -abs(a - b),
    LESS: lambda a, b: b - a,
    LESS_EQUAL: lambda a, b: b - a,
    AND: min,
    OR: max,
    IMPLIES: lambda a, b: max(-a, b),
    IFF: lambda a, b: max(min(a, b), min(-a, -b)),
    XOR: lambda a, b: -max(min(a, b), min(-a, -b)),
    NOT: lambda a: -a,
}


def margin(expression: Expression, values: Sequence[Any]) -> float:
    """The slack of the relation: the smaller, the closer to a violation; infinite where only Booleans decide, or NaN.

    Comparisons count by the difference of their sides, connectives by the smallest or largest of their parts.

    >>> from genmorph.model import Kind, Output
    >>> from genmorph.relations.expression import relation_variables
    >>> for kind, values in ((Kind.INT, [3, 5]), (Kind.INTS, [[3, 5], [3, 4, 6]])):
    ...     variables = relation_variables([], [], [Output(kind)])
    ...     symbol = "<=" if kind is Kind.INT else "=="
    ...     margin(Expression.from_tree([symbol, "return_s", "return_f"], variables), values)
    2.0
    -2.0
    """
    constants = expression.constant_at

    def walk(index: int) -> Any:
        code = expression.codes[index]
        if index in constants:
            return constants[index]
        if code >= FIRST_VARIABLE:
            value = values[code - FIRST_VARIABLE]
            is_boolean = expression.variables[code - FIRST_VARIABLE].sort is Sort.BOOLEAN
            return math.copysign(math.inf, 1 if value else -1) if is_boolean else value
        parts = [walk(operand) for operand in operands(expression.codes, index)]
        if code in _MARGINS:
            return _MARGINS[code](*parts)
        return _claimed(code, *parts) if operation_of(code) else function_of(code, None)(*parts)

    try:
        slack = float(walk(0))
    except (OverflowError, ValueError):  # of a number too large, for a float or to be written
        return math.inf
    return math.inf if math.isnan(slack) else slack


def _claimed(code: int, *parts: Any) -> Any:
    """The margin of a claim about texts or sequences; the value of any other operation on them."""
    operation, sort = operation_of(code) or (0, 0)
    value = function_of(code, None)
    if operation == CONTAINS:
        return 1 if value(*parts) else -1
    if operation not in (SAME, PREFIX):
        return value(*parts)
    a, b = parts
    return -_distance(a if operation == SAME else a[: len(b)], b, are_numbers=sort == NUMBERS)


def _distance(a: Sequence[Any], b: Sequence[Any], *, are_numbers: bool) -> float:
    """The difference of the lengths, and the distances of the numbers or the number of elements that differ."""
    pairs = [(v, w) for v, w in zip(a, b, strict=False) if repr(v) != repr(w)]
    apart = sum(abs(v - w) for v, w in pairs) if are_numbers else len(pairs)
    return abs(len(a) - len(b)) + apart
