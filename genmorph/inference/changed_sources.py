"""Sources whose follow-ups have certain numbers in the places that a transformation changes."""

from collections.abc import Callable, Iterator, Sequence

from genmorph.domain import contains_all
from genmorph.model import Domain, Input
from genmorph.transformations import Transformation

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
                source = (*base[:position], value, *base[position + 1 :])
                if contains_all(domains, source) is True and _is_valid(transformation, source, domains):
                    yield source


def _is_valid(transformation: Transformation, source: Input, domains: Sequence[Domain]) -> bool:
    follow_up = transformation.apply(source)
    return follow_up is not None and contains_all(domains, follow_up) is True
