"""Drawn values as the function gets them."""

from types import MappingProxyType
from typing import Any

from genmorph.domain.building import build
from genmorph.model import Container, Domain, Kind

_ELEMENT_TYPES = MappingProxyType({Kind.INTS: "int64", Kind.FLOATS: "float64", Kind.BOOLS: "bool"})


def element_type(domain: Domain) -> str | None:
    """The name of the type of the elements, where the function gets arrays that relations see as lists; else None.

    >>> from genmorph.domain import ints, np_arrays
    >>> element_type(np_arrays("int64", 3)), element_type(ints())
    ('int64', None)
    """
    return _ELEMENT_TYPES[domain.kind] if domain.container is Container.ARRAY else None


def passed(domain: Domain, value: Any) -> Any:
    """The value as the function gets it: what is built is made anew, lists in the place of arrays become arrays.

    >>> from genmorph.domain import ints, np_arrays
    >>> passed(np_arrays("int64", 3), [1, 2, 3]), passed(ints(), 3)
    (array([1, 2, 3]), 3)
    """
    np_type = element_type(domain)
    if np_type is None or value is None:
        return build(value) if domain.kind is Kind.OTHER else value
    import numpy as np

    return np.array(value, np_type)
