"""Where a definition can be changed by operators over a libcst tree."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields
from itertools import pairwise

import libcst as cst

from genmorph.mutation.operators import Operator


@dataclass(frozen=True, slots=True)
class Change:
    """A node and what takes its place: an expression, a simple statement, or a compound one that stands in a block."""

    operator: str
    original: cst.CSTNode
    changed: cst.CSTNode
    indent: str


def find_changes(module: cst.Module, operators: Sequence[Operator]) -> tuple[Change, ...]:
    """All changes to the body of the first definition of a module, in the order of the tree.

    The definition is a function statement or, where there is none, a lambda. Left alone are docstrings,
    annotations and decorators, also those of functions inside.

    >>> from genmorph.mutation.operators import MUTMUT_OPERATORS
    >>> [change.operator for change in find_changes(cst.parse_module("def f(x=1): return x < 1"), MUTMUT_OPERATORS)]
    ['swap_op', 'number']
    """
    finder = _Finder(operators)
    module.visit(finder)
    return tuple(finder.changes)


class _Finder(cst.CSTVisitor):
    """Collects changes, keeping the chain of nodes from the module down to the visited one."""

    def __init__(self, operators: Sequence[Operator]) -> None:
        super().__init__()
        self._operators = operators
        self.changes: list[Change] = []
        self._chain: list[cst.CSTNode] = []
        self._body: cst.CSTNode | None = None
        self._inside = False

    def on_visit(self, node: cst.CSTNode) -> bool:
        self._chain.append(node)
        if self._body is None and isinstance(node, cst.FunctionDef | cst.Lambda):
            self._body = node.body
        if node is self._body:
            self._inside = True
        if isinstance(node, cst.Annotation | cst.Decorator | cst.BaseParenthesizableWhitespace) or _is_docstring(node):
            return False
        if self._inside:
            self.changes.extend(_changes_at(self._chain, self._operators))
        return True

    def on_leave(self, original_node: cst.CSTNode) -> None:
        self._chain.pop()
        if original_node is self._body:
            self._inside = False


def _is_docstring(node: cst.CSTNode) -> bool:
    return isinstance(node, cst.Expr) and isinstance(node.value, cst.SimpleString | cst.ConcatenatedString)


def _changes_at(chain: Sequence[cst.CSTNode], operators: Sequence[Operator]) -> Iterator[Change]:
    node = chain[-1]
    indent = "".join(_indent(block, chain[0]) for block in chain if isinstance(block, cst.IndentedBlock))
    for operator in operators:
        if isinstance(node, operator.kind):
            for changed in operator.change(node):
                yield Change(operator.name, *_grown(chain, changed), indent)


def _indent(block: cst.IndentedBlock, module: cst.CSTNode) -> str:
    assert isinstance(module, cst.Module)
    return module.default_indent if block.indent is None else block.indent


def _grown(chain: Sequence[cst.CSTNode], changed: cst.CSTNode) -> tuple[cst.CSTNode, cst.CSTNode]:
    """The change seen from the nearest node that has a text of its own: an operator sign has none."""
    for child, parent in pairwise(reversed(chain)):
        if isinstance(child, cst.BaseExpression) or _is_whole(child, parent):
            return child, changed
        if isinstance(child, cst.BaseSmallStatement):
            return child, changed.with_changes(semicolon=child.semicolon)
        changed = _with_child(parent, child, changed)
    raise AssertionError(f"{type(chain[-1]).__name__} is no part of a statement")


def _is_whole(child: cst.CSTNode, parent: cst.CSTNode) -> bool:
    """Whether it is a compound statement with a text of its own; `elif` has none."""
    return isinstance(child, cst.BaseCompoundStatement) and isinstance(parent, cst.IndentedBlock | cst.Module)


def _with_child(parent: cst.CSTNode, child: cst.CSTNode, changed: cst.CSTNode) -> cst.CSTNode:
    for field in fields(parent):
        value = getattr(parent, field.name)
        if value is child:
            return parent.with_changes(**{field.name: changed})
        if isinstance(value, Sequence) and any(item is child for item in value):
            return parent.with_changes(**{field.name: [changed if item is child else item for item in value]})
    raise AssertionError(f"{type(child).__name__} is no child of {type(parent).__name__}")
