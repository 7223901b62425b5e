"""How far floats differ that count as equal."""

import math
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from genmorph.filters.margin import compile_sides
from genmorph.relations.expression import Expression

Error = Callable[[Sequence[Any]], float | None]
"""From the values of a relation's variables to the largest difference of two floats; None where it compares none."""


def compile_error(expression: Expression) -> Error:
    """The largest difference of two finite floats that an equality compares; always None for other relations.

    >>> from genmorph.model import Kind, Output
    >>> from genmorph.relations.expression import relation_variables
    >>> variables = relation_variables([], [], [Output(Kind.FLOATS)])
    >>> same = Expression.from_tree(["==", "return_s", "return_f"], variables)
    >>> compile_error(same)([[1.0, 2.0], [1.0, 2.5]]), compile_error(same)([[], []])
    (0.5, None)
    """
    sides = compile_sides(expression)
    if sides is None:
        return lambda _: None
    one, other = sides

    def measure(values: Sequence[Any]) -> float | None:
        a, b = one(values), other(values)
        pairs: Iterable[tuple[Any, Any]] = zip(a, b, strict=True) if isinstance(a, list) else ((a, b),)
        largest = None
        for v, w in pairs:
            if (isinstance(v, float) or isinstance(w, float)) and math.isfinite(v) and math.isfinite(w):
                largest = larger(largest, abs(v - w))
        return largest

    return measure


def larger(one: float | None, other: float | None) -> float | None:
    """The larger one; None stands for nothing.

    >>> larger(None, 0.5), larger(0.5, 0.25), larger(None, None)
    (0.5, 0.5, None)
    """
    if one is None or other is None:
        return other if one is None else one
    return max(one, other)
