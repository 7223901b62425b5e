"""Sequences whose elements are all of one domain: lists, tuples, byte strings and arrays."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import product
from random import Random
from typing import Any

from genmorph.domain.element_draws import draw_elements
from genmorph.domain.ints import Ints, ints
from genmorph.domain.kinds import array_kind, elements_of, is_array, sequence_kind
from genmorph.domain.narrowing import Narrowable, check_element, depth_of
from genmorph.domain.sequence_notation import write_notation, write_strategy
from genmorph.domain.sizes import (
    DEEPEST,
    USUAL,
    SizeDraws,
    check_sizes,
    common_sizes,
    count_sequences,
    plan_size_draws,
)
from genmorph.model import Container, Domain, Kind, UsageError

BYTE = ints(0, 255)
_INT64 = Ints(-(2**63), 2**63 - 1)
_ARRAY_KINDS = (Kind.INT, Kind.FLOAT, Kind.BOOL)


@dataclass(frozen=True, slots=True, repr=False)
class Sequences:
    """All sequences of `min_size` to `max_size` elements of one domain, in one container; arrays are drawn as lists."""

    element: Narrowable
    container: Container
    min_size: int
    max_size: int
    kind: Kind = field(init=False)
    _sizes: SizeDraws = field(init=False, compare=False)

    def __post_init__(self) -> None:
        is_mixed = self.element.contains(None) is not False
        object.__setattr__(self, "kind", sequence_kind([None if is_mixed else self.element.kind]))
        is_nested = depth_of(self.element) > 0
        object.__setattr__(self, "_sizes", plan_size_draws(self.min_size, self.max_size, is_nested))
        if self.depth > DEEPEST:
            raise UsageError(f"element must be of at most {DEEPEST - 1} levels of sequences, got {self.depth - 1}")

    def __repr__(self) -> str:
        return self.notation()

    @property
    def depth(self) -> int:
        """So many levels of sequences the values have."""
        return 1 + depth_of(self.element)

    @property
    def size(self) -> int | None:
        """The number of sequences, None where it is unknown or huge."""
        return count_sequences(self.element.size, self.min_size, self.max_size)

    def values(self) -> Iterator[Any]:
        """All sequences, the shortest first."""
        if self.size is None:
            raise UsageError(f"only bounded domains list their values, got {self!r}")
        for size in range(self.min_size, self.max_size + 1):
            for elements in product(*(self.element.values() for _ in range(size))):
                yield self._contained(list(elements))

    def draw(self, rng: Random) -> Any:
        """One sequence: short ones, repeated and sorted elements and palindromes often."""
        size = self._sizes.draw(rng)
        return self._contained(draw_elements(self.element.draw, size, self.kind is not Kind.NESTED, rng))

    def contains(self, value: object) -> bool:
        """Whether the value is such a sequence; arrays may be given as lists."""
        elements = elements_of(value, self.container)
        if elements is None or not self.min_size <= len(elements) <= self.max_size:
            return False
        if is_array(value) and array_kind(value) is not self.element.kind:
            return False
        contains = self.element.contains
        return all(contains(element) for element in elements)

    def notation(self) -> str:
        """The call that makes this domain."""
        return write_notation(self.element, self.container, self.min_size, self.max_size)

    def strategy(self) -> str:
        """The Hypothesis expression for the same values; for arrays it needs numpy and Hypothesis' part for it."""
        return write_strategy(self.element, self.container, self.min_size, self.max_size)

    def intersect(self, other: Domain) -> Domain | None:
        """The values of both domains, None where there are none."""
        if other.container is not self.container:
            return None
        if not isinstance(other, Sequences):
            return other.intersect(self) if isinstance(other, Narrowable) else None
        common = self.element.intersect(other.element)
        sized = self.with_sizes(other.min_size, other.max_size)
        if sized is None or common is None:
            return sized and sized.with_sizes(0, 0)
        return sized.with_element(common)

    def before_adding(self, c: int | float) -> Domain | None:
        """The sequences of numbers that stay in the domain when c is added to each, None where that is the empty one.

        >>> lists(ints(0, 9)).before_adding(2)
        lists(ints(0, 7))
        """
        return self.with_element(self.element.before_adding(c)) if self._holds_numbers else None

    def before_scaling(self, c: int | float) -> Domain | None:
        """The sequences of numbers that stay in the domain when each is multiplied by c; None as in `before_adding`."""
        return self.with_element(self.element.before_scaling(c)) if self._holds_numbers else None

    def with_sizes(self, least: int, most: int | None) -> "Sequences | None":
        """The sequences of `least` to `most` elements, None where there are none; `most` may be None for any number."""
        sizes = common_sizes((self.min_size, self.max_size), least, most)
        return sizes and Sequences(self.element, self.container, *sizes)

    def with_element(self, domain: Domain | None) -> "Sequences | None":
        """The sequences with elements of this domain instead; None where that is None."""
        if domain is None:
            return None
        return Sequences(check_element(domain), self.container, self.min_size, self.max_size)

    @property
    def _holds_numbers(self) -> bool:
        return self.kind in (Kind.INTS, Kind.FLOATS)

    def _contained(self, elements: list[Any]) -> Any:
        match self.container:
            case Container.TUPLE:
                return tuple(elements)
            case Container.BYTES:
                return bytes(elements)
        return elements


