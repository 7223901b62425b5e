"""Which of the valid relations are reported: few, readable, and together killing what can be killed."""

from collections.abc import Hashable, Sequence
from typing import Protocol, TypeVar

WORTH = 0.002
"""A relation must newly kill this share of the mutants for each unit of its squared effort."""


class Selectable(Protocol):
    """A relation as the selection sees it; relations of one `family` say much the same."""

    @property
    def killed(self) -> frozenset[str]:
        """The mutants it kills."""

    @property
    def effort(self) -> int:
        """What it takes to read it."""

    @property
    def family(self) -> Hashable:
        """Equal for transformations that are each other's inverse."""


T = TypeVar("T", bound=Selectable)


def select(candidates: Sequence[T], mutants: int, limit: int) -> tuple[T, ...]:
    """At most `limit` candidates, those that kill most first.

    A cover of the killed mutants is chosen greedily by mutants newly killed against the square of the effort to read
    the relation, as long as these are worth it. Then, for families that are not there yet, follows the relation that
    is best by the same measure: it kills nothing new but says something else. Candidates that stand earlier win ties.
    """
    chosen = _cover(candidates, mutants, limit)
    families = {candidate.family for candidate in chosen}
    for candidate in sorted(candidates, key=lambda c: -_gain(c, frozenset())):
        if len(chosen) < limit and candidate.family not in families and _is_worth(candidate, frozenset(), mutants):
            families.add(candidate.family)
            chosen.append(candidate)
    return tuple(sorted(chosen, key=lambda c: (-len(c.killed), c.effort)))


def _cover(candidates: Sequence[T], mutants: int, limit: int) -> list[T]:
    chosen: list[T] = []
    covered: frozenset[str] = frozenset()
    while len(chosen) < limit:
        worthy = [candidate for candidate in candidates if _is_worth(candidate, covered, mutants)]
        if not worthy:
            break
        chosen.append(max(worthy, key=lambda c: _gain(c, covered)))
        covered |= chosen[-1].killed
    return chosen


def _gain(candidate: Selectable, covered: frozenset[str]) -> float:
    return len(candidate.killed - covered) / candidate.effort**2


def _is_worth(candidate: Selectable, covered: frozenset[str], mutants: int) -> bool:
    new = len(candidate.killed - covered)
    return new > 0 and new >= WORTH * mutants * candidate.effort**2
