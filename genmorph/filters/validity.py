"""Whether executions contradict a candidate: the plain-Python meaning decides, one violation rejects."""

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any

from genmorph.execution.outputs import are_read
from genmorph.filters.margin import compile_sides
from genmorph.model import Execution, Output, Stage, Tolerance, UsageError, Verdict
from genmorph.relations.algebra import cancels
from genmorph.relations.equivalent_forms import other_arrangements
from genmorph.relations.expression import Expression
from genmorph.relations.meaning import Check, compile_relation
from genmorph.relations.operators import Trait, symbols_with
from genmorph.settings import TRIALS

_COMPARISONS = symbols_with(Trait.COMPARISON)


@dataclass(frozen=True, slots=True)
class Finding:
    """A verdict with its reason and the stage that gave it, the pairs tried, and the counterexample if there is one.

    `stage` is None where all stages so far keep the candidate. `untestable` pairs overflowed while they were compared.
    `largest_error` is that of `Evidence`.
    """

    verdict: Verdict
    reason: str
    stage: Stage | None = None
    tried: int = 0
    counterexample: Execution | None = None
    largest_error: float | None = None
    untestable: int = 0


def compile_reader(expression: Expression) -> Callable[[Execution], list[Any]]:
    """How to read the values of `expression.variables`; None stands for those that do not occur."""
    variables, mentioned = enumerate(expression.variables), set(expression.mentioned)
    places = [(place, variable.read) for place, variable in variables if variable in mentioned]
    count = len(expression.variables)

    def read(execution: Execution) -> list[Any]:
        values: list[Any] = [None] * count
        for place, read_one in places:
            values[place] = read_one(execution)
        return values

    return read


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


def check(holds: Callable[[Sequence[Any]], bool], values: Sequence[Any]) -> Check:
    """Evaluate a compiled relation once; an overflow makes the pair untestable."""
    try:
        return Check.HOLDS if holds(values) else Check.FAILS
    except OverflowError:
        return Check.UNTESTABLE


def falsify(
    expression: Expression,
    fresh: Iterable[Execution],
    exhaustive: bool,
    tolerance: Tolerance,
    enough: int = TRIALS.fresh,
    stage: Stage = Stage.FRESH_PAIRS,
) -> Finding:
    """Look for a violation among executions of the original; what holds on all of them is kept.

    `exhaustive` says that the executions are all that the domain has: most of them must not overflow. Else fewer than
    `enough` leave it undecided, where 0 is enough whatever there is. The finding is that of `stage`.

    >>> from genmorph.model import Kind, Output
    >>> from genmorph.relations.expression import relation_variables
    >>> even = Expression.from_tree(["==", "return_f", "return_s"], relation_variables([], [], [Output(Kind.INT)]))
    >>> falsify(even, [Execution((1,), (-1,), (1,), (-1,))], True, Tolerance()).reason
    'false for a valid input'
    """
    holds, read = compile_relation(expression, tolerance), compile_reader(expression)
    error_of = compile_error(expression)
    tried, untestable, largest = 0, 0, None
    for execution in fresh:
        values = read(execution)
        match check(holds, values):
            case Check.FAILS:
                return Finding(Verdict.REJECT, "false for a valid input", stage, tried + 1, execution)
            case Check.HOLDS:
                tried += 1
                largest = larger(largest, error_of(values))
            case Check.UNTESTABLE:
                untestable += 1
    is_little = untestable > TRIALS.untestable * tried if exhaustive else tried < enough
    if enough and (not tried or is_little):
        way_out = f"{untestable} more overflow" if untestable else "raise the budget or widen the domain"
        reason = f"only {tried} fresh pairs could be tried, {enough} are needed: {way_out}"
        return Finding(Verdict.UNDECIDED, reason, stage, tried, untestable=untestable)
    reason = f"no counterexample in {tried} inputs"
    return Finding(Verdict.KEEP, reason, tried=tried, largest_error=largest, untestable=untestable)


def falsify_in_part(
    expression: Expression,
    executions: Iterable[Execution],
    outputs: Sequence[Output],
    tolerance: Tolerance,
    stage: Stage = Stage.FRESH_PAIRS,
) -> Finding | None:
    """Look for a violation among executions of which some outputs could not be read, as `check` does; else None.

    >>> from genmorph.execution.outputs import UNREAD
    >>> from genmorph.model import Kind
    >>> from genmorph.relations.expression import relation_variables
    >>> outputs = Output(Kind.INT), Output(Kind.INTS, view="sorted({})")
    >>> even = Expression.from_tree(["==", "return_f", "return_s"], relation_variables([], [], outputs[:1]))
    >>> found = [Execution((1,), (-1,), (1, [1]), (output, UNREAD)) for output in (1, 2, UNREAD)]
    >>> [one and one.reason for one in (falsify_in_part(even, [each], outputs, Tolerance()) for each in found)]
    [None, 'false for a valid input', 'gives a value of another kind for a valid input']
    """
    holds, read = compile_relation(expression, tolerance), compile_reader(expression)
    mentioned = expression.output_positions
    for execution in executions:
        sides = execution.source_outputs, execution.follow_up_outputs
        if not all(are_read(outputs, values, mentioned) for values in sides):
            return Finding(Verdict.REJECT, "gives a value of another kind for a valid input", stage)
        if check(holds, read(execution)) is Check.FAILS:
            return Finding(Verdict.REJECT, "false for a valid input", stage)
    return None


def violations(
    expression: Expression, executions: Iterable[Execution], tolerance: Tolerance, limit: int
) -> list[Execution]:
    """The first executions that contradict the relation, at most `limit`."""
    holds, read = compile_relation(expression, tolerance), compile_reader(expression)
    failing = (execution for execution in executions if check(holds, read(execution)) is Check.FAILS)
    return list(islice(failing, limit))


def without_cancelling(expression: Expression) -> Expression | None:
    """The relation without the terms that stand on both sides of its comparisons; None where there are none.

    Over real numbers it says the same. Over floats, large terms on both sides make small differences equal within the
    tolerance, so that the relation holds where this one does not.

    >>> from genmorph.model import Kind, Output
    >>> from genmorph.relations.expression import relation_variables
    >>> variables = relation_variables([], [], [Output(Kind.FLOAT)])
    >>> square = ["*", "return_f", "return_f"]
    >>> twisted = Expression.from_tree(["==", ["+", "return_f", square], ["+", "return_s", square]], variables)
    >>> without_cancelling(twisted).to_tree()
    ['==', 'return_f', 'return_s']
    """
    tree = expression.to_tree()
    plain = _without(tree)
    try:
        return None if plain == tree else Expression.from_tree(plain, expression.variables)
    except UsageError:
        return None


def _without(tree: Any) -> Any:
    if not isinstance(tree, list):
        return tree
    if tree[0] in _COMPARISONS:
        return next(iter(other_arrangements(tree)), tree) if cancels(tree) else tree
    return [tree[0], *map(_without, tree[1:])]
