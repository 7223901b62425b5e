"""Sequences whose elements are all of one domain: lists, tuples, byte strings and arrays."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import permutations, product
from random import Random
from typing import Any

from genmorph.domain.bools import bools
from genmorph.domain.containment import together
from genmorph.domain.distinctness import are_distinct, count_distinct, draw_distinct, has_distinct
from genmorph.domain.element_draws import draw_elements, in_some_order
from genmorph.domain.floats import floats
from genmorph.domain.ints import ints
from genmorph.domain.kinds import array_kind, elements_of, is_array, sequence_kind
from genmorph.domain.narrowing import Narrowable, check_element, depth_of, kind_within
from genmorph.domain.sequence_notation import write_notation, write_strategy
from genmorph.domain.sizes import (
    DEEPEST,
    USUAL,
    SizeDraws,
    check_sizes,
    common_sizes,
    count_arrangements,
    count_sequences,
    plan_size_draws,
)
from genmorph.model import Container, Domain, Kind, UsageError

BYTE = ints(0, 255)


@dataclass(frozen=True, slots=True, repr=False)
class Sequences:
    """All sequences of `min_size` to `max_size` elements of one domain, in one container; arrays are drawn as lists.

    Where `unique`, no element equals another.
    """

    element: Narrowable
    container: Container
    min_size: int
    max_size: int
    unique: bool = False
    kind: Kind = field(init=False)
    _sizes: SizeDraws = field(init=False, compare=False)
    _distinct: int | None = field(init=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "kind", sequence_kind([kind_within(self.element)]))
        distinct = count_distinct(self.element, self.min_size, "element") if self.unique else None
        object.__setattr__(self, "_distinct", distinct)
        most = self.max_size if distinct is None else min(self.max_size, distinct)
        object.__setattr__(self, "_sizes", plan_size_draws(self.min_size, most, depth_of(self.element) > 0))
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
        if not self.unique or self.max_size == 0:
            return count_sequences(self.element.size, self.min_size, self.max_size)
        is_counted = self._distinct is not None and self._distinct == self.element.size
        return count_arrangements(self._distinct or 0, self.min_size, self.max_size) if is_counted else None

    def values(self) -> Iterator[Any]:
        """All sequences, the shortest first."""
        if self.size is None:
            raise UsageError(f"only bounded domains list their values, got {self!r}")
        for size in range(self.min_size, self._sizes.high + 1):
            choices = permutations(self.element.values(), size) if self.unique else self._products(size)
            yield from (self._contained(list(elements)) for elements in choices)

    def draw(self, rng: Random) -> Any:
        """One sequence: short ones, repeated and sorted elements and palindromes often."""
        size, is_ordered = self._sizes.draw(rng), self.kind.element is not None
        if self.unique:
            return in_some_order(self._distinct_elements(size, rng), is_ordered, rng)
        return self._contained(draw_elements(self.element.draw, size, is_ordered, rng))

    def contains(self, value: object) -> bool | None:
        """Whether the value is such a sequence; arrays may be given as lists."""
        elements = elements_of(value, self.container)
        if elements is None or not self.min_size <= len(elements) <= self.max_size:
            return False
        if is_array(value) and array_kind(value) is not self.element.kind:
            return False
        found = together(map(self.element.contains, elements))
        return False if found and self.unique and not are_distinct(elements) else found

    def notation(self) -> str:
        """The call that makes this domain."""
        return write_notation(self.element, self.container, self.min_size, self.max_size, self.unique)

    def strategy(self) -> str:
        """The Hypothesis expression for the same values; for arrays it needs numpy and Hypothesis' part for it."""
        return write_strategy(self.element, self.container, self.min_size, self.max_size, self.unique)

    def intersect(self, other: Domain) -> Domain | None:
        """The values of both domains, None where there are none."""
        if not isinstance(other, Sequences):
            return other.intersect(self) if isinstance(other, Narrowable) else None
        if other.container is not self.container:
            return None
        common = self.element.intersect(other.element)
        sizes = common_sizes((self.min_size, self.max_size), other.min_size, other.max_size)
        if sizes is None or common is None:
            return self._of(self.element, 0, 0) if sizes and sizes[0] == 0 else None
        return self._of(common, *sizes, self.unique or other.unique)

    def before_adding(self, c: int | float) -> Domain | None:
        """The sequences of numbers that stay in the domain when c is added to each, None where that is the empty one.

        None also for distinct floats, of which two may have the same sum.

        >>> lists(ints(0, 9)).before_adding(2)
        lists(ints(0, 7))
        """
        return self.with_element(self.element.before_adding(c)) if self._holds_numbers and self._is_exact else None

    def before_scaling(self, c: int | float) -> Domain | None:
        """The sequences of numbers that stay in the domain when each is multiplied by c; None as in `before_adding`."""
        is_exact = self._is_exact or c == -1
        return self.with_element(self.element.before_scaling(c)) if self._holds_numbers and is_exact else None

    def with_sizes(self, least: int, most: int | None) -> "Sequences | None":
        """The sequences of `least` to `most` elements, None where there are none; `most` may be None for any number."""
        sizes = common_sizes((self.min_size, self.max_size), least, most)
        return sizes and self._of(self.element, *sizes)

    def with_element(self, domain: Domain | None) -> "Sequences | None":
        """The sequences with elements of this domain instead; None where that is None, or has too few for them."""
        return None if domain is None else self._of(domain, self.min_size, self.max_size)

    def _of(self, domain: Domain, least: int, most: int, unique: bool | None = None) -> "Sequences | None":
        """The sequences of such elements and sizes; None where there are not so many distinct elements."""
        element, is_unique = check_element(domain), self.unique if unique is None else unique
        if is_unique and not has_distinct(element, least):
            return None
        return Sequences(element, self.container, least, most, is_unique)

    def _distinct_elements(self, size: int, rng: Random) -> list[Any]:
        """Of few elements, many of them are chosen from all."""
        if self._distinct is not None and 2 * size > self._distinct:
            return rng.sample(list(dict.fromkeys(self.element.values())), size)
        return draw_distinct(self.element.draw, self.min_size, size, rng)

    def _products(self, size: int) -> Iterator[tuple[Any, ...]]:
        return product(*(self.element.values() for _ in range(size)))

    @property
    def _is_exact(self) -> bool:
        """Whether distinct elements stay distinct when all are changed alike."""
        return not self.unique or self.kind is Kind.INTS

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


