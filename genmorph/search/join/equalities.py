"""Equalities and inequalities between terms, on all rows or on a part, also with constants that are solved for."""

import math
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any, NamedTuple

import numpy as np

from genmorph.fitness.kernel import Flags, Floats, Ints
from genmorph.relations.operators import ABSOLUTE, ADD, DIVIDE, LESS, LESS_EQUAL, MULTIPLY, SUBTRACT
from genmorph.search.grammar import Grammar
from genmorph.search.join.compiled import FOLLOW_UP, LEFT, OPERATION, OUTPUTS, RIGHT, SOURCE, agree, compare, fit
from genmorph.search.join.forms import Form, apply, equality, number, scaled, shifted
from genmorph.search.join.terms import Terms
from genmorph.settings import EQUALITIES, FITTING

NONE = -1
"""Stands for no second term."""

Pairs = Ints
"""Pairs x 2 numbers of terms."""


def _tie_as_equality(terms: Terms, pairs: Pairs) -> Flags:
    """Whether the difference mentions both outputs and is no product of a factor about one and one about the other."""
    a, b, c, d = _quads(terms, pairs)
    with np.errstate(all="ignore"):
        crossed = np.abs(a * d - b * c) > EQUALITIES.rounding * (np.abs(a * d) + np.abs(b * c))
    return np.asarray(_mention_both(terms, pairs) & crossed.any(axis=1))


def _mention_both(terms: Terms, pairs: Pairs) -> Flags:
    mentions = terms.mentions[pairs[:, 0]] | terms.mentions[pairs[:, 1]]
    return np.asarray((mentions & OUTPUTS) == OUTPUTS)


def _differs(one: Floats, other: Floats) -> Flags:
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
    complexities, mentions = terms.complexities.tolist(), terms.mentions.tolist()
    members = (worth_pairing([first, *others], complexities, mentions) for first, others in groups.items())
    pairs = [pair for chosen in members for pair in combinations(chosen, 2)]
    return _as_equalities(terms, _plainest_pairs(terms, np.array(pairs, np.int64).reshape(-1, 2), limit))


def regional(terms: Terms, regions: Flags, limit: int) -> list[Form]:
    """Equalities that hold on all rows of a region but not everywhere, plainest first."""
    correct = np.ascontiguousarray(terms.values[: EQUALITIES.compared, : terms.sample.correct])
    nodes = terms.nodes[: EQUALITIES.compared]
    found = agree(correct, nodes, regions, terms.sample.scale, EQUALITIES.pairs_of_region)[:, :2]
    return _as_equalities(terms, _plainest_pairs(terms, np.unique(found, axis=0), limit))


def worth_pairing(group: Sequence[int], complexities: Sequence[int], mentions: Sequence[int]) -> list[int]:
    """The most readable terms of a group, and some of each side where these are not among them."""
    ordered = sorted(group, key=lambda term: (complexities[term], term))
    sides = ([term for term in ordered if mentions[term] & side] for side in (SOURCE, FOLLOW_UP))
    further = (term for side in sides for term in side[: EQUALITIES.members_of_side])
    return list(dict.fromkeys([*ordered[: EQUALITIES.members], *further]))


def _plainest_pairs(terms: Terms, pairs: Pairs, limit: int) -> Pairs:
    """Those pairs that tie the outputs together as an equality, the most readable first."""
    ordered = pairs[np.argsort(terms.complexities[pairs].sum(axis=1), kind="stable")]
    return ordered[_tie_as_equality(terms, ordered)][:limit]


def _as_equalities(terms: Terms, pairs: Pairs) -> list[Form]:
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
    chosen = _plainest(terms, terms.are_leaves | ~terms.fixed, width)
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
    # Ints that differ on the whole sample may always differ.
    low, high = terms.values[:, :correct][strongest.T]
    strict = strongest[terms.exact[strongest].all(axis=1) & (low < high).all(axis=1)]
    sometimes = chosen[np.argwhere(np.triu((equal >= EQUALITIES.equality_share * correct) & (equal < correct)))]
    return Bounds(
        always=_orders(LESS, terms, strict) + _orders(LESS_EQUAL, terms, strongest),
        often=_orders(LESS_EQUAL, terms, plain),
        sometimes=_as_equalities(terms, _plainest_pairs(terms, sometimes, limit)),
    )


def _plainest(terms: Terms, wanted: Flags, width: int) -> Ints:
    found = np.flatnonzero(wanted)
    return found[np.argsort(terms.complexities[found], kind="stable")[:width]]


