"""Relation sets as JSON data and back, and the forms that files must have; nothing in a file is ever executed."""

import json
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, fields, replace
from importlib.metadata import version
from math import isfinite
from pathlib import Path
from typing import Any

from msgspec import Struct, structs, to_builtins

from genmorph.annotations.conditions import stored_condition
from genmorph.export.state_text import state_formula
from genmorph.model import (
    Budget,
    Container,
    Evidence,
    Execution,
    Kind,
    MutantNote,
    Output,
    Parameter,
    Place,
    Sampling,
    Tolerance,
    UsageError,
    Witness,
)
from genmorph.relations.expression import ERROR_VARIABLES, Expression, Role, Variable, changed_output
from genmorph.relations.operators import Sort
from genmorph.relations.scenario import Claim, Comparison, Term, calls_in, names_in, term_from_data, term_to_data
from genmorph.relations.scenario_laws import SENTENCES, SENTENCES_OF_SINGLE_CALLS, SENTENCES_OF_STATE
from genmorph.relations.statistic import Statistic, is_numeric, sign_of
from genmorph.results.codec import Count, Size, from_json_values, read, require_shallow, to_json_values
from genmorph.results.record import Curves, Record, Relation, ReviewDecision
from genmorph.results.relation import MetamorphicRelation, Rejected, pair_variables
from genmorph.results.scenario_relation import ScenarioRelation
from genmorph.results.statistical_relation import StatisticalRelation
from genmorph.subject.signatures import Signature
from genmorph.transformations.templates import UnregisteredTemplateError
from genmorph.transformations.transformation import transformation_from_data
from genmorph.values.kinds import Shape, common_shape
from genmorph.values.labels import shortened
from genmorph.values.narrowable import check_element
from genmorph.values.notation import parse_domain
from genmorph.values.opaque_values import OpaqueValues, generators_of
from genmorph.values.python_text import Symbol
from genmorph.values.registered import AppliedChange, read_change
from genmorph.values.seeds import is_seed
from genmorph.values.strategies import Opaque, Origin

SCHEMA = 2
_READABLE = (1, SCHEMA)
_VALUES = ("source", "follow_up", "source_outputs", "follow_up_outputs")
"""The fields of an execution that hold values."""

MALFORMED = (KeyError, TypeError, ValueError, AttributeError, IndexError, ArithmeticError)
"""What reading a file raises that is not as `to_data` wrote it."""


class _Mutants(Struct):
    made: Count
    judged: Count
    killed_by_crash: Count
    raises_only: Count
    no_difference: Count
    not_run: Count


class _Sources(Struct):
    accepted: Count
    drawn: Count
    refused: dict[str, Count] = {}


class _Transformations(Struct):
    chosen: Count = 0
    looked_at: Count = 0


class _Filter(Struct):
    rejected: dict[str, Count] = {}
    errors_rejected: dict[str, Count] = {}


class _Stages(Struct):
    """The counts by stage that are shown; any part may be missing, because earlier versions wrote fewer."""

    faulty: dict[str, bool] = {}
    mutants: _Mutants | None = None
    sources: _Sources | None = None
    transformations: _Transformations | None = None
    seconds: dict[str, Size] = {}
    filter: _Filter | None = None
    curves: list[Curves] = []


class _Strategy(Struct):
    """The domain of a strategy that cannot be written: what it said of itself, and values drawn from it.

    The first versions wrote neither the kind nor the container, because these were only scalars.
    """

    opaque: str
    sample: list[Any]
    kind: Kind | None = None
    container: Container | None = None
    is_whole: bool = False
    around: str | None = None


class _Parameter(Struct):
    name: str
    domain: str | _Strategy
    keyword_only: bool


class _Condition(Struct):
    text: str
    is_whole: bool


class _Signature(Struct):
    module: str | None
    qualname: str
    name: str
    parameters: list[_Parameter]
    outputs: list[Output]
    raises: tuple[str, ...]
    tolerance: dict[str, Size]
    digest: str
    conditions: list[_Condition]
    has_large_outputs: bool = False


