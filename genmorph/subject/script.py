"""The source of a module for a function that lives in none: what it reaches, from live objects.

The user's script itself is never executed again.
"""

import math
import sys
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from types import FunctionType, ModuleType
from typing import Any

from genmorph.model import Target, UnsupportedError
from genmorph.settings import VALUE_LIMITS
from genmorph.subject.location import (
    Definition,
    describe,
    find_module,
    find_path,
    find_references,
    find_submodules,
    locate_class,
    locate_function,
)
from genmorph.values.paths import resolve

_HEADER = "from __future__ import annotations\n\n"
_ANONYMOUS = "function"
"""The name of a lambda that has none."""
_ATOMS = (bool, int, str, bytes, type(None), type(...))


def write_literal(value: Any, depth: int = VALUE_LIMITS.deepest_literal) -> str | None:
    """Text that evaluates to an equal value of the same type; None for what is no plain value.

    Sets are sorted by text, so that the hash seed plays no part.

    >>> write_literal({"a": (1, float("inf"))}), write_literal(object())
    ("{'a': (1, float('inf'))}", None)
    """
    kind = type(value)
    if kind is float:
        return repr(value) if math.isfinite(value) else f"float({str(value)!r})"
    if kind in _ATOMS:
        return repr(value)
    if depth == 0 or kind not in {tuple, list, set, frozenset, dict}:
        return None
    parts = [write_literal(part, depth - 1) for part in (*value, *(value.values() if kind is dict else ()))]
    texts = [part for part in parts if part is not None]
    if len(texts) < len(parts):
        return None
    if kind is dict:
        pairs = zip(texts[: len(value)], texts[len(value) :], strict=True)
        return f"{{{', '.join(f'{key}: {text}' for key, text in pairs)}}}"
    if kind in {set, frozenset}:
        return f"{kind.__name__}([{', '.join(sorted(texts))}])"
    if kind is tuple:
        return f"({', '.join(texts)}{',' if len(texts) == 1 else ''})"
    return f"[{', '.join(texts)}]"


@dataclass(frozen=True, slots=True)
class Fragment:
    """Statements that bind one name.

    `needs` are the live values of the names that they use, `at_once` the names used when they are executed. `file`
    and `line` say where the first line of the text comes from, if from anywhere.
    """

    text: str
    needs: Mapping[str, Any] = field(default_factory=dict)
    at_once: frozenset[str] = frozenset()
    file: str | None = None
    line: int = 0


@dataclass(frozen=True, slots=True)
class Binding:
    """A name, its live value, the namespace that it was found in, and the name of what uses it."""

    name: str
    value: Any
    namespace: dict[str, Any]
    user: str

    def fragment(self) -> Fragment:
        """Statements for the binding; UnsupportedError where a worker process cannot have the value."""
        literal = write_literal(self.value)
        if literal is not None:
            return Fragment(f"{self.name} = {literal}\n")
        fragment = self._imported()
        inner = unwrapped(self.value)
        if fragment is None and isinstance(inner, FunctionType):
            fragment = self._defined(inner)
        elif fragment is None and isinstance(self.value, type) and "<locals>" not in self.value.__qualname__:
            name = self.value.__name__
            if name != self.name and self.namespace.get(name) is self.value:
                return _alias(self.name, name, self.value)
            return _definition(locate_class(self.value, self.namespace), self.namespace, self.user)
        if fragment is None:
            raise UnsupportedError(
                f"{self.user} needs {self.name!r} (a {describe(type(self.value))}), which cannot be handed to a worker "
                "process; define it in an importable module or pass it as a parameter"
            )
        return fragment

    def _imported(self) -> Fragment | None:
        if isinstance(self.value, ModuleType):
            path = find_module(vars(self.value))
            if path is not None:
                return Fragment(f"import {path}\n" if path == self.name else f"import {path} as {self.name}\n")
            return None
        module = sys.modules.get(getattr(self.value, "__module__", None) or "")
        if module is None or find_module(vars(module)) is None:
            return None
        for qualname in (getattr(self.value, "__qualname__", None), self.name):
            if isinstance(qualname, str) and resolve(vars(module), qualname) is self.value:
                first, dot, rest = qualname.partition(".")
                renamed = "" if first == self.name else f" as {self.name}"
                path = f"{self.name} = {self.name}.{rest}\n" if dot else ""
                return Fragment(f"from {module.__name__} import {first}{renamed}\n{path}")
        return None

    def _defined(self, inner: FunctionType) -> Fragment | None:
        """Statements that define the function; None where there is no definition under a name of its own."""
        definition = locate_function(inner)
        node_name = getattr(definition.node, "name", None)
        bare = self.value is inner
        if node_name is None and bare:
            expression = f"({definition.text})" if "\n" in definition.text else definition.text
            text = f"{self.name} = {expression}\n"
            return _written(text, definition.lines[0], definition, _names_seen_by(inner), self.name)
        made_by_def = inner.__globals__.get(self.name, self.value) is self.value if definition.is_decorated else bare
        if node_name == self.name and made_by_def:
            return _definition(definition, _names_seen_by(inner), self.user)
        nested = "<locals>" in inner.__qualname__
        if node_name not in {None, self.name} and bare and (nested or inner.__globals__.get(node_name) is inner):
            return _alias(self.name, node_name, inner)
        if node_name is not None and hasattr(self.value, "cache_parameters"):
            return _cached(self.name, self.value)
        return None


