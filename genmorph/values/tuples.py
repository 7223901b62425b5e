"""Tuples with a domain for each element."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import product
from random import Random
from typing import Any

from genmorph.model import Container, Domain, Kind, UsageError
from genmorph.settings import INPUT_BOUNDARIES, SIZE_DRAWS, VALUE_LIMITS, WRITING
from genmorph.values.kinds import as_floats, sequence_kind
from genmorph.values.narrowable import Narrowable, check_element, contains_all, count_combinations, kind_within
from genmorph.values.python_text import Source, conjunction, write_call
from genmorph.values.sequences import Sequences
from genmorph.values.sizes import Way, check_sizes, first_contained, unshared
from genmorph.values.steps import Item, Step
from genmorph.values.unions import Optionals


def with_floats(value: Any, domain: Domain) -> Any:
    """The value with floats in the place of ints where the domain has floats; OverflowError where one is too large.

    >>> from genmorph.domain import floats, ints, lists, tuples
    >>> with_floats((3, 1), tuples(ints(), floats())), with_floats([1], lists(floats())), with_floats(2, ints())
    ((3, 1.0), [1.0], 2)
    """
    from genmorph.values.ascending import Ascending  # it is made of these

    if isinstance(domain, Optionals | Ascending):
        return with_floats(value, domain.inner)
    if type(value) in (list, tuple):
        elements = domain.elements if isinstance(domain, FixedTuples) else ()
        if len(elements) == len(value) > 0:
            return type(value)(map(with_floats, value, elements))
        if isinstance(domain, Sequences) and isinstance(domain.element, FixedTuples | Sequences):
            return type(value)(with_floats(held, domain.element) for held in value)
    return as_floats(value, domain.kind)


@dataclass(frozen=True, slots=True, repr=False)
class FixedTuples(Narrowable):
    """All tuples with one element of each of these domains, in this order."""

    elements: tuple[Narrowable, ...]
    kind: Kind = field(init=False)
    container = Container.TUPLE
    unique = False

    def __post_init__(self) -> None:
        object.__setattr__(self, "kind", sequence_kind(map(kind_within, self.elements)))
        if self.depth > VALUE_LIMITS.deepest:
            most = VALUE_LIMITS.deepest - 1
            raise UsageError(f"elements must be of at most {most} levels of sequences, got {self.depth - 1}")

    @property
    def depth(self) -> int:
        return 1 + max(element.depth for element in self.elements)

    @property
    def size(self) -> int | None:
        total = count_combinations(self.elements)
        return None if total is None or total > VALUE_LIMITS.most_counted else total

    def values(self) -> Iterator[Any]:
        if self.size is None:
            return super(FixedTuples, self).values()
        return product(*(element.values() for element in self.elements))

    def draw(self, rng: Random) -> tuple[Any, ...]:
        return tuple([element.draw(rng) for element in self.elements])

    def contains(self, value: object) -> bool | None:
        if not isinstance(value, tuple) or len(value) != len(self.elements):
            return False
        return contains_all(self.elements, value)

    def notation(self) -> str:
        return write_call("tuples", [Source(element.notation()) for element in self.elements], {})

    def strategy(self) -> str:
        return write_call("st.tuples", [Source(element.strategy()) for element in self.elements], {})

    def intersect(self, other: Domain, /) -> Narrowable | None:
        match other:
            case Narrowable(meets_any=True):
                return other.intersect(self)
            case FixedTuples(elements=others) if len(others) == len(self.elements):
                return _tuples_of(one.intersect(two) for one, two in zip(self.elements, others, strict=True))
            case Sequences(element=element, container=Container.TUPLE):
                fits = other.min_size <= len(self.elements) <= other.max_size
                return self.with_element(element) if fits else None
        return None

    def before_adding(self, c: int | float, /) -> Narrowable | None:
        is_of_numbers = self.kind in (Kind.INTS, Kind.FLOATS)
        return _tuples_of(element.before_adding(c) for element in self.elements) if is_of_numbers else None

    def before_scaling(self, c: int | float, /) -> Narrowable | None:
        is_of_numbers = self.kind in (Kind.INTS, Kind.FLOATS)
        return _tuples_of(element.before_scaling(c) for element in self.elements) if is_of_numbers else None

    def changeable_parts(self) -> Mapping[Step, Narrowable]:
        count = len(self.elements)
        return {Item(i, count): one for i, one in enumerate(self.elements)} if count <= WRITING.spelt_tuple else {}

    def with_part(self, step: Step, part: Narrowable) -> Narrowable | None:
        return _tuples_of(part if own == step else one for own, one in self.changeable_parts().items())

    @property
    def is_interval(self) -> bool:
        return all(element.is_interval for element in self.elements)

    @property
    def is_hashable(self) -> bool:
        return all(element.is_hashable for element in self.elements)

    @property
    def least_size(self) -> int:
        return sum(element.least_size for element in self.elements)

    @property
    def usual_size(self) -> int:
        return sum(element.usual_size for element in self.elements)

    @property
    def has_condition(self) -> bool:
        return all(element.has_condition for element in self.elements)

    def condition_text(self, text: str) -> str | None:
        each = (element.condition_text(f"{text}[{place}]") for place, element in enumerate(self.elements))
        return conjunction(f"len({text}) == {len(self.elements)}", *each)

    def _boundary_way(self, constants: Sequence[int | float], pieces: Sequence[str]) -> Way:
        boundaries = [element.boundary_way(constants, pieces) for element in self.elements]

        def mixed(rng: Random) -> tuple[Any, ...]:
            both = zip(self.elements, boundaries, strict=True)
            return tuple(
                boundary(rng) if rng.random() < INPUT_BOUNDARIES.boundary_share else element.draw(rng)
                for element, boundary in both
            )

        def alike(rng: Random) -> tuple[Any, ...]:
            value = rng.choice(boundaries)(rng)
            return tuple(unshared(value) for _ in self.elements)

        return first_contained((mixed, mixed, alike), self)

    def _extremes(self, rng: Random) -> Iterator[tuple[Any, ...]]:
        for place in (0, -1):
            yield tuple(element.extremes(rng)[place] for element in self.elements)

    @property
    def min_size(self) -> int:
        return len(self.elements)

    max_size = min_size

    @property
    def element(self) -> Narrowable:
        """The values that may stand at every place; where there are none, those of the first place."""
        return self._common() or self.elements[0]

    def with_sizes(self, least: int, most: int | None) -> Sequences | None:
        """Tuples whose elements may change places, of `least` to `most` elements; None where there are none."""
        common = self._common()
        is_wanted = least <= len(self.elements) and (most is None or len(self.elements) <= most)
        if common is None or not is_wanted:
            return None
        return Sequences(common, Container.TUPLE, len(self.elements), len(self.elements))

    def with_element(self, domain: Domain | None) -> Narrowable | None:
        """The tuples whose elements are all of this domain too, None where there are none."""
        return None if domain is None else _tuples_of(element.intersect(domain) for element in self.elements)

    def _common(self) -> Narrowable | None:
        common: Narrowable | None = self.elements[0]
        for element in self.elements[1:]:
            common = common and common.intersect(element)
        return common


def tuples(*elements: Domain, min_len: int = 0, max_len: int | None = None) -> Sequences | FixedTuples:
    """Make the domain of tuples of elements of one domain, or of one element of each of several domains.

    Args:
        *elements: The domain of all elements, or the domains of the elements in their order.
        min_len: The least number of elements of one domain.
        max_len: The greatest number of elements of one domain; 20 unless given.

    >>> from genmorph.domain import floats, ints
    >>> tuples(ints(0, 9), max_len=3), tuples(ints(), floats(0, 1)).strategy()
    (tuples(ints(0, 9), max_len=3), 'st.tuples(st.integers(), st.floats(0.0, 1.0))')
    >>> tuples(ints(), ints()) == tuples(ints(), min_len=2, max_len=2)
    True

    """
    checked = [check_element(element) for element in elements]
    if not 1 <= len(checked) <= VALUE_LIMITS.longest:
        raise UsageError(f"elements must be 1 to {VALUE_LIMITS.longest} domains, got {len(checked)}")
    if len(checked) == 1:
        most = SIZE_DRAWS.usual if max_len is None else max_len
        return Sequences(checked[0], Container.TUPLE, *check_sizes(min_len, most))
    if (min_len, max_len) != (0, None):
        raise UsageError(f"min_len and max_len must be left out with several elements, got {min_len!r}, {max_len!r}")
    if all(element == checked[0] for element in checked):
        return Sequences(checked[0], Container.TUPLE, len(checked), len(checked))
    return FixedTuples(tuple(checked))


def _tuples_of(elements: Iterable[Narrowable | None]) -> Narrowable | None:
    """None where an element has no values."""
    known = list(elements)
    return None if None in known else tuples(*(element for element in known if element is not None))
