"""Which of the valid relations are reported: few, readable, and together killing what can be killed."""

from collections.abc import Hashable, Sequence
from typing import Protocol, TypeVar

from genmorph.search.cover import cover

WORTH = 0.004
"""What kills nothing new must kill this share of the mutants for each unit of its squared effort."""
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

    They kill as many mutants as `limit` candidates can, and those that do so take the least effort in all to read. The
    effort counts squared, because two short relations are easier to read than a long one.
    What then follows, as far as there is room, kills nothing new but says something else: the best equality for each
    family that has none, that the output stays the same for each family where this is not said, and the best bound
    without constants for each family that is not there. Best is what kills most mutants for its squared effort, and
    what is neither a short equality nor `WORTH` it is left out. Candidates that stand earlier win ties.
    """
    costs = [candidate.effort**2 for candidate in candidates]
    chosen = [candidates[index] for index in cover([candidate.killed for candidate in candidates], costs, limit)]
    said = {saying for candidate in chosen for saying in _sayings(candidate)}
    plain = [c for c in candidates if c.killed and (c.is_equality or _is_plain_bound(c))]
    for candidate in sorted(plain, key=lambda c: (not c.is_equality, -_gain(c))):
        is_short = candidate.is_equality and candidate.effort <= SHORT
        is_news = _sayings(candidate)[0] not in said
        if len(chosen) < limit and is_news and (is_short or _gain(candidate) >= WORTH * mutants):
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


def _gain(candidate: Selectable) -> float:
    return len(candidate.killed) / candidate.effort**2
