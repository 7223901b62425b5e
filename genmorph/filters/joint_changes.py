"""What follows for a change of several arguments from relations of changes of some of them."""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations

import numpy as np

from genmorph.filters.following import MULTIPLYING, claimed_change, drawn_names, is_swap, says_same
from genmorph.model import Kind, Parameter
from genmorph.relations.expression import Expression, Role
from genmorph.settings import SUBSUMPTION
from genmorph.transformations.template import Effect
from genmorph.transformations.templates import find_template
from genmorph.transformations.transformation import Transformation
from genmorph.values.narrowable import Narrowable, is_part
from genmorph.values.numbers.floats import Floats

_OUTPUTS_OF_CALLS = frozenset({Role.SOURCE_OUTPUT, Role.FOLLOW_UP_OUTPUT})
"""Those that are compared as they are: what a change makes of an output is another value."""


@dataclass(frozen=True, slots=True)
class _Rate:
    """How an output changes with arguments that are all changed alike: a degree of homogeneity, or a slope.

    Where the arguments are negated, the rate is 1 for an odd output, and 0 for an even one. It is known of any amount
    above 0 where floats are drawn, and the domains have no gaps: such an amount is made of some that are drawn.
    """

    change: Transformation
    places: frozenset[int]
    output: str
    operator: str
    is_of_any_amount: bool
    rate: float = 0.0

    @property
    def effect(self) -> Effect | None:
        """What happens to the arguments."""
        return find_template(self.change.template).effect

    @property
    def negates(self) -> bool:
        """Whether the arguments get the other sign."""
        return self.effect is Effect.SCALES and self.change.constant == -1

    def is_part_of(self, other: "_Rate") -> bool:
        """Whether the other's change may be made of this one: of the same sort, amounts and output, and no harder."""
        if (self.effect, self.output, self.negates) != (other.effect, other.output, other.negates):
            return False
        if self.rate and other.rate and self.operator != other.operator:
            return False
        one, two = self.change, other.change
        is_easier = len(self.places) <= len(other.places) or (one.drawn is not None and two.drawn is None)
        return is_easier and self.places != other.places and self._has_amounts_of(other)

    def shows_no_dependence_of(self, output: str) -> bool:
        """Whether the output stays the same whatever is added to one argument, and so whatever it is."""
        is_of_any = self.is_of_any_amount and self.effect is Effect.ADDS
        return is_of_any and len(self.places) == 1 and self.output == output and not self.rate

    def _has_amounts_of(self, other: "_Rate") -> bool:
        one, two = self.change, other.change
        if one.drawn is None:
            return two.drawn is None and bool(one.constant == two.constant)
        if two.drawn is None:
            constant = float(two.constant) if isinstance(one.drawn, Floats) else two.constant
            return two.constant > 0 if self.is_of_any_amount else bool(one.drawn.contains(constant))
        are_of_any = self.is_of_any_amount and other.is_of_any_amount
        return are_of_any or one.drawn == two.drawn or is_part(two.drawn, one.drawn)


def follows_from_parts(
    known: Sequence[tuple[Transformation, Expression]],
    other: Transformation,
    expression: Expression,
    parameters: Sequence[Parameter],
) -> bool:
    """Whether a relation says of several arguments changed alike what is known of changes of others.

    What an output does when several arguments are multiplied, or grow, is the sum of what it does for each: from
    `f(x * k, y) == f(x, y) * k` and `f(x, y * k) == f(x, y) / k` follows `f(x * k, y * k) == f(x, y)`. What is known
    of some arguments is known of those with the same values that may be exchanged with them. A change of more
    arguments counts only where its amount is drawn and the relation's is a constant. What never falls when each of
    several arguments grows does not fall when they grow together.

    >>> from genmorph.model import Kind, Output
    >>> from genmorph.domain import ints
    >>> from genmorph.relations.expression import relation_variables
    >>> same = Expression.from_tree(["==", "return_f", "return_s"], relation_variables([], [], [Output(Kind.INT)]))
    >>> first, second = ((Transformation("scale", (place,), -1), same) for place in (0, 1))
    >>> both, two = Transformation("scale_both", (0, 1), -1), [Parameter(name, ints()) for name in "xy"]
    >>> follows_from_parts([first, second], both, same, two), follows_from_parts([first], both, same, two)
    (True, False)
    """
    wanted = _rate(other, expression, parameters)
    if wanted is None:
        return _is_order_of_parts(known, other, expression, parameters)
    rates = [one for change, said in known if (one := _rate(change, said, parameters)) and one.is_part_of(wanted)]
    swaps = [one.positions for one, said in known if is_swap(one) and says_same(one, said, [wanted.output])]
    notations = [parameter.domain.notation() for parameter in parameters]
    alike = [places for places in swaps if len({notations[place] for place in places}) == 1]
    parts = list(_with_exchanged(rates, alike))
    return _is_cover(parts, wanted) or _is_sum(parts, wanted, parameters)


