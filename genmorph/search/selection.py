"""Which of the valid relations are reported: few, readable, and together killing what can be killed."""

from collections import Counter
from collections.abc import Hashable, Sequence
from enum import IntEnum
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


class Standing(IntEnum):
    """How much a relation says by itself: plain ones, those with fitted numbers, last resorts, and what nobody reads.

    Last resorts are fitted bounds, obscure relations, long ones, and what in truth is said of single calls. What is
    obscure and long is never chosen.
    """

    PLAIN = 0
    FITTED = 1
    LAST_RESORT = 2
    UNREADABLE = 3


REPEATED = 2
"""At most so many claims are made for nothing new that say the same of the outputs of other inputs, but sameness.

So it is with claims about one measure of the output, such as its length or its sum.
"""
LAST_RESORTS = 2
"""At most so many of these are reported."""
DESPERATE = 0.1
SEVERAL = 2
"""And only for such a share of the mutants that nothing else kills, and so many of them."""
_FITTED = 4
"""Fitted numbers make a relation so much dearer."""


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
    def clan(self) -> Hashable:
        """Equal for transformations that differ in how far they go."""

    @property
    def direction(self) -> Hashable:
        """Equal for transformations that make the same numbers larger, or smaller; else as the clan."""

    @property
    def is_tortuous(self) -> bool:
        """Whether the follow-up's input is harder to read than those of other transformations."""

    @property
    def claim(self) -> Hashable:
        """Equal for what says the same, whatever the transformation."""

    @property
    def measure(self) -> Hashable:
        """What of the follow-up's output it speaks of, such as its length; None where of the output itself."""

    @property
    def is_equality(self) -> bool:
        """Whether it says what the output is, rather than bounds it."""

    @property
    def has_constants(self) -> bool:
        """Whether it has numbers of any kind."""

    @property
    def standing(self) -> Standing:
        """Whether it is plain."""


T = TypeVar("T", bound=Selectable)


def select(candidates: Sequence[T], mutants: int, limit: int, first: Sequence[T] = ()) -> tuple[T, ...]:
    """At most `limit` candidates in the order of `ranked`, after those that come `first` whatever they kill.

    They kill as many mutants as `limit` candidates can, and those that do so take the least effort in all to read. The
    effort counts squared, because two short relations are easier to read than a long one; fitted numbers count more.
    At most `LAST_RESORTS` last resorts are taken, and only for what no other candidate kills, where that is a share of
    `DESPERATE` of the mutants, and `SEVERAL` of them where there are so many.
    What then follows, as far as there is room, kills nothing new but says something else: that the output stays the
    same for each family where this is not said, the best other equality for each clan that has none (a long one only
    where this is not said of the clan either), and the best bound without constants for each direction of which nothing
    is said.
    Other claims than that the output stays the same are not made for more than `REPEATED` transformations in this way,
    nor are more made about one measure of the output.
    Best is what kills most mutants for its squared effort, and what is neither a short equality nor `WORTH` it is left
    out. In the end those are dropped that were chosen for what they kill, are not short, and kill nothing that the
    others do not kill. What is not tortuous, and then what stands earlier, wins ties.
    """
    candidates = sorted(candidates, key=lambda candidate: candidate.is_tortuous)
    room = max(0, limit - len(first))
    chosen = _cover([c for c in candidates if c.standing < Standing.LAST_RESORT], first, room)
    last = [c for c in candidates if c.standing is Standing.LAST_RESORT]
    resorts = _cover(last, [*first, *chosen], min(LAST_RESORTS, room - len(chosen)))
    chosen += _telling(resorts, [*first, *chosen], mutants)
    said = {saying for candidate in (*first, *chosen) for saying in _sayings(candidate)}
    plain = [
        c for c in candidates if c.killed and c.standing is Standing.PLAIN and (c.is_equality or _is_plain_bound(c))
    ]
    claims = Counter(candidate.claim for candidate in (*first, *chosen))
    measures = Counter(candidate.measure for candidate in (*first, *chosen))
    others: list[T] = []
    for candidate in sorted(plain, key=lambda c: (not c.is_equality, -gain(c))):
        is_welcome = candidate.is_equality and is_short(candidate)
        is_news = _sayings(candidate)[0] not in said and (is_welcome or (candidate.clan, "equality") not in said)
        if candidate.effort > SAME:
            is_news = is_news and (candidate.clan, "change") not in said and claims[candidate.claim] < REPEATED
        if candidate.measure is not None:
            is_news = is_news and measures[candidate.measure] < REPEATED
        if len(chosen) + len(others) < room and is_news and (is_welcome or gain(candidate) >= WORTH * mutants):
            said.update(_sayings(candidate))
            claims[candidate.claim] += 1
            measures[candidate.measure] += 1
            others.append(candidate)
    return (*first, *ranked([*_needed(chosen, [*first, *others]), *others]))


