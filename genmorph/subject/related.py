"""Values of one argument that are made of another: equal, close, a part of it, its length."""

from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import Any

from genmorph.model import Built, Domain, Kind, Parameter
from genmorph.settings import INPUTS
from genmorph.values.mappings import Dicts
from genmorph.values.sequence_edits import assemble, has_elements

Relate = Callable[[Any, Domain, Random], Any]
"""From another argument's value, and the domain of one's own, to a value in there; None where there is none."""


def find_relations(parameters: Sequence[Parameter]) -> tuple[tuple[tuple[int, Relate], ...], ...]:
    """For each parameter the others that its value can be made of, each with a way to do it.

    >>> from genmorph.domain import ints, lists
    >>> found = find_relations([Parameter("xs", lists(ints())), Parameter("x", ints())])
    >>> [[(position, relate.__name__) for position, relate in relations] for relations in found]
    [[], [(0, '_an_element'), (0, '_a_length')]]
    """
    return tuple(
        tuple(
            (position, relate)
            for position, other in enumerate(parameters)
            if position != index
            for relate in (*_relations(parameter.kind, other.kind), *_of_dicts(parameter.domain, other.domain))
        )
        for index, parameter in enumerate(parameters)
    )


def _relations(own: Kind, other: Kind) -> Iterator[Relate]:
    if own is other:
        if own.is_number:
            yield _a_close_number
        elif has_elements(own):
            yield from _OF_ELEMENTS
            if own is Kind.TEXT:
                yield lambda value, domain, rng: _within(domain, rng.choice((value.upper(), value.lower())))
        else:
            yield lambda value, domain, _: _within(domain, value)
    if own is other.element:
        yield _an_element
    if own is Kind.INT and has_elements(other):
        yield _a_length
    if own.is_sequence and other.is_sequence:
        yield of_equal_length


def _of_dicts(own: Domain, other: Domain) -> Iterator[Relate]:
    if isinstance(own, Dicts) and isinstance(other, Dicts):
        yield _under_some_keys


def _under_some_keys(value: Any, domain: Domain, rng: Random) -> Any:
    """A dict of its own in which some keys of the other one stand, too, most often the last: a change puts it there.

    >>> from genmorph.domain import dicts, ints, texts
    >>> from genmorph.model import Built
    >>> stock = dicts(texts(), ints(0, 9))
    >>> [key for key, _ in _under_some_keys(Built("dict", (("a b", 3), ("c d", 5))), stock, Random(4)).parts][:2]
    ['c d', 'a b']
    """
    if value is None or not isinstance(domain, Dicts):
        return None
    keys = [key for key, _ in value.parts]
    drawn = domain.draw(rng).parts
    known = dict.fromkeys([*keys[-1:] * (rng.random() < INPUTS.last_key), *rng.sample(keys, rng.randint(0, len(keys)))])
    shared = tuple((key, domain.held.draw(rng)) for key in known)
    return _within(domain, Built("dict", (*shared, *(pair for pair in drawn if pair[0] not in known))))


def _within(domain: Domain, value: Any) -> Any:
    return value if domain.contains(value) else None


def _a_close_number(value: Any, domain: Domain, rng: Random) -> Any:
    return _within(domain, value + rng.choice((0, 0, -1, 1)))


def _an_element(value: Any, domain: Domain, rng: Random) -> Any:
    """One of the elements, also of a sequence whose elements are texts."""
    return _within(domain, rng.choice(value)) if value else None


def _a_length(value: Any, domain: Domain, rng: Random) -> Any:
    return _a_close_number(len(value), domain, rng)


def of_equal_length(value: Any, domain: Domain, rng: Random, start: Sequence[Any] = ()) -> Any:
    """Elements of `start`, then drawn ones, as many as the other argument has."""
    drawn: list[Any] = list(start)
    while len(drawn) < len(value):
        more = domain.draw(rng)
        if not more:
            return None
        drawn += more
    return assemble(drawn[: len(value)], domain)


def _a_part(value: Any, domain: Domain, rng: Random) -> Any:
    start = rng.randint(0, len(value))
    return assemble(value[start : rng.randint(start, len(value))], domain)


def _one_changed(value: Any, domain: Domain, rng: Random) -> Any:
    drawn = domain.draw(rng)
    if not value or not drawn:
        return None
    elements = list(value)
    elements[rng.randrange(len(elements))] = rng.choice(drawn)
    return assemble(elements, domain)


_OF_ELEMENTS: tuple[Relate, ...] = (
    lambda value, domain, _: assemble(value, domain),
    lambda value, domain, rng: assemble(value[: rng.randint(0, len(value))], domain),  # a prefix
    lambda value, domain, rng: assemble(value[rng.randint(0, len(value)) :], domain),  # a suffix
    _a_part,
    _one_changed,
    lambda value, domain, rng: assemble(rng.sample(list(value), len(value)), domain),  # in another order
)
