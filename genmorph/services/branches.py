"""Which answers lead to which branches of an application, and which branches none can reach."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from importlib.util import find_spec
from pathlib import Path

from genmorph.services.application import FALSE, TRUE, Application, Ran, Run
from genmorph.services.declared import Service
from genmorph.services.made_up_answers import UNKNOWN, Candidate, candidates, certain, neutral
from genmorph.services.observed import Condition
from genmorph.settings import SERVICES


@dataclass(frozen=True, slots=True)
class Branch:
    """One way that a condition goes: the number of the condition, and `TRUE` or `FALSE`."""

    condition: int
    way: int


@dataclass(frozen=True, slots=True)
class Tried:
    """A candidate, and what came of it."""

    candidate: Candidate
    ran: Ran


@dataclass(slots=True)
class Explored:
    """What is known of an application's branches.

    `labels` are those that lead to a branch by themselves, by the function of their service; `symbolic` are conditions
    that symbolic execution saw depend on an answer, None where there was none.
    """

    conditions: tuple[Condition, ...]
    tried: list[Tried]
    labels: dict[Branch, dict[str, list[str]]] = field(default_factory=dict)
    symbolic: frozenset[int] | None = None
    is_complete: bool = False
    symbolic_paths: int = 0
    symbolic_alone: int = 0
    """Sides of conditions that only answers of symbolic execution reached."""

    def reached(self, *, valid: bool = True) -> set[Branch]:
        """The branches that answers reach, those of the declared shape alone where `valid`."""
        return {branch for one in self.tried if one.candidate.is_valid or not valid for branch in branches_of(one.ran)}

    def depends(self, number: int, function: str) -> bool:
        """Whether an answer of a service decides which way a condition goes."""
        ways = {
            one.ran.went[number] for one in self.tried if number in one.ran.went and one.candidate.service == function
        }
        return len(ways) > 1


def branches_of(ran: Ran) -> set[Branch]:
    """The branches that a call took: a condition in a loop went false where it was never true, or not only."""
    return {Branch(number, way) for number, ways in ran.went.items() for way in (FALSE, TRUE) if ways & way}


def explore(application: Application, services: Sequence[Service], given: Path, seconds: float) -> Explored:
    """Call an application with answers of its services that are made up; no service is asked."""
    texts, numbers = application.described["texts"], application.described["numbers"]
    tried = [
        Tried(candidate, ran)
        for one in services
        for candidate, ran in _try(application, candidates(one, texts, numbers), services, given)
    ]
    found = Explored((), tried)
    before, conditions = found.reached(), application.conditions
    functions = [one.function for one in services]
    symbolic = application.explore(given, functions, seconds) if seconds > 0 and find_spec("crosshair") else None
    if symbolic is not None:
        runs = [Run(given, answers) for answers in symbolic["answers"][: SERVICES.symbolic_paths]]
        rans = application.call(runs)
        for run, ran in zip(runs, rans, strict=True):
            assert run.answers is not None
            asked = next((one.service for one in ran.asked), next(iter(run.answers)))
            found.tried.append(Tried(Candidate(asked, run.answers[asked]), ran))
        found.symbolic, found.is_complete = frozenset(symbolic["symbolic"]), symbolic["is_complete"]
        found.symbolic_paths = len(runs)
        found.symbolic_alone = len(found.reached() - before)
    # A process that was started anew knows those alone whose modules its calls have loaded.
    found.conditions = max(conditions, application.conditions, key=len)
    found.labels = _labels(found, services)
    return found


def _try(
    application: Application, made: Sequence[Candidate], services: Sequence[Service], given: Path
) -> Iterable[tuple[Candidate, Ran]]:
    others = neutral(services)
    runs = [Run(given, {**others, one.service: one.plain}) for one in made]
    return zip(made, application.call(runs), strict=True)


def _labels(found: Explored, services: Sequence[Service]) -> dict[Branch, dict[str, list[str]]]:
    """The labels that lead to each branch of a decision, and whose absence does not."""
    led: dict[Branch, dict[str, list[str]]] = defaultdict(dict)
    for one in services:
        unknown = repr(certain(one, UNKNOWN))
        baseline = next((tried.ran for tried in found.tried if repr(tried.candidate.plain) == unknown), None)
        if baseline is None:
            continue
        for tried in found.tried:
            label = tried.candidate.label
            if label is None or tried.candidate.service != one.function:
                continue
            for branch in _decided(found, tried.ran) - _decided(found, baseline):
                led[branch].setdefault(one.function, []).append(label)
    return dict(led)


def _decided(found: Explored, ran: Ran) -> set[Branch]:
    """The branches of whole conditions that a call took; in a loop, what is true once counts as true."""
    return {
        Branch(number, TRUE if ways & TRUE else FALSE)
        for number, ways in ran.went.items()
        if found.conditions[number].decision == number and not (found.conditions[number].is_looped and ways == FALSE)
    }
