"""From a table to all small relations that hold on its correct rows."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.random import Generator, default_rng
from numpy.typing import NDArray

from genmorph.fitness.programs import Programs
from genmorph.fitness.scores import Scores
from genmorph.fitness.table import Table, unpack_bits
from genmorph.model import Kind
from genmorph.relations.expression import FOLLOW_UP_SIDE, SOURCE_SIDE, Expression, Variable, subtree_end
from genmorph.relations.metamorphic import is_metamorphic
from genmorph.relations.operators import (
    AND,
    BY_CODE,
    COMPARISONS,
    FIRST_SEQUENCE,
    FIRST_VARIABLE,
    IFF,
    IMPLIES,
    NOT,
    OR,
    XOR,
    Sort,
)
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
from genmorph.search.join.forms import SEQUENCES, Form, Limits, Verifier, apply, fits, negation, pack_forms, variable
from genmorph.search.join.sampling import SIDES, Sample, correct_bits, correct_words, draw_sample
from genmorph.search.join.sequence_claims import sequence_claims
from genmorph.search.join.terms import Leaf, Terms, grow_terms, mention_of, number_leaves
from genmorph.settings import CLAUSES, JOIN


def numeric_claims(
    verifier: Verifier, grammar: Grammar, leaves: Sequence[Leaf], exceptions: Literals, sample: Sample, limits: Limits
) -> list[Form]:
    """Candidates for relations by themselves, and for claims beside an exception."""
    terms, sound = _settled_terms(verifier, grammar, leaves, sample, limits)
    parts = wide_regions(exceptions, terms.sample.positions)
    bounds = find_bounds(terms, limits.compared, limits.atoms // JOIN.bound_part)
    forms = [
        *sound,
        *regional(terms, parts, limits.atoms // JOIN.regional_part),
        *solve(terms, parts, grammar, limits.compared // JOIN.solved_part),
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
    for turn in range(JOIN.rounds):
        terms = grow_terms(leaves, sample, verifier.table.tolerance, limits.expressions)
        verifier.spend(terms.spent, sample.values.shape[1])
        everywhere = np.ones((1, sample.correct), np.bool_)
        candidates = [*laws(terms, limits.atoms), *solve(terms, everywhere, grammar, limits.compared // 2)]
        candidates = [form for form in candidates if fits(form)]
        sound |= dict.fromkeys(candidates)
        more = _counterexamples(verifier.score(candidates), verifier)
        if not len(more) or turn == JOIN.rounds - 1:
            break
        sample = sample.with_correct(verifier.table, grammar.variables, more)
    return terms, list(sound)


def _counterexamples(scores: Scores, verifier: Verifier) -> NDArray[np.int64]:
    """One correct row for each candidate that some contradict."""
    suspects = np.flatnonzero(scores.false_positives)[: JOIN.suspects * JOIN.counterexamples]
    words = scores.rejected[suspects, : correct_words(verifier.table)]
    rows = {int(np.argmax(unpack_bits(row))) for row in words}
    return np.array(sorted(rows)[: JOIN.counterexamples], np.int64)


def output_pairs(variables: Sequence[Variable]) -> list[tuple[Form, Form]]:
    """The Boolean variables of the source's side with those of the follow-up's, the same output of both first."""
    sources, follow_ups = (
        [(v.position, variable(i)) for i, v in enumerate(variables) if v.kind is Kind.BOOL and v.role in side]
        for side in (SOURCE_SIDE, FOLLOW_UP_SIDE)
    )
    pairs = [(source, follow_up) for source in sources for follow_up in follow_ups]
    return [(s[1], f[1]) for s, f in sorted(pairs, key=lambda pair: pair[0][0] != pair[1][0])]


def boolean_claims(source: Form, follow_up: Form, inputs: Sequence[Form], has_floats: bool) -> list[Form]:
    """The outputs are equal, differ, or one follows from the other; one is the other changed by an input's property.

    Comparisons of floats, texts and sequences are no properties here: that they change an output only where these are
    equal cannot be contradicted.
    """
    plain = [
        apply(IFF, follow_up, source),
        apply(XOR, follow_up, source),
        apply(OR, follow_up, source),
        apply(IMPLIES, source, follow_up),
        apply(IMPLIES, follow_up, source),
        negation(apply(AND, follow_up, source)),
    ]
    properties = [form for form in inputs if not _is_rare(form, has_floats)]
    changed = [
        apply(IFF, follow_up, apply(code, source, form))
        for form in properties
        for code in (AND, OR, XOR, IFF)
        if not (form[0][0] == NOT and code in (XOR, IFF))
    ]
    return plain + changed


def tying(programs: Programs, variables: Sequence[Variable]) -> NDArray[np.intp]:
    """The programs that tie outputs of both calls together; comparisons of both do, as they were chosen so."""
    flags = [FIRST_VARIABLE + i for i, v in enumerate(variables) if v.kind is Kind.BOOL and v.role in SIDES]
    ties = np.asarray(~np.isin(programs.codes, flags).any(axis=1))
    for row in np.flatnonzero(~ties).tolist():
        ties[row] = _ties(programs.expression(row, variables))
    return np.flatnonzero(ties)


def _ties(expression: Expression) -> bool:
    codes = expression.codes
    places = [place for place, code in enumerate(codes) if _compares(code)]
    sides = [{_side(code, expression.variables) for code in codes[p : subtree_end(codes, p)]} for p in places]
    return any(len(found - {None}) > 1 for found in sides) or is_metamorphic(expression)


def _side(code: int, variables: Sequence[Variable]) -> bool | None:
    """Whether a node is a variable of the follow-up's side or of the source's; None for everything else."""
    role = variables[code - FIRST_VARIABLE].role if code >= FIRST_VARIABLE else None
    return role in FOLLOW_UP_SIDE if role in SIDES else None


def _compares(code: int) -> bool:
    return code in COMPARISONS or (FIRST_SEQUENCE <= code < FIRST_VARIABLE and BY_CODE[code].result is Sort.BOOLEAN)


def _is_rare(form: Form, has_floats: bool) -> bool:
    """Whether it is about things being equal that seldom are."""
    return any(_compares(code) and (has_floats or code >= FIRST_SEQUENCE) for code in form[0])


@dataclass(frozen=True, slots=True, eq=False)
class Joined:
    """Relations without false positive, the most readable first, and what they cost (trees x rows / 10**6)."""

    programs: Programs
    evaluations: float


def join(table: Table, grammar: Grammar, limits: Limits, seed: int) -> Joined:
    """Compute all small relations that hold on the correct rows and reject incorrect ones; same seed, same result."""
    correct = correct_bits(table)
    if len(correct) < JOIN.least_rows or not table.incorrect:
        return Joined(pack_forms([]), 0.0)
    verifier = Verifier(table)
    rng = default_rng(seed)
    leaves = number_leaves(grammar)
    exceptions = _input_literals(verifier, grammar, leaves, limits.atoms // JOIN.exception_part)
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
        exceptions = exceptions.joined_with(
            _literals(verifier, output_literals(leaves, limits.atoms // JOIN.output_part))
        )
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
    return informative(Literals(tuple(forms), verifier.score(forms).rejected), verifier.table, CLAUSES.least_share)


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
    terms = grow_terms(leaves, sample, verifier.table.tolerance, limits.expressions, JOIN.compound_size)
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
        missing = min(JOIN.rows_of_region - int((is_chosen & part).sum()), size - int(is_chosen.sum()))
        if missing > 0:
            is_chosen[np.flatnonzero(part & ~is_chosen)[:missing]] = True
    is_chosen[np.flatnonzero(~is_chosen)[: max(0, size - int(is_chosen.sum()))]] = True
    return positions[is_chosen]
