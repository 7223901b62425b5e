"""Which relations of a pair follow from relations of several calls, and which of the latter from the former."""

from collections.abc import Callable, Iterator, Mapping, Sequence, Set
from typing import Any

from genmorph.execution.outputs import read_outputs
from genmorph.inference.session import Session
from genmorph.model import Execution, Kind, Returned
from genmorph.relations.expression import INPUT_ROLES
from genmorph.relations.meaning import Check, compile_relation
from genmorph.relations.operations import OPERATIONS
from genmorph.relations.scenario import Called, Fixed, Given, Made, live
from genmorph.results.relation import MetamorphicRelation
from genmorph.results.scenario_relation import ScenarioRelation
from genmorph.settings import SCENARIOS
from genmorph.transformations.template import Effect
from genmorph.transformations.templates import find_template
from genmorph.transformations.transformation import Transformation
from genmorph.values.numbers.floats import Floats

_TWICE = {"+": "{0} * 2", "join": "{0} + {0}", "*": "{0} * {0}"}
"""What an input is made when it is joined with itself, as the texts of input changes have it."""
_OF_BEGINNINGS = ("prefix", "truncation")
"""Laws of beginnings of an input, which say no more of a function that gives each part what it gives it alone."""


def not_entailed(
    session: Session, pairs: Sequence[MetamorphicRelation], several: Sequence[ScenarioRelation]
) -> list[MetamorphicRelation]:
    """The relations of a pair without those that say of an input joined with itself what is known of any two."""
    return [pair for pair in pairs if not any(_is_entailed(session, pair, one) for one in several)]


def not_entailed_by_pairs(
    several: Sequence[ScenarioRelation], pairs: Sequence[MetamorphicRelation]
) -> list[ScenarioRelation]:
    """The relations of several calls without those that hold because an output is a multiple of an argument, or a line.

    - An order of calls: `pmt(rate, n, pmt(rate, m, pv)) == pmt(rate, m, pmt(rate, n, pv))` says no more than that `pmt`
      is a multiple of `pv`, and looks as if a payment could be a present value.
    - A sum of floats that are not below 0: each above it is a multiple of any other. Of ints additivity says more.
    - That 0 is given for 0, or for what is empty: it follows from multiples, and from sums of several calls.
    - That an output is at least, or at most, the sum of two, beside the line on which it lies, and a product of several
      arguments beside what a factor of each does: left are a number at which the line begins, and a factor. These are
      left out where they kill no further mutant.
    """
    multiples = {pair.transformation.positions: pair for pair in pairs if _is_of_multiples(pair)}
    sums = {joined[0] for one in several if one.law in _OF_SUMS and (joined := _joined(one)) is not None}
    lines = [pair for pair in pairs if pair.law == "additivity" and _is_of_one_number(pair)]
    powers = [pair for pair in pairs if pair.law == "homogeneity" and _is_of_one_number(pair)]
    return [
        one
        for one in several
        if not (
            _is_order_of_multiples(one, multiples)
            or _is_sum_of_multiples(one, multiples)
            or _is_of_nothing(one, {*multiples, *sums})
            or any(_is_bound_of_line(one, line) for line in lines)
            or _is_product_of_powers(one, powers)
        )
    ]


_OF_SUMS = ("additivity", "additivity over concatenation")


def _is_order_of_multiples(order: ScenarioRelation, multiples: Mapping[tuple[int, ...], MetamorphicRelation]) -> bool:
    return order.law == "order of calls" and _passed_on(order) in multiples


def _is_sum_of_multiples(relation: ScenarioRelation, multiples: Mapping[tuple[int, ...], MetamorphicRelation]) -> bool:
    joined = _joined(relation)
    if relation.law != "additivity" or joined is None or joined[0] not in multiples:
        return False
    places = joined[0]
    domain = multiples[places].signature.parameters[places[0]].domain
    return isinstance(domain, Floats) and domain.low >= 0


def _is_product_of_powers(relation: ScenarioRelation, powers: Sequence[MetamorphicRelation]) -> bool:
    """Whether it is of factors of several arguments at once, and kills no more than what a factor of each does."""
    joined = _joined(relation)
    if joined is None or joined[1:] != ("*", "*") or len(joined[0]) < 2:
        return False
    known = {pair.transformation.positions: pair for pair in powers}
    killed = frozenset[str]().union(*(known[(place,)].killed for place in joined[0] if (place,) in known))
    return all((place,) in known for place in joined[0]) and killed.issuperset(relation.killed)


