"""The rows that terms are compared on: correct ones, ones with outputs that no function gave, incorrect ones."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.random import Generator

from genmorph.fitness.kernel import WORD, Floats, Ints
from genmorph.fitness.table import Table
from genmorph.model import Kind
from genmorph.relations.expression import FOLLOW_UP_SIDE, SOURCE_SIDE, Variable
from genmorph.relations.operators import Sort
from genmorph.search.join.forms import SEQUENCES
from genmorph.settings import SAMPLE
from genmorph.values.foreign import floats_in

SIDES = SOURCE_SIDE | FOLLOW_UP_SIDE
PATTERNS = {True: [0, 1, 0, 1], False: [0, 0, 1, 1]}
"""Which of its two values a variable has in the rows of a quad: on the source's side, on the follow-up's."""
_ELEMENTS: Mapping[Sort, Any] = {
    Sort.TEXT: "a",
    Sort.NUMBERS: [1],
    Sort.BOOLEANS: [True],
    Sort.TEXTS: ["a"],
    Sort.NESTED: [[1]],
    Sort.OBJECT: [()],
}
"""What sequences that are never seen but empty are made of."""

_Values = list[Any]
"""The values of a text or sequence variable, one for each row."""


@dataclass(frozen=True, slots=True, eq=False)
class RowSample:
    """`correct` correct rows, scrambled ones up to `checked`, then incorrect ones.

    `values` is number variables x rows, `sequences` holds the values of text and sequence variables by the variable's
    index; `positions` are the places of the correct rows among the table's bits.
    """

    values: Floats
    sequences: Mapping[int, _Values]
    positions: Ints
    checked: int

    @property
    def correct(self) -> int:
        """How many rows are correct executions."""
        return len(self.positions)

    @property
    def scale(self) -> float:
        """The magnitude below which numbers, and elements of sequences, are distinguished absolutely."""
        lists = [value for known in self.sequences.values() for value in known[: self.correct]]
        flat = [v for value in lists for v in value]
        elements = np.array([*(v for v in flat if type(v) is int), *floats_in(flat)], np.float64)
        numbers = np.abs(np.concatenate([self.values[:, : self.correct].ravel(), elements]))
        sizes = numbers[np.isfinite(numbers) & (numbers > 0)]
        return SAMPLE.smallest_magnitude * _middle(sizes) if len(sizes) else SAMPLE.smallest_magnitude

    def with_correct(self, table: Table, variables: Sequence[Variable], positions: Ints) -> "RowSample":
        """The same rows and further correct ones."""
        numbers, sequences = _numbers_at(table, variables, positions), _sequences_at(table, variables, positions)
        values = np.concatenate([self.values[:, : self.correct], numbers, self.values[:, self.correct :]], axis=1)
        longer = {
            index: known[: self.correct] + sequences[index] + known[self.correct :]
            for index, known in self.sequences.items()
        }
        return RowSample(values, longer, np.concatenate([self.positions, positions]), self.checked + len(positions))


def correct_bits(table: Table) -> Ints:
    """The bits of the table that stand for correct rows."""
    return np.flatnonzero(table.row_of_bit[: correct_words(table) * WORD] >= 0)


def correct_words(table: Table) -> int:
    """How many of the table's words hold correct rows."""
    return int(table.segments[1]) if len(table.segments) > 1 else len(table.valid)


