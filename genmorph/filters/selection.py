"""Which of the valid relations are reported: few, readable, and together killing what can be killed."""

from collections import Counter
from collections.abc import Hashable, Sequence
from typing import Protocol, TypeVar

import numpy as np
from numpy.typing import NDArray

from genmorph.filters.features import is_short
from genmorph.filters.rules import Tier
from genmorph.model import UsageError
from genmorph.settings import SELECTION

_Sets = NDArray[np.float32]
"""One row for each relation, one column for each mutant: 1 where the relation kills it, else 0.

Short floats, because matrices of these are multiplied fast; counts stay exact.
"""


_Indices = NDArray[np.intp]


def cover(kills: Sequence[frozenset[str]], costs: Sequence[int], limit: int) -> tuple[int, ...]:
    """The indices, ascending, of at most `limit` relations that kill as many mutants as `limit` relations can.

    Among these choices it has the smallest sum of costs, then the fewest relations, then the smallest sum of places
    in the order given. A kill set within another that costs no more takes no part, nor does an equal one that stands
    later. Among very many relations, or where the solver looks at too many nodes, the choice may fall short of the
    best, but kills no fewer mutants than a greedy choice. Each one taken kills a mutant that no other one does.
    Raises UsageError for costs below 1, a number of costs other than that of the kill sets, and a limit below 0.

    >>> cover([frozenset("abc"), frozenset("ab"), frozenset("bc"), frozenset("c")], [9, 3, 4, 5], 2)
    (1, 2)
    >>> cover([frozenset("abc"), frozenset("ab"), frozenset("bc"), frozenset("c")], [9, 3, 4, 5], 1)
    (0,)
    """
    if len(costs) != len(kills) or not all(cost >= 1 for cost in costs):
        raise UsageError(f"costs must be a number >= 1 for each of {len(kills)} kill sets, got {costs!r}")
    if not limit >= 0:
        raise UsageError(f"limit must be >= 0, got {limit!r}")
    sets, prices = _matrix(kills), np.array(costs, dtype=np.int64)
    rivals = _undominated(sets, prices)
    rivals = rivals[_promising(sets[rivals], prices[rivals])]
    sets, prices = sets[rivals], prices[rivals]
    chosen = _greedy(sets, prices, limit)
    if not chosen.size:
        return ()
    best = _without_dispensable(sets, prices, _improved(sets, prices, limit, chosen))
    return tuple(rivals[best].tolist())


def _matrix(kills: Sequence[frozenset[str]]) -> _Sets:
    mutants = sorted(frozenset[str]().union(*kills))
    columns = {mutant: column for column, mutant in enumerate(mutants)}
    sets = np.zeros((len(kills), len(mutants)), dtype=np.float32)
    for row, killed in enumerate(kills):
        sets[row, [columns[mutant] for mutant in killed]] = 1
    return sets


def _undominated(sets: _Sets, prices: NDArray[np.int64]) -> _Indices:
    """The relations that kill something, ascending, without those whose kill set lies in that of one as cheap."""
    sizes = sets.sum(axis=1)
    order = np.lexsort((np.arange(len(sets)), -sizes, prices))
    order = order[sizes[order] > 0]
    kept = order[:0]
    for start in range(0, len(order), SELECTION.block):
        block = order[start : start + SELECTION.block]
        rivals = np.concatenate([kept, block])
        lies_in = sets[block] @ sets[rivals].T == sizes[block, None]
        lies_in[:, len(kept) :] &= np.tri(len(block), k=-1, dtype=bool)
        kept = np.concatenate([kept, block[~lies_in.any(axis=1)]])
    return np.sort(kept)


def _promising(sets: _Sets, prices: NDArray[np.int64]) -> _Indices:
    """The relations that kill most, and a greedy choice without limit, which kills all; ascending."""
    by_kills = np.argsort(-sets.sum(axis=1), kind="stable")
    return np.union1d(_greedy(sets, prices, len(sets)), by_kills[: SELECTION.rivals])


def _greedy(sets: _Sets, prices: NDArray[np.int64], limit: int) -> _Indices:
    """At most `limit` relations, each one with the most mutants newly killed for its price; ascending."""
    chosen: list[int] = []
    alive = np.ones_like(sets, shape=sets.shape[1])
    while len(chosen) < limit and alive.any():
        chosen.append(int(np.argmax(sets @ alive / prices)))
        alive *= 1 - sets[chosen[-1]]
    return np.array(sorted(chosen), dtype=np.intp)


