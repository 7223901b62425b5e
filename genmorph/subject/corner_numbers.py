"""Numbers at which functions go wrong: ends, constants of the source, powers, the limits of machine numbers."""

import math
import sys
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain

from genmorph.domain import Floats, Ints, Optionals
from genmorph.domain.float_order import LARGEST, SMALLEST, down, up
from genmorph.labels import key
from genmorph.model import Domain

Number = int | float

_MACHINE_BITS = (7, 8, 15, 16, 31, 32, 53, 63, 64)
_OF_FLOATS = (
    *(0.1, 0.2, 0.3, 0.1 + 0.2, 0.5, 1 / 3, 2 / 3, 1.5, 2.0, 2.5, 3.0, 10.0, 100.0),
    *(up(1.0), down(1.0), sys.float_info.epsilon, math.pi, math.pi / 2, 2 * math.pi, math.e),
    *(1e16, up(1e16), 1e-16, 2.0**31, 2.0**53 - 1, 2.0**53, 2.0**53 + 2, 2.0**63, 1e22, 1e23, 1e100),
    *(SMALLEST, down(sys.float_info.min), sys.float_info.min, 1e-300, 1e-160),
    *(1e154, 1.3e154, 1.4e154, 8e307, 9e307, 1e308, LARGEST, math.inf, math.nan),
)
"""Fractions without an exact float, cancellation, subnormals, and what just overflows in a sum or a product."""


_STEPS = (0.1, 0.01)


def corner_numbers(domain: Domain, constants: Sequence[Number]) -> tuple[Number, ...]:
    """The numbers of a range at which functions may go wrong, each once; none of other domains.

    >>> from genmorph.domain import ints
    >>> corner_numbers(ints(0, 40), [12])
    (12, 11, 13, 24, 0, 1, 2, 40, 39, 38, 20, 3, 10)
    """
    candidates: Iterable[Number] = ()
    match domain:
        case Optionals():
            return corner_numbers(domain.inner, constants)
        case Ints():
            candidates = chain(_near_int_constants(constants), _ints(domain))
        case Floats():
            candidates = chain(_near_float_constants(constants), _floats(domain))
    return tuple({key(value): value for value in candidates if domain.contains(value)}.values())


def _near_int_constants(constants: Sequence[Number]) -> Iterator[int]:
    for constant in constants:
        if isinstance(constant, int) or constant.is_integer():
            whole = int(constant)
            yield from (whole, whole - 1, whole + 1, -whole, 2 * whole)


def _ints(domain: Ints) -> Iterator[int]:
    yield from (0, 1, -1, 2, -2)
    yield from (end + step for end in (domain.low, domain.high) if end is not None for step in (0, 1, -1, 2, -2))
    if domain.low is not None and domain.high is not None:
        yield (domain.low + domain.high) // 2
    yield from (3, 10)
    for bits in _MACHINE_BITS:
        yield from (sign * (2**bits + step) for sign in (1, -1) for step in (0, -1, 1))
    yield from (sign * 10**digits for digits in (2, 3, 6, 9, 16) for sign in (1, -1))


def _near_float_constants(constants: Sequence[Number]) -> Iterator[float]:
    for constant in constants:
        if abs(constant) < LARGEST:
            x = float(constant)
            yield from (x, down(x), up(x), x - 1, x + 1, -x, down(-x), up(-x), 2 * x, x / 2)
            yield from (x + step for size in _STEPS for step in (-size, size))


def _floats(domain: Floats) -> Iterator[float]:
    yield from (0.0, -0.0, 1.0, -1.0)
    yield from (x for end in (domain.low, domain.high) for x in (end, up(end), down(end)))
    if domain.high - domain.low < math.inf:
        yield (domain.low + domain.high) / 2
    yield from (x for special in _OF_FLOATS for x in (special, -special))
