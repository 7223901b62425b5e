"""All that a page shows of one function: relations, rejected candidates, and the mutants they kill."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from itertools import islice

from genmorph.model import Budget, Stage
from genmorph.report.figures import (
    PageLimits,
    Part,
    ShownCurves,
    ShownSamples,
    show_curves,
    show_samples,
    show_seconds,
)
from genmorph.report.overview import OverviewRow, row_of
from genmorph.results.printed import caption
from genmorph.results.record import Relation, build_kill_matrix
from genmorph.results.relation import Explanation, Rejected, pair_lines
from genmorph.results.relation_set import Refusal, RelationSet
from genmorph.settings import REPORT_PAGE
from genmorph.values.labels import counted, shortened

_KINDS = {"+": "added", "-": "removed", "@": "place"}


@dataclass(frozen=True, slots=True)
class DiffLine:
    """A line of a diff, or of words where there is none: `added`, `removed`, a `place` in the file, or `same`."""

    kind: str
    text: str


def diff_lines(change: str, most: int) -> tuple[DiffLine, ...]:
    r"""The first lines of a unified diff, without its two lines of names.

    >>> [line.kind for line in diff_lines("--- a\n+++ b\n@@ -1 +1 @@\n-x + 1\n+x - 1\n x", 3)]
    ['place', 'removed', 'added', 'same']
    >>> diff_lines("is negated", 3)
    (DiffLine(kind='same', text='is negated'),)
    """
    lines = change.splitlines()
    if len(lines) > 1 and lines[0].startswith("--- ") and lines[1].startswith("+++ "):
        lines = lines[2:]
    shown = [DiffLine(_KINDS.get(line[:1], "same"), shortened(line, REPORT_PAGE.line)) for line in lines[:most]]
    rest = len(lines) - len(shown)
    return (*shown, *([DiffLine("same", f"… {counted(rest, 'more line')}")] if rest else []))


@dataclass(frozen=True, slots=True)
class Fault:
    """A mutant with its change, and the pair by which a relation notices it, if one does."""

    mutant: str
    change: tuple[DiffLine, ...]
    seen: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ShownRelation:
    """A relation; `alone` counts the mutants that only it kills, `more` kills that are not shown."""

    relation: Relation
    said: Explanation
    alone: int
    faults: tuple[Fault, ...]
    more: int
    samples: ShownSamples | None


def show_relations(relations: RelationSet, limits: PageLimits) -> tuple[ShownRelation, ...]:
    """The first relations of a set."""
    notes = {note.id: note.change for note in relations.mutants}
    shown = []
    for relation, alone in zip(relations[: limits.relations], build_kill_matrix(relations).unique(), strict=False):
        changes = ({} if relation.note is None else {relation.note.id: relation.note.change}) | notes
        faults = tuple(
            Fault(
                shortened(witness.mutant),
                diff_lines(changes.get(witness.mutant, ""), limits.diff),
                first_lines(seen),
            )
            for witness, seen in islice(relation.seen_faults(), limits.faults)
        )
        said = relation.explanation
        cut = replace(
            said,
            formula=shortened(said.formula),
            words=shortened(said.words),
            about=first_lines(said.about),
            pair=first_lines(said.pair),
            evidence=first_lines(said.evidence),
        )
        more = max(0, relation.evidence.killed - len(faults))
        shown.append(ShownRelation(relation, cut, alone, faults, more, show_samples(relation)))
    return tuple(shown)


def first_lines(lines: Iterable[str]) -> tuple[str, ...]:
    """The first lines of a pair, each of a length that can be read."""
    return tuple(shortened(line) for line in islice(lines, REPORT_PAGE.pair_lines))


@dataclass(frozen=True, slots=True)
class Rejections:
    """What one stage rejected or left undecided: the number of all, and some of them, with counterexamples."""

    stage: str
    number: int
    shown: tuple[tuple[Rejected, tuple[str, ...]], ...]


def show_rejections(relations: RelationSet, limits: PageLimits) -> tuple[Rejections, ...]:
    """The rejected candidates of a set by stage, in the order in which a candidate meets the stages.

    The stages counted all of them; a saved set holds only some.
    """
    filtered = relations.stages.get("filter", {})
    groups = []
    for stage in Stage:
        number = sum(filtered.get(name, {}).get(stage.value, 0) for name in ("rejected", "errors_rejected"))
        listed = [rejected for rejected in relations.rejected if rejected.stage is stage]
        if not number and not listed:
            continue
        shown = []
        for rejected in sorted(listed, key=lambda rejected: rejected.counterexample is None)[: limits.rejected]:
            execution = rejected.counterexample
            places = range(len(execution.source_outputs)) if execution else ()
            lines = pair_lines(relations.signature, execution, places) if execution else ()
            shown.append((rejected, first_lines(lines)))
        groups.append(Rejections(stage.value, max(len(listed), number), tuple(shown)))
    return tuple(groups)


@dataclass(frozen=True, slots=True)
class MatrixRow:
    """A mutant, whether each of the relations shown kills it, and how many relations do."""

    mutant: str
    marks: tuple[bool, ...]
    by: int


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
    survivors: tuple[Fault, ...]

    @property
    def killed_together(self) -> int:
        """The mutants that any relation kills."""
        return self.mutants - self.survived


def show_matrix(relations: RelationSet, limits: PageLimits) -> Matrix | None:
    """The matrix of a set; None where no mutant was judged."""
    matrix = build_kill_matrix(relations)
    if not matrix.mutants:
        return None
    number, survivors = min(limits.relations, len(matrix.relations)), matrix.survivors
    columns: list[list[bool]] = matrix.killed.T.tolist()
    rows = tuple(
        MatrixRow(shortened(mutant, REPORT_PAGE.mutant), tuple(column[:number]), sum(column))
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
            Fault(shortened(mutant, REPORT_PAGE.mutant), diff_lines(notes.get(mutant, ""), limits.diff))
            for mutant in survivors[: limits.survivors]
        ),
    )


@dataclass(frozen=True, slots=True)
class Section:
    """What there is to say of a function; of one that was refused there is the `summary` alone, which says why.

    `facts` are pairs of a name and a value; `more_relations` and `more_curves` count what is not shown; `disowned` are
    formulas that a review rejected.
    """

    row: OverviewRow
    summary: str
    facts: tuple[tuple[str, str], ...]
    relations: tuple[ShownRelation, ...] = ()
    more_relations: int = 0
    matrix: Matrix | None = None
    curves: tuple[ShownCurves, ...] = ()
    more_curves: int = 0
    seconds: tuple[Part, ...] = ()
    rejections: tuple[Rejections, ...] = ()
    disowned: tuple[str, ...] = ()
    postconditions: tuple[str, ...] = ()

    @property
    def is_refused(self) -> bool:
        """Whether there is no set of relations."""
        return self.row.relations is None


def build_section(answer: RelationSet | Refusal, anchor: str, file: str, limits: PageLimits) -> Section:
    """The section about an answer, which was read from a file of that name."""
    row, saved = row_of(answer, anchor), ("Saved in", shortened(file))
    if isinstance(answer, Refusal):
        return Section(row, shortened(answer.reason, REPORT_PAGE.refusal), (saved,))
    shown = show_relations(answer, limits)
    curves = show_curves(answer, limits)
    return Section(
        row=row,
        summary=shortened(caption(answer), REPORT_PAGE.summary),
        facts=(*_facts(answer), saved),
        relations=shown,
        more_relations=len(answer.relations) - len(shown),
        matrix=show_matrix(answer, limits),
        curves=curves,
        more_curves=len(answer.stages.get("curves", [])) - len(curves),
        seconds=show_seconds(answer),
        rejections=show_rejections(answer, limits),
        disowned=tuple(shortened(relation.formula) for relation in answer.disowned[: limits.relations]),
        postconditions=tuple(shortened(f"{one.formula}: {one.words}") for one in answer.postconditions),
    )


def _facts(relations: RelationSet) -> tuple[tuple[str, str], ...]:
    signature = relations.signature
    shown, more = signature.parameters[: REPORT_PAGE.parameters], signature.parameters[REPORT_PAGE.parameters :]
    return (
        *((f"Domain of {one.name}", shortened(one.domain.notation(), REPORT_PAGE.line)) for one in shown),
        *([("Further parameters", str(len(more)))] if more else []),
        *(("Valid inputs", shortened(one.text())) for one in signature.conditions[: REPORT_PAGE.parameters]),
        ("Budget", _budget_text(relations.budget)),
        ("Seed", str(relations.seed)),
    )


def _budget_text(budget: Budget) -> str:
    """Both parts of a budget as the command line takes them.

    >>> _budget_text(Budget(30.0, 500.0))
    '30s, 500ev'
    """
    parts = [(budget.seconds, "s"), (budget.evaluations, "ev")]
    return ", ".join(f"{amount:g}{unit}" for amount, unit in parts if amount is not None)
