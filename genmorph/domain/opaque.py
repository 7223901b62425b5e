"""Domains behind a Hypothesis strategy that is not understood: sampled once, membership unknown."""

import sys
from collections.abc import Iterable, Iterator, Sized
from dataclasses import dataclass, field
from random import Random
from typing import Any

from genmorph.domain.calls import write_call
from genmorph.domain.kinds import Shape, as_kind, common_shape, plain_number
from genmorph.domain.opaque_objects import OpaqueObjects
from genmorph.domain.sampling import generate
from genmorph.domain.strategy_texts import import_path
from genmorph.model import Container, Kind, UsageError

_POOL = 6_000
"""Values asked of Hypothesis: the search, its screening and the last filter each need inputs of their own."""
_POOL_OF_SLOW = 1_500
"""The same for texts and sequences, of which Hypothesis makes a thousand in one to two seconds."""
_FIRST = 50
"""So many values show whether they are texts or sequences."""
_SHOWN = 100
"""So many values stand in an exported test."""
_TYPES = {Kind.INTS: "np.int64", Kind.FLOATS: "np.float64", Kind.BOOLS: "np.bool_"}


@dataclass(frozen=True, slots=True, repr=False, eq=False)
class Opaque:
    """A strategy of the user's with the distinct values that Hypothesis made for it; arrays stand there as lists."""

    kind: Kind
    origin: Any
    pool: tuple[Any, ...]
    container: Container | None = None
    _shape: Shape = field(init=False)
    _has_none: bool = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_shape", Shape(self.kind, self.container))
        object.__setattr__(self, "_has_none", any(value is None for value in self.pool))

    def __repr__(self) -> str:
        return self.notation()

    @property
    def size(self) -> None:
        """Always None: unknown."""
        return None

    def values(self) -> Iterator[Any]:
        """Raise `UsageError`, because not all values are known."""
        raise UsageError(f"only bounded domains list their values, got {self!r}")

    def draw(self, rng: Random) -> Any:
        """One value of the pool, all equally often."""
        return self.pool[int(rng.random() * len(self.pool))]

    def contains(self, value: object) -> bool | None:
        """None (unknown) for values of the kind, and for None where the strategy gave it; False for all others."""
        if value is None:
            return None if self._has_none else False
        return None if self._shape.holds(value) else False

    def notation(self) -> str:
        """What the strategy says of itself; `parse_domain` does not read it."""
        return f"opaque({self.origin!r})"

    def strategy(self) -> str:
        """The dotted name of the strategy, to be imported first, or else a choice from the pool.

        Each list chosen is a new one, since the function may change it.
        """
        path = self.import_path()
        if path:
            return ".".join(path)
        choice = write_call("st.sampled_from", [list(self.pool[:_SHOWN])], {}, prefix="math.")
        match self.container:
            case Container.ARRAY:
                return f"{choice}.map(lambda elements: np.array(elements, dtype={_TYPES[self.kind]}))"
            case Container.LIST if not self._has_none:
                return f"{choice}.map(list)"
            case Container.LIST:
                return f"{choice}.map(lambda elements: elements and [*elements])"
        return choice

    def import_path(self) -> tuple[str, str] | None:
        """Module and attribute where the strategy can be imported from, None where there is no such place."""
        return import_path(self.origin)


def is_strategy(value: object) -> bool:
    """Whether the value is a strategy; where Hypothesis was not imported, there are none."""
    strategies = sys.modules.get("hypothesis.strategies")
    return strategies is not None and isinstance(value, strategies.SearchStrategy)


def check_strategy(strategy: Any) -> None:
    """Raise `UsageError` where Hypothesis refuses the strategy's arguments."""
    try:
        strategy.validate()
    except Exception as error:
        raise UsageError(f"strategy must be valid ({error}), got {strategy!r}") from error


def sample(strategy: Any) -> Opaque:
    """Let Hypothesis generate a pool for the strategy.

    Raises `UsageError` where the strategy fails, is empty, or its values are of no kind, or of several.
    """
    is_slow = any(isinstance(value, Sized) for value in generate(strategy, _FIRST))
    return pool_of(strategy, generate(strategy, _POOL_OF_SLOW if is_slow else _POOL))


def sample_any(strategy: Any) -> Opaque | OpaqueObjects:
    """The same; the domain of objects where the strategy raises what is none of Hypothesis' errors, or has no kind."""
    from hypothesis.errors import HypothesisException

    try:
        first = generate(strategy, _FIRST)
    except UsageError as error:
        if error.__cause__ is None or isinstance(error.__cause__, HypothesisException):
            raise
        return OpaqueObjects(strategy)
    is_plain = common_shape([plain_number(value) for value in first]) is not None
    return sample(strategy) if is_plain else OpaqueObjects(strategy)


def pool_of(origin: Any, values: Iterable[Any], container: Container | None = None) -> Opaque:
    """The opaque domain of values that were sampled from `origin`, each once.

    `container` is to be given where it is not that of the values: arrays that were made lists.

    >>> pool_of("lengths", [3, None, 3, 4]).pool
    (3, None, 4)
    """
    listed = [plain_number(value) for value in values]
    shape = common_shape(listed)
    if shape is None:
        rule = "strategy must generate numbers, Booleans, texts, or lists, tuples, bytes or arrays of such, of one kind"
        raise UsageError(f"{rule} and of at most 10,000 elements, got {origin!r}")
    pool = {repr(value): value for value in (as_kind(value, shape.kind) for value in listed)}
    return Opaque(shape.kind, origin, tuple(pool.values()), container or shape.container)
