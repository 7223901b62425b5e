"""Sources at the ends of those that have a follow-up: the corners of the domain do not lie there."""

from collections.abc import Iterator, Sequence
from itertools import combinations

from genmorph.model import Domain, Input, Parameter, with_argument
from genmorph.subject.related import numbers_beside
from genmorph.transformations.narrowing import is_bounded
from genmorph.transformations.transformation import Transformation
from genmorph.values.protocols import contains_all


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
