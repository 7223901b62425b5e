"""Drawn values as the function gets them."""

from collections.abc import Iterable
from copy import deepcopy
from types import MappingProxyType
from typing import Any

from genmorph.model import Built, Container, Domain, Kind, UsageError
from genmorph.values.building import ARRAY, build, built_text

_ELEMENT_TYPES = MappingProxyType({Kind.INTS: "int64", Kind.FLOATS: "float64", Kind.BOOLS: "bool"})


def element_type(domain: Domain) -> str | None:
    """The name of the type of the elements, where the function gets arrays that relations see as lists; else None.

    >>> from genmorph.domain import ints, np_arrays
    >>> element_type(np_arrays("int64", 3)), element_type(ints())
    ('int64', None)
    """
    return _ELEMENT_TYPES[domain.kind] if domain.container is Container.ARRAY else None


def array_types(domains: Iterable[Domain]) -> dict[int, str]:
    """The positions of such arrays, each with the name of its elements' type."""
    types = {position: element_type(domain) for position, domain in enumerate(domains)}
    return {position: np_type for position, np_type in types.items() if np_type is not None}


def passed(domain: Domain, value: Any) -> Any:
    """The value as the function gets it: what is built is made anew, lists in the place of arrays become arrays.

    Lists are copied. UsageError where what is called to build it raises an exception.

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
    """A drawn value as an argument of a call that is built: what builds an array in the place of its elements.

    >>> from genmorph.domain import ints, np_arrays
    >>> as_passed(np_arrays("int64", 2), [1, 2]), as_passed(ints(), 3)
    (Built(maker='array:int64', parts=((2,), (1, 2))), 3)
    """
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
        got = f"{type(error).__name__}: {error} of {built_text(value):.200}"
        raise UsageError(
            f"values of {domain.notation():.200} must be such that they can be made, got {got}{_told(value)}"
        ) from error


def _told(value: Any) -> str:
    """What says which arguments the call takes that makes the value."""
    match value:
        case Built("call", (_, qualname, _, _)):
            return f"; say by @arg or @require of {qualname} which arguments it takes"
    return ""
