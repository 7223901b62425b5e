"""Source inputs: valid by construction, and spread over what the function distinguishes."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, product
from random import Random
from typing import Any

from genmorph.model import Container, Domain, Input, Kind, Parameter, with_argument
from genmorph.settings import INPUTS
from genmorph.subject.related import Relate, find_relations
from genmorph.values.labels import key
from genmorph.values.narrowable import count_combinations
from genmorph.values.notation import objects_in
from genmorph.values.numbers.number_neighbours import Number, neighbourhood
from genmorph.values.objects import as_calls
from genmorph.values.sequence_edits import assemble, has_elements
from genmorph.values.tuples import with_floats

Make = Callable[[Any, Random], Any]
"""From a drawn value to the value to take in its place; None where that does not fit the domain."""

_FIRST, _LAST, _ANYWHERE = 0, -1, None


@dataclass(frozen=True, slots=True)
class Placement:
    """A way to put something into one argument; `varies` where the drawn value stays a part of it."""

    position: int
    make: Make
    varies: bool = True


def as_argument(domain: Domain, value: Any) -> Any:
    """A value as functions get it, as genmorph holds it: elements of arrays in lists, floats where the domain has them.

    What builds dates and the like stands in their place.

    >>> from genmorph.domain import floats
    >>> as_argument(floats(), 3)
    3.0
    """
    return argument_reader(domain)(value)


def argument_reader(domain: Domain) -> Callable[[Any], Any]:
    """What makes values as functions get them those that genmorph holds, for many of one domain."""
    generators, is_array = objects_in(domain), domain.container is Container.ARRAY

    def read(value: Any) -> Any:
        listed = value.tolist() if is_array and hasattr(value, "tolist") else as_calls(value, generators)
        try:
            return with_floats(listed, domain)
        except OverflowError:  # of an int that is in no domain of floats
            return listed

    return read


def find_placements(
    parameters: Sequence[Parameter], constants: Sequence[Number], pieces: Sequence[str]
) -> Iterator[Placement]:
    """All placements, in the order of constants and texts.

    Constants and their neighbours stand for numbers, for elements of sequences and for lengths; texts for whole texts,
    parts of them, and elements. What does not suit a kind is left out, and scalars that are in no domain.

    >>> from genmorph.domain import ints, texts
    >>> found = find_placements([Parameter("k", ints(0, 9)), Parameter("text", texts())], [9], ["-"])
    >>> made = [(placement.position, placement.make("nine chars", Random(0))) for placement in found]
    >>> made[:3], made[5:9]
    ([(0, 9), (0, 8), (1, 'nine char')], [(1, 'n----ch'), (1, '-'), (1, '-nine chars'), (1, 'nine chars-')])
    """
    for mentioned in (*constants, *pieces):
        for position, parameter in enumerate(parameters):
            domain = parameter.domain
            whole: Sequence[Any]
            if isinstance(mentioned, str):
                whole, own = [mentioned] if domain.kind is Kind.TEXT else [], _of_text(mentioned, domain)
            else:
                whole, own = neighbourhood(mentioned, domain.kind), _of_number(mentioned, domain)
            yield from (Placement(position, _fixed(value), False) for value in whole if domain.contains(value))
            yield from (Placement(position, make) for make in (*own, *_of_all(constants, pieces, domain)))


def _of_number(number: Number, domain: Domain) -> Iterator[Make]:
    if domain.kind.element is not None and domain.kind.element.is_number:
        own, *others = neighbourhood(number, domain.kind.element) or (None,)
        if own is not None:
            yield from (_with_element(own, place, domain) for place in (_FIRST, _LAST, _ANYWHERE))
            yield from (_with_element(other, _ANYWHERE, domain) for other in others)
    if has_elements(domain.kind):
        lengths = neighbourhood(number, Kind.INT)
        yield from (_of_length(int(length), domain) for length in lengths if 0 <= length <= INPUTS.longest_placed)


def _of_text(piece: str, domain: Domain) -> Iterator[Make]:
    if domain.kind is Kind.TEXT:
        yield from (_with_part(piece, place, domain) for place in (_FIRST, _LAST, _ANYWHERE))
        yield lambda drawn, _: assemble((piece, drawn or "", piece), domain)
    elif domain.kind is Kind.TEXTS:
        yield from (_with_element(piece, place, domain) for place in (_FIRST, _LAST, _ANYWHERE))
        yield _within_element(piece, domain)


def _of_all(constants: Sequence[Number], pieces: Sequence[str], domain: Domain) -> Iterator[Make]:
    """Values that consist of constants or texts to a good part; texts also of the characters of texts."""
    if domain.kind is Kind.TEXT:
        pools: list[list[Any]] = [list(pieces), list(dict.fromkeys("".join(pieces)))]
    elif domain.kind is Kind.TEXTS:
        pools = [list(pieces)]
    else:
        pools = [[value for number in constants for value in neighbourhood(number, domain.kind.element)[:3]]]
    if all(pools):
        yield _mixed(pools, domain)


def _fixed(value: Any) -> Make:
    return lambda _drawn, _rng: value


def _with_element(element: Any, place: int | None, domain: Domain) -> Make:
    """An element takes another's place; it is the only one where there was none."""

    def make(drawn: Any, rng: Random) -> Any:
        elements = list(drawn or [element])
        elements[rng.randrange(len(elements)) if place is None else place] = element
        return assemble(elements, domain)

    return make


