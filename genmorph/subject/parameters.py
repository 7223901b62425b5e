"""From a signature and what the user says of domains to parameters."""

import inspect
from collections.abc import Mapping, Sequence
from typing import Any

from genmorph.domain import as_domain
from genmorph.model import Domain, Kind, Parameter, UnsupportedError, UsageError
from genmorph.subject.annotations import check_kind, infer_domain
from genmorph.subject.lookup import describe
from genmorph.subject.signatures import Domains, choose_parameters


def find_parameters(function: Any, inner: Any, domain: Domains) -> tuple[Parameter, ...]:
    """The parameters in order, those that are passed by keyword last.

    A domain comes from `domain`, else from the annotation, else from the default value. A parameter for which none of
    these helps keeps its default value where it has one, and is no parameter here; so are those after the end of a
    list of domains.

    >>> def power(k: int, *, e=2, log=None): ...
    >>> [(found.name, found.kind.value, found.keyword_only) for found in find_parameters(power, power, None)]
    [('k', 'int', False), ('e', 'int', True)]
    """
    chosen = choose_parameters(function, inner, domain)
    given = _given(domain, [parameter.name for parameter in chosen])
    parameters = tuple(
        Parameter(
            parameter.name,
            check_kind(given[parameter.name], parameter)
            if parameter.name in given
            else infer_domain(parameter, describe(function)),
            keyword_only=parameter.kind is inspect.Parameter.KEYWORD_ONLY,
        )
        for parameter in chosen
    )
    for parameter in parameters:
        if parameter.kind is Kind.OTHER:
            raise UnsupportedError(
                f"parameter {parameter.name!r} of {describe(function)} must hold numbers, texts or sequences of these, "
                f"got {parameter.domain.notation():.200}"
            )
    return parameters


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
