"""Equalities that hold only because their tolerance hides a difference: `f(x + 1) + 1e12 == f(x) + 1e12`."""

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from genmorph.fitness.kernel import EQUAL, WORDS
from genmorph.fitness.programs import Programs
from genmorph.fitness.scores import score
from genmorph.fitness.table import Table

SMALL = 100.0
"""An output changed by so many times the tolerance must be noticed by what says that it equals something."""
LARGE = 1e7
"""And so many times more is an output of another magnitude."""


class Rounding:
    """Tells such relations on the correct rows of a table; `output` is the follow-up's output, by number.

    They notice a small change of the output, in either direction, on less than half of the rows on which they notice a
    large one.
    """

    def __init__(self, table: Table, output: int, *, is_number: bool) -> None:
        self._is_number = is_number
        alone = _correct_alone(table)
        column = np.abs(alone.numbers[:, table.slots[output]]) if is_number else np.zeros(0)
        tolerance = table.tolerance
        change = SMALL * (tolerance.relative * column + tolerance.absolute)
        self._changed = [
            tuple(_with_change(alone, int(table.slots[output]), sign * size * change) for sign in (1, -1))
            for size in (1.0, LARGE)
            if is_number
        ]

    def hides(self, programs: Programs) -> NDArray[np.bool_]:
        """For each program that holds on all correct rows, whether its tolerance hides a difference."""
        hidden = np.zeros(len(programs), np.bool_)
        equal = np.flatnonzero((programs.codes == EQUAL).any(axis=1))
        if self._is_number and len(equal):
            claims = programs.take(equal)
            small, large = (self._noticed(claims, tables) for tables in self._changed)
            hidden[equal] = 2 * small <= large
        return hidden

    @staticmethod
    def _noticed(programs: Programs, tables: tuple[Table, ...]) -> NDArray[np.int64]:
        """On how many rows each program fails in any of the tables."""
        one, other = (score(programs, table).rejected for table in tables)
        noticed: NDArray[np.int64] = np.bitwise_count(one | other).sum(axis=1, dtype=np.int64)
        return noticed


def _with_change(table: Table, slot: int, change: NDArray[np.float64]) -> Table:
    numbers = table.numbers.copy()
    numbers[:, slot] += change
    return replace(table, numbers=numbers)


def _correct_alone(table: Table) -> Table:
    """The blocks of the table that hold correct rows, with these alone."""
    valid = table.valid & ~table.incorrect_bits
    blocks = -(-int(np.flatnonzero(valid)[-1] + 1) // WORDS) if valid.any() else 0
    words = blocks * WORDS
    return replace(
        table,
        numbers=np.ascontiguousarray(table.numbers[:blocks]),
        booleans=np.ascontiguousarray(table.booleans[:blocks]),
        valid=valid[:words],
        incorrect_bits=np.zeros(words, np.uint64),
        segments=table.segments[:1],
        judged=(),
        row_of_bit=table.row_of_bit[: words * 64],
        incorrect=0,
    )
