"""What a relation means, in plain Python: the filters and the exported tests run exactly this."""

import math
import operator
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from types import MappingProxyType
from typing import Any, TypeVar

from genmorph.model import Built, Tolerance
from genmorph.relations import operators as op
from genmorph.relations.expression import Expression, int_nodes, operands
from genmorph.relations.operators import Sort, operation_of, sequence_code
from genmorph.values.foreign import array_of_numbers, compared, holds_floats, is_same

Values = TypeVar("Values", list[Any], str)
"""A sequence or a text."""

RowValues = Sequence[Any]
Evaluate = Callable[[RowValues], Any]
Function = Callable[..., Any]


class Check(Enum):
    """What one execution says about a relation; where a comparison overflows, it is untestable."""

    HOLDS = "holds"
    FAILS = "fails"
    UNTESTABLE = "untestable"


def is_nan(value: Any) -> bool:
    """Whether the value is NaN, which alone differs from itself.

    >>> is_nan(math.nan), is_nan(10**400), is_nan("a")
    (True, False, False)
    """
    itself = value
    return bool(value != itself)


def equal(a: float, b: float, tolerance: Tolerance) -> bool:
    """Equal within the tolerance; two NaNs are equal.

    >>> equal(0.1 + 0.2, 0.3, Tolerance()), equal(math.nan, math.nan, Tolerance())
    (True, True)
    """
    return math.isclose(a, b, rel_tol=tolerance.relative, abs_tol=tolerance.absolute) or (is_nan(a) and is_nan(b))


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
    return a <= b or (equal(a, b, tolerance) and not is_nan(a))


def divide(a: float, b: float) -> float:
    """The quotient; NaN where the divisor is zero.

    >>> divide(1, 2), divide(1, 0)
    (0.5, nan)
    """
    return a / b if b else math.nan


def equal_all(a: list[float], b: list[float], tolerance: Tolerance) -> bool:
    """As long, and equal element by element within the tolerance.

    >>> equal_all([0.1 + 0.2, math.nan], [0.3, math.nan], Tolerance()), equal_all([1.0], [], Tolerance())
    (True, False)
    """
    return len(a) == len(b) and all(equal(v, w, tolerance) for v, w in zip(a, b, strict=True))


def unboxed(value: Any) -> Any:
    """Numbers of numpy as Python's own, what tables hold as lists.

    >>> import numpy as np
    >>> import pandas as pd
    >>> unboxed(np.longdouble(0.5)), unboxed(np.int8(3)), unboxed("a")
    (0.5, 3, 'a')
    >>> unboxed(pd.DataFrame({"n": [1, 2]})), unboxed(pd.Series([1, 2]))
    ([['n'], [0, 1], [(1,), (2,)]], [[0, 1], [1, 2]])
    """
    if type(value).__module__ == "builtins":
        return value
    home, name = type(value).__module__.partition(".")[0], type(value).__name__
    if home == "pandas" and name == "DataFrame":
        return [list(value.columns), value.index.tolist(), list(value.itertuples(index=False, name=None))]
    if home == "pandas" and name == "Series":
        return [value.index.tolist(), value.tolist()]
    if home == "polars" and name == "DataFrame":
        return [value.columns, value.rows()]
    if home in ("pandas", "polars") and hasattr(value, "to_list"):
        return value.to_list()
    kind = str(getattr(getattr(value, "dtype", None), "kind", ""))
    made = {"i": int, "u": int, "f": float, "c": complex}.get(kind)
    return value if made is None or value.shape != () else made(value)


def equal_inside(a: Any, b: Any, tolerance: Tolerance) -> bool:
    """Equal, floats within the tolerance, inside of lists and the like too.

    >>> equal_inside([(0.1 + 0.2, 1)], [(0.3, 1)], Tolerance()), equal_inside({"a": 1.0}, {"b": 1.0}, Tolerance())
    (True, False)
    """
    a, b = unboxed(a), unboxed(b)
    if isinstance(a, float | complex) or isinstance(b, float | complex):
        if not isinstance(a, int | float | complex) or not isinstance(b, int | float | complex):
            return False
        return equal(a.real, b.real, tolerance) and equal(a.imag, b.imag, tolerance)
    if isinstance(a, dict) and isinstance(b, dict):
        return a.keys() == b.keys() and all(equal_inside(a[key], b[key], tolerance) for key in a)
    if isinstance(a, list | tuple) and type(a) is type(b):
        return len(a) == len(b) and all(equal_inside(v, w, tolerance) for v, w in zip(a, b, strict=True))
    shapes = (getattr(a, "shape", ()), getattr(b, "shape", ()))
    if shapes != ((), ()):
        return shapes[0] == shapes[1] and equal_inside(a.tolist(), b.tolist(), tolerance)
    return bool(a == b)


