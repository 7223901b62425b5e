"""How much effort it takes to read a relation; what is reported, simplified and kept is chosen by it."""

from collections.abc import Sequence
from itertools import pairwise

from genmorph.relations.operators import (
    ABSOLUTE,
    DIVIDE,
    FLOAT_CONSTANT,
    IMPLIES,
    INT_CONSTANT,
    LESS,
    LESS_EQUAL,
    NOT,
    SUBTRACT,
    XOR,
)

_WEIGHTS = {ABSOLUTE: 3, DIVIDE: 3, LESS: 3, LESS_EQUAL: 3, XOR: 3, IMPLIES: 2, NOT: 2, FLOAT_CONSTANT: 2}


def effort(codes: Sequence[int]) -> int:
    """The number of nodes, with those that are harder to read counted twice or three times, and `0 - x` as one.

    >>> from genmorph.relations.operators import EQUAL, FIRST_VARIABLE
    >>> effort([EQUAL, FIRST_VARIABLE, FIRST_VARIABLE + 1]), effort([LESS, FIRST_VARIABLE, FIRST_VARIABLE + 1])
    (3, 5)
    """
    minus_signs = sum(pair == (SUBTRACT, INT_CONSTANT) for pair in pairwise(codes))
    return sum(_WEIGHTS.get(code, 1) for code in codes) - minus_signs
