"""Relations in the form a developer would write, where that form agrees on all executions."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from genmorph.model import UsageError
from genmorph.relations.algebra import solved
from genmorph.relations.effort import effort
from genmorph.relations.expression import Expression
from genmorph.relations.metamorphic import FOLLOW_UP, SOURCE

MAX_STEPS = 8

Agree = Callable[[Sequence[Expression]], Sequence[bool]]
"""For each expression, whether it agrees with the relation on all executions."""


def simplify(expression: Expression, agree: Agree) -> Expression:
    """The most readable rewriting found in a few counted steps; every step agrees on all executions."""
    best = expression
    for _ in range(MAX_STEPS):
        options = sorted({o for o in rewritings(best) if cost(o) < cost(best)}, key=cost)
        agreeing = [option for option, same in zip(options, agree(options), strict=True) if same] if options else []
        if not agreeing:
            break
        best = agreeing[0]
    return best


def cost(expression: Expression) -> tuple[int, int, str]:
    """What is read with less effort costs less; so does the follow-up's output alone on a side, of `==` the left."""
    tree = expression.to_tree()
    alone = (tree[0] in ("==", "iff") and tree[1] == FOLLOW_UP) or (tree[0] in ("<", "<=") and FOLLOW_UP in tree[1:])
    return effort(expression) - alone, len(expression.constants), repr(tree)


def rewritings(expression: Expression) -> Iterator[Expression]:
    """Other forms of the relation: atoms solved for an output, equivalences turned, double negations dropped."""
    for tree in _rewritten(expression.to_tree()):
        try:
            yield Expression.from_tree(tree, expression.variables)
        except UsageError:
            continue


def substituted(expression: Expression, parts: Mapping[str, Any]) -> Expression | None:
    """The relation with trees in the place of variables; None where it grows too large.

    >>> from genmorph.model import Kind
    >>> from genmorph.relations.expression import relation_variables
    >>> same = Expression.from_tree(["==", "return_f", "return_s"], relation_variables([], [], Kind.INT))
    >>> substituted(same, {"return_s": ["-", 0, "return_s"]}).to_tree()
    ['==', 'return_f', ['-', 0, 'return_s']]
    """

    def replace(tree: Any) -> Any:
        if isinstance(tree, list):
            return [tree[0], *(replace(operand) for operand in tree[1:])]
        return parts.get(tree, tree) if isinstance(tree, str) else tree

    try:
        return Expression.from_tree(replace(expression.to_tree()), expression.variables)
    except UsageError:
        return None


def _rewritten(tree: Any) -> Iterator[Any]:
    match tree:
        case ["==" | "<" | "<=", _, _]:
            yield from solved(tree, FOLLOW_UP)
            yield from solved(tree, SOURCE)
        case ["iff", a, b]:
            yield ["iff", b, a]
        case ["xor", a, b]:
            yield ["not", ["iff", a, b]]
        case ["not", ["not", a]]:
            yield a
        case ["not", ["xor", a, b]]:
            yield ["iff", a, b]
        case ["or", ["not", a], b] | ["or", b, ["not", a]]:
            yield ["implies", a, b]
    if isinstance(tree, list):
        for index, operand in enumerate(tree[1:], start=1):
            for other in _rewritten(operand):
                yield [*tree[:index], other, *tree[index + 1 :]]
