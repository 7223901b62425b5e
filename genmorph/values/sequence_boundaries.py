"""Boundary values of sequences and tuples, such as empty, sorted, repeated and long ones."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from genmorph.model import Kind
from genmorph.settings import INPUT_BOUNDARIES
from genmorph.values.numbers.float_draws import is_finite_float
from genmorph.values.sequence_edits import assemble, swap
from genmorph.values.sequences import Sequences, sort_key, unshared
from genmorph.values.sizes import Way, first_contained, size_way
from genmorph.values.tuples import FixedTuples


def sequence_way(domain: Sequences, corner: Way) -> Way:
    """Draws of sequences; `corner` draws elements."""
    ways = _SequenceWays(domain, corner, size_way(domain.min_size, domain.max_size, domain.element.depth > 0))
    few = (ways.in_order, ways.twice, ways.cancelling, ways.ascending, ways.drawn_with_a_corner)
    of_floats = (ways.absorbing,) if domain.kind is Kind.FLOATS else ()
    chosen = (ways.some, ways.some, ways.alike, ways.alike, *few, *of_floats)

    def assembled(way: Way) -> Way:
        return lambda rng: assemble(way(rng), domain)

    return first_contained(list(map(assembled, chosen)), domain)


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
        return tuple(unshared(value) for _ in domain.elements)

    return first_contained((mixed, mixed, alike), domain)


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


def _opposite(value: Any) -> Any:
    return -value if isinstance(value, int | float) and not isinstance(value, bool) else unshared(value)
