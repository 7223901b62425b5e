"""Shorter forms that no law stands behind: only that they agree on all executions speaks for them."""

from collections.abc import Iterator

from genmorph.model import UsageError
from genmorph.relations.expression import Expression, Role, Tree, subtree_end
from genmorph.relations.metamorphic import atoms
from genmorph.relations.operators import (
    EQUAL,
    FIRST_VARIABLE,
    FLOAT_CONSTANT,
    IFF,
    IMPLIES,
    INT_CONSTANT,
    LESS,
    LESS_EQUAL,
    Sort,
    arity,
)

_SMALL = (0, 1, 2)
_DIGITS = (1, 2, 3)
_EASIER = {LESS_EQUAL: (EQUAL, LESS), IMPLIES: (IFF,)}
"""For some operators, those on the same operands that are easier to read or say more."""

Part = tuple[tuple[int, ...], tuple[int | float, ...]]
"""The codes and the constants of a subtree."""


def shrinkings(expression: Expression) -> Iterator[Expression]:
    """The relation with one part replaced by a part of it, a variable or a short number, or by an easier operator.

    >>> from genmorph.model import Kind, Output
    >>> from genmorph.relations.expression import relation_variables
    >>> variables = relation_variables([], [], [Output(Kind.INT)])
    >>> relation = Expression.from_tree(["==", "return_f", ["+", "return_s", 7]], variables)
    >>> [shorter.to_tree()[2] for shorter in shrinkings(relation)][-3:]
    [['+', 'return_s', 0], ['+', 'return_s', 1], ['+', 'return_s', 2]]
    """
    for start, code in enumerate(expression.codes):
        end = subtree_end(expression.codes, start)
        for part in _smaller(expression, start, end):
            yield from _replaced(expression, start, end, part)
        for easier in _EASIER.get(code, ()):
            codes, constants = _part(expression, start, end)
            yield from _replaced(expression, start, end, ((easier, *codes[1:]), constants))


def plain_claims(expression: Expression) -> Iterator[Expression]:
    """Each comparison with a follow-up's output alone, its other side replaced by a source's output or one like it.

    >>> from genmorph.model import Kind, Output
    >>> from genmorph.relations.expression import relation_variables
    >>> variables = relation_variables([], [], [Output(Kind.INT)])
    >>> tree = ["or", ["<=", 0, "return_s"], ["==", "return_f", ["abs", ["*", 7, "return_s"]]]]
    >>> [claim.to_tree()[2] for claim in plain_claims(Expression.from_tree(tree, variables))]
    ['return_s', ['-', 0, 'return_s'], ['*', 'return_s', 2], ['+', 'return_s', 1], ['-', 'return_s', 1]]
    """
    numbers = [variable for variable in expression.mentioned if variable.kind.is_number]
    follow_ups = {variable.name for variable in numbers if variable.role is Role.FOLLOW_UP_OUTPUT}
    sources = dict.fromkeys(variable.name for variable in numbers if variable.role is Role.SOURCE_OUTPUT)
    terms = [term for source in sources for term in _near(source)]
    trees: list[Tree] = []
    for claim in atoms(expression.to_tree()):
        match claim:
            case [("==" | "<" | "<=") as symbol, str() as output, _] if output in follow_ups:
                trees += [[symbol, output, term] for term in terms]
            case [("==" | "<" | "<=") as symbol, _, str() as output] if output in follow_ups:
                trees += [[symbol, term, output] for term in terms]
    return (Expression.from_tree(tree, expression.variables) for tree in trees)


def _near(name: str) -> Iterator[Tree]:
    """The variable, and what is calculated of it in one step with a small number."""
    yield from (name, ["-", 0, name], ["*", name, 2], ["+", name, 1], ["-", name, 1])


def _smaller(expression: Expression, start: int, end: int) -> Iterator[Part]:
    """What may stand in the place of a part of the same sort, with fewer nodes or simpler ones."""
    codes = expression.codes
    sort = expression.sort_of(codes[start])
    for inner in range(start + 1, end):
        if expression.sort_of(codes[inner]) is sort and arity(codes[inner]):
            yield _part(expression, inner, subtree_end(codes, inner))
    for place, variable in enumerate(expression.variables):
        if variable.sort is sort and start > 0 and codes[start] != FIRST_VARIABLE + place:
            yield (FIRST_VARIABLE + place,), ()
    if sort is Sort.NUMBER:
        for value in _numbers(expression, start):
            yield (INT_CONSTANT if isinstance(value, int) else FLOAT_CONSTANT,), (value,)


def _numbers(expression: Expression, start: int) -> Iterator[int | float]:
    """Small ones; for a float a whole number as an int, any other with few digits."""
    present = expression.constant_at.get(start)
    if expression.codes[start] == FLOAT_CONSTANT and present is not None:
        if present == int(present):
            yield int(present)
        yield from (short for digits in _DIGITS if (short := float(f"{present:.{digits}g}")) != present)
    yield from (value for value in _SMALL if value != present)


def _part(expression: Expression, start: int, end: int) -> Part:
    before = _constants_before(expression, start)
    return expression.codes[start:end], expression.constants[before : _constants_before(expression, end)]


def _replaced(expression: Expression, start: int, end: int, part: Part) -> Iterator[Expression]:
    """The relation with a part in the place of the one between two indices; none where that is ill typed."""
    first, last = _constants_before(expression, start), _constants_before(expression, end)
    codes = (*expression.codes[:start], *part[0], *expression.codes[end:])
    constants = (*expression.constants[:first], *part[1], *expression.constants[last:])
    try:
        yield Expression(codes, constants, expression.variables)
    except UsageError:
        return


def _constants_before(expression: Expression, index: int) -> int:
    return sum(code in (INT_CONSTANT, FLOAT_CONSTANT) for code in expression.codes[:index])
