"""Relations of several calls as text: to read in a formula, and to run as the body of a test."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from genmorph.export.pair_text import condition
from genmorph.export.value_text import IS_NUMBER, claim_of_kind
from genmorph.model import Container, Domain, Kind, Output, Parameter, Place
from genmorph.relations.operations import JOINING_PARTS, OPERATIONS
from genmorph.relations.rendering import Binding, leaf
from genmorph.relations.scenario import (
    Called,
    Claim,
    Comparison,
    Fixed,
    Given,
    Made,
    Term,
    all_terms,
    calls_in,
    claim_text,
    domain_for,
    term_text,
)
from genmorph.subject.signatures import Signature
from genmorph.values.narrowable import Narrowable, is_part
from genmorph.values.python_text import conjunction

RESULT = "result"
"""The variable for the value of the first term."""
EXPECTED = "expected"
"""The variable for the value of the second term."""


def scenario_formula(signatures: Sequence[Signature], claim: Claim, drawn: Sequence[Parameter]) -> str:
    """The relation to read, such as `total(xs + ys) == total(xs) + total(ys)`.

    Where an input is drawn from a part of its domain alone, it begins with what that leaves out: `n < 0 or ...`.
    """
    names = function_names(signatures)
    text = claim_text(claim, lambda function, texts: signatures[function].call(texts, names[function]))
    beyond = [whole.left_out(one.domain, one.name) for one, whole in drawn_parts(signatures, claim, drawn)]
    return " or ".join([*beyond, text])


def drawn_parts(
    signatures: Sequence[Signature], claim: Claim, drawn: Sequence[Parameter]
) -> Iterator[tuple[Parameter, Narrowable]]:
    """The inputs that are drawn from a part of their domain alone, each with the whole domain."""
    for one in drawn:
        whole = domain_of(signatures, claim, one.name)
        if isinstance(whole, Narrowable) and is_part(one.domain, whole):
            yield one, whole


def domain_of(signatures: Sequence[Signature], claim: Claim, name: str) -> Domain | None:
    """The domain of the parameter that a drawn input is passed for as it is; None where it is passed for none."""
    for call in claim.calls:
        for parameter, term in zip(signatures[call.function].parameters, call.arguments, strict=True):
            if term == Given(name):
                return parameter.domain
    return None


def function_names(signatures: Sequence[Signature]) -> tuple[str, ...]:
    """What the functions are called in formulas and sentences: with their modules where they share a name."""
    names = tuple(signature.name for signature in signatures)
    if len(set(names)) == len(names):
        return names
    return tuple(f"{one.module}.{one.qualname}" if one.module else one.qualname for one in signatures)


@dataclass(frozen=True, slots=True)
class ScenarioScript:
    """The body of a test: what must be true before, statements, claims after them, and functions that these call.

    `sized` are values of which nothing is said where they are too long.
    """

    preconditions: tuple[str, ...]
    statements: tuple[str, ...]
    claims: tuple[str, ...]
    helpers: frozenset[str]
    sized: tuple[str, ...] = ()


def whole_output(signature: Signature) -> Output | None:
    """The value that a call returns, as one output; None where it was seen in parts only."""
    whole = (one for one in signature.outputs if one.place is Place.RETURNED and not one.is_none and one.view is None)
    return next(whole, None)


@dataclass(frozen=True, slots=True)
class _Writer:
    signatures: Sequence[Signature]
    functions: Sequence[str]
    validities: Sequence[str]
    parameters: Mapping[str, Parameter]
    names: Mapping[str, str]
    is_made: bool = False
    """Whether the one call is made already."""

    def call(self, function: int, texts: Sequence[str]) -> str:
        if self.is_made:
            return RESULT
        signature = self.signatures[function]
        call = signature.call(texts, self.functions[function])
        return f"list({call})" if signature.is_iterator else call

    def text(self, term: Term) -> str:
        return term_text(term, self.call, self.names).text

    def preconditions(self, call: Called) -> list[str]:
        """That the arguments of a call are valid, as far as drawing does not see to it."""
        signature, texts = self.signatures[call.function], [self.text(one) for one in call.arguments]
        parts = []
        for parameter, term, text in zip(signature.parameters, call.arguments, texts, strict=True):
            domain = parameter.domain
            drawn = self.parameters[term.name].domain if isinstance(term, Given) else None
            is_drawn = drawn is not None and (drawn == domain or is_part(drawn, domain))
            if is_drawn or isinstance(term, Fixed):
                continue
            parts.append(condition(domain_for(domain, term), text))
        if self.validities[call.function]:
            known = zip(signature.names, texts, strict=True)
            given = ", ".join(text for name, text in known if name in signature.restricted)
            parts.append(f"{self.validities[call.function]}({given})")
        return [part for part in parts if part]

    def claim(self, claim: Claim) -> tuple[str, frozenset[str]]:
        """The claim, with the functions that it calls."""
        return self.comparison(claim, *map(self.text, claim.terms))

    def comparison(self, claim: Claim, left: str, right: str = "") -> tuple[str, frozenset[str]]:
        """The comparison of the terms' texts, with the functions that it calls: exact where nothing is a float."""
        if claim.comparison is Comparison.TRUE:
            return left, frozenset()
        left, right = _side(left), _side(right)
        is_inexact = any(self._may_hold_floats(term) for term in claim.terms)
        if claim.comparison is Comparison.EQUAL:
            if not is_inexact:
                return f"{left} == {right}", frozenset()
            helper = "equal" if all(map(self._is_float, claim.terms)) else "equal_inside"
            return f"{helper}({left}, {right})", frozenset({helper})
        if not is_inexact or any(map(self._is_object, claim.terms)):
            return f"{left} {claim.comparison.value} {right}", frozenset()
        ordered = (left, right) if claim.comparison is Comparison.AT_MOST else (right, left)
        return f"less_equal({', '.join(ordered)})", frozenset({"less_equal"})

    def _may_hold_floats(self, term: Term) -> bool:
        match term:
            case Fixed(value):
                return isinstance(value, float)
            case Given(name):
                domain = self.parameters[name].domain
                return domain.kind not in _EXACT or domain.container is Container.ARRAY
            case Called(function):
                output = whole_output(self.signatures[function])
                if output is None or output.container is Container.ARRAY:
                    return True
                return output.holds_floats or output.kind not in (*_EXACT, Kind.OTHER, Kind.NESTED)
            case Made(operation, operands):
                return not OPERATIONS[operation].is_exact and any(map(self._may_hold_floats, operands))

    def _is_object(self, term: Term) -> bool:
        """Whether a term is an input or an output that is ordered as it is, such as a date or a decimal."""
        match term:
            case Given(name):
                return self.parameters[name].domain.kind is Kind.OTHER
            case Called(function):
                output = whole_output(self.signatures[function])
                return output is not None and output.kind is Kind.OTHER and output.container is None
        return False

    def _is_float(self, term: Term) -> bool:
        """Whether a term is a single number, as far as calls and inputs in it tell."""
        match term:
            case Fixed(value):
                return isinstance(value, int | float)
            case Given(name):
                return self.parameters[name].domain.kind.is_number
            case Called(function):
                output = whole_output(self.signatures[function])
                return output is not None and output.kind.is_number and not output.optional
            case Made(_, operands):
                return all(map(self._is_float, operands))


