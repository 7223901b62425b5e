"""Executions -> the blocks of columns that the kernel reads."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from genmorph.execution.observation import CORRECT, Executions
from genmorph.fitness.kernel import BLOCK, WORD, WORDS
from genmorph.model import Kind, Tolerance


@dataclass(frozen=True, slots=True, eq=False)
class Table:
    """Columns in blocks of 512 rows, padded so that correct rows and each mutant's rows begin at a word of 64.

    `segments` are the first words of the correct rows and of each judged mutant's rows; `judged` are those mutants'
    ids; `valid` marks the bits that stand for rows, `incorrect_bits` those of incorrect rows alone; `row_of_bit` is the
    row of the executions behind each bit, -1 for padding.
    """

    numbers: NDArray[np.float64]
    booleans: NDArray[np.uint64]
    slots: NDArray[np.int64]
    is_int: NDArray[np.bool_]
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
    bits: list[NDArray[np.int64]] = []
    segments = []
    for group in groups:
        segments.append(sum(map(len, bits)) // WORD)
        rows = np.flatnonzero(executions.mutants == group)
        bits.append(np.pad(rows, (0, -len(rows) % WORD), constant_values=-1))
    bits.append(np.full(-sum(map(len, bits)) % BLOCK, -1))
    row_of_bit = np.concatenate(bits).astype(np.int64)
    is_number = [variable.kind.is_number for variable in executions.variables]
    slots = [sum(sort is other for other in is_number[:i]) for i, sort in enumerate(is_number)]
    padded = [column[np.maximum(row_of_bit, 0)] for column in executions.columns]
    blocks = len(row_of_bit) // BLOCK
    numbers = np.array([c for c, number in zip(padded, is_number, strict=True) if number], np.float64)
    booleans = np.array(
        [pack_bits(c.astype(np.bool_)) for c, number in zip(padded, is_number, strict=True) if not number], np.uint64
    )
    return Table(
        numbers=np.ascontiguousarray(numbers.reshape(-1, blocks, BLOCK).swapaxes(0, 1)),
        booleans=np.ascontiguousarray(booleans.reshape(-1, blocks, WORDS).swapaxes(0, 1)),
        slots=np.array(slots, np.int64),
        is_int=np.array([variable.kind is Kind.INT for variable in executions.variables]),
        valid=pack_bits(row_of_bit >= 0),
        incorrect_bits=pack_bits((row_of_bit >= 0) & (executions.mutants[row_of_bit] != CORRECT)),
        segments=np.array(segments, np.int64),
        judged=tuple(executions.names[group] for group in groups if group != CORRECT),
        row_of_bit=row_of_bit,
        tolerance=tolerance,
        correct=executions.correct,
        incorrect=executions.incorrect,
    )


def pack_bits(flags: NDArray[np.bool_]) -> NDArray[np.uint64]:
    """Booleans as words of 64, the first in the lowest bit.

    >>> pack_bits(np.arange(64) < 3).tolist()
    [7]
    """
    return np.packbits(flags, bitorder="little").view(np.uint64)


def unpack_bits(words: NDArray[np.uint64]) -> NDArray[np.bool_]:
    """The inverse of `pack_bits`."""
    return np.unpackbits(np.ascontiguousarray(words).view(np.uint8), bitorder="little").astype(np.bool_)
