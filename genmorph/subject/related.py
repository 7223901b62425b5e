"""Values of one argument that are made of another: equal, close, a part of it, its length; also inside of either."""

from collections.abc import Callable, Hashable, Iterator, Sequence
from functools import partial
from itertools import count
from random import Random
from typing import Any

from genmorph.model import Built, Domain, Kind, Parameter
from genmorph.settings import INPUTS
from genmorph.values.formed import stepped
from genmorph.values.mappings import Dicts
from genmorph.values.narrowable import parts_inside
from genmorph.values.numbers.number_neighbours import Number, neighbourhood
from genmorph.values.sequence_edits import assemble, has_elements
from genmorph.values.steps import Path, change_at
from genmorph.values.unions import Optionals

Relate = Callable[[Any, Domain, Random], Any]
"""From another argument's value, and the domain of one's own, to a value in there; None where there is none."""


def find_relations(
    parameters: Sequence[Parameter], constants: Sequence[Number]
) -> tuple[tuple[tuple[int, Relate], ...], ...]:
    """For each parameter the others that its value can be made of, each with a way to do it.

    Of two numbers or dates many are as far apart as a constant of the function says, or nearly.

    >>> from genmorph.domain import ints, lists
    >>> found = find_relations([Parameter("xs", lists(ints())), Parameter("x", ints())], ())
    >>> [[(position, relate.__name__) for position, relate in relations] for relations in found]
    [[], [(0, '_an_element'), (0, '_a_length')]]
    """
    return tuple(
        tuple(
            (position, relate)
            for position, other in enumerate(parameters)
            if position != index
            for relate in (
                *(_relations(parameter.kind, other.kind, constants) if _may_be_alike(parameter, other) else ()),
                *_of_dicts(parameter.domain, other.domain),
                *_of_parts(parameter.domain, other.domain, constants),
            )
        )
        for index, parameter in enumerate(parameters)
    )


def _may_be_alike(one: Parameter, other: Parameter) -> bool:
    """Whether one of them is plain data, or both are of one sort: a date is made of no decimal."""
    are_other = one.kind is other.kind is Kind.OTHER
    return not are_other or _sort(one.domain) == _sort(other.domain)


def _relations(own: Kind, other: Kind, constants: Sequence[Number]) -> Iterator[Relate]:
    if own is other:
        if own.is_number:
            yield partial(_a_close_number, _as_kind(own, constants))
        elif has_elements(own):
            yield from _OF_ELEMENTS
            if own is Kind.TEXT:
                yield lambda value, domain, rng: _within(domain, rng.choice((value.upper(), value.lower())))
        else:
            yield partial(_a_close_value, _as_kind(Kind.INT, constants))
    if own is other.element:
        yield _an_element
    if own is Kind.INT and has_elements(other):
        yield _a_length
    if own.is_sequence and other.is_sequence:
        yield of_equal_length


def _as_kind(kind: Kind, constants: Sequence[Number]) -> list[Number]:
    """The constants that are numbers of this kind."""
    return [number for constant in constants for number in neighbourhood(constant, kind)[:1]]


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


def _of_parts(own: Domain, other: Domain, constants: Sequence[Number] = ()) -> Iterator[Relate]:
    """One way for all that lies inside of one's own values, or of the other's, and is of one sort."""
    ours, theirs = _by_sort(own), _by_sort(other)
    alike = [(ours[sort], theirs[sort]) for sort in ours if sort in theirs]
    if found := [both for both in alike if any(path for places in both for path, _ in places)]:
        yield partial(_with_a_part, tuple(found), constants)


_Places = list[tuple[Path, Any]]
"""Where parts of one sort lie, with their domains."""


def _by_sort(domain: Domain) -> dict[Hashable, _Places]:
    """The domain and the first of its parts, by the sort of their values."""
    found: dict[Any, _Places] = {}
    for path, part in parts_inside(domain, INPUTS.related_depth)[: INPUTS.related_parts]:
        found.setdefault(_sort(part), []).append((path, part))
    return found


def _sort(domain: Domain) -> Hashable:
    """The kind of a domain's values; of values that are no plain data, that of the domain: dates are no decimals."""
    held = domain.inner if isinstance(domain, Optionals) else domain
    return type(held) if held.kind is Kind.OTHER else held.kind


def _with_a_part(
    alike: Sequence[tuple[_Places, _Places]], constants: Sequence[Number], value: Any, domain: Domain, rng: Random
) -> Any:
    """A value of its own in which one part is made of one of the other value's; or made of such a part itself.

    Values in which a part on the way is None are left alone.

    >>> from genmorph.domain import dicts, ints, texts
    >>> prices, price = dicts(texts("ab"), ints(0, 9), min_size=2, max_size=2), ints(0, 999)
    >>> [(relate,), (other,)] = [*_of_parts(prices, price)], [*_of_parts(price, prices)]
    >>> made = relate(9, prices, Random(1))
    >>> 9 in [held for _, held in made.parts], other(Built("dict", (("a", 70), ("b", 70))), price, Random(1))
    (True, 71)
    """
    places, others = rng.choice(alike)
    path, part = rng.choice(places)
    taken, found = rng.choice([one for one in others if path or one[0]] or others)
    known = _at(value, taken)
    ways = tuple(_relations(part.kind, found.kind, constants))
    given = rng.choice(ways)(rng.choice(known), part, rng) if known and ways else None
    if given is None or not path:
        return given
    drawn, numbers = domain.draw(rng), count()
    there = len(_at(drawn, path))
    if not there:
        return None
    chosen = rng.randrange(there)
    return _within(domain, change_at(drawn, path, lambda one: given if next(numbers) == chosen else one))


def _at(value: Any, path: Path) -> list[Any]:
    """The parts to which the path leads."""
    found: list[Any] = []

    def note(part: Any) -> Any:
        found.append(part)
        return part

    change_at(value, path, note)
    return found


def _a_close_value(constants: Sequence[Number], value: Any, domain: Domain, rng: Random) -> Any:
    """The same value, or one not far from it where its kind has an order: the day before a date, a week after."""
    return _first_within(domain, stepped(value, domain, _step(constants, rng), rng), value)


def _step(constants: Sequence[Number], rng: Random) -> Number:
    """0 or 1, or as far as one of the constants, or 1 less or more; in either direction."""
    beside = rng.choice(INPUTS.beside)
    is_far = constants and rng.random() < INPUTS.far_share
    return rng.choice((-1, 1)) * rng.choice(constants) + beside if is_far else beside


def _first_within(domain: Domain, *values: Any) -> Any:
    return next((value for value in values if value is not None and domain.contains(value)), None)


def _within(domain: Domain, value: Any) -> Any:
    return value if domain.contains(value) else None


def _a_close_number(constants: Sequence[Number], value: Any, domain: Domain, rng: Random) -> Any:
    return _first_within(domain, value + _step(constants, rng), value)


def _an_element(value: Any, domain: Domain, rng: Random) -> Any:
    """One of the elements, also of a sequence whose elements are texts; or a number close to one."""
    if not value:
        return None
    element = rng.choice(value)
    return _a_close_number((), element, domain, rng) if domain.kind.is_number else _within(domain, element)


def _a_length(value: Any, domain: Domain, rng: Random) -> Any:
    return _a_close_number((), len(value), domain, rng)


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
