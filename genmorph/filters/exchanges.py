"""Relations that hold for any two outputs of the function, whichever inputs they belong to."""

from collections.abc import Sequence
from random import Random

from genmorph.filters.stand_ins import Compiled, Places, Row, differ, with_outputs
from genmorph.model import Tolerance
from genmorph.relations.expression import Expression, Variable
from genmorph.values.labels import key

_ATTEMPTS = 600
_ENOUGH = 100
"""So many exchanges must have been possible."""
_SELDOM = 0.02
"""What contradicts the relation in less than this share of the exchanges does so by chance."""
_EQUAL = 0.3
"""Share of the exchanges that give both calls the same outputs, where there are such."""


def holds_for_any_two(
    expression: Expression,
    rows: Sequence[Row],
    sides: tuple[Places, Places],
    tolerance: Tolerance,
    rng: Random,
) -> bool:
    """Whether the outputs of one call may be those of another without contradiction; False where too few differ.

    Pairs of outputs that are frequent are exchanged as often as others, so that a Boolean function which is almost
    always False, or one with few distinct outputs, is judged by what changes.
    """
    relation = Compiled(expression, tolerance)
    exchanges = _exchanged(expression.variables, rows, sides, tolerance, rng)
    accepted, rejected = sum(map(relation.accepts, exchanges)), sum(map(relation.rejects, exchanges))
    tried = accepted + rejected
    return tried >= _ENOUGH and rejected < _SELDOM * tried


def _exchanged(
    variables: Sequence[Variable],
    rows: Sequence[Row],
    sides: tuple[Places, Places],
    tolerance: Tolerance,
    rng: Random,
) -> list[Row]:
    """Distinct rows that have the outputs of one call from another execution, where these really differ."""
    written = [tuple(key([row[place] for place in side]) for side in sides) for row in rows]
    alike: dict[tuple[str, ...], list[int]] = {}
    for index, pair in enumerate(written):
        alike.setdefault(pair, []).append(index)
    groups = list(alike.values())
    owners = [list({pair[side]: index for index, pair in enumerate(written)}.values()) for side in (0, 1)]
    owner_of = [{written[index][side]: index for index in owners[side]} for side in (0, 1)]
    spoken_of = [side for side in (0, 1) if sides[side]]
    found: dict[tuple[int, int, int], Row] = {}
    for _ in range(_ATTEMPTS if groups and spoken_of else 0):
        index, side = rng.choice(rng.choice(groups)), rng.choice(spoken_of)
        giver = rng.choice(owners[side])
        if rng.random() < _EQUAL:
            giver = owner_of[side].get(written[index][1 - side], giver)
        if differ(variables, sides[side], rows[index], rows[giver], tolerance):
            found[index, side, giver] = with_outputs(rows[index], rows[giver], sides[side])
    return list(found.values())
