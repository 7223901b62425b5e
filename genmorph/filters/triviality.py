"""Relations that say nothing: they hold whatever the function gives, for any two outputs, or were fitted."""

import math
from collections.abc import Collection, Iterator, Sequence
from functools import cached_property
from itertools import product
from random import Random
from typing import Any

from genmorph.filters.claims import ORDERS, operations_of
from genmorph.filters.perturbed_outputs import Compiled, PerturbedOutputs, Places, Row, differ, with_outputs
from genmorph.model import Execution, Output, Tolerance
from genmorph.relations.algebra import ARITHMETIC, leaves, mentions
from genmorph.relations.expression import FOLLOW_UP_SIDE, SOURCE_SIDE, Expression, Role, Variable
from genmorph.relations.laws import equal
from genmorph.relations.metamorphic import atoms, names_of
from genmorph.relations.operators import Sort
from genmorph.settings import TRIVIALITY
from genmorph.values.labels import key


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
    return tried >= TRIVIALITY.enough_exchanges and rejected < TRIVIALITY.seldom * tried


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
    for _ in range(TRIVIALITY.exchanges if groups and spoken_of else 0):
        index, side = rng.choice(rng.choice(groups)), rng.choice(spoken_of)
        giver = rng.choice(owners[side])
        if rng.random() < TRIVIALITY.equal:
            giver = owner_of[side].get(written[index][1 - side], giver)
        if differ(variables, sides[side], rows[index], rows[giver], tolerance):
            found[index, side, giver] = with_outputs(rows[index], rows[giver], sides[side])
    return list(found.values())


_PLAIN_NUMBERS = (0, 1, 2, math.pi / 2, math.pi, 2 * math.pi)


_PLAIN_IN_BOUNDS = (0, 1, math.pi / 2, math.pi, 2 * math.pi)
"""Where nothing doubles, twice an output is a bound that leaves room."""


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
    return any(atom[0] in ORDERS and _is_fitted(atom, known) for atom in _of_outputs(expression))


def has_fitted_multiple(expression: Expression, special: Collection[int | float], inputs: Collection[str]) -> bool:
    """Whether an equality of outputs has one of the inputs times a number that is neither plain nor special.

    >>> from genmorph.domain import ints
    >>> from genmorph.model import Kind, Output, Parameter
    >>> from genmorph.relations.expression import relation_variables
    >>> variables = relation_variables([Parameter("year", ints())], [0], [Output(Kind.INT)])
    >>> grown = [["+", "return_s", term] for term in (["*", 36159, "year_s"], ["*", 2, "year_s"], 36159)]
    >>> said = [Expression.from_tree(["==", "return_f", term], variables) for term in grown]
    >>> [has_fitted_multiple(one, (), ["year_s"]) for one in said]
    [True, False, False]
    """
    equalities = [atom for atom in _of_outputs(expression) if atom[0] == "=="]
    products = [
        one for atom in equalities for one in operations_of(atom) if one[0] == "*" and any(x in inputs for x in one[1:])
    ]
    return any(_is_fitted(one, (*_PLAIN_NUMBERS, *special)) for one in products)


def has_fitted_fraction(expression: Expression, special: Collection[int | float]) -> bool:
    """Whether an equality of outputs has a number that is neither whole nor stands for itself, nor is special.

    >>> from genmorph.model import Kind, Output
    >>> from genmorph.relations.expression import relation_variables
    >>> variables = relation_variables([], [], [Output(Kind.FLOAT)])
    >>> trees = [["==", "return_f", ["*", "return_s", number]] for number in (0.9032258, math.pi, 7)]
    >>> [has_fitted_fraction(Expression.from_tree(tree, variables), ()) for tree in trees]
    [True, False, False]
    """
    equalities = (atom for atom in _of_outputs(expression) if atom[0] == "==")
    numbers = (leaf for atom in equalities for leaf in leaves(atom) if isinstance(leaf, float))
    return any(not number.is_integer() and _is_fitted(number, (*_PLAIN_NUMBERS, *special)) for number in numbers)


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
        if len(pairs) > TRIVIALITY.few_pairs:
            return None
    plain = list(_plain_relations(expression, sides))
    if any(expression.to_tree() in (claim, [claim[0], *claim[:0:-1]]) for claim in plain[:1]):
        return None
    if len(pairs) == 1:
        return "the only outputs that were seen, which are always the same"
    known = (*_PLAIN_NUMBERS, *special)
    has_numbers = any(_is_fitted(atom, known) for atom in _of_outputs(expression))
    if has_numbers or _is_said_by(expression, plain, rows[: TRIVIALITY.fitted_rows], pairs, sides, tolerance):
        return f"the only {len(pairs)} pairs of outputs that were seen"
    return None


