"""Sequences whose elements are all of one domain: lists, tuples, byte strings and arrays."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import permutations, product
from random import Random
from typing import Any

from genmorph.model import Container, Domain, Kind, UsageError
from genmorph.settings import ELEMENT_DRAWS, SIZE_DRAWS, VALUE_LIMITS, WRITING
from genmorph.values.array_types import TYPE_OF, usual
from genmorph.values.bools import bools
from genmorph.values.boundaries import sequence_way
from genmorph.values.kinds import array_kind, elements_of, is_array, sequence_kind
from genmorph.values.narrowable import Narrowable, check_element, kind_within, together
from genmorph.values.numbers.floats import floats
from genmorph.values.numbers.ints import ints
from genmorph.values.python_text import Source, conjunction, numpy_name, write_call
from genmorph.values.sequence_edits import assemble
from genmorph.values.sizes import (
    SIZES,
    SizeDraws,
    Way,
    are_distinct,
    check_sizes,
    common_sizes,
    count_arrangements,
    count_sequences,
    draw_distinct,
    draw_elements,
    extreme_sizes,
    plan_size_draws,
    size_arguments,
    size_condition,
    sort_key,
    usual_count,
)
from genmorph.values.steps import Each, Item, Step


def count_distinct(domain: Narrowable, least: int, name: str) -> int | None:
    """How many distinct values a domain has that lists at most 10,000; None where it has more.

    Raises `UsageError` where it has fewer than `least`, or values that cannot be keys of a dict; `name` is that
    of the argument.
    """
    if not domain.is_hashable:
        raise UsageError(f"{name} must be of numbers, Booleans, texts or tuples of these, got {domain!r:.80}")
    count = None
    if domain.size is not None and domain.size <= VALUE_LIMITS.longest:
        count = len(set(domain.values()))
    found = len(draw_distinct(domain.draw, 0, least, Random(0))) if count is None and least > 1 else count
    if found is not None and found < least:
        raise UsageError(f"{name} must have at least {least} distinct values, got {domain!r:.80}")
    return count


BYTE = ints(0, 255)


@dataclass(frozen=True, slots=True, repr=False)
class Sequences(Narrowable):
    """All sequences of `min_size` to `max_size` elements of one domain, in one container; arrays are drawn as lists.

    Where `unique`, no element equals another.
    """

    element: Narrowable
    container: Container = field()
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
        object.__setattr__(self, "_sizes", plan_size_draws(self.min_size, most, self.element.depth > 0))
        if self.depth > VALUE_LIMITS.deepest:
            most = VALUE_LIMITS.deepest - 1
            raise UsageError(f"element must be of at most {most} levels of sequences, got {self.depth - 1}")

    @property
    def depth(self) -> int:
        return 1 + self.element.depth

    @property
    def size(self) -> int | None:
        if not self.unique or self.max_size == 0:
            return count_sequences(self.element.size, self.min_size, self.max_size)
        is_counted = self._distinct is not None and self._distinct == self.element.size
        return count_arrangements(self._distinct or 0, self.min_size, self.max_size) if is_counted else None

    def values(self) -> Iterator[Any]:
        if self.size is None:
            raise UsageError(f"only bounded domains list their values, got {self!r}")
        for size in range(self.min_size, self._sizes.high + 1):
            if self.unique:
                choices: Iterable[tuple[Any, ...]] = permutations(self.element.values(), size)
            else:  # no list stands in two places
                choices = product(*(self.element.values() for _ in range(size)))
            yield from (self._contained(list(elements)) for elements in choices)

    def draw(self, rng: Random) -> Any:
        """One sequence: short ones, repeated and sorted elements and palindromes often."""
        size, is_ordered = self._sizes.draw(rng), self.kind.element is not None
        if not self.unique:
            return self._contained(draw_elements(self.element.draw, size, is_ordered, rng))
        elements, choice = self._distinct_elements(size, rng), rng.random()
        if choice < ELEMENT_DRAWS.mirrored_share or not is_ordered:
            return elements
        return sorted(elements, key=sort_key, reverse=choice >= ELEMENT_DRAWS.ascending_share)

    def fed_back(self) -> Narrowable:
        return replace(self, element=self.element.fed_back(), max_size=VALUE_LIMITS.longest)

    def joined(self) -> Narrowable:
        is_usual = self.max_size == SIZE_DRAWS.usual and not self.unique
        return replace(self, max_size=2 * self.max_size) if is_usual else self

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
        text, low, high = Source(self.element.notation()), self.min_size, self.max_size
        sizes = size_arguments(low, high, SIZE_DRAWS.usual)
        match self.container:
            case Container.BYTES:
                return write_call("byte_strings", [], sizes | ({} if self.element == BYTE else {"element": text}))
            case Container.TUPLE if 1 < low == high <= WRITING.spelt_tuple:
                return write_call("tuples", [text] * low, {})
            case Container.ARRAY:
                np_type = TYPE_OF[self.element.kind]
                shape = Source(low if low == high else f"np_shapes(1, 1, {low}, {high})")
                return write_call("np_arrays", [np_type, shape] + [text] * (self.element != usual(np_type)), {})
        return write_call(f"{self.container.value}s", [text], sizes | ({"unique": True} if self.unique else {}))

    def strategy(self) -> str:
        """The Hypothesis expression for the same values; for arrays it needs numpy and Hypothesis' part for it."""
        text, low, high = Source(self.element.strategy()), self.min_size, self.max_size
        sizes = size_arguments(low, high, VALUE_LIMITS.longest, SIZES)
        listed = write_call("st.lists", [text], sizes | ({"unique": True} if self.unique else {}))
        match self.container:
            case Container.TUPLE if 1 <= low == high <= WRITING.spelt_tuple:
                return write_call("st.tuples", [text] * low, {})
            case Container.TUPLE:
                return f"{listed}.map(tuple)"
            case Container.BYTES:
                return write_call("st.binary", [], sizes) if self.element == BYTE else f"{listed}.map(bytes)"
            case Container.ARRAY:
                shape = Source(low if low == high else f"st.integers({low}, {high})")
                np_type = Source(numpy_name(TYPE_OF[self.element.kind]))
                return write_call("npst.arrays", [np_type, shape], {"elements": text})
        return listed

    def intersect(self, other: Domain, /) -> Narrowable | None:
        if not isinstance(other, Sequences):
            return other.intersect(self) if isinstance(other, Narrowable) else None
        if other.container is not self.container:
            return None
        common = self.element.intersect(other.element)
        sizes = common_sizes((self.min_size, self.max_size), other.min_size, other.max_size)
        if sizes is None or common is None:
            return self._of(self.element, 0, 0) if sizes and sizes[0] == 0 else None
        return self._of(common, *sizes, self.unique or other.unique)

    def before_adding(self, c: int | float, /) -> Narrowable | None:
        """The sequences of numbers that stay in the domain when c is added to each, None where that is the empty one.

        None also for distinct floats, of which two may have the same sum.

        >>> lists(ints(0, 9)).before_adding(2)
        lists(ints(0, 7))
        """
        is_exact = self.kind is Kind.INTS or (self.kind is Kind.FLOATS and not self.unique)
        return self.with_element(self.element.before_adding(c)) if is_exact else None

    def before_scaling(self, c: int | float, /) -> Narrowable | None:
        """The sequences of numbers that stay in the domain when each is multiplied by c; None as in `before_adding`."""
        is_exact = self.kind is Kind.INTS or (self.kind is Kind.FLOATS and (not self.unique or c == -1))
        return self.with_element(self.element.before_scaling(c)) if is_exact else None

    def changeable_parts(self) -> Mapping[Step, Narrowable]:
        """Each element, where there is no kind of all; of tuples of one size also each place."""
        if self.unique or self.container not in (Container.LIST, Container.TUPLE):
            return {}
        every: dict[Step, Narrowable] = {Each(): self.element} if self.kind.element is None else {}
        is_fixed = self.container is Container.TUPLE and 1 < self.min_size == self.max_size <= WRITING.spelt_tuple
        return every | ({Item(i, self.min_size): self.element for i in range(self.min_size)} if is_fixed else {})

    def with_part(self, _step: Step, part: Narrowable) -> Narrowable | None:
        """Of a tuple all elements become such, since all are of one domain."""
        found = self.with_element(part)
        return found and found.with_sizes(1, None)

    @property
    def is_interval(self) -> bool:
        return self.element.is_interval

    @property
    def is_hashable(self) -> bool:
        return self.container in (Container.TUPLE, Container.BYTES) and self.element.is_hashable

    @property
    def least_size(self) -> int:
        return self.min_size * (1 + self.element.usual_size)

    @property
    def usual_size(self) -> int:
        return usual_count(self.min_size, self.max_size) * (1 + self.element.usual_size)

    @property
    def annotation(self) -> str | None:
        """None where elements may be None, or sequences themselves."""
        held = None if self.kind.element is None else self.element.annotation
        match self.container:
            case Container.BYTES:
                return "bytes"
            case Container.LIST:
                return held and f"list[{held}]"
            case Container.TUPLE:
                return held and f"tuple[{held}, ...]"
        return None

    @property
    def has_condition(self) -> bool:
        return self.element.has_condition

    def condition_text(self, text: str) -> str | None:
        variable = "w" if text == "v" else "v"
        inner = self.element.condition_text(variable)
        every = inner and f"all({inner} for {variable} in {text})"
        distinct = f"len(set({text})) == len({text})" if self.unique else None
        return conjunction(size_condition(self.min_size, text, self.max_size), every, distinct)

    def _boundary_way(self, constants: Sequence[int | float], pieces: Sequence[str]) -> Way:
        boundary = self.element.boundary_way(constants, pieces)
        return sequence_way(self, self.element, boundary, self.min_size, self.max_size)

    def _extremes(self, rng: Random) -> Iterator[Any]:
        elements = self.element.extremes(rng)
        sizes = extreme_sizes(self.min_size, self.max_size)
        return (assemble([elements[-1 if size > 1 else 0]] * size, self) for size in sizes)

    def parts_beyond(self, _numbers: Sequence[int | float], /) -> tuple[Narrowable, ...]:
        """Those that are not empty; none of arrays, which no `not` asks for that."""
        filled = None if self.container is Container.ARRAY else self.with_sizes(1, self.max_size)
        return (filled,) if filled is not None and self.min_size == 0 else ()

    def with_sizes(self, least: int, most: int | None) -> "Sequences | None":
        sizes = common_sizes((self.min_size, self.max_size), least, most)
        return sizes and self._of(self.element, *sizes)

    def with_element(self, domain: Domain | None) -> "Sequences | None":
        """The sequences with elements of this domain instead; None where that is None, or has too few for them."""
        return None if domain is None else self._of(domain, self.min_size, self.max_size)

    def _of(self, domain: Domain, least: int, most: int, unique: bool | None = None) -> "Sequences | None":
        """The sequences of such elements and sizes; None where there are too few distinct elements."""
        is_unique = self.unique if unique is None else unique
        try:
            return Sequences(check_element(domain), self.container, least, most, is_unique)
        except UsageError:  # too few distinct elements
            return None

    def _distinct_elements(self, size: int, rng: Random) -> list[Any]:
        """Of few elements, many of them are chosen from all."""
        if self._distinct is not None and 2 * size > self._distinct:
            return rng.sample(list(dict.fromkeys(self.element.values())), size)
        return draw_distinct(self.element.draw, self.min_size, size, rng)

    def _contained(self, elements: list[Any]) -> Any:
        match self.container:
            case Container.TUPLE:
                return tuple(elements)
            case Container.BYTES:
                return bytes(elements)
        return elements


