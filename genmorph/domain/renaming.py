"""Names in syntax trees, exchanged."""

import ast
from collections.abc import Mapping


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
        """A variable, wherever it stands."""
        return ast.Name(self._names.get(node.id, node.id), node.ctx)

    def visit_arg(self, node: ast.arg) -> ast.arg:
        """Parameters of lambdas, for what their bodies say to stay the same."""
        return ast.arg(self._names.get(node.arg, node.arg))
