"""Domains behind a Hypothesis strategy that is not understood: sampled once, membership unknown."""

import sys
from collections.abc import Iterable, Iterator, Sized
from dataclasses import dataclass, field
from random import Random
from types import ModuleType
from typing import Any

from genmorph.domain.calls import write_call
from genmorph.domain.kinds import Shape, as_kind, common_shape, plain_number
from genmorph.model import Container, Kind, UsageError

_POOL = 6_000
"""Values asked of Hypothesis: the search, its screening and the last filter each need inputs of their own."""
_POOL_OF_SLOW = 1_500
"""The same for texts and sequences, of which Hypothesis makes a thousand in one to two seconds."""
_FIRST = 50
"""So many values show whether they are texts or sequences."""
_SHOWN = 100
"""So many values stand in an exported test."""
_TRANSIENT = {"__main__", "builtins"}
"""Modules of which another process has other contents (`builtins._` is the last value an interactive user saw)."""
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
        found = [
            (name, attribute)
            for name, module in list(sys.modules.items())
            if name not in _TRANSIENT and isinstance(module, ModuleType) and module.__spec__ is not None
            for attribute, value in list(vars(module).items())
            if value is self.origin
        ]
        return min(found, default=None)


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
    try:
        is_slow = any(isinstance(value, Sized) for value in _generate(strategy, _FIRST))
        values = _generate(strategy, _POOL_OF_SLOW if is_slow else _POOL)
    except Exception as error:
        raise UsageError(
            f"strategy must generate values ({type(error).__name__}: {error}), got {strategy!r}"
        ) from error
    if not values:
        raise UsageError(f"strategy must not be empty, got {strategy!r}")
    return pool_of(strategy, values)


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


def _generate(strategy: Any, count: int) -> list[Any]:
    from hypothesis import HealthCheck, Phase, given, seed, settings

    values: list[Any] = []

    @seed(0)
    @settings(
        max_examples=count,
        database=None,
        deadline=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(strategy)
    def collect(value: Any) -> None:
        values.append(value)

    collect()
    return values
