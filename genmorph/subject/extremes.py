"""Inputs whose arguments are all extreme at once: zero, one, minimal, maximal, empty."""

import math
from collections.abc import Iterator, Sequence
from itertools import product
from random import Random
from typing import Any

from genmorph.model import Domain, Input, Parameter
from genmorph.values.bools import Bools
from genmorph.values.labels import key
from genmorph.values.listed import Froms
from genmorph.values.numbers.floats import Floats
from genmorph.values.numbers.ints import Ints
from genmorph.values.sequence_boundaries import assemble
from genmorph.values.sequences import Sequences
from genmorph.values.sizes import plan_size_draws
from genmorph.values.texts import Texts
from genmorph.values.tuples import FixedTuples
from genmorph.values.unions import Optionals, Unions

_TOGETHER = 100
"""So many combinations are all made; of more, one in which all are alike for each extreme, and so many others."""


def extreme_inputs(parameters: Sequence[Parameter], rng: Random) -> Iterator[Input]:
    """Extremes of all arguments, in all combinations as far as there are few.

    >>> from genmorph.domain import bools, ints, lists
    >>> list(extreme_inputs([Parameter("k", ints(2, 9)), Parameter("b", bools())], Random(0)))
    [(2, False), (2, True), (9, False), (9, True)]
    """
    extremes = [_extremes(parameter.domain, rng) for parameter in parameters]
    if math.prod(map(len, extremes)) <= _TOGETHER:
        yield from product(*extremes)
        return
    for rank in range(max(map(len, extremes))):
        yield tuple(some[rank % len(some)] for some in extremes)
    for _ in range(_TOGETHER):
        yield tuple(rng.choice(some) for some in extremes)


def _extremes(domain: Domain, rng: Random) -> tuple[Any, ...]:
    """Some values, in the order zero, one, least, most; the domain's own draw where its values are not described."""
    parts = domain.parts if isinstance(domain, Unions) else (domain,)
    found = {key(value): value for part in parts for value in _candidates(part, rng) if part.contains(value)}
    return tuple(found.values()) or (domain.draw(rng),)


def _candidates(domain: Domain, rng: Random) -> Iterator[Any]:
    match domain:
        case Optionals():
            yield None
            yield from _extremes(domain.inner, rng)
        case Ints():
            yield from (0, 1, -1, domain.low, domain.high)
        case Floats():
            yield from (0.0, 1.0, -1.0, domain.low, domain.high)
        case Texts():
            letter = "a" if domain.alphabet is None else domain.alphabet[0]
            yield from (letter * size for size in _sizes(domain))
        case Sequences():
            elements = _extremes(domain.element, rng)
            yield from (assemble([elements[-1 if size > 1 else 0]] * size, domain) for size in _sizes(domain))
        case FixedTuples():
            for place in (0, -1):
                yield tuple(_extremes(element, rng)[place] for element in domain.elements)
        case Bools() | Froms():
            *_, last = domain.values()
            yield from (next(domain.values()), last)


def _sizes(domain: Texts | Sequences) -> tuple[int, ...]:
    return (domain.min_size, domain.min_size + 1, plan_size_draws(domain.min_size, domain.max_size).usual)
