"""The figures of a search, and the presets: the default, the paper's, and one for each part that can be left out."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from genmorph.model import UsageError

PAPERS_OPERATORS = frozenset(
    {"+", "-", "*", "/", "abs", "==", "<", "<=", "and", "or", "xor", "iff", "implies", "not"}
    | {"len", "sum", "flip", "remove", "truncate", "str"}
)
"""Those of the paper's Table I."""

PAPERS_TEMPLATES = frozenset({"swap", "swap_unlike", "flip", "add", "scale", "reverse", "remove"})
"""The changes of inputs of the paper; its numbers are multiplied by -1 and by constants, ours by 2 as well.

The paper swaps any two arguments, whatever their names are."""


@dataclass(frozen=True, slots=True)
class Parameters:
    """The figures of a search, mostly those of the paper's Table III, and which of its parts take part.

    The first of the `populations` is ruled by false positives, the second by false negatives. With `join` small
    relations are computed before the first generation, and are a share `seeded` of the first populations. `best_match`
    is the share of pairs whose second parent is the best of `mates` drawn, `parsimony` that of tournaments after
    which the smaller of two winners is taken. After each `round` of generations candidates are judged; `patience`
    generations without progress end a search. Without `breeds` each generation is made of new random trees.
    `best_only` reports the relation with the fewest false negatives of each search, and `transformations` are drawn
    where not all that promise something are searched. `operators` are the symbols that relations may have and
    `templates` the names of what may change inputs, None for all, whose constants may be drawn where it `draws`, and
    those of a parameter's field or period where it `suits`; where
    it `extends`, the mutation operators of users take part, and with `scenarios` relations of several calls are found.

    >>> Parameters(populations=3)
    Traceback (most recent call last):
        ...
    genmorph.model.UsageError: populations must be 1 or 2, got 3
    """

    population: int = 1_000
    populations: int = 2
    crossover: float = 0.9
    mutation: float = 0.3
    tournament: int = 2
    best_match: float = 0.8
    mates: int = 16
    parsimony: float = 0.2
    migrants: int = 160
    migration_interval: int = 10
    elite: int = 10
    patience: int = 50
    round: int = 10
    join: bool = True
    seeded: float = 0.1
    breeds: bool = True
    best_only: bool = False
    transformations: int | None = None
    operators: frozenset[str] | None = None
    templates: frozenset[str] | None = None
    draws: bool = True
    suits: bool = True
    extends: bool = True
    scenarios: bool = True

    def __post_init__(self) -> None:
        if self.populations not in (1, 2):
            raise UsageError(f"populations must be 1 or 2, got {self.populations!r}")
        if not 0 <= self.migrants < self.population:
            raise UsageError(f"migrants must be from 0 to less than the population, got {self.migrants!r}")
        for name in ("tournament", "mates"):
            if not getattr(self, name) >= 1:
                raise UsageError(f"{name} must be at least 1, got {getattr(self, name)!r}")
        for name in ("crossover", "mutation", "best_match", "parsimony", "seeded"):
            if not 0 <= getattr(self, name) <= 1:
                raise UsageError(f"{name} must be from 0 to 1, got {getattr(self, name)!r}")


PRESETS: Mapping[str, Parameters] = MappingProxyType(
    {
        "default": Parameters(),
        "paper": Parameters(
            best_match=0.5,
            parsimony=0.0,
            join=False,
            best_only=True,
            transformations=4,
            operators=PAPERS_OPERATORS,
            templates=PAPERS_TEMPLATES,
            draws=False,
            suits=False,
            extends=False,
            scenarios=False,
        ),
        "no-join": Parameters(join=False),
        "no-migration": Parameters(migrants=0),
        "one-population": Parameters(population=2_000, populations=1),
        "random": Parameters(join=False, breeds=False),
    }
)
"""What `preset=` takes: the default, the paper's replication, and searches without one of their parts, for research."""


def require_preset(name: object) -> None:
    """Raise UsageError for what is no name of a preset.

    >>> require_preset("java")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
        ...
    genmorph.model.UsageError: preset must be one of default, paper, ..., random, got 'java'
    """
    if not isinstance(name, str) or name not in PRESETS:
        raise UsageError(f"preset must be one of {', '.join(PRESETS)}, got {name!r}")