def _is_of_nothing(relation: ScenarioRelation, places: Set[tuple[int, ...]]) -> bool:
    """Whether it says that 0 is given where one of the arguments at these places is 0 or empty."""
    match relation.claim.left, relation.claim.right:
        case Called(0, arguments), Fixed(value=0):
            empty = (place for place, one in enumerate(arguments) if isinstance(one, Fixed) and not one.value)
            return any((place,) in places for place in empty)
    return False


def _is_bound_of_line(bound: ScenarioRelation, line: MetamorphicRelation) -> bool:
    is_bound = bound.law in ("subadditivity", "superadditivity") and set(bound.killed) <= set(line.killed)
    return is_bound and _joined(bound) == (line.transformation.positions, "+", "+")


def _is_of_multiples(pair: MetamorphicRelation) -> bool:
    """Whether a number is multiplied by what is drawn where an argument, which is a number, is."""
    if pair.law != "homogeneity" or not _is_of_one_number(pair):
        return False
    match pair.expression.to_tree():
        case ["==", "return_f", ["*", str(one), str(other)]] if "return_s" in (one, other):
            return all(variable.kind.is_number for variable in pair.expression.mentioned)
    return False


def _is_of_one_number(pair: MetamorphicRelation) -> bool:
    """Whether it says what is returned when one argument, which is a number, is changed by what is drawn."""
    change = pair.transformation
    is_number = all(pair.signature.parameters[place].kind.is_number for place in change.positions)
    return is_number and change.drawn is not None and len(change.positions) == 1 and _is_of_what_is_returned(pair)


def _passed_on(relation: ScenarioRelation) -> tuple[int, ...]:
    """The places at which a call gets what a call gives."""
    match relation.claim.left:
        case Called(0, arguments):
            return tuple(place for place, one in enumerate(arguments) if isinstance(one, Called))
    return ()


def _is_entailed(session: Session, pair: MetamorphicRelation, known: ScenarioRelation) -> bool:
    joined = _joined(known)
    if joined is None or pair.is_about_errors:
        return False
    places, joining, gathering = joined
    change = pair.transformation
    if change.positions == places and _is_of_what_is_returned(pair):
        if known.law == "additivity" and (pair.law == "homogeneity" or _is_squared(pair)):
            return all(session.subject.parameters[place].kind is Kind.INT for place in places)
        if (joining, gathering) == ("join", "join") and (
            pair.law in _OF_BEGINNINGS
            or _is_of_order(pair)
            or (_is_of_reversed_text(session, pair) and set(pair.killed) <= set(known.killed))
            or _is_of_part(session, pair)
        ):
            return True
    return _doubles(session, change, places, joining) and _follows(session, pair, gathering)


def _is_of_what_is_returned(pair: MetamorphicRelation) -> bool:
    """Whether it speaks of what both calls return, and of no part of it or changed argument."""
    outputs = {one.name for one in pair.expression.mentioned if one.role not in INPUT_ROLES}
    return outputs == {"return_f", "return_s"}


def _is_squared(pair: MetamorphicRelation) -> bool:
    """Whether it says that the output is multiplied by an input that is squared."""
    return pair.law == "scaling" and pair.transformation.template == "square"


def _is_of_order(pair: MetamorphicRelation) -> bool:
    """Whether it says that the output is as long in another order of the input."""
    effect = find_template(pair.transformation.template).effect
    return pair.law == "length" and effect in (Effect.REORDERS, Effect.SORTS)


def _is_of_reversed_text(session: Session, pair: MetamorphicRelation) -> bool:
    """Whether it says that the output for a reversed text is reversed.

    Where each part is given what it is given alone, this says no more than that its own image reads the same backwards.
    """
    is_text = all(session.subject.parameters[place].kind is Kind.TEXT for place in pair.transformation.positions)
    is_reversed = pair.expression.to_tree() == ["==", "return_f", ["flip", "return_s"]]
    return is_text and is_reversed and find_template(pair.transformation.template).effect is Effect.REORDERS


