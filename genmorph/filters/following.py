"""Relations of one transformation that follow from a relation of another, judged by their structure."""

import math
from collections.abc import Sequence

from genmorph.filters.effects import effect_of
from genmorph.model import Domain, Parameter
from genmorph.relations.algebra import restored
from genmorph.relations.expression import Expression, Role, Variable
from genmorph.transformations.transformation import Transformation
from genmorph.values.numbers.floats import Floats
from genmorph.values.numbers.ints import Ints
from genmorph.values.protocols import Narrowable
from genmorph.values.sequences import Sequences as SequencesOf
from genmorph.values.tuples import FixedTuples
from genmorph.values.unions import Optionals

_ADDING = frozenset({"add", "add_each", "add_both", "add_three", "add_four"})
_SCALING = frozenset({"scale", "scale_each", "scale_both", "scale_three", "scale_four"})
_REORDERING = frozenset({"reverse", "rotate", "swap_ends"})
_SELF_INVERSE = frozenset({"swap", "swap_pairs", "flip", "reverse", "swap_ends"})
_EXPONENTS = tuple(sign * size for size in range(1, 64) for sign in (1, -1))
_CLOSE = 1e-12


def follows_from(
    known: Transformation,
    known_expression: Expression,
    other: Transformation,
    other_expression: Expression,
    parameters: Sequence[Parameter],
) -> bool:
    """Whether the second relation follows from the first one, which is of another transformation.

    An output that sorting does not change is the same in every order. What is known of adding or multiplying once is
    known of doing it several times, or backwards, where all values between lie in the domain.

    >>> from genmorph.domain import ints
    >>> from genmorph.model import Kind, Output
    >>> from genmorph.relations.expression import relation_variables
    >>> parameters = [Parameter("n", ints(0, 99))]
    >>> variables = relation_variables(parameters, [0], [Output(Kind.INT)])
    >>> grows = [Expression.from_tree(["==", "return_f", ["+", "return_s", n]], variables) for n in (2, 6)]
    >>> follows_from(Transformation("add", (0,), 1), grows[0], Transformation("add", (0,), 3), grows[1], parameters)
    True
    """
    if known.positions != other.positions:
        return False
    first, second = effect_of(known_expression, known.positions), effect_of(other_expression, other.positions)
    if first is None or second is None:
        return False
    if known.template == "sort" and other.template in _REORDERING:
        return first.keeps and first == second
    times = _times(known, other) if known.template == other.template else None
    if times is None or not _is_between(known, times, [parameters[place].domain for place in known.positions]):
        return False
    repeated = first.repeated(times)
    return repeated is not None and repeated.equals(second)


def turned(
    known: Transformation, expression: Expression, other: Transformation, variables: Sequence[Variable]
) -> Expression | None:
    """What a relation says of a transformation that undoes its own; None for another, and where it speaks of inputs.

    >>> from genmorph.model import Kind, Output
    >>> from genmorph.relations.expression import relation_variables
    >>> variables = relation_variables([], [], [Output(Kind.INT)])
    >>> grows = Expression.from_tree(["<=", "return_s", "return_f"], variables)
    >>> turned(Transformation("add", (0,), 1), grows, Transformation("add", (0,), -1), variables).to_tree()
    ['<=', 'return_f', 'return_s']
    """
    if known.positions != other.positions or known.template != other.template or not _undoes(known, other):
        return None
    sides = {Role.SOURCE_OUTPUT: Role.FOLLOW_UP_OUTPUT, Role.FOLLOW_UP_OUTPUT: Role.SOURCE_OUTPUT}
    places = {(variable.role, variable.position): variable.name for variable in variables}
    if any(variable.role not in sides for variable in expression.mentioned):
        return None
    other_names = {v.name: places[sides[v.role], v.position] for v in expression.mentioned}
    return Expression.from_tree(restored(expression.to_tree(), other_names), variables)


def _undoes(one: Transformation, other: Transformation) -> bool:
    if one.template in _ADDING:
        return bool(one.constant == -other.constant)
    if one.template in _SCALING:
        return bool(one.constant == other.constant == -1)
    return one.template in _SELF_INVERSE and one == other


def follows_from_swaps(
    known: Sequence[tuple[Transformation, Expression]],
    other: Transformation,
    expression: Expression,
    parameters: Sequence[Parameter],
) -> bool:
    """Whether an output stays the same when two arguments are swapped because it does so for swaps that lead there.

    >>> from genmorph.domain import bools
    >>> from genmorph.model import Kind, Output
    >>> from genmorph.relations.expression import relation_variables
    >>> parameters = [Parameter(name, bools()) for name in "abc"]
    >>> same = Expression.from_tree(["iff", "return_f", "return_s"], relation_variables([], [], [Output(Kind.BOOL)]))
    >>> first, second, third = (Transformation("swap", places) for places in ((0, 1), (1, 2), (0, 2)))
    >>> follows_from_swaps([(first, same), (second, same)], third, same, parameters)
    True
    """
    effect = effect_of(expression, other.positions)
    if other.template != "swap" or effect is None or not effect.keeps:
        return False
    pairs = [
        one.positions for one, said in known if one.template == "swap" and effect_of(said, one.positions) == effect
    ]
    reached = {other.positions[0]}
    for _ in pairs:
        reached |= {place for pair in pairs if reached & {*pair} for place in pair}
    same = {parameters[place].domain.notation() for place in reached}
    return other.positions[1] in reached and len(same) == 1


def _times(known: Transformation, other: Transformation) -> int | None:
    """How often the one change makes the other, negative where that undoes it; None where it does not."""
    if known.template in _ADDING:
        times = other.constant / known.constant
        whole = round(times) if math.isfinite(times) else 0
        return whole if whole and math.isclose(times, whole, rel_tol=_CLOSE) else None
    if known.template not in _SCALING:
        return None
    return next((times for times in _EXPONENTS if _is_power(other.constant, known.constant, times)), None)


def _is_power(value: float, base: float, exponent: int) -> bool:
    try:
        return math.isclose(float(base) ** exponent, value, rel_tol=_CLOSE)
    except OverflowError:
        return False


def _is_between(known: Transformation, times: int, domains: Sequence[Domain]) -> bool:
    """Whether all values on the way lie in the domain: there are none, or all numbers between two others are valid."""
    if abs(times) == 1:
        return True
    is_alternating = known.template in _SCALING and known.constant < 0
    return all(_is_interval(domain) and (not is_alternating or _is_symmetric(domain)) for domain in domains)


def _is_interval(domain: Domain) -> bool:
    """Whether it has the numbers between any two of it, or sequences of such numbers."""
    match domain:
        case Ints() | Floats():
            return True
        case Optionals(inner=inner) | SequencesOf(element=inner):
            return _is_interval(inner)
        case FixedTuples(elements=elements):
            return all(map(_is_interval, elements))
    return False


def _is_symmetric(domain: Domain) -> bool:
    """Whether it has the opposite of all its numbers."""
    inner = domain.inner if isinstance(domain, Optionals) else domain
    return isinstance(inner, Narrowable) and inner.before_scaling(-1) == inner