def _first_number(value: Any) -> float | None:
    """The number at the beginning of lists and tuples; None where something else stands there.

    >>> _first_number([(0.5, 1), 2]), _first_number([[], 2])
    (0.5, None)
    """
    while type(value) in (list, tuple) and value:
        value = value[0]
    is_plain = type(value) is float or (type(value) is int and abs(value) < 2**53)  # larger ints are compared exactly
    return value if is_plain else None


@dataclass(frozen=True, slots=True)
class Compared:
    """A value that is compared with many: what stands as what builds it is built once.

    `first` is the number that comes first inside of it, which most values differ in.
    """

    value: Any
    held: Any
    has_floats: bool
    first: float | None

    @classmethod
    def of(cls, value: Any) -> "Compared":
        """The value, ready to be compared."""
        return cls(value, compared(value), holds_floats(value), _first_number(value))

    def is_near(self, other: "Compared", tolerance: Tolerance) -> bool:
        """Whether values that are not the same are equal but for floats inside, as `equal_values` says.

        >>> Compared.of((0.1 + 0.2, 1)).is_near(Compared.of((0.3, 1)), Tolerance())
        True
        """
        if not self.has_floats and not other.has_floats:
            return False
        if self.first is not None and other.first is not None and not equal(self.first, other.first, tolerance):
            return False
        if isinstance(self.value, Built) or isinstance(other.value, Built):
            return equal_values(self.value, other.value, tolerance)
        return equal_inside(self.held, other.held, tolerance)


def equal_values(a: Any, b: Any, tolerance: Tolerance) -> bool:
    """Equal, floats inside within the tolerance, where the values stand as what builds them.

    >>> from genmorph.values.building import as_data
    >>> equal_values(as_data(0.3 + 1j), as_data(0.1 + 0.2 + 1j), Tolerance())
    True
    """
    one, other = array_of_numbers(a), array_of_numbers(b)
    if one is not None and other is not None:
        return one[0] == other[0] and _equal_elements(one[1], other[1], tolerance)
    if is_same(a, b):
        return True
    return (holds_floats(a) or holds_floats(b)) and equal_inside(compared(a), compared(b), tolerance)


def _equal_elements(a: Sequence[Any], b: Sequence[Any], tolerance: Tolerance) -> bool:
    """What `equal_inside` says of the numbers of two arrays; ints are no nearer to each other than they are."""
    if a == b:
        return True
    kinds = set(map(type, (*a[:1], *b[:1])))
    if complex in kinds:
        return all(
            equal(v.real, w.real, tolerance) and equal(v.imag, w.imag, tolerance) for v, w in zip(a, b, strict=True)
        )
    return float in kinds and all(equal(v, w, tolerance) for v, w in zip(a, b, strict=True))


def starts_inside(a: list[Any], b: list[Any], tolerance: Tolerance) -> bool:
    """Whether b is the beginning of a, floats inside within the tolerance.

    >>> starts_inside([[0.1 + 0.2], [1.0]], [[0.3]], Tolerance())
    True
    """
    return equal_inside(a[: len(b)], b, tolerance)


def starts_with(a: list[float], b: list[float], tolerance: Tolerance) -> bool:
    """Whether b is the beginning of a within the tolerance.

    >>> starts_with([0.1 + 0.2, 1.0], [0.3], Tolerance()), starts_with([], [0.3], Tolerance())
    (True, False)
    """
    return equal_all(a[: len(b)], b, tolerance)


def includes(values: list[float], value: float, tolerance: Tolerance) -> bool:
    """Whether any element is equal to the value within the tolerance.

    >>> includes([1.0, 0.1 + 0.2], 0.3, Tolerance())
    True
    """
    return any(equal(v, value, tolerance) for v in values)