def _cover(candidates: Sequence[T], known: Sequence[T], limit: int) -> list[T]:
    """Those that kill most of what the known ones do not kill."""
    killed = frozenset[str]().union(*(one.killed for one in known))
    costs = [c.effort**2 * (_FITTED if c.standing else 1) for c in candidates]
    return [candidates[index] for index in cover([c.killed - killed for c in candidates], costs, limit)]


def _telling(resorts: Sequence[T], known: Sequence[T], mutants: int) -> list[T]:
    """Those of the last resorts that kill enough of what nothing else kills, what kills most of it first."""
    told: list[T] = []
    for one in sorted(resorts, key=lambda one: -len(one.killed)):
        others = frozenset[str]().union(*(other.killed for other in (*known, *told)))
        if len(one.killed - others) >= max(DESPERATE * mutants, min(SEVERAL, mutants)):
            told.append(one)
    return told


def _needed(chosen: Sequence[T], known: Sequence[T]) -> list[T]:
    """Without those that are not short and kill nothing that the rest does not kill, the longest dropped first.

    An equality is not dropped for what has fitted numbers, or is a last resort.
    """
    kept = list(chosen)
    for one in sorted(chosen, key=lambda one: -one.effort):
        rest = (other for other in (*known, *kept) if other is not one and not (one.is_equality and other.standing))
        killed = frozenset[str]().union(*(other.killed for other in rest))
        if not is_short(one) and one.killed <= killed:
            kept.remove(one)
    return kept


def ranked(chosen: Sequence[T]) -> tuple[T, ...]:
    """Short ones first, last resorts last; then by the mutants that nothing else kills, and by the effort to read."""
    lonely = [len(one.killed.difference(*(other.killed for other in chosen if other is not one))) for one in chosen]
    order = sorted(
        range(len(chosen)),
        key=lambda place: (
            chosen[place].standing is Standing.LAST_RESORT,
            not is_short(chosen[place]),
            -lonely[place],
            chosen[place].effort,
        ),
    )
    return tuple(chosen[place] for place in order)


def _sayings(candidate: Selectable) -> tuple[tuple[Hashable, str], ...]:
    """What it says of its family, or its clan, strongest first; the weaker need not be said any more."""
    family, clan = candidate.family, candidate.clan
    bound = (candidate.direction, "bound")
    if not candidate.is_equality:
        return (bound,)
    equality = ((family, "equality"), (clan, "equality"), bound)
    return ((family, "same"), *equality) if candidate.effort <= SAME else (*equality, (clan, "change"))


def is_short(candidate: Selectable) -> bool:
    """Whether it takes little effort to read; bounds must be shorter than equalities."""
    return candidate.effort <= (SHORT if candidate.is_equality else SHORT_BOUND)


def _is_plain_bound(candidate: Selectable) -> bool:
    return not candidate.has_constants and is_short(candidate)


def gain(candidate: Selectable) -> float:
    """How many mutants it kills for its squared effort."""
    return len(candidate.killed) / candidate.effort**2
