"""What came of calls: crashes with their places and inputs, and what could not be tested."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from genmorph.export.layout import arguments
from genmorph.fuzz.tested_functions import Place
from genmorph.settings import FUZZING

TIMED_OUT, DIED = "timed out", "crashed the interpreter"
"""Kinds of findings that are no exceptions."""


@dataclass(frozen=True, slots=True)
class FuzzFinding:
    """One way in which a function fails: the kind is the name of an exception or one of those above.

    `arguments` are names and texts of the smallest input known, None where drawing it failed; `is_source` says whether
    the texts make it again, and `hits` how many examples failed like this, where they were counted.
    """

    kind: str
    message: str
    place: Place | None
    arguments: tuple[tuple[str, str], ...] | None
    is_source: bool = False
    hits: int | None = None

    def __str__(self) -> str:
        """The input in words, long values cut."""
        if self.arguments is None:
            return "while its arguments were drawn"
        longest = FUZZING.longest_argument
        cut = [(name, text if len(text) <= longest else f"{text[:longest]}...") for name, text in self.arguments]
        return f"with {arguments(cut)}" if cut else "without arguments"


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of the calls of one function: inputs drawn, those that conditions rejected, and findings.

    `refused` calls ended early, before the effect that `refusal` names. `cut` says why not all examples were tried, and
    `untested` why it could not be tested; "" where they were, and where it was.
    """

    qualname: str
    findings: tuple[FuzzFinding, ...] = ()
    drawn: int = 0
    rejected: int = 0
    refused: int = 0
    refusal: str = ""
    cut: str = ""
    untested: str = ""

    @property
    def examples(self) -> int:
        """The number of inputs on which the function was called, without being refused anything."""
        return self.drawn - self.rejected - self.refused

    def checked(self) -> "Outcome":
        """The same; untested where there was no such input, and nothing was found either.

        >>> Outcome("save", drawn=2, refused=2, refusal="os.mkdir 'x'").checked().untested
        "it was refused: os.mkdir 'x'; --allow-effects lets it"
        """
        if self.untested or self.findings or self.examples:
            return self
        if self.refused:
            return replace(self, untested=f"it was refused: {self.refusal}; --allow-effects lets it")
        return replace(self, untested=f"{self.cut} before its first call") if self.cut else self


@dataclass(frozen=True, slots=True)
class Failure:
    """Findings of one kind at one place, each with the name of its function."""

    kind: str
    place: Place | None
    findings: tuple[tuple[str, FuzzFinding], ...]

    @property
    def message(self) -> str:
        """What the exception says, of the first function."""
        return self.findings[0][1].message


def group(outcomes: Iterable[Outcome]) -> tuple[Failure, ...]:
    """Findings by kind and place, those first that most examples lead to."""
    found: dict[tuple[str, Place | None], list[tuple[str, FuzzFinding]]] = defaultdict(list)
    for outcome in outcomes:
        for finding in outcome.findings:
            found[finding.kind, finding.place].append((outcome.qualname, finding))
    failures = [Failure(kind, place, tuple(findings)) for (kind, place), findings in found.items()]
    return tuple(sorted(failures, key=lambda one: -sum(finding.hits or 1 for _, finding in one.findings)))


def summary(outcomes: Sequence[Outcome], failures: Sequence[Failure]) -> str:
    """One line about all: `3 failures in 2 of 7 functions, 700 examples`.

    >>> summary([Outcome("power", drawn=100), Outcome("root", drawn=80, rejected=10)], [])
    'no failures in 2 functions, 170 examples'
    """
    tested = [outcome for outcome in outcomes if not outcome.untested]
    failed = sum(bool(outcome.findings) for outcome in tested)
    of = f"{failed} of " * bool(failed) + _counted(len(tested), "function")
    left = f", {len(outcomes) - len(tested)} not tested" if len(tested) < len(outcomes) else ""
    examples = _counted(sum(outcome.examples for outcome in tested), "example")
    return f"{_counted(len(failures), 'failure')} in {of}, {examples}{left}"


def _counted(number: int, noun: str) -> str:
    return f"{number or 'no'} {noun}{'s' * (number != 1)}"
