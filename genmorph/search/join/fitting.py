"""Laws with constants that are solved for, such as `a == slope * b + shift`, and simple numbers close to these."""

import math
from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from genmorph.relations.operators import ABSOLUTE, ADD, DIVIDE, MULTIPLY, SUBTRACT
from genmorph.search.grammar import Grammar
from genmorph.search.join.compiled import FOLLOW_UP, LEFT, OPERATION, RIGHT, SOURCE, fit
from genmorph.search.join.forms import Form, apply, equality, number, scaled, shifted
from genmorph.search.join.terms import Terms
from genmorph.settings import FITTING

NONE = -1
"""Stands for no second term."""

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
    return _plainest(terms, is_left, width)


def _explaining(terms: Terms, width: int) -> NDArray[np.int64]:
    """No term at all, and small ones without the follow-up's output that are no lines themselves."""
    mentions = terms.mentions
    is_first = _are_first(terms)
    has_constant = (mentions[terms.nodes[:, LEFT]] == 0) | (mentions[terms.nodes[:, RIGHT]] == 0)
    is_inverse = (terms.nodes[:, OPERATION] == DIVIDE) & (mentions[terms.nodes[:, RIGHT]] > 0)
    is_linear = ~terms.are_leaves & has_constant & ~is_inverse
    is_small = terms.are_leaves | _are_of_leaves(terms)
    is_right = is_first & ~terms.fixed & ~is_linear & is_small & (mentions > 0) & (mentions < FOLLOW_UP)
    return np.concatenate([[NONE], _plainest(terms, is_right, width)])


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


def _plainest(terms: Terms, wanted: NDArray[np.bool_], width: int) -> NDArray[np.int64]:
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
