"""How a search went, as the stages of a saved set hold it."""

from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from msgspec import json

from genmorph.model import UsageError
from genmorph.results.codec import Count, read


@dataclass(frozen=True, slots=True)
class Course:
    """The false positives and false negatives of the best tree of one population, a pair for each generation shown.

    >>> Course((0, 0), (9,))
    Traceback (most recent call last):
        ...
    genmorph.model.UsageError: false_negatives must be as many as false_positives, 2, got 1
    """

    false_positives: tuple[Count, ...]
    false_negatives: tuple[Count, ...]

    def __post_init__(self) -> None:
        wanted, got = len(self.false_positives), len(self.false_negatives)
        if got != wanted:
            raise UsageError(f"false_negatives must be as many as false_positives, {wanted}, got {got}")


@dataclass(frozen=True, slots=True)
class Curves:
    """What the best trees of the populations got wrong, in some of the generations, the first and the last among them.

    The first of the `populations` is ruled by false positives, the second, which may be missing, by false negatives.
    `correct` and `incorrect` are the rows of executions at the end; there are fewer correct ones before. `front` are
    trees at the end that no other is better than, each by its false positives, its false negatives and its nodes.

    >>> curves = Curves("x_f == x_s + 1", 200, 1800, (0, 10), (Course((0, 0), (900, 12)),))
    >>> curves == curves_from([curves.to_data()])[0]
    True
    """

    transformation: str
    correct: Count
    incorrect: Count
    generations: tuple[Count, ...]
    populations: tuple[Course, ...]
    front: tuple[tuple[Count, Count, Count], ...] = ()

    def __post_init__(self) -> None:
        if not self.generations or any(not before < after for before, after in pairwise(self.generations)):
            raise UsageError(f"generations must be some, in ascending order, got {self.generations!r}")
        if not 1 <= len(self.populations) <= 2:
            raise UsageError(f"populations must be 1 or 2, got {len(self.populations)}")
        for course in self.populations:
            if len(course.false_positives) != len(self.generations):
                wanted, got = len(self.generations), len(course.false_positives)
                raise UsageError(f"false_positives must be as many as generations, {wanted}, got {got}")

    def to_data(self) -> dict[str, Any]:
        """The curves as JSON data."""
        data: dict[str, Any] = json.decode(json.encode(self))
        return data


def curves_from(data: Any) -> tuple[Curves, ...]:
    """What `to_data` wrote of each transformation, also before it knew of a front; UsageError for anything else."""
    return tuple(read(data, list[Curves]))
