"""Relations with terms on both sides that cancel: without them they may turn out to hold by rounding alone."""

from typing import Any

from genmorph.model import UsageError
from genmorph.relations.algebra import cancels
from genmorph.relations.equivalent_forms import other_arrangements
from genmorph.relations.expression import Expression

_COMPARISONS = ("==", "<", "<=")


def without_cancelling(expression: Expression) -> Expression | None:
    """The relation without the terms that stand on both sides of its comparisons; None where there are none.

    Over real numbers it says the same. Over floats, large terms on both sides make small differences equal within the
    tolerance, so that the relation holds where this one does not.

    >>> from genmorph.model import Kind, Output
    >>> from genmorph.relations.expression import relation_variables
    >>> variables = relation_variables([], [], [Output(Kind.FLOAT)])
    >>> square = ["*", "return_f", "return_f"]
    >>> twisted = Expression.from_tree(["==", ["+", "return_f", square], ["+", "return_s", square]], variables)
    >>> without_cancelling(twisted).to_tree()
    ['==', 'return_f', 'return_s']
    """
    tree = expression.to_tree()
    plain = _without(tree)
    try:
        return None if plain == tree else Expression.from_tree(plain, expression.variables)
    except UsageError:
        return None


def _without(tree: Any) -> Any:
    if not isinstance(tree, list):
        return tree
    if tree[0] in _COMPARISONS:
        return next(iter(other_arrangements(tree)), tree) if cancels(tree) else tree
    return [tree[0], *map(_without, tree[1:])]
