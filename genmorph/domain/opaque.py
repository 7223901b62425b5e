"""Domains behind a Hypothesis strategy that is not understood: sampled once, membership unknown."""

import sys
from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from types import ModuleType
from typing import Any

from genmorph.domain.calls import write_call
from genmorph.domain.finite import as_kind, common_kind
from genmorph.model import Kind, UsageError

_POOL = 6_000
"""Values asked of Hypothesis: the search, its screening and the last filter each need inputs of their own."""
_SHOWN = 100
"""So many values stand in an exported test."""
_TRANSIENT = {"__main__", "builtins"}
"""Modules of which another process has other contents (`builtins._` is the last value an interactive user saw)."""


@dataclass(frozen=True, slots=True, repr=False, eq=False)
class Opaque:
    """A strategy of the user's with the distinct values that Hypothesis made for it."""

    kind: Kind
    origin: Any
    pool: tuple[Any, ...]

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
        """None (unknown) for values of the kind, False for all others."""
        return None if common_kind([value]) is self.kind else False

    def notation(self) -> str:
        """What the strategy says of itself; `parse_domain` does not read it."""
        return f"opaque({self.origin!r})"

    def strategy(self) -> str:
        """The dotted name of the strategy, to be imported first, or else a choice from the pool."""
        path = self.import_path()
        return ".".join(path) if path else write_call("st.sampled_from", [list(self.pool[:_SHOWN])], {}, prefix="math.")

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


def check_strategy(strategy: Any) -> None:
    """Raise `UsageError` where Hypothesis refuses the strategy's arguments."""
    try:
        strategy.validate()
    except Exception as error:
        raise UsageError(f"strategy must be valid ({error}), got {strategy!r}") from error


def sample(strategy: Any) -> Opaque:
    """Let Hypothesis generate a pool for the strategy.

    Raises `UsageError` where the strategy fails, is empty, or its values are of a kind not supported yet.
    """
    try:
        values = _generate(strategy)
    except Exception as error:
        raise UsageError(
            f"strategy must generate values ({type(error).__name__}: {error}), got {strategy!r}"
        ) from error
    if not values:
        raise UsageError(f"strategy must not be empty, got {strategy!r}")
    kind = common_kind(values)
    if kind is None:
        rule = "strategy must generate numbers only or Booleans only (other kinds are not supported yet)"
        raise UsageError(f"{rule}, got {strategy!r}")
    pool = {repr(value): value for value in (as_kind(value, kind) for value in values)}
    return Opaque(kind, strategy, tuple(pool.values()))


def _generate(strategy: Any) -> list[Any]:
    from hypothesis import HealthCheck, Phase, given, seed, settings

    values: list[Any] = []

    @seed(0)
    @settings(
        max_examples=_POOL,
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