def ascending(values: list[Any]) -> list[Any]:
    """Sorted, with NaNs at the end.

    >>> ascending([2.0, math.nan, 1.0])
    [1.0, 2.0, nan]
    """
    return sorted(values, key=lambda v: (is_nan(v), v))


def total(values: list[float]) -> float:
    """The sum from left to right, which `sum` of later Pythons is not for floats.

    >>> total([1e100, 1.0, -1e100])
    0.0
    """
    result: float = 0
    for value in values:
        result += value
    return result


def least(values: list[float]) -> float:
    """The smallest element; NaN where there is none, or one is NaN.

    >>> least([2, 1]), least([]), least([1, math.nan])
    (1, nan, nan)
    """
    return min(values) if values and not any(is_nan(v) for v in values) else math.nan


def greatest(values: list[float]) -> float:
    """The largest element; NaN where there is none, or one is NaN.

    >>> greatest([2, 1]), greatest([]), greatest([1, math.nan])
    (2, nan, nan)
    """
    return max(values) if values and not any(is_nan(v) for v in values) else math.nan


def element(values: list[float], index: float) -> float:
    """The element at the index, its fraction cut; NaN where there is none.

    >>> element([5, 6], -1), element([5, 6], 0.9), element([5, 6], 2)
    (6, 5, nan)
    """
    return values[int(index)] if math.isfinite(index) and -len(values) <= int(index) < len(values) else math.nan


def remove(values: Values, index: float) -> Values:
    """All but the element at the index, its fraction cut; all where there is none.

    >>> remove([5, 6, 7], -2), remove("ab", 0), remove("ab", 2)
    ([5, 7], 'b', 'ab')
    """
    if not math.isfinite(index) or not -len(values) <= int(index) < len(values):
        return values
    place = int(index) % len(values)
    return values[:place] + values[place + 1 :]


def truncate(values: Values, count: float) -> Values:
    """The beginning up to the count, its fraction cut, counted from the end where it is negative.

    >>> truncate([5, 6, 7], 1.5), truncate("abc", -1), truncate("abc", math.inf)
    ([5], 'ab', 'abc')
    """
    return values[: int(count)] if math.isfinite(count) else values


