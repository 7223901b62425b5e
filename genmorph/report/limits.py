"""How much of one function a page has room for; what is left out is counted in words."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Limits:
    """At most so many relations; for each of them faults; mutants of the matrix, those that survive; and so on.

    `diff` is a number of lines, `rejected` the candidates of one stage, `curves` the transformations.
    """

    relations: int
    faults: int
    mutants: int
    survivors: int
    diff: int
    rejected: int
    curves: int


LEVELS = (
    Limits(relations=60, faults=3, mutants=80, survivors=8, diff=40, rejected=8, curves=10),
    Limits(relations=20, faults=2, mutants=40, survivors=3, diff=14, rejected=3, curves=3),
    Limits(relations=12, faults=1, mutants=20, survivors=1, diff=8, rejected=1, curves=1),
    Limits(relations=4, faults=0, mutants=0, survivors=0, diff=0, rejected=0, curves=0),
)
"""From all that is worth reading to the least: the first that fits is taken."""

_PAGE, _LEAST = 4_700_000, 16_000


def room(functions: int) -> int:
    """The bytes that each function may take, so that a page of 200 functions stays below 5 MB.

    >>> room(1), room(150), room(5_000)
    (200000, 31333, 16000)
    """
    return min(200_000, max(_LEAST, _PAGE // max(1, functions)))
