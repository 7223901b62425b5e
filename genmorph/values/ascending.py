"""Sequences in ascending order, as functions want them that search by halves or merge."""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from random import Random
from typing import Any

from genmorph.model import Container, Domain, Kind, UsageError
from genmorph.settings import MIXED_DRAWS
from genmorph.values.narrowable import Narrowable
from genmorph.values.python_text import Source, conjunction, write_call
from genmorph.values.sequences import Sequences
from genmorph.values.sizes import Way
from genmorph.values.tuples import FixedTuples

_SORTED = (Container.LIST, Container.TUPLE)


@dataclass(frozen=True, slots=True, repr=False)
class Ascending(Narrowable):
    """The lists or tuples of an inner domain whose elements are in ascending order; equal ones may be neighbours."""

    inner: Sequences | FixedTuples
    tells_sources = False

    def __post_init__(self) -> None:
        if not has_order(self.inner):
            raise UsageError(
                f"ascending must be of lists or tuples of elements that have an order, got {self.inner!r:.80}"
            )
        self.draw(Random(0))

    @property
    def kind(self) -> Kind:
        return self.inner.kind

    @property
    def container(self) -> Container:
        return self.inner.container

    @property
    def depth(self) -> int:
        return 1

    def draw(self, rng: Random) -> Any:
        """A sequence of the inner domain, sorted, that is in the domain still; UsageError where hardly any is."""
        for _ in range(MIXED_DRAWS.most_rejected):
            drawn = self._sorted(self.inner.draw(rng))
            if self.inner.contains(drawn) is not False:
                return drawn
        raise UsageError(f"ascending must be of tuples of which some are in ascending order, got {self.inner!r:.80}")

    def contains(self, value: object) -> bool | None:
        answer = self.inner.contains(value)
        return answer and _is_ascending(value)

    def condition_text(self, text: str) -> str | None:
        return conjunction(self.inner.condition_text(text), f"list({text}) == sorted({text})")

    def notation(self) -> str:
        return write_call("ascending", [Source(self.inner.notation())], {})

    def strategy(self) -> str:
        inner = self.inner.strategy()
        if isinstance(self.inner, FixedTuples):  # an element has no other place
            return f"{inner}.filter(lambda values: list(values) == sorted(values))"
        as_tuple = "lambda values: tuple(sorted(values))"
        return f"{inner}.map({as_tuple if self.container is Container.TUPLE else 'sorted'})"

    def intersect(self, other: Domain, /) -> Narrowable | None:
        common = self.inner.intersect(other.inner if isinstance(other, Ascending) else other)
        return Ascending(common) if isinstance(common, Sequences | FixedTuples) else None

    def fed_back(self) -> Narrowable:
        wider = self.inner.fed_back()
        return Ascending(wider) if isinstance(wider, Sequences | FixedTuples) else self

    @property
    def is_hashable(self) -> bool:
        return self.inner.is_hashable

    @property
    def least_size(self) -> int:
        return self.inner.least_size

    @property
    def usual_size(self) -> int:
        return self.inner.usual_size

    def _boundary_way(self, constants: Sequence[int | float], pieces: Sequence[str]) -> Way:
        way = self.inner.boundary_way(constants, pieces)

        def draw(rng: Random) -> Any:
            drawn = self._sorted(way(rng))
            return self.draw(rng) if self.inner.contains(drawn) is False else drawn

        return draw

    def _extremes(self, rng: Random) -> Iterator[Any]:
        return map(self._sorted, self.inner.extremes(rng))

    def _sorted(self, value: Any) -> Any:
        return tuple(sorted(value)) if self.container is Container.TUPLE else sorted(value)


def has_order(domain: Domain) -> bool:
    """Whether a domain is of lists or tuples whose elements can be sorted: NaN has no place in an order."""
    if not isinstance(domain, Sequences | FixedTuples) or domain.container not in _SORTED:
        return False
    return domain.kind.element is not None and domain.element.contains(math.nan) is False


def _is_ascending(value: Any) -> bool:
    return all(one <= other for one, other in pairwise(value))


def ascending(inner: Domain) -> Ascending:
    """Make the domain of the lists, or tuples, of a domain that are in ascending order.

    Args:
        inner: Lists or tuples of numbers, texts or Booleans, none of which is NaN.

    Raises:
        UsageError: It is another domain.

    >>> from genmorph.domain import ints, lists
    >>> ordered = ascending(lists(ints(0, 9)))
    >>> ordered.contains([1, 3, 3]), ordered.contains([3, 1]), ordered.strategy()
    (True, False, 'st.lists(st.integers(0, 9), max_size=20).map(sorted)')

    """
    return Ascending(inner)  # type: ignore[arg-type]
