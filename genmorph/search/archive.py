"""Relations without false positive, by the set of mutants they kill."""

from collections.abc import Iterator
from dataclasses import dataclass, field

import numpy as np

from genmorph.fitness.programs import Programs, pack_rows
from genmorph.fitness.scores import Scores
from genmorph.fitness.table import Table
from genmorph.relations.expression import Expression, Variable
from genmorph.relations.operators import PADDING
from genmorph.search.trees import Row


@dataclass(frozen=True, slots=True)
class Candidate:
    """An output relation with no false positive on the executions, and the mutants it kills there."""

    expression: Expression
    killed: frozenset[str]

    @property
    def order(self) -> tuple[int, int, tuple[int, ...], tuple[int | float, ...]]:
        """A total order: most killed first, then fewest nodes, then the codes."""
        return (-len(self.killed), self.expression.size, self.expression.codes, self.expression.constants)


@dataclass(slots=True)
class Archive:
    """The smallest relation seen for every set of killed mutants; grows while a search runs."""

    table: Table
    variables: tuple[Variable, ...]
    _rows: dict[bytes, Row] = field(default_factory=dict)

    def add(self, programs: Programs, scores: Scores, relates: np.typing.NDArray[np.bool_]) -> None:
        """Take over all trees that relate both outputs, accept every correct row and kill something."""
        wanted = np.flatnonzero((scores.false_positives == 0) & relates & scores.kills.any(axis=1))
        for index in wanted.tolist():
            kills = scores.kills[index].tobytes()
            codes = programs.codes[index]
            size = int(np.count_nonzero(codes != PADDING))
            known = self._rows.get(kills)
            if known is None or size < len(known[0]):
                self._rows[kills] = (codes[:size].tolist(), programs.constants[index, :size].tolist())

    def __len__(self) -> int:
        return len(self._rows)

    @property
    def rows(self) -> tuple[Row, ...]:
        """The trees, in the order in which their kill sets were first seen."""
        return tuple(self._rows.values())

    @property
    def kill_count(self) -> int:
        """How many mutants are killed by any of the relations."""
        if not self._rows:
            return 0
        return int(np.any([np.frombuffer(kills, np.bool_) for kills in self._rows], axis=0).sum())

    def candidates(self, limit: int) -> tuple[Candidate, ...]:
        """At most `limit` relations, those that kill most and are smallest first, without those outdone by another."""
        chosen: list[Candidate] = []
        for candidate in sorted(self._all(), key=lambda c: c.order):
            if len(chosen) == limit:
                break
            outdone = any(
                candidate.killed <= other.killed and other.expression.size <= candidate.expression.size
                for other in chosen
            )
            if not outdone:
                chosen.append(candidate)
        return tuple(chosen)

    def _all(self) -> Iterator[Candidate]:
        for kills, row in self._rows.items():
            killed = np.flatnonzero(np.frombuffer(kills, np.bool_))
            expression = pack_rows([row]).expression(0, self.variables)
            yield Candidate(expression, frozenset(self.table.judged[mutant] for mutant in killed))