def changes_in_vain(
    known: Sequence[tuple[Transformation, Expression]],
    other: Transformation,
    expression: Expression,
    parameters: Sequence[Parameter],
) -> bool:
    """Whether a relation says of several arguments changed alike what is known of a part of them.

    It says that the others do not matter, in a way in which nobody would say so: `up(az * k, dist * k) == up(az, dist)
    * k` beside `up(az, dist * k) == up(az, dist) * k`.

    >>> from genmorph.model import Kind, Output
    >>> from genmorph.domain import ints
    >>> from genmorph.relations.expression import relation_variables
    >>> same = Expression.from_tree(["==", "return_f", "return_s"], relation_variables([], [], [Output(Kind.INT)]))
    >>> one, both = Transformation("scale", (0,), -1), Transformation("scale_both", (0, 1), -1)
    >>> changes_in_vain([(one, same)], both, same, [Parameter(name, ints()) for name in "xy"])
    True
    """
    wanted = _rate(other, expression, parameters)
    if wanted is None:
        return False
    rates = [one for change, said in known if (one := _rate(change, said, parameters)) is not None]
    idle = frozenset[int]().union(*(one.places for one in rates if one.shows_no_dependence_of(wanted.output)))
    parts = [one for one in rates if one.is_part_of(wanted) and one.places < wanted.places]
    return idle >= wanted.places or any(_is_rate(one.rate, wanted) for one in parts)


@dataclass(frozen=True, slots=True)
class _Order:
    """That an output never falls, or never rises, when arguments grow; `is_strict` where it does not stay the same."""

    rate: _Rate
    rises: bool
    is_strict: bool


def _order(change: Transformation, said: Expression, parameters: Sequence[Parameter]) -> _Order | None:
    """The order of an output's values before and after numbers grow that a relation states; None for other claims."""
    match said.to_tree():
        case ["<=" | "<" as symbol, str(less), str(more)]:
            outputs = {one.name: one for one in said.mentioned if one.role in _OUTPUTS_OF_CALLS}
            if len(outputs) < 2 or outputs[less].position != outputs[more].position or change.chained is not None:
                return None
            if find_template(change.template).effect is not Effect.ADDS or outputs[less].role is outputs[more].role:
                return None
            places = frozenset(change.positions)
            is_of_any = isinstance(change.drawn, Floats) and all(_has_no_gaps(parameters[place]) for place in places)
            rate = _Rate(change, places, str(outputs[less].position), symbol, is_of_any)
            return _Order(rate, outputs[more].role is Role.FOLLOW_UP_OUTPUT, symbol == "<")
    return None


def _is_order_of_parts(
    known: Sequence[tuple[Transformation, Expression]],
    other: Transformation,
    expression: Expression,
    parameters: Sequence[Parameter],
) -> bool:
    """Whether arguments that grow together each have a relation that says so, one of them strictly where this does."""
    wanted = _order(other, expression, parameters)
    if wanted is None:
        return False
    orders = [one for change, said in known if (one := _order(change, said, parameters)) is not None]
    parts = [one for one in orders if one.rises == wanted.rises and one.rate.is_part_of(wanted.rate)]
    parts = [one for one in parts if one.rate.places < wanted.rate.places]
    is_covered = frozenset[int]().union(*(one.rate.places for one in parts)) == wanted.rate.places
    are_apart = sum(len(one.rate.places) for one in parts) == len(wanted.rate.places)
    return is_covered and are_apart and (not wanted.is_strict or any(one.is_strict for one in parts))


