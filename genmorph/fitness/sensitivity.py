"""Relations that hardly depend on the output: whatever it were, they would hold.

Equalities that hold only because their tolerance hides a difference, as `f(x + 1) + 1e12 == f(x) + 1e12` does, and
relations that speak of few of the inputs only, as `x != 3 or f(x + 1) == 7` does.
"""

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
MOST = 0.9
"""The share of the rows, where a large change is noticed, on which an equality must notice a small one."""
LEAST_NOTICED = 0.1
"""On this share of the correct rows a relation must notice that."""


class Sensitivity:
    """Changes the follow-up's output, which has the number `output`, on the correct rows of a table.

    A relation must notice a large change (of a Boolean: the other value), in either direction, on a share of the rows.
    And each of its equalities about the output must notice a small one on most of the rows on which it notices a large
    one.
    """

    def __init__(self, table: Table, output: int, *, is_number: bool) -> None:
        self._output = FIRST_VARIABLE + output
        self._is_number = is_number
        self._alone = _correct_alone(table)
        slot = int(table.slots[output])
        if is_number:
            change = _least_noticed(self._alone, slot)
            self._small = tuple(_with_change(self._alone, slot, sign * change) for sign in (1, -1))
            self._large = tuple(_with_change(self._alone, slot, sign * LARGE * change) for sign in (1, -1))
        else:
            self._large = (_with_negation(self._alone, slot),)

    def is_lacking(self, programs: Programs) -> NDArray[np.bool_]:
        """For each program that holds on all correct rows, whether it hardly depends on the output."""
        noticed = _noticed(programs, self._large, self._alone.valid)
        lacking = noticed < LEAST_NOTICED * self._alone.correct
        equal = np.flatnonzero((programs.codes == EQUAL).any(axis=1)) if self._is_number else ()
        found = [(row, claim) for row in equal for claim in _equalities(programs, int(row), self._output)]
        if found:
            are_blind = self._are_blind(pack_rows([claim for _, claim in found]))
            lacking[[row for (row, _), is_blind in zip(found, are_blind, strict=True) if is_blind]] = True
        return np.asarray(lacking)

    def _are_blind(self, equalities: Programs) -> NDArray[np.bool_]:
        """Which equalities hold somewhere, and hardly notice there that the output is another one."""
        holds = self._alone.valid & ~score(equalities, self._alone).rejected
        small, large = (_noticed(equalities, tables, holds) for tables in (self._small, self._large))
        return np.asarray(holds.any(axis=1) & (small < MOST * large))


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
    failing = np.bitwise_or.reduce([score(programs, table).rejected for table in tables])
    noticed: NDArray[np.int64] = np.bitwise_count(failing & holds).sum(axis=1, dtype=np.int64)
    return noticed


def _least_noticed(table: Table, slot: int) -> NDArray[np.float64]:
    """The small change for each row."""
    column = np.abs(table.numbers[:, slot])
    sizes = np.where(column > 0, column, _middle(column))
    return np.asarray(SMALL * (table.tolerance.relative * sizes + table.tolerance.absolute))


def _middle(column: NDArray[np.float64]) -> float:
    """The median magnitude, zeros apart; what is zero may change by as much."""
    sizes = column[np.isfinite(column) & (column > 0)]
    return float(np.median(sizes)) if len(sizes) else 1.0


def _with_change(table: Table, slot: int, change: NDArray[np.float64]) -> Table:
    numbers = table.numbers.copy()
    numbers[:, slot] += change
    return replace(table, numbers=numbers)


def _with_negation(table: Table, slot: int) -> Table:
    booleans = table.booleans.copy()
    booleans[:, slot] = ~booleans[:, slot]
    return replace(table, booleans=booleans)


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
