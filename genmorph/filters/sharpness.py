"""Relations that claim more than random inputs can contradict."""

from collections.abc import Sequence

from genmorph.model import Kind
from genmorph.relations.expression import Expression, Variable
from genmorph.relations.operators import (
    ABSOLUTE,
    ADD_EACH,
    BY_CODE,
    CONCATENATE,
    CONTAINS,
    DIVIDE,
    ELEMENT,
    EQUAL,
    FIRST_SEQUENCE,
    FIRST_VARIABLE,
    FLOAT_CONSTANT,
    IFF,
    IMPLIES,
    INT_CONSTANT,
    LENGTH,
    LESS,
    LESS_EQUAL,
    NOT,
    PREFIX,
    REMOVE,
    SAME,
    SCALE_EACH,
    TEXT_OF,
    TRUNCATE,
    XOR,
    operation_of,
)

_Sharpness = tuple[bool, bool]
"""Whether a Boolean part is too sharp where it is claimed, and where its negation is."""
_NOT_SHARP = (False, False)
_SHARP = {EQUAL: (False, True), LESS_EQUAL: (False, True), LESS: (True, False)}
"""Comparisons that are not of two ints."""
_SHARP_OF_SEQUENCES = (False, True)
"""Equalities, prefixes and contents: that such things differ is hardly ever contradicted, whatever they hold."""


def _codes_of(*operations: int) -> frozenset[int]:
    return frozenset(code for code in BY_CODE if (found := operation_of(code)) and found[0] in operations)


_CLAIMS = _codes_of(SAME, PREFIX, CONTAINS)
_ALWAYS_INT = _codes_of(LENGTH, TEXT_OF)
_AS_FIRST = _codes_of(REMOVE, TRUNCATE, ELEMENT)
_AS_BOTH = _codes_of(CONCATENATE, ADD_EACH, SCALE_EACH)
"""Operations by when what they give is made of ints; all others are so where their one operand is."""


def is_too_sharp(expression: Expression) -> bool:
    """Whether a comparison of floats excludes that they are equal, or speaks of the case that they are.

    Two floats that vary freely are hardly ever equal, so `f(x + 1) != f(x)` and `f(x) < 1` survive all random inputs
    even where one input contradicts them, and `x != 0.5 or ...` says nothing elsewhere. Equalities and `<=` as claims
    are not too sharp: any input can contradict them. Texts and sequences count as floats do, whatever they hold.

    >>> from genmorph.model import Kind
    >>> from genmorph.relations.expression import relation_variables
    >>> from genmorph.model import Output
    >>> variables = relation_variables([], [], [Output(Kind.FLOAT)])
    >>> is_too_sharp(Expression.from_tree(["not", ["==", "return_f", "return_s"]], variables))
    True
    >>> is_too_sharp(Expression.from_tree(["<=", "return_f", "return_s"], variables))
    False
    """
    return are_too_sharp(expression.codes, expression.variables)


def are_too_sharp(codes: Sequence[int], variables: Sequence[Variable]) -> bool:
    """The same of prefix codes that are known to be well typed."""
    ints: list[bool] = []
    claims: list[_Sharpness] = []
    for code in reversed(codes):
        if code >= FIRST_VARIABLE:
            kind = variables[code - FIRST_VARIABLE].kind
            if kind is Kind.BOOL:
                claims.append(_NOT_SHARP)
            else:
                ints.append(kind is not Kind.FLOAT and kind is not Kind.FLOATS)
        elif code >= FIRST_SEQUENCE:
            _apply_to_sequences(code, ints, claims)
        elif code in (INT_CONSTANT, FLOAT_CONSTANT):
            ints.append(code == INT_CONSTANT)
        elif code < ABSOLUTE:
            ints.append(ints.pop() & ints.pop() & (code != DIVIDE))
        elif code in _SHARP:
            claims.append(_NOT_SHARP if ints.pop() & ints.pop() else _SHARP[code])
        elif code == NOT:
            claims.append(claims.pop()[::-1])
        elif code != ABSOLUTE:
            claims.append(_connected(code, claims.pop(), claims.pop()))
    return claims[0][0]


def _apply_to_sequences(code: int, ints: list[bool], claims: list[_Sharpness]) -> None:
    """Replace the operands on top of the stack, the first one topmost, by the result."""
    if code in _CLAIMS:
        del ints[-2:]
        claims.append(_SHARP_OF_SEQUENCES)
    elif code in _ALWAYS_INT:
        ints[-1] = True
    elif code in _AS_FIRST:
        del ints[-2]
    elif code in _AS_BOTH:
        ints.append(ints.pop() & ints.pop())


def _connected(code: int, a: _Sharpness, b: _Sharpness) -> _Sharpness:
    if code in (IFF, XOR):
        return (any((*a, *b)),) * 2
    if code == IMPLIES:
        a = a[::-1]
    return a[0] or b[0], a[1] or b[1]
