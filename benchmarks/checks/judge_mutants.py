"""Mutants of one function by cosmic-ray's operators, in memory: each is the text of its module with one change."""

import ast
import sys
import warnings
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from difflib import unified_diff
from importlib.util import find_spec, module_from_spec
from pathlib import Path
from typing import Any

from cosmic_ray.ast import ast_nodes, get_ast  # type: ignore[import-untyped]
from cosmic_ray.mutating import mutate_code  # type: ignore[import-untyped]
from cosmic_ray.plugins import get_operator, operator_names  # type: ignore[import-untyped]

from benchmarks.checks.judge_seen import seen_shapes, shape
from genmorph.model import Target
from genmorph.values.paths import resolve

_HEADING = "class _:\n"
"""Stands before the lines of an indented function, so that they can be parsed alone; no operator changes it."""

Place = tuple[int, int]
"""A line from 1 and a column from 0, as cosmic-ray counts them."""


@dataclass(frozen=True, slots=True)
class RayMutant:
    """The text of a whole module with one change in the body of one function.

    `id` is the operator's name and the number of its occurrence in the function, `line` a line of the module, and
    `change` has the changed lines with `- ` before the old and `+ ` before the new ones. A mutant is seen if an
    inference can make the same one, or one that gave the same on all inputs of the judge.
    """

    id: str
    operator: str
    line: int
    change: str
    source: str
    is_seen: bool


@dataclass(frozen=True, slots=True)
class _Function:
    """The lines of a function in its module, from `start` to before `end`, and where its body begins in `text`.

    Its decorators begin at `first`.
    """

    lines: tuple[str, ...]
    name: str
    first: int
    start: int
    end: int
    heading: str
    body: Place

    @property
    def text(self) -> str:
        """The function by itself."""
        return self.heading + "\n".join(self.lines[self.start : self.end]) + "\n"

    @property
    def target(self) -> Target:
        """The function as an inference makes mutants of it."""
        return Target(None, "\n".join(self.lines), self.name, self.first + 1, self.end)

    def module_with(self, text: str) -> str:
        """The module's text with another text of the function."""
        return "\n".join((*self.lines[: self.start], text[len(self.heading) : -1], *self.lines[self.end :]))

    def line_of(self, place: Place) -> int:
        """The module's line of a place in the text."""
        return self.start + place[0] - self.heading.count("\n")


def ray_mutants(path: str) -> tuple[RayMutant, ...]:
    """The mutants of the function that `package.module:function` names, by place, then operator, then occurrence.

    Left out are those that do not compile, and those whose syntax tree is the function's or an earlier one's. Raises
    ValueError where the path names no function that Python source defines.
    """
    function = _find(path)
    known, seen = {_shape(function.text)}, seen_shapes(function.target)
    found = []
    for place, operator, occurrence in sorted(_occurrences(function)):
        text = mutate_code(function.text, get_operator(operator)(), occurrence)
        made = None if text is None else _shape(text)
        if made is None or made in known:
            continue
        known.add(made)
        name = operator.rpartition("/")[2]
        change = _change(function.text, text)
        source = function.module_with(text)
        line = function.line_of(place)
        found.append(RayMutant(f"{name}/{occurrence}", name, line, change, source, is_seen=made in seen))
    return tuple(found)


def load_function(source: str, module: str, qualname: str) -> Callable[..., Any]:
    """The function of a module that is made anew from a text; other modules go on importing the one of that name."""
    spec = find_spec(module)
    assert spec is not None, f"{module} must be importable"
    fresh = module_from_spec(spec)
    loaded = sys.modules.get(module)
    sys.modules[module] = fresh  # for decorators that look their function's module up
    try:
        exec(_compiled(source, spec.origin or module), vars(fresh))  # noqa: S102 - in the judging process only
    finally:
        del sys.modules[module]
        if loaded is not None:
            sys.modules[module] = loaded
    function: Callable[..., Any] = resolve(vars(fresh), qualname)
    return function


def _find(path: str) -> _Function:
    module, _, qualname = path.partition(":")
    spec = find_spec(module)
    if spec is None or spec.origin is None or not spec.origin.endswith(".py"):
        raise ValueError(f"path must name a function in a module of Python source, got {path!r}")
    source = Path(spec.origin).read_text(encoding="utf-8")
    node: ast.AST = ast.parse(source)
    for name in qualname.split("."):
        node = _defined(node, name, path)
    if not isinstance(node, ast.FunctionDef):
        raise ValueError(f"path must name a function that `def` defines, got {path!r}")
    return _function(source, node)


def _defined(node: ast.AST, name: str, path: str) -> ast.AST:
    inner = getattr(node, "body", [])
    found = [one for one in inner if isinstance(one, ast.FunctionDef | ast.ClassDef) and one.name == name]
    if not found:
        raise ValueError(f"path must name a function that its module defines, got {path!r} without {name!r}")
    return found[-1]


def _function(source: str, node: ast.FunctionDef) -> _Function:
    assert node.end_lineno is not None
    lines, start = tuple(source.split("\n")), node.lineno - 1
    heading = _HEADING if node.col_offset else ""
    first = node.body[1 if ast.get_docstring(node) is not None and len(node.body) > 1 else 0]
    column = len(lines[first.lineno - 1].encode()[: first.col_offset].decode())
    body = (first.lineno - start + heading.count("\n"), column)
    decorators = [decorator.lineno - 1 for decorator in node.decorator_list]
    return _Function(lines, node.name, min([start, *decorators]), start, node.end_lineno, heading, body)


def _occurrences(function: _Function) -> Iterator[tuple[Place, str, int]]:
    """Where operators without arguments change the body: the place, the operator, and its how manieth occurrence."""
    nodes = list(ast_nodes(get_ast(function.text)))
    for name in operator_names():
        operator = get_operator(name)
        if operator.arguments():
            continue
        places = [start for node in nodes for start, _ in operator().mutation_positions(node)]
        yield from ((place, name, number) for number, place in enumerate(places) if place >= function.body)


def _shape(text: str) -> str | None:
    """The syntax tree of the function as text, None where it does not compile."""
    try:
        _compiled(text, "<mutant>")
        return shape(text)
    except (SyntaxError, ValueError):
        return None


def _compiled(source: str, origin: str) -> Any:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # about what only a mutant compares
        return compile(source, origin, "exec")


def _change(before: str, after: str) -> str:
    lines = list(unified_diff(before.split("\n"), after.split("\n"), n=0, lineterm=""))[2:]
    return "\n".join(f"{line[0]} {line[1:].strip()}" for line in lines if line[0] in "+-")
