"""Where a worker process finds a function, and what its mutants are made from."""

import ast
import os
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from types import FunctionType
from typing import Any

from genmorph.model import Kind, Parameter, Target, UnsupportedError
from genmorph.subject.homes import find_home
from genmorph.subject.location import Definition, locate_function, statement_lines
from genmorph.subject.lookup import describe, find_function, find_module, find_path
from genmorph.subject.methods import require_own
from genmorph.subject.refusals import innermost
from genmorph.subject.script import write_script
from genmorph.subject.twins import find_python_form
from genmorph.values.notation import makers_of
from genmorph.values.passing import array_types


@dataclass(frozen=True, slots=True, eq=False)
class Located:
    """A live function, what is left of it without decorators, and where both are for other processes.

    `mutated` is the target that mutants are made from, `definition` its definition and `namespace` what that sees;
    a function without any Python form has none.
    """

    live: Any
    inner: Any
    target: Target
    mutated: Target | None
    definition: ast.AST | None
    namespace: Mapping[str, Any]

    def called_with(self, parameters: Sequence[Parameter]) -> "Located":
        """The same, with keyword-only arguments passed by name, arrays as arrays, and what is built made anew."""

        def called(target: Target) -> Target:
            return replace(
                target,
                keywords=tuple(parameter.name for parameter in parameters if parameter.keyword_only),
                arrays=tuple(array_types(parameter.domain for parameter in parameters).items()),
                built=tuple(place for place, parameter in enumerate(parameters) if parameter.kind is Kind.OTHER),
                makers=tuple(sorted(frozenset().union(*(makers_of(parameter.domain) for parameter in parameters)))),
            )

        return replace(self, target=called(self.target), mutated=self.mutated and called(self.mutated))


def locate(function: Any) -> Located:
    """Where a function, or what a path names, is; UsageError and UnsupportedError say why it cannot be used."""
    live = find_function(function) if isinstance(function, str) else function
    if isinstance(function, str):
        require_own(function)
    inner = innermost(live)
    if not isinstance(inner, FunctionType):
        return _locate_compiled(live, inner, function if isinstance(function, str) else None)
    definition = locate_function(inner)
    module = find_module(inner.__globals__)
    qualname = find_path(live, inner.__globals__)
    if module is not None and qualname is not None:
        target = _target_in_module(module, qualname, definition)
    else:
        target = _target_in_script(live, inner)
    return Located(live, inner, target, target, definition.node, inner.__globals__)


def _locate_compiled(live: Any, inner: Any, path: str | None) -> Located:
    module, qualname = path.split(":") if path is not None else find_home(live)
    target = Target(module, "", qualname, 0, 0, path=search_path())
    form = find_python_form(inner, module, qualname)
    if form is None:
        return Located(live, inner, target, None, None, {})
    found = form.definition
    mutated = Target(form.module, found.source, form.name, *found.lines, path=target.path, blocked=form.blocked)
    return Located(live, inner, target, mutated, found.node, form.namespace)


def _target_in_module(module: str, qualname: str, definition: Definition) -> Target:
    file = getattr(sys.modules[module], "__file__", None)
    if file is None or Path(file).resolve() != Path(definition.file).resolve():
        raise UnsupportedError(f"{module}.{qualname} must be defined in the file of its module, got {definition.file}")
    return Target(module, definition.source, qualname, *statement_lines(definition), path=search_path())


def _target_in_script(live: Any, inner: FunctionType) -> Target:
    """The target in a module made for it."""
    if live is not inner and find_module(inner.__globals__) is not None and "<locals>" not in inner.__qualname__:
        raise UnsupportedError(f"{live!r} wraps {describe(inner)}, which is defined elsewhere; give {describe(inner)}")
    script = write_script(live, inner)
    return Target(None, script.source, script.qualname, script.first_line, script.last_line, path=search_path())


def search_path() -> tuple[str, ...]:
    """Where this process finds modules, independent of the working directory."""
    return tuple(os.path.abspath(entry) for entry in sys.path)  # noqa: PTH100 - entries are strings
