"""Equalities between terms: laws of the whole function, and claims that hold in a part of it."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from genmorph.search.join.compiled import agree
from genmorph.search.join.forms import Form, equality
from genmorph.search.join.leaves import FOLLOW_UP, SOURCE
from genmorph.search.join.terms import Terms
from genmorph.search.join.ties import Pairs, ties_as_equality

MEMBERS = 12
"""Of terms that are equal by a law, so many of the most readable are paired."""
OF_A_SIDE = 3
"""And so many of those that mention outputs of one call."""
SHARED = 40
"""At most so many pairs for each region."""
COMPARED = 5_000
"""So many terms are looked at in regions."""


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
    correct = np.ascontiguousarray(terms.values[:COMPARED, : terms.sample.correct])
    found = agree(correct, terms.nodes[:COMPARED], regions, terms.sample.scale, SHARED)[:, :2]
    return as_equalities(terms, plainest_pairs(terms, np.unique(found, axis=0), limit))


def worth_pairing(group: Sequence[int], efforts: Sequence[int], mentions: Sequence[int]) -> list[int]:
    """The most readable terms of a group, and some of each side where these are not among them."""
    ordered = sorted(group, key=lambda term: (efforts[term], term))
    sides = ([term for term in ordered if mentions[term] & side] for side in (SOURCE, FOLLOW_UP))
    return list(dict.fromkeys([*ordered[:MEMBERS], *(term for side in sides for term in side[:OF_A_SIDE])]))


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
