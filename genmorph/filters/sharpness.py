"""Relations that claim more than random inputs can contradict."""

from genmorph.relations.expression import Expression, int_nodes, operands
from genmorph.relations.operators import COMPARISONS, IFF, IMPLIES, LESS, NOT, XOR


def is_too_sharp(expression: Expression) -> bool:
    """Whether a comparison of floats excludes that they are equal, or speaks of the case that they are.

    Two floats that vary freely are hardly ever equal, so `f(x + 1) != f(x)` and `f(x) < 1` survive all random inputs
    even where one input contradicts them, and `x != 0.5 or ...` says nothing elsewhere. Equalities and `<=` as claims
    are not too sharp: any input can contradict them.

    >>> from genmorph.model import Kind
    >>> from genmorph.relations.expression import relation_variables
    >>> variables = relation_variables([], [], Kind.FLOAT)
    >>> is_too_sharp(Expression.from_tree(["not", ["==", "return_f", "return_s"]], variables))
    True
    >>> is_too_sharp(Expression.from_tree(["<=", "return_f", "return_s"], variables))
    False
    """
    are_ints = int_nodes(expression.codes, expression.variables)

    def walk(index: int, polarities: frozenset[bool]) -> bool:
        code = expression.codes[index]
        inner = list(operands(expression.codes, index))
        if code in COMPARISONS:
            is_exact = are_ints[inner[0]] and are_ints[inner[1]]
            return not is_exact and (code == LESS) in polarities
        if code in (IFF, XOR):
            return any(walk(operand, frozenset((False, True))) for operand in inner)
        flipped = frozenset(not polarity for polarity in polarities)
        return any(
            walk(operand, flipped if code == NOT or (code == IMPLIES and position == 0) else polarities)
            for position, operand in enumerate(inner)
        )

    return walk(0, frozenset((True,)))
