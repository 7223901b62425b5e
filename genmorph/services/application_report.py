"""What is wrong with an application around services: crashes, dead branches, and branches that are seldom reached."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from genmorph.services.application import Place
from genmorph.settings import SERVICES


class Fault(StrEnum):
    """A kind of finding; the value is how reports call it."""

    CRASH = "crash"
    DEAD = "dead branch"
    ACCURACY = "branch seldom reached"
    BOTH_MOODS = "branch of both moods"


class Cause(StrEnum):
    """Whose fault it is."""

    CODE = "the code's use of the service"
    SERVICE = "the service"


@dataclass(frozen=True, slots=True)
class Share:
    """How many of some inputs: a recall or an accuracy, with its confidence interval."""

    hits: int
    inputs: int
    low: float
    high: float

    @property
    def value(self) -> float | None:
        """The share; None of no inputs."""
        return self.hits / self.inputs if self.inputs else None

    def __str__(self) -> str:
        if not self.inputs:
            return "no inputs"
        return f"{self.hits} of {self.inputs} ({self.hits / self.inputs:.0%}, {self.low:.0%} to {self.high:.0%})"


@dataclass(frozen=True, slots=True)
class Scores:
    """How well a branch is taken: by inputs made for it (recall), and by few others (precision); F1 of both."""

    recall: float
    precision: float
    f1: float

    def __str__(self) -> str:
        return f"recall {self.recall:.2f}, precision {self.precision:.2f}, F1 {self.f1:.2f}"


@dataclass(frozen=True, slots=True)
class Repair:
    """A change that was tried: a diff of the source, and the scores before and after on inputs that chose nothing.

    There are no scores of a guard, which lets a call end that crashed.
    """

    words: str
    diff: str
    before: Scores | None = None
    after: Scores | None = None

    def __str__(self) -> str:
        scores = f" ({self.before} -> {self.after})" if self.before and self.after else ""
        return f"{self.words}{scores}"


@dataclass(frozen=True, slots=True)
class Finding:
    """One fault of an application, at a place of the source, with what shows it.

    `inputs` are files that show it; `answer` is what a service answered, as text. `recall` is that of a branch over the
    inputs made for it, and `accuracy` that of the service over the same inputs.
    """

    fault: Fault
    place: Place
    words: str
    cause: Cause | None = None
    inputs: tuple[str, ...] = ()
    answer: str = ""
    recall: Share | None = None
    accuracy: Share | None = None
    repair: Repair | None = None
    error: str = ""
    """The type of what a crash raised."""

    def __str__(self) -> str:
        cause = f" [{self.cause}]" if self.cause else ""
        return f"{Path(self.place.file).name}:{self.place.line}: {self.fault}: {self.words}{cause}"


@dataclass(frozen=True, slots=True)
class Report:
    """What came of the test of one application.

    `branches` counts the sides of conditions that real inputs took, of all that answers can reach; `coverage` are the
    branches of lines that real answers took, of all there are, by file: empty where that is not measured. `notes` say
    what could not be judged, and why.
    """

    target: str
    findings: tuple[Finding, ...]
    notes: tuple[str, ...]
    services: tuple[str, ...]
    branches: tuple[int, int]
    coverage: Mapping[str, tuple[int, int]]
    calls: int
    unanswered: int
    """Inputs that were left out because a service may not be asked any more."""
    inputs: int
    answered: int
    """Inputs on which a call ended by itself, after answers of services."""
    seconds: float
    symbolic_paths: int
    symbolic_alone: int
    is_complete: bool
    has_symbolic: bool


def listed(texts: Sequence[str]) -> str:
    """Words in quotation marks, joined by commas, at most a few.

    >>> listed(["a", "b"])
    "'a', 'b'"
    """
    shown = texts[: SERVICES.shown_words]
    return ", ".join(map(repr, shown)) + (", ..." if len(texts) > len(shown) else "")
