"""Relations that say nothing that another relation of the same transformation does not say already."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from random import Random
from typing import Any

from genmorph.filters.perturbed_outputs import Compiled, PerturbedOutputs, Row, output_places
from genmorph.model import Execution, Kind, Output, Tolerance, UsageError
from genmorph.relations.algebra import mentions, opaque_parts, solved
from genmorph.relations.equivalent_forms import other_sequences
from genmorph.relations.expression import Expression, operands
from genmorph.relations.meaning import compile_relation, function_of
from genmorph.relations.operators import FIRST_VARIABLE, SORT_OF, Sort, Trait, symbols_with
from genmorph.settings import SUBSUMPTION

_COMPARISONS = symbols_with(Trait.COMPARISON)
_CLAIMS = symbols_with(Trait.COMPARISON | Trait.EQUALITY | Trait.MEMBERSHIP)


@dataclass(frozen=True, slots=True)
class Threshold:
    """An output, by the index of its variable, and the value at which a part of a relation turns true or false."""

    place: int
    value: Expression

    def reach(self, row: Row, evaluate: Callable[[Row], Any]) -> list[Any] | None:
        """The row with that output; None where it has none of its kind. `evaluate` is `evaluator(value)`."""
        try:
            value = _of_kind(self.value.variables[self.place].kind, evaluate(row))
        except OverflowError:
            return None
        return None if value is None else [*row[: self.place], value, *row[self.place + 1 :]]


@lru_cache(maxsize=512)
def thresholds(expression: Expression) -> tuple[Threshold, ...]:
    """For each part that can be solved for an output, what that output is there.

    >>> from genmorph.model import Output
    >>> from genmorph.relations.expression import relation_variables
    >>> variables = relation_variables([], [], [Output(Kind.INT)])
    >>> relation = Expression.from_tree(["<=", ["-", "return_f", "return_s"], 3], variables)
    >>> [(variables[threshold.place].name, threshold.value.to_tree()) for threshold in thresholds(relation)]
    [('return_s', ['-', 'return_f', 3]), ('return_f', ['+', 'return_s', 3])]
    """
    sides = output_places([expression])
    names = {expression.variables[place].name: place for side in sides for place in side}
    found: dict[Threshold, None] = {}
    for claim in _claims(expression.to_tree()):
        for form in _forms(claim, names):
            for name, term in ((form[1], form[2]), (form[2], form[1])):
                if isinstance(name, str) and name in names and not mentions(term, {name}):
                    try:
                        value = Expression.from_tree(term, expression.variables)
                    except UsageError:
                        continue
                    # a list that contains a number is not equal to it
                    if value.sort is SORT_OF[expression.variables[names[name]].kind]:
                        found[Threshold(names[name], value)] = None
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
    if claim[0] in _COMPARISONS:
        parts = [part for side in claim[1:] for part in opaque_parts(side)]
        for name in names:
            if name in parts:
                yield from solved(claim, name)


def _of_kind(kind: Kind, value: Any) -> Any:
    """The value as outputs of the kind are; None where they are not like it."""
    if kind is Kind.INT and isinstance(value, float):
        return int(value) if value.is_integer() else None
    return float(value) if kind is Kind.FLOAT else value


_EXACT = Tolerance(0.0, 0.0)
"""What holds by tolerance alone need not have what follows from it within the tolerance too."""


def implied(
    known: Expression,
    other: Expression,
    executions: Sequence[Execution],
    outputs: Sequence[Output],
    tolerance: Tolerance,
    rng: Random,
) -> bool:
    """Whether `other` holds wherever `known` does, for whatever outputs on the inputs of the executions.

    Both are relations of one transformation. Where both imply each other they are equivalent. False also
    where too few outputs satisfy `known`, or none contradicts `other`.

    >>> from genmorph.model import Kind
    >>> from genmorph.relations.expression import relation_variables
    >>> outputs = [Output(Kind.INT)]
    >>> same, grows = (
    ...     Expression.from_tree([symbol, "return_s", "return_f"], relation_variables([], [], outputs))
    ...     for symbol in ("==", "<=")
    ... )
    >>> squares = [Execution((n,), (-n,), (n * n,), (n * n,)) for n in range(50)]
    >>> [implied(*pair, squares, outputs, Tolerance(), Random(0)) for pair in ((same, grows), (grows, same))]
    [True, False]
    """
    if not executions or known.variables != other.variables:
        return False
    perturbed = PerturbedOutputs([known, other], executions, outputs, rng)
    first, strictly, second = Compiled(known, tolerance), Compiled(known, _EXACT), Compiled(other, tolerance)
    if any(first.accepts(row) and second.rejects(row) for row in perturbed.rows):
        return False
    telling = _telling_rows(second, perturbed, rng)
    satisfied = 0
    for row in _made_up([known, other], telling, perturbed, tolerance, rng) if telling else ():
        if first.accepts(row) and strictly.accepts(row):
            if not second.accepts(row):
                return False
            satisfied += 1
            if satisfied == SUBSUMPTION.satisfying:
                break
    return satisfied >= SUBSUMPTION.enough


def implied_on_range(
    known: Expression,
    other: Expression,
    executions: Sequence[Execution],
    outputs: Sequence[Output],
    tolerance: Tolerance,
    rng: Random,
) -> bool:
    """Whether `other` holds wherever `known` does, as long as one of the two outputs is one that the function gives.

    `f(x + 1) <= 1.5 * f(x)` follows from `f(x + 1) == f(x)` where `f` gives no negative numbers. False also where
    `known` cannot be solved for an output.
    """
    if not executions or known.variables != other.variables:
        return False
    perturbed = PerturbedOutputs([known, other], executions, outputs, rng)
    first, second = Compiled(known, tolerance), Compiled(other, tolerance)
    parts = [(threshold, evaluator(threshold.value, tolerance)) for threshold in thresholds(known)]
    satisfied = 0
    for _ in range(SUBSUMPTION.tries if parts else 0):
        threshold, evaluate = rng.choice(parts)
        row = threshold.reach(perturbed.exchanged(rng.choice(perturbed.rows)), evaluate)
        if row is not None and first.accepts(row):
            if second.rejects(row):
                return False
            satisfied += 1
    return satisfied >= SUBSUMPTION.enough


def _telling_rows(relation: Compiled, perturbed: PerturbedOutputs, rng: Random) -> list[Row]:
    """Some rows for which other outputs contradict the relation."""
    found: list[Row] = []
    for row in rng.sample(perturbed.rows, len(perturbed.rows)):
        if any(relation.rejects(perturbed.perturb(row)) for _ in range(SUBSUMPTION.attempts)):
            found.append(row)
        if len(found) == SUBSUMPTION.at_hand:
            break
    return found


def _made_up(
    relations: Sequence[Expression],
    telling: Sequence[Row],
    perturbed: PerturbedOutputs,
    tolerance: Tolerance,
    rng: Random,
) -> Iterator[Row]:
    """Rows with other outputs, most of them where a part of one of the relations changes between true and false."""
    parts = [
        [(threshold, evaluator(threshold.value, tolerance)) for threshold in thresholds(relation)]
        for relation in relations
    ]
    parts = [found for found in parts if found]
    for _ in range(SUBSUMPTION.tries):
        known = telling if rng.random() < SUBSUMPTION.telling else perturbed.rows
        row: Row | None = perturbed.perturb(rng.choice(known))
        if parts and rng.random() < SUBSUMPTION.changing:
            row = _at_threshold(row, *rng.choice(rng.choice(parts)), perturbed, rng)
        if row is not None:
            yield row


def _at_threshold(
    row: Any, threshold: Threshold, evaluate: Callable[[Row], Any], perturbed: PerturbedOutputs, rng: Random
) -> Row | None:
    there = threshold.reach(row, evaluate)
    if there is not None and rng.random() >= SUBSUMPTION.unmoved:
        there[threshold.place] = perturbed.altered(there, threshold.place)
    return there
