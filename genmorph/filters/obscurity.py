"""Relations that no developer would write, however true they are."""

from collections.abc import Iterator
from typing import Any

from genmorph.relations.expression import FOLLOW_UP_SIDE, SOURCE_SIDE, Expression
from genmorph.relations.metamorphic import atoms, names_of
from genmorph.relations.opaque import leaves, mentions, opaque_parts

_ORDERS = ("<", "<=")
_CLAIMS = ("startswith", "contains")
_JOINING = ("and", "or", "implies")
_COMPARING = ("iff", "xor")
_LONGEST_ORDER, _LONGEST_CLAIM = 5, 4
"""What is less than something, and what is a beginning or part of it, have so many operations at most."""
_SHORT, _SHORT_OF_INPUTS = 2, 3
"""A condition on one output, and one on inputs alone, have so many operations at most, the comparison included."""


def is_obscure(expression: Expression) -> bool:
    """Whether it orders long terms or products of outputs, or has several conditions, or one that is no simple one.

    Simple conditions are about inputs alone, or compare an output with a number. What is equal may be of any form, and
    so may be what is said of Boolean outputs alone.

    >>> from genmorph.domain import ints
    >>> from genmorph.model import Kind, Output, Parameter
    >>> from genmorph.relations.expression import relation_variables
    >>> variables = relation_variables([Parameter("n", ints())], [], [Output(Kind.INT)])
    >>> for tree in (
    ...     ["or", ["<", "n_s", 0], ["==", "return_f", ["*", "return_s", "n_s"]]],
    ...     ["or", ["<", "return_s", "n_s"], ["==", "return_f", ["*", "return_s", "n_s"]]],
    ...     ["<=", 1, ["*", "return_s", "return_f"]],
    ... ):
    ...     is_obscure(Expression.from_tree(tree, variables))
    False
    True
    True
    """
    outputs = names_of(expression, FOLLOW_UP_SIDE) | names_of(expression, SOURCE_SIDE)
    return _is_obscure(expression.to_tree(), outputs)


def _is_obscure(tree: Any, outputs: frozenset[str]) -> bool:
    if all(isinstance(atom, str) for atom in atoms(tree)):
        return False
    match tree:
        case ["not", part]:
            return _is_obscure(part, outputs) or _multiplies(part, outputs)
        case [symbol, a, b] if symbol in _JOINING:
            if not _is_atom(a) or not _is_atom(b) or _is_obscure(a, outputs) or _is_obscure(b, outputs):
                return True
            return not (_is_condition(a, outputs) or _is_condition(b, outputs) or _are_alike(a, b))
        case [symbol, a, b] if symbol in _COMPARING:
            return not (_is_atom(a) and _is_atom(b) and _is_condition(a, outputs) and _is_condition(b, outputs))
        case [symbol, *_] if symbol in _ORDERS:
            is_long = len(list(_operations(tree))) > _LONGEST_ORDER
            return is_long or _multiplies(tree, outputs) or _is_fitted_line(tree, outputs)
        case [symbol, *_] if symbol in _CLAIMS:
            return len(list(_operations(tree))) > _LONGEST_CLAIM
    return False


def _is_atom(tree: Any) -> bool:
    """Whether it is a comparison, another claim, or a Boolean variable, or the opposite of one."""
    return len(list(atoms(tree))) == 1


def _is_condition(tree: Any, outputs: frozenset[str]) -> bool:
    """Whether it is about inputs alone, or compares a single output with a number; a Boolean output is one as it is."""
    (atom,) = atoms(tree)
    size = len(list(_operations(atom)))
    named = [leaf for leaf in leaves(atom) if isinstance(leaf, str)]
    if not mentions(atom, outputs):
        return size <= _SHORT_OF_INPUTS
    return len(named) == 1 and size <= _SHORT


def _are_alike(a: Any, b: Any) -> bool:
    """Whether both are equalities: one thing, or the other."""
    return bool(a[0] == b[0] == "==")


def _multiplies(tree: Any, outputs: frozenset[str]) -> bool:
    """Whether an output is multiplied with or divided by a variable."""
    for operation in _operations(tree):
        if operation[0] in ("*", "/"):
            named = [part for side in operation[1:] for part in opaque_parts(side)]
            if len(named) > 1 and any(mentions(part, outputs) for part in named):
                return True
    return False


def _is_fitted_line(tree: Any, outputs: frozenset[str]) -> bool:
    """Whether several outputs are bounded by a number alone, and not simply by how far they are apart.

    `f(x + 1) >= f(x) - 4` is simple; `f(x + 1) >= 2 - 2 * f(x)` is a line that was put through what was seen.
    """
    terms = [*_terms(tree[1], 1), *_terms(tree[2], -1)]
    number = sum(factor for part, factor in terms if part is None)
    factors = [factor for part, factor in terms if part is not None and mentions(part, outputs)]
    has_inputs = len(factors) < sum(part is not None for part, _ in terms)
    return bool(number) and len(factors) > 1 and not has_inputs and (len(factors) > 2 or sum(factors) != 0)


def _terms(tree: Any, times: float) -> Iterator[tuple[Any, float]]:
    """The parts of a sum, each with its factor; None is the part of a number alone."""
    match tree:
        case int() | float():
            yield None, times * tree
        case ["+" | "-" as symbol, a, b]:
            yield from _terms(a, times)
            yield from _terms(b, times if symbol == "+" else -times)
        case ["*", (int() | float()) as factor, part] | ["*", part, (int() | float()) as factor]:
            yield from _terms(part, times * factor)
        case _:
            yield tree, times


def _operations(tree: Any) -> Iterator[Any]:
    """All operators of a tree with their operands."""
    if isinstance(tree, list):
        yield tree
        for operand in tree[1:]:
            yield from _operations(operand)
