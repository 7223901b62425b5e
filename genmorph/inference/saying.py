"""What equalities say, by themselves, of the follow-up's outputs, and which relations can add nothing to that."""

from collections.abc import Iterable, Mapping
from typing import Any

from genmorph.filters.obscurity import is_obscure
from genmorph.relations.effort import effort
from genmorph.relations.expression import FOLLOW_UP_SIDE, Expression
from genmorph.relations.metamorphic import names_of
from genmorph.relations.opaque import leaves

_EQUALITIES = ("==", "iff")
_UNDOABLE = frozenset({"+", "-", "*", "/", "concatenate", "flip", "not"})
"""What an operand can be computed back from, once the result and the other operand are known."""


def said_outputs(relations: Iterable[Expression]) -> dict[str, int]:
    """For each of the follow-up's outputs that an equality says by itself, the effort of the shortest that does.

    >>> from genmorph.model import Kind, Output
    >>> from genmorph.relations.expression import relation_variables
    >>> variables = relation_variables([], [], [Output(Kind.INT)])
    >>> trees = ["==", ["abs", "return_f"], "return_s"], ["==", ["*", "return_f", 2], "return_s"]
    >>> [said_outputs([Expression.from_tree(tree, variables)]) for tree in trees]
    [{}, {'return_f': 5}]
    """
    said: dict[str, int] = {}
    for relation in relations:
        spoken_of = _follow_ups(relation)
        if len(spoken_of) == 1 and _says(relation.to_tree(), spoken_of[0]) and not is_obscure(relation):
            said[spoken_of[0]] = min(effort(relation), said.get(spoken_of[0], effort(relation)))
    return said


def adds_nothing(relation: Expression, said: Mapping[str, int]) -> bool:
    """Whether shorter equalities say all of the follow-up's outputs in it, so that all it adds is of a single call."""
    length = effort(relation)
    return all(said.get(name, length) < length for name in _follow_ups(relation))


def _follow_ups(relation: Expression) -> list[str]:
    """The follow-up's outputs, each as often as it occurs."""
    names = names_of(relation, FOLLOW_UP_SIDE)
    return [leaf for leaf in leaves(relation.to_tree()) if leaf in names]


def _says(tree: Any, output: str) -> bool:
    """Whether the relation is an equality from which the output, which it has once, can be computed."""
    return tree[0] in _EQUALITIES and any(_leads_to(side, output) for side in tree[1:])


def _leads_to(tree: Any, output: str) -> bool:
    if not isinstance(tree, list):
        return bool(tree == output)
    return tree[0] in _UNDOABLE and any(_leads_to(operand, output) for operand in tree[1:])