def _within_element(piece: str, domain: Domain) -> Make:
    """One of several texts gets a part."""

    def make(drawn: Any, rng: Random) -> Any:
        elements = list(drawn or [""])
        index = rng.randrange(len(elements))
        text = elements[index] or ""
        cut = rng.randint(0, len(text))
        elements[index] = text[:cut] + piece + text[cut:]
        return assemble(elements, domain)

    return make


def _with_part(piece: str, place: int | None, domain: Domain) -> Make:
    """A text gets a part at its start, at its end or within; where it would be too long, in the place of others."""

    def make(drawn: Any, rng: Random) -> Any:
        for text in (drawn or "", (drawn or "")[len(piece) :]):
            cut = rng.randint(0, len(text)) if place is None else 0 if place == _FIRST else len(text)
            value = assemble((text[:cut], piece, text[cut:]), domain)
            if value is not None:
                return value
        return None

    return make


def _of_length(length: int, domain: Domain) -> Make:
    """A value of this length: the drawn one, cut or continued with others that are drawn."""

    def make(drawn: Any, rng: Random) -> Any:
        elements = list(drawn or ())
        for _ in range(INPUTS.draws_of_long):
            if len(elements) < length:
                elements += domain.draw(rng) or ()
        while 0 < len(elements) < length:
            elements *= 2
        return assemble(elements[:length], domain) if len(elements) >= length else None

    return make


def _mixed(pools: Sequence[Sequence[Any]], domain: Domain) -> Make:
    """About half of the elements are of the pools; a text is cut before, as what is put into it may be long."""

    def make(drawn: Any, rng: Random) -> Any:
        is_cut = domain.kind is Kind.TEXT and drawn
        kept = drawn[: rng.randint(1, INPUTS.longest_mixed)] if is_cut else drawn or pools[0][:1]
        mixed = [rng.choice(rng.choice(pools)) if rng.random() < INPUTS.mixed_share else old for old in kept]
        return assemble(mixed, domain)

    return make


def domain_size(parameters: Sequence[Parameter]) -> int | None:
    """The number of all inputs; None where it is unknown or infinite."""
    return count_combinations(parameter.domain for parameter in parameters)


def all_inputs(parameters: Sequence[Parameter]) -> Iterator[Input]:
    """Every input, in a fixed order; only where the size of the domain is known and moderate."""
    return product(*(parameter.domain.values() for parameter in parameters))


def shuffled_domain(parameters: Sequence[Parameter], rng: Random) -> list[Input] | None:
    """All inputs of a small domain in random order; None for any other domain."""
    size = domain_size(parameters)
    if size is None or size > INPUTS.enumerated:
        return None
    everything = list(all_inputs(parameters))
    rng.shuffle(everything)
    return everything


def draw_inputs(
    parameters: Sequence[Parameter],
    constants: Iterable[Number],
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
    drawn: Iterable[Input] | None = shuffled_domain(parameters, rng)
    if drawn is None:
        constants = tuple(constants)
        placements = tuple(find_placements(parameters, constants, pieces))
        share = INPUTS.tied_share if is_tied else INPUTS.related_share
        drawn = _drawn(parameters, placements, find_relations(parameters, constants), share, rng)
    return distinct_inputs(chain(examples, drawn))


def with_separators(
    inputs: Iterable[Input], parameters: Sequence[Parameter], separators: Sequence[str], rng: Random
) -> Iterator[Input]:
    """The inputs, of whose texts many that have no separator get some at any places, as far as they may.

    >>> from genmorph.domain import texts
    >>> list(with_separators([("abcd",)] * 4, [Parameter("text", texts("abcd/"))], ["/"], Random(4)))
    [('a/bc//d',), ('ab/cd/',), ('ab//cd/',), ('abcd',)]
    """
    places = [place for place, parameter in enumerate(parameters) if parameter.kind is Kind.TEXT]
    for values in inputs:
        new = values
        for place in places:
            separator, text = rng.choice(separators), values[place]
            if text is not None and separator not in text and rng.random() < INPUTS.separated_share:
                for _ in range(rng.randint(1, INPUTS.most_separated)):
                    cut = rng.randint(0, len(text))
                    text = text[:cut] + separator + text[cut:]
                new = with_argument(new, place, text) if parameters[place].domain.contains(text) else new
        yield new


def distinct_inputs(inputs: Iterable[Input]) -> Iterator[Input]:
    """Inputs are distinguished by their text: 1 and 1.0 and True are three, NaN is itself."""
    seen: set[str] = set()
    repeated = 0
    for values in inputs:
        written = key(values)
        if written not in seen:
            seen.add(written)
            repeated = 0
            yield values
        elif (repeated := repeated + 1) >= INPUTS.most_repeated:
            return


def _drawn(
    parameters: Sequence[Parameter],
    placements: Sequence[Placement],
    relations: Sequence[Sequence[tuple[int, Relate]]],
    related: float,
    rng: Random,
) -> Iterator[Input]:
    for placement in placements:
        yield _placed(_draw(parameters, relations, related, rng), placement, rng)
        yield _draw(parameters, relations, related, rng)
    varied = [placement for placement in placements if placement.varies]
    while True:
        values = _draw(parameters, relations, related, rng)
        if varied and rng.random() < INPUTS.placed_share:
            values = _placed(values, rng.choice(varied), rng)
        yield values


def _placed(values: Input, placement: Placement, rng: Random) -> Input:
    """The input with something in its place; as it is where that does not fit."""
    value = placement.make(values[placement.position], rng)
    return values if value is None else with_argument(values, placement.position, value)


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
