"""Relation sets as JSON data and back; nothing in a file is ever executed."""

import json
from dataclasses import asdict, dataclass
from importlib.metadata import version
from math import isfinite
from pathlib import Path
from typing import Any

from genmorph.domain import Opaque, froms, parse_domain
from genmorph.model import Budget, Domain, Evidence, Execution, Input, Kind, Parameter, Tolerance, UsageError, Verdict
from genmorph.relations.expression import Expression
from genmorph.results.record import Record
from genmorph.results.relation import MetamorphicRelation, Rejected, Signature, pair_variables
from genmorph.transformations import transformation_from_data

SCHEMA = 1
_DECIMAL_BITS = 2_000
"""Python refuses to write longer numbers in decimal notation, from a length that users may set."""


def to_data(record: Record) -> dict[str, Any]:
    """The set as JSON data; numbers that JSON lacks stand there as `{"float": "nan"}` and `{"int": "0x1f"}`."""
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
        "output": signature.output and signature.output.value,
        "raises": list(signature.raises),
        "tolerance": asdict(signature.tolerance),
        "digest": signature.digest,
    }


def _signature_from(data: dict[str, Any]) -> Signature:
    return Signature(
        module=data["module"],
        qualname=data["qualname"],
        name=data["name"],
        parameters=tuple(
            Parameter(p["name"], _domain_from(p["domain"]), p["keyword_only"]) for p in data["parameters"]
        ),
        output=None if data["output"] is None else Kind(data["output"]),
        raises=tuple(data["raises"]),
        tolerance=Tolerance(**data["tolerance"]),
        digest=data["digest"],
    )


def _parameter_data(parameter: Parameter) -> dict[str, Any]:
    domain = parameter.domain
    stored: Any = domain.notation()
    if isinstance(domain, Opaque):
        stored = {"opaque": repr(domain.origin), "sample": _plain_input(domain.pool)}
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
    pool = _input_from(stored["sample"])
    return Opaque(froms(pool).kind, _Origin(stored["opaque"]), pool)


def _relation_data(relation: MetamorphicRelation) -> dict[str, Any]:
    return {
        "name": relation.name,
        "transformation": relation.transformation.to_data(relation.signature.names),
        "input_relation": relation.input_relation,
        "formula": relation.formula,
        "python": relation.python,
        "expression": relation.expression.to_tree(),
        "evidence": asdict(relation.evidence),
        "killed": list(relation.killed),
        "examples": [_plain_input(values) for values in relation.examples],
    }


def _relation_from(data: dict[str, Any], signature: Signature) -> MetamorphicRelation:
    transformation = transformation_from_data(data["transformation"], signature.names)
    if signature.output is None:
        raise UsageError("output must be the name of a kind where there are relations, got None")
    variables = pair_variables(signature.parameters, transformation, signature.output)
    evidence = data["evidence"]
    return MetamorphicRelation(
        signature=signature,
        transformation=transformation,
        expression=Expression.from_tree(data["expression"], variables),
        evidence=Evidence(**{**evidence, "falsifiers": tuple(evidence["falsifiers"])}),
        killed=tuple(data["killed"]),
        examples=tuple(_input_from(values) for values in data["examples"]),
    )


def _rejected_data(rejected: Rejected) -> dict[str, Any]:
    found = rejected.counterexample
    return {
        "transformation": rejected.transformation,
        "formula": rejected.formula,
        "verdict": rejected.verdict.value,
        "reason": rejected.reason,
        "counterexample": found
        and {
            "source": _plain_input(found.source),
            "follow_up": _plain_input(found.follow_up),
            "outputs": _plain_input((found.source_output, found.follow_up_output)),
        },
    }


def _rejected_from(data: dict[str, Any]) -> Rejected:
    found = data["counterexample"]
    return Rejected(
        transformation=data["transformation"],
        formula=data["formula"],
        verdict=Verdict(data["verdict"]),
        reason=data["reason"],
        counterexample=found
        and Execution(_input_from(found["source"]), _input_from(found["follow_up"]), *_input_from(found["outputs"])),
    )


def _plain_input(values: Input) -> list[Any]:
    return [_plain_value(value) for value in values]


def _plain_value(value: Any) -> Any:
    """Numbers that JSON or Python's decimal notation cannot take are wrapped."""
    if isinstance(value, float) and not isfinite(value):
        return {"float": repr(value)}
    if isinstance(value, int) and value.bit_length() > _DECIMAL_BITS:
        return {"int": hex(value)}
    return value


def _input_from(values: list[Any]) -> Input:
    return tuple(_value_from(value) if isinstance(value, dict) else value for value in values)


def _value_from(data: dict[str, str]) -> int | float:
    return int(data["int"], 16) if "int" in data else float(data["float"])
