"""The kill matrix of a function as a page shows it, and the mutants that nothing notices."""

from dataclasses import dataclass

from genmorph.report.diffs import DiffLine, diff_lines
from genmorph.report.limits import Limits
from genmorph.results.record import build_kill_matrix
from genmorph.results.relation_set import RelationSet
from genmorph.values.labels import shortened


@dataclass(frozen=True, slots=True)
class MatrixRow:
    """A mutant, whether each of the relations shown kills it, and how many relations do."""

    mutant: str
    marks: tuple[bool, ...]
    by: int


@dataclass(frozen=True, slots=True)
class Survivor:
    """A mutant that no relation kills, with its change."""

    mutant: str
    change: tuple[DiffLine, ...]


@dataclass(frozen=True, slots=True)
class Matrix:
    """Some of the mutants against the relations, by number; totals are of all mutants.

    `killed` and `alone` have an entry for each relation shown: the mutants that it kills, and that only it kills.
    `more` counts mutants without a row, and `survived` all that no relation kills, some of which are `survivors`.
    """

    numbers: tuple[int, ...]
    rows: tuple[MatrixRow, ...]
    killed: tuple[int, ...]
    alone: tuple[int, ...]
    mutants: int
    more: int
    survived: int
    survivors: tuple[Survivor, ...]

    @property
    def killed_together(self) -> int:
        """The mutants that any relation kills."""
        return self.mutants - self.survived


def show_matrix(relations: RelationSet, limits: Limits) -> Matrix | None:
    """The matrix of a set; None where no mutant was judged."""
    matrix = build_kill_matrix(relations)
    if not matrix.mutants:
        return None
    number, survivors = min(limits.relations, len(matrix.relations)), matrix.survivors
    columns: list[list[bool]] = matrix.killed.T.tolist()
    rows = tuple(
        MatrixRow(shortened(mutant, 120), tuple(column[:number]), sum(column))
        for mutant, column in list(zip(matrix.mutants, columns, strict=True))[: limits.mutants]
    )
    notes = {note.id: note.change for note in relations.mutants}
    return Matrix(
        numbers=tuple(range(1, number + 1)),
        rows=rows,
        killed=tuple(matrix.killed.sum(axis=1).tolist()[:number]),
        alone=matrix.unique()[:number],
        mutants=len(matrix.mutants),
        more=len(matrix.mutants) - len(rows),
        survived=len(survivors),
        survivors=tuple(
            Survivor(shortened(mutant, 120), diff_lines(notes.get(mutant, ""), limits.diff))
            for mutant in survivors[: limits.survivors]
        ),
    )