def lists(element: Domain, min_len: int = 0, max_len: int = SIZE_DRAWS.usual, unique: bool = False) -> Sequences:
    """Make the domain of all lists of `min_len` to `max_len` elements of a domain.

    Args:
        element: The domain of the elements.
        min_len: The least number of elements.
        max_len: The greatest number of elements.
        unique: Whether no element may equal another.

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
    max_len: int = SIZE_DRAWS.usual,
) -> Sequences:
    """Make the domain of all lists of `min_len` to `max_len` ints from `min` to `max`.

    >>> int_lists(0, 9, max_len=5)
    lists(ints(0, 9), max_len=5)
    """
    return lists(ints(min, max), min_len, max_len)


def float_lists(
    min: float | None = None,  # noqa: A002
    max: float | None = None,  # noqa: A002
    min_len: int = 0,
    max_len: int = SIZE_DRAWS.usual,
) -> Sequences:
    """Make the domain of all lists of `min_len` to `max_len` finite floats from `min` to `max`.

    >>> float_lists(0, 1, min_len=1)
    lists(floats(0.0, 1.0), min_len=1)
    """
    return lists(floats(min, max), min_len, max_len)


def bool_lists(min_len: int = 0, max_len: int = SIZE_DRAWS.usual) -> Sequences:
    """Make the domain of all lists of `min_len` to `max_len` Booleans.

    >>> bool_lists(max_len=3)
    lists(bools(), max_len=3)
    """
    return lists(bools(), min_len, max_len)


def byte_strings(min_len: int = 0, max_len: int = SIZE_DRAWS.usual, element: Domain = BYTE) -> Sequences:
    """Make the domain of all `bytes` of `min_len` to `max_len` bytes of a domain.

    >>> byte_strings(max_len=5).strategy(), byte_strings().contains(b"ab")
    ('st.binary(max_size=5)', True)
    """
    checked = check_element(element)
    if checked.intersect(BYTE) != checked:
        raise UsageError(f"element must be of ints from 0 to 255, got {element!r:.80}")
    return Sequences(checked, Container.BYTES, *check_sizes(min_len, max_len))
