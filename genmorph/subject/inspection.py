"""From a function to a subject."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from genmorph.model import Domain
from genmorph.subject.constants import find_constants
from genmorph.subject.digests import digest
from genmorph.subject.methods import find_owner, instances_of
from genmorph.subject.parameters import find_conditions, find_parameters
from genmorph.subject.signatures import Domains, read_signature
from genmorph.subject.subject import Subject
from genmorph.subject.targets import Located, locate
from genmorph.subject.texts import find_texts


def inspect_subject(function: Callable[..., Any] | str, domain: Domains = None) -> Subject:
    """The subject for a function or a path such as `package.module:function`.

    `domain` maps names of parameters to domains, or lists one for each parameter. UsageError and UnsupportedError say
    what cannot be used, and why.

    >>> from genmorph.domain import floats, ints
    >>> inspect_subject("colorsys:rgb_to_hls", dict.fromkeys("rgb", floats(0, 1))).names
    ('r', 'g', 'b')
    >>> inspect_subject("operator:mod", [ints(), ints(1, 9)]).note
    'mutants are made from the Python form of operator.mod, which _operator replaces'
    """
    found = locate(function)
    parameters = find_parameters(found.live, found.inner, domain, _instances(found, domain))
    conditions = find_conditions(found.live, parameters)
    found = found.called_with(parameters)
    target, mutated, definition = found.target, found.mutated, found.definition
    return Subject(
        module=target.module,
        qualname=target.qualname,
        name=target.qualname.rpartition(".")[2],
        parameters=parameters,
        target=target,
        mutated=mutated,
        digest=digest(target, [parameter.domain for parameter in parameters], conditions, mutated),
        constants=() if definition is None else find_constants(definition, found.namespace),
        pieces=() if definition is None else find_texts(definition, found.namespace),
        conditions=conditions,
    )


def _instances(found: Located, domain: Domains) -> dict[str, Domain]:
    """The first parameter of a method, with its instances, unless the user says what it may be."""
    qualname, module = found.target.qualname, found.target.module
    owner = find_owner(qualname, found.namespace) if module is not None else None
    first = next(iter(getattr(read_signature(found.live), "parameters", ())), None)
    is_given = isinstance(domain, Mapping) and first in domain
    if owner is None or module is None or first is None or is_given or isinstance(domain, Sequence):
        return {}
    return {first: instances_of(module, owner)}