class _Evidence(Struct):
    tried: Count
    violations: Count
    killed: Count
    judged: Count
    exhaustive: bool
    falsifiers: tuple[str, ...]
    inapplicable: Count = 0
    largest_error: Size | None = None
    random: Count | None = None
    noticed: Size | None = None


class _Scenario(Struct):
    """What is drawn, the functions by their places among those of the set, and the claim with its terms as data."""

    functions: list[Count]
    drawn: list[_Parameter]
    law: str
    comparison: Comparison
    left: Any
    right: Any = None
    queries: tuple[str, ...] | None = None


class _Relation(Struct):
    """A relation of the set's functions; the values of executions are still JSON data.

    One of several calls has a `scenario`, and nothing of what says how a source and its follow-up are related.
    """

    evidence: _Evidence
    killed: tuple[str, ...]
    examples: list[list[Any]]
    transformation: dict[str, Any] = {}
    expression: Any = None
    is_about_errors: bool = False
    scenario: _Scenario | None = None
    pair: Execution | None = None
    witnesses: tuple[Witness, ...] = ()
    note: MutantNote | None = None
    is_accepted: bool = False
    changed_outputs: tuple[tuple[int, str, Any], ...] = ()
    statistic: Statistic | None = None
    sampling: Sampling | None = None


class _Set(Struct):
    """What has a default was not written by the first versions."""

    subject: _Signature
    relations: list[_Relation]
    rejected: list[Rejected]
    seed: int
    budget: dict[str, Any]
    stages: _Stages
    interrupted: bool
    allow_effects: bool
    mutants: tuple[MutantNote, ...] = ()
    disowned: list[_Relation] = []
    unfitting: tuple[ReviewDecision, ...] = ()
    partners: list[_Signature] = []
    postconditions: list[_Relation] = []


def to_data(record: Record) -> dict[str, Any]:
    """The set as JSON data; values that JSON lacks stand there as `{"float": "nan"}` and the like."""
    single = record.postconditions
    return {
        "schema": SCHEMA,
        "genmorph": version("genmorph"),
        "subject": _signature_data(record.signature),
        "seed": record.seed,
        "budget": asdict(record.budget),
        **({"partners": list(map(_signature_data, record.partners))} if record.partners else {}),
        "relations": [_relation_data(relation, record.signatures) for relation in record.relations],
        **({"postconditions": [_relation_data(one, record.signatures) for one in single]} if single else {}),
        "rejected": [
            to_builtins(replace(rejected, counterexample=None))
            | {"counterexample": rejected.counterexample and _execution_data(rejected.counterexample)}
            for rejected in record.rejected
        ],
        "stages": record.stages,
        "interrupted": record.interrupted,
        "allow_effects": record.allow_effects,
        "mutants": [_note_data(note) for note in record.mutants],
        "disowned": [_relation_data(relation, record.signatures) for relation in record.disowned],
        "unfitting": [asdict(decision) for decision in record.unfitting],
    }


def _signature_data(signature: Signature) -> dict[str, Any]:
    """A domain is stored in our notation; the position of an output follows from the names of the parameters."""
    outputs = []
    for output in signature.outputs:
        data: dict[str, Any] = to_builtins(output)
        defaults = {"view": None, "is_mixed": False, "has_records": False}
        left_out = {"position", *(name for name, default in defaults.items() if data[name] == default)}
        outputs.append({key: value for key, value in data.items() if key not in left_out})
    return {
        "module": signature.module,
        "qualname": signature.qualname,
        "name": signature.name,
        "parameters": list(map(_parameter_data, signature.parameters)),
        "outputs": outputs,
        "raises": list(signature.raises),
        "tolerance": asdict(signature.tolerance),
        "digest": signature.digest,
        "conditions": [{"text": one.text(), "is_whole": one.is_whole} for one in signature.conditions],
        "has_large_outputs": signature.has_large_outputs,
    }


def _parameter_data(parameter: Parameter) -> dict[str, Any]:
    domain = parameter.domain
    written = _strategy_data(domain) if isinstance(domain, Opaque) else domain.notation()
    return {"name": parameter.name, "domain": written, "keyword_only": parameter.keyword_only}


