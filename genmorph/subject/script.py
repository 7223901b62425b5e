"""The source of a module for a function that lives in none: what it reaches, from live objects.

The user's script itself is never executed again.
"""

import math
import sys
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from types import FunctionType, ModuleType
from typing import Any

from genmorph.model import UnsupportedError
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
ANONYMOUS = "function"
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
    parts = [write_literal(part, depth - 1) for part in value]
    texts = [part for part in parts if part is not None]
    if kind is dict:
        values = [write_literal(part, depth - 1) for part in value.values()]
        pairs = [
            f"{key}: {text}" for key, text in zip(parts, values, strict=True) if key is not None and text is not None
        ]
        return f"{{{', '.join(pairs)}}}" if len(pairs) == len(value) else None
    if len(texts) < len(parts):
        return None
    if kind in {set, frozenset}:
        return f"{kind.__name__}([{', '.join(sorted(texts))}])"
    if kind is tuple:
        return f"({', '.join(texts)}{',' if len(texts) == 1 else ''})"
    return f"[{', '.join(texts)}]"


@dataclass(frozen=True, slots=True)
class Piece:
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

    def piece(self) -> Piece:
        """Statements for the binding; UnsupportedError where a worker process cannot have the value."""
        literal = write_literal(self.value)
        if literal is not None:
            return Piece(f"{self.name} = {literal}\n")
        piece = self._import_module() if isinstance(self.value, ModuleType) else self._import_object()
        if piece is not None:
            return piece
        inner = unwrapped(self.value)
        if isinstance(inner, FunctionType):
            return self._define_function(inner)
        if isinstance(self.value, type) and "<locals>" not in self.value.__qualname__:
            return self._define_class(self.value)
        raise self._refusal()

    def _refusal(self) -> UnsupportedError:
        kind = type(self.value)
        return UnsupportedError(
            f"{self.user} needs {self.name!r} (a {describe(kind)}), which cannot be handed to a worker process; "
            "define it in an importable module or pass it as a parameter"
        )

    def _import_module(self) -> Piece | None:
        module = find_module(vars(self.value))
        if module is None:
            return None
        text = f"import {module}\n" if module == self.name else f"import {module} as {self.name}\n"
        return Piece(text)

    def _import_object(self) -> Piece | None:
        module = sys.modules.get(getattr(self.value, "__module__", None) or "")
        if module is None or find_module(vars(module)) is None:
            return None
        for qualname in (getattr(self.value, "__qualname__", None), self.name):
            if isinstance(qualname, str) and resolve(vars(module), qualname) is self.value:
                first, dot, rest = qualname.partition(".")
                statement = f"from {module.__name__} import {first}"
                named = statement if first == self.name else f"{statement} as {self.name}"
                path = f"{self.name} = {self.name}.{rest}\n" if dot else ""
                return Piece(f"{named}\n{path}")
        return None

    def _define_function(self, inner: FunctionType) -> Piece:
        definition = locate_function(inner)
        node_name = getattr(definition.node, "name", None)
        bare = self.value is inner
        if node_name is None and bare:
            return _lambda(self.name, definition, inner)
        made_by_def = inner.__globals__.get(self.name, self.value) is self.value if definition.is_decorated else bare
        if node_name == self.name and made_by_def:
            return _definition(definition, inner.__globals__ | _free_variables(inner), self.user)
        nested = "<locals>" in inner.__qualname__
        if node_name not in {None, self.name} and bare and (nested or inner.__globals__.get(node_name) is inner):
            return _alias(self.name, node_name, inner)
        if node_name is not None and hasattr(self.value, "cache_parameters"):
            return _cached(self.name, self.value)
        raise self._refusal()

    def _define_class(self, cls: type) -> Piece:
        if cls.__name__ != self.name and self.namespace.get(cls.__name__) is cls:
            return _alias(self.name, cls.__name__, cls)
        return _definition(locate_class(cls, self.namespace), self.namespace, self.user)


def unwrapped(value: Any) -> Any:
    """What is left of a callable when all decorators that wrap it are taken off."""
    seen: set[int] = set()
    while callable(value) and hasattr(value, "__wrapped__") and id(value) not in seen:
        seen.add(id(value))
        value = value.__wrapped__
    return value


def _free_variables(function: FunctionType) -> dict[str, Any]:
    cells = zip(function.__code__.co_freevars, function.__closure__ or (), strict=True)
    return {name: cell.cell_contents for name, cell in cells if name != "__class__"}


