"""Relations, rejected candidates, executions and signatures as JSON data and back."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

from genmorph.annotations.conditions import stored_condition
from genmorph.model import (
    Container,
    Domain,
    Evidence,
    Execution,
    Input,
    Kind,
    MutantNote,
    Output,
    Parameter,
    Place,
    Stage,
    Tolerance,
    UsageError,
    Verdict,
    Witness,
)
from genmorph.relations.expression import ERROR_VARIABLES, Expression, Variable
from genmorph.relations.operators import Sort
from genmorph.results.fields import count, flag, from_json_values, items, size, text, texts, to_json_values
from genmorph.results.relation import MetamorphicRelation, Rejected, pair_variables
from genmorph.subject.signatures import Signature
from genmorph.transformations.transformation import transformation_from_data
from genmorph.values.annotated import Condition
from genmorph.values.listed import froms
from genmorph.values.notation import parse_domain
from genmorph.values.strategies import Opaque

_DERIVED = ("false_alarm_bound", "inapplicable_share")
"""Written for readers of the file, and computed again when it is read."""


def relation_data(relation: MetamorphicRelation) -> dict[str, Any]:
    """The relation as JSON data; the signature is that of the set."""
    return {
        "name": relation.name,
        "transformation": relation.transformation.to_data(relation.signature.names),
        "input_relation": relation.input_relation,
        "formula": relation.formula,
        "python": relation.python,
        "expression": relation.expression.to_tree(),
        "is_about_errors": relation.is_about_errors,
        "evidence": _evidence_data(relation.evidence),
        "killed": list(relation.killed),
        "examples": [to_json_values(values) for values in relation.examples],
        "pair": relation.pair and _execution_data(relation.pair),
        "witnesses": [_witness_data(witness) for witness in relation.witnesses],
        "note": relation.note and asdict(relation.note),
        "is_accepted": relation.is_accepted,
    }


def relation_from(data: dict[str, Any], signature: Signature) -> MetamorphicRelation:
    """What `relation_data` wrote, also before relations had an example pair and witnesses."""
    transformation = transformation_from_data(data["transformation"], signature.names)
    is_about_errors = flag(data, "is_about_errors")
    if is_about_errors and transformation.chained is not None:
        raise UsageError(f"a relation about errors has no output to pass on, got {data['transformation']!r}")
    if transformation.output is not None and not 0 <= transformation.output < len(signature.outputs):
        raise UsageError(f"output must be one of {len(signature.outputs)}, got {transformation.output!r}")
    given = pair_variables(signature.parameters, transformation, signature.outputs)
    outputs = 0 if is_about_errors else len(signature.outputs)
    witnesses = items(data, "witnesses") if "witnesses" in data else []
    return MetamorphicRelation(
        signature=signature,
        transformation=transformation,
        expression=_relation_from(data["expression"], ERROR_VARIABLES if is_about_errors else given),
        evidence=_evidence_from(data["evidence"]),
        killed=texts(data, "killed"),
        examples=tuple(_values(values, len(signature.names)) for values in items(data, "examples")),
        pair=_execution_from(data.get("pair"), signature, outputs),
        witnesses=tuple(
            Witness(text(witness, "mutant"), _present_execution(witness["execution"], signature, outputs))
            for witness in witnesses
        ),
        note=note_from(data["note"]) if data.get("note") is not None else None,
        is_accepted=flag(data, "is_accepted") if "is_accepted" in data else False,
    )


def _relation_from(tree: Any, variables: Sequence[Variable]) -> Expression:
    """The nested form of what is true or false."""
    expression = Expression.from_tree(tree, variables)
    if expression.sort is not Sort.BOOLEAN:
        raise UsageError(f"expression must be true or false, got {tree!r}")
    return expression


def rejected_data(rejected: Rejected) -> dict[str, Any]:
    """The rejected candidate as JSON data."""
    return {
        "transformation": rejected.transformation,
        "formula": rejected.formula,
        "verdict": rejected.verdict.value,
        "reason": rejected.reason,
        "stage": rejected.stage.value,
        "counterexample": rejected.counterexample and _execution_data(rejected.counterexample),
    }


def rejected_from(data: dict[str, Any], signature: Signature) -> Rejected:
    """What `rejected_data` wrote, also before it said at which stage."""
    counterexample = data["counterexample"]
    outputs = len(signature.outputs) if counterexample and counterexample["source_outputs"] else 0
    return Rejected(
        transformation=text(data, "transformation"),
        formula=text(data, "formula"),
        verdict=Verdict(data["verdict"]),
        reason=text(data, "reason"),
        stage=Stage(data.get("stage", Stage.FRESH_PAIRS.value)),
        counterexample=_execution_from(counterexample, signature, outputs),
    )


def note_from(data: dict[str, Any]) -> MutantNote:
    """What is said of a mutant; raises UsageError for anything else."""
    return MutantNote(text(data, "id"), text(data, "change"))


def _evidence_data(evidence: Evidence) -> dict[str, Any]:
    return asdict(evidence) | {name: getattr(evidence, name) for name in _DERIVED}


def _evidence_from(data: dict[str, Any]) -> Evidence:
    """The evidence, also from before inputs that do not apply, errors and random inputs were counted."""
    return Evidence(
        tried=count(data, "tried"),
        violations=count(data, "violations"),
        killed=count(data, "killed"),
        judged=count(data, "judged"),
        exhaustive=flag(data, "exhaustive"),
        falsifiers=texts(data, "falsifiers"),
        inapplicable=count(data, "inapplicable") if "inapplicable" in data else 0,
        largest_error=None if data.get("largest_error") is None else size(data, "largest_error"),
        random=None if data.get("random") is None else count(data, "random"),
    )


def _witness_data(witness: Witness) -> dict[str, Any]:
    return {"mutant": witness.mutant, "execution": _execution_data(witness.execution)}


def _execution_data(execution: Execution) -> dict[str, Any]:
    return {
        "source": to_json_values(execution.source),
        "follow_up": to_json_values(execution.follow_up),
        "source_outputs": to_json_values(execution.source_outputs),
        "follow_up_outputs": to_json_values(execution.follow_up_outputs),
        "source_error": execution.source_error,
        "follow_up_error": execution.follow_up_error,
    }


def _execution_from(data: dict[str, Any] | None, signature: Signature, outputs: int) -> Execution | None:
    return None if data is None else _present_execution(data, signature, outputs)


def _present_execution(data: dict[str, Any], signature: Signature, outputs: int) -> Execution:
    """What `_execution_data` wrote, with a value for each parameter, and so many outputs."""
    inputs = len(signature.names)
    return Execution(
        _values(data["source"], inputs),
        _values(data["follow_up"], inputs),
        _values(data["source_outputs"], outputs),
        _values(data["follow_up_outputs"], outputs),
        text(data, "source_error"),
        text(data, "follow_up_error"),
    )


def _values(data: Any, number: int) -> Input:
    """So many values."""
    values = from_json_values(data)
    if len(values) != number:
        raise UsageError(f"values must be {number}, got {len(values)}")
    return values


def signature_data(signature: Signature) -> dict[str, Any]:
    """The signature as JSON data."""
    return {
        "module": signature.module,
        "qualname": signature.qualname,
        "name": signature.name,
        "parameters": [_parameter_data(parameter) for parameter in signature.parameters],
        "outputs": [_output_data(output) for output in signature.outputs],
        "raises": list(signature.raises),
        "tolerance": asdict(signature.tolerance),
        "digest": signature.digest,
        "conditions": [{"text": one.text(), "is_whole": one.is_whole} for one in signature.conditions],
        "has_large_outputs": signature.has_large_outputs,
    }


def signature_from(data: dict[str, Any]) -> Signature:
    """What `signature_data` wrote."""
    is_large = "has_large_outputs" in data and flag(data, "has_large_outputs")  # files of before do not have it
    parameters = tuple(map(_parameter_from, items(data, "parameters")))
    names = [parameter.name for parameter in parameters]
    tolerance = data["tolerance"]
    return Signature(
        module=None if data["module"] is None else text(data, "module"),
        qualname=text(data, "qualname"),
        name=text(data, "name"),
        parameters=parameters,
        outputs=tuple(_output_from(output, names) for output in items(data, "outputs")),
        raises=texts(data, "raises"),
        tolerance=Tolerance(size(tolerance, "relative"), size(tolerance, "absolute")),
        digest=text(data, "digest"),
        conditions=tuple(_condition_from(one, text(data, "name"), names) for one in items(data, "conditions")),
        has_large_outputs=is_large,
    )


def _condition_from(data: dict[str, Any], owner: str, names: list[str]) -> Condition:
    return stored_condition(owner, names, text(data, "text"), is_whole=flag(data, "is_whole"))


def _output_data(output: Output) -> dict[str, Any]:
    return {
        "kind": output.kind.value,
        "place": output.place.value,
        "key": output.key,
        "container": output.container and output.container.value,
        "optional": output.optional,
        "is_none": output.is_none,
    }


def _output_from(data: dict[str, Any], names: list[str]) -> Output:
    place, key = Place(data["place"]), data["key"]
    return Output(
        kind=Kind(data["kind"]),
        place=place,
        key=key,
        container=None if data["container"] is None else Container(data["container"]),
        optional=flag(data, "optional"),
        is_none=flag(data, "is_none"),
        position=names.index(key) if place is Place.ARGUMENT and key in names else None,
    )


def _parameter_data(parameter: Parameter) -> dict[str, Any]:
    domain = parameter.domain
    stored: Any = domain.notation()
    if isinstance(domain, Opaque):
        stored = {"opaque": repr(domain.origin), "sample": to_json_values(domain.pool)}
    return {"name": parameter.name, "domain": stored, "keyword_only": parameter.keyword_only}


def _parameter_from(data: dict[str, Any]) -> Parameter:
    return Parameter(text(data, "name"), _domain_from(data["domain"]), flag(data, "keyword_only"))


@dataclass(frozen=True, slots=True)
class _Origin:
    """What is left of a strategy in a file: what it said of itself."""

    text: str

    def __repr__(self) -> str:
        return self.text


def _domain_from(stored: Any) -> Domain:
    if isinstance(stored, str):
        return parse_domain(stored)
    pool = from_json_values(stored["sample"])
    return Opaque(froms(pool).kind, _Origin(text(stored, "opaque")), pool)
