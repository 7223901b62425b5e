"""Relations that were fitted: to numbers that mean nothing, or to the only outputs that were seen."""

import math
from collections.abc import Collection, Iterator, Sequence
from itertools import product
from typing import Any

from genmorph.filters.stand_ins import Compiled, Places, Row, differ, with_outputs
from genmorph.model import Tolerance
from genmorph.relations.algebra import ARITHMETIC, leaves, mentions
from genmorph.relations.expression import FOLLOW_UP_SIDE, SOURCE_SIDE, Expression, Variable
from genmorph.relations.metamorphic import atoms, names_of
from genmorph.relations.operators import Sort

_PLAIN_NUMBERS = (0, 1, 2, math.pi / 2, math.pi, 2 * math.pi)
_PLAIN_IN_BOUNDS = (0, 1, math.pi / 2, math.pi, 2 * math.pi)
"""Where nothing doubles, twice an output is a bound that leaves room."""
_CLOSE = 1e-9
_FEW = 3
"""So few distinct pairs of outputs can be fitted by chance."""
_TRIED = 60


def has_fitted_constant(expression: Expression, special: Collection[int | float]) -> bool:
    """Whether a number in it is none that stands for itself, nor one of the special ones; signs do not matter.

    0, 1, 2 and pi, half and twice, stand for themselves.

    >>> from genmorph.model import Kind, Output
    >>> from genmorph.relations.expression import relation_variables
    >>> bound = ["<=", ["+", "return_f", "return_s"], 57.3]
    >>> expression = Expression.from_tree(bound, relation_variables([], [], [Output(Kind.FLOAT)]))
    >>> has_fitted_constant(expression, ()), has_fitted_constant(expression, (57.3,))
    (True, False)
    """
    return _is_fitted(expression.to_tree(), (*_PLAIN_NUMBERS, *special))


def is_fitted_bound(expression: Expression, special: Collection[int | float]) -> bool:
    """Whether one of its bounds of outputs has such a number, or 2.

    >>> from genmorph.model import Kind, Output
    >>> from genmorph.relations.expression import relation_variables
    >>> variables = relation_variables([], [], [Output(Kind.INT)])
    >>> bound = ["<=", "return_f", ["+", "return_s", 7]]
    >>> [is_fitted_bound(Expression.from_tree(tree, variables), ()) for tree in (bound, ["==", *bound[1:]])]
    [True, False]
    """
    known = (*_PLAIN_IN_BOUNDS, *special)
    return any(atom[0] in ("<", "<=") and _is_fitted(atom, known) for atom in _of_outputs(expression))


def fitted_to(
    expression: Expression,
    rows: Sequence[Row],
    sides: tuple[Places, Places],
    tolerance: Tolerance,
    special: Collection[int | float],
) -> str | None:
    """What the relation was fitted to, where few distinct pairs of outputs were seen; None where to nothing."""
    variables, places = expression.variables, sides[0] + sides[1]
    pairs: list[Row] = []
    for row in rows:
        if all(differ(variables, places, row, pair, tolerance) for pair in pairs):
            pairs.append(row)
        if len(pairs) > _FEW:
            return None
    plain = list(_plain_relations(expression, sides))
    if any(expression.to_tree() in (claim, [claim[0], *claim[:0:-1]]) for claim in plain[:1]):
        return None
    if len(pairs) == 1:
        return "the only outputs that were seen, which are always the same"
    known = (*_PLAIN_NUMBERS, *special)
    has_numbers = any(_is_fitted(atom, known) for atom in _of_outputs(expression))
    if has_numbers or _is_said_by(expression, plain, rows[:_TRIED], pairs, sides, tolerance):
        return f"the only {len(pairs)} pairs of outputs that were seen"
    return None


def _is_fitted(tree: Any, known: Collection[int | float]) -> bool:
    """Whether any number in the tree is none of those that mean something."""
    return any(
        not any(math.isclose(abs(leaf), abs(number), rel_tol=_CLOSE) for number in known)
        for leaf in leaves(tree)
        if isinstance(leaf, int | float)
    )


def _of_outputs(expression: Expression) -> Iterator[Any]:
    """The comparisons and other claims that speak of outputs."""
    names = names_of(expression, SOURCE_SIDE | FOLLOW_UP_SIDE)
    return (atom for atom in atoms(expression.to_tree()) if mentions(atom, names))


def _plain_relations(expression: Expression, sides: tuple[Places, Places]) -> Iterator[Any]:
    """That the output stays the same, does not grow, does not shrink, where the relation speaks of one output."""
    if len(sides[0]) != 1 or len(sides[1]) != 1:
        return
    source, follow_up = (expression.variables[side[0]] for side in sides)
    if (source.position, source.kind) != (follow_up.position, follow_up.kind):
        return
    yield ["iff" if source.sort is Sort.BOOLEAN else "==", follow_up.name, source.name]
    if source.sort is Sort.NUMBER:
        yield ["<=", follow_up.name, source.name]
        yield ["<=", source.name, follow_up.name]


def _is_said_by(
    expression: Expression,
    plain: Sequence[Any],
    rows: Sequence[Row],
    pairs: Sequence[Row],
    sides: tuple[Places, Places],
    tolerance: Tolerance,
) -> bool:
    """Whether the relation calculates where a plain one, true for all pairs seen, rejects all that it does of them."""
    if not any(_calculates(atom, expression.variables) for atom in _of_outputs(expression)):
        return False
    relation = Compiled(expression, tolerance)
    sources, follow_ups = sides
    mixed = [
        with_outputs(with_outputs(row, s, sources), f, follow_ups) for row in rows for s, f in product(pairs, repeat=2)
    ]
    rejected = [row for row in mixed if relation.rejects(row)]
    claims = [Compiled(Expression.from_tree(tree, expression.variables), tolerance) for tree in plain]
    return any(
        all(claim.accepts(pair) for pair in pairs) and all(claim.rejects(row) for row in rejected) for claim in claims
    )


def _calculates(atom: Any, variables: Sequence[Variable]) -> bool:
    """Whether there is arithmetic in it."""
    if not isinstance(atom, list):
        return False
    return atom[0] in ARITHMETIC or any(_calculates(operand, variables) for operand in atom[1:])
