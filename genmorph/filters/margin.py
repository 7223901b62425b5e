"""How far an execution is from contradicting a relation."""

import math
from collections.abc import Callable, Sequence
from typing import Any

from genmorph.relations.expression import Expression, operands
from genmorph.relations.meaning import divide
from genmorph.relations.operators import (
    ABSOLUTE,
    ADD,
    AND,
    DIVIDE,
    EQUAL,
    FIRST_VARIABLE,
    IFF,
    IMPLIES,
    LESS,
    LESS_EQUAL,
    MULTIPLY,
    NOT,
    OR,
    SUBTRACT,
    Sort,
)

_NUMBERS: dict[int, Callable[..., Any]] = {
    ADD: lambda a, b: a + b,
    SUBTRACT: lambda a, b: a - b,
    MULTIPLY: lambda a, b: a * b,
    DIVIDE: divide,
    ABSOLUTE: abs,
}
_MARGINS: dict[int, Callable[..., Any]] = {
    EQUAL: lambda a, b: -abs(a - b),
    LESS: lambda a, b: b - a,
    LESS_EQUAL: lambda a, b: b - a,
    AND: min,
    OR: max,
    IMPLIES: lambda a, b: max(-a, b),
    IFF: lambda a, b: max(min(a, b), min(-a, -b)),
    NOT: lambda a: -a,
}


def margin(expression: Expression, values: Sequence[Any]) -> float:
    """The slack of the relation: the smaller, the closer to a violation; infinite where only Booleans decide, or NaN.

    Comparisons count by the difference of their sides, connectives by the smallest or largest of their parts.

    >>> from genmorph.model import Kind
    >>> from genmorph.relations.expression import relation_variables
    >>> grows = Expression.from_tree(["<=", "return_s", "return_f"], relation_variables([], [], Kind.INT))
    >>> margin(grows, [3, 5])
    2.0
    """
    constants = expression.constant_at

    def walk(index: int) -> Any:
        code = expression.codes[index]
        if index in constants:
            return constants[index]
        if code >= FIRST_VARIABLE:
            value = values[code - FIRST_VARIABLE]
            is_number = expression.variables[code - FIRST_VARIABLE].sort is Sort.NUMBER
            return value if is_number else math.copysign(math.inf, 1 if value else -1)
        parts = [walk(operand) for operand in operands(expression.codes, index)]
        if code in _NUMBERS:
            return _NUMBERS[code](*parts)
        if code in _MARGINS:
            return _MARGINS[code](*parts)
        return -_MARGINS[IFF](*parts)

    try:
        slack = float(walk(0))
    except OverflowError:
        return math.inf
    return math.inf if math.isnan(slack) else slack
