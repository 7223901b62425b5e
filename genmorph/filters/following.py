"""Relations of one transformation that follow from a relation of another, judged by their structure."""

import math
import re
from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Any

from genmorph.model import Domain, Execution, Kind, Parameter, Tolerance, UsageError
from genmorph.relations.algebra import mentions, restored
from genmorph.relations.expression import (
    FOLLOW_UP_SIDE,
    INPUT_ROLES,
    IS_NONE,
    Expression,
    Role,
    Variable,
    changed_output,
)
from genmorph.relations.meaning import compile_relation
from genmorph.relations.operators import Trait, symbols_with
from genmorph.settings import SUBSUMPTION
from genmorph.transformations.inner_templates import part_changed
from genmorph.transformations.template import Effect
from genmorph.transformations.templates import find_template
from genmorph.transformations.transformation import Transformation
from genmorph.values.conversion import default_domain
from genmorph.values.narrowable import Narrowable
from genmorph.values.registered import AppliedChange

MULTIPLYING = symbols_with(Trait.MULTIPLIES)
"""The operators by which an output is multiplied."""
_SOURCE_OUTPUTS = (Role.SOURCE_OUTPUT, Role.SOURCE_ERROR)


@dataclass(frozen=True, slots=True)
class OutputChange:
    """A number and values of inputs that stay, multiplied, and added to the output or multiplied with it.

    Where the output is divided by inputs, these are the `divisors`, which must not be 0.
    """

    output: str
    operator: str
    amount: float
    inputs: tuple[str, ...] = ()
    divisors: tuple[str, ...] = ()

    @property
    def keeps(self) -> bool:
        """Whether the output stays the same."""
        return self.operator == "+" and self.amount == 0

    def repeated(self, times: int) -> "OutputChange | None":
        """The change repeated, or undone where the number of times is negative; None where that is unknown.

        >>> OutputChange("return_f", "*", 2.0).repeated(3).amount
        8.0
        >>> OutputChange("return_f", "+", 2.0).repeated(-3).amount
        -6.0
        """
        if self.keeps:
            return self
        if abs(times) > SUBSUMPTION.repetitions:
            return None
        if self.operator not in MULTIPLYING:
            return replace(self, amount=self.amount * times)
        if times < 0 and (self.inputs or self.divisors or not self.amount):
            return None
        try:
            amount = float(self.amount) ** times
            return replace(self, amount=amount, inputs=self.inputs * times, divisors=self.divisors * times)
        except OverflowError:
            return None

    def equals(self, other: "OutputChange") -> bool:
        """Whether both are the same up to rounding."""
        names = (sorted(self.inputs), sorted(self.divisors)) == (sorted(other.inputs), sorted(other.divisors))
        is_alike = names and (self.output, self.operator) == (other.output, other.operator)
        return is_alike and math.isclose(self.amount, other.amount, rel_tol=SUBSUMPTION.close)


def claimed_change(expression: Expression, changed: Collection[int]) -> OutputChange | None:
    """The change that a relation claims; None where it claims something else. `changed` are positions of parameters.

    >>> from genmorph.model import Kind, Output
    >>> from genmorph.relations.expression import relation_variables
    >>> relation = Expression.from_tree(
    ...     ["==", ["-", "return_s", 3], "return_f"], relation_variables([], [], [Output(Kind.INT)])
    ... )
    >>> claimed_change(relation, [])
    OutputChange(output='return_f', operator='+', amount=-3, inputs=(), divisors=())
    """
    match expression.to_tree():
        case ["==" | "iff", one, other]:
            staying = {
                v.name for v in expression.variables if v.role is Role.SOURCE_INPUT and v.position not in changed
            }
            for follow_up, source in _pairs(expression.variables):
                for side, term in ((one, other), (other, one)):
                    if side == follow_up:
                        return _effect(follow_up, source, term, staying)
                    if mentions(side, (follow_up,)):
                        return _proportion(side, term, (follow_up, source), staying)
    return None


