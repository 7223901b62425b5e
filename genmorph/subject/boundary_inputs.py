"""Inputs at the boundaries of a domain: another distribution than that of ordinary draws."""

import math
from collections.abc import Iterator, Sequence
from itertools import product
from random import Random

from genmorph.model import Input, Parameter, with_argument
from genmorph.settings import INPUT_BOUNDARIES
from genmorph.subject.inputs import distinct_inputs, shuffled_domain
from genmorph.subject.related import Relate, find_relations
from genmorph.values.boundaries import boundary_way, extreme_values
from genmorph.values.numbers.number_boundaries import boundary_numbers
from genmorph.values.numbers.number_neighbours import Number, numbers_beside
from genmorph.values.sizes import Way
from genmorph.values.texts import placed_special_characters, single_special_characters


def extreme_inputs(parameters: Sequence[Parameter], rng: Random) -> Iterator[Input]:
    """Extremes of all arguments, in all combinations as far as there are few.

    >>> from genmorph.domain import bools, ints, lists
    >>> list(extreme_inputs([Parameter("k", ints(2, 9)), Parameter("b", bools())], Random(0)))
    [(2, False), (2, True), (9, False), (9, True)]
    """
    extremes = [extreme_values(parameter.domain, rng) for parameter in parameters]
    if math.prod(map(len, extremes)) <= INPUT_BOUNDARIES.combinations:
        yield from product(*extremes)
        return
    for rank in range(max(map(len, extremes))):
        yield tuple(some[rank % len(some)] for some in extremes)
    for _ in range(INPUT_BOUNDARIES.combinations):
        yield tuple(rng.choice(some) for some in extremes)


def draw_boundary_inputs(
    parameters: Sequence[Parameter], constants: Sequence[Number], pieces: Sequence[str], rng: Random
) -> Iterator[Input]:
    """Distinct inputs of boundary values, made as they are asked for; a small domain as a whole.

    First come those whose arguments are all extreme, then, between others, each boundary value of each number, and each
    special character as a text; then each special character beside a letter.

    >>> from itertools import islice
    >>> from genmorph.domain import floats
    >>> list(islice(draw_boundary_inputs([Parameter("x", floats(0, 9))], [4.5], (), Random(0)), 4))
    [(0.0,), (1.0,), (9.0,), (4.5,)]
    """
    everything = shuffled_domain(parameters, rng)
    return distinct_inputs(_drawn(parameters, constants, pieces, rng)) if everything is None else iter(everything)


def _drawn(
    parameters: Sequence[Parameter], constants: Sequence[Number], pieces: Sequence[str], rng: Random
) -> Iterator[Input]:
    ways = [boundary_way(parameter.domain, constants, pieces) for parameter in parameters]
    relations = find_relations(parameters, constants)
    yield from extreme_inputs(parameters, rng)
    for position, parameter in enumerate(parameters):
        for value in (*boundary_numbers(parameter.domain, constants), *single_special_characters(parameter.domain)):
            yield with_argument(_mixed(parameters, ways, rng), position, value)
            yield _mixed(parameters, ways, rng)
    for position, parameter in enumerate(parameters):
        for text in placed_special_characters(parameter.domain):
            yield with_argument(_mixed(parameters, ways, rng), position, text)
    while True:
        values = _mixed(parameters, ways, rng)
        if len(parameters) > 1 and rng.random() < INPUT_BOUNDARIES.tied_share:
            values = _tied(values, parameters, relations, rng)
        yield values


def _mixed(parameters: Sequence[Parameter], ways: Sequence[Way], rng: Random) -> Input:
    share = rng.choice((INPUT_BOUNDARIES.boundary_share, 1.0)) if len(parameters) > 1 else 1.0
    return tuple(
        way(rng) if rng.random() < share else parameter.domain.draw(rng)
        for parameter, way in zip(parameters, ways, strict=True)
    )


def _tied(
    values: Input, parameters: Sequence[Parameter], relations: Sequence[Sequence[tuple[int, Relate]]], rng: Random
) -> Input:
    """The input with one argument made of another, or with all of one kind alike."""
    if rng.random() < INPUT_BOUNDARIES.alike_share:
        same = rng.choice(values)
        pairs = zip(values, parameters, strict=True)
        return tuple(same if parameter.domain.contains(same) else own for own, parameter in pairs)
    index = rng.randrange(len(parameters))
    domain, own = parameters[index].domain, values[index]
    if not relations[index]:
        return values
    position, relate = rng.choice(relations[index])
    other = values[position]
    if other is None:
        return values
    are_numbers = isinstance(own, int | float) and not isinstance(own, bool) and type(other) is type(own)
    if not are_numbers or rng.random() >= INPUT_BOUNDARIES.multiple_share:
        value = relate(other, domain, rng)
    elif rng.random() < INPUT_BOUNDARIES.beside_share:
        value = rng.choice(numbers_beside(other))
    else:
        value = other * rng.choice((-2, -1, 2, 3)) + rng.choice((0, 0, 1))
    return values if value is None or not domain.contains(value) else with_argument(values, index, value)