def _improved(sets: _Sets, prices: NDArray[np.int64], limit: int, chosen: _Indices) -> _Indices:
    """What the solver finds to be the best choice; `chosen` where it finds none that is better.

    It is asked goal by goal for something better than what is known and no worse by the goals before. The variables
    are the relations, then the mutants, those together that the same relations kill. SciPy takes half a second to
    load, which nobody should wait for who does not get here.
    """
    from scipy.optimize import Bounds, LinearConstraint, milp

    mutants, counts = np.unique(sets, axis=1, return_counts=True)
    count, size = len(sets), len(sets) + len(counts)
    goals = np.zeros((3, size))
    goals[0, count:] = -counts
    goals[1, :count] = prices * (limit + 1) + 1
    goals[2, :count] = np.arange(count)
    constraints = [
        LinearConstraint(np.hstack([-mutants.T, np.eye(len(counts))]), ub=0),
        LinearConstraint(np.arange(size) < count, ub=limit),
    ]
    for goal in goals:
        known = goal @ _point(mutants, chosen)
        answer = milp(
            goal,
            integrality=np.arange(size) < count,
            bounds=Bounds(0, 1),
            constraints=[*constraints, LinearConstraint(goal, ub=known - 1)],
            options={"node_limit": SELECTION.nodes, "mip_rel_gap": 0},
        )
        if answer.x is not None:
            chosen = np.flatnonzero(answer.x[:count] > 0.5)
        constraints.append(LinearConstraint(goal, ub=goal @ _point(mutants, chosen)))
    return chosen


def _point(mutants: _Sets, chosen: _Indices) -> NDArray[np.float64]:
    """The values of the solver's variables for a choice."""
    return np.concatenate([np.isin(np.arange(len(mutants)), chosen), mutants[chosen].max(axis=0)])


def _without_dispensable(sets: _Sets, prices: NDArray[np.int64], chosen: _Indices) -> _Indices:
    """The choice without what kills nothing that the rest does not kill, the dearest left out first."""
    needed = chosen.tolist()
    for index in sorted(needed, key=lambda index: (-prices[index], -index)):
        rest = [other for other in needed if other != index]
        if (sets[rest].sum(axis=0) >= sets[index]).all():
            needed = rest
    return np.array(needed, dtype=np.intp)


class Selectable(Protocol):
    """A relation as the selection sees it; relations of one diversity group say much the same."""

    @property
    def killed(self) -> frozenset[str]:
        """The mutants it kills."""

    @property
    def effort(self) -> int:
        """What it takes to read it."""

    @property
    def group(self) -> Hashable:
        """The diversity group: equal for transformations that are alike, or each other's inverse."""

    @property
    def wider_group(self) -> Hashable:
        """Equal for transformations that differ in how far they go."""

    @property
    def bound_group(self) -> Hashable:
        """Equal for transformations that make the same numbers larger, or smaller; else as the wider group."""

    @property
    def is_unnatural(self) -> bool:
        """Whether developers would hardly think of the transformation."""

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
    def tier(self) -> Tier:
        """Whether it is plain."""


T = TypeVar("T", bound=Selectable)