def _strategy_data(domain: Opaque) -> dict[str, Any]:
    return {
        "opaque": repr(domain.origin),
        "sample": to_json_values(domain.sample),
        "kind": domain.kind.value,
        "container": domain.container and domain.container.value,
        "is_whole": domain.is_whole,
        "around": domain.around and domain.around.notation(),
    }


def _relation_data(relation: Relation, signatures: Sequence[Signature]) -> dict[str, Any]:
    """What is derived from other fields is written for readers of the file, and computed again when it is read."""
    evidence = relation.evidence
    bounds = {"false_alarm_bound": evidence.false_alarm_bound, "inapplicable_share": evidence.inapplicable_share}
    common = {
        "name": relation.name,
        "formula": relation.formula,
        "law": relation.law,
        "evidence": asdict(evidence) | bounds,
        "killed": list(relation.killed),
        "examples": [to_json_values(values) for values in relation.examples],
        "is_accepted": relation.is_accepted,
    }
    return common | (
        {"scenario": _scenario_data(relation, signatures)}
        if isinstance(relation, ScenarioRelation)
        else _pair_data(relation)
    )


def _scenario_data(relation: ScenarioRelation, signatures: Sequence[Signature]) -> dict[str, Any]:
    claim = relation.claim
    return {
        "functions": [signatures.index(signature) for signature in relation.signatures],
        "drawn": list(map(_parameter_data, relation.drawn)),
        "law": claim.law,
        "comparison": claim.comparison.value,
        "left": _term_data(claim.left),
        "right": None if claim.right is None else _term_data(claim.right),
        **({} if relation.queries is None else {"queries": list(relation.queries)}),
    }


def _term_data(term: Term) -> Any:
    """The term as JSON data, fixed values as those of inputs are."""
    data = term_to_data(term)
    return data if isinstance(data, str) else _with_fixed(data, lambda value: to_json_values((value,))[0])


def _with_fixed(data: Any, change: Callable[[Any], Any]) -> Any:
    """The data of a term with its fixed values changed."""
    match data:
        case ["value", value]:
            return ["value", change(value)]
        case [head, *parts]:
            return [head, *(_with_fixed(part, change) for part in parts)]
    return data


def _pair_data(relation: MetamorphicRelation) -> dict[str, Any]:
    return {
        "transformation": relation.transformation.to_data(relation.signature.names),
        "input_relation": relation.input_relation,
        "python": relation.python,
        "expression": relation.expression.to_tree(),
        "is_about_errors": relation.is_about_errors,
        "pair": relation.pair and _execution_data(relation.pair),
        "witnesses": [
            {"mutant": witness.mutant, "execution": _execution_data(witness.execution)}
            for witness in relation.witnesses
        ],
        "note": relation.note and _note_data(relation.note),
        **_changed_outputs(relation.expression),
        **_sampling_data(relation),
    }


def _sampling_data(relation: MetamorphicRelation) -> dict[str, Any]:
    if not isinstance(relation, StatisticalRelation):
        return {}
    return {"statistic": relation.statistic.value, "sampling": relation.sampling and asdict(relation.sampling)}


def _changed_outputs(expression: Expression) -> dict[str, Any]:
    """The variables that the signature and the transformation do not give: position, change and constant."""
    changed = [
        (v.position, v.change.label, _constant_to_data(v.change)) for v in expression.variables if v.change is not None
    ]
    return {"changed_outputs": changed} if changed else {}


def _constant_to_data(change: AppliedChange) -> Any:
    if not change.is_drawn:
        return change.constant
    return {"drawn": str(change.constant)} | ({} if change.times == 1 else {"times": change.times})


def _execution_data(execution: Execution) -> dict[str, Any]:
    return asdict(_with_values(execution, to_json_values))


def _with_values(execution: Execution, change: Callable[[Any], Any]) -> Execution:
    changed: dict[str, Any] = {name: tuple(change(getattr(execution, name))) for name in _VALUES}
    return replace(execution, **changed)


