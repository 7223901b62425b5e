"""Relations without false positive, by the set of mutants they kill."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import count

import numpy as np
from numpy.typing import NDArray

from genmorph.fitness.programs import Programs, pack_rows
from genmorph.fitness.scores import Scores
from genmorph.fitness.table import Table
from genmorph.relations.effort import effort
from genmorph.relations.expression import Expression, Variable
from genmorph.relations.operators import AND, IMPLIES, NOT, OR, PADDING
from genmorph.search.trees import Row

KEPT = 4
"""So many relations for each set of killed mutants: some will turn out false."""

_Entry = tuple[int, int, int, Row]
"""Effort to read, false negatives, a running number, the tree: what sorts first is kept."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """An output relation with no false positive on the executions, and the mutants it kills there."""

    expression: Expression
    killed: frozenset[str]


@dataclass(slots=True)
class Archive:
    """The most readable relations seen for every set of killed mutants; grows while a search runs."""

    table: Table
    variables: tuple[Variable, ...]
    _entries: dict[bytes, list[_Entry]] = field(default_factory=dict)
    _numbers: Iterator[int] = field(default_factory=count)
    _best: tuple[tuple[int, int, int], bytes, Row] | None = None

    def add(self, programs: Programs, scores: Scores, relates: NDArray[np.bool_]) -> None:
        """Take over all trees that relate both outputs, accept every correct row and kill something.

        A conjunction is several relations and not taken over; its parts are shown to the archive by themselves.
        """
        root, next_code = programs.codes[:, 0], programs.codes[:, 1]
        is_one = (root != AND) & ~((root == NOT) & ((next_code == OR) | (next_code == IMPLIES)))
        wanted = np.flatnonzero((scores.false_positives == 0) & relates & scores.kills.any(axis=1) & is_one)
        for index in wanted.tolist():
            codes = [code for code in programs.codes[index].tolist() if code != PADDING]
            row = (codes, programs.constants[index, : len(codes)].tolist())
            self._take(scores.kills[index].tobytes(), effort(codes), int(scores.false_negatives[index]), row)

    def _take(self, kills: bytes, reading: int, missed: int, row: Row) -> None:
        number = next(self._numbers)
        if self._best is None or (missed, reading) < self._best[0][:2]:
            self._best = ((missed, reading, number), kills, row)
        entries = self._entries.setdefault(kills, [])
        if len(entries) < KEPT or (reading, missed, number) < entries[-1][:3]:
            entries.append((reading, missed, number, row))
            entries.sort()
            del entries[KEPT:]

    @property
    def rows(self) -> tuple[Row, ...]:
        """All trees, in the order in which their kill sets were first seen, and the best once more."""
        best = () if self._best is None else (self._best[2],)
        return (*(row for entries in self._entries.values() for *_, row in entries), *best)

    @property
    def kill_count(self) -> int:
        """How many mutants are killed by any of the relations."""
        if not self._entries:
            return 0
        return int(np.any([np.frombuffer(kills, np.bool_) for kills in self._entries], axis=0).sum())

    def candidates(self) -> tuple[Candidate, ...]:
        """All relations, those that kill most first, then the most readable."""
        found = [(-sum(kills), entry, kills) for kills, entries in self._entries.items() for entry in entries]
        return tuple(self._candidate(kills, entry[3]) for _, entry, kills in sorted(found))

    def best(self) -> tuple[Candidate, ...]:
        """The relation with the fewest false negatives; none where there is no relation."""
        return () if self._best is None else (self._candidate(*self._best[1:]),)

    def _candidate(self, kills: bytes, row: Row) -> Candidate:
        killed = np.flatnonzero(np.frombuffer(kills, np.bool_))
        expression = pack_rows([row]).expression(0, self.variables)
        return Candidate(expression, frozenset(self.table.judged[mutant] for mutant in killed))