def kept_part(expression: Expression) -> Any:
    """What a relation says is the same of both calls, as a tree over the source's outputs; None for other claims.

    >>> from genmorph.model import Kind, Output
    >>> from genmorph.relations.expression import relation_variables
    >>> variables = relation_variables([], [], [Output(Kind.TEXT)])
    >>> kept_part(Expression.from_tree(["==", ["len", "return_f"], ["len", "return_s"]], variables))
    ['len', 'return_s']
    """
    match expression.to_tree():
        case ["==" | "iff", one, other]:
            before = dict(_pairs(expression.variables))
            sides = [(a, b) for a, b in ((one, other), (other, one)) if not mentions(b, before)]
            return next((b for a, b in sides if restored(a, before) == b), None)
    return None


def _is_made_of(tree: Any, part: Any) -> bool:
    """Whether a tree depends on outputs through a part alone, of which both calls give the same."""
    if part is None or tree is None:
        return False
    if tree == part or isinstance(tree, int | float):
        return True
    return isinstance(tree, list) and all(_is_made_of(operand, part) for operand in tree[1:])


def _pairs(variables: Collection[Variable]) -> Iterator[tuple[str, str]]:
    """The names of each output after and before."""
    for after in variables:
        for before in variables:
            is_pair = after.role in FOLLOW_UP_SIDE and before.role in _SOURCE_OUTPUTS
            if is_pair and (after.position, after.kind) == (before.position, before.kind):
                yield after.name, before.name


def _effect(follow_up: str, source: str, term: Any, staying: Collection[str]) -> OutputChange | None:
    """The effect that `follow_up == term` claims."""
    if term == source:
        return OutputChange(follow_up, "+", 0)
    match term:
        case ["+" | "add each" as operator, a, b]:
            sign, rest = 1, [other for this, other in ((a, b), (b, a)) if this == source]
        case ["-", a, b] if a == source:
            operator, sign, rest = "+", -1, [b]
        case ["scale each", a, b] if a == source:
            operator, sign, rest = "scale each", 1, [b]
        case ["*" | "/", *_] | ["-", 0, _]:
            return _proportion(follow_up, term, (follow_up, source), staying)
        case _:
            return None
    return _of_amount(OutputChange(follow_up, operator, sign), rest[0], staying) if rest else None


def _of_amount(effect: OutputChange, amount: Any, staying: Collection[str]) -> OutputChange | None:
    """The effect with an amount that is a product of numbers and inputs that stay."""
    match amount:
        case ["-", 0, negated]:
            effect, amount = replace(effect, amount=-effect.amount), negated
    factors = _factors(amount)
    numbers = [factor for factor in factors if isinstance(factor, int | float)]
    inputs = tuple(factor for factor in factors if isinstance(factor, str) and factor in staying)
    if len(numbers) + len(inputs) < len(factors):
        return None
    return replace(effect, amount=effect.amount * math.prod(numbers), inputs=inputs)


def _proportion(side: Any, term: Any, outputs: tuple[str, str], staying: Collection[str]) -> OutputChange | None:
    """The effect by which the follow-up's output on one side, and the source's on the other, are proportional."""
    follow_up, source = outputs
    (above, below), (over, under) = _ratio(side), _ratio(term)
    if above.count(follow_up) != 1 or over.count(source) != 1:
        return None
    above.remove(follow_up)
    over.remove(source)
    numerator, denominator = over + below, under + above
    factors = [factor for factor in (*numerator, *denominator) if not isinstance(factor, int | float)]
    if not all(isinstance(factor, str) and factor in staying for factor in factors):
        return None
    inputs, divisors = (Counter(one for one in part if isinstance(one, str)) for part in (numerator, denominator))
    number, divisor = (math.prod(one for one in part if not isinstance(one, str)) for part in (numerator, denominator))
    try:
        amount = number / divisor if divisor else 0.0
    except OverflowError:
        return None
    names = [tuple(sorted(part.elements())) for part in (inputs, divisors)]
    if amount == 1 and not any(names):
        return OutputChange(follow_up, "+", 0)
    return OutputChange(follow_up, "*", amount, *names) if amount and not inputs & divisors else None


