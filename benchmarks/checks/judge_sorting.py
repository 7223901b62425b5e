"""What inputs say of a mutant before any relation is asked: whether it differs, how, and what recorded pairs show."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import Enum

from benchmarks.checks.judge_outcomes import Calls, Frozen, alike, is_failure
from genmorph.model import Returned, TimedOut

STOPPED = 5
"""So many calls that took too long end the sorting of a mutant."""


class Sort(Enum):
    """What a mutant is."""

    EQUIVALENT = "equivalent"
    """It gives what the original gives, wherever that returns."""
    CRASH_ONLY = "crash_only"
    """Wherever it differs it raises, or takes too long."""
    CAUGHT = "caught"
    """It gives other values, and does so, or fails, on an input of the recorded pairs."""
    MISSED = "missed"
    """It gives other values, but what the recorded pairs say on their inputs."""
    DIED = "died"
    """It ended its process or had to be ended with it, before it was known what it is."""

    @property
    def is_live(self) -> bool:
        """Whether relations are judged by it."""
        return self in (Sort.CAUGHT, Sort.MISSED)


@dataclass(frozen=True, slots=True)
class Sorted:
    """A mutant's sort, and the positions of the inputs on which it was called: where it differs, and the others."""

    sort: Sort
    differing: tuple[int, ...]
    others: tuple[int, ...]


def sort_mutant(original: Calls, mutated: Calls, inputs: Sequence[Frozen], recorded: Sequence[Frozen]) -> Sorted:
    """Call a mutant on the inputs until calls took too long too often; on those where the original fails it is free."""
    differing: list[int] = []
    others: list[int] = []
    stopped = 0
    for position, values in enumerate(inputs):
        expected, given = original(values), mutated(values)
        is_other = isinstance(expected, Returned) and not alike(expected, given)
        (differing if is_other else others).append(position)
        stopped += isinstance(given, TimedOut)
        if stopped == STOPPED:
            break
    sort = _sort(original, mutated, [inputs[position] for position in differing], recorded)
    return Sorted(sort, tuple(differing), tuple(others))


def returning(original: Calls, inputs: Iterable[Frozen]) -> Iterator[Frozen]:
    """The inputs for which the original gives a value."""
    return (values for values in inputs if isinstance(original(values), Returned))


def _sort(original: Calls, mutated: Calls, differing: Sequence[Frozen], recorded: Sequence[Frozen]) -> Sort:
    if not differing:
        return Sort.EQUIVALENT
    if all(is_failure(mutated(values)) for values in differing):
        return Sort.CRASH_ONLY
    is_missed = all(alike(original(values), mutated(values)) for values in recorded)
    return Sort.MISSED if is_missed else Sort.CAUGHT
