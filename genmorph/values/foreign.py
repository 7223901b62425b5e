"""Values beyond plain data that calls give: what they are, and when two are equal."""

import sys
from collections.abc import Hashable, Iterable, Iterator
from functools import lru_cache
from itertools import chain
from operator import eq
from typing import Any

from genmorph.model import Built, Fields
from genmorph.values.building import build
from genmorph.values.kinds import has_inside, is_given_table
from genmorph.values.labels import key
from genmorph.values.python_text import ARRAY
from genmorph.values.table_parts import table_parts
from genmorph.values.value_forms import is_harmless

DICT = ("builtins", "dict")
NDARRAY = ("numpy", "ndarray")
_OF_TIME = (f"{ARRAY}datetime64", f"{ARRAY}timedelta64")
"""Arrays whose elements mean something else in another unit."""
_OF_NUMBERS = tuple(f"{ARRAY}{np_type}" for np_type in ("int", "uint", "float", "complex", "bool"))
"""How the makers of arrays begin whose elements are numbers, which Python has too."""
_PLAIN = frozenset({int, float, bool, str, bytes, complex})
_PLAIN_BUT_FLOATS = frozenset({int, bool, str, bytes, type(None)})
"""Types whose values are compared as they are; of most values that are compared it is asked first, for speed."""


def type_of(value: object) -> tuple[str, str] | None:
    """What built values are of: the function that is called, or what the name is a part of; None for other values.

    >>> type_of(Built("call", ("fractions", "Fraction", (1, 2), ()))), type_of(Built("name", ("shop", "Color.RED")))
    (('fractions', 'Fraction'), ('shop', 'Color'))
    """
    match value:
        case dict() | Built("dict"):
            return DICT
        case Built("call", (module, qualname, _, _)):
            return module, qualname
        case Built("name", (module, qualname)):
            return module, qualname.rpartition(".")[0]
        case Built():
            return NDARRAY
    return None


def common_type(values: Iterable[object]) -> tuple[str, str] | None:
    """The type of which all values are; None where there is none."""
    types = set(map(type_of, values))
    return types.pop() if len(types) == 1 else None


def builds_without_harm(value: object) -> bool:
    """Whether nothing is called or imported to build the value but what kinds call; files may hold anything.

    >>> from genmorph.values.building import as_data
    >>> removal = Built("call", ("os", "remove", ("it",), ()))
    >>> held = Built("call", ("builtins", "set", ([removal],), ()))
    >>> builds_without_harm(as_data({frozenset({1})})), builds_without_harm(held)
    (True, False)
    """
    match value:
        case list() | tuple():
            return _PLAIN.issuperset(map(type, value)) or all(map(builds_without_harm, value))
        case dict():
            return builds_without_harm([*value, *value.values()])
        case Built("call", (module, qualname, given, named)):
            return is_harmless((module, qualname)) and builds_without_harm([given, [one for _, one in named]])
        case Built("name", (module, _)):
            return module in sys.modules
        case Built(_, parts):
            return builds_without_harm(parts)
    return True


@lru_cache(maxsize=1 << 14)
def _made(maker: str, parts: tuple[Any, ...]) -> Any:
    return _built(Built(maker, parts))


def _built(value: Built) -> Any:
    return build(value) if builds_without_harm(value) else value


def _kept(value: Any) -> Any:
    """The value, kept with what builds it: nobody changes it.

    One that is no array is shared by all that builds an equal one, where its parts have a hash. To look an array up by
    its elements takes longer than to make it.
    """
    try:
        return value.made
    except AttributeError:
        pass
    try:
        made = _built(value) if value.maker.startswith(ARRAY) else _made(value.maker, value.parts)
    except TypeError:  # lists in it have no hash, and 1 and True are the same to those that have one
        made = _built(value)
    object.__setattr__(value, "made", made)
    return made


def native(value: Any) -> Any:
    """The value itself, if it is of a known kind; else what builds it."""
    kind = type_of(value)
    return _kept(value) if kind == NDARRAY or is_harmless(kind) else value


def natives(value: Any) -> Any:
    """The value itself, also inside of lists, tuples and dicts, as far as its types are known.

    >>> natives([Built("call", ("fractions", "Fraction", (1, 2), ())), {"a": (1,)}])
    [Fraction(1, 2), {'a': (1,)}]
    """
    match value:
        case list() | tuple():
            return type(value)(map(natives, value))
        case dict():
            return {natives(one): natives(held) for one, held in value.items()}
        case Built("dict", pairs):
            return {natives(one): natives(held) for one, held in pairs}
    return native(value)


