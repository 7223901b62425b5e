"""The rows that terms are compared on: correct ones, ones with outputs that no function gave, incorrect ones."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from genmorph.fitness.kernel import BLOCK, WORD
from genmorph.fitness.table import Table
from genmorph.model import Kind
from genmorph.relations.expression import Role, Variable

OUTPUT_ROLES = (Role.SOURCE_OUTPUT, Role.FOLLOW_UP_OUTPUT)
QUADS = 8
"""So many inputs get two values for each output, in all four combinations."""
SMALLEST = 1e-6
"""Below this share of the median magnitude, numbers are told apart absolutely."""
LARGEST_SPREAD = 1e300
"""Scrambled values stay finite, mostly."""


@dataclass(frozen=True, slots=True, eq=False)
class Sample:
    """Number variables x rows: `correct` correct rows, scrambled ones up to `checked`, then incorrect ones.

    `positions` are the places of the correct rows among the table's bits.
    """

    values: NDArray[np.float64]
    positions: NDArray[np.int64]
    checked: int

    @property
    def correct(self) -> int:
        """How many rows are correct executions."""
        return len(self.positions)

    @property
    def scale(self) -> float:
        """The magnitude below which numbers are told apart absolutely."""
        sizes = np.abs(self.values[:, : self.correct])
        sizes = sizes[np.isfinite(sizes) & (sizes > 0)]
        return SMALLEST * _middle(sizes) if len(sizes) else SMALLEST

    def with_correct(self, table: Table, positions: NDArray[np.int64]) -> "Sample":
        """The same rows and further correct ones."""
        more = numbers_at(table, positions)
        values = np.concatenate([self.values[:, : self.correct], more, self.values[:, self.correct :]], axis=1)
        return Sample(values, np.concatenate([self.positions, positions]), self.checked + len(positions))


def correct_bits(table: Table) -> NDArray[np.int64]:
    """The bits of the table that stand for correct rows."""
    return np.flatnonzero(table.row_of_bit[: correct_words(table) * WORD] >= 0)


def correct_words(table: Table) -> int:
    """How many of the table's words hold correct rows."""
    return int(table.segments[1]) if len(table.segments) > 1 else len(table.valid)


def numbers_at(table: Table, positions: NDArray[np.int64]) -> NDArray[np.float64]:
    """Number columns x these bits of the table."""
    return np.ascontiguousarray(table.numbers[positions // BLOCK, :, positions % BLOCK].T)


def draw_sample(
    table: Table, variables: Sequence[Variable], positions: NDArray[np.int64], wrong: int, rng: Generator
) -> Sample:
    """The correct rows at these positions, scrambled rows, and up to `wrong` incorrect rows from all mutants."""
    incorrect = correct_words(table) * WORD + np.flatnonzero(table.row_of_bit[correct_words(table) * WORD :] >= 0)
    chosen = incorrect[np.linspace(0, len(incorrect) - 1, min(wrong, len(incorrect))).astype(np.int64)]
    correct = numbers_at(table, positions)
    scrambled = _scramble(correct, [variable for variable in variables if variable.kind.is_number], rng)
    values = np.concatenate([correct, scrambled, numbers_at(table, chosen)], axis=1)
    return Sample(values, positions, correct.shape[1] + scrambled.shape[1])


def _scramble(correct: NDArray[np.float64], variables: Sequence[Variable], rng: Generator) -> NDArray[np.float64]:
    """Real inputs with outputs of like magnitude that have nothing to do with them.

    Four rows each: both values of the source's output with both of the follow-up's.
    """
    outputs = [index for index, variable in enumerate(variables) if variable.role in OUTPUT_ROLES]
    if not outputs:
        return correct[:, :0]
    bases = correct[:, rng.integers(correct.shape[1], size=QUADS)]
    rows = np.repeat(bases, 4, axis=1)
    for place, output in enumerate(outputs):
        strange = _strange(correct[output], variables[output].kind, rng)
        rows[output] = strange[:, [0, 1, 0, 1] if place == 0 else [0, 0, 1, 1]].ravel()
    return rows


def _strange(column: NDArray[np.float64], kind: Kind, rng: Generator) -> NDArray[np.float64]:
    known = column[np.isfinite(column)]
    known = known if len(known) else np.ones(1)
    size = (QUADS, 2)
    spread = min(max(10.0, _middle(np.abs(known))), LARGEST_SPREAD)
    with np.errstate(over="ignore"):
        values = rng.choice(known, size=size) * rng.uniform(0.5, 1.5, size) + rng.uniform(-spread, spread, size)
    values *= rng.choice([-1.0, 1.0], size=size)
    return np.rint(values) if kind is Kind.INT else values


def _middle(values: NDArray[np.float64]) -> float:
    """A median that does not overflow, as the mean of two huge numbers would."""
    return float(np.sort(values)[len(values) // 2])
