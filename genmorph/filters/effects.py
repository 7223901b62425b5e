"""How a relation says that the output changes, where it says so by one operation, which can be repeated."""

import math
from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace
from typing import Any

from genmorph.relations.expression import FOLLOW_UP_SIDE, Expression, Role, Variable

_MOST = 64
"""A change of the output is repeated at most so often."""
_CLOSE = 1e-12
_SOURCE_OUTPUTS = (Role.SOURCE_OUTPUT, Role.SOURCE_ERROR)
_MULTIPLYING = ("*", "scale each")


@dataclass(frozen=True, slots=True)
class Effect:
    """A number and values of inputs that stay, multiplied, and added to the output or multiplied with it."""

    output: str
    operator: str
    amount: float
    inputs: tuple[str, ...] = ()

    @property
    def keeps(self) -> bool:
        """Whether the output stays the same."""
        return self.operator == "+" and self.amount == 0

    def repeated(self, times: int) -> "Effect | None":
        """The change so many times, or undone where that is negative; None where that is unknown.

        >>> Effect("return_f", "*", 2.0).repeated(3).amount, Effect("return_f", "+", 2.0).repeated(-3).amount
        (8.0, -6.0)
        """
        if self.keeps:
            return self
        if abs(times) > _MOST:
            return None
        if self.operator not in _MULTIPLYING:
            return replace(self, amount=self.amount * times)
        if times < 0 and (self.inputs or not self.amount):
            return None
        try:
            return replace(self, amount=float(self.amount) ** times, inputs=self.inputs * times)
        except OverflowError:
            return None

    def equals(self, other: "Effect") -> bool:
        """Whether both are the same up to rounding."""
        names = sorted(self.inputs) == sorted(other.inputs)
        is_alike = names and (self.output, self.operator) == (other.output, other.operator)
        return is_alike and math.isclose(self.amount, other.amount, rel_tol=_CLOSE)


def effect_of(expression: Expression, changed: Collection[int]) -> Effect | None:
    """The change that a relation claims; None where it claims something else. `changed` are positions of parameters.

    >>> from genmorph.model import Kind, Output
    >>> from genmorph.relations.expression import relation_variables
    >>> relation = Expression.from_tree(
    ...     ["==", ["-", "return_s", 3], "return_f"], relation_variables([], [], [Output(Kind.INT)])
    ... )
    >>> effect_of(relation, [])
    Effect(output='return_f', operator='+', amount=-3, inputs=())
    """
    match expression.to_tree():
        case ["==" | "iff", one, other]:
            staying = {
                v.name for v in expression.variables if v.role is Role.SOURCE_INPUT and v.position not in changed
            }
            for follow_up, source in _pairs(expression.variables):
                for term in [b for a, b in ((one, other), (other, one)) if a == follow_up]:
                    return _effect(follow_up, source, term, staying)
    return None


def _pairs(variables: Collection[Variable]) -> Iterator[tuple[str, str]]:
    """The names of each output after and before."""
    for after in variables:
        for before in variables:
            is_pair = after.role in FOLLOW_UP_SIDE and before.role in _SOURCE_OUTPUTS
            if is_pair and (after.position, after.kind) == (before.position, before.kind):
                yield after.name, before.name


def _effect(follow_up: str, source: str, term: Any, staying: Collection[str]) -> Effect | None:
    """The effect that `follow_up == term` claims."""
    if term == source:
        return Effect(follow_up, "+", 0)
    match term:
        case ["+" | "add each" as operator, a, b]:
            sign, rest = 1, [other for this, other in ((a, b), (b, a)) if this == source]
        case ["-", a, b] if a == source:
            operator, sign, rest = "+", -1, [b]
        case ["-", 0, a] if a == source:
            return Effect(follow_up, "*", -1)
        case ["/", a, int() | float() as divisor] if a == source and divisor:
            return Effect(follow_up, "*", 1 / divisor)
        case ["*" | "scale each" as operator, *_]:
            sign, factors = 1, _factors(["*", *term[1:]])
            rest = [_product([f for f in factors if f != source])] if factors.count(source) == 1 else []
        case _:
            return None
    return _of_amount(Effect(follow_up, operator, sign), rest[0], staying) if rest else None


def _of_amount(effect: Effect, amount: Any, staying: Collection[str]) -> Effect | None:
    """The effect with an amount that is a product of numbers and inputs that stay."""
    match amount:
        case ["-", 0, negated]:
            effect, amount = replace(effect, amount=-effect.amount), negated
    factors = _factors(amount)
    numbers = [factor for factor in factors if isinstance(factor, int | float)]
    inputs = tuple(factor for factor in factors if isinstance(factor, str) and factor in staying)
    if len(numbers) + len(inputs) < len(factors):
        return None
    return replace(effect, amount=effect.amount * math.prod(numbers), inputs=inputs)


def _factors(term: Any) -> list[Any]:
    match term:
        case ["*", a, b]:
            return [*_factors(a), *_factors(b)]
    return [term]


def _product(factors: list[Any]) -> Any:
    product = factors[0]
    for factor in factors[1:]:
        product = ["*", product, factor]
    return product
