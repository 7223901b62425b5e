"""Source inputs: valid by construction, and spread over what the function distinguishes."""

import math
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, product
from random import Random
from typing import Any

from genmorph.model import Input, Kind, Parameter

_ENUMERATED = 5_000
"""Up to so many inputs in all, the whole domain is enumerated."""

_PATIENCE = 1_000
"""So many inputs in a row that were there before end the stream."""

_RELATED = 0.15
"""Share of the drawn inputs in which two parameters are equal, or differ by 1."""


def domain_size(parameters: Sequence[Parameter]) -> int | None:
    """The number of all inputs; None where it is unknown or infinite.

    >>> from genmorph.domain import bools, ints
    >>> domain_size([Parameter("a", ints(0, 9)), Parameter("b", bools())])
    20
    """
    sizes = [parameter.domain.size for parameter in parameters]
    known = [size for size in sizes if size is not None]
    return math.prod(known) if len(known) == len(sizes) else None


def all_inputs(parameters: Sequence[Parameter]) -> Iterator[Input]:
    """Every input, in a fixed order; only where the size of the domain is known and moderate."""
    return product(*(parameter.domain.values() for parameter in parameters))


def draw_inputs(
    parameters: Sequence[Parameter], constants: Iterable[int | float], examples: Iterable[Input], rng: Random
) -> Iterator[Input]:
    """Distinct inputs, made as they are asked for: the examples first.

    A small domain follows as a whole, in random order. From any other, inputs with a constant of the function or a
    neighbour of one take turns with inputs drawn at random, until a thousand in a row were there before.

    >>> from genmorph.domain import ints
    >>> sorted(draw_inputs([Parameter("k", ints(0, 3))], [], [(2,)], Random(0)))
    [(0,), (1,), (2,), (3,)]
    """
    size = domain_size(parameters)
    if size is not None and size <= _ENUMERATED:
        everything = list(all_inputs(parameters))
        rng.shuffle(everything)
        return _distinct(chain(examples, everything))
    return _distinct(chain(examples, _drawn(parameters, constants, rng)))


def _distinct(inputs: Iterable[Input]) -> Iterator[Input]:
    """Inputs are told apart by their text: 1 and 1.0 and True are three, NaN is itself."""
    seen: set[str] = set()
    repeated = 0
    for values in inputs:
        key = repr(values)
        if key not in seen:
            seen.add(key)
            repeated = 0
            yield values
        elif (repeated := repeated + 1) >= _PATIENCE:
            return


def _drawn(parameters: Sequence[Parameter], constants: Iterable[int | float], rng: Random) -> Iterator[Input]:
    for value, index in _placements(parameters, constants):
        values = _draw(parameters, rng)
        yield (*values[:index], value, *values[index + 1 :])
        yield _draw(parameters, rng)
    while True:
        yield _draw(parameters, rng)


def _placements(parameters: Sequence[Parameter], constants: Iterable[int | float]) -> Iterator[tuple[Any, int]]:
    """Constants and their neighbours, each with the index of a parameter that can hold it."""
    for constant in constants:
        for index, parameter in enumerate(parameters):
            for value in _neighbourhood(constant, parameter.kind):
                if parameter.domain.contains(value):
                    yield value, index


def _neighbourhood(constant: int | float, kind: Kind) -> tuple[int | float, ...]:
    """The constant as a value of the kind, and the values next to it.

    >>> _neighbourhood(3, Kind.INT), _neighbourhood(0.5, Kind.INT)
    ((3, 2, 4), ())
    """
    if kind is Kind.INT and constant == int(constant):
        whole = int(constant)
        return (whole, whole - 1, whole + 1)
    if kind is Kind.FLOAT and abs(constant) <= 2.0**1023:
        real = float(constant)
        return (real, real - 1, real + 1, math.nextafter(real, -math.inf), math.nextafter(real, math.inf))
    return ()


def _draw(parameters: Sequence[Parameter], rng: Random) -> Input:
    values = [parameter.domain.draw(rng) for parameter in parameters]
    if rng.random() < _RELATED:
        index = rng.randrange(len(parameters))
        parameter = parameters[index]
        others = [i for i, other in enumerate(parameters) if i != index and other.kind is parameter.kind]
        if others:
            value = _close_to(values[rng.choice(others)], parameter.kind, rng)
            if parameter.domain.contains(value):
                values[index] = value
    return tuple(values)


def _close_to(value: Any, kind: Kind, rng: Random) -> Any:
    return value + rng.choice((0, 0, -1, 1)) if kind.is_number else value
