"""Boundary values of each kind: the extremes of a domain, and draws of what lies at its boundaries."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from genmorph.model import Domain, Kind
from genmorph.settings import INPUT_BOUNDARIES
from genmorph.values.bools import Bools
from genmorph.values.labels import key
from genmorph.values.listed import Froms
from genmorph.values.numbers.float_draws import is_finite_float
from genmorph.values.numbers.floats import Floats
from genmorph.values.numbers.ints import Ints
from genmorph.values.numbers.number_boundaries import float_way, int_way
from genmorph.values.numbers.number_neighbours import Number
from genmorph.values.sequence_edits import assemble, swap
from genmorph.values.sequences import Sequences, sort_key, unshared
from genmorph.values.sizes import Way, first_contained, plan_size_draws, size_way
from genmorph.values.texts import Texts, text_way
from genmorph.values.tuples import FixedTuples
from genmorph.values.unions import Optionals, Unions


def boundary_way(domain: Domain, constants: Sequence[Number], pieces: Sequence[str]) -> Way:
    """Draws of boundary values of a domain; of listed, sampled and built values, any."""
    if domain.kind is Kind.OTHER:
        return domain.draw
    match domain:
        case Optionals():
            inner = boundary_way(domain.inner, constants, pieces)
            return lambda rng: None if rng.random() < INPUT_BOUNDARIES.none_share else inner(rng)
        case Ints():
            return int_way(domain, constants)
        case Floats():
            return float_way(domain, constants)
        case Texts():
            return text_way(domain, pieces)
        case Sequences():
            return _sequence_way(domain, boundary_way(domain.element, constants, pieces))
        case FixedTuples():
            return _tuple_way(domain, [boundary_way(element, constants, pieces) for element in domain.elements])
        case Unions():
            ways = [boundary_way(part, constants, pieces) for part in domain.parts]
            return lambda rng: rng.choice(ways)(rng)
    return domain.draw


def extreme_values(domain: Domain, rng: Random) -> tuple[Any, ...]:
    """Some values, in the order zero, one, least, most; the domain's own draw where its values are not described."""
    parts = domain.parts if isinstance(domain, Unions) else (domain,)
    found = {key(value): value for part in parts for value in _candidates(part, rng) if part.contains(value)}
    return tuple(found.values()) or (domain.draw(rng),)


def _candidates(domain: Domain, rng: Random) -> Iterator[Any]:
    match domain:
        case Optionals():
            yield None
            yield from extreme_values(domain.inner, rng)
        case Ints():
            yield from (0, 1, -1, domain.low, domain.high)
        case Floats():
            yield from (0.0, 1.0, -1.0, domain.low, domain.high)
        case Texts():
            letter = "a" if domain.alphabet is None else domain.alphabet[0]
            yield from (letter * size for size in _sizes(domain))
        case Sequences():
            elements = extreme_values(domain.element, rng)
            yield from (assemble([elements[-1 if size > 1 else 0]] * size, domain) for size in _sizes(domain))
        case FixedTuples():
            for place in (0, -1):
                yield tuple(extreme_values(element, rng)[place] for element in domain.elements)
        case Bools() | Froms():
            *_, last = domain.values()
            yield from (next(domain.values()), last)


def _sizes(domain: Texts | Sequences) -> tuple[int, ...]:
    return (domain.min_size, domain.min_size + 1, plan_size_draws(domain.min_size, domain.max_size).usual)


def _sequence_way(domain: Sequences, boundary: Way) -> Way:
    """Draws of sequences; `boundary` draws elements."""
    ways = _SequenceWays(domain, boundary, size_way(domain.min_size, domain.max_size, domain.element.depth > 0))
    few = (ways.in_order, ways.twice, ways.cancelling, ways.ascending, ways.drawn_with_a_boundary_value)
    of_floats = (ways.absorbing,) if domain.kind is Kind.FLOATS else ()
    chosen = (ways.some, ways.some, ways.alike, ways.alike, *few, *of_floats)

    def assembled(way: Way) -> Way:
        return lambda rng: assemble(way(rng), domain)

    return first_contained(list(map(assembled, chosen)), domain)


