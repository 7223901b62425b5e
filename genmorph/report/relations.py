"""The relations of a function as a page shows them: what they say, what speaks for them, the faults they notice."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from itertools import islice

from genmorph.report.diffs import DiffLine, diff_lines
from genmorph.report.limits import Limits
from genmorph.results.record import build_kill_matrix
from genmorph.results.relation import Explanation, MetamorphicRelation, explanation, outcomes
from genmorph.results.relation_set import RelationSet
from genmorph.values.labels import shortened

_LINES = 8
"""Lines of one pair: of functions with many outputs the first ones."""


@dataclass(frozen=True, slots=True)
class Fault:
    """A mutant that a relation kills: its change, and the pair that shows it."""

    mutant: str
    change: tuple[DiffLine, ...]
    seen: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ShownRelation:
    """A relation with its number; `alone` counts the mutants that only it kills, `more` kills that are not shown."""

    number: int
    said: Explanation
    is_accepted: bool
    is_violated: bool
    killed: int
    judged: int
    alone: int
    faults: tuple[Fault, ...]
    more: int


def show_relations(relations: RelationSet, limits: Limits) -> tuple[ShownRelation, ...]:
    """The first relations of a set."""
    notes = {note.id: note.change for note in relations.mutants}
    alone = build_kill_matrix(relations).unique()
    chosen = relations.relations[: limits.relations]
    return tuple(
        _shown(number, relation, alone[number - 1], notes, limits) for number, relation in enumerate(chosen, 1)
    )


def _shown(
    number: int, relation: MetamorphicRelation, alone: int, notes: Mapping[str, str], limits: Limits
) -> ShownRelation:
    own = {} if relation.note is None else {relation.note.id: relation.note.change}
    faults = tuple(
        Fault(
            shortened(witness.mutant),
            diff_lines((own | {**notes}).get(witness.mutant, ""), limits.diff),
            first_lines(outcomes(relation, witness.execution)),
        )
        for witness in relation.witnesses[: limits.faults]
    )
    return ShownRelation(
        number=number,
        said=_short(explanation(relation)),
        is_accepted=relation.is_accepted,
        is_violated=relation.is_violated,
        killed=relation.evidence.killed,
        judged=relation.evidence.judged,
        alone=alone,
        faults=faults,
        more=max(0, relation.evidence.killed - len(faults)),
    )


def first_lines(lines: Iterable[str]) -> tuple[str, ...]:
    """The first lines of a pair, each of a length that can be read."""
    return tuple(shortened(line) for line in islice(lines, _LINES))


def _short(said: Explanation) -> Explanation:
    return replace(
        said,
        formula=shortened(said.formula),
        words=shortened(said.words),
        about=first_lines(said.about),
        pair=first_lines(said.pair),
        evidence=first_lines(said.evidence),
    )
