"""The filter of fresh executions: the plain-Python meaning decides, one violation rejects."""

from collections.abc import Callable, Iterable, Sequence
from enum import Enum
from itertools import islice
from typing import Any

from genmorph.filters.finding import Finding
from genmorph.filters.sharpness import is_too_sharp
from genmorph.model import Execution, Stage, Tolerance, Verdict
from genmorph.relations.expression import Expression
from genmorph.relations.meaning import compile_relation
from genmorph.relations.metamorphic import is_metamorphic

MIN_TRIED = 2_000
"""So many fresh pairs must have been tried, unless they are the whole domain, or the function is slow."""


class Check(Enum):
    """What one execution says about a relation."""

    HOLDS = "holds"
    FAILS = "fails"
    UNTESTABLE = "untestable"


def check(holds: Callable[[Sequence[Any]], bool], values: Sequence[Any]) -> Check:
    """Evaluate a compiled relation once; an overflow makes the pair untestable."""
    try:
        return Check.HOLDS if holds(values) else Check.FAILS
    except OverflowError:
        return Check.UNTESTABLE


def judge(
    expression: Expression,
    kill_count: int,
    fresh: Iterable[Execution],
    exhaustive: bool,
    tolerance: Tolerance,
    enough: int = MIN_TRIED,
) -> Finding:
    """Keep a metamorphic relation that kills a mutant and holds on all fresh executions of the original.

    `exhaustive` says that the executions are all that the domain has; else fewer than `enough` leave it undecided.

    >>> from genmorph.model import Kind, Output
    >>> from genmorph.relations.expression import relation_variables
    >>> even = Expression.from_tree(["==", "return_f", "return_s"], relation_variables([], [], [Output(Kind.INT)]))
    >>> judge(even, 3, [Execution((1,), (-1,), (1,), (-1,))], True, Tolerance()).reason
    'false for a valid input'
    """
    if not is_metamorphic(expression):
        return Finding(Verdict.REJECT, "not metamorphic: no part ties the two outputs together", Stage.FORM)
    if is_too_sharp(expression):
        return Finding(
            Verdict.UNDECIDED, "claims that values differ, or only where they are equal: too rare to try", Stage.FORM
        )
    if not kill_count:
        return Finding(Verdict.REJECT, "kills no mutant", Stage.KILLS)
    return falsify(expression, fresh, exhaustive, tolerance, enough)


def falsify(
    expression: Expression,
    fresh: Iterable[Execution],
    exhaustive: bool,
    tolerance: Tolerance,
    enough: int = MIN_TRIED,
) -> Finding:
    """Look for a violation among fresh executions of the original."""
    holds = compile_relation(expression, tolerance)
    tried = 0
    for execution in fresh:
        match check(holds, [variable.read(execution) for variable in expression.variables]):
            case Check.FAILS:
                return Finding(Verdict.REJECT, "false for a valid input", Stage.FRESH_PAIRS, tried + 1, execution)
            case Check.HOLDS:
                tried += 1
            case Check.UNTESTABLE:
                pass
    if not tried or (tried < enough and not exhaustive):
        return Finding(
            Verdict.UNDECIDED,
            f"only {tried} fresh pairs could be tried, {enough} are needed: raise the budget or widen the domain",
            Stage.FRESH_PAIRS,
            tried,
        )
    return Finding(Verdict.KEEP, f"no counterexample in {tried} inputs", tried=tried)


def violations(
    expression: Expression, executions: Iterable[Execution], tolerance: Tolerance, limit: int
) -> list[Execution]:
    """The first executions that contradict the relation, at most `limit`."""
    holds = compile_relation(expression, tolerance)
    failing = (
        execution
        for execution in executions
        if check(holds, [variable.read(execution) for variable in expression.variables]) is Check.FAILS
    )
    return list(islice(failing, limit))