_EXACT = (Kind.INT, Kind.TEXT, Kind.BOOL, Kind.INTS, Kind.TEXTS, Kind.BOOLS)


def write_scenario(
    signatures: Sequence[Signature],
    parameters: Sequence[Parameter],
    claim: Claim,
    names: Sequence[str],
    functions: Sequence[str],
    validities: Sequence[str],
    *,
    always_applies: bool = False,
) -> ScenarioScript:
    """The body of the test; inputs, functions and the functions that accept valid inputs have these names.

    Where the claim has always applied, whatever calls give is passed on.
    """
    known = {parameter.name: parameter for parameter in parameters}
    written = {parameter.name: name for parameter, name in zip(parameters, names, strict=True)}
    writer = _Writer(signatures, functions, validities, known, written)
    before, within = _conditions(writer, claim)
    asked = _asked_call(claim)
    body = _write_sides(writer, claim) if asked is None else _write_asked(writer, claim, asked)
    needed_before = conjunction(*before)
    return replace(
        body,
        preconditions=(f"assume({needed_before})",) if needed_before else (),
        statements=(*(f"assume({one})" for one in within if not always_applies), *body.statements),
    )


def _conditions(writer: _Writer, claim: Claim) -> tuple[list[str], list[str]]:
    """What must be true of the inputs, and of what calls give that is passed on."""
    made = [term for term in all_terms(*claim.terms) if isinstance(term, Made)]
    before = dict.fromkeys(
        f"{writer.names[one.name]} is not None"
        for term in made
        for one in term.operands
        if isinstance(one, Given) and writer.parameters[one.name].is_optional
    )
    within: dict[str, None] = {}
    for term in made:
        if (needed := OPERATIONS[term.operation].requires) and not calls_in(term):
            before[needed.format(*map(writer.text, term.operands))] = None
    for call in claim.calls:
        (within if call.takes_outputs else before).update(dict.fromkeys(writer.preconditions(call)))
    return list(before), list(within)


