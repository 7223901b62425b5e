"""What terms of texts and sequences are made of: variables, and numbers that operations on them take."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import isfinite
from typing import Any

import numpy as np

from genmorph.model import Kind
from genmorph.relations.complexity import weight
from genmorph.relations.expression import TEXT_OF_NUMBER
from genmorph.relations.meaning import function_of
from genmorph.relations.operators import ADD_EACH, LENGTH, REMOVE, SCALE_EACH, TRUNCATE, Sort
from genmorph.search.grammar import Grammar
from genmorph.search.join.forms import SEQUENCES, Form, apply, number, on_sort, variable
from genmorph.search.join.leaves import INPUT, mention_of
from genmorph.search.join.sampling import Sample

INDICES = (0, -1)
COUNTS = (1, 2, -2)
CONSTANTS = 4
"""Elements are changed by so many of the grammar's constants."""
VARIABLES = 6
"""And so many numbers that are no constants are tried with each operation."""


@dataclass(frozen=True, slots=True, eq=False)
class Term:
    """A number, text or sequence with its values on the correct and scrambled rows of a sample."""

    form: Form
    sort: Sort
    mentions: int
    effort: int
    values: Sequence[Any]


def applied(code: int, result: Sort, *operands: Term) -> Term:
    """The term that an operator gives, evaluated."""
    mentions = 0
    for operand in operands:
        mentions |= operand.mentions
    return Term(
        apply(code, *(operand.form for operand in operands)),
        result,
        mentions,
        weight(code) + sum(operand.effort for operand in operands),
        list(map(function_of(code, None), *(operand.values for operand in operands))),
    )


def sequence_variables(grammar: Grammar, sample: Sample) -> list[Term]:
    """All texts and sequences among the variables."""
    return [
        Term(variable(index), v.sort, mention_of(v), 1, sample.sequences[index][: sample.checked])
        for index, v in enumerate(grammar.variables)
        if v.sort in SEQUENCES
    ]


def written_numbers(grammar: Grammar, sample: Sample) -> list[Term]:
    """The ints among the variables as texts."""
    ints = _number_variables(grammar, sample, (Kind.INT,)) if TEXT_OF_NUMBER in grammar.operators else []
    return [applied(TEXT_OF_NUMBER, Sort.TEXT, term) for term in ints[:VARIABLES]]


def second_operands(grammar: Grammar, sample: Sample, sequences: Sequence[Term]) -> Mapping[int, list[Term]]:
    """The numbers to try with each operation that takes one.

    The length of an output is none: `xs[: len(ys)] == xs` says in a roundabout way which is longer.
    """

    def constants(*values: float) -> list[Term]:
        return [_constant(value, sample.checked) for value in dict.fromkeys(values)]

    known = list(_heaviest(grammar))
    ints = _number_variables(grammar, sample, (Kind.INT,))[:VARIABLES]
    numbers = _number_variables(grammar, sample, (Kind.INT, Kind.FLOAT))[:VARIABLES]
    inputs = [term for term in sequences if term.mentions == INPUT][:VARIABLES]
    lengths = [applied(on_sort(LENGTH, term.sort), Sort.NUMBER, term) for term in inputs]
    return {
        REMOVE: constants(*INDICES),
        TRUNCATE: [*constants(*COUNTS), *ints, *lengths],
        ADD_EACH: [*constants(*known, *(-value for value in known)), *numbers],
        SCALE_EACH: [*constants(-1, *(value for value in known if value != 1)), *numbers],
    }


def _heaviest(grammar: Grammar) -> Iterator[float]:
    """The constants that weigh most, each magnitude once."""
    weights = np.diff(grammar.rules.constants[2], prepend=0)
    ordered = [grammar.constants[place] for place in np.argsort(-weights.round(9), kind="stable")]
    magnitudes = dict.fromkeys(abs(value) for value in ordered if value)
    yield from list(magnitudes)[:CONSTANTS]


def _constant(value: float, rows: int) -> Term:
    form = number(value)
    return Term(form, Sort.NUMBER, 0, weight(form[0][0]), [value] * rows)


def _number_variables(grammar: Grammar, sample: Sample, kinds: Sequence[Kind]) -> list[Term]:
    numbers = [(index, v) for index, v in enumerate(grammar.variables) if v.kind.is_number]
    return [
        Term(variable(index), Sort.NUMBER, mention_of(v), 1, _as_read(row, v.kind))
        for (index, v), row in zip(numbers, sample.values[:, : sample.checked].tolist(), strict=True)
        if v.kind in kinds
    ]


def _as_read(values: Sequence[float], kind: Kind) -> Sequence[float]:
    """Ints as ints, which are written in another way than floats; one that is missing is a NaN."""
    return [int(value) if isfinite(value) else value for value in values] if kind is Kind.INT else values
