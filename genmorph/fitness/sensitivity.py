"""Relations that hardly depend on the outputs: whatever they were, they would hold.

Equalities that hold only because their tolerance hides a difference, as `f(x + 1) + 1e12 == f(x) + 1e12` does, and
relations that speak of few of the inputs only, as `x != 3 or f(x + 1) == 7` does.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from genmorph.execution.observation import CORRECT, Column, Executions
from genmorph.fitness.changes import emptied, extended, replaced, shifted
from genmorph.fitness.programs import Programs, pack_rows
from genmorph.fitness.scores import score
from genmorph.fitness.table import Table, build_table
from genmorph.model import Kind
from genmorph.relations.expression import Role, Variable, subtree_end
from genmorph.relations.operators import EQUAL, FIRST_VARIABLE, NUMBERS, SAME, sequence_code

SMALL = 100.0
"""An output changed by so many times the tolerance must be noticed by what says that it equals something."""
LARGE = 1e7
"""And so many times more is an output of another magnitude."""
MOST = 0.9
"""The share of the rows, where a large change is noticed, on which an equality must notice a small one."""
LEAST_NOTICED = 0.1
"""On this share of the correct rows a relation must notice that."""
_CHANGED_A_LITTLE = (Kind.INT, Kind.FLOAT, Kind.FLOATS)
_EQUALITIES = (EQUAL, sequence_code(SAME, NUMBERS))

_Change = Callable[[Kind, Column, float], Column]
"""From a kind, a column and a factor."""


class Sensitivity:
    """Changes all outputs of the follow-up together, on the correct rows of a table.

    A relation must notice large changes on a share of the rows: numbers far off in either direction, the other
    Booleans, texts and sequences emptied, extended or of other elements. And each of its equalities about numbers of
    the follow-up must notice a small change of them on most of the rows on which it notices a large one.
    """

    def __init__(self, table: Table, variables: Sequence[Variable]) -> None:
        self._tolerance = table.tolerance
        self._correct = Executions(
            variables=tuple(variables),
            columns=tuple(column[: table.correct] for column in table.columns),
            mutants=np.full(table.correct, CORRECT),
            pairs=np.arange(table.correct),
            names=(),
            sources=(),
        )
        self._alone = build_table(self._correct, table.tolerance)
        self._outputs = [place for place, v in enumerate(variables) if v.role is Role.FOLLOW_UP_OUTPUT]
        numbers = [place for place in self._outputs if variables[place].kind in _CHANGED_A_LITTLE]
        self._numbers = {FIRST_VARIABLE + place for place in numbers}

    def is_lacking(self, programs: Programs) -> NDArray[np.bool_]:
        """For each program that holds on all correct rows, whether it hardly depends on the outputs."""
        noticed = _noticed(programs, self._large, self._alone.valid)
        lacking = noticed < LEAST_NOTICED * self._alone.correct
        equal = np.flatnonzero(np.isin(programs.codes, _EQUALITIES).any(axis=1)) if self._numbers else ()
        found = [(row, claim) for row in equal for claim in _equalities(programs, int(row), self._numbers)]
        if found:
            are_blind = self._are_blind(pack_rows([claim for _, claim in found]))
            lacking[[row for (row, _), is_blind in zip(found, are_blind, strict=True) if is_blind]] = True
        return np.asarray(lacking)

    def _are_blind(self, equalities: Programs) -> NDArray[np.bool_]:
        """Which equalities hold somewhere, and hardly notice there that the numbers are others."""
        holds = self._alone.valid & ~score(equalities, self._alone).rejected
        small, large = (_noticed(equalities, tables, holds) for tables in (self._little_off, self._far_off))
        return np.asarray(holds.any(axis=1) & (small < MOST * large))

    @cached_property
    def _little_off(self) -> tuple[Table, ...]:
        return tuple(self._changed(self._shifted, sign * SMALL) for sign in (1, -1))

    @cached_property
    def _far_off(self) -> tuple[Table, ...]:
        return tuple(self._changed(self._shifted, sign * SMALL * LARGE) for sign in (1, -1))

    @cached_property
    def _large(self) -> tuple[Table, ...]:
        changes = [(self._replaced, 1), (self._replaced, -1)]
        if any(self._correct.columns[place].dtype == np.object_ for place in self._outputs):
            changes = [(self._replaced, 1), (self._emptied, -1), (self._extended, 1)]
        return tuple(self._changed(change, sign * SMALL * LARGE) for change, sign in changes)

    def _shifted(self, kind: Kind, column: Column, times: float) -> Column:
        return shifted(kind, column, self._tolerance, times)

    def _replaced(self, kind: Kind, column: Column, times: float) -> Column:
        return replaced(kind, column, self._tolerance, times)

    def _emptied(self, kind: Kind, column: Column, times: float) -> Column:
        return emptied(column) if column.dtype == np.object_ else self._replaced(kind, column, times)

    def _extended(self, kind: Kind, column: Column, times: float) -> Column:
        return extended(kind, column) if column.dtype == np.object_ else self._replaced(kind, column, times)

    def _changed(self, change: _Change, times: float) -> Table:
        """The correct rows with other outputs of the follow-up, each by another factor: differences change too."""
        columns = list(self._correct.columns)
        for number, place in enumerate(self._outputs):
            kind = self._correct.variables[place].kind
            columns[place] = change(kind, columns[place], times * (1 + number / 2))
        return build_table(replace(self._correct, columns=tuple(columns)), self._tolerance)


def _equalities(programs: Programs, row: int, outputs: set[int]) -> Iterator[tuple[list[int], list[float]]]:
    """The equalities in a program that mention one of the outputs."""
    codes, constants = programs.codes[row].tolist(), programs.constants[row].tolist()
    for start, code in enumerate(codes):
        if code in _EQUALITIES:
            end = subtree_end(codes, start)
            if not outputs.isdisjoint(codes[start:end]):
                yield codes[start:end], constants[start:end]


def _noticed(programs: Programs, tables: tuple[Table, ...], holds: NDArray[np.uint64]) -> NDArray[np.int64]:
    """On how many of the rows on which it holds each program fails in any of the tables."""
    failing = np.bitwise_or.reduce([score(programs, table).rejected for table in tables])
    noticed: NDArray[np.int64] = np.bitwise_count(failing & holds).sum(axis=1, dtype=np.int64)
    return noticed
