"""Boundary values of any domain, and those of sequences."""

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from random import Random
from typing import Any

from genmorph.model import Domain, Kind
from genmorph.settings import INPUT_BOUNDARIES
from genmorph.values.narrowable import Narrowable, parts_inside
from genmorph.values.numbers.number_neighbours import Number
from genmorph.values.sequence_edits import assemble, swap
from genmorph.values.sizes import Way, first_contained, size_way, sort_key, unshared


def boundary_way(domain: Domain, constants: Sequence[Number], pieces: Sequence[str]) -> Way:
    """Draws of boundary values of a domain; of listed, sampled and built values, any."""
    return domain.boundary_way(constants, pieces) if isinstance(domain, Narrowable) else domain.draw


def extreme_values(domain: Domain, rng: Random) -> tuple[Any, ...]:
    """Some values, in the order zero, one, least, most; the domain's own draw where its values are not described."""
    return domain.extremes(rng) if isinstance(domain, Narrowable) else (domain.draw(rng),)


def sequence_way(domain: Narrowable, element: Narrowable, boundary: Way, least: int, most: int) -> Way:
    """Draws of sequences of `least` to `most` elements; `boundary` draws elements."""
    ways = _SequenceWays(domain, element, boundary, size_way(least, most, element.depth > 0), most)
    few = (ways.in_order, ways.twice, ways.cancelling, ways.ascending, ways.drawn_with_a_boundary_value)
    has_floats = domain.kind is Kind.FLOATS or (domain.kind is Kind.NESTED and _holds_floats(element))
    of_floats = (ways.absorbing,) if has_floats else ()
    chosen = (ways.some, ways.some, ways.alike, ways.alike, *few, *of_floats)

    def assembled(way: Way) -> Way:
        return lambda rng: assemble(way(rng), domain)

    return first_contained(list(map(assembled, chosen)), domain)


@dataclass(frozen=True, slots=True)
class _SequenceWays:
    domain: Narrowable
    element: Narrowable
    boundary: Way
    size: Callable[[Random], int]
    most: int

    def some(self, rng: Random) -> list[Any]:
        share, plain = rng.choice(INPUT_BOUNDARIES.element_shares), self.element.draw
        return [self.boundary(rng) if rng.random() < share else plain(rng) for _ in range(self.size(rng))]

    def alike(self, rng: Random) -> list[Any]:
        few = [rng.choice((self.boundary, self.element.draw))(rng) for _ in range(rng.choice((1, 1, 2, 3)))]
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
        """Floats or points, a large one and its negative among them, each once or more: sums in between lose digits."""
        size = self.size(rng)
        count = rng.randint(1, max(1, size // 2))
        values = [self.element.draw(rng) for _ in range(size - 2 * count)]
        drawn = [self.boundary(rng) for _ in range(INPUT_BOUNDARIES.absorbing)]
        large = max(filter(_is_finite, drawn), key=_magnitude, default=0.0)
        signed = [large, _opposite(large)] if rng.choice((-1, 1)) > 0 else [_opposite(large), large]
        above, below = ([unshared(one) for _ in range(count)] for one in signed)
        first, last = sorted(rng.choices(range(len(values) + 1), k=2))
        return [*values[:first], *above, *values[first:last], *below, *values[last:]]

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
        return self.some(rng)[: self.most // 2]


def _opposite(value: Any) -> Any:
    """A number with the other sign, also inside of points and rows."""
    if isinstance(value, list | tuple):
        return type(value)(map(_opposite, value))
    return -value if isinstance(value, int | float) and not isinstance(value, bool) else unshared(value)


def _numbers_in(value: Any) -> Iterator[Any]:
    if isinstance(value, list | tuple):
        yield from chain.from_iterable(map(_numbers_in, value))
    elif isinstance(value, int | float) and not isinstance(value, bool):
        yield value


def _is_finite(value: Any) -> bool:
    return all(isinstance(number, int) or math.isfinite(number) for number in _numbers_in(value))


def _magnitude(value: Any) -> float:
    return max(map(abs, _numbers_in(value)), default=0.0)


def _holds_floats(element: Narrowable) -> bool:
    """Whether its values have floats inside, as points and rows have."""
    parts = parts_inside(element, INPUT_BOUNDARIES.steps_to_floats)
    return any(part.kind in (Kind.FLOAT, Kind.FLOATS) for _, part in parts)