EXPORTED: Mapping[str, tuple[Function, tuple[str, ...]]] = MappingProxyType(
    {
        "is_nan": (is_nan, ()),
        "equal": (equal, ("is_nan",)),
        "less": (less, ("equal", "is_nan")),
        "less_equal": (less_equal, ("equal", "is_nan")),
        "divide": (divide, ()),
        "equal_all": (equal_all, ("equal", "is_nan")),
        "starts_with": (starts_with, ("equal", "equal_all", "is_nan")),
        "unboxed": (unboxed, ()),
        "equal_inside": (equal_inside, ("equal", "is_nan", "unboxed")),
        "starts_inside": (starts_inside, ("equal", "equal_inside", "is_nan", "unboxed")),
        "includes": (includes, ("equal", "is_nan")),
        "ascending": (ascending, ("is_nan",)),
        "total": (total, ()),
        "least": (least, ("is_nan",)),
        "greatest": (greatest, ("is_nan",)),
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
    op.LENGTH: len,
    op.SAME: operator.eq,
    op.FLIP: lambda a: a[::-1],
    op.REMOVE: remove,
    op.TRUNCATE: truncate,
    op.CONCATENATE: operator.add,
    op.PREFIX: lambda a, b: a[: len(b)] == b,
    op.SORTED: ascending,
    op.CONTAINS: operator.contains,
    op.SUM: total,
    op.MIN: least,
    op.MAX: greatest,
    op.ELEMENT: element,
    op.ADD_EACH: lambda a, c: [v + c for v in a],
    op.SCALE_EACH: lambda a, c: [v * c for v in a],
    op.UPPER: str.upper,
    op.LOWER: str.lower,
    op.TEXT_OF: _written,
}

_EXACT: Mapping[int, Function] = {
    op.ADD: operator.add,
    op.SUBTRACT: operator.sub,
    op.MULTIPLY: operator.mul,
    op.DIVIDE: divide,
    op.ABSOLUTE: abs,
    op.EQUAL: operator.eq,
    op.LESS: operator.lt,
    op.LESS_EQUAL: operator.le,
    op.NOT: operator.not_,
    op.XOR: operator.ne,
    op.IFF: operator.eq,
    **{code: _OPERATIONS[found[0]] for code in op.BY_CODE if (found := operation_of(code))},
    sequence_code(op.SAME, op.NESTED): is_same,
    sequence_code(op.PREFIX, op.NESTED): lambda a, b: is_same(a[: len(b)], b),
    sequence_code(op.SAME, op.OBJECT): lambda a, b: is_same(a[0], b[0]),
}
"""What operators do with the values of their operands."""

_TOLERANT: Mapping[int, Function] = {
    op.EQUAL: equal,
    op.LESS: less,
    op.LESS_EQUAL: less_equal,
    sequence_code(op.SAME, op.NUMBERS): equal_all,
    sequence_code(op.SAME, op.NESTED): equal_values,
    sequence_code(op.SAME, op.OBJECT): lambda a, b, tolerance: equal_values(a[0], b[0], tolerance),
    sequence_code(op.PREFIX, op.NESTED): lambda a, b, tolerance: equal_values(a[: len(b)], b, tolerance),
    sequence_code(op.PREFIX, op.NUMBERS): starts_with,
    sequence_code(op.CONTAINS, op.NUMBERS): includes,
}
"""What those that compare floats do; all of them take a tolerance too."""

_LAZY: Mapping[int, Callable[[Evaluate, Evaluate], Evaluate]] = {
    op.AND: lambda a, b: lambda v: a(v) and b(v),
    op.OR: lambda a, b: lambda v: a(v) or b(v),
    op.IMPLIES: lambda a, b: lambda v: not a(v) or b(v),
}
"""What is not evaluated cannot overflow."""


def function_of(code: int, tolerance: Tolerance | None) -> Function:
    """What an operator other than `and`, `or` and `implies` does with its operands; exact without a tolerance.

    >>> function_of(sequence_code(op.FLIP, op.TEXT), None)("abc")
    'cba'
    """
    if tolerance is None or code not in _TOLERANT:
        return _EXACT[code]
    compare = _TOLERANT[code]
    return lambda a, b: compare(a, b, tolerance)


def compile_relation(expression: Expression, tolerance: Tolerance) -> Callable[[RowValues], bool]:
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
    root = _builder(expression, tolerance)(0)
    return lambda values: bool(root(values))


def compile_operands(expression: Expression, tolerance: Tolerance) -> tuple[Evaluate, Evaluate]:
    """The two operands at the top of a relation, as functions of its variables' values; what is built is as in Python.

    >>> from genmorph.model import Kind, Output
    >>> from genmorph.relations.expression import relation_variables
    >>> variables = relation_variables([], [], [Output(Kind.INT)])
    >>> odd = Expression.from_tree(["==", "return_f", ["-", 0, "return_s"]], variables)
    >>> [operand([9, -8]) for operand in compile_operands(odd, Tolerance())]
    [-8, -9]
    """
    build, codes = _builder(expression, tolerance), expression.codes

    def operand(index: int) -> Evaluate:
        evaluate = build(index)
        if expression.sort_of(codes[index]) in (Sort.NUMBER, Sort.BOOLEAN):
            return evaluate
        return lambda values: compared(evaluate(values))

    one, other = map(operand, operands(codes, 0))
    return one, other


def _builder(expression: Expression, tolerance: Tolerance) -> Callable[[int], Evaluate]:
    """What compiles the part of a relation at an index."""
    constant_at = expression.constant_at
    exact = int_nodes(expression.codes, expression.variables)

    def build(index: int) -> Evaluate:
        code = expression.codes[index]
        if code >= op.FIRST_VARIABLE:
            return operator.itemgetter(code - op.FIRST_VARIABLE)
        if index in constant_at:
            constant = constant_at[index]
            return lambda _: constant
        inner = list(operands(expression.codes, index))
        a, *others = (build(operand) for operand in inner)
        if code in _LAZY:
            return _LAZY[code](a, *others)
        if code in _TOLERANT and not all(exact[operand] for operand in inner):
            compare, b = _TOLERANT[code], others[0]
            return lambda v: compare(a(v), b(v), tolerance)
        function = _EXACT[code]
        if not others:
            return lambda v: function(a(v))
        (b,) = others
        return lambda v: function(a(v), b(v))

    return build
