"""What a relation of random programs compares of the outputs of many runs: all of them, their mean, or their spread."""

from collections.abc import Mapping
from enum import Enum
from types import MappingProxyType

from genmorph.relations import operators as op
from genmorph.relations.expression import FOLLOW_UP_SIDE, SOURCE_SIDE, Expression, operands, subtree_end
from genmorph.relations.operators import Sort, operation_of


class Statistic(Enum):
    """What is compared of two samples of outputs."""

    DISTRIBUTION = "distribution"
    """How often each value comes; an order between distributions is one between all their quantiles."""
    MEAN = "mean"
    """The arithmetic mean."""
    SPREAD = "spread"
    """The mean distance from the median."""

    @property
    def is_of_numbers(self) -> bool:
        """Whether only numbers have it."""
        return self is not Statistic.DISTRIBUTION


_SIGNS: Mapping[int, str] = MappingProxyType({op.EQUAL: "==", op.IFF: "==", op.LESS_EQUAL: "<=", op.IMPLIES: "<="})
"""How the operands of a comparison are related; that one truth follows from another, as that it is the rarer one."""


def sign_of(expression: Expression) -> str | None:
    """How the two sides of a relation are compared: `==` or `<=`; None where these are not what both calls give.

    >>> from genmorph.model import Kind, Output
    >>> from genmorph.relations.expression import relation_variables
    >>> variables = relation_variables([], [], [Output(Kind.BOOL)])
    >>> [sign_of(Expression.from_tree([s, "return_s", "return_f"], variables)) for s in ("iff", "implies", "or")]
    ['==', '<=', None]
    """
    codes, found = expression.codes, operation_of(expression.codes[0])
    sign = "==" if found is not None and found[0] == op.SAME else _SIGNS.get(codes[0])
    if sign is None:
        return None
    calls = [_calls(expression, index) for index in operands(codes, 0)]
    return sign if sorted(map(len, calls)) == [1, 1] and calls[0] != calls[1] else None


def required_sign(expression: Expression) -> str:
    """How the two sides of a relation are compared that compares what both calls give."""
    found = sign_of(expression)
    assert found is not None, f"{expression!r} compares nothing"
    return found


def _calls(expression: Expression, index: int) -> frozenset[bool]:
    """Of which calls a part of a relation has outputs; true is the follow-up."""
    codes = expression.codes[index : subtree_end(expression.codes, index)]
    roles = {expression.variables[code - op.FIRST_VARIABLE].role for code in codes if code >= op.FIRST_VARIABLE}
    return frozenset(role in FOLLOW_UP_SIDE for role in roles if role in FOLLOW_UP_SIDE | SOURCE_SIDE)


def is_numeric(expression: Expression, index: int) -> bool:
    """Whether the part of a relation at an index is a number, or a truth that counts as 0 or 1."""
    return expression.sort_of(expression.codes[index]) in (Sort.NUMBER, Sort.BOOLEAN)
