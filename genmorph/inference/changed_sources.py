"""Sources by what their follow-ups have in a changed place: certain numbers, or what another argument is made of."""

from collections.abc import Callable, Iterator, Sequence
from random import Random

from genmorph.execution.outputs import Pair
from genmorph.model import Domain, Input, Parameter, with_argument
from genmorph.subject.related import find_relations
from genmorph.transformations.transformation import Transformation
from genmorph.values.protocols import contains_all

Numbers = Callable[[Domain], Sequence[int | float]]
"""The numbers wanted in the place of an argument of that domain."""

_LARGEST = 1e300
"""Larger numbers are left out: what they come from may not be a float."""


def sources_before(
    transformation: Transformation, domains: Sequence[Domain], numbers: Numbers, bases: Sequence[Input]
) -> Iterator[Input]:
    """Valid sources that become such numbers or their neighbours, the other arguments being those of the bases in turn.

    There are none where the transformation does not add to or multiply a number.

    >>> from genmorph.domain import ints
    >>> list(sources_before(Transformation("add", (0,), 2), [ints(0, 9)] * 2, lambda _: [9, 5], [(1, 7), (1, 8)]))
    [(6, 7), (7, 7), (2, 8), (3, 8), (4, 8)]
    """
    if not bases:
        return
    for position in transformation.positions:
        wanted = [number for number in numbers(domains[position]) if abs(number) <= _LARGEST]
        for turn, number in enumerate(wanted):
            base = bases[turn % len(bases)]
            for value in transformation.sources_of(number, domains[position].kind):
                source = with_argument(base, position, value)
                if contains_all(domains, source) is True and _is_valid(transformation, source, domains):
                    yield source


def tied_sources(
    transformation: Transformation, parameters: Sequence[Parameter], pairs: Sequence[Pair], rng: Random
) -> Iterator[Input]:
    """The pairs' sources with an argument that does not change, if any, made of one that does, as the follow-up has it.

    Outputs that are passed on are left alone: they would change with the source.

    >>> from genmorph.domain import ints
    >>> parameters = [Parameter("low", ints(0, 99)), Parameter("high", ints(0, 99))]
    >>> list(tied_sources(Transformation("scale", (0,), 10), parameters, [((4, 50), (40, 50))], Random(0)))
    [(4, 41)]
    """
    changed = transformation.positions
    ways = [
        (index, position, relate)
        for index, relations in enumerate(find_relations(parameters))
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
    return follow_up is not None and contains_all(domains, follow_up) is True
