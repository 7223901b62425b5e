"""From a function to a subject."""

from collections.abc import Callable
from typing import Any

from genmorph.subject.constants import find_constants
from genmorph.subject.digests import digest
from genmorph.subject.parameters import find_parameters
from genmorph.subject.signatures import Domains
from genmorph.subject.subject import Subject
from genmorph.subject.targets import locate
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
    parameters = find_parameters(found.live, found.inner, domain)
    found = found.called_with(parameters)
    target, mutated, definition = found.target, found.mutated, found.definition
    return Subject(
        module=target.module,
        qualname=target.qualname,
        name=target.qualname.rpartition(".")[2],
        parameters=parameters,
        target=target,
        mutated=mutated,
        digest=digest(target, [parameter.domain for parameter in parameters], mutated),
        constants=() if definition is None else find_constants(definition, found.namespace),
        pieces=() if definition is None else find_texts(definition, found.namespace),
    )