def compared(value: Any) -> Any:
    """What is compared with other values: the value itself, as `natives` has it, or the parts of a table."""
    parts = table_parts(value)
    return natives(value if parts is None else parts)


def floats_in(value: object) -> Iterator[float]:
    """The floats in a value, or inside of lists, tuples, dicts, arrays and complex numbers; not those of fields.

    >>> list(floats_in([1, {"a": (2.5,)}, "a", 0.5]))
    [2.5, 0.5]
    """
    match value:
        case float():
            yield value
        case complex():
            yield from (value.real, value.imag)
        case list() | tuple():
            yield from chain.from_iterable(map(floats_in, value))
        case dict():
            yield from floats_in(list(value.values()))
        case Built("dict", parts):
            yield from floats_in([held for _, held in parts])
        case Built("call", ("builtins", "complex", parts, _)):
            yield from floats_in(parts)
        case Built(maker, (_, elements)) if maker.startswith(ARRAY):
            yield from floats_in(elements)
        case Built("call", ("pandas" | "polars", _, given, named)):
            yield from floats_in([given, *(held for _, held in named)])


def holds_floats(value: object) -> bool:
    """Whether there are floats in the value."""
    return next(floats_in(value), None) is not None


def array_of_numbers(value: object) -> tuple[tuple[int, ...], tuple[Any, ...]] | None:
    """The shape and the elements of an array of numbers or Booleans, as Python has them; None for other values.

    >>> array_of_numbers(Built("array:float64", ((1, 2), (0.5, 1.0)))), array_of_numbers(0.5)
    (((1, 2), (0.5, 1.0)), None)
    """
    match value:
        case Built(maker, (tuple(shape), tuple(elements))) if maker.startswith(_OF_NUMBERS):
            return shape, elements
    return None


_NAN = ("nan",)


def _known(elements: tuple[Any, ...]) -> tuple[Hashable, ...]:
    """Elements of an array, with texts in the place of NaN and of what is built."""
    if _PLAIN.issuperset(map(type, elements)) and all(map(eq, elements, elements)):
        return elements
    return tuple([one if type(one) in _PLAIN and one == one else key(one) for one in elements])


def identity(value: object) -> Hashable:
    """The same for equal values: what is equal in Python, also in another zone or with other zeros; NaN is itself."""
    if type(value) in _PLAIN_BUT_FLOATS:
        return value
    if isinstance(value, list | tuple):
        return type(value).__name__, tuple([identity(one) for one in value])
    if isinstance(value, int | float | str | bytes):
        return value if value == value else _NAN
    match value:
        case Fields(names, values, compared_as):
            return "fields", compared_as, names, identity(values)
        case Built(maker, (shape, elements)) if maker.startswith(ARRAY):
            return maker if maker.startswith(_OF_TIME) else ARRAY, shape, _known(elements)
    parts = table_parts(value)
    return _identity_of_object(value) if parts is None else (type_of(value), identity(parts))


def _identity_of_object(value: object) -> Hashable:
    found = native(value)
    if isinstance(found, dict) or (isinstance(found, Built) and found.maker == "dict"):
        pairs = found.items() if isinstance(found, dict) else found.parts
        return "dict", frozenset((identity(one), identity(held)) for one, held in pairs)
    if isinstance(found, Built):
        return "built", key(found)
    try:
        if isinstance(found, set | frozenset):
            return "set", frozenset(found)
        hash(found)
        return found if found == found else ("built", key(value))
    except Exception:  # noqa: BLE001 - a set may hold what has no hash, and signalling NaN has no equality
        return "built", key(value)


def equals_itself(value: object) -> bool:
    """Whether Python finds the value equal to itself: NaN, arrays and tables are not; signalling NaN raises an error.

    >>> equals_itself(Built("call", ("decimal", "Decimal", ("NaN",), ()))), equals_itself({"a": 1})
    (False, True)
    """
    if has_inside(value, is_given_table):
        return False
    found = native(value)
    try:
        return bool(found == found)
    except Exception:  # noqa: BLE001 - whatever a comparison raises
        return False


def is_same(one: object, other: object) -> bool:
    """Whether two values are equal, or both the same NaN."""
    return identity(one) == identity(other)
