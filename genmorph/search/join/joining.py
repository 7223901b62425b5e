"""From a table to all small relations that hold on its correct rows."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.random import Generator, default_rng
from numpy.typing import NDArray

from genmorph.fitness.programs import Programs
from genmorph.fitness.table import Table
from genmorph.model import Kind
from genmorph.relations.metamorphic import is_metamorphic
from genmorph.search.grammar import Grammar
from genmorph.search.join.booleans import boolean_claims
from genmorph.search.join.choice import choose
from genmorph.search.join.clauses import clauses
from genmorph.search.join.forms import Form, fits, pack_forms, variable
from genmorph.search.join.limits import Limits
from genmorph.search.join.literals import (
    LEAST_REGION,
    Literals,
    informative,
    input_literals,
    output_literals,
    plainest,
    regions,
)
from genmorph.search.join.numbers import numeric_claims
from genmorph.search.join.sampling import Sample, correct_bits, correct_words, draw_sample
from genmorph.search.join.terms import INPUT, Leaf, grow_terms, number_leaves
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
    exceptions = _literals(verifier, input_literals(leaves, grammar.variables, limits.atoms // 3))
    sample = _sample(table, grammar, exceptions, limits, rng)
    if grammar.variables[-1].kind is Kind.BOOL:
        exceptions, claims = _about_booleans(verifier, grammar, leaves, exceptions, sample, limits)
    else:
        claims = numeric_claims(verifier, grammar, leaves, exceptions, sample, limits)
        more = _literals(verifier, output_literals(leaves, limits.atoms // 6))
        exceptions = Literals(exceptions.forms + more.forms, np.concatenate([exceptions.failing, more.failing]))
    found = _conclude(verifier, claims, exceptions, limits)
    chosen = choose(found, table, limits.kept, len(grammar.variables) - 1)
    programs = pack_forms(chosen)
    if grammar.variables[-1].kind is Kind.BOOL:
        ties = [is_metamorphic(programs.expression(row, grammar.variables)) for row in range(len(programs))]
        programs = programs.take(np.flatnonzero(ties))
    return Joined(programs, verifier.evaluations)


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
    return Literals(always.forms + both.forms, np.concatenate([always.failing, both.failing]))


def _literals(verifier: Verifier, forms: Sequence[Form]) -> Literals:
    """Those of the forms that are true on some correct rows and false on others, each set of rows once."""
    return informative(Literals(tuple(forms), verifier.score(forms).rejected), verifier.table, LEAST_REGION)


def _about_booleans(
    verifier: Verifier,
    grammar: Grammar,
    leaves: Sequence[Leaf],
    exceptions: Literals,
    sample: Sample,
    limits: Limits,
) -> tuple[Literals, list[Form]]:
    """Exceptions that compare sums and products of inputs as well, and claims about the two outputs."""
    if any(leaf[1] for leaf in leaves):
        terms = grow_terms(leaves, sample, verifier.table.tolerance, limits.expressions, COMPOUND)
        verifier.spend(terms.spent, sample.values.shape[1])
        compound = [
            (terms.form(t), INPUT, bool(terms.exact[t]))
            for t in np.flatnonzero(~terms.fixed & (terms.exact | grammar.has_floats)).tolist()
        ]
        literals = _literals(verifier, input_literals([*leaves, *compound], grammar.variables, 2 * limits.atoms))
        exceptions = literals.take(range(min(len(literals.forms), limits.atoms // 2)))
    last = len(grammar.variables)
    claims = boolean_claims(variable(last - 2), variable(last - 1), exceptions.forms, grammar.has_floats)
    return exceptions, [form for form in claims if fits(form)][: limits.atoms]


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
