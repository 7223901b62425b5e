"""Which of the valid relations are reported: few, readable, and together killing what can be killed."""

from collections import Counter
from collections.abc import Callable, Collection, Hashable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from genmorph.filters.candidates import Candidate
from genmorph.filters.features import is_short
from genmorph.filters.following import is_read_of
from genmorph.filters.rules import Tier
from genmorph.model import UsageError
from genmorph.relations.laws import LAWS
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


@dataclass(frozen=True, slots=True)
class Cap:
    """How many relations may be reported that have the same `of`, where some kill nothing new; None is not capped."""

    of: Callable[[Candidate], Hashable]
    most: int


def _law_of_parts(candidate: Candidate) -> str | None:
    return candidate.law.name if candidate.law is not None and candidate.is_of_parts else None


DIVERSITY_CAPS = (
    Cap(lambda one: None if one.complexity <= SELECTION.sameness else one.claim, SELECTION.repeated),
    Cap(lambda one: one.measure, SELECTION.repeated),
    Cap(_law_of_parts, SELECTION.laws_of_parts),
)
"""One claim is made for few transformations, unless it is sameness, few claims about one measure of the output, and few
laws of one name about parts of it."""


def select(
    candidates: Sequence[Candidate], mutants: int, limit: int, first: Sequence[Candidate] = ()
) -> tuple[Candidate, ...]:
    """At most `limit` candidates: those that come `first`, laws, whatever they kill, then others, ranked.

    The others kill as many further mutants as that many can, with the least complexity in all. The complexity counts
    squared, because two short relations are easier to read than a long one; fitted numbers count more. A few fallbacks
    are taken for what no other candidate kills, each only where that is a share of the mutants and, where there are
    many, several of them.

    While there is room, relations follow that kill nothing new but say something else, laws among them: see `_others`.

    In the end those are dropped that were chosen for what they kill, are not short, and kill nothing that the others do
    not kill. Of two as good, the one whose transformation is natural is taken, and then the earlier one. The numbers
    stand in `settings.SELECTION`.
    """
    candidates = sorted(candidates, key=lambda candidate: candidate.is_unnatural)
    laws = _laws(candidates, first, max(0, limit - len(first)))
    first, told = (*first, *laws), {id(law) for law in laws}
    candidates = [candidate for candidate in candidates if id(candidate) not in told]
    room = max(0, limit - len(first))
    chosen = _cover([c for c in candidates if c.tier < Tier.FALLBACK], first, room)
    last = [c for c in candidates if c.tier is Tier.FALLBACK]
    fallbacks = _cover(last, [*first, *chosen], min(SELECTION.fallbacks, room - len(chosen)))
    chosen += _telling(fallbacks, [*first, *chosen], mutants)
    others = _others(candidates, [*first, *chosen], room - len(chosen), mutants)
    return (*first, *ranked([*_needed(chosen, [*first, *others]), *others]))


def _laws(candidates: Sequence[Candidate], first: Sequence[Candidate], room: int) -> list[Candidate]:
    """The laws that say most: for each output one of each wider group of changes, bounds where no equality is one.

    Of parts of what is returned few laws of one name are taken, such as that red does not depend on green, nor on blue.
    """
    chosen: list[Candidate] = []
    laws = [candidate for candidate in candidates if candidate.law is not None and candidate.tier is Tier.KEEP]
    for candidate in sorted(laws, key=_law_rank):
        if len(chosen) >= min(room, SELECTION.laws):
            break
        name = _law_of_parts(candidate)
        if name is not None and sum(_law_of_parts(one) == name for one in (*first, *chosen)) >= SELECTION.laws_of_parts:
            continue
        if not any(_leaves_out(other, candidate) for other in (*first, *chosen) if other.law is not None):
            chosen.append(candidate)
    return chosen


def _leaves_out(other: Candidate, candidate: Candidate) -> bool:
    """Whether a law need not be told beside another one."""
    return _says_as_much(other, candidate) or _is_of_same_part(other, candidate)


def _is_of_same_part(other: Candidate, candidate: Candidate) -> bool:
    """Whether another law says what changes of the same part of an argument do, and kills as much.

    What is added to a part says what becomes of it; multiples and signs of the same part say little more.
    """
    is_same = candidate.changes_part and other.part == candidate.part and other.outputs == candidate.outputs
    says_more = other.adds and other.is_drawn and other.is_equality and not candidate.adds
    return is_same and says_more and candidate.killed <= other.killed


def _law_rank(candidate: Candidate) -> tuple[int, bool, int, bool, int, int, int]:
    """What says most first: equalities, of whole inputs and outputs, for all that may be drawn, by the laws' order.

    Of one law, changes of few arguments come first: what is said of several changed alike often follows from these.
    """
    law, outputs = candidate.law, sum(map(len, candidate.outputs))
    assert law is not None
    order, changed = LAWS.index(law), candidate.arguments
    return law.rank, candidate.changes_part, outputs, not candidate.is_drawn, order, changed, candidate.complexity


def _says_as_much(other: Candidate, candidate: Candidate) -> bool:
    """Whether another law is about such a change of inputs, and about the same output or one that it is read of.

    An equality about a number says less than one about all that may be drawn.
    """
    assert other.law is not None
    is_bound = candidate.law is not None and candidate.law.is_bound
    group = "bound_group" if is_bound and other.law.is_bound else "wider_group"
    if candidate.is_drawn and not other.is_drawn and not is_bound:
        return False
    is_alike = getattr(other, group) == getattr(candidate, group)
    return is_alike and all(any(is_read_of(part, whole) for whole in other.outputs) for part in candidate.outputs)