def _ratio(term: Any) -> tuple[list[Any], list[Any]]:
    """The factors of a product or quotient above and below the line."""
    match term:
        case ["*", a, b]:
            (over, under), (above, below) = _ratio(a), _ratio(b)
            return over + above, under + below
        case ["/", a, b]:
            (over, under), (below, above) = _ratio(a), _ratio(b)
            return over + above, under + below
        case ["-", 0, a]:
            over, under = _ratio(a)
            return [-1, *over], under
    return [term], []


def _factors(term: Any) -> list[Any]:
    match term:
        case ["*", a, b]:
            return [*_factors(a), *_factors(b)]
    return [term]


_EXPONENTS = tuple(sign * size for size in range(1, 64) for sign in (1, -1))


def follows_from(
    known: Transformation,
    known_expression: Expression,
    other: Transformation,
    other_expression: Expression,
    parameters: Sequence[Parameter],
) -> bool:
    """Whether the second relation follows from the first one, which is of another transformation.

    An output that sorting does not change is the same in every order. What is known of adding or multiplying once is
    known of doing it several times, or backwards, where all values between lie in the domain. Where an output stays
    the same under a change, so does what is read of it; and under any change of an argument where it does under all
    additions to it.

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
    domains = [parameters[place].domain for place in known.positions]
    if includes(known, other, domains) and _is_made_of(kept_part(other_expression), kept_part(known_expression)):
        return True
    first, second = claimed_change(known_expression, known.positions), claimed_change(other_expression, other.positions)
    if first is None or second is None:
        return False
    if first.keeps and second.keeps and _is_shown(second.output, first.output) and includes(known, other, domains):
        return True
    if _effect_of(known) is Effect.SORTS and _effect_of(other) is Effect.REORDERS:
        return first.keeps and first == second
    is_fixed = known.drawn is None and other.drawn is None
    times = _times(known, other) if known.template == other.template and is_fixed else None
    if times is None or not _is_between(known, times, domains):
        return False
    repeated = first.repeated(times)
    return repeated is not None and repeated.equals(second)


def follows_from_dependence(
    known: tuple[Transformation, Expression],
    other: tuple[Transformation, Expression],
    parameters: Sequence[Parameter],
    executions: Sequence[Execution],
    rng: Random,
) -> bool:
    """Whether a relation says of another change of a number only what follows from how the output depends on it.

    That is known where the output grows by a multiple of what is added, whatever that is, or is multiplied by a power
    of the factor. The other relation is tried with the inputs of the executions and random outputs of that kind, with
    numbers of one sign where all outputs have that: that a price proportional to the weight grows with it says no more.

    >>> from genmorph.domain import ints
    >>> from genmorph.model import Kind, Output
    >>> from genmorph.relations.expression import relation_variables
    >>> n, output = Parameter("n", ints(0, 99)), Output(Kind.INT)
    >>> variables = relation_variables([n], [0], [output])
    >>> step = Transformation("add", (0,), 1), Expression.from_tree(["==", "return_f", ["+", "return_s", 7]], variables)
    >>> doubled = [["+", "return_s", ["*", factor, "n_s"]] for factor in (7, 8)]
    >>> said = [Expression.from_tree(["==", "return_f", term], variables) for term in doubled]
    >>> pairs = [Execution((place,), (2 * place,), (7 * place - 3,), (14 * place - 3,)) for place in range(9)]
    >>> twice = Transformation("scale", (0,), 2)
    >>> [follows_from_dependence(step, (twice, one), [n], pairs, Random(0)) for one in said]
    [True, False]
    """
    transformation, expression = other
    dependence = None if transformation.chained is not None else _dependence_of(*known, parameters)
    if dependence is None or transformation.positions != (dependence.place,):
        return False
    source = f"{dependence.output.removesuffix('_f')}_s"
    if {v.name for v in expression.mentioned if v.role not in INPUT_ROLES} != {dependence.output, source}:
        return False
    output = next(v for v in expression.variables if v.name == source)
    if not (output.kind.is_number or dependence.keeps):
        return False
    holds = compile_relation(expression, Tolerance())
    signs = _signs_of(output, executions)
    for execution in executions:
        free = _any_output(output.kind, signs, rng)
        try:
            known_outputs = dependence.outputs(execution, free)
            if known_outputs is None:
                return False
            before, after = known_outputs
            given = {dependence.output: after, source: before}
            row = [given.get(v.name, v.read(execution) if v.role in INPUT_ROLES else 0) for v in expression.variables]
            if not holds(row):
                return False
        except ArithmeticError:  # a power that is no number, or 0
            return False
    return bool(executions)


def _signs_of(output: Variable, executions: Sequence[Execution]) -> tuple[int, ...]:
    """The signs that an output has where it is a number other than 0; both where it has none."""
    numbers = [output.read(execution) for execution in executions if output.kind.is_number]
    return tuple(sign for sign in (1, -1) if any(sign * number > 0 for number in numbers)) or (1, -1)


def _any_output(kind: Kind, signs: Sequence[int], rng: Random) -> Any:
    """A value of outputs of the kind; objects, which are only compared, are any as well."""
    if kind.is_number or kind is Kind.OTHER:
        number = rng.randint(1, SUBSUMPTION.largest_output) * rng.choice(signs)
        return [number] if kind is Kind.OTHER else number
    return default_domain(kind).draw(rng)


@dataclass(frozen=True, slots=True)
class _Dependence:
    """How an output depends on one number: a line whose slope may have other inputs as factors, or a power."""

    output: str
    place: int
    amount: float
    factors: tuple[int, ...] = ()
    power: int = 0

    @property
    def keeps(self) -> bool:
        """Whether the output does not depend on the number."""
        return self.amount == 0 and not self.power

    def outputs(self, execution: Execution, free: Any) -> tuple[Any, Any] | None:
        """The outputs of both calls, with a value that the first one may have, a number where the output changes.

        None where they are not known: a factor above 0 changes no sign.
        """
        if self.keeps:
            return free, free
        before, after = execution.source[self.place], execution.follow_up[self.place]
        if self.power:
            if before == after == 0:  # what a multiple of itself is
                return 0, 0
            return (free, free * (after / before) ** self.power) if before * after > 0 else None
        slope = self.amount * math.prod(execution.source[place] for place in self.factors)
        return free, free + slope * (after - before)


def _dependence_of(change: Transformation, claim: Expression, parameters: Sequence[Parameter]) -> _Dependence | None:
    """What a relation says of the dependence on the number that is changed; None where that is not known of all."""
    claimed = claimed_change(claim, change.positions)
    if claimed is None or len(change.positions) > 1:
        return None
    (place,) = change.positions
    domain, names = parameters[place].domain, [f"{parameter.name}_s" for parameter in parameters]
    drawn = drawn_names(change, parameters)
    others = tuple(names.index(name) for name in claimed.inputs if name in names)
    is_drawn = drawn == [name for name in claimed.inputs if name not in names] or claimed.keeps
    if claimed.operator == "+" and is_drawn and _reaches_all(change, domain):
        amount = claimed.amount if change.drawn is not None else claimed.amount * change.constant  # which is 1 or -1
        return _Dependence(claimed.output, place, amount, others)
    factors = (*claimed.inputs, *claimed.divisors)
    is_power = claimed.operator == "*" and claimed.amount == 1 and {*factors} == {*drawn} != set()
    if is_power and _effect_of(change) is Effect.SCALES and domain.kind is Kind.FLOAT and _is_interval(domain):
        return _Dependence(claimed.output, place, 1, power=len(claimed.inputs) - len(claimed.divisors))
    return None


def drawn_names(change: Transformation, parameters: Sequence[Parameter]) -> list[str]:
    """The variable of what a change draws; none where it draws nothing."""
    return [f"{name}_s" for name in change.with_drawn_name([one.name for one in parameters])[len(parameters) :]]


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


def instantiated(
    known: Transformation, expression: Expression, other: Transformation, variables: Sequence[Variable]
) -> Expression | None:
    """What a relation with a drawn parameter says of one value of it; None where the other change is none of these.

    What is true in any order is true when the elements are reversed or sorted. What is known of numbers that are added
    is known of taking them away, and what is known of anything that is put in or added is known of another argument.

    >>> from genmorph.domain import ints
    >>> from genmorph.model import Kind, Output
    >>> from genmorph.relations.expression import relation_variables
    >>> n, k = Parameter("n", ints()), Parameter("k", ints(1, 99))
    >>> output = Output(Kind.INT)
    >>> drawn = relation_variables([n, k], [0], [output])
    >>> grows = Expression.from_tree(["==", "return_f", ["+", "return_s", "k_s"]], drawn)
    >>> known, other = Transformation("add", (0,), drawn=k.domain), Transformation("add", (0,), 7)
    >>> instantiated(known, grows, other, relation_variables([n], [0], [output])).to_tree()
    ['==', 'return_f', ['+', 'return_s', 7]]
    """
    if known.drawn is None or other.drawn is not None:
        return None
    if find_template(other.template).instance_of == known.template and known.positions == other.positions[:1]:
        return _of_another_argument(expression, other.positions[-1], variables)
    if known.positions != other.positions:
        return None
    if find_template(known.template).adds and known.template == other.template and other.constant < 0:
        opposite = replace(other, constant=-other.constant)
        one = instantiated(known, expression, opposite, variables)
        return None if one is None else turned(opposite, one, other, variables)
    if known.template == other.template and known.drawn.contains(other.constant):
        names = {variable.name for variable in variables}
        unknown = [v for v in expression.variables if v.name not in names]
        try:
            said = {v.name: _instance(v, other.constant, variables) for v in unknown}
            return Expression.from_tree(restored(expression.to_tree(), said), variables)
        except UsageError:  # what was put in is no constant of relations, or none of the change
            return None
    if _effect_of(known) is Effect.REORDERS and _effect_of(other) in (Effect.REORDERS, Effect.SORTS):
        return _with_variables(expression, variables)
    return None


def _of_another_argument(expression: Expression, place: int, variables: Sequence[Variable]) -> Expression | None:
    """What a relation with a drawn parameter says where another argument stands in its place; None where it cannot."""
    names = {variable.name for variable in variables}
    argument = next((v.name for v in variables if (v.role, v.position) == (Role.SOURCE_INPUT, place)), None)
    unknown = [v for v in expression.mentioned if v.name not in names]
    if any(v.role is not Role.SOURCE_INPUT or argument is None for v in unknown):
        return None
    try:
        said = {v.name: argument for v in unknown}
        return Expression.from_tree(restored(expression.to_tree(), said), variables)
    except UsageError:  # the argument is of another kind
        return None


def _with_variables(expression: Expression, variables: Sequence[Variable]) -> Expression | None:
    """The same relation with these variables; None where it speaks of others."""
    names = {variable.name for variable in variables}
    if not {variable.name for variable in expression.mentioned} <= names:
        return None
    try:
        return Expression.from_tree(expression.to_tree(), variables)
    except UsageError:  # it speaks of a change of the output that is none of these variables
        return None


def _instance(variable: Variable, constant: Any, variables: Sequence[Variable]) -> Any:
    """What stands for a variable that the others do not know when that constant is drawn."""
    change = variable.change
    if change is None:
        return constant
    output = next(v for v in variables if (v.role, v.position) == (Role.SOURCE_OUTPUT, variable.position))
    return changed_output(output, AppliedChange(change.name, constant * change.times, path=change.path)).name


def _undoes(one: Transformation, other: Transformation) -> bool:
    if one.drawn is not None or other.drawn is not None:
        return False
    template = find_template(one.template)
    if template.adds:
        return bool(one.constant == -other.constant)
    if template.effect is Effect.SCALES:
        return bool(one.constant == other.constant == -1)
    return template.is_involution and one == other


def _effect_of(change: Transformation) -> Effect | None:
    """What the transformation does to its arguments."""
    return find_template(change.template).effect


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
    claimed = claimed_change(expression, other.positions)
    if not is_swap(other) or claimed is None or not claimed.keeps:
        return False
    pairs = [one.positions for one, said in known if is_swap(one) and claimed_change(said, one.positions) == claimed]
    reached = _exchanged({other.positions[0]}, pairs)
    same = {parameters[place].domain.notation() for place in reached}
    return other.positions[1] in reached and len(same) == 1


def follows_from_exchange(
    known: Sequence[tuple[Transformation, Expression]],
    other: Transformation,
    expression: Expression,
    parameters: Sequence[Parameter],
) -> bool:
    """Whether the same is known of the same change of another argument, with which this one may be exchanged.

    What is said must be of the outputs, and of what is drawn, alone; the arguments must have the same values.

    >>> from genmorph.domain import ints
    >>> from genmorph.model import Kind, Output
    >>> from genmorph.relations.expression import relation_variables
    >>> parameters = [Parameter(name, ints(-9, 9)) for name in "pq"]
    >>> same = Expression.from_tree(["==", "return_f", "return_s"], relation_variables([], [], [Output(Kind.INT)]))
    >>> swap, *signs = Transformation("swap", (0, 1)), *(Transformation("scale", (place,), -1) for place in (0, 1))
    >>> follows_from_exchange([(swap, same), (signs[0], same)], signs[1], same, parameters)
    True
    >>> follows_from_exchange([(signs[0], same)], signs[1], same, parameters)
    False
    >>> drawn, one = Transformation("add", (0,), drawn=ints(1, 9)), Transformation("add", (1,), 1)
    >>> follows_from_exchange([(swap, same), (drawn, same)], one, same, parameters)
    True
    """
    of_inputs = any(v.role in INPUT_ROLES and v.position < len(parameters) for v in expression.mentioned)
    if len(other.positions) != 1 or of_inputs:
        return False
    outputs = [variable.name for variable in expression.mentioned if variable.role in FOLLOW_UP_SIDE]
    swaps = [set(one.positions) for one, said in known if is_swap(one) and says_same(one, said, outputs)]
    return any(
        len(one.positions) == 1
        and {*one.positions, *other.positions} in swaps
        and len({parameters[place].domain.notation() for place in (*one.positions, *other.positions)}) == 1
        and _is_said_of(replace(one, positions=other.positions), said, other, expression)
        for one, said in known
    )


def _is_said_of(known: Transformation, said: Expression, other: Transformation, expression: Expression) -> bool:
    """Whether what is said of a change is the relation of another one, which is the same or one of its instances."""
    instance = said if known == other else instantiated(known, said, other, expression.variables)
    return instance is not None and instance.to_tree() == expression.to_tree()


def says_same(change: Transformation, expression: Expression, outputs: Collection[str]) -> bool:
    """Whether a relation says that an output stays the same of which all of these are read."""
    claimed = claimed_change(expression, change.positions)
    return claimed is not None and claimed.keeps and all(_is_shown(output, claimed.output) for output in outputs)


def _exchanged(places: set[int], swaps: Sequence[tuple[int, ...]]) -> set[int]:
    """The places, and those that a swap leads to from one of them."""
    reached = places
    for _ in swaps:
        reached = reached | {place for pair in swaps if reached & {*pair} for place in pair}
    return reached


def is_swap(change: Transformation) -> bool:
    """Whether it exchanges two arguments."""
    return _effect_of(change) is Effect.SWAPS


def is_read_of(part: str, whole: str) -> bool:
    """Whether an output is another one, or something that is read of it, by their names.

    >>> is_read_of("sorted(return)", "return"), is_read_of("return.wide", "return.w"), is_read_of("return", "return[0]")
    (True, False, False)
    """
    return re.search(rf"(?<!\w){re.escape(whole)}(?!\w)", part) is not None


def _is_shown(part: str, whole: str) -> bool:
    """Whether the follow-up's output stays the same where another one does: a number that is None shows nothing."""
    return part == whole or (is_read_of(part, whole.removesuffix("_f")) and IS_NONE not in part)


