"""The source text of functions that are alive, and names in syntax trees, exchanged."""

import ast
import linecache
import warnings
from collections.abc import Collection, Iterator, Mapping
from functools import lru_cache
from types import CodeType
from typing import Any

Node = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef | ast.Lambda


def read_source(file: str, namespace: dict[str, Any]) -> str:
    """The text of a module's file as it is now; empty where there is none."""
    linecache.checkcache(file)
    return "".join(linecache.getlines(file, namespace))


def parse_source(text: str | bytes) -> ast.Module:
    """The syntax tree of a whole file, without its warnings."""
    with warnings.catch_warnings(action="ignore"):  # of the user's code; they came up when it was imported
        return ast.parse(text)


def find_definitions(tree: ast.Module, code: CodeType) -> list[Node]:
    """The definitions that the code may be of: none where the text has changed, several of one name in one line.

    Lambdas of one line are distinguished by their columns, where the code knows these.

    >>> text = "halve, double = lambda k: k / 2, lambda k: k * 2"
    >>> namespace = {}
    >>> exec(text, namespace)
    >>> [ast.unparse(node) for node in find_definitions(parse_source(text), namespace["double"].__code__)]
    ['lambda k: k * 2']
    """
    found = [
        node for node in _all_definitions(tree) if first_line(node) == code.co_firstlineno and _is_named(node, code)
    ]
    if len(found) > 1 and code.co_name == "<lambda>":
        with_its_body: list[Node] = [node for node in found if isinstance(node, ast.Lambda) and _has_body(code, node)]
        return with_its_body or found
    return found


@lru_cache(maxsize=4)
def _all_definitions(tree: ast.Module) -> tuple[Node, ...]:
    """Those in a tree that nobody changes, in which many are looked for."""
    return tuple(definitions_in(tree))


def definitions_in(tree: ast.AST) -> Iterator[Node]:
    return (node for node in ast.walk(tree) if isinstance(node, Node))


def first_line(node: Node) -> int:
    """The line in which a definition begins, with its decorators."""
    if isinstance(node, ast.Lambda):
        return node.lineno
    return min([node.lineno, *(decorator.lineno for decorator in node.decorator_list)])


def _is_named(node: Node, code: CodeType) -> bool:
    if isinstance(node, ast.ClassDef):
        return False
    return (code.co_name == "<lambda>") if isinstance(node, ast.Lambda) else node.name == code.co_name


def _has_body(code: CodeType, node: ast.Lambda) -> bool:
    """Whether an instruction of the code spans exactly the body of the lambda: the one that returns its value."""
    body = node.body
    return (body.lineno, body.end_lineno, body.col_offset, body.end_col_offset) in code.co_positions()


def free(name: str, taken: Collection[str]) -> str:
    """The name, with underscores at its end while it is taken."""
    while name in taken:
        name += "_"
    return name


def renamed(tree: ast.AST, names: Mapping[str, str]) -> str:
    """The text of a tree with other names in the place of some, those of parameters of lambdas too.

    Keywords of calls and attributes stay. The tree is used up.

    >>> renamed(ast.parse("[f(v, k=k.v) for v in xs]", mode="eval"), {"v": "w", "k": "n"})
    '[f(w, k=n.v) for w in xs]'
    """
    return ast.unparse(_Renaming(names).visit(tree))


class _Renaming(ast.NodeTransformer):
    def __init__(self, names: Mapping[str, str]) -> None:
        self._names = names

    def visit_Name(self, node: ast.Name) -> ast.Name:
        return ast.Name(self._names.get(node.id, node.id), node.ctx)

    def visit_arg(self, node: ast.arg) -> ast.arg:
        """Parameters of lambdas, for what their bodies say to stay the same."""
        return ast.arg(self._names.get(node.arg, node.arg))
