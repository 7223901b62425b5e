"""Domains of every kind, the transformations of them, and Python texts evaluated on their values."""

import datetime
import pathlib
import random
import sys
import zoneinfo
from random import Random

import numpy as np
from hypothesis import strategies as st

from genmorph.domain import (
    anys,
    bools,
    build,
    byte_strings,
    floats,
    froms,
    ints,
    lists,
    np_arrays,
    np_shapes,
    optionals,
    texts,
    tuples,
)
from genmorph.model import Container, Kind, Output, Parameter
from genmorph.transformations.instantiation import instantiate

ANY_FLOATS = floats(allow_nan=True, allow_infinity=True)
DOMAINS = (
    ints(),
    ints(-5, 5),
    floats(),
    bools(),
    texts(),
    texts("abAB ß"),
    texts("Σσςa"),  # noqa: RUF001
    texts("xyz", min_len=2, max_len=5),
    froms(["", "a", "A", "ab", "ba"]),
    lists(ints()),
    lists(ints(-5, 5), min_len=1, max_len=4),
    lists(ANY_FLOATS),
    lists(bools()),
    lists(texts()),
    lists(lists(ints())),
    tuples(ints()),
    tuples(ANY_FLOATS),
    tuples(texts(max_len=3), min_len=2, max_len=6),
    tuples(ints(0, 9), ints(3, 12)),
    tuples(ints(0, 9), texts()),
    byte_strings(),
    np_arrays("int64", np_shapes(1, 1, 0, 20), ints()),
    np_arrays("float64", np_shapes(1, 1, 0, 20), ANY_FLOATS),
    np_arrays("bool", np_shapes(1, 1, 0, 20), bools()),
    lists(ints(-5, 5), unique=True),
    lists(floats(0, 9), unique=True),
    lists(texts("ab"), 1, 4, unique=True),
    lists(bools(), unique=True),
    np_shapes(1, 3, 0, 4),
    froms([(1, 2), (2, 1), (3,)]),
    froms([1, 2, 4]),
    froms([0.5, 1.5]),
    floats(-8, 8, width=16),
    anys(ints(-9, 9), ints(20, 90)),
    anys(texts("ab"), texts("BA", max_len=3)),
    anys(lists(ints(), max_len=3), lists(ints(0, 9))),
    optionals(ints(-5, 5)),
    optionals(lists(floats(0, 9))),
    optionals(texts()),
)
_DTYPES = {Kind.INTS: np.int64, Kind.FLOATS: np.float64, Kind.BOOLS: np.bool_}


@st.composite
def transformed(draw):
    """A transformation of some parameters, these, and a source of the domain."""
    domains = draw(st.lists(st.sampled_from(DOMAINS), min_size=1, max_size=3))
    if draw(st.booleans()):
        domains = domains[:1] * 2
    parameters = [Parameter(name, domain) for name, domain in zip("vxy", domains, strict=False)]
    constants = draw(st.lists(st.integers(-9, 9) | st.floats(), max_size=3))
    pieces = draw(st.lists(st.text(max_size=4), max_size=3))
    found = instantiate(parameters, constants, [Output(domains[0].kind)], pieces=pieces)
    rng = Random(draw(st.integers(0, 999)))
    return draw(st.sampled_from(found)) if found else None, parameters, rng


def evaluate(text, names, values, parameters):
    """What the text gives for these values, with arrays where the parameters hold them; arrays come back as lists."""
    tables = {name: sys.modules.get(name) for name in ("pandas", "polars")}
    modules = {home.__name__: home for home in (datetime, pathlib, random, zoneinfo)} | tables
    scope = (
        {"np": np}
        | modules
        | {name: as_given(value, parameter) for name, value, parameter in zip(names, values, parameters, strict=True)}
    )
    with np.errstate(all="ignore"):
        result = eval(text, scope)  # noqa: S307
    is_listed = isinstance(result, np.ndarray) and all(parameter.kind is not Kind.OTHER for parameter in parameters)
    return result.tolist() if is_listed else result


def as_given(value, parameter):
    """The value as the function gets it."""
    is_array = parameter.domain.container is Container.ARRAY
    return np.array(value, dtype=_DTYPES[parameter.kind]) if is_array else build(value)