def _is_fitted(tree: Any, known: Collection[int | float]) -> bool:
    """Whether any number in the tree is none of those that mean something."""
    return any(
        not any(math.isclose(abs(leaf), abs(number), rel_tol=TRIVIALITY.close) for number in known)
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
    yield equal(source.sort, follow_up.name, source.name)
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


class Perturbations:
    """What becomes of a relation when outputs are perturbed; each share is measured when it is first asked for.

    The executions are the original's, and the relation holds on them. `special` are numbers that mean something, such
    as the constants of the source. What is drawn depends on the order of the questions: ask in the order of the rules.
    """

    def __init__(
        self,
        expression: Expression,
        executions: Sequence[Execution],
        outputs: Sequence[Output],
        tolerance: Tolerance,
        rng: Random,
        special: Collection[int | float] = (),
    ) -> None:
        self._expression = expression
        self._tolerance = tolerance
        self._rng = rng
        self._special = special
        self._executions = executions
        self._perturbed = PerturbedOutputs([expression], executions, outputs, rng)
        self._relation = Compiled(expression, tolerance)

    @cached_property
    def share(self) -> float:
        """The share of the inputs for which some perturbed outputs contradict the relation."""
        return _share(self._relation, self._perturbed, self._rng)

    @cached_property
    def share_changed(self) -> float:
        """The share of the executions of which both calls get other inputs."""
        pairs = [(one.source[: len(one.follow_up)], one.follow_up) for one in self._executions]
        return sum(key(source) != key(follow_up) for source, follow_up in pairs) / max(1, len(pairs))

    @cached_property
    def is_never_noticed(self) -> bool:
        """Whether no perturbed outputs of any input contradict it."""
        rows = self._perturbed.rows
        return not self.share and not any(
            _is_telling(self._relation, self._perturbed, r, TRIVIALITY.tries_of_rest) for r in rows
        )

    @cached_property
    def is_noticed_elsewhere(self) -> bool:
        """Whether perturbed outputs contradict it for other numbers as inputs."""
        return _is_telling_elsewhere(self._expression, self._relation, self._perturbed)

    @cached_property
    def holds_for_any_two(self) -> bool:
        """Whether it holds for any two outputs of the function, whichever inputs they belong to."""
        rows, sides = self._perturbed.rows, self._perturbed.sides
        return holds_for_any_two(self._expression, rows, sides, self._tolerance, self._rng)

    @cached_property
    def share_of_source(self) -> float:
        """The share of the inputs for which perturbed outputs of the source alone contradict it; 1 without any."""
        return self._share_of_side(self._perturbed.sides[0])

    @cached_property
    def share_of_follow_up(self) -> float:
        """The share of the inputs for which perturbed outputs of the follow-up alone contradict it; 1 without any."""
        return self._share_of_side(self._perturbed.sides[1])

    @cached_property
    def fitted_to(self) -> str | None:
        """What the relation was fitted to, where few distinct pairs of outputs were seen; None where to nothing."""
        rows, sides = self._perturbed.rows, self._perturbed.sides
        return fitted_to(self._expression, rows, sides, self._tolerance, self._special)

    def _share_of_side(self, side: Places) -> float:
        return _share_of_side(self._relation, self._perturbed, side, self._rng) if side else 1.0


def _share(relation: Compiled, perturbed: PerturbedOutputs, rng: Random) -> float:
    """The share of the inputs for which some other outputs would contradict the relation."""
    rows = _sample(perturbed, rng)
    return sum(_is_telling(relation, perturbed, row, TRIVIALITY.tries) for row in rows) / len(rows)


def _share_of_side(relation: Compiled, perturbed: PerturbedOutputs, side: Places, rng: Random) -> float:
    """The share of the inputs for which other outputs of one call alone would contradict the relation.

    Inputs on which it overflows do not count; 1 where there are no others.
    """
    rows = [row for row in _sample(perturbed, rng) if relation.accepts(row)]
    contradicted = (
        any(relation.rejects(perturbed.one_sided(row, side)) for _ in range(TRIVIALITY.tries)) for row in rows
    )
    return sum(contradicted) / len(rows) if rows else 1.0


def _is_telling_elsewhere(expression: Expression, relation: Compiled, perturbed: PerturbedOutputs) -> bool:
    """Whether other outputs contradict the relation for other numbers as inputs; unknown where these must fit."""
    if expression.mentions({Role.FOLLOW_UP_INPUT}):
        return False
    return any(
        relation.rejects(perturbed.moved(row)) for row in perturbed.rows for _ in range(TRIVIALITY.tries_of_rest)
    )


def _sample(perturbed: PerturbedOutputs, rng: Random) -> Sequence[Row]:
    return perturbed.rows if len(perturbed.rows) <= TRIVIALITY.rows else rng.sample(perturbed.rows, TRIVIALITY.rows)


def _is_telling(relation: Compiled, perturbed: PerturbedOutputs, row: Row, tries: int) -> bool:
    return any(relation.rejects(perturbed.perturb(row)) for _ in range(tries))
