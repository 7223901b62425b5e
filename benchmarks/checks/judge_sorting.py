"""What inputs say of a mutant before any relation is asked: whether it differs, how, and what recorded pairs show."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import Enum
from hashlib import sha256
from itertools import islice
from pickle import Pickler
from random import Random

from benchmarks.checks.judge_outcomes import Calls, Frozen, Watch, alike, is_failure
from genmorph.model import Outcome, Raised, Returned, TimedOut

STOPPED = 5
"""After so many calls that took too long, a mutant is called on a sample of the inputs that are left."""
SAMPLE = 200
MOST_STOPPED = 20
"""So many calls that took too long end the sample, too: a mutant that always loops costs seconds, not minutes."""


class Sort(Enum):
    """What a mutant is."""

    EQUIVALENT = "equivalent"
    """It gives what the original gives, wherever that returns, and nothing where that raises."""
    LENIENT = "lenient"
    """It gives what the original gives, wherever that returns, but answers somewhere where that raises."""
    CRASH_ONLY = "crash_only"
    """Wherever it differs from what the original returns it raises, or takes too long."""
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
class Sorting:
    """A mutant's sort, and a digest of what it was called on and gave; without one where that is not known."""

    sort: Sort
    digest: str | None = None


@dataclass(frozen=True, slots=True)
class Sorted:
    """A mutant's sorting, and the positions of the inputs on which it was called: where it differs, and the others."""

    sorting: Sorting
    differing: tuple[int, ...]
    others: tuple[int, ...]


def sort_mutant(
    original: Calls, mutated: Calls, inputs: Sequence[Frozen], recorded: Sequence[Frozen], watch: Watch
) -> Sorted:
    """Call a mutant on the inputs; after too many calls that took too long, on a fixed sample of the others.

    What it gives where the original raises is only looked at if it does not differ elsewhere.
    """
    called = _called(mutated, inputs, range(len(inputs)), STOPPED)
    left = range(len(called), len(inputs))
    if left:
        with watch.hurried():
            called += _called(mutated, inputs, Random(0).sample(left, min(SAMPLE, len(left))), MOST_STOPPED)
    differing = [position for position in called if _differs(original, mutated, inputs[position])]
    others = sorted(set(called).difference(differing))
    if differing:
        sort = _sort_other(original, mutated, [inputs[position] for position in differing], recorded)
    else:
        sort = _sort_same(original, mutated, [inputs[position] for position in others])
    digest = _digest((position, mutated(inputs[position])) for position in sorted(called))
    return Sorted(Sorting(sort, digest), tuple(differing), tuple(others))


class _Digest:
    """A file that only keeps the digest of what is written."""

    def __init__(self) -> None:
        self._hash = sha256()

    def write(self, written: bytes) -> None:
        self._hash.update(written)

    def hexdigest(self) -> str:
        return self._hash.hexdigest()


def _digest(outcomes: Iterable[tuple[int, Outcome]]) -> str:
    """Equal for equal outcomes at equal positions."""
    digest = _Digest()
    pickler = Pickler(digest)
    pickler.fast = True  # without references, so that equal values are equal bytes
    for outcome in outcomes:
        pickler.dump(outcome)
    return digest.hexdigest()


def _called(mutated: Calls, inputs: Sequence[Frozen], positions: Sequence[int], most_stopped: int) -> list[int]:
    """The positions on which the mutant was called until so many calls took too long, with the last one of these."""
    stopped = (place for place, position in enumerate(positions) if isinstance(mutated(inputs[position]), TimedOut))
    last = next(islice(stopped, most_stopped - 1, None), len(positions) - 1)
    return list(positions[: last + 1])


def _differs(original: Calls, mutated: Calls, values: Frozen) -> bool:
    return isinstance(original(values), Returned) and not alike(original(values), mutated(values))


def _sort_other(original: Calls, mutated: Calls, differing: Sequence[Frozen], recorded: Sequence[Frozen]) -> Sort:
    if all(is_failure(mutated(values)) for values in differing):
        return Sort.CRASH_ONLY
    is_missed = all(alike(original(values), mutated(values)) for values in recorded)
    return Sort.MISSED if is_missed else Sort.CAUGHT


def _sort_same(original: Calls, mutated: Calls, inputs: Sequence[Frozen]) -> Sort:
    raising = (values for values in inputs if isinstance(original(values), Raised))
    answers = any(not is_failure(mutated(values)) for values in raising)
    return Sort.LENIENT if answers else Sort.EQUIVALENT
