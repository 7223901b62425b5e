"""How far an execution is from contradicting a relation."""

import math
from collections.abc import Callable, Sequence
from functools import partial
from operator import itemgetter, ne
from typing import Any

from genmorph.model import Tolerance
from genmorph.relations.expression import Expression, int_nodes, operands
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
from genmorph.values.labels import key

Evaluate = Callable[[Sequence[Any]], Any]


def _apart(a: float, b: float) -> float:
    return -abs(a - b) if a != b else 0.0


def _least(a: float, b: float) -> float:
    """The smaller one; NaN where one is NaN, which `min` gives only where it is the first."""
    return b if math.isnan(b) else min(a, b)


def _most(a: float, b: float) -> float:
    return b if math.isnan(b) else max(a, b)


_MARGINS: dict[int, Callable[..., Any]] = {
    EQUAL: _apart,
    LESS: lambda a, b: b - a,
    LESS_EQUAL: lambda a, b: b - a,
    AND: _least,
    OR: _most,
    IMPLIES: lambda a, b: _most(-a, b),
    IFF: lambda a, b: _most(_least(a, b), _least(-a, -b)),
    XOR: lambda a, b: -_most(_least(a, b), _least(-a, -b)),
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
    return compile_margin(expression)(values)


def compile_margin(expression: Expression, tolerance: Tolerance | None = None) -> Callable[[Sequence[Any]], float]:
    """The slack as a function of the variables' values; with a tolerance it is positive where floats count as equal.

    An equality of floats then counts by the share of the tolerance that is left: 1 where both are the same float, 0
    where they are just equal, negative beyond.

    >>> from genmorph.model import Kind, Output
    >>> from genmorph.relations.expression import relation_variables
    >>> variables = relation_variables([], [], [Output(Kind.FLOAT)])
    >>> same = Expression.from_tree(["==", "return_s", "return_f"], variables)
    >>> [compile_margin(same, Tolerance(0.0, 0.5))([1.0, x]) for x in (1.0, 1.25, 2.0)]
    [1.0, 0.5, -1.0]
    """
    evaluate = _build(expression, 0, tolerance)

    def measure(values: Sequence[Any]) -> float:
        try:
            slack = float(evaluate(values))
        except (OverflowError, ValueError):  # of a number too large, for a float or to be written
            return math.inf
        return math.inf if math.isnan(slack) else slack

    return measure


def compile_sides(expression: Expression) -> tuple[Evaluate, Evaluate] | None:
    """Both sides of an equality of numbers, or of sequences of numbers, that holds within a tolerance.

    None for any other relation.
    """
    codes = expression.codes
    is_equality = codes[0] == EQUAL or operation_of(codes[0]) == (SAME, NUMBERS)
    if not is_equality or all(_are_exact(expression, 0)):
        return None
    one, other = (_build(expression, index, None) for index in operands(codes, 0))
    return one, other


def _build(expression: Expression, start: int, tolerance: Tolerance | None) -> Evaluate:
    constants = expression.constant_at

    def build(index: int) -> Evaluate:
        code = expression.codes[index]
        if index in constants:
            constant = constants[index]
            return lambda _: constant
        if code >= FIRST_VARIABLE:
            place = code - FIRST_VARIABLE
            if expression.variables[place].sort is not Sort.BOOLEAN:
                return itemgetter(place)
            return lambda values: math.inf if values[place] else -math.inf
        parts = [build(operand) for operand in operands(expression.codes, index)]
        is_exact = tolerance is None or all(_are_exact(expression, index))
        function = _function(code, None if is_exact else tolerance)
        if len(parts) == 1:
            (only,) = parts
            return lambda values: function(only(values))
        one, other = parts
        return lambda values: function(one(values), other(values))

    return build(start)


def _are_exact(expression: Expression, index: int) -> list[bool]:
    """For each operand whether it is made of ints alone."""
    exact = int_nodes(expression.codes, expression.variables)
    return [exact[operand] for operand in operands(expression.codes, index)]


def _function(code: int, tolerance: Tolerance | None) -> Callable[..., Any]:
    """What gives the margin of a claim, or the value of any other operation, from those of its operands."""
    operation, sort = operation_of(code) or (0, 0)
    if code == EQUAL and tolerance is not None:
        return partial(_left_of_tolerance, tolerance)
    if code in _MARGINS:
        return _MARGINS[code]
    if operation == CONTAINS:
        contains = function_of(code, tolerance)
        return lambda a, b: 1 if contains(a, b) else -1
    if operation in (SAME, PREFIX):
        distance = partial(_distance, are_numbers=sort == NUMBERS, tolerance=tolerance)
        return distance if operation == SAME else lambda a, b: distance(a[: len(b)], b)
    return function_of(code, None)


def _left_of_tolerance(tolerance: Tolerance, a: float, b: float) -> float:
    """The share of the tolerance that the difference leaves: 1 for equal numbers, negative for unequal ones."""
    if a == b or (a != a and b != b):
        return 1.0
    allowed = max(tolerance.absolute, tolerance.relative * max(abs(a), abs(b)))
    apart = abs(a - b)
    if not math.isfinite(apart):
        return -math.inf
    return 1.0 - apart / allowed if allowed else -apart


def _distance(a: Sequence[Any], b: Sequence[Any], *, are_numbers: bool, tolerance: Tolerance | None) -> float:
    """0 or what is left of the tolerance; else the difference of the lengths and the distances of the elements.

    Numbers are as far apart as their difference says; others count 1 where they differ.
    """
    if are_numbers and tolerance is not None and len(a) == len(b):
        left = min((_left_of_tolerance(tolerance, v, w) for v, w in zip(a, b, strict=True)), default=1.0)
        if left >= 0:
            return left
    pairs = zip(a, b, strict=False)
    apart: float
    if are_numbers:
        apart = sum(abs(v - w) for v, w in pairs if v != w and (v == v or w == w))
    elif isinstance(a, str) and isinstance(b, str):
        apart = sum(map(ne, a, b))
    else:
        apart = sum(v is not w and key(v) != key(w) for v, w in pairs)
    return -(abs(len(a) - len(b)) + apart)