def select(candidates: Sequence[T], mutants: int, limit: int, first: Sequence[T] = ()) -> tuple[T, ...]:
    """At most `limit` candidates in the order of `ranked`, after those that come `first` whatever they kill.

    They kill as many mutants as `limit` candidates can, with the least effort in all to read. The effort counts
    squared, because two short relations are easier to read than a long one; fitted numbers count more. A few fallbacks
    are taken for what no other candidate kills, each only where that is a share of the mutants and, where there are
    many, several of them.

    While there is room, relations follow that kill nothing new but say something else: that the output stays the same,
    for each group where this is not said; the best other equality, for each wider group that has none (a long one only
    where sameness is not said of it either); the best bound without constants, for each bound group of which nothing is
    said. One claim is made in this way for few transformations, unless it is sameness, and few are made about one
    measure of the output. Best is what kills most mutants for its squared effort.

    In the end those are dropped that were chosen for what they kill, are not short, and kill nothing that the others do
    not kill. Of two as good, the one whose transformation is natural is taken, and then the earlier one. The numbers
    stand in `settings.SELECTION`.
    """
    candidates = sorted(candidates, key=lambda candidate: candidate.is_unnatural)
    room = max(0, limit - len(first))
    chosen = _cover([c for c in candidates if c.tier < Tier.FALLBACK], first, room)
    last = [c for c in candidates if c.tier is Tier.FALLBACK]
    fallbacks = _cover(last, [*first, *chosen], min(SELECTION.fallbacks, room - len(chosen)))
    chosen += _telling(fallbacks, [*first, *chosen], mutants)
    said = {saying for candidate in (*first, *chosen) for saying in _sayings(candidate)}
    plain = [c for c in candidates if c.killed and c.tier is Tier.KEEP and (c.is_equality or _is_plain_bound(c))]
    claims = Counter(candidate.claim for candidate in (*first, *chosen))
    measures = Counter(candidate.measure for candidate in (*first, *chosen))
    others: list[T] = []
    for candidate in sorted(plain, key=lambda c: (not c.is_equality, -gain(c))):
        is_welcome = candidate.is_equality and _is_short(candidate)
        is_news = _sayings(candidate)[0] not in said and (is_welcome or (candidate.wider_group, "equality") not in said)
        if candidate.effort > SELECTION.sameness:
            is_news = (
                is_news
                and (candidate.wider_group, "change") not in said
                and claims[candidate.claim] < SELECTION.repeated
            )
        if candidate.measure is not None:
            is_news = is_news and measures[candidate.measure] < SELECTION.repeated
        if (
            len(chosen) + len(others) < room
            and is_news
            and (is_welcome or gain(candidate) >= SELECTION.worth * mutants)
        ):
            said.update(_sayings(candidate))
            claims[candidate.claim] += 1
            measures[candidate.measure] += 1
            others.append(candidate)
    return (*first, *ranked([*_needed(chosen, [*first, *others]), *others]))


def _cover(candidates: Sequence[T], known: Sequence[T], limit: int) -> list[T]:
    """Those that kill most of what the known ones do not kill."""
    killed = frozenset[str]().union(*(one.killed for one in known))
    costs = [c.effort**2 * (SELECTION.penalty if c.tier else 1) for c in candidates]
    return [candidates[index] for index in cover([c.killed - killed for c in candidates], costs, limit)]


def _telling(fallbacks: Sequence[T], known: Sequence[T], mutants: int) -> list[T]:
    """Those of the fallbacks that kill enough of what nothing else kills, what kills most of it first."""
    told: list[T] = []
    for one in sorted(fallbacks, key=lambda one: -len(one.killed)):
        others = frozenset[str]().union(*(other.killed for other in (*known, *told)))
        if len(one.killed - others) >= max(SELECTION.fallback_share * mutants, min(SELECTION.fallback_kills, mutants)):
            told.append(one)
    return told


def _needed(chosen: Sequence[T], known: Sequence[T]) -> list[T]:
    """Without those that are not short and kill nothing that the rest does not kill, the longest dropped first.

    An equality is not dropped for what has fitted numbers, or is a fallback.
    """
    kept = list(chosen)
    for one in sorted(chosen, key=lambda one: -one.effort):
        rest = (other for other in (*known, *kept) if other is not one and not (one.is_equality and other.tier))
        killed = frozenset[str]().union(*(other.killed for other in rest))
        if not _is_short(one) and one.killed <= killed:
            kept.remove(one)
    return kept


def ranked(chosen: Sequence[T]) -> tuple[T, ...]:
    """Short ones first, fallbacks last; then by the mutants that nothing else kills, and by the effort to read."""
    lonely = [len(one.killed.difference(*(other.killed for other in chosen if other is not one))) for one in chosen]
    order = sorted(
        range(len(chosen)),
        key=lambda place: (
            chosen[place].tier is Tier.FALLBACK,
            not _is_short(chosen[place]),
            -lonely[place],
            chosen[place].effort,
        ),
    )
    return tuple(chosen[place] for place in order)


def _sayings(candidate: Selectable) -> tuple[tuple[Hashable, str], ...]:
    """What it says of its group, or its wider group, strongest first; the weaker need not be said any more."""
    group, wider = candidate.group, candidate.wider_group
    bound = (candidate.bound_group, "bound")
    if not candidate.is_equality:
        return (bound,)
    equality = ((group, "equality"), (wider, "equality"), bound)
    return ((group, "same"), *equality) if candidate.effort <= SELECTION.sameness else (*equality, (wider, "change"))


def _is_short(candidate: Selectable) -> bool:
    return is_short(candidate.effort, candidate.is_equality)


def _is_plain_bound(candidate: Selectable) -> bool:
    return not candidate.has_constants and _is_short(candidate)


def gain(candidate: Selectable) -> float:
    """How many mutants it kills for its squared effort."""
    return len(candidate.killed) / candidate.effort**2