def _rate(change: Transformation, said: Expression, parameters: Sequence[Parameter]) -> _Rate | None:
    """The rate that a relation states; None where it states none."""
    effect = find_template(change.template).effect
    claimed = claimed_change(said, change.positions)
    if effect not in (Effect.ADDS, Effect.SCALES) or change.chained is not None or claimed is None:
        return None
    is_of_any = isinstance(change.drawn, Floats) and all(_has_no_gaps(parameters[place]) for place in change.positions)
    rate = _Rate(change, frozenset(change.positions), claimed.output, claimed.operator, is_of_any)
    if claimed.keeps:
        return rate
    drawn = drawn_names(change, parameters)
    is_alike = (claimed.operator in MULTIPLYING) == (effect is Effect.SCALES)
    if not is_alike or {*claimed.inputs, *claimed.divisors} != {*drawn}:
        return None
    if effect is Effect.ADDS:
        is_multiple = len(claimed.inputs) == len(drawn)
        return replace(rate, rate=claimed.amount / (1 if drawn else change.constant)) if is_multiple else None
    if drawn:
        return replace(rate, rate=float(len(claimed.inputs) - len(claimed.divisors))) if claimed.amount == 1 else None
    if rate.negates:
        return replace(rate, rate=1.0) if claimed.amount == -1 else None
    if claimed.amount <= 0 or change.constant <= 0:
        return None
    return replace(rate, rate=math.log(claimed.amount) / math.log(change.constant))


def _with_exchanged(rates: Sequence[_Rate], swaps: Sequence[tuple[int, ...]]) -> Iterator[_Rate]:
    """One rate for each set of arguments, that of a drawn amount where there is one, also for sets swaps lead to."""
    known = {rate.places: rate for rate in sorted(rates, key=lambda rate: rate.change.drawn is not None)}
    for _ in swaps:
        for rate in list(known.values()):
            for one, other in swaps:
                places = frozenset({one: other, other: one}.get(place, place) for place in rate.places)
                known.setdefault(places, replace(rate, places=places))
    yield from known.values()


def _is_cover(parts: Sequence[_Rate], wanted: _Rate) -> bool:
    """Whether the wanted arguments fall into those of some parts, and the output changes as it does by these."""
    within = [part for part in parts if part.places <= wanted.places]
    return any(
        sum(len(part.places) for part in some) == len(frozenset[int]().union(*(part.places for part in some)))
        and frozenset[int]().union(*(part.places for part in some)) == wanted.places
        and _is_rate(math.fsum(part.rate for part in some), wanted)
        for count in range(1, len(wanted.places) + 1)
        for some in combinations(within, count)
    )


def _is_rate(rate: float, wanted: _Rate) -> bool:
    """Whether it is the one that is wanted; of two outputs with the other sign one gives the first back."""
    if wanted.negates:
        return rate % 2 == wanted.rate
    return math.isclose(rate, wanted.rate, rel_tol=SUBSUMPTION.close, abs_tol=SUBSUMPTION.close)


def _is_sum(parts: Sequence[_Rate], wanted: _Rate, parameters: Sequence[Parameter]) -> bool:
    """Whether the wanted change is made of these parts in any shares, forwards and backwards, and so is the output's.

    Only floats without gaps are changed in shares: they lead to others by as small steps as the domain asks for.
    """
    parts = [part for part in parts if part.is_of_any_amount]
    if wanted.negates or not parts:
        return False
    places = np.array([[float(place in part.places) for part in parts] for place in range(len(parameters))])
    target = np.array([float(place in wanted.places) for place in range(len(parameters))])
    shares = np.linalg.lstsq(places, target, rcond=None)[0]
    if not np.allclose(places @ shares, target, atol=SUBSUMPTION.close):
        return False
    return _is_rate(math.fsum(part.rate * share for part, share in zip(parts, shares, strict=True)), wanted)


def _has_no_gaps(parameter: Parameter) -> bool:
    domain = parameter.domain
    return parameter.kind is Kind.FLOAT and isinstance(domain, Narrowable) and bool(domain.is_interval)
