"""Whether a relation is metamorphic: whether it really ties the two outputs together."""

from collections.abc import Callable, Iterator, Mapping
from itertools import product
from typing import Any

from genmorph.model import Kind
from genmorph.relations.algebra import splits
from genmorph.relations.expression import Expression, Role
from genmorph.relations.operators import COMPARISONS, OPERATORS

SOURCE, FOLLOW_UP = "return_s", "return_f"
_COMPARISON_SYMBOLS = frozenset(OPERATORS[code].symbol for code in COMPARISONS)
_CONNECTIVES: Mapping[str, Callable[..., bool]] = {
    "and": lambda a, b: a and b,
    "or": lambda a, b: a or b,
    "xor": lambda a, b: a != b,
    "iff": lambda a, b: a == b,
    "implies": lambda a, b: not a or b,
    "not": lambda a: not a,
}


def is_metamorphic(expression: Expression) -> bool:
    """Whether an atom relates the source's and the follow-up's output and cannot be split into parts about one each.

    For numbers an atom is a comparison; for Boolean outputs the outputs themselves are atoms, and the relation must
    not be a conjunction of a part about one and a part about the other.

    >>> from genmorph.relations.expression import relation_variables
    >>> numbers = relation_variables([], [], Kind.INT)
    >>> is_metamorphic(Expression.from_tree(["==", "return_f", "return_s"], numbers))
    True
    >>> is_metamorphic(Expression.from_tree(["and", ["<", 0, "return_f"], ["<", 0, "return_s"]], numbers))
    False
    """
    if not (expression.mentions(Role.SOURCE_OUTPUT) and expression.mentions(Role.FOLLOW_UP_OUTPUT)):
        return False
    tree = expression.to_tree()
    if expression.variables[-1].kind is Kind.BOOL:
        return _ties_booleans(tree)
    return any({SOURCE, FOLLOW_UP} <= set(leaves(atom)) and not splits(atom, SOURCE, FOLLOW_UP) for atom in atoms(tree))


def atoms(tree: Any) -> Iterator[Any]:
    """The comparisons and Boolean variables of a relation in nested form."""
    if isinstance(tree, str) or tree[0] in _COMPARISON_SYMBOLS:
        yield tree
    else:
        for operand in tree[1:]:
            yield from atoms(operand)


def leaves(tree: Any) -> Iterator[Any]:
    """The variables and constants of a nested form."""
    if isinstance(tree, list):
        for operand in tree[1:]:
            yield from leaves(operand)
    else:
        yield tree


def _ties_booleans(tree: Any) -> bool:
    others = sorted({repr(atom) for atom in atoms(tree)} - {repr(SOURCE), repr(FOLLOW_UP)})
    return any(
        not _is_product([[_truth(tree, {**rest, repr(SOURCE): s, repr(FOLLOW_UP): f}) for f in _BOTH] for s in _BOTH])
        for rest in (dict(zip(others, values, strict=True)) for values in product(_BOTH, repeat=len(others)))
    )


_BOTH = (False, True)


def _is_product(table: list[list[bool]]) -> bool:
    """Whether a truth table over two outputs is a part about the first and a part about the second."""
    return table[0] == table[1] or not any(table[0]) or not any(table[1])


def _truth(tree: Any, values: dict[str, bool]) -> bool:
    known = values.get(repr(tree))
    if known is not None:
        return known
    return bool(_CONNECTIVES[tree[0]](*(_truth(operand, values) for operand in tree[1:])))
