"""A function's signature as JSON data and back."""

from dataclasses import asdict, dataclass
from typing import Any

from genmorph.annotations.conditions import Condition, stored_condition
from genmorph.model import Container, Domain, Kind, Output, Parameter, Place, Tolerance
from genmorph.results.fields import flag, items, size, text, texts
from genmorph.results.signature import Signature
from genmorph.results.values import from_json_values, to_json_values
from genmorph.values.listed import froms
from genmorph.values.notation import parse_domain
from genmorph.values.strategies import Opaque


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
