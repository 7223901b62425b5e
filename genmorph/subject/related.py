"""Values of one argument that are made of another: equal, close, a part of it, its length."""

from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import Any

from genmorph.model import Domain, Kind, Parameter
from genmorph.values.sequence_edits import assemble, has_elements

Relate = Callable[[Any, Domain, Random], Any]
"""From another argument's value, and the domain of one's own, to a value in there; None where there is none."""


def find_relations(parameters: Sequence[Parameter]) -> tuple[tuple[tuple[int, Relate], ...], ...]:
    """For each parameter the others that its value can be made of, each with a way to do it.

    >>> from genmorph.domain import ints, lists
    >>> found = find_relations([Parameter("xs", lists(ints())), Parameter("x", ints())])
    >>> [[(position, relate.__name__) for position, relate in relations] for relations in found]
    [[], [(0, 'an_element'), (0, 'a_length')]]
    """
    return tuple(
        tuple(
            (position, relate)
            for position, other in enumerate(parameters)
            if position != index
            for relate in _relations(parameter.kind, other.kind)
        )
        for index, parameter in enumerate(parameters)
    )


def _relations(own: Kind, other: Kind) -> Iterator[Relate]:
    if own is other:
        yield from _of_one_kind(own)
    if own is other.element:
        yield an_element
    if own is Kind.INT and has_elements(other):
        yield a_length
    if own.is_sequence and other.is_sequence:
        yield as_many


def _of_one_kind(kind: Kind) -> Iterator[Relate]:
    if kind.is_number:
        yield a_close_number
    elif has_elements(kind):
        yield from (equal_elements, a_prefix, a_suffix, a_part, one_changed, shuffled)
        if kind is Kind.TEXT:
            yield in_other_case
    else:
        yield equal


def equal(value: Any, domain: Domain, _rng: Random) -> Any:
    """The same value."""
    return value if domain.contains(value) else None


def a_close_number(value: Any, domain: Domain, rng: Random) -> Any:
    """The same number, or one that differs by 1."""
    return equal(value + rng.choice((0, 0, -1, 1)), domain, rng)


def an_element(value: Any, domain: Domain, rng: Random) -> Any:
    """One of the elements, also of a sequence whose elements are texts."""
    return equal(rng.choice(value), domain, rng) if value else None


def a_length(value: Any, domain: Domain, rng: Random) -> Any:
    """The number of elements, or one that differs by 1."""
    return a_close_number(len(value), domain, rng)


def as_many(value: Any, domain: Domain, rng: Random) -> Any:
    """Drawn elements, as many as the other argument has."""
    drawn: list[Any] = []
    while len(drawn) < len(value):
        more = domain.draw(rng)
        if not more:
            return None
        drawn += more
    return assemble(drawn[: len(value)], domain)


def equal_elements(value: Any, domain: Domain, _rng: Random) -> Any:
    """The same elements."""
    return assemble(value, domain)


def a_prefix(value: Any, domain: Domain, rng: Random) -> Any:
    """The first elements."""
    return assemble(value[: rng.randint(0, len(value))], domain)


def a_suffix(value: Any, domain: Domain, rng: Random) -> Any:
    """The last elements."""
    return assemble(value[rng.randint(0, len(value)) :], domain)


def a_part(value: Any, domain: Domain, rng: Random) -> Any:
    """Elements from within."""
    start = rng.randint(0, len(value))
    return assemble(value[start : rng.randint(start, len(value))], domain)


def one_changed(value: Any, domain: Domain, rng: Random) -> Any:
    """The same elements but for one, which is drawn."""
    drawn = domain.draw(rng)
    if not value or not drawn:
        return None
    elements = list(value)
    elements[rng.randrange(len(elements))] = rng.choice(drawn)
    return assemble(elements, domain)


def shuffled(value: Any, domain: Domain, rng: Random) -> Any:
    """The same elements in another order."""
    return assemble(rng.sample(list(value), len(value)), domain)


def in_other_case(value: Any, domain: Domain, rng: Random) -> Any:
    """The text in upper or in lower case."""
    return equal(rng.choice((value.upper(), value.lower())), domain, rng)
