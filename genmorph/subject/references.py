"""Which names from outside a definition uses."""

import ast
import symtable
from collections.abc import Iterator
from dataclasses import dataclass
from types import ModuleType

from genmorph.subject.location import parse_lines

_EXPRESSIONS = {"lambda", "listcomp", "setcomp", "dictcomp", "genexpr"}
"""What symtable calls a function that may be called as soon as it is made."""


@dataclass(frozen=True, slots=True)
class References:
    """Names that a definition reads from around it, sorted; `at_once` are those read when it is defined."""

    names: tuple[str, ...]
    at_once: frozenset[str]


def find_references(text: str) -> References:
    """The names that a definition needs; annotations need none, as they are not evaluated.

    >>> find_references("def f(x: int = START): return step(x)")
    References(names=('START', 'step'), at_once=frozenset({'START'}))
    """
    tree = ast.fix_missing_locations(_Unannotated().visit(parse_lines(text)))
    table = symtable.symtable(ast.unparse(tree), "<definition>", "exec")
    found = list(_read_names(table, at_once=True))
    return References(tuple(sorted({name for name, _ in found})), frozenset(name for name, at_once in found if at_once))


def find_submodules(text: str, name: str, module: ModuleType) -> tuple[str, ...]:
    """Full names of the modules inside a package that a text reaches through `name`.

    >>> import xml.dom
    >>> find_submodules("xml.dom.Node.parent", "xml", xml)
    ('xml.dom',)
    """
    found = set()
    for node in ast.walk(parse_lines(text)):
        if isinstance(node, ast.Attribute):
            first, *rest = ast.unparse(node).split(".")
            inner = module
            while first == name and rest and isinstance(vars(inner).get(rest[0]), ModuleType):
                inner = vars(inner)[rest.pop(0)]
                if inner.__name__.startswith(f"{module.__name__}."):
                    found.add(inner.__name__)
    return tuple(sorted(found))


class _Unannotated(ast.NodeTransformer):
    def visit_arg(self, node: ast.arg) -> ast.arg:
        node.annotation = None
        return node

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        node.returns = None
        return self.generic_visit(node)

    def visit_AsyncFunctionDef(self, node: ast.AsyncFunctionDef) -> ast.AST:
        node.returns = None
        return self.generic_visit(node)

    def visit_AnnAssign(self, node: ast.AnnAssign) -> ast.AST:
        node.annotation = ast.Constant(None)
        return self.generic_visit(node)


def _read_names(table: symtable.SymbolTable, *, at_once: bool) -> Iterator[tuple[str, bool]]:
    at_once = at_once and (table.get_type() != "function" or table.get_name() in _EXPRESSIONS)
    for symbol in table.get_symbols():
        if symbol.is_global() and (symbol.is_referenced() or symbol.is_declared_global()):
            yield symbol.get_name(), at_once
    for child in table.get_children():
        yield from _read_names(child, at_once=at_once)
