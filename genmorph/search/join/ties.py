"""Whether a comparison of two terms really ties the outputs together, seen on scrambled rows."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from genmorph.search.join.compiled import OUTPUTS
from genmorph.search.join.terms import Terms

ROUNDING = 1e-9

Pairs = NDArray[np.int64]
"""Pairs x 2 numbers of terms."""


def ties_as_equality(terms: Terms, pairs: Pairs) -> NDArray[np.bool_]:
    """Whether the difference mentions both outputs and is no product of a factor about one and one about the other."""
    a, b, c, d = _quads(terms, pairs)
    with np.errstate(all="ignore"):
        crossed = np.abs(a * d - b * c) > ROUNDING * (np.abs(a * d) + np.abs(b * c))
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
        differs = np.abs(one - other) > ROUNDING * (np.abs(one) + np.abs(other))
    return np.asarray(differs.any(axis=1))


def _quads(terms: Terms, pairs: Pairs) -> tuple[Any, Any, Any, Any]:
    """The difference of the terms for both values of the source's output and both of the follow-up's."""
    columns = slice(terms.sample.correct, terms.sample.checked)
    with np.errstate(all="ignore"):
        one, other = terms.values[pairs[:, 0], columns], terms.values[pairs[:, 1], columns]
        gap = one - other
        gap[np.abs(gap) <= ROUNDING * (np.abs(one) + np.abs(other))] = 0.0
    quads = gap.reshape(len(pairs), (terms.sample.checked - terms.sample.correct) // 4, 4)
    return quads[..., 0], quads[..., 1], quads[..., 2], quads[..., 3]
