"""Source inputs: valid by construction, and spread over what the function distinguishes."""

import math
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, product
from random import Random

from genmorph.model import Input, Parameter, with_argument
from genmorph.subject.placements import Placement, find_placements
from genmorph.subject.related import Relate, find_relations
from genmorph.values.labels import key

ENUMERATED = 5_000
"""Up to so many inputs in all, the whole domain is enumerated."""

_PATIENCE = 1_000
"""So many inputs in a row that were there before end the stream."""

_RELATED, _TIED = 0.15, 0.5
"""Share of the drawn inputs in which one argument is made of another: equal, close, a part of it."""

_PLACED = 0.15
"""Share of the drawn inputs with a constant or a text of the function within, once each has had its turn."""


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
    parameters: Sequence[Parameter],
    constants: Iterable[int | float],
    examples: Iterable[Input],
    rng: Random,
    pieces: Sequence[str] = (),
    *,
    is_tied: bool = False,
) -> Iterator[Input]:
    """Distinct inputs, made as they are asked for: the examples first.

    A small domain follows as a whole, in random order. From any other, inputs with a constant of the function, a
    neighbour of one, or a text of the function (`pieces`) take turns with inputs drawn at random, until a thousand in
    a row were there before. Where `is_tied`, arguments are often made of each other, because conditions want it.

    >>> from genmorph.domain import ints
    >>> sorted(draw_inputs([Parameter("k", ints(0, 3))], [], [(2,)], Random(0)))
    [(0,), (1,), (2,), (3,)]
    """
    size = domain_size(parameters)
    if size is not None and size <= ENUMERATED:
        everything = list(all_inputs(parameters))
        rng.shuffle(everything)
        return distinct_inputs(chain(examples, everything))
    related = _TIED if is_tied else _RELATED
    return distinct_inputs(chain(examples, _drawn(parameters, tuple(constants), pieces, related, rng)))


def distinct_inputs(inputs: Iterable[Input]) -> Iterator[Input]:
    """Inputs are told apart by their text: 1 and 1.0 and True are three, NaN is itself."""
    seen: set[str] = set()
    repeated = 0
    for values in inputs:
        written = key(values)
        if written not in seen:
            seen.add(written)
            repeated = 0
            yield values
        elif (repeated := repeated + 1) >= _PATIENCE:
            return


def _drawn(
    parameters: Sequence[Parameter],
    constants: Sequence[int | float],
    pieces: Sequence[str],
    related: float,
    rng: Random,
) -> Iterator[Input]:
    relations = find_relations(parameters)
    placements = find_placements(parameters, constants, pieces)
    for placement in placements:
        yield _placed(_draw(parameters, relations, related, rng), placement, rng)
        yield _draw(parameters, relations, related, rng)
    varied = [placement for placement in placements if placement.varies]
    while True:
        values = _draw(parameters, relations, related, rng)
        if varied and rng.random() < _PLACED:
            values = _placed(values, rng.choice(varied), rng)
        yield values


def _placed(values: Input, placement: Placement, rng: Random) -> Input:
    """The input with something in its place; as it is where that does not fit."""
    index = placement.position
    value = placement.make(values[index], rng)
    return values if value is None else with_argument(values, index, value)


def _draw(
    parameters: Sequence[Parameter], relations: Sequence[Sequence[tuple[int, Relate]]], related: float, rng: Random
) -> Input:
    values = [parameter.domain.draw(rng) for parameter in parameters]
    if rng.random() < related:
        index = rng.randrange(len(parameters))
        if relations[index]:
            position, relate = rng.choice(relations[index])
            other = values[position]
            value = None if other is None else relate(other, parameters[index].domain, rng)
            values[index] = values[index] if value is None else value
    return tuple(values)
