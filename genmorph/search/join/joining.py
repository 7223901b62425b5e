"""From a table to all small relations that hold on its correct rows."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.random import Generator, default_rng

from genmorph.fitness.kernel import Ints
from genmorph.fitness.programs import Programs, pack_rows
from genmorph.fitness.table import Table, unpack_bits
from genmorph.model import Kind
from genmorph.relations import operators as op
from genmorph.relations.expression import FOLLOW_UP_SIDE, SOURCE_SIDE, Expression, subtree_end
from genmorph.relations.metamorphic import is_metamorphic
from genmorph.relations.operators import Sort
from genmorph.search.grammar import Grammar
from genmorph.search.join.compiled import FOLLOW_UP, INPUT, OUTPUTS, SOURCE
from genmorph.search.join.disjunctions import (
    Literals,
    choose,
    clauses,
    informative,
    input_literals,
    output_literals,
    plainest,
    regions,
    sequence_literals,
    wide_regions,
)
from genmorph.search.join.equalities import find_bounds, laws, regional, solve
from genmorph.search.join.forms import SEQUENCES, Form, Joining, Limits, apply, fits, negation, variable
from genmorph.search.join.sampling import SIDES, RowSample, correct_bits, correct_words, draw_sample
from genmorph.search.join.sequence_claims import sequence_claims
from genmorph.search.join.terms import Leaf, Terms, grow_terms, mention_of, number_leaves
from genmorph.settings import CLAUSES, JOIN


@dataclass(frozen=True, slots=True, eq=False)
class Joined:
    """Relations without false positive, the most readable first, and what they cost (trees x rows / 10**6)."""

    programs: Programs
    evaluations: float


def join(table: Table, grammar: Grammar, limits: Limits, seed: int) -> Joined:
    """Compute all small relations that hold on the correct rows and reject incorrect ones; same seed, same result."""
    correct = correct_bits(table)
    if len(correct) < JOIN.least_rows or not table.incorrect:
        return Joined(pack_rows([]), 0.0)
    joining = Joining(table, grammar, limits)
    leaves = number_leaves(grammar)
    exceptions = _input_literals(joining, leaves, limits.atoms // JOIN.exception_part)
    sample = _draw(joining, correct, exceptions, default_rng(seed))
    exceptions, claims = _suggest(joining, leaves, exceptions, sample)
    found = _conclude(joining, claims, exceptions)
    answers = [index for index, v in enumerate(grammar.variables) if mention_of(v) == FOLLOW_UP]
    programs = pack_rows(choose(found, table, limits.kept, answers))
    return Joined(programs.take(_tying(programs, grammar)), joining.evaluations)


def _draw(joining: Joining, correct: Ints, exceptions: Literals, rng: Generator) -> RowSample:
    """A sample with some correct rows drawn at random, and a few of each region where an exception is false."""
    size = joining.limits.sample
    positions = rng.permutation(correct)
    is_chosen = np.arange(len(positions)) < max(1, size * 2 // 3)
    for part in regions(exceptions, positions):
        missing = min(JOIN.rows_of_region - int((is_chosen & part).sum()), size - int(is_chosen.sum()))
        if missing > 0:
            is_chosen[np.flatnonzero(part & ~is_chosen)[:missing]] = True
    is_chosen[np.flatnonzero(~is_chosen)[: max(0, size - int(is_chosen.sum()))]] = True
    return draw_sample(joining.table, joining.grammar.variables, positions[is_chosen], size // 2, rng)


def _suggest(
    joining: Joining, leaves: Sequence[Leaf], exceptions: Literals, sample: RowSample
) -> tuple[Literals, list[Form]]:
    """Exceptions, those that speak of outputs too, and claims about all outputs there are."""
    grammar, limits = joining.grammar, joining.limits
    claims: list[Form] = []
    pairs = _boolean_pairs(grammar)
    if pairs and any(leaf[1] for leaf in leaves):
        exceptions = _with_compounds(joining, leaves, sample)
    for source, follow_up in pairs:
        forms = _boolean_claims(source, follow_up, exceptions.forms, grammar.has_floats)
        claims += [form for form in forms if fits(form)][: limits.atoms // len(pairs)]
    if any(v.sort in SEQUENCES and mention_of(v) & OUTPUTS for v in grammar.variables):
        claims += sequence_claims(joining, wide_regions(exceptions, sample.positions), sample)
    if {SOURCE, FOLLOW_UP} <= {leaf[1] & OUTPUTS for leaf in leaves}:
        claims += _numeric_claims(joining, leaves, exceptions, sample)
        outputs = output_literals(leaves, limits.atoms // JOIN.output_part)
        exceptions = exceptions.joined_with(_literals(joining, outputs))
    return exceptions, claims


def _conclude(joining: Joining, claims: Sequence[Form], exceptions: Literals) -> Literals:
    """The claims that hold everywhere, and the clauses of the others."""
    claims = plainest(claims, len(claims))
    failing = joining.score(claims).rejected
    words = correct_words(joining.table)
    holds = ~failing[:, :words].any(axis=1)
    scored = Literals(tuple(claims), failing)
    partial = informative(scored.take(np.flatnonzero(~holds).tolist()), joining.table)
    always = scored.take(np.flatnonzero(holds).tolist())
    return always.joined_with(clauses(partial, exceptions, words, 2 * joining.limits.kept))


def _literals(joining: Joining, forms: Sequence[Form]) -> Literals:
    """Those of the forms that are true on some correct rows and false on others, each set of rows once."""
    return informative(Literals(tuple(forms), joining.score(forms).rejected), joining.table, CLAUSES.least_share)


def _input_literals(joining: Joining, leaves: Sequence[Leaf], limit: int) -> Literals:
    of_sequences = sequence_literals(joining.grammar, limit // 2)
    return _literals(joining, [*input_literals(leaves, joining.grammar.variables, limit), *of_sequences])


def _with_compounds(joining: Joining, leaves: Sequence[Leaf], sample: RowSample) -> Literals:
    """Exceptions that compare sums and products of inputs as well, for Boolean functions."""
    limits = joining.limits
    terms = grow_terms(leaves, sample, joining.table.tolerance, limits.expressions, JOIN.compound_size)
    joining.spend(terms.spent, sample.values.shape[1])
    wanted = ~terms.fixed & (terms.exact | joining.grammar.has_floats) & ((terms.mentions & OUTPUTS) == 0)
    compound = [(terms.form(t), INPUT, bool(terms.exact[t])) for t in np.flatnonzero(wanted).tolist()]
    literals = _input_literals(joining, [*leaves, *compound], 2 * limits.atoms)
    return literals.take(range(min(len(literals.forms), limits.atoms // 2)))


def _numeric_claims(joining: Joining, leaves: Sequence[Leaf], exceptions: Literals, sample: RowSample) -> list[Form]:
    """Candidates for relations by themselves, and for claims beside an exception."""
    limits = joining.limits
    terms, sound = _settled_terms(joining, leaves, sample)
    parts = wide_regions(exceptions, terms.sample.positions)
    bounds = find_bounds(terms, limits.compared, limits.atoms // JOIN.bound_part)
    forms = [
        *sound,
        *regional(terms, parts, limits.atoms // JOIN.regional_part),
        *solve(terms, parts, joining.grammar, limits.compared // JOIN.solved_part),
        *bounds.sometimes,
        *bounds.always,
        *bounds.often,
    ]
    return list(dict.fromkeys(form for form in forms if fits(form)))


def _settled_terms(joining: Joining, leaves: Sequence[Leaf], sample: RowSample) -> tuple[Terms, list[Form]]:
    """Terms and their laws; where the sample suggested what other rows contradict, these rows join it."""
    table, grammar, limits = joining.table, joining.grammar, joining.limits
    sound: dict[Form, None] = {}
    for turn in range(JOIN.rounds):
        terms = grow_terms(leaves, sample, table.tolerance, limits.expressions)
        joining.spend(terms.spent, sample.values.shape[1])
        everywhere = np.ones((1, sample.correct), np.bool_)
        candidates = [*laws(terms, limits.atoms), *solve(terms, everywhere, grammar, limits.compared // 2)]
        candidates = [form for form in candidates if fits(form)]
        sound |= dict.fromkeys(candidates)
        scores = joining.score(candidates)
        suspects = np.flatnonzero(scores.false_positives)[: JOIN.suspects * JOIN.counterexamples]
        words = scores.rejected[suspects, : correct_words(table)]
        contradicting = sorted({int(np.argmax(unpack_bits(row))) for row in words})[: JOIN.counterexamples]
        if not contradicting or turn == JOIN.rounds - 1:
            break
        sample = sample.with_correct(table, grammar.variables, np.array(contradicting, np.int64))
    return terms, list(sound)


def _boolean_pairs(grammar: Grammar) -> list[tuple[Form, Form]]:
    """The Boolean variables of the source's side with those of the follow-up's, the same output of both first."""
    sources, follow_ups = (
        [(v.position, variable(i)) for i, v in enumerate(grammar.variables) if v.kind is Kind.BOOL and v.role in side]
        for side in (SOURCE_SIDE, FOLLOW_UP_SIDE)
    )
    pairs = [(source, follow_up) for source in sources for follow_up in follow_ups]
    return [(s[1], f[1]) for s, f in sorted(pairs, key=lambda pair: pair[0][0] != pair[1][0])]


def _boolean_claims(source: Form, follow_up: Form, inputs: Sequence[Form], has_floats: bool) -> list[Form]:
    """The outputs are equal, differ, or one follows from the other; one is the other changed by an input's property.

    Comparisons of floats, texts and sequences are no properties here: that they change an output only where these are
    equal cannot be contradicted.
    """
    plain = [
        apply(op.IFF, follow_up, source),
        apply(op.XOR, follow_up, source),
        apply(op.OR, follow_up, source),
        apply(op.IMPLIES, source, follow_up),
        apply(op.IMPLIES, follow_up, source),
        negation(apply(op.AND, follow_up, source)),
    ]
    changed = [
        apply(op.IFF, follow_up, apply(code, source, form))
        for form in inputs
        if not any(_compares(code) and (has_floats or code >= op.FIRST_SEQUENCE) for code in form[0])
        for code in (op.AND, op.OR, op.XOR, op.IFF)
        if not (form[0][0] == op.NOT and code in (op.XOR, op.IFF))
    ]
    return plain + changed


def _tying(programs: Programs, grammar: Grammar) -> Ints:
    """The programs that tie outputs of both calls together; comparisons of both do, as they were chosen so."""
    variables = grammar.variables
    flags = [op.FIRST_VARIABLE + i for i, v in enumerate(variables) if v.kind is Kind.BOOL and v.role in SIDES]
    ties = np.asarray(~np.isin(programs.codes, flags).any(axis=1))
    for row in np.flatnonzero(~ties).tolist():
        ties[row] = _ties(programs.expression(row, variables))
    return np.flatnonzero(ties)


def _ties(expression: Expression) -> bool:
    codes = expression.codes
    places = [place for place, code in enumerate(codes) if _compares(code)]
    for part in (codes[place : subtree_end(codes, place)] for place in places):
        roles = {expression.variables[c - op.FIRST_VARIABLE].role for c in part if c >= op.FIRST_VARIABLE}
        if roles & SOURCE_SIDE and roles & FOLLOW_UP_SIDE:
            return True
    return is_metamorphic(expression)


def _compares(code: int) -> bool:
    is_of_sequences = op.FIRST_SEQUENCE <= code < op.FIRST_VARIABLE
    return code in op.COMPARISONS or (is_of_sequences and op.BY_CODE[code].result is Sort.BOOLEAN)
