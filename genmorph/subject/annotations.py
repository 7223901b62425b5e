"""What the annotation and the default value of a parameter say about its domain."""

import inspect
import types
import typing
from collections.abc import Mapping
from typing import Any

from genmorph.domain import default_domain
from genmorph.model import Domain, Kind, UnsupportedError, UsageError

_DEFAULTS: Mapping[frozenset[object], Kind] = {
    frozenset({int}): Kind.INT,
    frozenset({float}): Kind.FLOAT,
    frozenset({bool}): Kind.BOOL,
    frozenset({int, float}): Kind.FLOAT,
}
_ACCEPTED: Mapping[object, tuple[Kind, ...]] = {
    int: (Kind.INT,),
    float: (Kind.INT, Kind.FLOAT),
    bool: (Kind.BOOL,),
    types.NoneType: (),
}
_NAMES: Mapping[str, object] = {"int": int, "float": float, "bool": bool, "None": types.NoneType}


def read_hints(function: object) -> Mapping[str, object]:
    """The evaluated annotations by name; none where one of them cannot be evaluated."""
    try:
        return typing.get_type_hints(function)
    except Exception:  # noqa: BLE001 - annotations are the user's code
        return {}


def infer_domain(parameter: inspect.Parameter, function: str) -> Domain:
    """All values of the annotated kind, or of the kind of the default value; `function` is for the message."""
    kind = _DEFAULTS.get(_members(parameter.annotation)) or _DEFAULTS.get(frozenset({type(parameter.default)}))
    if kind is not None:
        return default_domain(kind)
    raise UnsupportedError(
        f"parameter {parameter.name!r} of {function} has no usable annotation (got {_text(parameter.annotation)}); "
        f'give one: domain={{"{parameter.name}": ints(1, 9999)}} or --domain "{parameter.name}=ints(1, 9999)"'
    )


def check_kind(domain: Domain, parameter: inspect.Parameter) -> Domain:
    """The domain; UsageError where the annotation rules its values out. Ints may stand for floats.

    >>> from genmorph.domain import floats
    >>> check_kind(floats(0, 1), inspect.Parameter("x", inspect.Parameter.POSITIONAL_ONLY, annotation=int))
    Traceback (most recent call last):
        ...
    genmorph.model.UsageError: parameter 'x' is annotated int, domain must hold ints, got floats(0.0, 1.0)
    """
    members = _members(parameter.annotation)
    accepted = {kind for member in members for kind in _ACCEPTED.get(member, ())}
    if not accepted or not members <= _ACCEPTED.keys() or domain.kind in accepted:
        return domain
    wanted = " or ".join(f"{kind.value}s" for kind in Kind if kind in accepted)
    raise UsageError(
        f"parameter {parameter.name!r} is annotated {_text(parameter.annotation)}, "
        f"domain must hold {wanted}, got {domain.notation()}"
    )


def _members(hint: Any) -> frozenset[object]:
    """The types of a union, or the one type; what is not known stays as it is."""
    if isinstance(hint, str):
        return frozenset(_NAMES.get(part.strip(), part) for part in hint.split("|"))
    if isinstance(hint, types.UnionType) or typing.get_origin(hint) is typing.Union:
        return frozenset(typing.get_args(hint))
    return frozenset({hint}) if isinstance(hint, type) else frozenset({repr(hint)})


def _text(hint: object) -> str:
    if hint is inspect.Parameter.empty:
        return "none"
    return hint if isinstance(hint, str) else inspect.formatannotation(hint)
