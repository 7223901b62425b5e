"""Plain data shared by all rooms; imports nothing of ours."""

import math
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from random import Random
from typing import Any, Protocol

Input = tuple[Any, ...]
"""The arguments of one call, in the order of the subject's parameters."""


class UsageError(ValueError):
    """What the user passed cannot be used; the text names the argument, the rule and the value."""


class UnsupportedError(ValueError):
    """The function cannot be a subject; the text says why and, where there is one, the way out."""


class Kind(Enum):
    """What sort of value a parameter or an output holds."""

    INT = "int"
    FLOAT = "float"
    BOOL = "bool"

    @property
    def is_number(self) -> bool:
        """Whether values of this kind take part in arithmetic."""
        return self is not Kind.BOOL


class Domain(Protocol):
    """A set of valid values of one kind."""

    @property
    def kind(self) -> Kind:
        """The kind of all values."""

    @property
    def size(self) -> int | None:
        """The number of values, None where it is unknown or infinite."""

    def values(self) -> Iterator[Any]:
        """All values, in a fixed order; only where `size` is known."""

    def draw(self, rng: Random) -> Any:
        """One value: small values and boundaries often, large values seldom."""

    def contains(self, value: object) -> bool | None:
        """Whether the value is valid; None where that is unknown."""

    def notation(self) -> str:
        """The text that `genmorph.domain.parse_domain` reads back, such as `ints(0, 9)`."""

    def strategy(self) -> str:
        """Hypothesis source text of the same values, such as `st.integers(0, 9)`."""


@dataclass(frozen=True, slots=True)
class Parameter:
    """One argument of the subject."""

    name: str
    domain: Domain
    keyword_only: bool = False

    @property
    def kind(self) -> Kind:
        """The kind of the values in the parameter's domain."""
        return self.domain.kind


@dataclass(frozen=True, slots=True)
class Target:
    """What a worker process needs to load a function, as plain data.

    `module` is imported by name; where it is None, `source` is executed as a module of its own.
    Lines are counted from 1 and span the whole definition, decorators included; a function without Python source has
    the source `""` and the lines 0 and 0. `blocked` are modules that must not be imported, because they would put a
    compiled twin in the place of the function.
    """

    module: str | None
    source: str
    qualname: str
    first_line: int
    last_line: int
    keywords: tuple[str, ...] = ()
    path: tuple[str, ...] = ()
    blocked: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class SourceMutant:
    """The subject with one change in its source.

    `source` is the text of the changed definition, lines `first_line` to `last_line` of the target;
    `line` is the line of the change in the same file.
    """

    id: str
    operator: str
    line: int
    source: str


@dataclass(frozen=True, slots=True)
class OutcomeMutant:
    """The original with one change of its outcomes, for functions whose source cannot be changed.

    `operator` says what is changed, `data` holds its numbers and inputs.
    """

    id: str
    operator: str
    data: tuple[Any, ...] = ()


@dataclass(frozen=True, slots=True)
class FaultyVersion:
    """Another function that is known to be faulty, given by the user."""

    id: str
    target: Target


Mutant = SourceMutant | OutcomeMutant | FaultyVersion


@dataclass(frozen=True, slots=True)
class Probe:
    """The subject with a definition that records what a call reaches; it has no influence on what the call does.

    `source` is the text of the definition, lines `first_line` to `last_line` of the target. A call's outcome is
    `Returned([mask, values])`: bit k of `mask` says whether branch k of `branches` was reached, and `values` has pairs
    `[site, number]`, one for each of the `sites` whose assignments all gave the same number in that call.
    `literals` are the numbers written in the body, in the order of the text, each with the branch it stands in.
    """

    id: str
    source: str
    branches: int
    sites: int
    literals: tuple[tuple[int | float, int], ...] = ()


@dataclass(frozen=True, slots=True)
class Returned:
    """A call that gave a value."""

    value: Any


@dataclass(frozen=True, slots=True)
class Raised:
    """A call that raised an `Exception`; `type` is its qualified name, without `builtins.`."""

    type: str


@dataclass(frozen=True, slots=True)
class TimedOut:
    """A call that was stopped at its time limit."""


