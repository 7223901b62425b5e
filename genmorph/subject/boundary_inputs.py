"""Inputs at the boundaries of a domain: another distribution than that of ordinary draws."""

import math
from collections.abc import Iterator, Sequence
from itertools import product
from random import Random
from typing import Any

from genmorph.model import Domain, Input, Kind, Parameter, with_argument
from genmorph.settings import INPUT_BOUNDARIES, INPUTS
from genmorph.subject.inputs import all_inputs, distinct_inputs, domain_size
from genmorph.subject.related import Relate, find_relations, numbers_beside
from genmorph.values.bools import Bools
from genmorph.values.labels import key
from genmorph.values.listed import Froms
from genmorph.values.numbers.floats import Floats
from genmorph.values.numbers.ints import Ints
from genmorph.values.numbers.number_boundaries import Number, corner_numbers, float_way, int_way
from genmorph.values.sequence_boundaries import sequence_way, tuple_way
from genmorph.values.sequence_edits import assemble
from genmorph.values.sequences import Sequences
from genmorph.values.sizes import Way, plan_size_draws
from genmorph.values.texts import Texts, placed_signs, single_signs, text_way
from genmorph.values.tuples import FixedTuples
from genmorph.values.unions import Optionals, Unions


def extreme_inputs(parameters: Sequence[Parameter], rng: Random) -> Iterator[Input]:
    """Extremes of all arguments, in all combinations as far as there are few.

    >>> from genmorph.domain import bools, ints, lists
    >>> list(extreme_inputs([Parameter("k", ints(2, 9)), Parameter("b", bools())], Random(0)))
    [(2, False), (2, True), (9, False), (9, True)]
    """
    extremes = [_extremes(parameter.domain, rng) for parameter in parameters]
    if math.prod(map(len, extremes)) <= INPUT_BOUNDARIES.combinations:
        yield from product(*extremes)
        return
    for rank in range(max(map(len, extremes))):
        yield tuple(some[rank % len(some)] for some in extremes)
    for _ in range(INPUT_BOUNDARIES.combinations):
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


def corner_inputs(
    parameters: Sequence[Parameter], constants: Sequence[Number], pieces: Sequence[str], rng: Random
) -> Iterator[Input]:
    """Distinct inputs at the corners of the domain, made as they are asked for; a small domain as a whole.

    First come those whose arguments are all extreme, then, between others, each corner of each number, and each sign
    as a text; then each sign beside a letter.

    >>> from itertools import islice
    >>> from genmorph.domain import floats
    >>> list(islice(corner_inputs([Parameter("x", floats(0, 9))], [4.5], (), Random(0)), 4))
    [(0.0,), (1.0,), (9.0,), (4.5,)]
    """
    size = domain_size(parameters)
    if size is not None and size <= INPUTS.enumerated:
        everything = list(all_inputs(parameters))
        rng.shuffle(everything)
        return iter(everything)
    return distinct_inputs(_drawn(parameters, constants, pieces, rng))


def corner_way(domain: Domain, constants: Sequence[Number], pieces: Sequence[str]) -> Way:
    """Draws of values at the corners of one domain; of listed, sampled and built values, any."""
    if domain.kind is Kind.OTHER:
        return domain.draw
    match domain:
        case Optionals():
            inner = corner_way(domain.inner, constants, pieces)
            return lambda rng: None if rng.random() < INPUT_BOUNDARIES.none_share else inner(rng)
        case Ints():
            return int_way(domain, constants)
        case Floats():
            return float_way(domain, constants)
        case Texts():
            return text_way(domain, pieces)
        case Sequences():
            return sequence_way(domain, corner_way(domain.element, constants, pieces))
        case FixedTuples():
            return tuple_way(domain, [corner_way(element, constants, pieces) for element in domain.elements])
        case Unions():
            ways = [corner_way(part, constants, pieces) for part in domain.parts]
            return lambda rng: rng.choice(ways)(rng)
    return domain.draw


def _drawn(
    parameters: Sequence[Parameter], constants: Sequence[Number], pieces: Sequence[str], rng: Random
) -> Iterator[Input]:
    ways = [corner_way(parameter.domain, constants, pieces) for parameter in parameters]
    relations = find_relations(parameters)
    yield from extreme_inputs(parameters, rng)
    for position, parameter in enumerate(parameters):
        for corner in (*corner_numbers(parameter.domain, constants), *single_signs(parameter.domain)):
            values = _mixed(parameters, ways, rng)
            yield with_argument(values, position, corner)
            yield _mixed(parameters, ways, rng)
    for position, parameter in enumerate(parameters):
        for text in placed_signs(parameter.domain):
            values = _mixed(parameters, ways, rng)
            yield with_argument(values, position, text)
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
        return _alike(values, parameters, rng)
    index = rng.randrange(len(parameters))
    domain, own = parameters[index].domain, values[index]
    if not relations[index]:
        return values
    position, relate = rng.choice(relations[index])
    other = values[position]
    if other is None:
        return values
    are_numbers = isinstance(own, int | float) and not isinstance(own, bool) and type(other) is type(own)
    if are_numbers and rng.random() < INPUT_BOUNDARIES.multiple_share:
        value = _made_of(other, rng)
    else:
        value = relate(other, domain, rng)
    return values if value is None or not domain.contains(value) else with_argument(values, index, value)


def _made_of(number: Number, rng: Random) -> Number:
    """A multiple of the number, mostly, or one next to it."""
    if rng.random() < INPUT_BOUNDARIES.beside_share:
        return rng.choice(numbers_beside(number))
    return number * rng.choice((-2, -1, 2, 3)) + rng.choice((0, 0, 1))


def _alike(values: Input, parameters: Sequence[Parameter], rng: Random) -> Input:
    """One argument's value in the place of all others that can have it."""
    value = rng.choice(values)
    return tuple(
        value if parameter.domain.contains(value) else own for own, parameter in zip(values, parameters, strict=True)
    )
