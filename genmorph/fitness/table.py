"""Executions -> the blocks of columns that the kernel reads."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from genmorph.execution.observation import CORRECT, Column, Executions
from genmorph.fitness.kernel import BLOCK, WORD, WORDS, Sequences
from genmorph.fitness.sequences import in_order, lay_out
from genmorph.model import Kind, Tolerance


@dataclass(frozen=True, slots=True, eq=False)
class Table:
    """Columns in blocks of 512 rows, padded so that correct rows and each mutant's rows begin at a word of 64.

    `columns` are those of the executions. `slots` are their places among numbers, Booleans, or texts and sequences;
    `exact` says which hold no floats. `segments` are the first words of the correct rows and of each judged mutant's
    rows; `judged` are those mutants' ids; `valid` marks the bits that stand for rows, `incorrect_bits` those of
    incorrect rows alone; `row_of_bit` is the row of the executions behind each bit, -1 for padding.
    """

    columns: tuple[Column, ...]
    numbers: NDArray[np.float64]
    booleans: NDArray[np.uint64]
    sequences: Sequences
    slots: NDArray[np.int64]
    exact: NDArray[np.bool_]
    valid: NDArray[np.uint64]
    incorrect_bits: NDArray[np.uint64]
    segments: NDArray[np.int64]
    judged: tuple[str, ...]
    row_of_bit: NDArray[np.int64]
    tolerance: Tolerance
    correct: int
    incorrect: int

    @property
    def rows(self) -> int:
        """The number of executions."""
        return self.correct + self.incorrect


def build_table(executions: Executions, tolerance: Tolerance) -> Table:
    """Lay the executions out for the kernel; at least one correct row is needed."""
    groups = [int(group) for group in np.unique(executions.mutants)]
    row_of_bit, segments = _in_words([np.flatnonzero(executions.mutants == group) for group in groups])
    kinds = [variable.kind for variable in executions.variables]
    numbers = [place for place, kind in enumerate(kinds) if kind.is_number]
    booleans = [place for place, kind in enumerate(kinds) if kind is Kind.BOOL]
    sequences = in_order(kinds)
    slots = np.empty(len(kinds), np.int64)
    for places in (numbers, booleans, sequences):
        slots[places] = np.arange(len(places))
    columns = executions.columns
    padded = np.maximum(row_of_bit, 0)
    flags = [pack_bits(columns[place][padded].astype(np.bool_)) for place in booleans]
    return Table(
        columns=columns,
        numbers=_in_blocks(np.array([columns[place][padded] for place in numbers], np.float64), BLOCK, len(padded)),
        booleans=_in_blocks(np.array(flags, np.uint64), WORDS, len(padded)),
        sequences=lay_out([columns[place] for place in sequences], [kinds[place] for place in sequences], row_of_bit),
        slots=slots,
        exact=np.array([kind not in (Kind.FLOAT, Kind.FLOATS) for kind in kinds], np.bool_),
        valid=pack_bits(row_of_bit >= 0),
        incorrect_bits=pack_bits((row_of_bit >= 0) & (executions.mutants[row_of_bit] != CORRECT)),
        segments=segments,
        judged=tuple(executions.names[group] for group in groups if group != CORRECT),
        row_of_bit=row_of_bit,
        tolerance=tolerance,
        correct=executions.correct,
        incorrect=executions.incorrect,
    )


def _in_words(groups: Sequence[NDArray[np.int64]]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """The row behind each bit where each group begins at a word, padded to whole blocks; the first words of groups."""
    padded = [np.pad(rows, (0, -len(rows) % WORD), constant_values=-1) for rows in groups]
    ends = np.cumsum([len(rows) for rows in padded])
    rest = np.full(-int(ends[-1]) % BLOCK, -1)
    first_words = np.array([0, *(ends[:-1] // WORD)], np.int64)
    return np.concatenate([*padded, rest]).astype(np.int64), first_words


def _in_blocks(columns: NDArray[Any], width: int, rows: int) -> NDArray[Any]:
    """Columns x rows as blocks x columns x what a block has of each."""
    return np.ascontiguousarray(columns.reshape(-1, rows // BLOCK, width).swapaxes(0, 1))


def pack_bits(flags: NDArray[np.bool_]) -> NDArray[np.uint64]:
    """Booleans as words of 64, the first in the lowest bit.

    >>> pack_bits(np.arange(64) < 3).tolist()
    [7]
    """
    return np.packbits(flags, bitorder="little").view(np.uint64)


def unpack_bits(words: NDArray[np.uint64]) -> NDArray[np.bool_]:
    """The inverse of `pack_bits`."""
    return np.unpackbits(np.ascontiguousarray(words).view(np.uint8), bitorder="little").astype(np.bool_)
