"""Equalities that hold only because their tolerance hides a difference: `f(x + 1) + 1e12 == f(x) + 1e12`."""

from collections.abc import Iterator
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from genmorph.fitness.kernel import EQUAL, FIRST_VARIABLE, WORDS
from genmorph.fitness.programs import Programs, pack_rows
from genmorph.fitness.scores import score
from genmorph.fitness.table import Table
from genmorph.relations.expression import subtree_end

SMALL = 100.0
"""An output changed by so many times the tolerance must be noticed by what says that it equals something."""
LARGE = 1e7
"""And so many times more is an output of another magnitude."""


class Rounding:
    """Tells such relations on the correct rows of a table; `output` is the follow-up's output, by number.

    One of their equalities about the output notices a small change of it, in either direction, on less than half of the
    rows on which it notices a large one.
    """

    def __init__(self, table: Table, output: int, *, is_number: bool) -> None:
        self._output = FIRST_VARIABLE + output
        self._is_number = is_number
        self._alone = _correct_alone(table)
        slot = int(table.slots[output])
        column = np.abs(self._alone.numbers[:, slot]) if is_number else np.zeros(0)
        tolerance = table.tolerance
        change = SMALL * (tolerance.relative * np.where(column > 0, column, _middle(column)) + tolerance.absolute)
        self._changed = [
            tuple(_with_change(self._alone, slot, sign * size * change) for sign in (1, -1))
            for size in (1.0, LARGE)
            if is_number
        ]

    def hides(self, programs: Programs) -> NDArray[np.bool_]:
        """For each program that holds on all correct rows, whether its tolerance hides a difference."""
        hidden = np.zeros(len(programs), np.bool_)
        equal = np.flatnonzero((programs.codes == EQUAL).any(axis=1)) if self._is_number else ()
        found = [(row, claim) for row in equal for claim in _equalities(programs, int(row), self._output)]
        if found:
            are_blind = self._are_blind(pack_rows([claim for _, claim in found]))
            hidden[[row for (row, _), is_blind in zip(found, are_blind, strict=True) if is_blind]] = True
        return hidden

    def _are_blind(self, equalities: Programs) -> NDArray[np.bool_]:
        """Which equalities hold somewhere, and hardly notice there that the output is another one."""
        holds = self._alone.valid & ~score(equalities, self._alone).rejected
        small, large = (_noticed(equalities, tables, holds) for tables in self._changed)
        return np.asarray(holds.any(axis=1) & (2 * small <= large))


def _equalities(programs: Programs, row: int, output: int) -> Iterator[tuple[list[int], list[float]]]:
    """The equalities in a program that mention the output."""
    codes, constants = programs.codes[row].tolist(), programs.constants[row].tolist()
    for start, code in enumerate(codes):
        if code == EQUAL:
            end = subtree_end(codes, start)
            if output in codes[start:end]:
                yield codes[start:end], constants[start:end]


def _noticed(programs: Programs, tables: tuple[Table, ...], holds: NDArray[np.uint64]) -> NDArray[np.int64]:
    """On how many of the rows on which it holds each program fails in any of the tables."""
    one, other = (score(programs, table).rejected for table in tables)
    noticed: NDArray[np.int64] = np.bitwise_count((one | other) & holds).sum(axis=1, dtype=np.int64)
    return noticed


def _middle(column: NDArray[np.float64]) -> float:
    """The median magnitude, zeros apart; what is zero may change by as much."""
    sizes = column[np.isfinite(column) & (column > 0)]
    return float(np.median(sizes)) if len(sizes) else 1.0


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
