"""From a table to all small relations that hold on its correct rows."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.random import Generator, default_rng
from numpy.typing import NDArray

from genmorph.fitness.programs import Programs
from genmorph.fitness.table import Table
from genmorph.search.grammar import Grammar
from genmorph.search.join.booleans import boolean_claims, output_pairs, tying
from genmorph.search.join.choice import choose
from genmorph.search.join.clauses import clauses
from genmorph.search.join.compiled import OUTPUTS
from genmorph.search.join.forms import SEQUENCES, Form, fits, pack_forms
from genmorph.search.join.leaves import FOLLOW_UP, INPUT, SOURCE, Leaf, mention_of, number_leaves
from genmorph.search.join.limits import Limits
from genmorph.search.join.literals import (
    LEAST_REGION,
    Literals,
    informative,
    input_literals,
    output_literals,
    plainest,
    regions,
    wide_regions,
)
from genmorph.search.join.numbers import numeric_claims
from genmorph.search.join.sampling import Sample, correct_bits, correct_words, draw_sample
from genmorph.search.join.sequence_claims import sequence_claims
from genmorph.search.join.sequence_literals import sequence_literals
from genmorph.search.join.terms import grow_terms
from genmorph.search.join.verification import Verifier

LEAST_ROWS = 5
"""On fewer correct rows anything holds."""
IN_REGION = 12
"""The sample should have so many rows on which a claim beside an exception must hold."""
COMPOUND = 3
"""The size of the terms that Boolean functions may compare."""


@dataclass(frozen=True, slots=True, eq=False)
class Joined:
    """Relations without false positive, the most readable first, and what they cost (trees x rows / 10**6)."""

    programs: Programs
    evaluations: float


def join(table: Table, grammar: Grammar, limits: Limits, seed: int) -> Joined:
    """Compute all small relations that hold on the correct rows and reject incorrect ones; same seed, same result."""
    correct = correct_bits(table)
    if len(correct) < LEAST_ROWS or not table.incorrect:
        return Joined(pack_forms([]), 0.0)
    verifier = Verifier(table)
    rng = default_rng(seed)
    leaves = number_leaves(grammar)
    exceptions = _input_literals(verifier, grammar, leaves, limits.atoms // 3)
    sample = _sample(table, grammar, exceptions, limits, rng)
    exceptions, claims = _suggested(verifier, grammar, leaves, exceptions, sample, limits)
    found = _conclude(verifier, claims, exceptions, limits)
    answers = [index for index, v in enumerate(grammar.variables) if mention_of(v) == FOLLOW_UP]
    programs = pack_forms(choose(found, table, limits.kept, answers))
    return Joined(programs.take(tying(programs, grammar.variables)), verifier.evaluations)


def _suggested(
    verifier: Verifier,
    grammar: Grammar,
    leaves: Sequence[Leaf],
    exceptions: Literals,
    sample: Sample,
    limits: Limits,
) -> tuple[Literals, list[Form]]:
    """Exceptions, those that speak of outputs too, and claims about all outputs there are."""
    claims: list[Form] = []
    pairs = output_pairs(grammar.variables)
    if pairs:
        exceptions = _with_compounds(verifier, grammar, leaves, exceptions, sample, limits)
    for source, follow_up in pairs:
        forms = boolean_claims(source, follow_up, exceptions.forms, grammar.has_floats)
        claims += [form for form in forms if fits(form)][: limits.atoms // len(pairs)]
    if any(v.sort in SEQUENCES and mention_of(v) & OUTPUTS for v in grammar.variables):
        claims += sequence_claims(verifier, grammar, wide_regions(exceptions, sample.positions), sample, limits)
    if {SOURCE, FOLLOW_UP} <= {leaf[1] & OUTPUTS for leaf in leaves}:
        claims += numeric_claims(verifier, grammar, leaves, exceptions, sample, limits)
        exceptions = exceptions.joined_with(_literals(verifier, output_literals(leaves, limits.atoms // 6)))
    return exceptions, claims


def _conclude(verifier: Verifier, claims: Sequence[Form], exceptions: Literals, limits: Limits) -> Literals:
    """The claims that hold everywhere, and the clauses of the others."""
    table = verifier.table
    claims = plainest(claims, len(claims))
    failing = verifier.score(claims).rejected
    words = correct_words(table)
    holds = ~failing[:, :words].any(axis=1)
    scored = Literals(tuple(claims), failing)
    partial = informative(scored.take(np.flatnonzero(~holds).tolist()), table)
    always = scored.take(np.flatnonzero(holds).tolist())
    both = clauses(partial, exceptions, words, 2 * limits.kept)
    return always.joined_with(both)


def _literals(verifier: Verifier, forms: Sequence[Form]) -> Literals:
    """Those of the forms that are true on some correct rows and false on others, each set of rows once."""
    return informative(Literals(tuple(forms), verifier.score(forms).rejected), verifier.table, LEAST_REGION)


def _with_compounds(
    verifier: Verifier,
    grammar: Grammar,
    leaves: Sequence[Leaf],
    exceptions: Literals,
    sample: Sample,
    limits: Limits,
) -> Literals:
    """Exceptions that compare sums and products of inputs as well, for Boolean functions."""
    if not any(leaf[1] for leaf in leaves):
        return exceptions
    terms = grow_terms(leaves, sample, verifier.table.tolerance, limits.expressions, COMPOUND)
    verifier.spend(terms.spent, sample.values.shape[1])
    wanted = ~terms.fixed & (terms.exact | grammar.has_floats) & ((terms.mentions & OUTPUTS) == 0)
    compound = [(terms.form(t), INPUT, bool(terms.exact[t])) for t in np.flatnonzero(wanted).tolist()]
    literals = _input_literals(verifier, grammar, [*leaves, *compound], 2 * limits.atoms)
    return literals.take(range(min(len(literals.forms), limits.atoms // 2)))


def _input_literals(verifier: Verifier, grammar: Grammar, leaves: Sequence[Leaf], limit: int) -> Literals:
    of_sequences = sequence_literals(grammar, limit // 2)
    return _literals(verifier, [*input_literals(leaves, grammar.variables, limit), *of_sequences])


def _sample(table: Table, grammar: Grammar, exceptions: Literals, limits: Limits, rng: Generator) -> Sample:
    correct = rng.permutation(correct_bits(table))
    chosen = _spread(correct, regions(exceptions, correct), limits.sample)
    return draw_sample(table, grammar.variables, chosen, limits.sample // 2, rng)


def _spread(positions: NDArray[np.int64], parts: NDArray[np.bool_], size: int) -> NDArray[np.int64]:
    """The first positions, and a few of each region."""
    is_chosen = np.arange(len(positions)) < max(1, size * 2 // 3)
    for part in parts:
        missing = min(IN_REGION - int((is_chosen & part).sum()), size - int(is_chosen.sum()))
        if missing > 0:
            is_chosen[np.flatnonzero(part & ~is_chosen)[:missing]] = True
    is_chosen[np.flatnonzero(~is_chosen)[: max(0, size - int(is_chosen.sum()))]] = True
    return positions[is_chosen]
