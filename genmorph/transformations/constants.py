"""Constants of transformations: which are usable, and how they are written."""

import math
from collections.abc import Iterable

from genmorph.model import Kind

_EXACT = 2**53

Number = int | float


def usable_constants(kind: Kind, offered: Iterable[Number]) -> tuple[Number, ...]:
    """1, -1 and the offered constants as numbers of the kind, distinct, in this order.

    Bools, what is not finite, ints beyond 2**53, and for ints what is not integral, are left out.

    >>> usable_constants(Kind.INT, [7, 2.5, 2.0, True, 1])
    (1, -1, 7, 2)
    """
    converted = (_as_kind(constant, kind) for constant in (1, -1, *offered))
    return tuple(dict.fromkeys(constant for constant in converted if constant is not None))


def constant_text(constant: Number) -> str:
    """Python text; whole floats are written as ints, which gives the same result beside a float.

    >>> constant_text(2.0), constant_text(-0.5), constant_text(1e300)
    ('2', '-0.5', '1e+300')
    """
    is_whole = isinstance(constant, int) or (constant.is_integer() and abs(constant) < _EXACT)
    return repr(int(constant)) if is_whole else repr(constant)


def constant_words(constant: Number) -> str:
    """Words that still tell constants apart when all but letters and digits is lost.

    >>> constant_words(-2), constant_words(1e-07), constant_words(1e300)
    ('minus 2', '1e minus 07', '1e300')
    """
    return constant_text(constant).replace("-", " minus ").replace("+", "").strip()


def is_constant(value: object) -> bool:
    """Whether the value is an int within 2**53 or a finite float, and not a bool."""
    if isinstance(value, float):
        return math.isfinite(value)
    return isinstance(value, int) and not isinstance(value, bool) and abs(value) <= _EXACT


def _as_kind(constant: Number, kind: Kind) -> Number | None:
    if not is_constant(constant):
        return None
    if kind is Kind.FLOAT:
        return float(constant)
    return int(constant) if constant == int(constant) and abs(constant) <= _EXACT else None