def unwrapped(value: Any) -> Any:
    """What is left of a callable when all decorators that wrap it are taken off."""
    seen: set[int] = set()
    while callable(value) and hasattr(value, "__wrapped__") and id(value) not in seen:
        seen.add(id(value))
        value = value.__wrapped__
    return value


def _names_seen_by(function: FunctionType) -> dict[str, Any]:
    cells = zip(function.__code__.co_freevars, function.__closure__ or (), strict=True)
    return function.__globals__ | {name: cell.cell_contents for name, cell in cells if name != "__class__"}


def _definition(definition: Definition, namespace: Mapping[str, Any], user: str) -> Fragment:
    """The definition itself; an indented one goes into a block, so that none of its lines change."""
    text, line = definition.text, definition.lines[0]
    if text[:1].isspace():
        text, line = f"if True:\n{text}", line - 1
    return _written(text, line, definition, namespace, user)


def _written(text: str, line: int, definition: Definition, namespace: Mapping[str, Any], user: str) -> Fragment:
    try:
        references = find_references(text)
    except SyntaxError as error:
        raise UnsupportedError(f"{user} cannot be defined on its own: {error.msg}") from error
    needs = {name: namespace[name] for name in references if name in namespace}
    at_once = frozenset(name for name, is_at_once in references.items() if is_at_once)
    return Fragment(text, needs, at_once, file=definition.file, line=line)


def _alias(name: str, original: str, value: Any) -> Fragment:
    return Fragment(f"{name} = {original}\n", {original: value}, frozenset([original]))


def _cached(name: str, value: Any) -> Fragment:
    """`functools.lru_cache` called on a function, rather than used as a decorator."""
    inner = value.__wrapped__
    arguments = ", ".join(f"{key}={argument!r}" for key, argument in value.cache_parameters().items())
    text = f"from functools import lru_cache as _lru_cache\n{name} = _lru_cache({arguments})({inner.__name__})\n"
    return Fragment(text, {inner.__name__: inner}, frozenset([inner.__name__]))


def write_script(function: Any, inner: FunctionType) -> Target:
    """The function in a module of all that it needs; UnsupportedError names what cannot be handed over.

    `inner` is what is left of the function without its decorators.
    """
    namespace = inner.__globals__
    qualname = find_path(function, namespace)
    own_name = inner.__name__ if inner.__name__.isidentifier() else _ANONYMOUS
    root = (qualname or own_name).partition(".")[0]
    fragments = _gather(root, namespace[root] if qualname else function, namespace)
    # each name follows those it uses; what is used at once is never late, only calls may go round
    roughly = _post_order([root], lambda name: fragments[name].needs)
    order = _post_order(roughly, lambda name: sorted(fragments[name].at_once & fragments.keys()))
    ordered = {name: fragments[name] for name in order}
    definition = locate_function(inner)
    first, last = definition.lines
    shift = _shift(ordered.values(), definition.file, first)
    source = _HEADER + "\n".join(fragment.text for fragment in ordered.values())
    return Target(None, source, qualname or own_name, first + shift, last + shift)


def _gather(root: str, value: Any, namespace: dict[str, Any]) -> dict[str, Fragment]:
    """The fragments of the root and of all that they need, by name."""
    values: dict[str, Any] = {}
    fragments: dict[str, Fragment] = {}
    waiting = [Binding(root, value, namespace, user=root)]
    while waiting:
        binding = waiting.pop()
        name = binding.name
        if name not in values:
            values[name] = binding.value
            fragment = fragments[name] = binding.fragment()
            inside = getattr(unwrapped(binding.value), "__globals__", binding.namespace)
            waiting += [Binding(need, found, inside, user=name) for need, found in fragment.needs.items()]
        elif values[name] is not binding.value:
            raise UnsupportedError(f"{root} needs two different values named {name!r}, rename one")
    for name, module in values.items():
        if isinstance(module, ModuleType):
            # `import xml` alone does not give `xml.dom`
            texts = [fragment.text for fragment in fragments.values()]
            inner = sorted({found for text in texts for found in find_submodules(text, name, module)})
            imports = "".join(f"import {submodule}\n" for submodule in inner)
            fragments[name] = replace(fragments[name], text=fragments[name].text + imports)
    return fragments


def _post_order(names: Iterable[str], needs: Callable[[str], Iterable[str]]) -> list[str]:
    seen: set[str] = set()
    done: list[str] = []

    def visit(name: str) -> None:
        if name not in seen:
            seen.add(name)
            for need in needs(name):
                visit(need)
            done.append(name)

    for name in names:
        visit(name)
    return done


def _shift(fragments: Iterable[Fragment], file: str, line: int) -> int:
    """The distance that the line of a file moves on its way into the module."""
    position = _HEADER.count("\n") + 1
    for fragment in fragments:
        length = fragment.text.count("\n")
        if fragment.file == file and fragment.line <= line < fragment.line + length:
            return position - fragment.line
        position += length + 1
    raise AssertionError(f"line {line} of {file} is in no fragment")
