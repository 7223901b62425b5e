"""Python source of inputs."""

from collections.abc import Sequence
from math import isfinite

from genmorph.model import Container, Input, Kind, Parameter
from genmorph.results.wording import array
from genmorph.values.building import source_text

_LONGEST_INT = 10**4_000
"""Python reads no more than 4,300 decimal digits."""


def literals(values: Input, parameters: Sequence[Parameter]) -> tuple[str, ...]:
    """Python source of each argument; floats that have no literal are taken from `math`.

    >>> from genmorph.domain import floats, lists
    >>> literals(([0.5, float("nan")],), [Parameter("xs", lists(floats()))])
    ('[0.5, math.nan]',)
    """
    return tuple(_argument(value, parameter) for value, parameter in zip(values, parameters, strict=True))


def _argument(value: object, parameter: Parameter) -> str:
    if parameter.kind is Kind.OTHER:
        return source_text(value)
    text = literal(value)
    return array(text, parameter.kind) if isinstance(value, list) and _is_array(parameter) else text


def _is_array(parameter: Parameter) -> bool:
    return parameter.domain.container is Container.ARRAY


def literal(value: object) -> str:
    """Python source of plain data."""
    match value:
        case float() if not isfinite(value):
            return {"inf": "math.inf", "-inf": "-math.inf"}.get(repr(value), "math.nan")
        case int() if abs(value) >= _LONGEST_INT:
            return hex(value)
        case list():
            return f"[{', '.join(map(literal, value))}]"
        case (only,):
            return f"({literal(only)},)"
        case tuple():
            return f"({', '.join(map(literal, value))})"
    return repr(value)


def is_one_of(names: Sequence[str], examples: Sequence[Input], parameters: Sequence[Parameter]) -> str:
    """Python source of whether the arguments are those of an example; "" where there is none.

    Arrays are not compared as a whole by `==`, so that their elements are compared as text there. What is built cannot
    be compared at all.

    >>> from genmorph.domain import ints
    >>> is_one_of(["n"], [(1,), (2,)], [Parameter("n", ints())])
    'n in [1, 2]'
    """
    if any(parameter.kind is Kind.OTHER for parameter in parameters):
        return ""
    arrays = [_is_array(parameter) for parameter in parameters]
    given = [f"repr({name}.tolist())" if is_array else name for name, is_array in zip(names, arrays, strict=True)]
    known = [
        [literal(repr(value) if is_array else value) for value, is_array in zip(values, arrays, strict=True)]
        for values in examples
    ]
    return f"{_displayed(given)} in [{', '.join(map(_displayed, known))}]" if known else ""


def _displayed(texts: Sequence[str]) -> str:
    """Several as a tuple."""
    return texts[0] if len(texts) == 1 else f"({', '.join(texts)})"