def lists(element: Domain, min_size: int = 0, max_size: int = USUAL) -> Sequences:
    """All lists of `min_size` to `max_size` elements of a domain.

    >>> lists(ints(0, 9), max_size=5).strategy(), lists(lists(ints())).kind
    ('st.lists(st.integers(0, 9), max_size=5)', <Kind.NESTED: 'list'>)
    >>> lists(ints(), max_size=10**6)
    Traceback (most recent call last):
        ...
    genmorph.model.UsageError: max_size must be an int from 0 to 10000, got 1000000
    """
    return Sequences(check_element(element), Container.LIST, *check_sizes(min_size, max_size))


def np_arrays(element: Domain, min_size: int = 0, max_size: int = USUAL) -> Sequences:
    """All one-dimensional numpy arrays (`int64`, `float64` or `bool`) of `min_size` to `max_size` elements of a domain.

    Ints without bounds are those that fit.

    >>> from genmorph.domain import floats
    >>> np_arrays(floats(0, 1), max_size=5).strategy()
    'npst.arrays(np.float64, st.integers(0, 5), elements=st.floats(0.0, 1.0))'
    """
    checked = check_element(element)
    if checked.kind not in _ARRAY_KINDS or checked.contains(None) is not False:
        raise UsageError(f"element must be of ints, floats or bools, got {element!r:.80}")
    if isinstance(checked, Ints):
        low, high = (checked.low, _INT64.low), (checked.high, _INT64.high)
        checked = Ints(*(default if bound is None else bound for bound, default in (low, high)))
    if checked.kind is Kind.INT and not _fits_int64(checked):
        raise UsageError(f"element must be of ints of 64 bits, got {element!r:.80}")
    return Sequences(checked, Container.ARRAY, *check_sizes(min_size, max_size))


def _fits_int64(domain: Narrowable) -> bool:
    return domain.intersect(_INT64) == domain


def byte_strings(min_size: int = 0, max_size: int = USUAL, element: Domain = BYTE) -> Sequences:
    """All `bytes` of `min_size` to `max_size` bytes of a domain.

    >>> byte_strings(max_size=5).strategy(), byte_strings().contains(b"ab")
    ('st.binary(max_size=5)', True)
    """
    checked = check_element(element)
    if checked.intersect(BYTE) != checked:
        raise UsageError(f"element must be of ints from 0 to 255, got {element!r:.80}")
    return Sequences(checked, Container.BYTES, *check_sizes(min_size, max_size))