def read_data(path: Path) -> dict[str, Any]:
    """The JSON object in a file of this schema; raises UsageError with the path and what is wrong."""
    try:
        data = json.loads(path.read_text(encoding="utf-8"), parse_float=_finite, parse_constant=_finite)
    except OSError as error:
        raise UsageError(f"{path} cannot be read: {error.strerror}") from error
    except (ValueError, RecursionError) as error:
        raise UsageError(f"{path} must be a JSON file, got: {error}") from error
    with _named(path):
        require_shallow(data)
        if not isinstance(data, dict):
            raise UsageError(f"it must hold an object, got {shortened(json.dumps(data), 40)}")
        if data["schema"] not in _READABLE:
            raise UsageError(f"schema must be {' or '.join(map(str, _READABLE))}, got {data['schema']!r}")
    return dict(data)


def _finite(written: str) -> float:
    """A number as JSON has it; infinite ones and NaN are tagged instead."""
    number = float(written)
    if not isfinite(number):
        raise ValueError(f"numbers must be finite, got {written}")
    return number


@contextmanager
def _named(path: Path) -> Iterator[None]:
    """Say which file it is that is not as `to_data` wrote it."""
    try:
        yield
    except UnregisteredTemplateError as error:
        raise UsageError(f"{path} cannot be read: {error}") from error
    except UsageError as error:
        raise UsageError(f"{path} is not a saved set of relations: {error}") from error
    except KeyError as error:
        raise UsageError(f"{path} is not a saved set of relations: it has no {error}") from error
    except MALFORMED as error:
        reason = f"something in it is not as genmorph writes it ({error})"
        raise UsageError(f"{path} is not a saved set of relations: {reason}") from error


def _note_data(note: MutantNote) -> dict[str, Any]:
    """A note; where the change is not in a helper, without what says which one."""
    return {name: value for name, value in asdict(note).items() if value or name in ("id", "change")}


def fields_of(data: dict[str, Any], path: Path) -> dict[str, Any]:
    """The fields of the set that the data of a file are; raises UsageError with the path and what is wrong."""
    with _named(path):
        stored = read(data, _Set)
        signature = _signature_from(stored.subject)
        partners = tuple(map(_signature_from, stored.partners))
        signatures = (signature, *partners)
        rejected = []
        for one in stored.rejected:
            execution = one.counterexample
            outputs = len(signature.outputs) if execution and execution.source_outputs else 0
            arguments = len(signature.names)
            inputs = arguments if execution is None else arguments + (len(execution.source) > arguments)
            read_again = execution and _execution_from(execution, inputs, arguments, outputs)
            rejected.append(replace(one, counterexample=read_again))
        return {
            "signature": signature,
            "relations": tuple(_relation_from(relation, signatures) for relation in stored.relations),
            "rejected": tuple(rejected),
            "seed": stored.seed,
            "budget": Budget(**stored.budget),
            "stages": {name: stage for name, stage in data["stages"].items() if stage is not None},
            "interrupted": stored.interrupted,
            "allow_effects": stored.allow_effects,
            "mutants": stored.mutants,
            "disowned": tuple(_relation_from(relation, signatures) for relation in stored.disowned),
            "unfitting": stored.unfitting,
            "partners": partners,
            "postconditions": tuple(_postcondition_from(one, signatures) for one in stored.postconditions),
        }


def _signature_from(stored: _Signature) -> Signature:
    names = [parameter.name for parameter in stored.parameters]
    outputs = []
    for output in stored.outputs:
        is_argument = output.place is Place.ARGUMENT and output.key in names
        outputs.append(replace(output, position=names.index(str(output.key)) if is_argument else None))
    return Signature(
        module=stored.module,
        qualname=stored.qualname,
        name=stored.name,
        parameters=tuple(map(_parameter_from, stored.parameters)),
        outputs=tuple(outputs),
        raises=stored.raises,
        tolerance=Tolerance(**stored.tolerance),
        digest=stored.digest,
        conditions=tuple(
            stored_condition(stored.name, names, one.text, is_whole=one.is_whole) for one in stored.conditions
        ),
        has_large_outputs=stored.has_large_outputs,
    )


