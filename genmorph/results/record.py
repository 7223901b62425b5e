"""What one inference found, as plain data, and which relation kills which mutant."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from html import escape
from itertools import pairwise
from typing import Any

import numpy as np
from msgspec import json
from numpy.typing import NDArray

from genmorph.model import Budget, MutantNote, UsageError
from genmorph.results.codec import Count, read
from genmorph.results.relation import MetamorphicRelation, Rejected
from genmorph.results.scenario_relation import ScenarioRelation
from genmorph.subject.signatures import Signature

Relation = MetamorphicRelation | ScenarioRelation
"""What is found: of a source and its follow-up, or of several calls."""

_HEAD, _MARK, _NO_MARK = "mutant", "x", "."


@dataclass(frozen=True, slots=True)
class CallCounts:
    """Outcomes that came from calls of the function and its mutants, and those that the cache on disk had.

    >>> print(CallCounts(1200, 0))
    1,200 calls made, 0 outcomes from the cache
    """

    made: int
    recalled: int

    def __str__(self) -> str:
        return f"{self.made:,} calls made, {self.recalled:,} outcomes from the cache"


@dataclass(frozen=True, slots=True)
class Course:
    """The false positives and false negatives of the best tree of one population, a pair for each generation shown.

    >>> Course((0, 0), (9,))
    Traceback (most recent call last):
        ...
    genmorph.model.UsageError: false_negatives must be as many as false_positives, 2, got 1
    """

    false_positives: tuple[Count, ...]
    false_negatives: tuple[Count, ...]

    def __post_init__(self) -> None:
        wanted, got = len(self.false_positives), len(self.false_negatives)
        if got != wanted:
            raise UsageError(f"false_negatives must be as many as false_positives, {wanted}, got {got}")


@dataclass(frozen=True, slots=True)
class Curves:
    """What the best trees of the populations got wrong, in some of the generations, the first and the last among them.

    The first of the `populations` is ruled by false positives, the second, which may be missing, by false negatives.
    `correct` and `incorrect` are the rows of executions at the end; there are fewer correct ones before. `front` are
    trees at the end that no other is better than, each by its false positives, its false negatives and its nodes.

    >>> curves = Curves("x_f == x_s + 1", 200, 1800, (0, 10), (Course((0, 0), (900, 12)),))
    >>> curves == curves_from([curves.to_data()])[0]
    True
    """

    transformation: str
    correct: Count
    incorrect: Count
    generations: tuple[Count, ...]
    populations: tuple[Course, ...]
    front: tuple[tuple[Count, Count, Count], ...] = ()

    def __post_init__(self) -> None:
        if not self.generations or any(not before < after for before, after in pairwise(self.generations)):
            raise UsageError(f"generations must be some, in ascending order, got {self.generations!r}")
        if not 1 <= len(self.populations) <= 2:
            raise UsageError(f"populations must be 1 or 2, got {len(self.populations)}")
        for course in self.populations:
            if len(course.false_positives) != len(self.generations):
                wanted, got = len(self.generations), len(course.false_positives)
                raise UsageError(f"false_positives must be as many as generations, {wanted}, got {got}")

    def to_data(self) -> dict[str, Any]:
        """The curves as JSON data."""
        data: dict[str, Any] = json.decode(json.encode(self))
        return data


def curves_from(data: Any) -> tuple[Curves, ...]:
    """What `to_data` wrote of each transformation, also before it knew of a front; UsageError for anything else."""
    return tuple(read(data, list[Curves]))


@dataclass(frozen=True, slots=True)
class ReviewDecision:
    """The review decision on a relation of which only the formula is left: intended, or not."""

    formula: str
    is_accepted: bool


@dataclass(frozen=True, slots=True)
class Record:
    """The relations found for one function or several, best first, and what was rejected, with reasons.

    `signature` is that of the first function, `partners` those of the others. `postconditions` are true of each single
    call; they are no relations, and stand apart.

    `stages` counts what each stage of the inference did; `interrupted` is True when an interrupt ended it;
    `allow_effects` says that the function may change something outside its process. `mutants` are those that were
    judged; `disowned` are relations that a review rejected: they are not reported again. `unfitting` are the review
    decisions on relations that are none of the function any more, because its parameters or outputs changed.
    `calls` and `tested` (the text of the exported file that was run) belong to the process that made the set; they are
    not saved.
    """

    signature: Signature
    relations: tuple[Relation, ...]
    rejected: tuple[Rejected, ...]
    seed: int
    budget: Budget
    stages: Mapping[str, Any]
    interrupted: bool = False
    allow_effects: bool = False
    mutants: tuple[MutantNote, ...] = ()
    disowned: tuple[Relation, ...] = ()
    unfitting: tuple[ReviewDecision, ...] = ()
    partners: tuple[Signature, ...] = ()
    postconditions: tuple[ScenarioRelation, ...] = ()
    calls: CallCounts | None = field(default=None, compare=False)
    tested: str | None = field(default=None, compare=False)

    @property
    def signatures(self) -> tuple[Signature, ...]:
        """The signatures of all functions, in the order in which they were given."""
        return (self.signature, *self.partners)

    @property
    def killed(self) -> frozenset[str]:
        """The mutants that any of the relations kills."""
        return frozenset().union(*(relation.killed for relation in self.relations))

    @property
    def accepted(self) -> tuple[Relation, ...]:
        """The relations that a review accepted as intended."""
        return tuple(relation for relation in self.relations if relation.is_accepted)

    @property
    def violated(self) -> tuple[Relation, ...]:
        """Those of the accepted relations that are false for the function as it was when the set was made."""
        return tuple(relation for relation in self.relations if relation.is_violated)

    @property
    def sound(self) -> tuple[Relation, ...]:
        """Those that hold today, as far as is known."""
        return tuple(relation for relation in self.relations if not relation.is_violated)

    @property
    def exported(self) -> tuple[Relation, ...]:
        """What tests are written of: relations that hold today, then postconditions."""
        return (*self.sound, *(one for one in self.postconditions if not one.is_violated))


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class KillMatrix:
    """Formulas of relations, ids of mutants, and whether a relation kills a mutant: a read-only array of both.

    It prints as a table with a line for each mutant and a column for each relation, and a legend of the relations.

    >>> print(KillMatrix(("f(-x) == -f(x)", "f(x + 1) > f(x)"), ("f:2:number:1", "f:3:swap_op:1"), [[1, 1], [0, 0]]))
    1  f(-x) == -f(x)
    2  f(x + 1) > f(x)
    <BLANKLINE>
    mutant         1  2
    f:2:number:1   x  .
    f:3:swap_op:1  x  .
    <BLANKLINE>
    killed by one relation alone: 2, 0; by none: 0
    """

    relations: tuple[str, ...]
    mutants: tuple[str, ...]
    killed: NDArray[np.bool_]

    def __post_init__(self) -> None:
        killed = np.array(self.killed, np.bool_)
        if killed.shape != self.shape:
            raise UsageError(f"killed must be relations x mutants, {self.shape}, got {killed.shape}")
        killed.setflags(write=False)
        object.__setattr__(self, "killed", killed)

    def __repr__(self) -> str:
        return f"<KillMatrix of {len(self.relations)} relations x {len(self.mutants)} mutants>"

    @property
    def shape(self) -> tuple[int, int]:
        """The number of relations and that of mutants."""
        return len(self.relations), len(self.mutants)

    def unique(self) -> tuple[int, ...]:
        """For each relation the number of mutants that it alone kills.

        >>> KillMatrix(("a", "b"), ("m1", "m2", "m3"), [[1, 1, 0], [0, 1, 1]]).unique()
        (1, 1)
        """
        alone = self.killed.sum(axis=0) == 1
        return tuple(np.count_nonzero(self.killed & alone, axis=1).tolist())

    @property
    def survivors(self) -> tuple[str, ...]:
        """The mutants that no relation kills."""
        return tuple(mutant for mutant, cells in self._rows() if _MARK not in cells)

    def __str__(self) -> str:
        numbers = [str(number) for number in range(1, len(self.relations) + 1)]
        longest = max(map(len, (_HEAD, *self.mutants)))
        rows = [(_HEAD, numbers), *self._rows()]
        return "\n".join(
            [
                *map("  ".join, zip(numbers, self.relations, strict=True)),
                "",
                *("  ".join([name.ljust(longest), *map(str.rjust, cells, map(len, numbers))]) for name, cells in rows),
                "",
                f"killed by one relation alone: {', '.join(map(str, self.unique()))}; by none: {len(self.survivors)}",
            ]
        )

    def _repr_html_(self) -> str:
        heads = "".join(f'<th title="{escape(formula)}">{n}</th>' for n, formula in enumerate(self.relations, 1))
        legend = "".join(f"<li><code>{escape(formula)}</code></li>" for formula in self.relations)
        rows = "".join(
            f"<tr><td>{escape(mutant)}</td>{''.join(f'<td>{cell}</td>' for cell in cells)}</tr>"
            for mutant, cells in self._rows()
        )
        return f"<ol>{legend}</ol><table><tr><th>{_HEAD}</th>{heads}</tr>{rows}</table>"

    def _rows(self) -> list[tuple[str, list[str]]]:
        """Each mutant with a mark for each relation."""
        columns: list[list[bool]] = self.killed.T.tolist()
        marks = [[_MARK if is_killed else _NO_MARK for is_killed in column] for column in columns]
        return list(zip(self.mutants, marks, strict=True))


def build_kill_matrix(record: Record) -> KillMatrix:
    """The matrix of all relations, and of all mutants that were judged; those of which nothing was noted come last."""
    noted = [note.id for note in record.mutants]
    mutants = (*noted, *sorted(record.killed - {*noted}))
    killed = [[mutant in relation.killed for mutant in mutants] for relation in record.relations]
    flags = np.array(killed, np.bool_).reshape(len(record.relations), len(mutants))
    return KillMatrix(tuple(relation.formula for relation in record.relations), mutants, flags)
