"""Values of any of several domains, and None beside other values."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import chain
from random import Random
from typing import Any

from genmorph.model import Container, Domain, Kind, UsageError
from genmorph.settings import INPUT_BOUNDARIES, MIXED_DRAWS, VALUE_LIMITS
from genmorph.values.narrowable import Narrowable, check_element
from genmorph.values.python_text import Source, write_call
from genmorph.values.sizes import Way

_OF_INNER = (
    *("low", "high", "min_size", "max_size", "with_sizes", "element", "with_element", "unique"),
    *("alphabet", "with_alphabet", "where"),
)
"""What only some domains have: bounds, sizes, elements, alphabets."""


@dataclass(frozen=True, slots=True, repr=False)
class Optionals(Narrowable):
    """None, and the values of `inner`; None has no sum, product or size, so that what asks for these leaves it out."""

    inner: Narrowable
    meets_any = True

    @property
    def kind(self) -> Kind:
        return self.inner.kind

    @property
    def container(self) -> Container | None:
        return self.inner.container

    @property
    def depth(self) -> int:
        return self.inner.depth

    @property
    def size(self) -> int | None:
        return None if self.inner.size is None else self.inner.size + 1

    def values(self) -> Iterator[Any]:
        return chain([None], self.inner.values())

    def draw(self, rng: Random) -> Any:
        """None in 15%, else one of the others."""
        return None if rng.random() < MIXED_DRAWS.none_share else self.inner.draw(rng)

    def fed_back(self) -> Narrowable:
        return Optionals(self.inner.fed_back())

    def contains(self, value: object) -> bool | None:
        return value is None or self.inner.contains(value)

    def notation(self) -> str:
        return write_call("optionals", [Source(self.inner.notation())], {})

    def strategy(self) -> str:
        return f"st.none() | {self.inner.strategy()}"

    def intersect(self, other: Domain, /) -> Narrowable | None:
        """The values of both domains, None where there are none but None."""
        if not isinstance(other, Optionals):
            return self.inner.intersect(other)
        common = self.inner.intersect(other.inner)
        return None if common is None else optionals(common)

    def before_adding(self, c: int | float, /) -> Narrowable | None:
        return self.inner.before_adding(c)

    def before_scaling(self, c: int | float, /) -> Narrowable | None:
        return self.inner.before_scaling(c)

    def before_mirroring(self, c: int | float, /) -> Narrowable | None:
        return self.inner.before_mirroring(c)

    def before_squaring(self) -> Narrowable | None:
        return self.inner.before_squaring()

    @property
    def is_interval(self) -> bool:
        return self.inner.is_interval

    @property
    def is_symmetric(self) -> bool:
        return self.inner.is_symmetric

    @property
    def is_hashable(self) -> bool:
        return self.inner.is_hashable

    @property
    def least_size(self) -> int:
        return self.inner.least_size

    @property
    def annotation(self) -> str | None:
        """That of the other values."""
        return self.inner.annotation

    has_condition = False  # `condition_text` says nothing of None

    def condition_text(self, text: str) -> str | None:
        """Of the other values."""
        return self.inner.condition_text(text)

    def symbolic_conditions(self, text: str) -> Iterator[str]:
        return self.inner.symbolic_conditions(text)

    def boundary_numbers(self, constants: Sequence[int | float]) -> tuple[int | float, ...]:
        return self.inner.boundary_numbers(constants)

    def _boundary_way(self, constants: Sequence[int | float], pieces: Sequence[str]) -> Way:
        inner = self.inner.boundary_way(constants, pieces)
        return lambda rng: None if rng.random() < INPUT_BOUNDARIES.none_share else inner(rng)

    def _extremes(self, rng: Random) -> Iterator[Any]:
        yield None
        yield from self.inner.extremes(rng)

    def __getattr__(self, name: str) -> Any:
        if name not in _OF_INNER:
            raise AttributeError(name=name, obj=self)
        return getattr(self.inner, name)


def optionals(domain: Domain) -> Optionals:
    """Make the domain of None and the values of a domain.

    >>> from genmorph.domain import ints
    >>> optionals(ints(0, 9)), optionals(ints(0, 9)).contains(None), optionals(ints(0, 9)).strategy()
    (optionals(ints(0, 9)), True, 'st.none() | st.integers(0, 9)')
    """
    if isinstance(domain, Optionals):
        return domain
    return Optionals(check_element(domain, "domain"))


@dataclass(frozen=True, slots=True, repr=False)
class Unions(Narrowable):
    """The values of all of `parts`: of their kind and container where these are the same, of other kind where not.

    The number of values is not known, because the parts may share some.
    """

    parts: tuple[Narrowable, ...]
    kind: Kind = field(init=False)
    container: Container | None = field(init=False)
    meets_any = True

    def __post_init__(self) -> None:
        shapes = {(part.kind, part.container) for part in self.parts}
        kind, container = shapes.pop() if len(shapes) == 1 else (Kind.OTHER, None)
        object.__setattr__(self, "kind", kind)
        object.__setattr__(self, "container", container)

    @property
    def depth(self) -> int:
        return max(part.depth for part in self.parts)

    def draw(self, rng: Random) -> Any:
        """A value of one of the parts, all equally often."""
        return self.parts[int(rng.random() * len(self.parts))].draw(rng)

    def contains(self, value: object) -> bool | None:
        """Whether the value is one of some part; None where that is unknown of one, and no other has it."""
        answers = [part.contains(value) for part in self.parts]
        return True if True in answers else None if None in answers else False

    def notation(self) -> str:
        return write_call("anys", [Source(part.notation()) for part in self.parts], {})

    def strategy(self) -> str:
        return write_call("st.one_of", [Source(part.strategy()) for part in self.parts], {})

    def intersect(self, other: Domain, /) -> Narrowable | None:
        if isinstance(other, Optionals):
            return other.intersect(self)
        return self._each(lambda part: part.intersect(other))

    def before_adding(self, c: int | float, /) -> Narrowable | None:
        """The values x with x + c in the same part."""
        return self._each(lambda part: part.before_adding(c)) if self.kind is not Kind.OTHER else None

    def before_scaling(self, c: int | float, /) -> Narrowable | None:
        """The values x with x * c in the same part."""
        return self._each(lambda part: part.before_scaling(c)) if self.kind is not Kind.OTHER else None

    def before_mirroring(self, c: int | float, /) -> Narrowable | None:
        """The values x with c - x in the same part."""
        return self._each(lambda part: part.before_mirroring(c)) if self.kind is not Kind.OTHER else None

    def before_squaring(self) -> Narrowable | None:
        """The values x with x * x in the same part."""
        return self._each(lambda part: part.before_squaring()) if self.kind is not Kind.OTHER else None

    @property
    def is_hashable(self) -> bool:
        return self.kind is not Kind.OTHER and all(part.is_hashable for part in self.parts)

    has_condition = False  # that of one part may raise an exception for values of another

    def condition_text(self, text: str) -> str | None:
        each = [part.condition_text(text) for part in self.parts]
        return None if None in each else f"({' or '.join(f'({part})' for part in each)})"

    def _boundary_way(self, constants: Sequence[int | float], pieces: Sequence[str]) -> Way:
        ways = [part.boundary_way(constants, pieces) for part in self.parts]
        return lambda rng: rng.choice(ways)(rng)

    def _extremes(self, rng: Random) -> Iterator[Any]:
        return (value for part in self.parts for value in part._extremes(rng) if part.contains(value))

    def _each(self, narrow: Callable[[Narrowable], Narrowable | None]) -> Narrowable | None:
        left = [part for part in map(narrow, self.parts) if part is not None]
        return anys(*left) if left else None


def anys(*domains: Domain) -> Narrowable:
    """Make the domain of the values of any of the domains, each domain equally often; of None too where one has it.

    >>> from genmorph.domain import ints, optionals, texts
    >>> anys(ints(0, 9), texts()), anys(ints(0, 9), ints(20, 29)).strategy()
    (anys(ints(0, 9), texts()), 'st.one_of(st.integers(0, 9), st.integers(20, 29))')
    >>> anys(ints(), ints()), anys(ints(0, 9), optionals(texts()))
    (ints(), optionals(anys(ints(0, 9), texts())))
    >>> anys()
    Traceback (most recent call last):
        ...
    genmorph.model.UsageError: domains must be 1 to 100, got 0
    """
    if not 1 <= len(domains) <= VALUE_LIMITS.most_alternatives:
        raise UsageError(f"domains must be 1 to {VALUE_LIMITS.most_alternatives}, got {len(domains)}")
    checked = [check_element(domain, "domains") for domain in domains]
    if any(isinstance(domain, Optionals) for domain in checked):
        return optionals(anys(*(domain.inner if isinstance(domain, Optionals) else domain for domain in checked)))
    parts: list[Narrowable] = []
    for domain in checked:
        more = domain.parts if isinstance(domain, Unions) else (domain,)
        parts += [part for part in more if part not in parts]
    return parts[0] if len(parts) == 1 else Unions(tuple(parts))
