"""What follows for a change of several arguments from relations of changes of some of them."""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import reduce
from itertools import combinations
from operator import xor

import numpy as np

from genmorph.filters.following import claimed_change, drawn_names, is_swap
from genmorph.model import Domain, Parameter
from genmorph.relations.expression import Expression
from genmorph.relations.operators import Trait, symbols_with
from genmorph.settings import SUBSUMPTION
from genmorph.transformations.template import Effect
from genmorph.transformations.templates import find_template
from genmorph.transformations.transformation import Transformation
from genmorph.values.narrowable import is_part
from genmorph.values.numbers.floats import Floats

_MULTIPLYING = symbols_with(Trait.MULTIPLIES)


@dataclass(frozen=True, slots=True)
class _Rate:
    """How an output changes with arguments that are all changed alike.

    It is multiplied by that power of what they are multiplied by, or grows by that multiple of what is added to them;
    where they are negated, the rate is 1 where the output is, too, and 0 where it stays.
    """

    change: Transformation
    places: frozenset[int]
    output: str
    operator: str
    rate: float

    @property
    def effect(self) -> Effect | None:
        """What happens to the arguments."""
        return find_template(self.change.template).effect

    @property
    def negates(self) -> bool:
        """Whether the arguments get the other sign."""
        return self.effect is Effect.SCALES and self.change.constant == -1

    @property
    def is_of_any_part(self) -> bool:
        """Whether the change may be made in parts of any size, such as by the root of a factor."""
        return isinstance(self.change.drawn, Floats)

    def helps(self, other: "_Rate") -> bool:
        """Whether the other's change may be made of this one: of the same sort, amounts and output."""
        if (self.effect, self.output, self.negates) != (other.effect, other.output, other.negates):
            return False
        if self.rate and other.rate and self.operator != other.operator:
            return False
        one, two = self.change, other.change
        is_easier = len(self.places) <= len(other.places) or (one.drawn is not None and two.drawn is None)
        if not is_easier or self.places == other.places:
            return False
        if one.drawn is None or two.drawn is None:
            return one.constant == two.constant if one.drawn is None else _is_drawn_from(one.drawn, two.constant)
        return one.drawn == two.drawn or is_part(two.drawn, one.drawn)


def follows_from_parts(
    known: Sequence[tuple[Transformation, Expression]],
    other: Transformation,
    expression: Expression,
    parameters: Sequence[Parameter],
) -> bool:
    """Whether a relation says of several arguments changed alike what is known of changes of no more arguments.

    What an output does when several arguments are multiplied, or grow, is the sum of what it does for each: from
    `f(x * k, y) == f(x, y) * k` and `f(x, y * k) == f(x, y) / k` follows `f(x * k, y * k) == f(x, y)`. What is known
    of one argument is known of those that may be exchanged with it.

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
        return False
    rates = [rate for one, said in known if (rate := _rate(one, said, parameters)) is not None and rate.helps(wanted)]
    swaps = [one.positions for one, said in known if is_swap(one) and _keeps(one, said, wanted.output)]
    parts = list(_exchanged(rates, swaps))
    return _is_odd_sum(parts, wanted) if wanted.negates else _is_sum(parts, wanted, len(parameters))


def _rate(change: Transformation, said: Expression, parameters: Sequence[Parameter]) -> _Rate | None:
    """The rate that a relation states; None where it states none."""
    effect = find_template(change.template).effect
    claimed = claimed_change(said, change.positions)
    if effect not in (Effect.ADDS, Effect.SCALES) or change.chained is not None or claimed is None:
        return None
    rate = _Rate(change, frozenset(change.positions), claimed.output, claimed.operator, 0.0)
    if claimed.keeps:
        return rate
    if (claimed.operator in _MULTIPLYING) != (effect is Effect.SCALES):
        return None
    drawn, given = drawn_names(change, parameters), {*claimed.inputs, *claimed.divisors}
    if given != {*drawn}:
        return None
    if effect is Effect.ADDS:
        if len(claimed.inputs) != len(drawn):
            return None
        return replace(rate, rate=claimed.amount / (1 if drawn else change.constant))
    if drawn:
        return replace(rate, rate=float(len(claimed.inputs) - len(claimed.divisors))) if claimed.amount == 1 else None
    if rate.negates:
        return replace(rate, rate=1.0) if claimed.amount == -1 else None
    if claimed.amount <= 0 or change.constant <= 0:
        return None
    return replace(rate, rate=math.log(claimed.amount) / math.log(change.constant))


def _keeps(change: Transformation, said: Expression, output: str) -> bool:
    claimed = claimed_change(said, change.positions)
    return claimed is not None and claimed.keeps and claimed.output == output


def _is_drawn_from(domain: Domain, constant: float) -> bool:
    """Whether an amount is one of those drawn; of floats it is made by some that are, one after the other."""
    return constant > 0 if isinstance(domain, Floats) else bool(domain.contains(constant))


def _exchanged(rates: Sequence[_Rate], swaps: Sequence[tuple[int, ...]]) -> Iterator[_Rate]:
    """The rates, and what they are of arguments that a swap leads to."""
    known = dict.fromkeys(rates)
    for _ in swaps:
        for rate in list(known):
            for one, other in swaps:
                places = frozenset({one: other, other: one}.get(place, place) for place in rate.places)
                known.setdefault(replace(rate, places=places))
    yield from known


def _is_odd_sum(parts: Sequence[_Rate], wanted: _Rate) -> bool:
    """Whether some of the parts negate the wanted places, each but once, and the output as often as is wanted."""
    return any(
        reduce(xor, (part.places for part in some)) == wanted.places
        and sum(part.rate for part in some) % 2 == wanted.rate
        for count in range(1, len(wanted.places) + 1)
        for some in combinations(parts, count)
    )


def _is_sum(parts: Sequence[_Rate], wanted: _Rate, count: int) -> bool:
    """Whether the wanted change is made of these parts, and the output changes as it does by them.

    Parts are taken whole times, unless amounts of any size may be drawn for all of them.
    """
    if not parts:
        return False
    places = np.array([[float(place in part.places) for part in parts] for place in range(count)])
    target = np.array([float(place in wanted.places) for place in range(count)])
    times = np.linalg.lstsq(places, target, rcond=None)[0]
    if not np.allclose(places @ times, target, atol=SUBSUMPTION.close):
        return False
    used = [(part, share) for part, share in zip(parts, times, strict=True) if abs(share) > SUBSUMPTION.close]
    is_whole = all(abs(share - round(share)) < SUBSUMPTION.close for _, share in used)
    rate = math.fsum(part.rate * share for part, share in used)
    is_made = is_whole or all(part.is_of_any_part for part, _ in used)
    return is_made and math.isclose(rate, wanted.rate, rel_tol=SUBSUMPTION.close, abs_tol=SUBSUMPTION.close)
