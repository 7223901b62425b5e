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


def combined(judgements: Sequence[Judgement]) -> Judgement:
    """Judge several parts at once: one that is violated decides, then one that holds.

    >>> combined([(Answer.UNDECIDED, "no loss"), (Answer.HOLDS, "")])
    (<Answer.HOLDS: 'holds'>, '')
    """
    for answer in (Answer.VIOLATED, Answer.HOLDS):
        if found := [one for one in judgements if one[0] is answer]:
            return found[0]
    return judgements[0] if judgements else (Answer.UNDECIDED, "no output can be judged")


def either(name: str, judgements: Sequence[Judgement]) -> Judgement:
    """Judge an output of which one of several things is expected: it is violated where all are.

    >>> either("loss", [(Answer.VIOLATED, "2 where 1 was expected"), (Answer.HOLDS, "")])
    (<Answer.HOLDS: 'holds'>, '')
    """
    order = (Answer.HOLDS, Answer.UNDECIDED, Answer.VIOLATED)
    answer, reason = min(judgements, key=lambda one: order.index(one[0]))
    return answer, reason and f"{name} is {reason}"


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

    `prepare` makes what the cases are judged by of a program and the data and options of a check. Source: Dwarakanath
    and others (2019).
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
        """Check a program: whether no case is violated. `check_relations` says more.

        >>> from statistics import correlation
        >>> from genmorph.learning import correlation_relations
        >>> all(relation.check(correlation, [1.0, 2.0, 4.0], [1.0, 3.0, 2.0]) for relation in correlation_relations())
        True
        """
        return all(found.answer is not Answer.VIOLATED for found in check_relations([self], function, *data, **options))

    def __str__(self) -> str:
        return f"{self.name} {self.title}"


def check_relations(
    relations: Sequence[ReadyMadeRelation], function: Callable[..., Any], *data: Any, **options: Any
) -> Iterator[CaseResult]:
    """Try all cases of relations on a program, one after the other; relations of one kind share what was run.

    Args:
        relations: One or more.
        function: The program.
        *data: What it is called with: see the function that gives the relations.
        **options: How it is checked: see there.

    Raises:
        UsageError: There are no relations, or the program cannot be checked with such data.

    >>> from statistics import correlation
    >>> from genmorph.learning import correlation_relations
    >>> results = check_relations(correlation_relations(), correlation, [1.0, 2.0, 4.0], [1.0, 3.0, 2.0])
    >>> any(found.answer is Answer.VIOLATED for found in results)
    False

    """
    if not relations:
        raise UsageError("relations must be one or more, got none")
    prepare = {relation.prepare: None for relation in relations}
    subjects = {one: one(function, *data, **options) for one in prepare}
    return (
        CaseResult(relation.name, case.name, case.words, *case.judge(subjects[relation.prepare]))
        for relation in relations
        for case in relation.cases
    )
