"""What the user asks for."""

import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from genmorph.model import Budget, Tolerance, UsageError
from genmorph.results.relation_set import RelationSet
from genmorph.search.parameters import require_preset
from genmorph.values.seeds import GLOBAL

Function = Callable[..., Any] | str

Domains = Mapping[str, object] | Sequence[object] | None


@dataclass(frozen=True, slots=True)
class Request:
    """The arguments of `infer_relations`; those that concern the function's inputs are checked when it is inspected.

    `func` is a function, or some between which relations are sought. `earlier` is a set of an
    earlier run, in which a review decided whether relations are intended.

    >>> Request("math:gcd", Budget(30.0), preset="java")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
        ...
    genmorph.model.UsageError: preset must be one of default, paper, ..., random, got 'java'
    """

    func: Function | Sequence[Function]
    budget: Budget
    seed: int = 0
    domain: Domains = None
    preset: str = "default"
    examples: Sequence[Sequence[Any]] = ()
    faulty: Sequence[Function] = ()
    tolerance: Tolerance | None = None
    cache: bool | str | os.PathLike[str] = True
    allow_effects: bool = False
    earlier: RelationSet | None = None
    seeded_by: str | None = None
    stochastic: bool = False

    @property
    def functions(self) -> tuple[Function, ...]:
        """The functions that are asked for."""
        return (self.func,) if callable(self.func) or isinstance(self.func, str) else tuple(self.func)

    def __post_init__(self) -> None:
        if not (callable(self.func) or isinstance(self.func, str | list | tuple)):
            raise UsageError(f"func must be a function, its path, or a list of some, got {self.func!r:.80}")
        if not self.functions:
            raise UsageError("func must be a function or a list of some, got an empty list")
        if isinstance(self.seed, bool) or not isinstance(self.seed, int):
            raise UsageError(f"seed must be an int, got {self.seed!r}")
        require_preset(self.preset)
        if self.tolerance is not None and not isinstance(self.tolerance, Tolerance):
            raise UsageError(f"tolerance must be a Tolerance, got {self.tolerance!r}")
        if not isinstance(self.cache, bool | str | os.PathLike):
            raise UsageError(f"cache must be True, False or the path of a file, got {self.cache!r}")
        if not isinstance(self.allow_effects, bool):
            raise UsageError(f"allow_effects must be True or False, got {self.allow_effects!r}")
        self._require_seeding()
        if self.earlier is not None and not isinstance(self.earlier, RelationSet):
            raise UsageError(f"earlier must be a RelationSet or the path of a saved one, got {self.earlier!r}")

    def _require_seeding(self) -> None:
        """Raise UsageError where what is said of random functions does not fit."""
        if not isinstance(self.seeded_by, str | None):
            raise UsageError(f"seeded_by must be the name of a parameter or {GLOBAL!r}, got {self.seeded_by!r:.80}")
        if self.seeded_by is not None and len(self.functions) > 1:
            raise UsageError(f"seeded_by must stand beside a single function, got {len(self.functions)} of them")
        if not isinstance(self.stochastic, bool):
            raise UsageError(f"stochastic must be True or False, got {self.stochastic!r}")
        if self.stochastic and len(self.functions) > 1:
            raise UsageError(f"stochastic must stand beside a single function, got {len(self.functions)} of them")
