"""The cheapest few relations that kill as many mutants as few relations can, by integer programming."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from genmorph.model import UsageError

NODES = 100
"""The solver looks at so many nodes of its search tree; a limit of time would not be reproducible."""
MOST = 200
"""The solver gets so many relations and a greedy choice; pools of real functions come down to a few dozen."""
_BLOCK = 256
"""So many kill sets are compared with the others at a time, to bound memory."""

_Sets = NDArray[np.float32]
"""One row for each relation, one column for each mutant: 1 where the relation kills it, else 0.

Short floats, because matrices of these are multiplied fast; counts stay exact.
"""
_Indices = NDArray[np.intp]


def cover(kills: Sequence[frozenset[str]], costs: Sequence[int], limit: int) -> tuple[int, ...]:
    """The indices, ascending, of at most `limit` relations that kill as many mutants as `limit` relations can.

    Among these choices it has the smallest sum of costs, then the fewest relations, then the smallest sum of places
    in the order given. A kill set within another that costs no more takes no part, nor does an equal one that stands
    later. Choices beyond `MOST` relations or `NODES` nodes may fall short of the best, but kill no fewer mutants than
    a greedy choice. Each one taken kills a mutant that no other one does. Raises UsageError for costs below 1, a
    number of costs other than that of the kill sets, and a limit below 0.

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
    best = _needed(sets, prices, _improved(sets, prices, limit, chosen))
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
    for start in range(0, len(order), _BLOCK):
        block = order[start : start + _BLOCK]
        rivals = np.concatenate([kept, block])
        lies_in = sets[block] @ sets[rivals].T == sizes[block, None]
        lies_in[:, len(kept) :] &= np.tri(len(block), k=-1, dtype=bool)
        kept = np.concatenate([kept, block[~lies_in.any(axis=1)]])
    return np.sort(kept)


def _promising(sets: _Sets, prices: NDArray[np.int64]) -> _Indices:
    """The `MOST` relations that kill most, and a greedy choice without limit, which kills all; ascending."""
    by_kills = np.argsort(-sets.sum(axis=1), kind="stable")
    return np.union1d(_greedy(sets, prices, len(sets)), by_kills[:MOST])


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
            options={"node_limit": NODES, "mip_rel_gap": 0},
        )
        if answer.x is not None:
            chosen = np.flatnonzero(answer.x[:count] > 0.5)
        constraints.append(LinearConstraint(goal, ub=goal @ _point(mutants, chosen)))
    return chosen


def _point(mutants: _Sets, chosen: _Indices) -> NDArray[np.float64]:
    """The values of the solver's variables for a choice."""
    return np.concatenate([np.isin(np.arange(len(mutants)), chosen), mutants[chosen].max(axis=0)])


def _needed(sets: _Sets, prices: NDArray[np.int64], chosen: _Indices) -> _Indices:
    """The choice without what kills nothing that the rest does not kill, the dearest left out first."""
    needed = chosen.tolist()
    for index in sorted(needed, key=lambda index: (-prices[index], -index)):
        rest = [other for other in needed if other != index]
        if (sets[rest].sum(axis=0) >= sets[index]).all():
            needed = rest
    return np.array(needed, dtype=np.intp)
