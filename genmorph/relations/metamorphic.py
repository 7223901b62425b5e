"""Whether a relation is metamorphic: whether it really ties the source's and the follow-up's outputs together."""

from collections.abc import Callable, Collection, Iterator, Mapping
from itertools import product
from typing import Any

from genmorph.relations.algebra import mentions
from genmorph.relations.expression import FOLLOW_UP_SIDE, SOURCE_SIDE, Expression, Role
from genmorph.relations.operators import Sort, Trait, symbols_with

_COMPARISONS = symbols_with(Trait.COMPARISON)
_MEMBERSHIPS = symbols_with(Trait.MEMBERSHIP)
_CONNECTIVES: Mapping[str, Callable[..., bool]] = {
    "and": lambda a, b: a and b,
    "or": lambda a, b: a or b,
    "xor": lambda a, b: a != b,
    "iff": lambda a, b: a == b,
    "implies": lambda a, b: not a or b,
    "not": lambda a: not a,
}
_BOTH = (False, True)


def is_metamorphic(expression: Expression) -> bool:
    """Whether an atom relates the two sides' outputs and cannot be split into parts about one side each.

    An atom is a comparison or another claim about values. Boolean outputs are atoms themselves: for one of each side,
    the relation must not be a conjunction of a part about one and a part about the other.

    >>> from genmorph.model import Kind, Output
    >>> from genmorph.relations.expression import relation_variables
    >>> numbers = relation_variables([], [], [Output(Kind.INT)])
    >>> is_metamorphic(Expression.from_tree(["==", "return_f", "return_s"], numbers))
    True
    >>> is_metamorphic(Expression.from_tree(["and", ["<", 0, "return_f"], ["<", 0, "return_s"]], numbers))
    False
    """
    if not (expression.mentions(SOURCE_SIDE) and expression.mentions(FOLLOW_UP_SIDE)):
        return False
    tree = expression.to_tree()
    sources, follow_ups = names_of(expression, SOURCE_SIDE), names_of(expression, FOLLOW_UP_SIDE)
    return any(_ties(atom, sources, follow_ups) for atom in atoms(tree)) or _ties_booleans(expression, tree)


def names_of(expression: Expression, roles: Collection[Role]) -> frozenset[str]:
    """The names of its variables of these roles."""
    return frozenset(variable.name for variable in expression.variables if variable.role in roles)


def atoms(tree: Any) -> Iterator[Any]:
    """The comparisons, other claims about values, and Boolean variables of a relation in nested form."""
    if isinstance(tree, str) or tree[0] not in _CONNECTIVES:
        yield tree
    else:
        for operand in tree[1:]:
            yield from atoms(operand)


def _ties(atom: Any, sources: Collection[str], follow_ups: Collection[str]) -> bool:
    from genmorph.relations.algebra import splits  # sympy takes long to import, and what only reads needs none

    if not (mentions(atom, sources) and mentions(atom, follow_ups)):
        return False
    return atom[0] in _MEMBERSHIPS or (atom[0] in _COMPARISONS and not splits(atom, sources, follow_ups))


def _ties_booleans(expression: Expression, tree: Any) -> bool:
    """Whether a Boolean output of the source and one of the follow-up decide together."""
    names = {repr(atom) for atom in atoms(tree)}
    pair = [
        [v.name for v in expression.variables if v.sort is Sort.BOOLEAN and v.role in roles and repr(v.name) in names]
        for roles in (SOURCE_SIDE, FOLLOW_UP_SIDE)
    ]
    return any(_decide(tree, sorted(names - {repr(s), repr(f)}), repr(s), repr(f)) for s, f in product(*pair))


def _decide(tree: Any, others: list[str], source: str, follow_up: str) -> bool:
    """Whether the truth table over two outputs is no part about the first and a part about the second."""
    for values in product(_BOTH, repeat=len(others)):
        rest = dict(zip(others, values, strict=True))
        table = [[_truth(tree, {**rest, source: s, follow_up: f}) for f in _BOTH] for s in _BOTH]
        if table[0] != table[1] and any(table[0]) and any(table[1]):
            return True
    return False


def _truth(tree: Any, values: dict[str, bool]) -> bool:
    known = values.get(repr(tree))
    if known is not None:
        return known
    return bool(_CONNECTIVES[tree[0]](*(_truth(operand, values) for operand in tree[1:])))
