"""Domains behind a Hypothesis strategy that gives objects, or values of several kinds."""

from copy import deepcopy
from dataclasses import dataclass, field
from random import Random
from typing import Any

from genmorph.domain.others import Others
from genmorph.domain.sampling import generate
from genmorph.domain.strategy_texts import StrategyText, write_strategy
from genmorph.model import Domain, UsageError

_DRAWN = 50


@dataclass(frozen=True, slots=True, repr=False, eq=False)
class OpaqueObjects(Others):
    """A strategy of the user's of which nothing is known; Hypothesis is asked for values when the first is drawn."""

    origin: Any
    _pool: list[Any] = field(default_factory=list, init=False)

    def draw(self, rng: Random) -> Any:
        """A copy of one of fifty values, all equally often."""
        if not self._pool:
            self._pool.extend(generate(self.origin, _DRAWN))
        return deepcopy(self._pool[int(rng.random() * len(self._pool))])

    def contains(self, _value: object) -> None:
        """Always None: unknown."""

    def notation(self) -> str:
        """What the strategy says of itself; `parse_domain` does not read it."""
        return f"opaque({self.origin!r})"

    def strategy(self) -> str:
        """The strategy by name or as it was written; UsageError where neither is possible."""
        return self.written().expression

    def written(self) -> StrategyText:
        """The same with the modules that it needs."""
        found = write_strategy(self.origin)
        if found is None:
            rule = "strategy must have a name at the top level of a module, or be made of what has one, without lambdas"
            raise UsageError(f"{rule}, for a test to use it, got {self.origin!r:.200}; or use objs with a generator")
        return found

    def _within(self, other: "OpaqueObjects") -> Domain | None:
        return self if other.origin is self.origin else None