def lists(element: Domain, min_len: int = 0, max_len: int = USUAL, unique: bool = False) -> Sequences:
    """All lists of `min_len` to `max_len` elements of a domain; where `unique`, none equals another.

    >>> lists(ints(0, 9), max_len=5).strategy(), lists(lists(ints())).kind
    ('st.lists(st.integers(0, 9), max_size=5)', <Kind.NESTED: 'list'>)
    >>> lists(ints(), max_len=10**6)
    Traceback (most recent call last):
        ...
    genmorph.model.UsageError: max_len must be an int from 0 to 10000, got 1000000
    """
    if not isinstance(unique, bool):
        raise UsageError(f"unique must be a bool, got {unique!r:.80}")
    return Sequences(check_element(element), Container.LIST, *check_sizes(min_len, max_len), unique)


def int_lists(
    min: int | None = None,  # noqa: A002
    max: int | None = None,  # noqa: A002
    min_len: int = 0,
    max_len: int = USUAL,
) -> Sequences:
    """All lists of ints from `min` to `max`, of `min_len` to `max_len` of them.

    >>> int_lists(0, 9, max_len=5)
    lists(ints(0, 9), max_len=5)
    """
    return lists(ints(min, max), min_len, max_len)


def float_lists(
    min: float | None = None,  # noqa: A002
    max: float | None = None,  # noqa: A002
    min_len: int = 0,
    max_len: int = USUAL,
) -> Sequences:
    """All lists of finite floats from `min` to `max`, of `min_len` to `max_len` of them.

    >>> float_lists(0, 1, min_len=1)
    lists(floats(0.0, 1.0), min_len=1)
    """
    return lists(floats(min, max), min_len, max_len)


def bool_lists(min_len: int = 0, max_len: int = USUAL) -> Sequences:
    """All lists of `min_len` to `max_len` Booleans.

    >>> bool_lists(max_len=3)
    lists(bools(), max_len=3)
    """
    return lists(bools(), min_len, max_len)


def byte_strings(min_len: int = 0, max_len: int = USUAL, element: Domain = BYTE) -> Sequences:
    """All `bytes` of `min_len` to `max_len` bytes of a domain.

    >>> byte_strings(max_len=5).strategy(), byte_strings().contains(b"ab")
    ('st.binary(max_size=5)', True)
    """
    checked = check_element(element)
    if checked.intersect(BYTE) != checked:
        raise UsageError(f"element must be of ints from 0 to 255, got {element!r:.80}")
    return Sequences(checked, Container.BYTES, *check_sizes(min_len, max_len))
