"""From a signature and what the user says of domains to parameters."""

import inspect
from collections.abc import Mapping, Sequence
from typing import Any

from genmorph.annotations.conditions import Condition
from genmorph.annotations.records import annotations_of, argument_domains
from genmorph.model import Domain, Kind, Parameter, UnsupportedError, UsageError
from genmorph.subject.annotations import check_kind, infer_domain
from genmorph.subject.lookup import describe
from genmorph.subject.signatures import Domains, choose_parameters
from genmorph.values.conversion import as_domain
from genmorph.values.notation import homes_of, is_sendable, resolved


def find_parameters(
    function: Any, inner: Any, domain: Domains, made: Mapping[str, Domain] | None = None
) -> tuple[Parameter, ...]:
    """The parameters in order, those that are passed by keyword last.

    A domain comes from `domain`, else from `arg`, else from `made`, else from the type hint, else from the default
    value. A parameter for which none of these helps keeps its default value where it has one, and is no parameter here;
    so are those after the end of a list of domains.

    >>> def power(k: int, *, e=2, log=None): ...
    >>> [(found.name, found.kind.value, found.keyword_only) for found in find_parameters(power, power, None)]
    [('k', 'int', False), ('e', 'int', True)]
    """
    annotated = dict(made or {}) | _annotated(function)
    chosen = choose_parameters(function, inner, domain, annotated)
    left = [name for name in _annotated(function) if name not in {parameter.name for parameter in chosen}]
    if left and not isinstance(domain, Sequence):
        raise UnsupportedError(
            f"arg must speak of a parameter that is named in the signature of {describe(function)}, got {left[0]!r}"
        )
    given = annotated | _given(domain, [parameter.name for parameter in chosen])
    given = {name: resolved(one) for name, one in given.items()}
    parameters = tuple(
        Parameter(
            parameter.name,
            check_kind(given[parameter.name], parameter)
            if parameter.name in given
            else infer_domain(parameter, describe(function)),
            keyword_only=parameter.kind is inspect.Parameter.KEYWORD_ONLY,
            is_stated=parameter.name in given,
        )
        for parameter in chosen
    )
    _require_changeable(parameters, describe(function))
    return parameters


def find_conditions(function: Any, parameters: Sequence[Parameter]) -> tuple[Condition, ...]:
    """What `require` states of the arguments; UsageError where it speaks of one that calls do not pass."""
    conditions = annotations_of(function).conditions
    names = [parameter.name for parameter in parameters]
    for condition in conditions:
        for name in condition.names:
            if name not in names:
                raise UsageError(
                    f"require of {condition.owner} must speak of arguments that have a domain ({', '.join(names)}), "
                    f"got {name}"
                )
    return conditions


def _annotated(function: Any) -> dict[str, Domain]:
    return argument_domains(function) if annotations_of(function).arguments else {}


def _require_changeable(parameters: Sequence[Parameter], function: str) -> None:
    """Some argument must be one that transformations change, and others must be such as workers can make."""
    if all(parameter.kind is Kind.OTHER for parameter in parameters):
        held = ", ".join(f"{parameter.name}: {parameter.domain.notation():.80}" for parameter in parameters)
        raise UnsupportedError(
            f"{function} must have a parameter of numbers, Booleans, texts or sequences of these, whose value can be "
            f"changed, got {held}"
        )
    for parameter in parameters:
        if not is_sendable(parameter.domain) or "__main__" in homes_of(parameter.domain):
            raise UnsupportedError(
                f"values of parameter {parameter.name!r} of {function} must be made by what other processes can "
                f"import, got {parameter.domain.notation():.80}; give objs(...) with a function or class of a module"
            )


def _given(domain: Domains, names: Sequence[str]) -> dict[str, Domain]:
    if domain is None:
        return {}
    if not isinstance(domain, Mapping):
        if isinstance(domain, str) or not isinstance(domain, Sequence):
            raise UsageError(f"domain must map names of parameters to domains, or list domains, got {domain!r:.80}")
        if len(domain) != len(names):
            raise UsageError(f"domain must list one entry for each of {', '.join(names)}, got {len(domain)}")
        domain = dict(zip(names, domain, strict=True))
    for name in domain:
        if name not in names:
            raise UsageError(f"domain must name parameters ({', '.join(names)}), got {name!r}")
    return {name: as_domain(value, name) for name, value in domain.items()}
