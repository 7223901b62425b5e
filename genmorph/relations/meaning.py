"""What a relation means, in plain Python: the filters and the exported tests run exactly this."""

import operator
from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any

from genmorph.model import Tolerance
from genmorph.relations.arithmetic import divide, equal, less, less_equal
from genmorph.relations.expression import Expression, int_nodes, operands
from genmorph.relations.operators import (
    ABSOLUTE,
    ADD,
    ADD_EACH,
    AND,
    BY_CODE,
    CONCATENATE,
    CONTAINS,
    DIVIDE,
    ELEMENT,
    EQUAL,
    FIRST_VARIABLE,
    FLIP,
    IFF,
    IMPLIES,
    LENGTH,
    LESS,
    LESS_EQUAL,
    LOWER,
    MAX,
    MIN,
    MULTIPLY,
    NESTED,
    NOT,
    NUMBERS,
    OR,
    PREFIX,
    REMOVE,
    SAME,
    SCALE_EACH,
    SORTED,
    SUBTRACT,
    SUM,
    TEXT_OF,
    TRUNCATE,
    UPPER,
    XOR,
    operation_of,
    sequence_code,
)
from genmorph.relations.sequences import (
    ascending,
    element,
    equal_all,
    greatest,
    includes,
    least,
    remove,
    starts_with,
    total,
    truncate,
)

__all__ = [
    "EXPORTED",
    "ascending",
    "compile_relation",
    "divide",
    "element",
    "equal",
    "equal_all",
    "function_of",
    "greatest",
    "includes",
    "least",
    "less",
    "less_equal",
    "remove",
    "starts_with",
    "total",
    "truncate",
]

Values = Sequence[Any]
Evaluate = Callable[[Values], Any]
Function = Callable[..., Any]

EXPORTED: Mapping[str, tuple[Function, tuple[str, ...]]] = MappingProxyType(
    {
        "equal": (equal, ()),
        "less": (less, ("equal",)),
        "less_equal": (less_equal, ("equal",)),
        "divide": (divide, ()),
        "equal_all": (equal_all, ("equal",)),
        "starts_with": (starts_with, ("equal", "equal_all")),
        "includes": (includes, ("equal",)),
        "ascending": (ascending, ()),
        "total": (total, ()),
        "least": (least, ()),
        "greatest": (greatest, ()),
        "element": (element, ()),
        "remove": (remove, ()),
        "truncate": (truncate, ()),
    }
)
"""The functions that Python text may call, in the order to write them, each with all others that it needs."""


def _written(value: Any) -> str:
    """The value as text; OverflowError where a number in it has more digits than Python writes."""
    try:
        return repr(value)
    except ValueError as error:
        raise OverflowError(str(error)) from None


_OPERATIONS: Mapping[int, Function] = {
    LENGTH: len,
    SAME: operator.eq,
    FLIP: lambda a: a[::-1],
    REMOVE: remove,
    TRUNCATE: truncate,
    CONCATENATE: operator.add,
    PREFIX: lambda a, b: a[: len(b)] == b,
    SORTED: ascending,
    CONTAINS: operator.contains,
    SUM: total,
    MIN: least,
    MAX: greatest,
    ELEMENT: element,
    ADD_EACH: lambda a, c: [v + c for v in a],
    SCALE_EACH: lambda a, c: [v * c for v in a],
    UPPER: str.upper,
    LOWER: str.lower,
    TEXT_OF: _written,
}
_EXACT: Mapping[int, Function] = {
    ADD: operator.add,
    SUBTRACT: operator.sub,
    MULTIPLY: operator.mul,
    DIVIDE: divide,
    ABSOLUTE: abs,
    EQUAL: operator.eq,
    LESS: operator.lt,
    LESS_EQUAL: operator.le,
    NOT: operator.not_,
    XOR: operator.ne,
    IFF: operator.eq,
    **{code: _OPERATIONS[found[0]] for code in BY_CODE if (found := operation_of(code))},
    sequence_code(SAME, NESTED): lambda a, b: _written(a) == _written(b),
}
"""What operators do with the values of their operands; of nested sequences only what they look like is known."""
_TOLERANT: Mapping[int, Function] = {
    EQUAL: equal,
    LESS: less,
    LESS_EQUAL: less_equal,
    sequence_code(SAME, NUMBERS): equal_all,
    sequence_code(PREFIX, NUMBERS): starts_with,
    sequence_code(CONTAINS, NUMBERS): includes,
}
"""What those that compare floats do; all of them take a tolerance too."""
_LAZY: Mapping[int, Callable[[Evaluate, Evaluate], Evaluate]] = {
    AND: lambda a, b: lambda v: a(v) and b(v),
    OR: lambda a, b: lambda v: a(v) or b(v),
    IMPLIES: lambda a, b: lambda v: not a(v) or b(v),
}
"""What is not evaluated cannot overflow."""


def function_of(code: int, tolerance: Tolerance | None) -> Function:
    """What an operator other than `and`, `or` and `implies` does with its operands; exact without a tolerance.

    >>> from genmorph.relations.operators import TEXT
    >>> function_of(sequence_code(FLIP, TEXT), None)("abc")
    'cba'
    """
    if tolerance is None or code not in _TOLERANT:
        return _EXACT[code]
    compare = _TOLERANT[code]
    return lambda a, b: compare(a, b, tolerance)


def compile_relation(expression: Expression, tolerance: Tolerance) -> Callable[[Values], bool]:
    """The relation as a function of its variables' values, in the order of `expression.variables`.

    The function raises OverflowError where an int is too large for a float: the pair is untestable then.

    >>> from genmorph.domain import ints
    >>> from genmorph.model import Kind, Output, Parameter
    >>> from genmorph.relations.expression import relation_variables
    >>> variables = relation_variables([Parameter("k", ints())], [0], [Output(Kind.INT)])
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
            return operator.itemgetter(code - FIRST_VARIABLE)
        if index in constant_at:
            constant = constant_at[index]
            return lambda _: constant
        inner = list(operands(expression.codes, index))
        a, *others = (build(operand) for operand in inner)
        if code in _LAZY:
            return _LAZY[code](a, *others)
        if code in _TOLERANT and not all(exact[operand] for operand in inner):
            return _compared(_TOLERANT[code], a, others[0], tolerance)
        return _applied(_EXACT[code], a, *others)

    root = build(0)
    return lambda values: bool(root(values))


def _applied(function: Function, a: Evaluate, b: Evaluate | None = None) -> Evaluate:
    return (lambda v: function(a(v))) if b is None else (lambda v: function(a(v), b(v)))


def _compared(compare: Function, a: Evaluate, b: Evaluate, tolerance: Tolerance) -> Evaluate:
    return lambda v: compare(a(v), b(v), tolerance)
