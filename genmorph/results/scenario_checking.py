"""Checking one relation of several calls on given inputs, here and now."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from random import Random
from typing import TYPE_CHECKING, Any

from genmorph.execution.outputs import read_outputs
from genmorph.model import Input, Parameter, UsageError
from genmorph.relations.meaning import Check
from genmorph.relations.scenario import Called, Columns, Missing, as_given, calls_in, live
from genmorph.results.checking import (
    InapplicableInput,
    default_values,
    given_by,
    read_argument,
    require_valid,
    with_live_conditions,
)
from genmorph.settings import DRAWN
from genmorph.subject.inputs import as_argument
from genmorph.subject.object_programs import run_program
from genmorph.subject.signatures import Signature
from genmorph.values.building import shown
from genmorph.values.labels import write

if TYPE_CHECKING:
    from genmorph.results.scenario_relation import ScenarioRelation

Function = Callable[..., Any]


def scenario_holds(
    relation: "ScenarioRelation",
    func: Function | Sequence[Function],
    arguments: Sequence[Any],
    drawn: Mapping[str, Any],
) -> bool:
    """Whether the claim holds for the drawn inputs; those of further calls are drawn where they are left out.

    A stored example must go on having an answer: of the objects of a class, the claim is false where it has none.

    Raises:
        InapplicableInput: An input lies outside the domain, or a function raises one of the recorded exception types;
            or what a call gives lies outside the domain of the next one, if it ever did.
        UsageError: An input is missing, there are others than the relation has, or `func` is not what it is about.

    """
    functions = _functions(func, len(relation.signatures))
    signatures = [
        replace(with_live_conditions(*both), raises=relation.raises)
        for both in zip(relation.signatures, functions, strict=True)
    ]
    given = _given(relation, functions, arguments, drawn)
    left_out = [one for one in relation.drawn if one.name not in given]
    rng = Random(write(tuple(given.values())))
    reasons = []
    for _ in range(DRAWN.attempts if left_out else 1):
        further = given | {one.name: one.domain.draw(rng) for one in left_out}
        values = tuple(further[one.name] for one in relation.drawn)
        is_known = _is_known(relation, values)
        calls = _Calls(functions, signatures, relation.queries, is_known, relation.evidence.always_applies)
        passed = {one.name: [as_given(one.domain, further[one.name])] for one in relation.drawn}
        (check,) = Columns(passed, calls.made).checks(relation.claim, relation.signature.tolerance)
        # what a call in a program of an object raises, or gives other than True, is no refusal of the whole
        must_hold = is_known and relation.queries is not None and [Missing.INAPPLICABLE] not in passed.values()
        if check is not Check.UNTESTABLE or must_hold:
            return check is Check.HOLDS
        reasons = calls.refusals
    because = f": {reasons[0]}" if reasons else ""
    raise InapplicableInput(f"{relation.formula} says nothing of {shown(values)}{because}")


def _functions(func: Function | Sequence[Function], count: int) -> Sequence[Function]:
    functions = list(func) if isinstance(func, Sequence) else [func]
    if len(functions) != count or not all(map(callable, functions)):
        wanted = "a function" if count == 1 else f"a list of {count} functions"
        raise UsageError(f"func must be {wanted}, got {func!r:.80}")
    return functions


def _given(
    relation: "ScenarioRelation", functions: Sequence[Function], arguments: Sequence[Any], drawn: Mapping[str, Any]
) -> dict[str, Any]:
    """The drawn inputs that are given or have defaults, as genmorph holds them."""
    names = [one.name for one in relation.drawn]
    own = [name for signature in relation.signatures for name in signature.names]
    is_input = len(arguments) > len(names) and len(functions) == 1 and len(arguments) == len(own)
    given = dict(zip(own if is_input else names, arguments, strict=False))
    unknown = set(drawn) - (set(names) - set(given))
    known = default_values(functions[0])
    values = {name: known[name] for name in relation.signature.names if name in known} | given | dict(drawn)
    seeds = {signature.global_seed for signature in relation.signatures}
    missing = [name for name in names if name in own and name not in values and name not in seeds]
    if missing or unknown or (len(arguments) > len(names) and not is_input):
        got = ", ".join([*map(shown, arguments), *(f"{name}=..." for name in drawn)]) or "none"
        raise UsageError(f"check needs one value for each of {', '.join(names)}, got {got}")
    return {one.name: _read(one, values[one.name]) for one in relation.drawn if one.name in values}


def _read(parameter: Parameter, value: Any) -> Any:
    """A drawn input as genmorph holds it; InapplicableInput outside its domain."""
    value = read_argument(parameter, value)
    if parameter.domain.contains(value) is False:
        rule = f"input {parameter.name} must be in {parameter.domain.notation()}"
        raise InapplicableInput(f"{rule}, got {shown(value)}")
    return value


def _is_known(relation: "ScenarioRelation", values: Input) -> bool:
    """Whether the functions have answered these inputs, so that they have to go on doing so."""
    return write(values) in map(write, relation.examples)


@dataclass(frozen=True, slots=True)
class _Calls:
    """The calls of a check, and why some of them say nothing."""

    functions: Sequence[Function]
    signatures: Sequence[Signature]
    queries: tuple[str, ...] | None
    is_known: bool
    always_applies: bool
    refusals: list[str] = field(default_factory=list)

    def made(self, call: Called, _places: Sequence[int], rows: Sequence[tuple[Any, ...]]) -> list[Any]:
        """What each call gives; `Missing` where the relation says nothing of its arguments, or it gives nothing."""
        return [self._made(call, row) for row in rows]

    def _made(self, call: Called, row: tuple[Any, ...]) -> Any:
        signature = self.signatures[call.function]
        validity = signature.validity.of_call(call)
        pairs = zip(signature.parameters, row, strict=True)
        values = tuple(as_argument(parameter.domain, value) for parameter, value in pairs)
        try:
            passed_on = [bool(calls_in(one)) for one in call.arguments] if self.always_applies else []
            require_valid(signature, validity, signature.name, values, passed_on)
        except InapplicableInput as refusal:
            self.refusals.append(str(refusal))
            return Missing.INAPPLICABLE
        function = self.functions[call.function]
        if self.queries is not None:
            function = partial(_run_on, function, self.queries)
        try:
            given = given_by(signature, function, values)
        except InapplicableInput as refusal:
            self.refusals.append(str(refusal))
            return Missing.BROKEN if self.is_known else Missing.INAPPLICABLE
        except Exception:  # noqa: BLE001 - whatever it is, it was not raised before
            return Missing.BROKEN
        return Missing.BROKEN if read_outputs(signature.outputs, given, values) is None else live(given)


def _run_on(owner: Function, queries: Sequence[str], *given: Any) -> Any:
    """What a program gives that is run on an instance; program and probes stand behind what makes the instance."""
    *arguments, calls, probes = given
    return run_program(owner, queries, arguments, calls, probes)