def _definition(definition: Definition, namespace: Mapping[str, Any], user: str) -> Piece:
    """The definition itself; an indented one goes into a block, so that none of its lines change."""
    text, line = definition.text, definition.lines[0]
    if text[:1].isspace():
        text, line = f"if True:\n{text}", line - 1
    return _written(text, line, definition, namespace, user)


def _lambda(name: str, definition: Definition, function: FunctionType) -> Piece:
    expression = definition.text
    value = f"({expression})" if "\n" in expression else expression
    namespace = function.__globals__ | _free_variables(function)
    return _written(f"{name} = {value}\n", definition.lines[0], definition, namespace, name)


def _written(text: str, line: int, definition: Definition, namespace: Mapping[str, Any], user: str) -> Piece:
    try:
        references = find_references(text)
    except SyntaxError as error:
        raise UnsupportedError(f"{user} cannot be defined on its own: {error.msg}") from error
    needs = {name: namespace[name] for name in references.names if name in namespace}
    return Piece(text, needs, references.at_once, file=definition.file, line=line)


def _alias(name: str, original: str, value: Any) -> Piece:
    return Piece(f"{name} = {original}\n", {original: value}, frozenset([original]))


def _cached(name: str, value: Any) -> Piece:
    """`functools.lru_cache` called on a function, rather than used as a decorator."""
    inner = value.__wrapped__
    arguments = ", ".join(f"{key}={argument!r}" for key, argument in value.cache_parameters().items())
    text = f"from functools import lru_cache as _lru_cache\n{name} = _lru_cache({arguments})({inner.__name__})\n"
    return Piece(text, {inner.__name__: inner}, frozenset([inner.__name__]))


@dataclass(frozen=True, slots=True)
class Script:
    """A module made for one function: its path in there, and its lines."""

    source: str
    qualname: str
    first_line: int
    last_line: int


def write_script(function: Any, inner: FunctionType) -> Script:
    """A module with all that the function needs; UnsupportedError names what cannot be handed over.

    `inner` is what is left of the function without its decorators.
    """
    namespace = inner.__globals__
    qualname = find_path(function, namespace)
    own_name = inner.__name__ if inner.__name__.isidentifier() else ANONYMOUS
    root = (qualname or own_name).partition(".")[0]
    pieces = _gather(root, namespace[root] if qualname else function, namespace)
    ordered = {name: pieces[name] for name in _order(root, pieces)}
    definition = locate_function(inner)
    first, last = definition.lines
    shift = _shift(ordered.values(), definition.file, first)
    source = _HEADER + "\n".join(piece.text for piece in ordered.values())
    return Script(source, qualname or own_name, first + shift, last + shift)


def _gather(root: str, value: Any, namespace: dict[str, Any]) -> dict[str, Piece]:
    """The pieces of the root and of all that they need, by name."""
    values: dict[str, Any] = {}
    pieces: dict[str, Piece] = {}
    waiting = [Binding(root, value, namespace, user=root)]
    while waiting:
        binding = waiting.pop()
        name = binding.name
        if name not in values:
            values[name] = binding.value
            piece = pieces[name] = binding.piece()
            inside = getattr(unwrapped(binding.value), "__globals__", binding.namespace)
            waiting += [Binding(need, found, inside, user=name) for need, found in piece.needs.items()]
        elif values[name] is not binding.value:
            raise UnsupportedError(f"{root} needs two different values named {name!r}, rename one")
    for name, module in values.items():
        if isinstance(module, ModuleType):
            pieces[name] = _with_submodules(pieces[name], name, module, [piece.text for piece in pieces.values()])
    return pieces


def _with_submodules(piece: Piece, name: str, module: ModuleType, texts: Iterable[str]) -> Piece:
    """Modules inside a package have to be imported too: `import xml` alone does not give `xml.dom`."""
    inner = sorted({found for text in texts for found in find_submodules(text, name, module)})
    return replace(piece, text="".join([piece.text, *(f"import {submodule}\n" for submodule in inner)]))


def _order(root: str, pieces: dict[str, Piece]) -> list[str]:
    """Names such that each follows those it uses; what is used at once is never late, only calls may go round."""
    roughly = _post_order([root], lambda name: pieces[name].needs)
    return _post_order(roughly, lambda name: sorted(pieces[name].at_once & pieces.keys()))


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


def _shift(pieces: Iterable[Piece], file: str, line: int) -> int:
    """How far the line of a file moves on its way into the module."""
    position = _HEADER.count("\n") + 1
    for piece in pieces:
        length = piece.text.count("\n")
        if piece.file == file and piece.line <= line < piece.line + length:
            return position - piece.line
        position += length + 1
    raise AssertionError(f"line {line} of {file} is in no piece")
