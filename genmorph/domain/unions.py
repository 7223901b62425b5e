"""Values of any of several domains."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from random import Random
from typing import Any

from genmorph.domain.calls import Source, write_call
from genmorph.domain.narrowing import Narrowable, check_element, depth_of, squares_of
from genmorph.domain.optional import Optionals, optionals
from genmorph.model import Container, Domain, Kind, UsageError

_MOST = 100


@dataclass(frozen=True, slots=True, repr=False)
class Unions:
    """The values of all of `parts`: of their kind and container where these are the same, of other kind where not."""

    parts: tuple[Narrowable, ...]
    kind: Kind = field(init=False)
    container: Container | None = field(init=False)

    def __post_init__(self) -> None:
        shapes = {(part.kind, part.container) for part in self.parts}
        kind, container = shapes.pop() if len(shapes) == 1 else (Kind.OTHER, None)
        object.__setattr__(self, "kind", kind)
        object.__setattr__(self, "container", container)

    def __repr__(self) -> str:
        return self.notation()

    @property
    def depth(self) -> int:
        """So many levels of sequences the values have."""
        return max(map(depth_of, self.parts))

    @property
    def size(self) -> None:
        """Always None: the parts may share values."""
        return None

    def values(self) -> Iterator[Any]:
        """Raise `UsageError`, because what the parts share is not known."""
        raise UsageError(f"only bounded domains list their values, got {self!r}")

    def draw(self, rng: Random) -> Any:
        """A value of one of the parts, all equally often."""
        return self.parts[int(rng.random() * len(self.parts))].draw(rng)

    def contains(self, value: object) -> bool | None:
        """Whether the value is one of some part; None where that is unknown of one, and no other has it."""
        answers = [part.contains(value) for part in self.parts]
        return True if True in answers else None if None in answers else False

    def notation(self) -> str:
        """The call that makes this domain."""
        return write_call("anys", [Source(part.notation()) for part in self.parts], {})

    def strategy(self) -> str:
        """The Hypothesis call for the same values."""
        return write_call("st.one_of", [Source(part.strategy()) for part in self.parts], {})

    def intersect(self, other: Domain) -> Domain | None:
        """The values of both domains, None where there are none."""
        if isinstance(other, Optionals):
            return other.intersect(self)
        return self._each(lambda part: part.intersect(other))

    def before_adding(self, c: int | float) -> Domain | None:
        """Values x with x + c in the same part, None where there are none."""
        return self._each(lambda part: part.before_adding(c)) if self.kind is not Kind.OTHER else None

    def before_scaling(self, c: int | float) -> Domain | None:
        """Values x with x * c in the same part, None where there are none."""
        return self._each(lambda part: part.before_scaling(c)) if self.kind is not Kind.OTHER else None

    def before_squaring(self) -> Domain | None:
        """Values x with x * x in the same part, None where there are none."""
        return self._each(squares_of) if self.kind is not Kind.OTHER else None

    def _each(self, narrow: Callable[[Narrowable], Domain | None]) -> Domain | None:
        """The union of what is left of the parts."""
        left = [part for part in map(narrow, self.parts) if part is not None]
        return anys(*left) if left else None


def anys(*domains: Domain) -> Narrowable:
    """Values of any of the domains, each domain equally often; beside None where one of them has it.

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
    if not 1 <= len(domains) <= _MOST:
        raise UsageError(f"domains must be 1 to {_MOST}, got {len(domains)}")
    checked = [check_element(domain, "domains") for domain in domains]
    if any(isinstance(domain, Optionals) for domain in checked):
        return optionals(anys(*(domain.inner if isinstance(domain, Optionals) else domain for domain in checked)))
    parts: list[Narrowable] = []
    for domain in checked:
        more = domain.parts if isinstance(domain, Unions) else (domain,)
        parts += [part for part in more if part not in parts]
    return parts[0] if len(parts) == 1 else Unions(tuple(parts))
