"""Relations that say nothing that another does not say already."""

from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import Any

from genmorph.filters.landing import Landing, evaluator, landings
from genmorph.filters.stand_ins import Compiled, Row, StandIns
from genmorph.model import Execution, Output, Tolerance
from genmorph.relations.expression import Expression

_ENOUGH = 100
"""So many made-up outputs must have satisfied the one known."""
_TRIES = 1_500
_SATISFYING = 400
_AT_HAND = 40
"""Rows on which the other relation says something are tried as often as all others."""
_UNMOVED = 0.7
"""Share of the outputs at which a part changes that are not moved away from there."""
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

    Both are relations of one transformation. Where both imply each other they are equal in other clothes. False also
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
    stand_ins = StandIns([known, other], executions, outputs, rng)
    first, strictly, second = Compiled(known, tolerance), Compiled(known, _EXACT), Compiled(other, tolerance)
    if any(first.accepts(row) and second.rejects(row) for row in stand_ins.rows):
        return False
    telling = _telling_rows(second, stand_ins, rng)
    satisfied = 0
    for row in _made_up([known, other], telling, stand_ins, tolerance, rng) if telling else ():
        if first.accepts(row) and strictly.accepts(row):
            if not second.accepts(row):
                return False
            satisfied += 1
            if satisfied == _SATISFYING:
                break
    return satisfied >= _ENOUGH


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
    stand_ins = StandIns([known, other], executions, outputs, rng)
    first, second = Compiled(known, tolerance), Compiled(other, tolerance)
    parts = [(landing, evaluator(landing.value, tolerance)) for landing in landings(known)]
    satisfied = 0
    for _ in range(_TRIES if parts else 0):
        landing, evaluate = rng.choice(parts)
        row = landing.land(stand_ins.exchanged(rng.choice(stand_ins.rows)), evaluate)
        if row is not None and first.accepts(row):
            if second.rejects(row):
                return False
            satisfied += 1
    return satisfied >= _ENOUGH


def _telling_rows(relation: Compiled, stand_ins: StandIns, rng: Random) -> list[Row]:
    """Some rows for which other outputs contradict the relation."""
    found: list[Row] = []
    for row in rng.sample(stand_ins.rows, len(stand_ins.rows)):
        if any(relation.rejects(stand_ins.stand_in(row)) for _ in range(3)):
            found.append(row)
        if len(found) == _AT_HAND:
            break
    return found


def _made_up(
    relations: Sequence[Expression], telling: Sequence[Row], stand_ins: StandIns, tolerance: Tolerance, rng: Random
) -> Iterator[Row]:
    """Rows with other outputs, most of them where a part of one of the relations changes between true and false."""
    parts = [
        [(landing, evaluator(landing.value, tolerance)) for landing in landings(relation)] for relation in relations
    ]
    parts = [found for found in parts if found]
    for _ in range(_TRIES):
        row: Row | None = stand_ins.stand_in(rng.choice(telling if rng.random() < 0.5 else stand_ins.rows))
        if parts and rng.random() < 0.8:
            row = _landed(row, *rng.choice(rng.choice(parts)), stand_ins, rng)
        if row is not None:
            yield row


def _landed(row: Any, landing: Landing, evaluate: Callable[[Row], Any], stand_ins: StandIns, rng: Random) -> Row | None:
    landed = landing.land(row, evaluate)
    if landed is not None and rng.random() >= _UNMOVED:
        landed[landing.place] = stand_ins.altered(landed, landing.place)
    return landed
