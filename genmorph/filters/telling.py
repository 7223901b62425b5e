"""The filter of what says nothing: relations that hold whatever the function gives."""

from collections.abc import Collection, Sequence
from random import Random

from genmorph.filters.exchanges import holds_for_any_two
from genmorph.filters.finding import Finding
from genmorph.filters.fitted import fitted_to
from genmorph.filters.stand_ins import Compiled, Places, Row, StandIns
from genmorph.model import Execution, Output, Stage, Tolerance, Verdict
from genmorph.relations.expression import Expression, Role

LEAST_SHARE = 0.05
"""A relation says something about at least this share of the inputs."""
_ROWS = 400
_TRIES = 12
_TRIES_OF_REST = 4


def judge_telling(
    expression: Expression,
    executions: Sequence[Execution],
    outputs: Sequence[Output],
    tolerance: Tolerance,
    rng: Random,
    special: Collection[int | float] = (),
) -> Finding | None:
    """The reason against a relation that no function, or hardly any output of this one, could contradict; else None.

    The executions are the original's, and the relation holds on them. `special` are numbers that mean something, such
    as the constants of the source.

    >>> from genmorph.model import Kind
    >>> from genmorph.relations.expression import relation_variables
    >>> outputs = [Output(Kind.INT)]
    >>> relation = Expression.from_tree(
    ...     ["<=", ["-", 0, ["abs", "return_f"]], ["abs", "return_s"]], relation_variables([], [], outputs)
    ... )
    >>> squares = [Execution((n,), (-n,), (n * n,), (n * n,)) for n in range(50)]
    >>> judge_telling(relation, squares, outputs, Tolerance(), Random(0)).reason
    'holds whatever the function gives: it follows from the inputs or the kinds of the outputs'
    """
    if not executions:
        return None
    stand_ins = StandIns([expression], executions, outputs, rng)
    relation = Compiled(expression, tolerance)
    share = _share(relation, stand_ins, rng)
    if not share and not any(_is_telling(relation, stand_ins, row, _TRIES_OF_REST) for row in stand_ins.rows):
        if not _is_telling_elsewhere(expression, relation, stand_ins):
            reason = "holds whatever the function gives: it follows from the inputs or the kinds of the outputs"
            return Finding(Verdict.REJECT, reason, Stage.SAYS_NOTHING)
        return Finding(Verdict.REJECT, "says something about none of the inputs tried", Stage.VACUOUS)
    if share < LEAST_SHARE:
        reason = f"says something about {share:.1%} of the inputs only: elsewhere it holds whatever the function gives"
        return Finding(Verdict.REJECT, reason, Stage.VACUOUS)
    if holds_for_any_two(expression, stand_ins.rows, stand_ins.sides, tolerance, rng):
        reason = "holds for any two outputs of the function, whichever inputs they belong to"
        return Finding(Verdict.REJECT, reason, Stage.SAYS_NOTHING)
    for side, call in zip(stand_ins.sides, ("source", "follow-up"), strict=True):
        depending = _share_of_side(relation, stand_ins, side, rng) if side else 1.0
        if depending < LEAST_SHARE:
            reason = f"depends on what the function gives for the {call} on {depending:.1%} of the inputs only"
            return Finding(Verdict.REJECT, reason, Stage.VACUOUS)
    fitted = fitted_to(expression, stand_ins.rows, stand_ins.sides, tolerance, special)
    return None if fitted is None else Finding(Verdict.REJECT, f"fits {fitted}", Stage.FITTED)


def _share(relation: Compiled, stand_ins: StandIns, rng: Random) -> float:
    """The share of the inputs for which some other outputs would contradict the relation."""
    rows = _sample(stand_ins, rng)
    return sum(_is_telling(relation, stand_ins, row, _TRIES) for row in rows) / len(rows)


def _share_of_side(relation: Compiled, stand_ins: StandIns, side: Places, rng: Random) -> float:
    """The share of the inputs for which other outputs of one call alone would contradict the relation.

    Inputs on which it overflows do not count; 1 where there are no others.
    """
    rows = [row for row in _sample(stand_ins, rng) if relation.accepts(row)]
    contradicted = (any(relation.rejects(stand_ins.one_sided(row, side)) for _ in range(_TRIES)) for row in rows)
    return sum(contradicted) / len(rows) if rows else 1.0


def _is_telling_elsewhere(expression: Expression, relation: Compiled, stand_ins: StandIns) -> bool:
    """Whether other outputs contradict the relation for other numbers as inputs; unknown where these must fit."""
    if expression.mentions({Role.FOLLOW_UP_INPUT}):
        return False
    return any(relation.rejects(stand_ins.moved(row)) for row in stand_ins.rows for _ in range(_TRIES_OF_REST))


def _sample(stand_ins: StandIns, rng: Random) -> Sequence[Row]:
    return stand_ins.rows if len(stand_ins.rows) <= _ROWS else rng.sample(stand_ins.rows, _ROWS)


def _is_telling(relation: Compiled, stand_ins: StandIns, row: Row, tries: int) -> bool:
    return any(relation.rejects(stand_ins.stand_in(row)) for _ in range(tries))
