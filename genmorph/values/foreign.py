"""Values beyond plain data that calls give: what they are, when two are equal, and what relations read of them."""

import math
from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from genmorph.model import Built
from genmorph.values.building import build
from genmorph.values.labels import key


@dataclass(frozen=True, slots=True)
class View:
    """What relations read of a value in the place of the value: `text` is Python with `{}` for it."""

    text: str
    read: Callable[[Any], Any]


_AS_FLOAT = View("float({})", float)
_SORTED = View("sorted({})", sorted)

_VIEWS: dict[tuple[str, str], tuple[View, ...]] = {
    ("datetime", "date"): (View("{}.toordinal()", lambda value: value.toordinal()),),
    ("datetime", "datetime"): (View("{}.toordinal()", lambda value: value.toordinal()),),
    ("datetime", "time"): (),
    ("datetime", "timedelta"): (View("{}.total_seconds()", lambda value: value.total_seconds()),),
    ("datetime", "timezone"): (),
    ("zoneinfo", "ZoneInfo"): (),
    ("decimal", "Decimal"): (_AS_FLOAT,),
    ("fractions", "Fraction"): (_AS_FLOAT,),
    ("builtins", "complex"): (
        View("{}.real", lambda value: value.real),
        View("{}.imag", lambda value: value.imag),
        View("abs({})", abs),
    ),
    ("builtins", "dict"): (_SORTED, View("sorted({}.values())", lambda value: sorted(value.values()))),
    ("builtins", "set"): (_SORTED,),
    ("builtins", "frozenset"): (_SORTED,),
    ("uuid", "UUID"): (),
    ("pathlib", "PosixPath"): (View("str({})", str),),
    ("pathlib", "PurePosixPath"): (View("str({})", str),),
    ("pathlib", "PureWindowsPath"): (View("str({})", str),),
}
"""By module and name, the types whose values are made in this process too, and their views."""


VIEW_TEXTS = tuple(dict.fromkeys(view.text for views in _VIEWS.values() for view in views))


def type_of(value: object) -> tuple[str, str] | None:
    """What built values are of: the function that is called, or what the name is a part of; None for other values.

    >>> type_of(Built("call", ("fractions", "Fraction", (1, 2), ()))), type_of(Built("name", ("shop", "Color.RED")))
    (('fractions', 'Fraction'), ('shop', 'Color'))
    """
    match value:
        case dict() | Built("dict"):
            return "builtins", "dict"
        case Built("call", (module, qualname, _, _)):
            return module, qualname
        case Built("name", (module, qualname)):
            return module, qualname.rpartition(".")[0]
    return None


def common_type(values: Iterable[object]) -> tuple[str, str] | None:
    """The type of which all values are; None where there is none."""
    types = set(map(type_of, values))
    return types.pop() if len(types) == 1 else None


def views_of(values: Sequence[object]) -> tuple[View, ...]:
    """The views that can be read of each of these values, which are of one type."""
    found = common_type(values)
    known = _VIEWS.get(found, ()) if found else ()
    return tuple(view for view in known if all(read_view(view, value) is not None for value in values))


def read_text_view(text: str, value: object) -> Any:
    """What the view of this text shows of a value; None where the value has none such, or it shows nothing."""
    found = type_of(value)
    view = next((view for view in _VIEWS.get(found, ()) if view.text == text), None) if found else None
    return None if view is None else read_view(view, value)


def read_view(view: View, value: object) -> Any:
    """What the view shows of a value, a subclass as the plain value that it is; None where it shows nothing."""
    try:
        shown = view.read(native(value))
    except Exception:  # noqa: BLE001 - methods of values that a call gave: an order that is none, a float too large
        return None
    return None if isinstance(shown, float) and math.isinf(shown) else shown


@lru_cache(maxsize=1 << 14)
def _made(value: Built) -> Any:
    return build(value)


def native(value: Any) -> Any:
    """The value itself, if it is of a known type; else what builds it."""
    if type_of(value) not in _VIEWS:
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
