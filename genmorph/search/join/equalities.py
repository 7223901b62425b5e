"""Equalities and inequalities between terms, on all rows or on a part, that tie the outputs together."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

import numpy as np
from numpy.typing import NDArray

from genmorph.relations.operators import LESS, LESS_EQUAL
from genmorph.search.join.compiled import FOLLOW_UP, OUTPUTS, SOURCE, agree, compare
from genmorph.search.join.forms import Form, apply, equality
from genmorph.search.join.terms import Terms
from genmorph.settings import EQUALITIES

Pairs = NDArray[np.int64]
"""Pairs x 2 numbers of terms."""


def ties_as_equality(terms: Terms, pairs: Pairs) -> NDArray[np.bool_]:
    """Whether the difference mentions both outputs and is no product of a factor about one and one about the other."""
    a, b, c, d = _quads(terms, pairs)
    with np.errstate(all="ignore"):
        crossed = np.abs(a * d - b * c) > EQUALITIES.rounding * (np.abs(a * d) + np.abs(b * c))
    return np.asarray(_mention_both(terms, pairs) & crossed.any(axis=1))


def ties_as_order(terms: Terms, pairs: Pairs) -> NDArray[np.bool_]:
    """Whether the difference depends on both outputs."""
    a, b, c, _ = _quads(terms, pairs)
    return _mention_both(terms, pairs) & _differs(a, b) & _differs(a, c)


def _mention_both(terms: Terms, pairs: Pairs) -> NDArray[np.bool_]:
    mentions = terms.mentions[pairs[:, 0]] | terms.mentions[pairs[:, 1]]
    return np.asarray((mentions & OUTPUTS) == OUTPUTS)


def _differs(one: NDArray[np.float64], other: NDArray[np.float64]) -> NDArray[np.bool_]:
    with np.errstate(all="ignore"):
        differs = np.abs(one - other) > EQUALITIES.rounding * (np.abs(one) + np.abs(other))
    return np.asarray(differs.any(axis=1))


def _quads(terms: Terms, pairs: Pairs) -> tuple[Any, Any, Any, Any]:
    """The difference of the terms for both values of the source's output and both of the follow-up's."""
    columns = slice(terms.sample.correct, terms.sample.checked)
    with np.errstate(all="ignore"):
        one, other = terms.values[pairs[:, 0], columns], terms.values[pairs[:, 1], columns]
        gap = one - other
        gap[np.abs(gap) <= EQUALITIES.rounding * (np.abs(one) + np.abs(other))] = 0.0
    quads = gap.reshape(len(pairs), (terms.sample.checked - terms.sample.correct) // 4, 4)
    return quads[..., 0], quads[..., 1], quads[..., 2], quads[..., 3]


def laws(terms: Terms, limit: int) -> list[Form]:
    """Equalities that hold on the correct rows of the sample but not on the scrambled ones, plainest first."""
    groups: dict[int, list[int]] = defaultdict(list)
    for term in np.flatnonzero(terms.classes != np.arange(len(terms))).tolist():
        groups[int(terms.classes[term])].append(term)
    efforts, mentions = terms.efforts.tolist(), terms.mentions.tolist()
    members = (worth_pairing([first, *others], efforts, mentions) for first, others in groups.items())
    pairs = [pair for chosen in members for pair in combinations(chosen, 2)]
    return as_equalities(terms, plainest_pairs(terms, as_pairs(pairs), limit))


def regional(terms: Terms, regions: NDArray[np.bool_], limit: int) -> list[Form]:
    """Equalities that hold on all rows of a region but not everywhere, plainest first."""
    correct = np.ascontiguousarray(terms.values[: EQUALITIES.compared, : terms.sample.correct])
    nodes = terms.nodes[: EQUALITIES.compared]
    found = agree(correct, nodes, regions, terms.sample.scale, EQUALITIES.pairs_of_region)[:, :2]
    return as_equalities(terms, plainest_pairs(terms, np.unique(found, axis=0), limit))


def worth_pairing(group: Sequence[int], efforts: Sequence[int], mentions: Sequence[int]) -> list[int]:
    """The most readable terms of a group, and some of each side where these are not among them."""
    ordered = sorted(group, key=lambda term: (efforts[term], term))
    sides = ([term for term in ordered if mentions[term] & side] for side in (SOURCE, FOLLOW_UP))
    further = (term for side in sides for term in side[: EQUALITIES.members_of_side])
    return list(dict.fromkeys([*ordered[: EQUALITIES.members], *further]))


def plainest_pairs(terms: Terms, pairs: Pairs, limit: int) -> Pairs:
    """Those pairs that tie the outputs together as an equality, the most readable first."""
    ordered = pairs[np.argsort(terms.efforts[pairs].sum(axis=1), kind="stable")]
    return ordered[ties_as_equality(terms, ordered)][:limit]


def as_pairs(pairs: Iterable[tuple[int, int]]) -> Pairs:
    """Pairs as an array, also where there are none."""
    return np.array(list(pairs), np.int64).reshape(-1, 2)


def as_equalities(terms: Terms, pairs: Pairs) -> list[Form]:
    """Each pair as `a == b`, the side with the follow-up's output first."""
    ordered = [
        (b, a) if terms.mentions[b] & FOLLOW_UP > terms.mentions[a] & FOLLOW_UP else (a, b) for a, b in pairs.tolist()
    ]
    return [equality(terms.form(a), terms.form(b)) for a, b in ordered]