def _asked_call(claim: Claim) -> Called | None:
    """The call of a postcondition; None where the claim is no postcondition."""
    return claim.calls[0] if claim.is_postcondition else None


def _write_asked(writer: _Writer, claim: Claim, call: Called) -> ScenarioScript:
    """The call, made once, and what is claimed of its result."""
    statement = f"{RESULT} = {writer.text(call)}"
    text, helpers = replace(writer, is_made=True).claim(claim)
    has_long = any(signature.has_large_outputs for signature in writer.signatures)
    sized = (RESULT,) if has_long and _is_long(writer.signatures, call) else ()
    return ScenarioScript((), (statement,), (text,), helpers, sized)


def _write_sides(writer: _Writer, claim: Claim) -> ScenarioScript:
    """Both sides of a claim, in a variable each where they may be refused or too long."""
    signatures = writer.signatures
    left, right = writer.text(claim.left), "" if claim.right is None else writer.text(claim.right)
    kind = _claim_of_kind(signatures, claim)
    statements, claims, helpers = [], [], frozenset[str]()
    has_long = any(signature.has_large_outputs for signature in signatures)
    is_assigned = has_long or any(signature.raises for signature in signatures)
    if kind is not None or is_assigned:
        statements.append(f"{RESULT} = {left}")
        left = RESULT
    if is_assigned and claim.right is not None and calls_in(claim.right):
        statements.append(f"{EXPECTED} = {right}")
        right = EXPECTED
    if kind is not None:
        claims.append(kind)
        helpers |= {IS_NUMBER} if kind.startswith(f"{IS_NUMBER}(") else set()
    text, used = writer.comparison(claim, left, right)
    compared: dict[str, Term | None] = {RESULT: claim.left, EXPECTED: claim.right} if has_long else {}
    sized = [name for name in (left, right) if (side := compared.get(name)) is not None and _is_long(signatures, side)]
    return ScenarioScript((), tuple(statements), (*claims, text), helpers | used, tuple(sized))


def _is_long(signatures: Sequence[Signature], term: Term) -> bool:
    """Whether a term has a length, as a call that gives a sequence or a text has, and what is joined of such."""
    match term:
        case Called(function):
            output = whole_output(signatures[function])
            return output is not None and not output.optional and (output.kind.is_sequence or output.kind is Kind.TEXT)
        case Made(operation, operands):
            return operation in JOINING_PARTS and any(_is_long(signatures, one) for one in operands)
    return False


def _side(text: str) -> str:
    """A side of a comparison, in parentheses where it binds less tightly."""
    return leaf(text).within(Binding.SUM)


def _claim_of_kind(signatures: Sequence[Signature], claim: Claim) -> str | None:
    """That the first term is of its kind, where the claim would also hold for values of another."""
    if not isinstance(claim.left, Called):
        return None
    signature = signatures[claim.left.function]
    output = whole_output(signature)
    match claim.right:
        case Called() if claim.comparison is not Comparison.EQUAL:
            return None
        case None | Called() | Made("or" | "and"):
            return f"{RESULT} is not None" if output is None else claim_of_kind(output, RESULT)
        case Made() if output is not None and _is_joined(signature, claim.left, output):
            return claim_of_kind(output, RESULT)
    return None


def _is_joined(signature: Signature, call: Called, output: Output) -> bool:
    """Whether an argument is joined that has another kind: a function that gives it back may combine as well."""
    return any(
        isinstance(term, Made)
        and term.operation in JOINING_PARTS
        and (parameter.kind, parameter.domain.container) != (output.kind, output.container)
        for parameter, term in zip(signature.parameters, call.arguments, strict=True)
    )