@dataclass(frozen=True, slots=True)
class Crashed:
    """A call that ended its process (`fatal`), raised no ordinary exception, was refused, or gave an unusable value."""

    why: str
    fatal: bool = False


Outcome = Returned | Raised | TimedOut | Crashed

Run = Callable[[Mutant | None, Sequence[Input]], Sequence[Outcome]]
"""Call the original (None) or a mutant on all inputs; one outcome for each, in order."""


@dataclass(frozen=True, slots=True)
class Execution:
    """A source/follow-up pair that ran: both inputs and both returned values."""

    source: Input
    follow_up: Input
    source_output: Any
    follow_up_output: Any


@dataclass(frozen=True, slots=True)
class Tolerance:
    """How far two floats may differ and still be equal.

    >>> Tolerance(relative=1e-9, absolute=-1.0)
    Traceback (most recent call last):
        ...
    genmorph.model.UsageError: absolute must be finite and >= 0, got -1.0
    """

    relative: float = 1e-9
    absolute: float = 1e-9

    def __post_init__(self) -> None:
        for name in ("relative", "absolute"):
            if not 0 <= getattr(self, name) < math.inf:
                raise UsageError(f"{name} must be finite and >= 0, got {getattr(self, name)!r}")


_BUDGET = re.compile(r"(?P<amount>[0-9.eE+-]+|nan|inf)(?P<unit>s|m|h|ev)?")
_SECONDS = {"s": 1.0, "m": 60.0, "h": 3600.0}


@dataclass(frozen=True, slots=True)
class Budget:
    """What an inference may spend: seconds, evaluations, or both (whichever ends first).

    One evaluation is 10**6 pairs of a tree and a row. With evaluations alone no stage looks at the clock.

    >>> Budget.parse("30s"), Budget.parse("500ev").evaluations
    (Budget(seconds=30.0, evaluations=None), 500.0)
    >>> Budget(seconds=-3)
    Traceback (most recent call last):
        ...
    genmorph.model.UsageError: budget must be positive, got -3
    """

    seconds: float | None = None
    evaluations: float | None = None

    def __post_init__(self) -> None:
        amounts = [amount for amount in (self.seconds, self.evaluations) if amount is not None]
        if not amounts:
            raise UsageError("budget must have seconds or evaluations, got neither")
        for amount in amounts:
            if isinstance(amount, bool) or not isinstance(amount, int | float):
                raise UsageError(f"budget must be a number, got {amount!r}")
            if not 0 < amount < math.inf:
                raise UsageError(f"budget must be positive{' and finite' if amount > 0 else ''}, got {amount!r}")

    @classmethod
    def parse(cls, text: str) -> "Budget":
        """Read `30s`, `2m`, `1h`, `500ev`, or two of them with a comma between."""
        found: dict[str, float] = {}
        for part in text.split(","):
            match = _BUDGET.fullmatch(part.strip())
            try:
                amount = float(match["amount"]) if match else None
            except ValueError:
                amount = None
            if match is None or amount is None:
                raise UsageError(f"budget must look like 30s, 2m, 1h or 500ev, got {text!r}")
            name = "evaluations" if match["unit"] == "ev" else "seconds"
            if name in found:
                raise UsageError(f"budget must give {name} once, got {text!r}")
            found[name] = amount * _SECONDS.get(match["unit"] or "s", 1.0)
        return cls(**found)


class Verdict(Enum):
    """What the filters say of a candidate; undecided is never counted as keep."""

    KEEP = "keep"
    REJECT = "reject"
    UNDECIDED = "undecided"


@dataclass(frozen=True, slots=True)
class Evidence:
    """What is known of a relation: applicable pairs tried, violations, and mutants killed among those judged.

    `exhaustive` says that the pairs tried are all there are; `falsifiers` name what looked for violations.

    >>> Evidence(2_000, 0, killed=3, judged=4, exhaustive=False, falsifiers=("fresh pairs",)).mutation_score
    0.75
    """

    tried: int
    violations: int
    killed: int
    judged: int
    exhaustive: bool
    falsifiers: tuple[str, ...]

    @property
    def mutation_score(self) -> float | None:
        """Share of the judged mutants that are killed; None where none was judged."""
        return self.killed / self.judged if self.judged else None
