"""Which of the valid relations are reported: few, short, and together killing what can be killed."""

from collections.abc import Hashable, Sequence
from typing import Protocol, TypeVar


class Selectable(Protocol):
    """A relation as the selection sees it; relations of one `family` say much the same."""

    @property
    def killed(self) -> frozenset[str]:
        """The mutants it kills."""

    @property
    def size(self) -> int:
        """Its number of nodes."""

    @property
    def family(self) -> Hashable:
        """Equal for transformations that are each other's inverse."""


T = TypeVar("T", bound=Selectable)


def select(candidates: Sequence[T], limit: int) -> tuple[T, ...]:
    """At most `limit` candidates, those that kill most first.

    First a cover of all killed mutants, chosen greedily by mutants newly killed for each node; then, for families that
    are not there yet, their relation that kills most, the shortest of these: it kills nothing new but says something
    else. Candidates that stand earlier win ties.
    """
    chosen = _cover(candidates, limit)
    families = {candidate.family for candidate in chosen}
    for candidate in sorted(candidates, key=lambda c: (-len(c.killed), c.size)):
        if len(chosen) < limit and candidate.family not in families:
            families.add(candidate.family)
            chosen.append(candidate)
    return tuple(sorted(chosen, key=lambda c: (-len(c.killed), c.size)))


def _cover(candidates: Sequence[T], limit: int) -> list[T]:
    chosen: list[T] = []
    covered: frozenset[str] = frozenset()
    while len(chosen) < limit:
        best = max(candidates, key=lambda c: len(c.killed - covered) / c.size, default=None)
        if best is None or best.killed <= covered:
            break
        chosen.append(best)
        covered |= best.killed
    return chosen