def includes(known: Transformation, other: Transformation, domains: Sequence[Domain]) -> bool:
    """Whether what stays the same under a change of arguments stays the same under another change of these.

    >>> from genmorph.domain import ints, tuples
    >>> pair, drawn = tuples(ints(), ints()), ints(1, 9)
    >>> adding, scaling = (Transformation(f"0:2/{name}", (0,), drawn=drawn) for name in ("add", "scale"))
    >>> includes(adding, scaling, [pair]), includes(scaling, adding, [pair])
    (True, False)
    """
    if known == other:
        return True
    if len(domains) == 1:
        one, two = (part_changed(change.template, domains[0]) for change in (known, other))
        if one is not None and two is not None and one.path == two.path:
            return includes(replace(known, template=one.template), replace(other, template=two.template), [one.domain])
    if _effect_of(known) is Effect.REPLACES:
        return True
    if _effect_of(known) is Effect.REORDERS and known.drawn is not None:
        return _effect_of(other) in (Effect.REORDERS, Effect.SORTS)
    if known.template == other.template and known.drawn is not None and other.drawn is None:
        return bool(known.drawn.contains(other.constant))
    return len(domains) == 1 and other.chained is None and _reaches_all(known, domains[0])


def _reaches_all(change: Transformation, domain: Domain) -> bool:
    """Whether each number of the domain is made of any other by additions, or their opposites, within the domain."""
    if _effect_of(change) is not Effect.ADDS or domain.kind not in (Kind.INT, Kind.FLOAT) or not _is_interval(domain):
        return False
    if change.drawn is not None:
        return domain.kind is Kind.FLOAT or bool(change.drawn.contains(1))
    return domain.kind is Kind.INT and bool(change.constant in (1, -1))


