"""Outputs that lie exactly where a relation changes between true and false."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from genmorph.filters.stand_ins import Row, output_places
from genmorph.model import Kind, Tolerance, UsageError
from genmorph.relations.algebra import mentions, opaque_parts, solved
from genmorph.relations.equivalent_forms import other_sequences
from genmorph.relations.expression import Expression, operands
from genmorph.relations.meaning import compile_relation, function_of
from genmorph.relations.operators import FIRST_VARIABLE, Sort

_NUMERIC = ("==", "<", "<=")
_CLAIMS = (*_NUMERIC, "iff", "startswith", "contains")


@dataclass(frozen=True, slots=True)
class Landing:
    """An output, by the index of its variable, and the value at which a part of a relation changes."""

    place: int
    value: Expression

    def land(self, row: Row, evaluate: Callable[[Row], Any]) -> list[Any] | None:
        """The row with that output; None where it has none of its kind. `evaluate` is `evaluator(value)`."""
        try:
            value = _of_kind(self.value.variables[self.place].kind, evaluate(row))
        except OverflowError:
            return None
        return None if value is None else [*row[: self.place], value, *row[self.place + 1 :]]


@lru_cache(maxsize=512)
def landings(expression: Expression) -> tuple[Landing, ...]:
    """For each part that can be solved for an output, what that output is there.

    >>> from genmorph.model import Output
    >>> from genmorph.relations.expression import relation_variables
    >>> variables = relation_variables([], [], [Output(Kind.INT)])
    >>> relation = Expression.from_tree(["<=", ["-", "return_f", "return_s"], 3], variables)
    >>> [(variables[landing.place].name, landing.value.to_tree()) for landing in landings(relation)]
    [('return_s', ['-', 'return_f', 3]), ('return_f', ['+', 'return_s', 3])]
    """
    sides = output_places([expression])
    names = {expression.variables[place].name: place for side in sides for place in side}
    found: dict[Landing, None] = {}
    for claim in _claims(expression.to_tree()):
        for form in _forms(claim, names):
            for name, term in ((form[1], form[2]), (form[2], form[1])):
                if isinstance(name, str) and name in names and not mentions(term, {name}):
                    try:
                        landing = Landing(names[name], Expression.from_tree(term, expression.variables))
                    except UsageError:
                        continue
                    found[landing] = None
    return tuple(found)


def evaluator(expression: Expression, tolerance: Tolerance) -> Callable[[Row], Any]:
    """An expression of any sort as a function of its variables' values."""
    if expression.sort is Sort.BOOLEAN:
        return compile_relation(expression, tolerance)
    codes, constants = expression.codes, expression.constant_at

    def evaluate(row: Row, index: int) -> Any:
        code = codes[index]
        if index in constants:
            return constants[index]
        if code >= FIRST_VARIABLE:
            return row[code - FIRST_VARIABLE]
        return function_of(code, None)(*(evaluate(row, operand) for operand in operands(codes, index)))

    return lambda row: evaluate(row, 0)


def _claims(tree: Any) -> Iterator[Any]:
    if isinstance(tree, list):
        if tree[0] in _CLAIMS:
            yield tree
        for operand in tree[1:]:
            yield from _claims(operand)


def _forms(claim: Any, names: dict[str, int]) -> Iterator[Any]:
    """The claim, and the same solved for outputs in it."""
    yield claim
    if claim[0] == "==":
        yield from (form for form in other_sequences(claim) if form[0] == "==")
    if claim[0] in _NUMERIC:
        parts = [part for side in claim[1:] for part in opaque_parts(side)]
        for name in names:
            if name in parts:
                yield from solved(claim, name)


def _of_kind(kind: Kind, value: Any) -> Any:
    """The value as outputs of the kind are; None where they are not like it."""
    if kind is Kind.INT and isinstance(value, float):
        return int(value) if value.is_integer() else None
    return float(value) if kind is Kind.FLOAT else value
