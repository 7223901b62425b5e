"""Relations as LaTeX, for papers and notebooks."""

import ast
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

from genmorph.relations.expression import Expression
from genmorph.relations.latex_names import words
from genmorph.relations.printing import formula
from genmorph.relations.python_latex import Latex, Strength, python_latex

_CONNECTIVES = MappingProxyType(
    {
        "and": (r"\land", Strength.AND, Strength.AND),
        "or": (r"\lor", Strength.OR, Strength.OR),
        "implies": (r"\Rightarrow", Strength.IMPLICATION, Strength.OR),
        "iff": (r"\Leftrightarrow", Strength.CONDITION, Strength.OR),
        "xor": (r"\nLeftrightarrow", Strength.CONDITION, Strength.OR),
    }
)
"""For each: its sign, how tightly it binds, and how tightly its operands must."""


def latex(expression: Expression, texts: Mapping[str, str]) -> str:
    r"""The relation as LaTeX without dollar signs; `texts` are Python texts of the variables, as for `formula`.

    A text that is no Python stays text.

    >>> from genmorph.model import Kind, Output
    >>> from genmorph.relations.expression import relation_variables
    >>> variables = relation_variables([], [], [Output(Kind.FLOAT)])
    >>> odd = Expression.from_tree(["==", "return_f", ["-", 0, "return_s"]], variables)
    >>> print(latex(odd, {"return_s": "sin(x)", "return_f": "sin(-x)"}))
    \sin(-x) = -\sin(x)
    """
    names, unread = _readable(texts)

    def claim(tree: Any) -> Latex:
        return python_latex(formula(Expression.from_tree(tree, expression.variables), names), unread)

    return _connected(expression.to_tree(), claim).text


def _connected(tree: Any, claim: Callable[[Any], Latex]) -> Latex:
    """A relation in nested form; `claim` writes what is no connective of others."""
    match tree:
        case ["not", ["iff", a, b]]:
            return _connected(["xor", a, b], claim)
        case ["not", [("and" | "or" | "implies" | "xor" | "not"), *_] as inner]:
            return Latex(rf"\lnot {_connected(inner, claim).within(Strength.NOT)}", Strength.NOT)
        case [str() as symbol, a, b] if symbol in _CONNECTIVES:
            sign, strength, least = _CONNECTIVES[symbol]
            left, right = (_connected(part, claim).within(least) for part in (a, b))
            return Latex(f"{left} {sign} {right}", strength)
    return claim(tree)


def _readable(texts: Mapping[str, str]) -> tuple[dict[str, str], dict[str, str]]:
    """The texts with names in the place of those that are no Python, and LaTeX for these names."""
    prefix = "unread"
    while any(prefix in text for text in texts.values()):
        prefix += "_"
    names, unread = dict(texts), {}
    for index, (variable, text) in enumerate(texts.items()):
        try:
            ast.parse(text, mode="eval")
        except SyntaxError:
            names[variable] = f"{prefix}{index}"
            unread[names[variable]] = words(text)
    return names, unread
