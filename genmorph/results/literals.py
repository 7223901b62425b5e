"""Python source of inputs."""

from collections.abc import Sequence
from math import isfinite

from genmorph.model import Container, Input, Parameter
from genmorph.results.wording import array


def literals(values: Input, parameters: Sequence[Parameter]) -> tuple[str, ...]:
    """Python source of each argument; floats that have no literal are taken from `math`.

    >>> from genmorph.domain import floats, lists
    >>> literals(([0.5, float("nan")],), [Parameter("xs", lists(floats()))])
    ('[0.5, math.nan]',)
    """
    return tuple(_argument(value, parameter) for value, parameter in zip(values, parameters, strict=True))


def _argument(value: object, parameter: Parameter) -> str:
    text = literal(value)
    return array(text, parameter.kind) if isinstance(value, list) and _is_array(parameter) else text


def _is_array(parameter: Parameter) -> bool:
    return parameter.domain.container is Container.ARRAY


def literal(value: object) -> str:
    """Python source of plain data."""
    match value:
        case float() if not isfinite(value):
            return {"inf": "math.inf", "-inf": "-math.inf"}.get(repr(value), "math.nan")
        case list():
            return f"[{', '.join(map(literal, value))}]"
        case (only,):
            return f"({literal(only)},)"
        case tuple():
            return f"({', '.join(map(literal, value))})"
    return repr(value)


def is_one_of(names: Sequence[str], examples: Sequence[Input], parameters: Sequence[Parameter]) -> str:
    """Python source of whether the arguments are those of an example.

    Arrays are not compared as a whole by `==`, so that their elements are compared as text there.
    """
    if not any(map(_is_array, parameters)):
        inputs = ", ".join(literal(values) for values in examples)
        return f"({', '.join(names)},) in [{inputs}]"
    elements = (f"{n}.tolist()" if _is_array(p) else n for n, p in zip(names, parameters, strict=True))
    return f"repr(({', '.join(elements)},)) in [{', '.join(repr(repr(values)) for values in examples)}]"
