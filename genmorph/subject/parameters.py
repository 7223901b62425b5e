"""From a signature and what the user says of domains to parameters."""

import inspect
import types
import typing
from collections.abc import Mapping, Sequence
from typing import Any

from genmorph.domain import as_domain, default_domain
from genmorph.model import Domain, Kind, Parameter, UnsupportedError, UsageError
from genmorph.subject.lookup import describe

_KINDS: dict[object, Kind] = {
    int: Kind.INT,
    float: Kind.FLOAT,
    bool: Kind.BOOL,
    "int": Kind.INT,
    "float": Kind.FLOAT,
    "bool": Kind.BOOL,
    frozenset({int, float}): Kind.FLOAT,
    "int | float": Kind.FLOAT,
    "float | int": Kind.FLOAT,
}
_VARIADIC: dict[Any, str] = {inspect.Parameter.VAR_POSITIONAL: "*", inspect.Parameter.VAR_KEYWORD: "**"}

Domains = Mapping[str, object] | Sequence[object] | None


def find_parameters(function: Any, inner: types.FunctionType, domain: Domains) -> tuple[Parameter, ...]:
    """The parameters in order, keyword-only ones last.

    A domain comes from `domain`, else from the annotation, else from the default value.

    >>> def power(k: int, *, e=2): ...
    >>> [(found.name, found.kind.value, found.keyword_only) for found in find_parameters(power, power, None)]
    [('k', 'int', False), ('e', 'int', True)]
    """
    signature = inspect.signature(function)
    for parameter in signature.parameters.values():
        if stars := _VARIADIC.get(parameter.kind):
            raise UnsupportedError(
                f"{describe(function)} takes {stars}{parameter.name}, give a function with a fixed number of parameters"
            )
    if not signature.parameters:
        raise UnsupportedError(f"{describe(function)} has no parameters, so its input cannot change")
    given = _given(domain, tuple(signature.parameters))
    hints = _hints(inner)
    return tuple(
        Parameter(
            name,
            given[name] if name in given else _inferred(function, parameter, hints.get(name, parameter.annotation)),
            keyword_only=parameter.kind is inspect.Parameter.KEYWORD_ONLY,
        )
        for name, parameter in signature.parameters.items()
    )


def _given(domain: Domains, names: Sequence[str]) -> dict[str, Domain]:
    if domain is None:
        return {}
    if not isinstance(domain, Mapping):
        if isinstance(domain, str) or not isinstance(domain, Sequence):
            raise UsageError(f"domain must map names of parameters to domains, or list domains, got {domain!r}")
        if len(domain) != len(names):
            raise UsageError(f"domain must list one entry for each of {', '.join(names)}, got {len(domain)}")
        domain = dict(zip(names, domain, strict=True))
    for name in domain:
        if name not in names:
            raise UsageError(f"domain must name parameters ({', '.join(names)}), got {name!r}")
    return {name: as_domain(value, name) for name, value in domain.items()}


def _hints(inner: types.FunctionType) -> Mapping[str, object]:
    try:
        return typing.get_type_hints(inner)
    except Exception:  # noqa: BLE001 - annotations are the user's code
        return {}


def _inferred(function: Any, parameter: inspect.Parameter, hint: object) -> Domain:
    kind = _KINDS.get(_key(hint)) or _KINDS.get(type(parameter.default))
    if kind is not None:
        return default_domain(kind)
    name = parameter.name
    got = (
        "none" if hint is inspect.Parameter.empty else hint if isinstance(hint, str) else inspect.formatannotation(hint)
    )
    raise UnsupportedError(
        f"parameter {name!r} of {describe(function)} has no usable annotation (got {got}); "
        f'give one: domain={{"{name}": ints(1, 9999)}} or --domain "{name}=ints(1, 9999)"'
    )


def _key(hint: object) -> object:
    """What stands for an annotation in the table of kinds."""
    if isinstance(hint, types.UnionType) or typing.get_origin(hint) is typing.Union:
        return frozenset(typing.get_args(hint))
    return hint if isinstance(hint, type | str) else None
