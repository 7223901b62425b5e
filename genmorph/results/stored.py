"""Relation sets as JSON data and back; nothing in a file is ever executed."""

import json
from dataclasses import asdict, dataclass
from importlib.metadata import version
from pathlib import Path
from typing import Any

from genmorph.domain import Opaque, froms, parse_domain
from genmorph.model import (
    Budget,
    Container,
    Domain,
    Evidence,
    Execution,
    Kind,
    Output,
    Parameter,
    Place,
    Stage,
    Tolerance,
    UsageError,
    Verdict,
)
from genmorph.relations.expression import ERROR_VARIABLES, Expression
from genmorph.results.record import Record
from genmorph.results.relation import MetamorphicRelation, Rejected, pair_variables
from genmorph.results.signature import Signature
from genmorph.results.values import from_json_values, to_json_values
from genmorph.transformations import transformation_from_data

SCHEMA = 1


def to_data(record: Record) -> dict[str, Any]:
    """The set as JSON data; values that JSON lacks stand there as `{"float": "nan"}` and the like."""
    return {
        "schema": SCHEMA,
        "genmorph": version("genmorph"),
        "subject": _signature_data(record.signature),
        "seed": record.seed,
        "budget": asdict(record.budget),
        "relations": [_relation_data(relation) for relation in record.relations],
        "rejected": [_rejected_data(rejected) for rejected in record.rejected],
        "stages": record.stages,
        "interrupted": record.interrupted,
        "allow_effects": record.allow_effects,
    }


def read_fields(path: Path) -> dict[str, Any]:
    """The fields of the set in a file; raises UsageError with the path and what is wrong."""
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise UsageError(f"{path} cannot be read: {error.strerror}") from error
    except ValueError as error:
        raise UsageError(f"{path} must be a JSON file, got: {error}") from error
    try:
        if data["schema"] != SCHEMA:
            raise UsageError(f"schema must be {SCHEMA}, got {data['schema']!r}")
        return _fields(data)
    except UsageError as error:
        raise UsageError(f"{path} is not a saved set of relations: {error}") from error
    except (KeyError, TypeError, ValueError, AttributeError, IndexError) as error:
        raise UsageError(f"{path} is not a saved set of relations: {type(error).__name__} {error}") from error


def _fields(data: dict[str, Any]) -> dict[str, Any]:
    signature = _signature_from(data["subject"])
    return {
        "signature": signature,
        "relations": tuple(_relation_from(relation, signature) for relation in data["relations"]),
        "rejected": tuple(_rejected_from(rejected) for rejected in data["rejected"]),
        "seed": data["seed"],
        "budget": Budget(**data["budget"]),
        "stages": data["stages"],
        "interrupted": _flag(data, "interrupted"),
        "allow_effects": _flag(data, "allow_effects"),
    }


def _flag(data: dict[str, Any], name: str) -> bool:
    if not isinstance(data[name], bool):
        raise UsageError(f"{name} must be true or false, got {data[name]!r}")
    return bool(data[name])


def _signature_data(signature: Signature) -> dict[str, Any]:
    return {
        "module": signature.module,
        "qualname": signature.qualname,
        "name": signature.name,
        "parameters": [_parameter_data(parameter) for parameter in signature.parameters],
        "outputs": [_output_data(output) for output in signature.outputs],
        "raises": list(signature.raises),
        "tolerance": asdict(signature.tolerance),
        "digest": signature.digest,
    }


def _signature_from(data: dict[str, Any]) -> Signature:
    parameters = tuple(Parameter(p["name"], _domain_from(p["domain"]), p["keyword_only"]) for p in data["parameters"])
    return Signature(
        module=data["module"],
        qualname=data["qualname"],
        name=data["name"],
        parameters=parameters,
        outputs=tuple(_output_from(output, [parameter.name for parameter in parameters]) for output in data["outputs"]),
        raises=tuple(data["raises"]),
        tolerance=Tolerance(**data["tolerance"]),
        digest=data["digest"],
    )


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
        optional=_flag(data, "optional"),
        is_none=_flag(data, "is_none"),
        position=names.index(key) if place is Place.ARGUMENT and key in names else None,
    )


def _parameter_data(parameter: Parameter) -> dict[str, Any]:
    domain = parameter.domain
    stored: Any = domain.notation()
    if isinstance(domain, Opaque):
        stored = {"opaque": repr(domain.origin), "sample": to_json_values(domain.pool)}
    return {"name": parameter.name, "domain": stored, "keyword_only": parameter.keyword_only}


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
    return Opaque(froms(pool).kind, _Origin(stored["opaque"]), pool)


def _relation_data(relation: MetamorphicRelation) -> dict[str, Any]:
    return {
        "name": relation.name,
        "transformation": relation.transformation.to_data(relation.signature.names),
        "input_relation": relation.input_relation,
        "formula": relation.formula,
        "python": relation.python,
        "expression": relation.expression.to_tree(),
        "is_about_errors": relation.is_about_errors,
        "evidence": asdict(relation.evidence),
        "killed": list(relation.killed),
        "examples": [to_json_values(values) for values in relation.examples],
    }


def _relation_from(data: dict[str, Any], signature: Signature) -> MetamorphicRelation:
    transformation = transformation_from_data(data["transformation"], signature.names)
    is_about_errors = _flag(data, "is_about_errors")
    if is_about_errors and transformation.chained is not None:
        raise UsageError(f"a relation about errors has no output to pass on, got {data['transformation']!r}")
    if transformation.output is not None and not 0 <= transformation.output < len(signature.outputs):
        raise UsageError(f"output must be one of {len(signature.outputs)}, got {transformation.output!r}")
    outputs = pair_variables(signature.parameters, transformation, signature.outputs)
    variables = ERROR_VARIABLES if is_about_errors else outputs
    evidence = data["evidence"]
    return MetamorphicRelation(
        signature=signature,
        transformation=transformation,
        expression=Expression.from_tree(data["expression"], variables),
        evidence=Evidence(**{**evidence, "falsifiers": tuple(evidence["falsifiers"])}),
        killed=tuple(data["killed"]),
        examples=tuple(from_json_values(values) for values in data["examples"]),
    )


def _rejected_data(rejected: Rejected) -> dict[str, Any]:
    return {
        "transformation": rejected.transformation,
        "formula": rejected.formula,
        "verdict": rejected.verdict.value,
        "reason": rejected.reason,
        "stage": rejected.stage.value,
        "counterexample": rejected.counterexample and _execution_data(rejected.counterexample),
    }


def _rejected_from(data: dict[str, Any]) -> Rejected:
    return Rejected(
        transformation=data["transformation"],
        formula=data["formula"],
        verdict=Verdict(data["verdict"]),
        reason=data["reason"],
        stage=Stage(data["stage"]),
        counterexample=data["counterexample"] and _execution_from(data["counterexample"]),
    )


def _execution_data(execution: Execution) -> dict[str, Any]:
    return {
        "source": to_json_values(execution.source),
        "follow_up": to_json_values(execution.follow_up),
        "source_outputs": to_json_values(execution.source_outputs),
        "follow_up_outputs": to_json_values(execution.follow_up_outputs),
        "source_error": execution.source_error,
        "follow_up_error": execution.follow_up_error,
    }


def _execution_from(data: dict[str, Any]) -> Execution:
    return Execution(
        from_json_values(data["source"]),
        from_json_values(data["follow_up"]),
        from_json_values(data["source_outputs"]),
        from_json_values(data["follow_up_outputs"]),
        data["source_error"],
        data["follow_up_error"],
    )
