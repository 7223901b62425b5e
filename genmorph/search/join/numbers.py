"""What may be said of two numeric outputs: laws, claims that hold in a part of the domain, bounds."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from genmorph.fitness.scores import Scores
from genmorph.fitness.table import unpack_bits
from genmorph.search.grammar import Grammar
from genmorph.search.join.bounds import find_bounds
from genmorph.search.join.equalities import laws, regional
from genmorph.search.join.fitting import solve
from genmorph.search.join.forms import Form, fits
from genmorph.search.join.leaves import Leaf
from genmorph.search.join.limits import Limits
from genmorph.search.join.literals import Literals, wide_regions
from genmorph.search.join.sampling import Sample, correct_words
from genmorph.search.join.terms import Terms, grow_terms
from genmorph.search.join.verification import Verifier

ROUNDS = 3
COUNTEREXAMPLES = 32
"""So many rows that contradict what the sample suggests join it after each round."""


def numeric_claims(
    verifier: Verifier, grammar: Grammar, leaves: Sequence[Leaf], exceptions: Literals, sample: Sample, limits: Limits
) -> list[Form]:
    """Candidates for relations by themselves, and for claims beside an exception."""
    terms, sound = _settled_terms(verifier, grammar, leaves, sample, limits)
    parts = wide_regions(exceptions, terms.sample.positions)
    bounds = find_bounds(terms, limits.compared, limits.atoms // 4)
    forms = [
        *sound,
        *regional(terms, parts, limits.atoms // 3),
        *solve(terms, parts, grammar, limits.compared // 5),
        *bounds.sometimes,
        *bounds.always,
        *bounds.often,
    ]
    return list(dict.fromkeys(form for form in forms if fits(form)))


def _settled_terms(
    verifier: Verifier, grammar: Grammar, leaves: Sequence[Leaf], sample: Sample, limits: Limits
) -> tuple[Terms, list[Form]]:
    """Terms and their laws; where the sample suggested what other rows contradict, these rows join it."""
    sound: dict[Form, None] = {}
    for turn in range(ROUNDS):
        terms = grow_terms(leaves, sample, verifier.table.tolerance, limits.expressions)
        verifier.spend(terms.spent, sample.values.shape[1])
        everywhere = np.ones((1, sample.correct), np.bool_)
        candidates = [*laws(terms, limits.atoms), *solve(terms, everywhere, grammar, limits.compared // 2)]
        candidates = [form for form in candidates if fits(form)]
        sound |= dict.fromkeys(candidates)
        more = _counterexamples(verifier.score(candidates), verifier)
        if not len(more) or turn == ROUNDS - 1:
            break
        sample = sample.with_correct(verifier.table, grammar.variables, more)
    return terms, list(sound)


def _counterexamples(scores: Scores, verifier: Verifier) -> NDArray[np.int64]:
    """One correct row for each candidate that some contradict."""
    suspects = np.flatnonzero(scores.false_positives)[: 4 * COUNTEREXAMPLES]
    words = scores.rejected[suspects, : correct_words(verifier.table)]
    rows = {int(np.argmax(unpack_bits(row))) for row in words}
    return np.array(sorted(rows)[:COUNTEREXAMPLES], np.int64)
