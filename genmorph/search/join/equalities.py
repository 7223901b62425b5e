"""Equalities and inequalities between terms, on all rows or on a part, also with constants that are solved for."""

import math
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from genmorph.relations.operators import ABSOLUTE, ADD, DIVIDE, LESS, LESS_EQUAL, MULTIPLY, SUBTRACT
from genmorph.search.grammar import Grammar
from genmorph.search.join.compiled import FOLLOW_UP, LEFT, OPERATION, OUTPUTS, RIGHT, SOURCE, agree, compare, fit
from genmorph.search.join.forms import Form, apply, equality, number, scaled, shifted
from genmorph.search.join.terms import Terms
from genmorph.settings import EQUALITIES, FITTING

NONE = -1
"""Stands for no second term."""

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


_KNOWN = (
    *(math.pi * share for share in (1, 2, 1 / 2, 1 / 3, 1 / 4, 1 / 6, 1 / 180)),
    180 / math.pi,
    math.e,
    math.log(2),
    math.log(10),
    math.sqrt(2),
)


def snap(value: float, known: Sequence[int | float]) -> float:
    """A whole number, a known constant, a short decimal or a quotient of small ints close by, else the value itself.

    >>> snap(2.0000000000001, ()), snap(1.8000000000001, ()), snap(0.33333333333, ()), snap(0.1234567891234, ())
    (2.0, 1.8, 0.3333333333333333, 0.1234567891234)
    """
    if abs(value) < FITTING.close:
        return 0.0
    if abs(value) > FITTING.largest_snapped:
        return value
    for candidate in _simple(value, known):
        if math.isclose(candidate, value, rel_tol=FITTING.close):
            return float(candidate)
    return value


def common_denominator(*values: float) -> int | None:
    """The smallest number up to 12 that makes whole numbers of all values."""
    return next((d for d in (1, *FITTING.denominators) if all(is_whole(v * d) for v in values)), None)


def is_whole(value: float) -> bool:
    """Whether the value is a whole number, but for rounding.

    >>> is_whole(3.0000000000001), is_whole(2.5)
    (True, False)
    """
    return abs(value) <= FITTING.largest_snapped and abs(value - round(value)) <= FITTING.close * max(1.0, abs(value))


def _simple(value: float, known: Sequence[int | float]) -> list[float]:
    signed = [sign * c for c in (*known, *_KNOWN) for sign in (1, -1)]
    decimals = [round(value, digits) for digits in range(FITTING.digits + 1)]
    quotients = [round(value * d) / d for d in FITTING.denominators]
    return [round(value), *signed[: 2 * len(known)], *decimals, *signed[2 * len(known) :], *quotients]


class Line(NamedTuple):
    """`factor * a == slope * term + shift`; without a term the slope is 0."""

    factor: int
    term: Form | None
    slope: float
    shift: float

    def form(self) -> Form:
        """The right side."""
        if self.term is None:
            return number(self.shift)
        if self.slope == -1 and self.shift:
            return apply(SUBTRACT, number(self.shift), self.term)
        return shifted(self._product(self.slope), self.shift)

    def added_to(self, form: Form) -> Form:
        """`form` plus the right side, with as few signs as possible."""
        if self.term is None:
            return shifted(form, self.shift)
        if self.slope < 0:
            return shifted(apply(SUBTRACT, form, self._product(-self.slope)), self.shift)
        return shifted(apply(ADD, form, self._product(self.slope)), self.shift)

    def _product(self, slope: float) -> Form:
        """A slope of a third divides by three."""
        assert self.term is not None
        inverse = round(1 / slope)
        is_quotient = abs(inverse) > 1 and inverse * slope == 1 and slope != round(slope, 2)
        return apply(DIVIDE, self.term, number(inverse)) if is_quotient else scaled(self.term, slope)


def solve(terms: Terms, regions: NDArray[np.bool_], grammar: Grammar, width: int) -> list[Form]:
    """Equalities with solved constants that hold on all rows of one of the regions, from the `width` plainest terms."""
    lefts, rights = _explained(terms, width), _explaining(terms, width)
    meaning = terms.tolerance.relative, terms.tolerance.absolute
    found, solutions = fit(
        terms.values, lefts, rights, terms.nodes, regions, terms.sample.checked, *meaning, FITTING.solutions_of_region
    )
    forms: dict[Form, None] = {}
    for (left, right, _), (slope, shift) in zip(found.tolist(), solutions.tolist(), strict=True):
        term = None if right == NONE else terms.form(right)
        for line in _lines(term, slope, shift, grammar):
            forms |= dict.fromkeys(_equalities(terms, left, line))
    return list(forms)


