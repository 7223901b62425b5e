"""Where randomness comes from: seeds that are passed, generators that are made of one, seeds of global generators.

Relations speak of none of these. Source and follow-up get the same seed, and each call a generator of its own; where
samples are compared, each run of each side has another seed.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from genmorph.model import Built, Parameter, UsageError
from genmorph.settings import SEEDS
from genmorph.values.foreign import type_of
from genmorph.values.formed import Change, Foreign
from genmorph.values.numbers.ints import Ints
from genmorph.values.python_text import between, python_text, write_call
from genmorph.values.unions import Optionals, Unions

GLOBAL = "global"
"""What stands for the seed of the global generators, where the name of a parameter may stand."""
USUAL_NAMES = ("seed", "random_state", "rng", "random_seed", "generator", "prng", "rand", "random")
"""What parameters are called that make a function repeatable."""
_GENERATORS = {
    "random.Random": ("random", "Random"),
    "numpy.random.Generator": ("numpy.random", "default_rng"),
    "numpy.random.RandomState": ("numpy.random", "RandomState"),
    "torch.Generator": ("torch", "Generator.manual_seed"),
    "jax.random.key": ("jax.random", "key"),
}
"""By type, or by what makes a key: the function that is called with a seed."""
SEEDED_TYPES = (
    ("random.Random", "random.Random"),
    ("numpy.random._generator.Generator", "numpy.random.Generator"),
    ("numpy.random.mtrand.RandomState", "numpy.random.RandomState"),
    ("torch._C.Generator", "torch.Generator"),
)
"""The types of generators by their names, where they are defined and where users find them."""
_ON_AN_INSTANCE = {("torch", "Generator.manual_seed"): ("torch", "Generator")}
"""Functions that seed a generator which is there: what makes that one."""


_RESEED = Change(
    "reseed",
    (7,),
    before=lambda domain, seed: domain if domain.contains(seed) else None,
    apply=lambda _, seed: seed,
    text=lambda _, seed: python_text(seed),
    words=lambda value, seed: f"{value} is {python_text(seed)}",
    examples=((3, 7, 7),),
    elements=lambda domain: domain,
)
"""Nothing is calculated with seeds: a seed gives way to another one."""


@dataclass(frozen=True, slots=True, repr=False)
class Seeds(Foreign):
    """The ints that a parameter takes as a seed, of which relations do not speak."""

    low: int
    high: int
    changes = (_RESEED,)
    made_by = ("builtins", "int")

    def __post_init__(self) -> None:
        _require_bounds(self.low, self.high)

    @property
    def size(self) -> int:
        return self.high - self.low + 1

    def values(self) -> Any:
        return iter(range(self.low, self.high + 1))

    @property
    def home(self) -> None:
        """None: ints have no module."""
        return

    def draw(self, rng: Random) -> int:
        return rng.randint(self.low, self.high)

    def contains(self, value: object) -> bool:
        return type(value) is int and self.low <= value <= self.high

    has_condition = True
    is_hashable = True

    def condition_text(self, text: str, /) -> str | None:
        return between(self.low, text, self.high)

    def notation(self) -> str:
        return write_call("seeds", _bounds(self), {})

    def strategy(self) -> str:
        return f"st.integers({self.low}, {self.high})"


@dataclass(frozen=True, slots=True, repr=False)
class GlobalSeeds(Seeds):
    """The seeds of the global generators of Python and of loaded libraries; no argument of the function."""

    def notation(self) -> str:
        return write_call("global_seeds", _bounds(self), {})


@dataclass(frozen=True, slots=True, repr=False)
class Generators(Foreign):
    """Generators of random numbers of one type, each made of a seed anew for every call."""

    type_name: str
    low: int
    high: int
    changes = (_RESEED,)

    def __post_init__(self) -> None:
        if self.type_name not in _GENERATORS:
            raise UsageError(f"type of generators must be one of {', '.join(_GENERATORS)}, got {self.type_name!r:.80}")
        _require_bounds(self.low, self.high)

    @property
    def made_by(self) -> tuple[str, str]:  # type: ignore[override]
        return _GENERATORS[self.type_name]

    def draw(self, rng: Random) -> Built:
        return self.seeded(rng.randint(self.low, self.high))

    def seeded(self, seed: int) -> Built:
        """The generator that is made of this seed."""
        maker = _ON_AN_INSTANCE.get(self.made_by)
        before = () if maker is None else (Built("call", (*maker, (), ())),)
        return Built("call", (*self.made_by, (*before, seed), ()))

    def contains(self, value: object) -> bool | None:
        """Whether it is made of one of the seeds; None for a generator of which that is not known."""
        names = {f"{one.__module__}.{one.__qualname__}" for one in type(value).__mro__}
        if not isinstance(value, Built):
            hints = [hint for hint, name in SEEDED_TYPES if name == self.type_name]
            return None if not hints or names.intersection(hints) else False  # keys of JAX have no type of their own
        seed = value.parts[2][-1] if type_of(value) == self.made_by and value.parts[2] else None
        return type(seed) is int and self.low <= seed <= self.high

    def notation(self) -> str:
        return write_call("generators", [self.type_name, *_bounds(self)], {})

    def strategy(self) -> str:
        """The Hypothesis call for the same generators, which shows the seed of one that fails a test."""
        name, seeds = ".".join(self.made_by), f"st.integers({self.low}, {self.high})"
        maker = _ON_AN_INSTANCE.get(self.made_by)
        before = "" if maker is None else f"st.builds({'.'.join(maker)}), "
        return f"st.builds({name}, {before}{seeds})"


def _require_bounds(low: object, high: object) -> None:
    for name, value in (("min", low), ("max", high)):
        if type(value) is not int:
            raise UsageError(f"{name} of seeds must be an int, got {value!r:.80}")
    if not 0 <= low <= high:  # type: ignore[operator]
        raise UsageError(f"min of seeds must be >= 0 and <= max, got {low} and {high}")


def _bounds(domain: Seeds | Generators) -> list[int]:
    """The bounds that are not the usual ones."""
    is_usual = (domain.low, domain.high) == (0, SEEDS.highest)
    return [] if is_usual else [domain.low, domain.high]


def seeds(min: int = 0, max: int = SEEDS.highest) -> Seeds:  # noqa: A002
    """Make the domain of the seeds of a parameter: ints that source and follow-up share.

    >>> seeds(), seeds(0, 99).contains(100)
    (seeds(), False)
    """
    return Seeds(min, max)


def global_seeds(min: int = 0, max: int = SEEDS.highest) -> GlobalSeeds:  # noqa: A002
    """Make the domain of the seeds of all global generators."""
    return GlobalSeeds(min, max)


def generators(of: str = "random.Random", min: int = 0, max: int = SEEDS.highest) -> Generators:  # noqa: A002
    """Make the domain of the generators of a type, made of the seeds from `min` to `max`.

    Args:
        of: `random.Random`, `numpy.random.Generator`, `numpy.random.RandomState`, `torch.Generator`, or
            `jax.random.key` for the keys of JAX.
        min: The least seed.
        max: The greatest seed.

    Raises:
        UsageError: Nothing of this type is known, or there are no such seeds.

    >>> generators("numpy.random.Generator", 0, 9).draw(Random(0))
    Built(maker='call', parts=('numpy.random', 'default_rng', (6,), ()))

    """
    return Generators(of, min, max)


GENERATORS = (generators("random.Random"), generators("numpy.random.Generator"))
"""The generators that functions most often take."""


def seed_text(domain: Seeds | Generators, text: str) -> str:
    """Python of a seed, or of the generator that is made of the seed with this text.

    >>> seed_text(seeds(), "seed"), seed_text(generators(), "seed")
    ('seed', 'random.Random(seed)')
    """
    if isinstance(domain, Seeds):
        return text
    maker = _ON_AN_INSTANCE.get(domain.made_by)
    before = "" if maker is None else f"{'.'.join(maker)}(), "
    return f"{'.'.join(domain.made_by)}({before}{text})"


def seed_place(parameters: Sequence[Parameter]) -> int:
    """The position of what seeds a function that has one seed."""
    (place,) = (place for place, one in enumerate(parameters) if is_seed(one.domain))
    return place


def seeds_of(parameters: Sequence[Parameter]) -> Seeds | Generators:
    """What seeds a function that has one seed."""
    found = parameters[seed_place(parameters)].domain
    assert isinstance(found, Seeds | Generators), f"{found!r} seeds nothing"
    return found


def is_seed(domain: object) -> bool:
    """Whether the values are seeds, or generators that are made of some."""
    return isinstance(domain, Seeds | Generators)


def global_seed(parameters: Sequence[Parameter]) -> str:
    """The name of the parameter that seeds the global generators, and that the function does not get; or ""."""
    return next((one.name for one in parameters if isinstance(one.domain, GlobalSeeds)), "")


def as_seeds(domain: object) -> Seeds | Generators | None:
    """The seeds that a parameter takes whose values are in the domain; None where these are no seeds.

    >>> from genmorph.domain import ints, texts
    >>> as_seeds(ints(0, 99)), as_seeds(ints()), as_seeds(texts())
    (seeds(0, 99), seeds(), None)
    """
    match domain:
        case Seeds() | Generators():
            return domain
        case Optionals(inner):
            return as_seeds(inner)
        case Unions(parts=parts):
            return next((found for found in map(as_seeds, parts) if found is not None), None)
        case Ints(low, high):
            least = max(0, low or 0)
            most = SEEDS.highest if high is None else high
            return seeds(least, most) if least <= most else None
    return None
