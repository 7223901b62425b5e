"""All small terms of texts and sequences, evaluated on a sample, equal ones merged."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import reduce
from itertools import chain, pairwise, product
from math import asinh, isfinite
from operator import or_
from typing import Any

import numpy as np

from genmorph.fitness.kernel import Ints
from genmorph.model import Built, Kind
from genmorph.relations import operators as op
from genmorph.relations.complexity import node_complexity
from genmorph.relations.expression import TEXT_OF_NUMBER
from genmorph.relations.meaning import function_of
from genmorph.relations.operators import Sort
from genmorph.search.grammar import Grammar
from genmorph.search.join.compiled import FOLLOW_UP, INPUT, OUTPUTS, SOURCE
from genmorph.search.join.forms import SEQUENCES, Form, apply, number, on_sort, variable
from genmorph.search.join.sampling import RowSample
from genmorph.search.join.terms import mention_of
from genmorph.settings import SEQUENCE_TERMS
from genmorph.values.foreign import identity

_NAN, _INFINITE = -(2**62), 2**62


@dataclass(frozen=True, slots=True, eq=False)
class Term:
    """A number, text or sequence with its values on the correct and scrambled rows of a sample."""

    form: Form
    sort: Sort
    mentions: int
    complexity: int
    values: Sequence[Any]


def applied(code: int, result: Sort, *operands: Term) -> Term:
    """The term that an operator gives, evaluated."""
    return Term(
        apply(code, *(operand.form for operand in operands)),
        result,
        reduce(or_, (operand.mentions for operand in operands)),
        node_complexity(code) + sum(operand.complexity for operand in operands),
        list(map(function_of(code, None), *(operand.values for operand in operands))),
    )


def _sequence_variables(grammar: Grammar, sample: RowSample) -> list[Term]:
    """All texts and sequences among the variables."""
    return [
        Term(variable(index), v.sort, mention_of(v), 1, sample.sequences[index][: sample.checked])
        for index, v in enumerate(grammar.variables)
        if v.sort in SEQUENCES
    ]


def _second_operands(grammar: Grammar, sample: RowSample, sequences: Sequence[Term]) -> Mapping[int, list[Term]]:
    """The numbers to try with each operation that takes one.

    The length of an output is none: `xs[: len(ys)] == xs` says in a roundabout way which is longer.
    """

    def constants(*values: float) -> list[Term]:
        forms = [(number(value), value) for value in dict.fromkeys(values)]
        return [
            Term(form, Sort.NUMBER, 0, node_complexity(form[0][0]), [value] * sample.checked) for form, value in forms
        ]

    # The constants that weigh most, each magnitude once.
    weights = np.diff(grammar.rules.constants[2], prepend=0)
    ordered = [grammar.constants[place] for place in np.argsort(-weights.round(9), kind="stable")]
    known = list(dict.fromkeys(abs(value) for value in ordered if value))[: SEQUENCE_TERMS.constants]
    ints = _number_variables(grammar, sample, (Kind.INT,))[: SEQUENCE_TERMS.variables]
    numbers = _number_variables(grammar, sample, (Kind.INT, Kind.FLOAT))[: SEQUENCE_TERMS.variables]
    inputs = [term for term in sequences if term.mentions == INPUT][: SEQUENCE_TERMS.variables]
    lengths = [applied(on_sort(op.LENGTH, term.sort), Sort.NUMBER, term) for term in inputs]
    return {
        op.REMOVE: constants(*SEQUENCE_TERMS.indices),
        op.TRUNCATE: [*constants(*SEQUENCE_TERMS.counts), *ints, *lengths],
        op.ADD_EACH: [*constants(*known, *(-value for value in known)), *numbers],
        op.SCALE_EACH: [*constants(-1, *(value for value in known if value != 1)), *numbers],
    }


def _number_variables(grammar: Grammar, sample: RowSample, kinds: Sequence[Kind]) -> list[Term]:
    numbers = [(index, v) for index, v in enumerate(grammar.variables) if v.kind.is_number]
    return [
        # Ints are written in another way than floats; one that is missing is a NaN.
        Term(
            variable(index),
            Sort.NUMBER,
            mention_of(v),
            1,
            [int(value) if isfinite(value) else value for value in row] if v.kind is Kind.INT else row,
        )
        for (index, v), row in zip(numbers, sample.values[:, : sample.checked].tolist(), strict=True)
        if v.kind in kinds
    ]


class Interning:
    """Gives each distinct value of a text or sequence a number; values of different sorts have different ones.

    With floats, numbers that differ by rounding only are not distinguished, but where they straddle a step; `scale` is
    the magnitude below which they are distinguished absolutely.

    >>> known = Interning(scale=1e-6, has_floats=True)
    >>> known.numbers([[0.1 + 0.2], [0.3], [0.3, 1.0]], Sort.NUMBERS).tolist()
    [3, 3, 11]
    """

    def __init__(self, scale: float, *, has_floats: bool) -> None:
        self._scale = scale
        self._has_floats = has_floats
        self._known: dict[Sort, dict[Any, int]] = {sort: {} for sort in Sort}

    def numbers(self, values: Sequence[Any], sort: Sort) -> Ints:
        """One number for each value."""
        known = self._known[sort]
        keys: Iterable[Any] = values
        if sort is Sort.NUMBERS and self._has_floats:
            keys = self._rounded(values)
        elif sort in (Sort.OBJECT, Sort.NESTED):
            keys = (identity(self._levelled(value) if self._has_floats else value) for value in values)
        elif sort is not Sort.TEXT:
            keys = map(tuple, values)
        numbers = [known.setdefault(key, len(known)) for key in keys]
        return np.array(numbers, np.int64) * len(Sort) + list(Sort).index(sort)

    def _levelled(self, value: Any) -> Any:
        """The value with levels in the place of the floats inside."""
        match value:
            case float() if isfinite(value / self._scale):  # else too large for levels
                return round(asinh(value / self._scale) * SEQUENCE_TERMS.steps)
            case list() | tuple():
                return type(value)(map(self._levelled, value))
            case dict():
                return {key: self._levelled(held) for key, held in value.items()}
            case Built(maker, parts):
                return Built(maker, self._levelled(parts))
        return value

    def _rounded(self, values: Sequence[list[float]]) -> list[bytes]:
        ends = np.cumsum([0, *map(len, values)]).tolist()
        elements = np.fromiter(chain.from_iterable(values), np.float64, ends[-1])
        with np.errstate(all="ignore"):
            levels = np.rint(np.arcsinh(elements / self._scale) * SEQUENCE_TERMS.steps)
        levels = np.nan_to_num(levels, nan=_NAN, posinf=_INFINITE, neginf=-_INFINITE).astype(np.int64)
        return [levels[start:end].tobytes() for start, end in pairwise(ends)]


_Plan = tuple[int, tuple[Term, ...]]
"""An operator and its operands."""


@dataclass(frozen=True, slots=True, eq=False)
class SequenceTerms:
    """Different terms, smaller ones first, the largest without values; `ids` is terms x rows, equal where values are.

    `mentions` and `complexities` are those of each term, `spent` counts the terms that were evaluated.
    """

    terms: tuple[Term, ...]
    ids: Ints
    mentions: Ints
    complexities: Ints
    correct: int
    spent: int


def grow_sequences(grammar: Grammar, sample: RowSample, limit: int) -> SequenceTerms:
    """Enumerate terms over all texts and sequences, at most `limit` evaluated ones beyond the variables.

    First the variables, then one operation on them, then one on what came of that; the plainest come first.
    """
    variables = _sequence_variables(grammar, sample)
    interning = Interning(sample.scale, has_floats=any(not variable.is_exact for variable in grammar.variables))
    elements = sum(len(value) for term in variables for value in term.values)
    affordable = min(limit, SEQUENCE_TERMS.elements * len(variables) // max(1, elements))
    growth = _Growth(interning, sample, affordable)
    ints = _number_variables(grammar, sample, (Kind.INT,)) if TEXT_OF_NUMBER in grammar.operators else []
    written = [applied(TEXT_OF_NUMBER, Sort.TEXT, term) for term in ints[: SEQUENCE_TERMS.variables]]
    leaves = growth.keep([*variables, *written])
    numbers = _second_operands(grammar, sample, variables)
    once = growth.grow([*_changed(grammar, leaves, numbers), *_put_together(grammar, leaves)])
    sources = [term for term in once if not term.mentions & FOLLOW_UP]
    growth.grow([*_changed(grammar, once, numbers), *_put_together(grammar, sources)], last=True)
    return growth.result()


class _Growth:
    """The terms found so far."""

    def __init__(self, interning: Interning, sample: RowSample, limit: int) -> None:
        self._interning = interning
        self._correct, self._rows = sample.correct, sample.checked
        self._limit = limit
        self._terms: list[Term] = []
        self._ids: list[Ints] = []
        self._seen: set[bytes] = set()
        self._spent = 0

    def grow(self, plans: Iterable[_Plan], *, last: bool = False) -> list[Term]:
        """Evaluate the plainest plans, those with outputs first, as far as the limit allows; those that are new.

        The `last` ones do without their values: all of these lists would take too much memory.
        """

        def rank(plan: _Plan) -> tuple[int, bool]:
            code, operands = plan
            complexity = node_complexity(code) + sum(operand.complexity for operand in operands)
            return complexity, not any(operand.mentions & OUTPUTS for operand in operands)

        chosen = sorted(plans, key=rank)[: max(0, self._limit - self._spent)]
        self._spent += len(chosen)
        return self.keep((applied(code, op.BY_CODE[code].result, *operands) for code, operands in chosen), last=last)

    def keep(self, terms: Iterable[Term], *, last: bool = False) -> list[Term]:
        """Those of the terms that equal none before on all rows, and depend on all sides that they mention."""
        kept = []
        for term in terms:
            ids = self._interning.numbers(term.values, term.sort)
            key = ids.tobytes()
            if key not in self._seen and _depends(term, ids[self._correct :]):
                self._seen.add(key)
                self._ids.append(ids)
                kept.append(replace(term, values=()) if last else term)
        self._terms += kept
        return kept

    def result(self) -> SequenceTerms:
        """All that was kept."""
        return SequenceTerms(
            tuple(self._terms),
            np.array(self._ids, np.int64).reshape(len(self._ids), self._rows),
            np.array([term.mentions for term in self._terms], np.int64),
            np.array([term.complexity for term in self._terms], np.int64),
            self._correct,
            self._spent,
        )


def _depends(term: Term, scrambled: Ints) -> bool:
    """Whether other outputs of a side that is mentioned give another value."""
    a, b, c, _ = scrambled.reshape(-1, 4).T
    on_source = not term.mentions & SOURCE or bool((a != b).any())
    return on_source and (not term.mentions & FOLLOW_UP or bool((a != c).any()))


def _changed(grammar: Grammar, terms: Sequence[Term], numbers: Mapping[int, list[Term]]) -> Iterator[_Plan]:
    """All operations on one of the terms."""
    for term in terms:
        for operation in (op.FLIP, op.SORTED, op.UPPER, op.LOWER):
            if on_sort(operation, term.sort) in grammar.operators:
                yield on_sort(operation, term.sort), (term,)
        for operation, operands in numbers.items():
            if on_sort(operation, term.sort) in grammar.operators:
                yield from ((on_sort(operation, term.sort), (term, operand)) for operand in operands)


def _put_together(grammar: Grammar, terms: Sequence[Term]) -> Iterator[_Plan]:
    """Any two of the terms, but for outputs of both calls, which claims compare."""
    for first, second in product(terms, terms):
        code = on_sort(op.CONCATENATE, first.sort)
        is_mixed = (first.mentions | second.mentions) & OUTPUTS == OUTPUTS
        if first.sort is second.sort and code in grammar.operators and not is_mixed:
            yield code, (first, second)