def _explained(terms: Terms, width: int) -> NDArray[np.int64]:
    """The follow-up's output, its magnitude, and its sum, difference, product and quotients with another variable."""
    nodes, mentions = terms.nodes, terms.mentions
    is_output = terms.are_leaves & (mentions == FOLLOW_UP)
    left, right = nodes[:, LEFT], nodes[:, RIGHT]
    operation = nodes[:, OPERATION]
    with_leaf = _are_of_leaves(terms) & (mentions[left] > 0) & (mentions[right] > 0)
    of_output = is_output[left] | (is_output[right] & (operation != SUBTRACT))
    is_left = is_output | (with_leaf & of_output & ((left != right) | (operation == ABSOLUTE)))
    return _plainest_numbers(terms, is_left, width)


def _explaining(terms: Terms, width: int) -> NDArray[np.int64]:
    """No term at all, and small ones without the follow-up's output that are no lines themselves."""
    mentions = terms.mentions
    is_first = _are_first(terms)
    has_constant = (mentions[terms.nodes[:, LEFT]] == 0) | (mentions[terms.nodes[:, RIGHT]] == 0)
    is_inverse = (terms.nodes[:, OPERATION] == DIVIDE) & (mentions[terms.nodes[:, RIGHT]] > 0)
    is_linear = ~terms.are_leaves & has_constant & ~is_inverse
    is_small = terms.are_leaves | _are_of_leaves(terms)
    is_right = is_first & ~terms.fixed & ~is_linear & is_small & (mentions > 0) & (mentions < FOLLOW_UP)
    return np.concatenate([[NONE], _plainest_numbers(terms, is_right, width)])


def _are_first(terms: Terms) -> NDArray[np.bool_]:
    """Which terms are the first that are equal on the sample, of those with the source's output or of those without."""
    kinds = 2 * terms.classes + ((terms.mentions & SOURCE) > 0)
    is_first = np.zeros(len(terms), np.bool_)
    is_first[np.unique(kinds, return_index=True)[1]] = True
    return is_first


def _are_of_leaves(terms: Terms) -> NDArray[np.bool_]:
    """Which terms are one operation on leaves."""
    nodes, are_leaves = terms.nodes, terms.are_leaves
    return np.asarray(~are_leaves & are_leaves[nodes[:, LEFT]] & are_leaves[nodes[:, RIGHT]])


def _plainest_numbers(terms: Terms, wanted: NDArray[np.bool_], width: int) -> NDArray[np.int64]:
    found = np.flatnonzero(wanted)
    return found[np.argsort(terms.efforts[found], kind="stable")[:width]]


def _lines(term: Form | None, slope: float, shift: float, grammar: Grammar) -> Iterator[Line]:
    """The line with simple constants and, where these are not quite what was solved for, as it was solved."""
    if not grammar.has_floats:
        denominator = common_denominator(slope, shift)
        if denominator is not None and (term is None or round(slope * denominator)):
            yield Line(denominator, term, round(slope * denominator), round(shift * denominator))
        return
    snapped = snap(slope, grammar.constants), snap(shift, grammar.constants)
    if term is not None and not snapped[0]:
        return
    yield Line(1, term, *snapped)
    if not all(math.isclose(a, b, rel_tol=FITTING.snapped) for a, b in zip(snapped, (slope, shift), strict=True)):
        yield Line(1, term, slope, shift)


def _equalities(terms: Terms, left: int, line: Line) -> Iterator[Form]:
    """`left == line`, solved for the follow-up's output where `left` is its difference or quotient with a variable."""
    operation, first, second = terms.nodes[left, [OPERATION, LEFT, RIGHT]].tolist()
    has_output_first = terms.mentions[first] == FOLLOW_UP
    if line.factor == 1 and operation == SUBTRACT and has_output_first:
        yield equality(terms.form(first), line.added_to(terms.form(second)))
    elif line.factor == 1 and operation == DIVIDE and has_output_first:
        yield equality(terms.form(first), _times(terms.form(second), line))
        yield equality(terms.form(left), line.form())
    else:
        yield equality(scaled(terms.form(left), line.factor), line.form())


def _times(form: Form, line: Line) -> Form:
    if line.term is None:
        return scaled(form, line.shift)
    return apply(MULTIPLY, form, line.form())