def draw_sample(table: Table, variables: Sequence[Variable], positions: Ints, wrong: int, rng: Generator) -> RowSample:
    """The correct rows at these positions, scrambled rows, and up to `wrong` incorrect rows from all mutants.

    A scrambled row has real inputs, and outputs like those of the function that have nothing to do with them: four
    rows each, both values of the source's side with both of the follow-up's.
    """
    incorrect = correct_words(table) * WORD + np.flatnonzero(table.row_of_bit[correct_words(table) * WORD :] >= 0)
    chosen = incorrect[np.linspace(0, len(incorrect) - 1, min(wrong, len(incorrect))).astype(np.int64)]
    numbers, sequences = _numbers_at(table, variables, positions), _sequences_at(table, variables, positions)
    has_sides = any(variable.role in SIDES and variable.kind is not Kind.BOOL for variable in variables)
    bases = rng.integers(len(positions), size=SAMPLE.quads) if has_sides else np.empty(0, np.int64)
    scrambled = _scrambled_numbers(numbers, [v for v in variables if v.kind.is_number], bases, rng)
    wrong_sequences = _sequences_at(table, variables, chosen)
    return RowSample(
        np.concatenate([numbers, scrambled, _numbers_at(table, variables, chosen)], axis=1),
        {
            index: [*values, *_scrambled_sequence(values, variables[index], bases, rng), *wrong_sequences[index]]
            for index, values in sequences.items()
        },
        positions,
        len(positions) + scrambled.shape[1],
    )


def _numbers_at(table: Table, variables: Sequence[Variable], positions: Ints) -> Floats:
    """Number variables x these bits of the table."""
    rows = table.row_of_bit[positions]
    columns = [column[rows] for v, column in zip(variables, table.columns, strict=True) if v.kind.is_number]
    return np.array(columns, np.float64).reshape(-1, len(rows))


def _sequences_at(table: Table, variables: Sequence[Variable], positions: Ints) -> dict[int, _Values]:
    rows = table.row_of_bit[positions]
    return {
        index: table.columns[index][rows].tolist()
        for index, variable in enumerate(variables)
        if variable.sort in SEQUENCES
    }


def _scrambled_numbers(correct: Floats, variables: Sequence[Variable], bases: Ints, rng: Generator) -> Floats:
    """Real numbers, but for those of outputs, which are of like magnitude."""
    rows = np.repeat(correct[:, bases], len(PATTERNS[True]), axis=1)
    for place, variable in enumerate(variables):
        if variable.role in SIDES and len(bases):
            strange = _strange(correct[place], variable.kind, rng)
            rows[place] = strange[:, PATTERNS[variable.role in SOURCE_SIDE]].ravel()
    return rows


def _strange(column: Floats, kind: Kind, rng: Generator) -> Floats:
    known = column[np.isfinite(column)]
    known = known if len(known) else np.ones(1)
    size = (SAMPLE.quads, 2)
    spread = min(max(SAMPLE.least_spread, _middle(np.abs(known))), SAMPLE.largest_spread)
    with np.errstate(over="ignore"):
        values = rng.choice(known, size=size) * rng.uniform(*SAMPLE.factors, size) + rng.uniform(-spread, spread, size)
    values *= rng.choice([-1.0, 1.0], size=size)
    return np.rint(values) if kind is Kind.INT else values


def _scrambled_sequence(correct: _Values, variable: Variable, bases: Ints, rng: Generator) -> _Values:
    """Real values, but for those of outputs, which are made of those of other rows."""
    if variable.role not in SIDES:
        return [correct[base] for base in bases for _ in PATTERNS[True]]
    elements = correct if any(correct) else [_ELEMENTS[variable.sort] * count for count in range(3)]
    make = _another if variable.sort is Sort.OBJECT else _concatenated
    strange = [[make(elements, rng) for _ in range(2)] for _ in bases]
    return [pair[which] for pair in strange for which in PATTERNS[variable.role in SOURCE_SIDE]]


def _another(known: _Values, rng: Generator) -> Any:
    """One of the values, whole."""
    return known[int(rng.integers(len(known)))]


def _concatenated(known: _Values, rng: Generator) -> Any:
    """The end of one value, then the beginning of another."""
    one, other = (known[index] for index in rng.integers(len(known), size=2).tolist())
    return one[int(rng.integers(len(one) + 1)) :] + other[: int(rng.integers(len(other) + 1))]


def _middle(values: Floats) -> float:
    """A median that does not overflow, as the mean of two huge numbers would."""
    return float(np.sort(values)[len(values) // 2])
