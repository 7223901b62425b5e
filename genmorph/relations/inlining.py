"""Follow-up inputs written out as what they are made of."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from genmorph.model import UsageError
from genmorph.relations.expression import Expression, Variable
from genmorph.relations.metamorphic import atoms
from genmorph.relations.opaque import mentions, restored


def inlinable(parts: Mapping[str, Any], variables: Sequence[Variable]) -> dict[str, Any]:
    """Those of the parts, by name of a variable, that are trees of its sort over the variables."""
    sorts = {variable.name: variable.sort for variable in variables}
    return {name: tree for name, tree in parts.items() if name in sorts and _sort_of(tree, variables) is sorts[name]}


def inlined(tree: Any, parts: Mapping[str, Any]) -> Iterator[Any]:
    """The relation with the parts in the place of their variables, in one claim at a time.

    >>> list(inlined(["or", ["<", "n_f", 9], ["==", "return_f", "n_f"]], {"n_f": ["+", "n_s", 1]}))[1]
    ['or', ['<', 'n_f', 9], ['==', 'return_f', ['+', 'n_s', 1]]]
    """
    for claim in atoms(tree):
        if mentions(claim, parts):
            yield _with_claim(tree, claim, restored(claim, parts))


def _sort_of(tree: Any, variables: Sequence[Variable]) -> Any:
    try:
        return Expression.from_tree(tree, variables).sort
    except UsageError:
        return None


def _with_claim(tree: Any, old: Any, new: Any) -> Any:
    if tree == old:
        return new
    return [tree[0], *(_with_claim(part, old, new) for part in tree[1:])] if isinstance(tree, list) else tree
