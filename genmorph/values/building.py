"""Values made of what says how: arrays, dicts, results of calls; as the function gets them, as Python, as text."""

from collections.abc import Iterable
from copy import deepcopy
from enum import Enum
from functools import lru_cache
from typing import Any

from genmorph.model import Built, Container, Domain, Kind, UsageError
from genmorph.settings import WRITING
from genmorph.values.array_types import COMPLEX_TYPES, TYPE_OF, type_name
from genmorph.values.kinds import is_array
from genmorph.values.paths import find_named
from genmorph.values.python_text import ARRAY, KEY, READABLE, SOURCE, python_text
from genmorph.values.value_forms import Call, Name, form_of

_PLAIN = frozenset({int, float, bool, complex, str, bytes, type(None)})
"""Types whose values are what they build."""


def build(value: Any) -> Any:
    """Make the value itself: what is built is made anew, also inside of lists and tuples.

    Raises:
        Exception: What a call that takes part raises.

    >>> build((1, [Built("dict", (("a", 0.5),))]))
    (1, [{'a': 0.5}])
    >>> build(Built("array:uint8", ((1, 2), (3, 4))))
    array([[3, 4]], dtype=uint8)
    >>> build(Built("call", ("fractions", "Fraction", (1, 2), ())))
    Fraction(1, 2)

    """
    if type(value) in _PLAIN:
        return value
    match value:
        case list():
            return [build(item) for item in value]
        case tuple():
            return tuple([build(item) for item in value])
        case dict():
            return {build(key): build(item) for key, item in value.items()}
        case Built("dict", pairs):
            return {build(key): build(item) for key, item in pairs}
        case Built("call", (module, qualname, arguments, keywords)):
            made = {name: build(item) for name, item in keywords}
            return find_named(module, qualname)(*build(arguments), **made)
        case Built("name", (module, qualname)):
            return find_named(module, qualname)
        case Built(maker, (shape, elements)):
            are_plain = _PLAIN.issuperset(map(type, elements))
            return _array(maker.removeprefix(ARRAY), shape, elements if are_plain else build(elements))
    return value


def _array(np_type: str, shape: tuple[int, ...], elements: tuple[Any, ...]) -> Any:
    """Elements one by one: objects may be sequences, and numpy would look into them."""
    import numpy as np

    if np_type != "object":
        return np.array(elements, dtype=np_type).reshape(shape)
    made = np.empty(len(elements), dtype=object)
    for place, element in enumerate(elements):
        made[place] = element
    return made.reshape(shape)


def source_text(value: Any) -> str:
    """Write Python that makes the value, with `math`, `np` and the modules of what it calls.

    >>> source_text(Built("dict", (("a", (1,)),)))
    '{"a": (1,)}'
    """
    return python_text(value, SOURCE)


def built_text(value: Any) -> str:
    """Write a value for readers: what is called stands there without its module."""
    return python_text(value, READABLE)


@lru_cache(maxsize=64)
def _maker_of(dtype: Any) -> str:
    """What builds arrays of the type; numpy makes the name anew each time."""
    return ARRAY + type_name(dtype)


def as_built_array(array: Any) -> Built | None:
    """What builds this array; None where no domain has arrays of its type."""
    try:
        return Built(_maker_of(array.dtype), (array.shape, tuple(array.ravel().tolist())))
    except ValueError:
        return None


def as_data(value: Any) -> Any:
    """Turn a value into plain data, with what builds them in the place of dicts, arrays and values that have a form.

    Raises:
        ValueError: The value is or holds anything else; the error has it as text.

    >>> from fractions import Fraction
    >>> as_data([Fraction(1, 2), {"a": (None,)}])
    [Built(maker='call', parts=('fractions', 'Fraction', (1, 2), ())), Built(maker='dict', parts=(('a', (None,)),))]

    """
    match value:
        case list():
            return [as_data(item) for item in value]
        case tuple():
            return tuple([as_data(item) for item in value])
        case dict():
            return Built("dict", tuple((as_data(key), as_data(item)) for key, item in value.items()))
        case None | bool() | int() | float() | str() | bytes() | Built() if not isinstance(value, Enum):
            return value
    match form_of(value):
        case Call(module, qualname, given, named):
            return Built("call", (module, qualname, as_data(given), tuple((name, as_data(one)) for name, one in named)))
        case Name(module, qualname):
            return Built("name", (module, qualname))
    built = as_built_array(value) if is_array(value) else None
    if built is not None:
        return built
    if is_array(value) and value.dtype.name in COMPLEX_TYPES:  # no domain has them, but functions give them
        return Built(ARRAY + value.dtype.name, (value.shape, tuple(value.ravel().tolist())))
    raise ValueError(f"{value!r:.80}")


def shown(value: Any) -> str:
    """The value as text, cut where it is long; ints that are too long for Python to write read as hexadecimal."""
    text = python_text(value, READABLE if _holds_built(value) else KEY)
    return text if len(text) <= WRITING.value else f"{text[: WRITING.value]}..."


def _holds_built(value: Any) -> bool:
    return isinstance(value, Built) or (isinstance(value, list | tuple) and any(map(_holds_built, value)))


def element_type(domain: Domain) -> str | None:
    """The name of the type of the elements, where the function gets arrays that relations see as lists; else None."""
    return TYPE_OF[domain.kind.element] if domain.container is Container.ARRAY else None


def array_types(domains: Iterable[Domain]) -> dict[int, str]:
    """Find the positions of domains of arrays, each with the name of the elements' type."""
    types = {position: element_type(domain) for position, domain in enumerate(domains)}
    return {position: np_type for position, np_type in types.items() if np_type is not None}


def passed(domain: Domain, value: Any) -> Any:
    """Make the value that the function gets: what is built is made anew, lists in the place of arrays become arrays.

    Lists are copied.

    Raises:
        UsageError: What is called to build it raises an exception.

    >>> from genmorph.domain import ints, np_arrays
    >>> passed(np_arrays("int64", 3), [1, 2, 3]), passed(ints(), 3)
    (array([1, 2, 3]), 3)

    """
    np_type = element_type(domain)
    if np_type is not None and value is not None:
        import numpy as np

        return np.array(value, np_type)
    if domain.kind is Kind.OTHER:
        return made(domain, value)
    return deepcopy(value) if isinstance(value, list) else value


def as_passed(domain: Domain, value: Any) -> Any:
    """A drawn value as an argument of a call that is built: what builds an array in the place of its elements."""
    np_type = element_type(domain)
    return value if np_type is None or value is None else Built(f"{ARRAY}{np_type}", ((len(value),), tuple(value)))


def as_drawn(domain: Domain, argument: Any) -> Any:
    """What `as_passed` was given."""
    match argument:
        case Built(maker, ((_,), elements)) if maker == f"{ARRAY}{element_type(domain)}":
            return list(elements)
    return argument


def made(domain: Domain, value: Any) -> Any:
    """What is built, made anew; UsageError where a call that takes part raises an exception."""
    try:
        return build(value)
    except Exception as error:
        rule = f"values of {domain.notation():.200} must be such that they can be made"
        got = f"{type(error).__name__}: {error} of {built_text(value):.200}"
        match value:
            case Built("call", (_, qualname, _, _)):
                got += f"; say by @arg or @require of {qualname} which arguments it takes"
        raise UsageError(f"{rule}, got {got}") from error
