"""Relations that are known of a kind of program, with their cases: values that check any program of that kind."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Any

from genmorph.model import UsageError


class Answer(Enum):
    """What a case says of a program."""

    HOLDS = "holds"
    VIOLATED = "violated"
    UNDECIDED = "undecided"
    """It cannot be tried on this program, or what was run does not suffice."""


@dataclass(frozen=True, slots=True)
class CaseResult:
    """What one case of a relation says of a program, and why."""

    relation: str
    case: str
    words: str
    answer: Answer
    reason: str = ""

    @property
    def name(self) -> str:
        """Such as `MR-3(b)`."""
        return f"{self.relation}({self.case})"

    def __str__(self) -> str:
        return f"{self.name} {self.answer.value}: {self.words}{'; ' if self.reason else ''}{self.reason}"


Judgement = tuple[Answer, str]
"""An answer with its reason."""


@dataclass(frozen=True, slots=True)
class Case:
    """One way to try a relation: in words, and how it is judged by a program and its data.

    What the paper does not have is not `is_published`.
    """

    name: str
    words: str
    judge: Callable[..., Judgement]
    is_published: bool = True


@dataclass(frozen=True, slots=True)
class ReadyMadeRelation:
    """A relation of a kind of program, such as of correlations or forecasters, with its cases.

    `prepare` makes what the cases are judged by from a program and what `check` is given: see the function that gives
    the relations. Source: Dwarakanath and others (2019).
    """

    name: str
    title: str
    cases: tuple[Case, ...]
    prepare: Callable[..., Any]

    def __post_init__(self) -> None:
        names = [case.name for case in self.cases]
        if not names or len(set(names)) < len(names):
            raise UsageError(f"cases of {self.name} must be one or more with a name each, got {names!r}")

    def check(self, function: Callable[..., Any], *data: Any, **options: Any) -> bool:
        """Check a program: whether no case is violated.

        >>> from statistics import correlation
        >>> from genmorph.learning import correlation_relations
        >>> all(relation.check(correlation, [1.0, 2.0, 4.0], [1.0, 3.0, 2.0]) for relation in correlation_relations())
        True
        """
        return all(found.answer is not Answer.VIOLATED for found in self.results(function, *data, **options))

    def results(self, function: Callable[..., Any], *data: Any, **options: Any) -> Iterator[CaseResult]:
        """Try all cases on a program, one after the other; `data` and `options` are those of its kind."""
        subject = self.prepare(function, *data, **options)
        for case in self.cases:
            answer, reason = case.judge(subject)
            yield CaseResult(self.name, case.name, case.words, answer, reason)

    def __str__(self) -> str:
        return f"{self.name} {self.title}"


def all_results(
    relations: Sequence[ReadyMadeRelation], function: Callable[..., Any], *data: Any, **options: Any
) -> Iterator[CaseResult]:
    """Try all relations, whose cases share what was run."""
    subject = relations[0].prepare(function, *data, **options)
    for relation in relations:
        for case in relation.cases:
            answer, reason = case.judge(subject)
            yield CaseResult(relation.name, case.name, case.words, answer, reason)
