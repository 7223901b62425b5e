"""What may be said of texts and sequences: equalities, on all rows or in a part of the domain, beginnings and parts."""

from collections import defaultdict
from collections.abc import Iterator
from itertools import combinations, product

import numpy as np

from genmorph.fitness.kernel import Flags, Ints
from genmorph.model import Tolerance
from genmorph.relations.meaning import function_of
from genmorph.relations.operators import BY_CODE, CONCATENATE, CONTAINS, PREFIX, SAME, Sort, operation_of
from genmorph.search.grammar import Grammar
from genmorph.search.join.compiled import FOLLOW_UP, OUTPUTS
from genmorph.search.join.equalities import worth_pairing
from genmorph.search.join.forms import Form, Joining, apply, fits, on_sort
from genmorph.search.join.sampling import RowSample
from genmorph.search.join.sequence_terms import SequenceTerms, Term, grow_sequences
from genmorph.settings import SEQUENCE_CLAIMS

_Pairs = list[tuple[int, int]]
"""Pairs of numbers of terms."""


def sequence_claims(joining: Joining, parts: Flags, sample: RowSample) -> list[Form]:
    """Candidates for relations by themselves, and for claims beside an exception.

    `parts` are regions x correct rows of the sample.
    """
    grammar, limits = joining.grammar, joining.limits
    terms = grow_sequences(grammar, sample, max(1, limits.expressions // SEQUENCE_CLAIMS.numeric_terms))
    joining.spend(terms.spent, sample.checked)
    groups = (
        (_laws(terms), limits.atoms // SEQUENCE_CLAIMS.law_part),
        (_regional(terms, parts), limits.atoms // SEQUENCE_CLAIMS.regional_part),
        (_sometimes(terms), limits.atoms // SEQUENCE_CLAIMS.rare_part),
    )
    equalities = [form for pairs, limit in groups for form in _as_equalities(terms, pairs, limit)]
    orders = _beginnings(terms, grammar, joining.table.tolerance, limits.atoms // SEQUENCE_CLAIMS.beginning_part)
    return [form for form in dict.fromkeys([*equalities, *orders]) if fits(form)]


def _laws(terms: SequenceTerms) -> _Pairs:
    """Pairs that are equal on the correct rows of the sample, but not on the scrambled ones."""
    groups: dict[bytes, list[int]] = defaultdict(list)
    for index, ids in enumerate(terms.ids[:, : terms.correct]):
        groups[ids.tobytes()].append(index)
    complexities, mentions = terms.complexities.tolist(), terms.mentions.tolist()
    members = (worth_pairing(group, complexities, mentions) for group in groups.values())
    return [pair for chosen in members for pair in combinations(chosen, 2)]


def _regional(terms: SequenceTerms, parts: Flags) -> _Pairs:
    """Pairs that are equal on all rows of a region, each with the plainest of those that mention another side."""
    chosen = _plainest(terms, SEQUENCE_CLAIMS.compared)
    sides = (terms.mentions[chosen] & OUTPUTS).tolist()
    found: dict[tuple[int, int], None] = {}
    for part in parts:
        firsts: dict[tuple[bytes, int], int] = {}
        end = len(found) + SEQUENCE_CLAIMS.pairs_of_region
        rows = terms.ids[np.ix_(chosen, np.flatnonzero(part))]
        for term, side, key in zip(chosen.tolist(), sides, (row.tobytes() for row in rows), strict=True):
            for other in range(OUTPUTS + 1):
                first = firsts.get((key, other))
                if first is not None and (side | other) == OUTPUTS and len(found) < end:
                    found[first, term] = None
            firsts.setdefault((key, side), term)
    return list(found)


def _sometimes(terms: SequenceTerms) -> _Pairs:
    """Pairs that are equal on a share of the correct rows."""
    chosen = _plainest(terms, SEQUENCE_CLAIMS.width)
    ids = terms.ids[chosen, : terms.correct]
    shares = (ids[:, None, :] == ids[None, :, :]).mean(axis=2)
    pairs = np.argwhere(np.triu((shares >= SEQUENCE_CLAIMS.equality_share) & (shares < 1), k=1))
    return [(int(chosen[a]), int(chosen[b])) for a, b in pairs]


def _plainest(terms: SequenceTerms, width: int) -> Ints:
    return np.argsort(terms.complexities, kind="stable")[:width]


def _as_equalities(terms: SequenceTerms, pairs: _Pairs, limit: int) -> list[Form]:
    """The most readable of the pairs that make a claim, the term with the follow-up's output first."""
    mentions, complexities = terms.mentions.tolist(), terms.complexities.tolist()
    claiming = [(a, b) for a, b in pairs if _make_a_claim(terms.terms[a], terms.terms[b])]
    ordered = sorted(claiming, key=lambda pair: complexities[pair[0]] + complexities[pair[1]])[:limit]
    turned = [(b, a) if mentions[b] & FOLLOW_UP > mentions[a] & FOLLOW_UP else (a, b) for a, b in ordered]
    return [apply(on_sort(SAME, terms.terms[a].sort), terms.terms[a].form, terms.terms[b].form) for a, b in turned]


def _make_a_claim(one: Term, other: Term) -> bool:
    """Whether they mention both sides; that two terms put together are equal to two others is two claims."""
    ties = (one.mentions | other.mentions) & OUTPUTS == OUTPUTS
    return ties and one.sort is other.sort and not (_is_put_together(one) and _is_put_together(other))


def _beginnings(terms: SequenceTerms, grammar: Grammar, tolerance: Tolerance, limit: int) -> list[Form]:
    """That one term begins with another or contains it, where this holds often but not whatever the outputs are.

    Of terms that are equal this need not be said, nor that what begins with another contains it.
    """
    plainest = [index for index in _plainest(terms, SEQUENCE_CLAIMS.width).tolist() if terms.terms[index].values]
    chosen = [index for index in plainest if not _is_put_together(terms.terms[index])][: SEQUENCE_CLAIMS.parts]
    found: list[tuple[int, Form]] = []
    for one, other in product(chosen, chosen):
        whole, part = terms.terms[one], terms.terms[other]
        ties = whole.sort is part.sort and (whole.mentions | part.mentions) & OUTPUTS == OUTPUTS
        if ties and (terms.ids[one] != terms.ids[other])[: terms.correct].any():
            for code in _codes(grammar, whole.sort):
                compare = function_of(code, tolerance if grammar.has_floats else None)
                holds = np.array(list(map(compare, whole.values, part.values)))
                if holds[: terms.correct].mean() >= SEQUENCE_CLAIMS.part_share and not holds[terms.correct :].all():
                    found.append((whole.complexity + part.complexity, apply(code, whole.form, part.form)))
                if holds[: terms.correct].all():
                    break
    return [form for _, form in sorted(found, key=lambda entry: entry[0])[:limit]]


def _codes(grammar: Grammar, sort: Sort) -> Iterator[int]:
    for code in (on_sort(PREFIX, sort), on_sort(CONTAINS, sort)):
        if code in grammar.operators and BY_CODE[code].arguments == (sort, sort):
            yield code


def _is_put_together(term: Term) -> bool:
    return any((operation_of(code) or (None,))[0] == CONCATENATE for code in term.form[0])
