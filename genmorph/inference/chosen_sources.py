"""Sources chosen by their follow-ups: boundary values there, values tied to them, ends of narrowed domains."""

from collections.abc import Callable, Iterator, Sequence
from itertools import combinations
from random import Random

from genmorph.execution.outputs import Pair
from genmorph.model import Domain, Input, Parameter, with_argument
from genmorph.settings import TRIALS
from genmorph.subject.related import find_relations
from genmorph.transformations.narrowing import is_bounded
from genmorph.transformations.transformation import Transformation
from genmorph.values.narrowable import contains_all
from genmorph.values.numbers.number_neighbours import numbers_beside

Numbers = Callable[[Domain], Sequence[int | float]]
"""The numbers wanted in the place of an argument of that domain."""


def sources_before(
    transformation: Transformation, domains: Sequence[Domain], numbers: Numbers, bases: Sequence[Input]
) -> Iterator[Input]:
    """Valid sources that become such numbers or their neighbours, the other arguments being those of the bases in turn.

    There are none where the transformation does not add to or multiply a number.

    >>> from genmorph.domain import ints
    >>> list(sources_before(Transformation("add", (0,), 2), [ints(0, 9)] * 2, lambda _: [9, 5], [(1, 7), (1, 8)]))
    [(6, 7), (7, 7), (2, 8), (3, 8), (4, 8)]
    >>> change = Transformation("add", (0,), drawn=ints(1, 4))
    >>> list(sources_before(change, [ints(0, 9), ints(1, 4)], lambda _: [9], [(1, 3)]))
    [(5, 3), (6, 3)]
    """
    if not bases:
        return
    for position in transformation.positions:
        wanted = [number for number in numbers(domains[position]) if abs(number) <= TRIALS.largest_chosen]
        for turn, number in enumerate(wanted):
            base = bases[turn % len(bases)]
            for value in transformation.sources_of(number, domains[position].kind, base):
                source = with_argument(base, position, value)
                if contains_all(domains, source) is True and _is_valid(transformation, source, domains):
                    yield source


def tied_sources(
    transformation: Transformation,
    parameters: Sequence[Parameter],
    constants: Sequence[int | float],
    pairs: Sequence[Pair],
    rng: Random,
) -> Iterator[Input]:
    """The pairs' sources with an argument that does not change, if any, made of one that does, as the follow-up has it.

    Outputs that are passed on are left alone: they would change with the source.

    >>> from genmorph.domain import ints
    >>> parameters = [Parameter("low", ints(0, 99)), Parameter("high", ints(0, 99))]
    >>> list(tied_sources(Transformation("scale", (0,), 10), parameters, (), [((4, 50), (40, 50))], Random(0)))
    [(4, 41)]
    """
    changed = transformation.positions
    ways = [
        (index, position, relate)
        for index, relations in enumerate(find_relations(parameters, constants))
        for position, relate in relations
        if position in changed and index not in changed and transformation.chained is None
    ]
    for source, follow_up in pairs if ways else ():
        index, position, relate = rng.choice(ways)
        if source[index] is None or follow_up[position] is None:
            continue
        value = relate(follow_up[position], parameters[index].domain, rng)
        if value is not None:
            yield with_argument(source, index, value)


def _is_valid(transformation: Transformation, source: Input, domains: Sequence[Domain]) -> bool:
    follow_up = transformation.apply(source)
    return follow_up is not None and contains_all(transformation.arguments_of(tuple(domains)), follow_up) is True


def sources_at_ends(
    transformation: Transformation, parameters: Sequence[Parameter], bases: Sequence[Input]
) -> Iterator[Input]:
    """Sources with the least or largest number that has a follow-up, where the domain has lesser or larger ones.

    The other arguments are those of the bases in turn, or one of the same kind is the same number or next to it; or
    two arguments are at ends of theirs.

    >>> from genmorph.domain import ints
    >>> parameters = [Parameter("low", ints(0, 99)), Parameter("high", ints(0, 99))]
    >>> list(sources_at_ends(Transformation("add", (0,), -1), parameters, [(5, 50)]))
    [(1, 50), (2, 50), (1, 1), (1, 0), (1, 2)]
    """
    domains = [parameter.domain for parameter in parameters]
    narrowed = transformation.narrow(domains)
    if narrowed is None or not bases:
        return
    ends = [(place, end) for place in transformation.positions for end in _new_ends(domains[place], narrowed[place])]
    for turn, (place, end) in enumerate(ends):
        base = bases[turn % len(bases)]
        near = [with_argument(base, place, number) for number in numbers_beside(end)]
        alike = (
            other for other in range(len(domains)) if other != place and domains[other].kind is domains[place].kind
        )
        beside = [with_argument(near[0], other, number) for other in alike for number in numbers_beside(end)]
        yield from (source for source in (*near, *beside) if contains_all(narrowed, source) is True)
    for (place, end), (other, far) in combinations(ends, 2):
        source = with_argument(with_argument(bases[0], place, end), other, far)
        if place != other and contains_all(narrowed, source) is True:
            yield source


def _new_ends(domain: Domain, narrowed: Domain) -> Iterator[int | float]:
    """The bounds of a narrowed domain that are not those of the whole one."""
    if is_bounded(domain) and is_bounded(narrowed):
        bounds = ((domain.low, narrowed.low), (domain.high, narrowed.high))
        yield from (end for before, end in bounds if end is not None and end != before)
