"""Numbers as Python text: by name where they have one, such as `math.pi / 2`, and thirds as quotients."""

import math
from collections.abc import Iterator, Mapping
from fractions import Fraction
from math import gcd
from types import MappingProxyType

_LARGEST = 12
"""Multiples of named numbers have numerators and denominators up to this one, or that of half a circle in degrees."""
_HALF_CIRCLE = 180
_LARGEST_DENOMINATOR = 100
_BASES = MappingProxyType(
    {
        "math.pi": math.pi,
        "math.e": math.e,
        "math.sqrt(2)": math.sqrt(2),
        "math.sqrt(3)": math.sqrt(3),
        "math.log(2)": math.log(2),
        "math.log(10)": math.log(10),
    }
)


def number_text(value: int | float) -> str:
    """Python text that evaluates to exactly this finite number.

    >>> [number_text(v) for v in (2 * math.pi, -math.pi / 2, 1 / 3, 0.5, 1e-9, 2.0, -3)]
    ['2 * math.pi', '-math.pi / 2', '1 / 3', '0.5', '1e-09', '2.0', '-3']
    """
    if isinstance(value, int) or not value:
        return repr(value)
    text = _NAMED.get(abs(value)) or _quotient(abs(value)) or repr(abs(value))
    return f"-{text}" if value < 0 else text


def _quotient(value: float) -> str | None:
    """Two whole numbers whose quotient is the number, where its decimals do not end."""
    near = Fraction(value).limit_denominator(_LARGEST_DENOMINATOR)
    numerator, denominator = near.as_integer_ratio()
    ends = 10**_LARGEST_DENOMINATOR % denominator == 0
    text = f"{numerator} / {denominator}"
    return text if not ends and numerator / denominator == value and len(text) < len(repr(value)) else None


def _multiples() -> Iterator[tuple[str, float]]:
    """Names of numbers with their values, computed as Python computes the text."""
    yield "(1 + math.sqrt(5)) / 2", (1 + math.sqrt(5)) / 2
    for name, base in _BASES.items():
        for numerator in (*range(1, _LARGEST + 1), _HALF_CIRCLE):
            multiple = name if numerator == 1 else f"{numerator} * {name}"
            yield multiple, numerator * base
            yield f"{numerator} / {name}", numerator / base
            for denominator in (*range(2, _LARGEST + 1), _HALF_CIRCLE):
                if gcd(numerator, denominator) == 1:
                    yield f"{multiple} / {denominator}", numerator * base / denominator


def _shortest_names() -> Mapping[float, str]:
    names: dict[float, str] = {}
    for text, value in sorted(_multiples(), key=lambda pair: len(pair[0])):
        names.setdefault(value, text)
    return MappingProxyType(names)


_NAMED = _shortest_names()
