"""The source of a module for a function that lives in none: what it reaches, from live objects.

The user's script itself is never executed again.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from types import FunctionType, ModuleType
from typing import Any

from genmorph.model import UnsupportedError
from genmorph.subject.location import locate_function
from genmorph.subject.lookup import find_path
from genmorph.subject.pieces import Binding, Piece, unwrapped
from genmorph.subject.references import find_submodules

_HEADER = "from __future__ import annotations\n\n"
ANONYMOUS = "function"
"""The name of a lambda that has none."""


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