def _others(candidates: Sequence[Candidate], known: Sequence[Candidate], room: int, mutants: int) -> list[Candidate]:
    """Those that kill nothing new but say something else, as far as there is room and the caps allow.

    That is: that the output stays the same, for each group where this is not said; the best other equality, for each
    wider group that has none (a long one only where sameness is not said of it either); the best bound without
    constants, for each bound group of which nothing is said. Best is what kills most mutants for its squared
    complexity; what is no short equality must kill a share of the mutants. Beside laws, fewer are wanted: see
    `_is_wanted_beside`.
    """
    said = {saying for candidate in known for saying in _sayings(candidate)}
    counts = [Counter(cap.of(candidate) for candidate in known) for cap in DIVERSITY_CAPS]
    laws = [one for one in known if one.law is not None]
    worth = [c for c in candidates if c.killed or c.law is not None]
    plain = [c for c in worth if c.tier is Tier.KEEP and (c.is_equality or _is_plain_bound(c))]
    if laws:
        plain = [c for c in plain if _is_wanted_beside(c, laws)]
    others: list[Candidate] = []
    for candidate in sorted(plain, key=lambda c: (not c.is_equality, -gain(c))):
        if len(others) >= room:
            break
        keys = [cap.of(candidate) for cap in DIVERSITY_CAPS]
        capped = zip(DIVERSITY_CAPS, counts, keys, strict=True)
        is_capped = any(key is not None and count[key] >= cap.most for cap, count, key in capped)
        is_worthy = gain(candidate) >= SELECTION.worth * mutants or (candidate.is_equality and _is_short(candidate))
        if is_worthy and not is_capped and _is_news(candidate, said):
            said.update(_sayings(candidate))
            for count, key in zip(counts, keys, strict=True):
                count[key] += 1
            others.append(candidate)
    return others


def _is_wanted_beside(candidate: Candidate, laws: Sequence[Candidate]) -> bool:
    """Whether it is a law that says more than these, or a short equality without numbers of a change of its own."""
    if candidate.law is not None:
        return not any(_leaves_out(law, candidate) for law in laws)
    is_plain = candidate.is_equality and _is_short(candidate) and not candidate.has_constants
    return is_plain and all(law.wider_group != candidate.wider_group for law in laws)


def _is_news(candidate: Candidate, said: Collection[tuple[Hashable, str]]) -> bool:
    """Whether it says of its group what is not said yet."""
    wider, is_sameness = candidate.wider_group, candidate.complexity <= SELECTION.sameness
    if _sayings(candidate)[0] in said or (not is_sameness and (wider, "change") in said):
        return False
    return (candidate.is_equality and _is_short(candidate)) or (wider, "equality") not in said


def _cover(candidates: Sequence[Candidate], known: Sequence[Candidate], limit: int) -> list[Candidate]:
    """Those that kill most of what the known ones do not kill."""
    killed = frozenset[str]().union(*(one.killed for one in known))
    costs = [c.complexity**2 * (SELECTION.penalty if c.tier else 1) for c in candidates]
    return [candidates[index] for index in cover([c.killed - killed for c in candidates], costs, limit)]


def _telling(fallbacks: Sequence[Candidate], known: Sequence[Candidate], mutants: int) -> list[Candidate]:
    """Those of the fallbacks that kill enough of what nothing else kills, what kills most of it first."""
    told: list[Candidate] = []
    for one in sorted(fallbacks, key=lambda one: -len(one.killed)):
        others = frozenset[str]().union(*(other.killed for other in (*known, *told)))
        if len(one.killed - others) >= max(SELECTION.fallback_share * mutants, min(SELECTION.fallback_kills, mutants)):
            told.append(one)
    return told


def _needed(chosen: Sequence[Candidate], known: Sequence[Candidate]) -> list[Candidate]:
    """Without those that are not short and kill nothing that the rest does not kill, the longest dropped first.

    An equality is not dropped for what has fitted numbers, or is a fallback.
    """
    kept = list(chosen)
    for one in sorted(chosen, key=lambda one: -one.complexity):
        rest = (other for other in (*known, *kept) if other is not one and not (one.is_equality and other.tier))
        killed = frozenset[str]().union(*(other.killed for other in rest))
        if not _is_short(one) and one.killed <= killed:
            kept.remove(one)
    return kept


def ranked(chosen: Sequence[Candidate]) -> tuple[Candidate, ...]:
    """Short ones first, fallbacks last; then by the mutants that nothing else kills, and by complexity."""
    lonely = [len(one.killed.difference(*(other.killed for other in chosen if other is not one))) for one in chosen]
    order = sorted(
        range(len(chosen)),
        key=lambda place: (
            chosen[place].tier is Tier.FALLBACK,
            not _is_short(chosen[place]),
            -lonely[place],
            chosen[place].complexity,
        ),
    )
    return tuple(chosen[place] for place in order)


def _sayings(candidate: Candidate) -> tuple[tuple[Hashable, str], ...]:
    """What it says of its group, or its wider group, strongest first; the weaker need not be said any more."""
    group, wider = candidate.group, candidate.wider_group
    bound = (candidate.bound_group, "bound")
    if not candidate.is_equality:
        return (bound,)
    equality = ((group, "equality"), (wider, "equality"), bound)
    return (
        ((group, "same"), *equality) if candidate.complexity <= SELECTION.sameness else (*equality, (wider, "change"))
    )


def _is_short(candidate: Candidate) -> bool:
    return is_short(candidate.complexity, candidate.is_equality)


def _is_plain_bound(candidate: Candidate) -> bool:
    return not candidate.has_constants and _is_short(candidate)


def gain(candidate: Candidate) -> float:
    """How many mutants it kills for its squared complexity."""
    return len(candidate.killed) / candidate.complexity**2
