"""The filters of form, of kills and of executions: the plain-Python meaning decides, one violation rejects."""

from collections.abc import Callable, Iterable, Sequence
from enum import Enum
from itertools import islice
from typing import Any

from genmorph.filters.differences import compile_error, larger
from genmorph.filters.finding import Finding
from genmorph.filters.obscurity import is_riddle
from genmorph.filters.reading import compile_reader
from genmorph.filters.sharpness import is_too_sharp
from genmorph.model import Execution, Stage, Tolerance, Verdict
from genmorph.relations.expression import Expression
from genmorph.relations.meaning import compile_relation
from genmorph.relations.metamorphic import is_metamorphic

MIN_TRIED = 2_000
"""So many fresh pairs must have been tried, unless they are the whole domain, or the function is slow."""
MOST_UNTESTABLE = 1 / 3
"""Of a whole domain this many pairs may overflow for each that was tried."""


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


def judge_form(expression: Expression, kill_count: int) -> Finding | None:
    """What speaks against a relation before it is tried: it ties no outputs, kills nothing, is too sharp, or a riddle.

    >>> from genmorph.model import Kind, Output
    >>> from genmorph.relations.expression import relation_variables
    >>> even = Expression.from_tree(["==", "return_f", "return_s"], relation_variables([], [], [Output(Kind.INT)]))
    >>> judge_form(even, 0).reason, judge_form(even, 3)
    ('kills no mutant', None)
    """
    if not is_metamorphic(expression):
        return Finding(Verdict.REJECT, "not metamorphic: no part ties the two outputs together", Stage.FORM)
    if not kill_count:
        return Finding(Verdict.REJECT, "kills no mutant", Stage.KILLS)
    if is_too_sharp(expression):
        reason = "claims that values differ, or only where they are equal: too rare to try"
        return Finding(Verdict.UNDECIDED, reason, Stage.FORM)
    if is_riddle(expression):
        reason = "a riddle: says when two claims are true together"
        return Finding(Verdict.UNDECIDED, reason, Stage.FORM)
    return None


def falsify(
    expression: Expression,
    fresh: Iterable[Execution],
    exhaustive: bool,
    tolerance: Tolerance,
    enough: int = MIN_TRIED,
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
    is_little = untestable > MOST_UNTESTABLE * tried if exhaustive else tried < enough
    if enough and (not tried or is_little):
        way_out = f"{untestable} more overflow" if untestable else "raise the budget or widen the domain"
        reason = f"only {tried} fresh pairs could be tried, {enough} are needed: {way_out}"
        return Finding(Verdict.UNDECIDED, reason, stage, tried, untestable=untestable)
    reason = f"no counterexample in {tried} inputs"
    return Finding(Verdict.KEEP, reason, tried=tried, largest_error=largest, untestable=untestable)


def violations(
    expression: Expression, executions: Iterable[Execution], tolerance: Tolerance, limit: int
) -> list[Execution]:
    """The first executions that contradict the relation, at most `limit`."""
    holds, read = compile_relation(expression, tolerance), compile_reader(expression)
    failing = (execution for execution in executions if check(holds, read(execution)) is Check.FAILS)
    return list(islice(failing, limit))
