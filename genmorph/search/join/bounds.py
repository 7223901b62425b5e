"""Inequalities between small terms, and small equalities that hold on a part of the rows."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from genmorph.relations.operators import LESS, LESS_EQUAL
from genmorph.search.join.compiled import OUTPUTS, compare
from genmorph.search.join.equalities import as_equalities, plainest_pairs
from genmorph.search.join.forms import Form, apply
from genmorph.search.join.terms import Terms
from genmorph.search.join.ties import Pairs, ties_as_order

OFTEN = 0.3
"""Inequalities that hold on this share of the rows are claims of clauses."""
SOMETIMES = 0.15
"""And equalities that hold on this share."""
SURPLUS = 3
"""So many times the inequalities wanted are looked at."""


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
    often = np.argwhere((at_most >= OFTEN * correct) & (at_most < correct))
    plain = _ordered(terms, chosen[often], np.zeros(len(often), np.int64), limit)
    sometimes = chosen[np.argwhere(np.triu((equal >= SOMETIMES * correct) & (equal < correct)))]
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
    ordered = pairs[np.lexsort((terms.efforts[pairs].sum(axis=1), first))[: SURPLUS * limit]]
    return ordered[ties_as_order(terms, ordered)][:limit]


def _weak(terms: Terms, pairs: Pairs) -> list[Form]:
    return [apply(LESS_EQUAL, terms.form(a), terms.form(b)) for a, b in pairs.tolist()]


def _strict(terms: Terms, pairs: Pairs) -> list[Form]:
    """Ints that differ on the whole sample may always differ."""
    values = terms.values[:, : terms.sample.correct]
    is_strict = terms.exact[pairs].all(axis=1) & (values[pairs[:, 0]] < values[pairs[:, 1]]).all(axis=1)
    return [apply(LESS, terms.form(a), terms.form(b)) for a, b in pairs[is_strict].tolist()]
