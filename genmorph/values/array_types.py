"""The types of numpy's arrays: their names, and the values that elements of them have."""

import math
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from genmorph.model import Kind, UsageError
from genmorph.values.bools import bools
from genmorph.values.narrowable import Narrowable
from genmorph.values.numbers.floats import Floats, floats
from genmorph.values.numbers.ints import Ints, ints

_ALSO = {"int": "int64", "float": "float64", "bool_": "bool"}
_INT_BITS = {f"{sign}int{bits}": (sign, bits) for sign in ("", "u") for bits in (8, 16, 32, 64)}
_FLOAT_BITS = {f"float{bits}": bits for bits in (16, 32, 64)}
NAMES = (*_INT_BITS, *_FLOAT_BITS, "bool")
TYPE_OF: Mapping[Kind | None, str] = MappingProxyType({Kind.INT: "int64", Kind.FLOAT: "float64", Kind.BOOL: "bool"})
"""The types of one-dimensional arrays that relations speak of, by the kind of their elements."""

COMPLEX_TYPES = ("complex64", "complex128")
"""The types of complex numbers whose elements Python has too."""


def type_name(np_type: Any) -> str:
    """The name of a type that is given by its name, as a numpy type or dtype, or as one of Python's."""
    name = np_type if isinstance(np_type, str) else getattr(np_type, "name", None) or getattr(np_type, "__name__", None)
    found = _ALSO.get(str(name), name)
    if found not in NAMES:
        raise UsageError(f"np_type must be one of {', '.join(NAMES)}, got {np_type!r:.80}")
    return str(found)


def all_of(np_type: str) -> Narrowable:
    """All values that elements of a type can have."""
    if np_type in _INT_BITS:
        sign, bits = _INT_BITS[np_type]
        return ints(0, 2**bits - 1) if sign else ints(-(2 ** (bits - 1)), 2 ** (bits - 1) - 1)
    if np_type in _FLOAT_BITS:
        return Floats(-math.inf, math.inf, nan=True, width=_FLOAT_BITS[np_type])
    return bools()


def usual(np_type: str) -> Narrowable:
    """The values of elements where nothing is said of them: all that are finite."""
    return floats(width=_FLOAT_BITS[np_type]) if np_type in _FLOAT_BITS else all_of(np_type)


def elements_within(elements: Narrowable, np_type: str) -> Narrowable:
    """The values of the domain that elements of a type can have; ints without a bound, and floats, are cut to these."""
    whole = all_of(np_type)
    if elements.kind is not whole.kind or elements.contains(None) is not False:
        words = {Kind.INT: "ints", Kind.FLOAT: "floats", Kind.BOOL: "bools"}[whole.kind]
        raise UsageError(f"elements of {np_type} arrays must be {words}, got {elements!r:.80}")
    common = elements.intersect(whole)
    if common is None or not _is_meant(elements, common):
        raise UsageError(f"elements must be values of {np_type}, got {elements!r:.80}")
    return common


def _is_meant(elements: Narrowable, common: Narrowable) -> bool:
    """Whether nothing is lost that was asked for."""
    match elements, common:
        case Floats(), Floats():
            return True
        case Ints(low, high), Ints(least, most):
            return low in (None, least) and high in (None, most)
    return common == elements
