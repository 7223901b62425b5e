"""Domains of every kind, from notations, type hints, strategies and default values, and what is recorded of each."""

import inspect
from collections.abc import Callable, Iterator, Mapping, Sequence
from random import Random
from typing import Any, Literal

import numpy as np
import numpy.typing as npt
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from benchmarks.checks.golden_functions import Segment
from genmorph import UsageError
from genmorph.domain import as_domain, parse_domain
from genmorph.model import Domain
from genmorph.values.type_hints import find_domain

DRAWS = 50
_SEGMENT = f"{Segment.__module__}:{Segment.__qualname__}"

_NOTATIONS = (
    "ints()",
    "ints(-20, 20)",
    "ints(min=7)",
    "floats()",
    "floats(0, 1, exclude_min=True, exclude_max=True)",
    "floats(allow_nan=True, allow_infinity=True)",
    "floats(-100, 100, width=32)",
    "bools()",
    "froms([1, 5, 9])",
    "froms(['a', 'b'])",
    "texts()",
    "texts('abc', 1, 5)",
    "lists(ints(0, 9), min_len=1, max_len=4)",
    "lists(texts('ab'), unique=True)",
    "lists(lists(floats(0, 1)))",
    "int_lists(0, 9)",
    "float_lists(-1, 1, min_len=2)",
    "bool_lists(max_len=3)",
    "byte_strings(max_len=8)",
    "tuples(floats(0, 1))",
    "tuples(ints(), texts(), bools())",
    "np_shapes(1, 2, 1, 3)",
    "np_arrays('float64', np_shapes(1, 1, 0, 20), floats(0, 1))",
    "np_arrays('float32', np_shapes(2, 3))",
    "np_arrays('uint8', (4, 4))",
    "np_arrays('bool', np_shapes(1, 1, 1, 5))",
    "dicts(texts('ab'), ints(0, 9), 1, 3)",
    "dicts({'units': ints(1, 9), 'rate': floats(0, 1)})",
    "optionals(ints(0, 9))",
    "optionals(lists(texts()))",
    "anys(ints(0, 9), ints(90, 99))",
    "anys(texts('ab'), ints(0, 9))",
    f"objs('{_SEGMENT}', start=ints(-9, 9), length=ints(0, 9))",
    "exactly([1, 2])",
    "defaulted(ints(0, 9), 50)",
    "ints(9, 0)",
    "floats(0, 1",
)
_HINTS: Mapping[str, Any] = {
    "int": int,
    "float": float,
    "str": str,
    "bytes": bytes,
    "list[int]": list[int],
    "Sequence[str]": Sequence[str],
    "tuple[float, ...]": tuple[float, ...],
    "tuple[int, str]": tuple[int, str],
    "list[list[bool]]": list[list[bool]],
    "int | None": int | None,
    "int | str": int | str,
    "Literal": Literal["left", "right", None],
    "NDArray[float64]": npt.NDArray[np.float64],
    "set[int]": set[int],
}
_DEFAULTS: Mapping[str, Any] = {
    "3": 3,
    "0.5": 0.5,
    "' '": " ",
    "'strict'": "strict",
    "[1, 2]": [1, 2],
    "(1, 'a')": (1, "a"),
}
_STRATEGIES: Mapping[str, st.SearchStrategy[Any]] = {
    "integers": st.integers(1, 12),
    "floats": st.floats(0, 1, exclude_max=True),
    "booleans": st.booleans(),
    "text": st.text("abc", max_size=5),
    "characters": st.text(st.characters(codec="ascii", categories=["Lu"]), min_size=1),
    "binary": st.binary(max_size=4),
    "sampled_from": st.sampled_from([1, 2, 4]),
    "one_of": st.one_of(st.none(), st.integers(0, 9)),
    "lists": st.lists(st.integers(0, 99), min_size=1, unique=True),
    "tuples": st.tuples(st.integers(0, 9), st.text("ab")),
    "arrays": hnp.arrays(np.float64, st.integers(1, 5), elements=st.floats(0, 1)),
    "mapped": st.integers(0, 99).map(abs),
    "filtered": st.lists(st.booleans(), max_size=4).filter(bool),
    "builds": st.builds(Segment, st.integers(0, 9), st.integers(0, 9)),
}


def listed_domains() -> Mapping[str, Callable[[], Domain | None]]:
    """By name, how each domain of the lists above is read."""
    return {
        **{f"notation {text}": lambda text=text: parse_domain(text) for text in _NOTATIONS},
        **{f"hint {name}": lambda hint=hint: find_domain(_parameter(annotation=hint)) for name, hint in _HINTS.items()},
        **{f"default {name}": lambda value=v: find_domain(_parameter(default=value)) for name, v in _DEFAULTS.items()},
        **{
            f"strategy {name}": lambda strategy=strategy: as_domain(strategy, "x", takes_objects=True)
            for name, strategy in _STRATEGIES.items()
        },
    }


def _parameter(annotation: Any = inspect.Parameter.empty, default: Any = inspect.Parameter.empty) -> inspect.Parameter:
    return inspect.Parameter("x", inspect.Parameter.POSITIONAL_OR_KEYWORD, annotation=annotation, default=default)


def describe_domain(read: Callable[[], Domain | None]) -> str:
    """The notation, the strategy and some draws of a domain as lines of text, or why there is no such domain."""
    return "\n".join(_lines(read))


def _lines(read: Callable[[], Domain | None]) -> Iterator[str]:
    try:
        domain = read()
    except UsageError as error:
        yield f"refused: {error}"
        return
    if domain is None:
        yield "no domain"
        return
    yield f"notation: {domain.notation()}"
    yield f"strategy: {domain.strategy()}"
    yield f"size: {domain.size}"
    rng = Random(0)
    yield from (f"{number:2} {domain.draw(rng)!r}" for number in range(DRAWS))
