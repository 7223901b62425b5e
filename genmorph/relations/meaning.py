"""What a relation means, in plain Python: the filters and the exported tests run exactly this."""

import math
from collections.abc import Callable, Sequence
from typing import Any

from genmorph.model import Tolerance
from genmorph.relations.expression import Expression, int_nodes, operands
from genmorph.relations.operators import (
    ABSOLUTE,
    ADD,
    AND,
    COMPARISONS,
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
    XOR,
)

Values = Sequence[Any]
Evaluate = Callable[[Values], Any]


def equal(a: float, b: float, tolerance: Tolerance) -> bool:
    """Equal within the tolerance; two NaNs are equal.

    >>> equal(0.1 + 0.2, 0.3, Tolerance()), equal(math.nan, math.nan, Tolerance())
    (True, True)
    """
    return math.isclose(a, b, rel_tol=tolerance.relative, abs_tol=tolerance.absolute) or (a != a and b != b)


def less(a: float, b: float, tolerance: Tolerance) -> bool:
    """Less by more than the tolerance; false with NaN.

    >>> less(0.3, 0.4, Tolerance()), less(0.3, 0.1 + 0.2, Tolerance())
    (True, False)
    """
    return a < b and not equal(a, b, tolerance)


def less_equal(a: float, b: float, tolerance: Tolerance) -> bool:
    """Less or equal within the tolerance; false with NaN.

    >>> less_equal(0.1 + 0.2, 0.3, Tolerance()), less_equal(math.nan, math.nan, Tolerance())
    (True, False)
    """
    return a <= b or (equal(a, b, tolerance) and a == a)


def divide(a: float, b: float) -> float:
    """The quotient; NaN where the divisor is zero.

    >>> divide(1, 2), divide(1, 0)
    (0.5, nan)
    """
    return a / b if b else math.nan


def compile_relation(expression: Expression, tolerance: Tolerance) -> Callable[[Values], bool]:
    """The relation as a function of its variables' values, in the order of `expression.variables`.

    The function raises OverflowError where an int is too large for a float: the pair is untestable then.

    >>> from genmorph.domain import ints
    >>> from genmorph.model import Kind, Parameter
    >>> from genmorph.relations.expression import relation_variables
    >>> variables = relation_variables([Parameter("k", ints())], [0], Kind.INT)
    >>> odd = Expression.from_tree(["==", "return_f", ["-", 0, "return_s"]], variables)
    >>> holds = compile_relation(odd, Tolerance())
    >>> holds([3, -3, 9, -9]), holds([3, -3, 9, 9])
    (True, False)
    """
    constant_at = expression.constant_at
    exact = int_nodes(expression.codes, expression.variables)

    def build(index: int) -> Evaluate:
        code = expression.codes[index]
        if code >= FIRST_VARIABLE:
            position = code - FIRST_VARIABLE
            return lambda values: values[position]
        if index in constant_at:
            constant = constant_at[index]
            return lambda _: constant
        first, *others = operands(expression.codes, index)
        if not others:
            return _unary(code, build(first))
        if code in COMPARISONS:
            is_exact = exact[first] and exact[others[0]]
            return _compare(code, build(first), build(others[0]), None if is_exact else tolerance)
        return _binary(code, build(first), build(others[0]))

    root = build(0)
    return lambda values: bool(root(values))


def _unary(code: int, a: Evaluate) -> Evaluate:
    return {ABSOLUTE: lambda v: abs(a(v)), NOT: lambda v: not a(v)}[code]


def _compare(code: int, a: Evaluate, b: Evaluate, tolerance: Tolerance | None) -> Evaluate:
    """A comparison; without a tolerance it is exact."""
    if tolerance is None:
        exact: dict[int, Evaluate] = {
            EQUAL: lambda v: a(v) == b(v),
            LESS: lambda v: a(v) < b(v),
            LESS_EQUAL: lambda v: a(v) <= b(v),
        }
        return exact[code]
    tolerant: dict[int, Evaluate] = {
        EQUAL: lambda v: equal(a(v), b(v), tolerance),
        LESS: lambda v: less(a(v), b(v), tolerance),
        LESS_EQUAL: lambda v: less_equal(a(v), b(v), tolerance),
    }
    return tolerant[code]


def _binary(code: int, a: Evaluate, b: Evaluate) -> Evaluate:
    operations: dict[int, Evaluate] = {
        ADD: lambda v: a(v) + b(v),
        SUBTRACT: lambda v: a(v) - b(v),
        MULTIPLY: lambda v: a(v) * b(v),
        DIVIDE: lambda v: divide(a(v), b(v)),
        AND: lambda v: a(v) and b(v),
        OR: lambda v: a(v) or b(v),
        XOR: lambda v: a(v) != b(v),
        IFF: lambda v: a(v) == b(v),
        IMPLIES: lambda v: not a(v) or b(v),
    }
    return operations[code]
