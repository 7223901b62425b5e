"""Which of the valid relations are reported: few, readable, and together killing what can be killed."""

from collections.abc import Hashable, Sequence
from typing import Protocol, TypeVar

WORTH = 0.004
"""A relation must newly kill this share of the mutants for each unit of its squared effort."""
SAME = 3
"""An equality of this effort says that the output stays the same."""
SHORT = 6
"""Equalities of at most this effort are worth reporting for whatever they kill."""
SHORT_BOUND = 5
"""Bounds of more effort are only reported for what nothing else kills."""


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

    @property
    def is_equality(self) -> bool:
        """Whether it says what the output is, rather than bounds it."""

    @property
    def has_constants(self) -> bool:
        """Whether numbers were fitted into it."""


T = TypeVar("T", bound=Selectable)


def select(candidates: Sequence[T], mutants: int, limit: int) -> tuple[T, ...]:
    """At most `limit` candidates, those that kill most first.

    A cover of the killed mutants is chosen greedily by mutants newly killed against the square of the effort to read
    the relation, as long as these are worth it. Then the best equality by the same measure follows for each family
    that has none, that the output stays the same for each family where this is not said, and the best bound without
    constants for each family that is not there: they kill nothing new but say something else. Candidates that stand
    earlier win ties.
    """
    chosen = _cover(candidates, mutants, limit)
    said = {saying for candidate in chosen for saying in _sayings(candidate)}
    plain = [candidate for candidate in candidates if candidate.is_equality or _is_plain_bound(candidate)]
    for candidate in sorted(plain, key=lambda c: (not c.is_equality, -_gain(c, frozenset()))):
        is_short = candidate.is_equality and candidate.effort <= SHORT and bool(candidate.killed)
        is_news = _sayings(candidate)[0] not in said
        if len(chosen) < limit and is_news and (is_short or _is_worth(candidate, frozenset(), mutants)):
            said.update(_sayings(candidate))
            chosen.append(candidate)
    return tuple(sorted(chosen, key=lambda c: (-len(c.killed), c.effort)))


def _sayings(candidate: Selectable) -> tuple[tuple[Hashable, str], ...]:
    """What the candidate says of its family, strongest first; the weaker need not be said any more."""
    ranks = ["same", "equality", "bound"]
    if not candidate.is_equality:
        ranks = ranks[2:]
    elif candidate.effort > SAME:
        ranks = ranks[1:]
    return tuple((candidate.family, rank) for rank in ranks)


def _is_plain_bound(candidate: Selectable) -> bool:
    return not candidate.has_constants and candidate.effort <= SHORT_BOUND


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