def _is_interval(domain: Domain) -> bool:
    return isinstance(domain, Narrowable) and bool(domain.is_interval)


def _times(known: Transformation, other: Transformation) -> int | None:
    """How often the one change makes the other, negative where that undoes it; None where it does not."""
    effect = _effect_of(known)
    if effect is Effect.ADDS:
        times = other.constant / known.constant
        whole = round(times) if math.isfinite(times) else 0
        return whole if whole and math.isclose(times, whole, rel_tol=SUBSUMPTION.close) else None
    if effect is not Effect.SCALES:
        return None
    return next((times for times in _EXPONENTS if _is_power(other.constant, known.constant, times)), None)


def _is_power(value: float, base: float, exponent: int) -> bool:
    try:
        return math.isclose(float(base) ** exponent, value, rel_tol=SUBSUMPTION.close)
    except OverflowError:
        return False


def _is_between(known: Transformation, times: int, domains: Sequence[Domain]) -> bool:
    """Whether all values on the way lie in the domain: there are none, or all numbers between two others are valid."""
    if abs(times) == 1:
        return True
    is_alternating = _effect_of(known) is Effect.SCALES and known.constant < 0
    return all(
        isinstance(domain, Narrowable) and domain.is_interval and (not is_alternating or domain.is_symmetric)
        for domain in domains
    )