def _tuple_way(domain: FixedTuples, boundaries: Sequence[Way]) -> Way:
    """Draws of tuples with a domain for each element; `boundaries` draw these."""

    def mixed(rng: Random) -> tuple[Any, ...]:
        both = zip(domain.elements, boundaries, strict=True)
        return tuple(
            boundary(rng) if rng.random() < INPUT_BOUNDARIES.boundary_share else element.draw(rng)
            for element, boundary in both
        )

    def alike(rng: Random) -> tuple[Any, ...]:
        value = rng.choice(boundaries)(rng)
        return tuple(unshared(value) for _ in domain.elements)

    return first_contained((mixed, mixed, alike), domain)


@dataclass(frozen=True, slots=True)
class _SequenceWays:
    domain: Sequences
    boundary: Way
    size: Callable[[Random], int]

    def some(self, rng: Random) -> list[Any]:
        share, plain = rng.choice(INPUT_BOUNDARIES.element_shares), self.domain.element.draw
        return [self.boundary(rng) if rng.random() < share else plain(rng) for _ in range(self.size(rng))]

    def alike(self, rng: Random) -> list[Any]:
        few = [rng.choice((self.boundary, self.domain.element.draw))(rng) for _ in range(rng.choice((1, 1, 2, 3)))]
        return [unshared(rng.choice(few)) for _ in range(self.size(rng))]

    def in_order(self, rng: Random) -> list[Any]:
        values = rng.choice((self.some, self.alike))(rng)
        if self.domain.kind is Kind.NESTED:
            return values[::-1]
        values.sort(key=sort_key, reverse=rng.random() < INPUT_BOUNDARIES.descending_share)
        is_exchanged = rng.random() < INPUT_BOUNDARIES.exchanged_share
        return swap(values, rng) if is_exchanged and values else values

    def twice(self, rng: Random) -> list[Any]:
        half = self._half(rng)
        return half + [unshared(value) for value in rng.choice((half, half[::-1]))]

    def cancelling(self, rng: Random) -> list[Any]:
        """Numbers with their negatives."""
        half = self._half(rng)
        return rng.sample(half + [_opposite(value) for value in half], 2 * len(half))

    def absorbing(self, rng: Random) -> list[Any]:
        """Floats, and a large one that comes once or more, its negative as often: sums in between lose digits."""
        size = self.size(rng)
        count = rng.randint(1, max(1, size // 2))
        values = [self.domain.element.draw(rng) for _ in range(size - 2 * count)]
        drawn = [self.boundary(rng) for _ in range(INPUT_BOUNDARIES.absorbing)]
        boundaries = [value for value in drawn if is_finite_float(value)]
        large = rng.choice((-1, 1)) * max(boundaries, key=abs, default=0.0)
        first, last = sorted(rng.choices(range(len(values) + 1), k=2))
        return [*values[:first], *[large] * count, *values[first:last], *[-large] * count, *values[last:]]

    def ascending(self, rng: Random) -> list[Any]:
        start, step = self.boundary(rng), rng.choice((-1, 1, 2))
        if isinstance(start, bool) or not isinstance(start, int | float):
            return self.some(rng)
        return [start + step * index for index in range(self.size(rng))]

    def drawn_with_a_boundary_value(self, rng: Random) -> list[Any]:
        values = list(self.domain.draw(rng))
        if values:
            values[rng.choice((0, -1, rng.randrange(len(values))))] = self.boundary(rng)
        return values

    def _half(self, rng: Random) -> list[Any]:
        return self.some(rng)[: self.domain.max_size // 2]


def _opposite(value: Any) -> Any:
    return -value if isinstance(value, int | float) and not isinstance(value, bool) else unshared(value)