def _parameter_from(stored: _Parameter) -> Parameter:
    written = stored.domain
    domain = parse_domain(written) if isinstance(written, str) else _strategy_from(written)
    return Parameter(stored.name, domain, stored.keyword_only)


def _strategy_from(stored: _Strategy) -> Opaque:
    """UsageError where the sample is not what the kind says."""
    sample, shape = from_json_values(stored.sample), Shape(stored.kind or Kind.OTHER, stored.container)
    if sample and stored.kind is Kind.OTHER:
        origin, generators = Origin(stored.opaque), generators_of(sample)
        return OpaqueValues(Kind.OTHER, origin, sample, stored.container, stored.is_whole, generators=generators)
    if stored.kind is None:
        shape = common_shape(sample) or shape
    if not sample or not all(map(shape.admits, sample)):
        raise UsageError(f"sample of {stored.opaque:.80} must hold values of one kind, got {stored.sample!r:.80}")
    around = None if stored.around is None else check_element(parse_domain(stored.around), "around")
    return Opaque(shape.kind, Origin(stored.opaque), sample, shape.container, stored.is_whole, around)


def _relation_from(stored: _Relation, signatures: Sequence[Signature]) -> Relation:
    if stored.scenario is None:
        return _pair_relation_from(stored, signatures[0])
    scenario = stored.scenario
    if not all(place < len(signatures) for place in scenario.functions):
        raise UsageError(f"functions must be among the {len(signatures)} of the set, got {scenario.functions!r}")
    right = None if scenario.right is None else _term_from(scenario.right)
    claim = Claim(scenario.law, _term_from(scenario.left), right, scenario.comparison)
    relation = ScenarioRelation(
        signatures=tuple(signatures[place] for place in scenario.functions),
        drawn=tuple(map(_parameter_from, scenario.drawn)),
        claim=claim,
        evidence=Evidence(**structs.asdict(stored.evidence)),
        killed=stored.killed,
        examples=tuple(map(from_json_values, stored.examples)),
        is_accepted=stored.is_accepted,
        queries=scenario.queries,
    )
    _require_whole(relation)
    return relation


def _postcondition_from(stored: _Relation, signatures: Sequence[Signature]) -> ScenarioRelation:
    relation = _relation_from(stored, signatures)
    if not isinstance(relation, ScenarioRelation) or not relation.claim.is_postcondition:
        laws = ", ".join(SENTENCES_OF_SINGLE_CALLS)
        raise UsageError(f"law of a postcondition must be one of {laws}, of one call, got {relation.law!r}")
    return relation


def _term_from(data: Any) -> Term:
    return term_from_data(
        data if isinstance(data, str) else _with_fixed(data, lambda value: from_json_values([value])[0])
    )


def _require_whole(relation: ScenarioRelation) -> None:
    """UsageError for a claim with other inputs, functions or numbers of arguments than the relation has."""
    names = {one.name for one in relation.drawn}
    if not names or len(names) < len(relation.drawn):
        raise UsageError(f"drawn must hold inputs of different names, got {[one.name for one in relation.drawn]}")
    unknown = sorted(names_in(*relation.claim.terms) - names)
    if unknown:
        raise UsageError(f"terms must speak of {', '.join(sorted(names))}, got {unknown[0]!r}")
    for call in calls_in(*relation.claim.terms):
        known = relation.signatures[call.function : call.function + 1]
        if not known or len(known[0].parameters) != len(call.arguments):
            raise UsageError(f"a call must be of a function of the relation with all its arguments, got {call!r:.80}")
    laws = SENTENCES if relation.queries is None else SENTENCES_OF_STATE
    if relation.queries is not None:
        state_formula(relation.signature, relation.claim)  # which refuses claims of other shapes
    if relation.law not in laws:
        raise UsageError(f"law must be one of {', '.join(laws)}, got {relation.law!r}")
    for values in relation.examples:
        if len(values) != len(relation.drawn):
            raise UsageError(f"values must be {len(relation.drawn)}, got {len(values)}")


