"""From a function to a subject."""

import sys
from collections.abc import Callable
from pathlib import Path
from types import FunctionType
from typing import Any

from genmorph.model import Parameter, Target, UnsupportedError
from genmorph.subject.constants import find_constants
from genmorph.subject.digests import digest
from genmorph.subject.location import Definition, locate_function, statement_lines
from genmorph.subject.lookup import describe, find_function, find_module, find_path
from genmorph.subject.parameters import Domains, find_parameters
from genmorph.subject.refusals import innermost
from genmorph.subject.script import write_script
from genmorph.subject.subject import Subject


def inspect_subject(function: Callable[..., Any] | str, domain: Domains = None) -> Subject:
    """The subject for a function or a path such as `package.module:function`.

    `domain` maps names of parameters to domains, or lists one for each parameter. UsageError and UnsupportedError say
    what cannot be used, and why.

    >>> from genmorph.domain import floats
    >>> inspect_subject("colorsys:rgb_to_hls", dict.fromkeys("rgb", floats(0, 1))).names
    ('r', 'g', 'b')
    """
    live = find_function(function) if isinstance(function, str) else function
    inner = innermost(live)
    definition = locate_function(inner)
    parameters = find_parameters(live, inner, domain)
    module = find_module(inner.__globals__)
    qualname = find_path(live, inner.__globals__)
    imports: tuple[str, ...] = ()
    if module is not None and qualname is not None:
        target = _target_in_module(module, qualname, definition, parameters)
    else:
        target, imports = _target_in_script(live, inner, parameters)
    return Subject(
        module=target.module,
        qualname=target.qualname,
        name=target.qualname.rpartition(".")[2],
        parameters=parameters,
        target=target,
        digest=digest(target, [parameter.domain for parameter in parameters], imports),
        constants=find_constants(inner, definition.node),
    )


def _target_in_module(module: str, qualname: str, definition: Definition, parameters: tuple[Parameter, ...]) -> Target:
    file = getattr(sys.modules[module], "__file__", None)
    if file is None or Path(file).resolve() != Path(definition.file).resolve():
        raise UnsupportedError(f"{module}.{qualname} must be defined in the file of its module, got {definition.file}")
    first, last = statement_lines(definition)
    return Target(module, definition.source, qualname, first, last, _keywords(parameters), _search_path())


def _target_in_script(
    live: Any, inner: FunctionType, parameters: tuple[Parameter, ...]
) -> tuple[Target, tuple[str, ...]]:
    """The target in a module made for it, and the names of the modules that this one imports."""
    if live is not inner and find_module(inner.__globals__) is not None and "<locals>" not in inner.__qualname__:
        raise UnsupportedError(f"{live!r} wraps {describe(inner)}, which is defined elsewhere; give {describe(inner)}")
    script = write_script(live, inner)
    lines = (script.first_line, script.last_line)
    target = Target(None, script.source, script.qualname, *lines, _keywords(parameters), _search_path())
    return target, script.imports


def _keywords(parameters: tuple[Parameter, ...]) -> tuple[str, ...]:
    return tuple(parameter.name for parameter in parameters if parameter.keyword_only)


def _search_path() -> tuple[str, ...]:
    """Where this process finds modules; the empty entry means the working directory."""
    return tuple(entry or str(Path.cwd()) for entry in sys.path)
