"""Relations without false positive, by the set of mutants they kill."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import count

import numpy as np
from numpy.typing import NDArray

from genmorph.fitness.programs import Programs, pack_rows
from genmorph.fitness.scores import Scores
from genmorph.fitness.sensitivity import Sensitivity, are_too_sharp
from genmorph.fitness.table import Table
from genmorph.relations.complexity import complexities
from genmorph.relations.expression import Expression, Variable, writes_ints_only
from genmorph.relations.operators import AND, IMPLIES, NOT, OR, PADDING
from genmorph.search.grammar import Row
from genmorph.settings import ARCHIVE

_Entry = tuple[int, int, int, Row]
"""Complexity, false negatives, a running number, the tree: what sorts first is kept."""


@dataclass(frozen=True, slots=True)
class Archived:
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
    killed: NDArray[np.bool_] = field(init=False)
    """For each judged mutant, whether any of the relations kills it."""
    sensitivity: Sensitivity = field(init=False)
    _worthy: list[tuple[bytes, _Entry]] | None = None

    def __post_init__(self) -> None:
        self.killed = np.zeros(len(self.table.judged), np.bool_)
        self.sensitivity = Sensitivity(self.table, self.variables)

    def add(self, programs: Programs, scores: Scores, relates: NDArray[np.bool_]) -> None:
        """Take over all trees that relate outputs of both calls, accept every correct row and kill something.

        A conjunction is several relations and not taken over; its parts are shown to the archive by themselves. Nor is
        what claims more than random inputs can contradict, what hardly depends on the outputs, or what turns other
        numbers than ints into text.
        """
        root, next_code = programs.codes[:, 0], programs.codes[:, 1]
        is_one = (root != AND) & ~((root == NOT) & ((next_code == OR) | (next_code == IMPLIES)))
        wanted = np.flatnonzero((scores.false_positives == 0) & relates & scores.kills.any(axis=1) & is_one)
        reading = complexities(programs.codes[wanted], programs.constants[wanted])
        figures = zip(
            wanted.tolist(),
            [row.tobytes() for row in scores.kills[wanted]],
            reading.tolist(),
            scores.false_negatives[wanted].tolist(),
            strict=True,
        )
        welcome = [figure for figure in figures if self._has_room(*figure[1:])]
        lacking = self.sensitivity.is_lacking(programs.take([index for index, *_ in welcome])) if welcome else ()
        for (index, killed, complexity, misses), is_lacking in zip(welcome, lacking, strict=True):
            codes = [code for code in programs.codes[index].tolist() if code != PADDING]
            is_sound = not is_lacking and writes_ints_only(codes, self.variables)
            if is_sound and self._has_room(killed, complexity, misses) and not are_too_sharp(codes, self.variables):
                self._take(killed, complexity, misses, (codes, programs.constants[index, : len(codes)].tolist()))

    def _has_room(self, kills: bytes, reading: int, missed: int) -> bool:
        entries = self._entries.get(kills, [])
        is_kept = len(entries) < ARCHIVE.kept or (reading, missed) < entries[-1][:2]
        return is_kept or self._best is None or (missed, reading) < self._best[0][:2]

    def _take(self, kills: bytes, reading: int, missed: int, row: Row) -> None:
        number = next(self._numbers)
        if self._best is None or (missed, reading) < self._best[0][:2]:
            self._best = ((missed, reading, number), kills, row)
        self._worthy = None
        self.killed |= np.frombuffer(kills, np.bool_)
        entries = self._entries.setdefault(kills, [])
        entries.append((reading, missed, number, row))
        entries.sort()
        del entries[ARCHIVE.kept :]

    @property
    def rows(self) -> tuple[Row, ...]:
        """All trees that are worth keeping, those that kill most first, and the best once more."""
        best = () if self._best is None else (self._best[2],)
        return (*(entry[3] for _, entry in self._kept()), *best)

    @property
    def fewest_missed(self) -> int | None:
        """The fewest false negatives of any relation; None where there is none."""
        return None if self._best is None else self._best[0][0]

    def candidates(self) -> tuple[Archived, ...]:
        """All relations worth keeping, those that kill most first, then the most readable."""
        return tuple(self._candidate(kills, entry[3]) for kills, entry in self._kept())

    def best(self) -> tuple[Archived, ...]:
        """The relation with the fewest false negatives; none where there is no relation."""
        return () if self._best is None else (self._candidate(*self._best[1:]),)

    def _kept(self) -> list[tuple[bytes, _Entry]]:
        """The entries to which few others are better: more readable, and killing the same and more."""
        if self._worthy is None:
            self._worthy = self._find_worthy()
        return self._worthy

    def _find_worthy(self) -> list[tuple[bytes, _Entry]]:
        """At most `MOST` of them, those first to which fewest are better, in the order of kills and complexity."""
        found = sorted((-sum(kills), entry, kills) for kills, entries in self._entries.items() for entry in entries)
        if not found:
            return []
        kills = np.array([np.frombuffer(kills, np.bool_) for *_, kills in found], np.float32)
        reading = np.array([entry[0] for _, entry, _ in found])
        better = np.concatenate([_count_better(kills, reading, start) for start in range(0, len(found), ARCHIVE.chunk)])
        worthy = np.flatnonzero(better < ARCHIVE.kept)
        worthy = np.sort(worthy[np.lexsort((reading[worthy], better[worthy]))][: ARCHIVE.max_relations])
        return [(found[index][2], found[index][1]) for index in worthy.tolist()]

    def _candidate(self, kills: bytes, row: Row) -> Archived:
        killed = np.flatnonzero(np.frombuffer(kills, np.bool_))
        expression = pack_rows([row]).expression(0, self.variables)
        return Archived(expression, frozenset(self.table.judged[mutant] for mutant in killed))


def _count_better(kills: NDArray[np.float32], reading: NDArray[np.int64], start: int) -> NDArray[np.int64]:
    """For some relations from `start` on, how many others kill the same and more, and are not harder to read."""
    rows = np.arange(start, min(start + ARCHIVE.chunk, len(kills)))
    covers = (kills[rows] @ kills.T) == kills[rows].sum(axis=1)[:, None]
    is_easier = reading[None, :] < reading[rows, None]
    is_earlier = (reading[None, :] == reading[rows, None]) & (np.arange(len(kills))[None, :] < rows[:, None])
    return np.asarray((covers & (is_easier | is_earlier)).sum(axis=1), np.int64)