def _is_of_part(session: Session, pair: MetamorphicRelation) -> bool:
    """Whether it says that the output for a beginning, an end or another part of the input is such a part of the whole.

    What is given for joined inputs is known to be joined of what is given for each.
    """
    match pair.expression.to_tree():
        case ["startswith", ("return_f" | "return_s") as whole, "return_f" | "return_s"]:
            is_part = _begins
        case ["startswith", ["flip", ("return_f" | "return_s") as whole], ["flip", "return_f" | "return_s"]]:
            is_part = _ends
        case ["contains", ("return_f" | "return_s") as whole, "return_f" | "return_s"]:
            is_part = _has_inside
        case _:
            return False
    change, sources = pair.transformation, session.sources.accepted[: SCENARIOS.screened]
    found = (change.with_drawn(source, change.apply) for source in sources)
    pairs = [(source, follow_up) for source, follow_up in found if follow_up is not None]
    ordered = pairs if whole == "return_s" else [(follow_up, source) for source, follow_up in pairs]
    return bool(pairs) and all(
        is_part(large[place], small[place]) for large, small in ordered for place in change.positions
    )


def _begins(large: Sequence[Any], small: Sequence[Any]) -> bool:
    return large[: len(small)] == small


def _ends(large: Sequence[Any], small: Sequence[Any]) -> bool:
    return len(small) <= len(large) and large[len(large) - len(small) :] == small


def _has_inside(large: Sequence[Any], small: Sequence[Any]) -> bool:
    return any(large[start : start + len(small)] == small for start in range(len(large) - len(small) + 1))


def _joined(relation: ScenarioRelation) -> tuple[tuple[int, ...], str, str] | None:
    """The positions of the arguments that are joined, how, and how the outputs are; None for other claims."""
    match relation.claim.left, relation.claim.right:
        case Called(0, arguments), Made(gathering, (Called(), Called())):
            made = {place: one for place, one in enumerate(arguments) if isinstance(one, Made)}
            operations = {one.operation for one in made.values()}
            if len(operations) == 1 and all(isinstance(part, Given) for one in made.values() for part in one.operands):
                return tuple(made), operations.pop(), gathering
    return None


def _doubles(session: Session, change: Transformation, places: Sequence[int], joining: str) -> bool:
    """Whether a change of the input joins these arguments with themselves."""
    names, parameters = session.signature.names, session.signature.parameters
    texts = change.follow_up_arguments(names, parameters) if change.chained is None else names
    twice = _TWICE.get(joining, "")
    wanted = [twice.format(name) if place in places else name for place, name in enumerate(names)]
    return list(texts) == wanted


def _follows(session: Session, pair: MetamorphicRelation, gathering: str) -> bool:
    """Whether the relation holds for any outputs, once that of the follow-up is made of twice that of the source."""
    holds = compile_relation(pair.expression, session.tolerance)
    checks = [_check(holds, pair, execution) for execution in _doubled(session, pair, gathering)]
    return bool(checks) and Check.FAILS not in checks


def _check(holds: Callable[[Sequence[Any]], bool], pair: MetamorphicRelation, execution: Execution) -> Check:
    try:
        is_true = holds([variable.read(execution) for variable in pair.expression.variables])
    except OverflowError:
        return Check.UNTESTABLE
    return Check.HOLDS if is_true else Check.FAILS


def _doubled(session: Session, pair: MetamorphicRelation, gathering: str) -> Iterator[Execution]:
    """Sources with outputs of other ones, and what follows for their follow-ups."""
    sources = session.sources
    inputs, outcomes = sources.accepted[: SCENARIOS.screened], sources.outcomes[: SCENARIOS.screened]
    for source, outcome in zip(inputs, outcomes[1:] + outcomes[:1], strict=True):
        follow_up = pair.transformation.apply(source)
        if not isinstance(outcome, Returned) or follow_up is None:
            continue
        value = live(outcome.value)
        both = OPERATIONS[gathering].apply(value, value)
        outputs = read_outputs(session.outputs, outcome.value, source)
        doubled = read_outputs(session.outputs, both, follow_up)
        if outputs is not None and doubled is not None:
            yield Execution(source, follow_up, outputs, doubled)