def _ordered(terms: Terms, pairs: Pairs, first: Ints, limit: int) -> Pairs:
    """The pairs that tie the outputs together, by `first`, then the most readable."""
    both = _mention_both(terms, pairs)
    pairs, first = pairs[both], first[both]
    ordered = pairs[np.lexsort((terms.complexities[pairs].sum(axis=1), first))[: EQUALITIES.surplus * limit]]
    a, b, c, _ = _quads(terms, ordered)
    return ordered[_differs(a, b) & _differs(a, c)][:limit]


def _orders(code: int, terms: Terms, pairs: Pairs) -> list[Form]:
    return [apply(code, terms.form(a), terms.form(b)) for a, b in pairs.tolist()]


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
    signed = [sign * c for c in (*known, *_KNOWN) for sign in (1, -1)]
    decimals = [round(value, digits) for digits in range(FITTING.digits + 1)]
    quotients = [round(value * d) / d for d in FITTING.denominators]
    simple = [round(value), *signed[: 2 * len(known)], *decimals, *signed[2 * len(known) :], *quotients]
    return next((float(c) for c in simple if math.isclose(c, value, rel_tol=FITTING.close)), value)


def is_whole(value: float) -> bool:
    """Whether the value is a whole number, but for rounding.

    >>> is_whole(3.0000000000001), is_whole(2.5)
    (True, False)
    """
    return abs(value) <= FITTING.largest_snapped and abs(value - round(value)) <= FITTING.close * max(1.0, abs(value))


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


def solve(terms: Terms, regions: Flags, grammar: Grammar, width: int) -> list[Form]:
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


def _explained(terms: Terms, width: int) -> Ints:
    """The follow-up's output, its magnitude, and its sum, difference, product and quotients with another variable."""
    nodes, mentions = terms.nodes, terms.mentions
    is_output = terms.are_leaves & (mentions == FOLLOW_UP)
    left, right = nodes[:, LEFT], nodes[:, RIGHT]
    operation = nodes[:, OPERATION]
    with_leaf = _are_of_leaves(terms) & (mentions[left] > 0) & (mentions[right] > 0)
    of_output = is_output[left] | (is_output[right] & (operation != SUBTRACT))
    is_left = is_output | (with_leaf & of_output & ((left != right) | (operation == ABSOLUTE)))
    return _plainest(terms, is_left, width)


def _explaining(terms: Terms, width: int) -> Ints:
    """No term at all, and small ones without the follow-up's output that are no lines themselves."""
    mentions = terms.mentions
    # Of those with the source's output, and of those without, only the first that are equal on the sample.
    is_first = np.zeros(len(terms), np.bool_)
    is_first[np.unique(2 * terms.classes + ((mentions & SOURCE) > 0), return_index=True)[1]] = True
    has_constant = (mentions[terms.nodes[:, LEFT]] == 0) | (mentions[terms.nodes[:, RIGHT]] == 0)
    is_inverse = (terms.nodes[:, OPERATION] == DIVIDE) & (mentions[terms.nodes[:, RIGHT]] > 0)
    is_linear = ~terms.are_leaves & has_constant & ~is_inverse
    is_small = terms.are_leaves | _are_of_leaves(terms)
    is_right = is_first & ~terms.fixed & ~is_linear & is_small & (mentions > 0) & (mentions < FOLLOW_UP)
    return np.concatenate([[NONE], _plainest(terms, is_right, width)])


def _are_of_leaves(terms: Terms) -> Flags:
    """Which terms are one operation on leaves."""
    nodes, are_leaves = terms.nodes, terms.are_leaves
    return np.asarray(~are_leaves & are_leaves[nodes[:, LEFT]] & are_leaves[nodes[:, RIGHT]])


def _lines(term: Form | None, slope: float, shift: float, grammar: Grammar) -> Iterator[Line]:
    """The line with simple constants and, where these are not quite what was solved for, as it was solved."""
    if not grammar.has_floats:
        possible = (d for d in (1, *FITTING.denominators) if is_whole(slope * d) and is_whole(shift * d))
        denominator = next(possible, None)
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
        divisor = terms.form(second)
        product = scaled(divisor, line.shift) if line.term is None else apply(MULTIPLY, divisor, line.form())
        yield equality(terms.form(first), product)
        yield equality(terms.form(left), line.form())
    else:
        yield equality(scaled(terms.form(left), line.factor), line.form())
