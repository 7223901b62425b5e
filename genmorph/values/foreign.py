"""Values beyond plain data that calls give: what they are, and when two are equal."""

from collections.abc import Hashable, Iterable
from functools import lru_cache
from typing import Any

from genmorph.model import Built
from genmorph.values.building import build
from genmorph.values.labels import key
from genmorph.values.value_forms import STANDARD

_DICT = ("builtins", "dict")


def type_of(value: object) -> tuple[str, str] | None:
    """What built values are of: the function that is called, or what the name is a part of; None for other values.

    >>> type_of(Built("call", ("fractions", "Fraction", (1, 2), ()))), type_of(Built("name", ("shop", "Color.RED")))
    (('fractions', 'Fraction'), ('shop', 'Color'))
    """
    match value:
        case dict() | Built("dict"):
            return _DICT
        case Built("call", (module, qualname, _, _)):
            return module, qualname
        case Built("name", (module, qualname)):
            return module, qualname.rpartition(".")[0]
    return None


def common_type(values: Iterable[object]) -> tuple[str, str] | None:
    """The type of which all values are; None where there is none."""
    types = set(map(type_of, values))
    return types.pop() if len(types) == 1 else None


@lru_cache(maxsize=1 << 14)
def _made(value: Built) -> Any:
    return build(value)


def native(value: Any) -> Any:
    """The value itself, if it is of a known type; else what builds it."""
    if type_of(value) not in STANDARD:
        return value
    try:
        return _made(value)
    except TypeError:  # lists in it have no hash
        return build(value)


def identity(value: object) -> Hashable:
    """The same for equal values: what is equal in Python, also in another zone or with other zeros; NaN is itself."""
    found = native(value)
    if isinstance(found, dict):
        return frozenset((identity(one), key(held)) for one, held in found.items())
    if isinstance(found, Built) or found is None:
        return key(found)
    try:
        hashed = frozenset(found) if isinstance(found, set) else found
        hash(hashed)
        return (type_of(value), hashed) if hashed == hashed else key(value)
    except Exception:  # noqa: BLE001 - a set may hold what has no hash, and signalling NaN has no equality
        return key(value)


def equals_itself(value: object) -> bool:
    """Whether Python finds the value equal to itself: NaN is not, and signalling NaN raises an exception.

    >>> equals_itself(Built("call", ("decimal", "Decimal", ("NaN",), ()))), equals_itself({"a": 1})
    (False, True)
    """
    found = native(value)
    try:
        return bool(found == found)
    except Exception:  # noqa: BLE001 - whatever a comparison raises
        return False


def is_same(one: object, other: object) -> bool:
    """Whether two values are equal, or both the same NaN."""
    return identity(one) == identity(other)