@dataclass(frozen=True, slots=True, eq=False)
class Bounds:
    """Inequalities that hold on the whole sample, inequalities and equalities that hold on a part of it."""

    always: list[Form]
    often: list[Form]
    sometimes: list[Form]


def find_bounds(terms: Terms, width: int, limit: int) -> Bounds:
    """Compare the `width` most readable terms with each other; at most `limit` of each sort."""
    chosen = _plainest(terms, width)
    values, exact = terms.values[chosen], terms.exact[chosen]
    correct, checked, rows = terms.sample.correct, terms.sample.checked, values.shape[1]
    tolerance = terms.tolerance.relative, terms.tolerance.absolute
    equal, at_most = compare(values, exact, 0, correct, *tolerance)
    _, wrong = compare(values, exact, checked, rows, *tolerance)
    rejects = rows - checked - wrong
    differ = terms.classes[chosen][:, None] != terms.classes[chosen][None, :]
    always = np.argwhere((at_most == correct) & differ & (rejects > 0))
    strongest = _ordered(terms, chosen[always], -rejects[tuple(always.T)], limit)
    often = np.argwhere((at_most >= EQUALITIES.inequality_share * correct) & (at_most < correct))
    plain = _ordered(terms, chosen[often], np.zeros(len(often), np.int64), limit)
    sometimes = chosen[np.argwhere(np.triu((equal >= EQUALITIES.equality_share * correct) & (equal < correct)))]
    return Bounds(
        always=_strict(terms, strongest) + _weak(terms, strongest),
        often=_weak(terms, plain),
        sometimes=as_equalities(terms, plainest_pairs(terms, sometimes, limit)),
    )


def _plainest(terms: Terms, width: int) -> NDArray[np.int64]:
    candidates = np.flatnonzero(terms.are_leaves | ~terms.fixed)
    return candidates[np.argsort(terms.efforts[candidates], kind="stable")[:width]]


def _ordered(terms: Terms, pairs: Pairs, first: NDArray[np.int64], limit: int) -> Pairs:
    """The pairs that tie the outputs together, by `first`, then the most readable."""
    both = np.bitwise_and(terms.mentions[pairs[:, 0]] | terms.mentions[pairs[:, 1]], OUTPUTS) == OUTPUTS
    pairs, first = pairs[both], first[both]
    ordered = pairs[np.lexsort((terms.efforts[pairs].sum(axis=1), first))[: EQUALITIES.surplus * limit]]
    return ordered[ties_as_order(terms, ordered)][:limit]


def _weak(terms: Terms, pairs: Pairs) -> list[Form]:
    return [apply(LESS_EQUAL, terms.form(a), terms.form(b)) for a, b in pairs.tolist()]


def _strict(terms: Terms, pairs: Pairs) -> list[Form]:
    """Ints that differ on the whole sample may always differ."""
    values = terms.values[:, : terms.sample.correct]
    is_strict = terms.exact[pairs].all(axis=1) & (values[pairs[:, 0]] < values[pairs[:, 1]]).all(axis=1)
    return [apply(LESS, terms.form(a), terms.form(b)) for a, b in pairs[is_strict].tolist()]
