"""Relations in the form a developer would write, where that form agrees on all executions."""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from typing import Any

from genmorph.model import UsageError
from genmorph.relations.algebra import solved
from genmorph.relations.effort import effort
from genmorph.relations.expression import FOLLOW_UP_SIDE, SOURCE_SIDE, Expression
from genmorph.relations.metamorphic import names_of
from genmorph.relations.opaque import ARITHMETIC, mentions, opaque_parts, restored
from genmorph.relations.sequence_laws import other_sequences

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
    follow_ups, sources = names_of(expression, FOLLOW_UP_SIDE), names_of(expression, SOURCE_SIDE)
    sides = {"==": tree[1:2], "iff": tree[1:2], "<": tree[1:], "<=": tree[1:]}.get(tree[0], ())
    alone = any(
        not _is_arithmetic(side) and mentions(side, follow_ups) and not mentions(side, sources) for side in sides
    )
    return effort(expression) - alone, len(expression.constants), repr(tree)


def rewritings(expression: Expression) -> Iterator[Expression]:
    """Other forms of the relation: atoms solved for an output, equivalences turned, double negations dropped."""
    outputs = names_of(expression, FOLLOW_UP_SIDE), names_of(expression, SOURCE_SIDE)
    for tree in _rewritten(expression.to_tree(), outputs):
        try:
            yield Expression.from_tree(tree, expression.variables)
        except UsageError:
            continue


def substituted(expression: Expression, parts: Mapping[str, Any]) -> Expression | None:
    """The relation with trees in the place of variables; None where it grows too large.

    >>> from genmorph.model import Kind, Output
    >>> from genmorph.relations.expression import relation_variables
    >>> same = Expression.from_tree(["==", "return_f", "return_s"], relation_variables([], [], [Output(Kind.INT)]))
    >>> substituted(same, {"return_s": ["-", 0, "return_s"]}).to_tree()
    ['==', 'return_f', ['-', 0, 'return_s']]
    """
    try:
        return Expression.from_tree(restored(expression.to_tree(), parts), expression.variables)
    except UsageError:
        return None


def _is_arithmetic(tree: Any) -> bool:
    return isinstance(tree, int | float) or (isinstance(tree, list) and tree[0] in ARITHMETIC)


def _rewritten(tree: Any, outputs: tuple[Collection[str], ...]) -> Iterator[Any]:
    """The tree with one part of it in another form; `outputs` are the follow-up's names and the source's."""
    if not isinstance(tree, list):
        return
    if tree[0] in ("==", "<", "<="):
        yield from _solved_for_outputs(tree, outputs)
    yield from _other_connectives(tree)
    yield from other_sequences(tree)
    for index, operand in enumerate(tree[1:], start=1):
        for other in _rewritten(operand, outputs):
            yield [*tree[:index], other, *tree[index + 1 :]]


def _solved_for_outputs(atom: Any, outputs: tuple[Collection[str], ...]) -> Iterator[Any]:
    parts = {repr(part): part for side in atom[1:] for part in opaque_parts(side)}
    for names in outputs:
        for part in parts.values():
            if mentions(part, names):
                yield from solved(atom, part)


def _other_connectives(tree: Any) -> Iterator[Any]:
    match tree:
        case ["iff", a, b]:
            yield ["iff", b, a]
        case ["xor", a, b]:
            yield ["not", ["iff", a, b]]
        case ["not", ["not", a]] | ["abs", a]:
            yield a
        case ["not", ["xor", a, b]]:
            yield ["iff", a, b]
        case ["or", ["not", a], b] | ["or", b, ["not", a]]:
            yield ["implies", a, b]
