"""Boundary values of sequences, such as empty, sorted and long ones, and edits of sequences and texts."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass
from random import Random
from types import MappingProxyType
from typing import Any

from genmorph.model import Container, Domain, Kind
from genmorph.settings import INPUT_BOUNDARIES
from genmorph.values.numbers.float_draws import is_finite_float
from genmorph.values.protocols import depth_of
from genmorph.values.sequences import Sequences
from genmorph.values.sizes import Way, first_contained, size_way
from genmorph.values.tuples import FixedTuples

Elements = list[Any]

Edit = Callable[[Elements, Sequence[Any], Random], Elements]
"""From elements, which are never empty, and others to insert, to the edited ones."""


def has_elements(kind: Kind) -> bool:
    """Whether values of this kind are texts or sequences."""
    return kind is Kind.TEXT or kind.is_sequence


def assemble(elements: Iterable[Any], domain: Domain) -> Any:
    """The value with these elements, or of these parts for a text; None where the domain has none.

    >>> from genmorph.domain import lists, ints, texts
    >>> assemble([1, 2], lists(ints(0, 9))), assemble([1, 20], lists(ints(0, 9))), assemble(["a", "bc"], texts())
    ([1, 2], None, 'abc')
    """
    value: Any
    match domain.container:
        case None:
            value = "".join(elements)
        case Container.TUPLE:
            value = tuple(elements)
        case Container.BYTES:
            numbers = list(elements)
            value = bytes(numbers) if all(0 <= number < 256 for number in numbers) else None
        case _:
            value = list(elements)
    return value if value is not None and domain.contains(value) else None


def sequence_way(domain: Sequences, corner: Way) -> Way:
    """Draws of sequences; `corner` draws elements."""
    ways = _SequenceWays(domain, corner, size_way(domain.min_size, domain.max_size, depth_of(domain.element) > 0))
    few = (ways.in_order, ways.twice, ways.cancelling, ways.ascending, ways.drawn_with_a_corner)
    of_floats = (ways.absorbing,) if domain.kind is Kind.FLOATS else ()
    chosen = (ways.some, ways.some, ways.alike, ways.alike, *few, *of_floats)
    return first_contained([_assembled(way, domain) for way in chosen], domain)


def tuple_way(domain: FixedTuples, corners: Sequence[Way]) -> Way:
    """Draws of tuples with a domain for each element; `corners` draw these."""

    def mixed(rng: Random) -> tuple[Any, ...]:
        both = zip(domain.elements, corners, strict=True)
        return tuple(
            corner(rng) if rng.random() < INPUT_BOUNDARIES.boundary_share else element.draw(rng)
            for element, corner in both
        )

    def alike(rng: Random) -> tuple[Any, ...]:
        value = rng.choice(corners)(rng)
        return tuple(own(value) for _ in domain.elements)

    return first_contained((mixed, mixed, alike), domain)


def own(element: Any) -> Any:
    """The element, not shared with another place: what is a list there must not change here."""
    return deepcopy(element) if isinstance(element, list | tuple) else element


@dataclass(frozen=True, slots=True)
class _SequenceWays:
    domain: Sequences
    corner: Way
    size: Callable[[Random], int]

    def some(self, rng: Random) -> list[Any]:
        share, plain = rng.choice(INPUT_BOUNDARIES.element_shares), self.domain.element.draw
        return [self.corner(rng) if rng.random() < share else plain(rng) for _ in range(self.size(rng))]

    def alike(self, rng: Random) -> list[Any]:
        few = [rng.choice((self.corner, self.domain.element.draw))(rng) for _ in range(rng.choice((1, 1, 2, 3)))]
        return [own(rng.choice(few)) for _ in range(self.size(rng))]

    def in_order(self, rng: Random) -> list[Any]:
        values = rng.choice((self.some, self.alike))(rng)
        if self.domain.kind is Kind.NESTED:
            return values[::-1]
        values.sort(key=_place, reverse=rng.random() < INPUT_BOUNDARIES.descending_share)
        return _with_two_exchanged(values, rng) if rng.random() < INPUT_BOUNDARIES.exchanged_share else values

    def twice(self, rng: Random) -> list[Any]:
        half = self._half(rng)
        return half + [own(value) for value in rng.choice((half, half[::-1]))]

    def cancelling(self, rng: Random) -> list[Any]:
        """Numbers with their negatives."""
        half = self._half(rng)
        return rng.sample(half + [_opposite(value) for value in half], 2 * len(half))

    def absorbing(self, rng: Random) -> list[Any]:
        """Floats, and a large one that comes once or more, its negative as often: sums in between lose digits."""
        size = self.size(rng)
        count = rng.randint(1, max(1, size // 2))
        values = [self.domain.element.draw(rng) for _ in range(size - 2 * count)]
        drawn = [self.corner(rng) for _ in range(INPUT_BOUNDARIES.absorbing)]
        corners = [value for value in drawn if is_finite_float(value)]
        large = rng.choice((-1, 1)) * max(corners, key=abs, default=0.0)
        first, last = sorted(rng.choices(range(len(values) + 1), k=2))
        return [*values[:first], *[large] * count, *values[first:last], *[-large] * count, *values[last:]]

    def ascending(self, rng: Random) -> list[Any]:
        start, step = self.corner(rng), rng.choice((-1, 1, 2))
        if isinstance(start, bool) or not isinstance(start, int | float):
            return self.some(rng)
        return [start + step * index for index in range(self.size(rng))]

    def drawn_with_a_corner(self, rng: Random) -> list[Any]:
        values = list(self.domain.draw(rng))
        if values:
            values[rng.choice((0, -1, rng.randrange(len(values))))] = self.corner(rng)
        return values

    def _half(self, rng: Random) -> list[Any]:
        return self.some(rng)[: self.domain.max_size // 2]


def _assembled(way: Way, domain: Sequences) -> Way:
    return lambda rng: assemble(way(rng), domain)


def _place(element: Any) -> tuple[bool, Any]:
    """Numbers and texts in their order, NaN last."""
    return element != element, element


def _opposite(value: Any) -> Any:
    return -value if isinstance(value, int | float) and not isinstance(value, bool) else own(value)


def _with_two_exchanged(values: list[Any], rng: Random) -> list[Any]:
    if values:
        one, other = rng.randrange(len(values)), rng.randrange(len(values))
        values[one], values[other] = values[other], values[one]
    return values


def _delete(elements: Elements, _: Sequence[Any], rng: Random) -> Elements:
    place = rng.randrange(len(elements))
    return elements[:place] + elements[place + 1 :]


def _insert(elements: Elements, fresh: Sequence[Any], rng: Random) -> Elements:
    place = rng.choice((0, len(elements), rng.randint(0, len(elements))))
    return [*elements[:place], own(rng.choice(fresh or elements)), *elements[place:]]


def _replace(elements: Elements, fresh: Sequence[Any], rng: Random) -> Elements:
    place = rng.choice((0, len(elements) - 1, rng.randrange(len(elements))))
    return [*elements[:place], own(rng.choice(fresh or elements)), *elements[place + 1 :]]


def _duplicate(elements: Elements, _: Sequence[Any], rng: Random) -> Elements:
    place = rng.randrange(len(elements))
    return [*elements[:place], own(elements[place]), *elements[place:]]


def _swap(elements: Elements, _: Sequence[Any], rng: Random) -> Elements:
    one, other = rng.randrange(len(elements)), rng.randrange(len(elements))
    swapped = list(elements)
    swapped[one], swapped[other] = swapped[other], swapped[one]
    return swapped


def _copy_over(elements: Elements, _: Sequence[Any], rng: Random) -> Elements:
    """One element in the place of another."""
    place = rng.randrange(len(elements))
    return [*elements[:place], own(rng.choice(elements)), *elements[place + 1 :]]


def _reverse(elements: Elements, _: Sequence[Any], __: Random) -> Elements:
    return elements[::-1]


def _sort(elements: Elements, _: Sequence[Any], rng: Random) -> Elements:
    """Where the elements have an order."""
    try:
        return sorted(elements, reverse=rng.random() < 0.5)
    except TypeError:
        return elements[::-1]


def _append(elements: Elements, fresh: Sequence[Any], rng: Random) -> Elements:
    """Several elements at an end."""
    piece = [own(element) for element in fresh]
    return rng.choice((elements + piece, piece + elements))


def _repeat(elements: Elements, _: Sequence[Any], __: Random) -> Elements:
    return elements + [own(element) for element in elements]


def _cut(elements: Elements, _: Sequence[Any], rng: Random) -> Elements:
    place = rng.randint(0, len(elements))
    return rng.choice((elements[:place], elements[place:]))


def _level(elements: Elements, _: Sequence[Any], rng: Random) -> Elements:
    """All elements alike."""
    element = rng.choice(elements)
    return [own(element) for _ in elements]


def _rotate(elements: Elements, _: Sequence[Any], rng: Random) -> Elements:
    place = rng.randrange(len(elements))
    return elements[place:] + elements[:place]


EDITS: Mapping[str, Edit] = MappingProxyType(
    {
        "delete": _delete,
        "insert": _insert,
        "replace": _replace,
        "duplicate": _duplicate,
        "swap": _swap,
        "copy over": _copy_over,
        "reverse": _reverse,
        "sort": _sort,
        "append": _append,
        "repeat": _repeat,
        "cut": _cut,
        "level": _level,
        "rotate": _rotate,
    }
)