def _pair_relation_from(stored: _Relation, signature: Signature) -> MetamorphicRelation:
    transformation = transformation_from_data(stored.transformation, signature.names)
    if stored.is_about_errors and transformation.chained is not None:
        raise UsageError(f"a relation about errors has no output to pass on, got {stored.transformation!r}")
    if transformation.output is not None and not 0 <= transformation.output < len(signature.outputs):
        raise UsageError(f"output must be one of {len(signature.outputs)}, got {transformation.output!r}")
    given = pair_variables(signature.parameters, transformation, signature.outputs)
    drawn = transformation.with_drawn_name(signature.names)[len(signature.names) :]
    changed = [_changed_output(given, drawn, *one) for one in stored.changed_outputs]
    variables = ERROR_VARIABLES if stored.is_about_errors else (*given, *changed)
    expression = Expression.from_tree(stored.expression, variables)
    if expression.sort is not Sort.BOOLEAN:
        raise UsageError(f"expression must be true or false, got {stored.expression!r}")
    inputs = len(transformation.with_drawn_name(signature.names))
    outputs = 0 if stored.is_about_errors else len(signature.outputs)
    for values in stored.examples:
        if len(values) != inputs:
            raise UsageError(f"values must be {inputs}, got {len(values)}")
    plain = MetamorphicRelation(
        signature=signature,
        transformation=transformation,
        expression=expression,
        evidence=Evidence(**structs.asdict(stored.evidence)),
        killed=stored.killed,
        examples=tuple(map(from_json_values, stored.examples)),
        pair=stored.pair and _execution_from(stored.pair, inputs, len(signature.names), outputs),
        witnesses=tuple(
            replace(witness, execution=_execution_from(witness.execution, inputs, len(signature.names), outputs))
            for witness in stored.witnesses
        ),
        note=stored.note,
        is_accepted=stored.is_accepted,
    )
    return plain if stored.statistic is None else _with_statistic(plain, stored.statistic, stored.sampling)


def _with_statistic(
    relation: MetamorphicRelation, statistic: Statistic, sampling: Sampling | None
) -> StatisticalRelation:
    """The relation of samples; UsageError where the function has no one seed, or what both calls give has none."""
    what = f"a {statistic.value} must be"
    if sum(is_seed(domain) for domain in relation.signature.domains) != 1:
        raise UsageError(f"{what} of a function with one seed, got {relation.formula}")
    if sign_of(relation.expression) is None or relation.transformation.chained is not None:
        raise UsageError(f"{what} of what each of two calls gives, got {relation.formula}")
    if statistic.is_of_numbers and not is_numeric(relation.expression, 1):
        raise UsageError(f"{what} of numbers, got {relation.formula}")
    plain = {field.name: getattr(relation, field.name) for field in fields(relation)}
    return StatisticalRelation(**plain, statistic=statistic, sampling=sampling)


def _changed_output(
    given: Sequence[Variable], names: Sequence[str], position: int, name: str, constant: Any
) -> Variable:
    source = next((v for v in given if (v.role, v.position) == (Role.SOURCE_OUTPUT, position)), None)
    if source is None or not source.is_changeable:
        raise UsageError(
            f"the position of a changed output must be that of an object or a nested sequence, got {position!r}"
        )
    times: Any = 1
    match constant:
        case {"drawn": str(drawn), **rest} if rest.keys() <= {"times"}:
            if drawn not in names:
                raise UsageError(f"a drawn parameter must be one of the relation's, got {drawn!r}")
            constant, times = Symbol(drawn), rest.get("times", 1)
            if type(times) is not int or not times:
                raise UsageError(f"times must be a whole number other than 0, got {times!r:.80}")
    return changed_output(source, read_change(name, constant, times))


def _execution_from(stored: Execution, inputs: int, arguments: int, outputs: int) -> Execution:
    execution = _with_values(stored, from_json_values)
    got = [len(getattr(execution, name)) for name in _VALUES]
    if got != [inputs, arguments, outputs, outputs]:
        wanted = f"of the source must be {inputs}, of the follow-up {arguments}, and of both outputs {outputs}"
        raise UsageError(f"values {wanted}, got {got}")
    return execution
