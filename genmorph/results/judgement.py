"""A person's word on relations of a set: intended, or not."""

from collections.abc import Sequence
from dataclasses import replace

from genmorph.model import UsageError
from genmorph.results.cases import unique_names
from genmorph.results.record import Record
from genmorph.results.relation import MetamorphicRelation

Lists = tuple[tuple[MetamorphicRelation, ...], tuple[MetamorphicRelation, ...]]
"""The relations of a set, and those that are disowned."""


def accepted(record: Record, which: int | str) -> Lists:
    """Both lists after a person said that the relation is intended; one that was disowned comes back as the last."""
    relations, disowned = record.relations, record.disowned
    place = find(record, which)
    if place < len(relations):
        accepted = replace(relations[place], is_accepted=True)
        return (*relations[:place], accepted, *relations[place + 1 :]), disowned
    place -= len(relations)
    back = replace(disowned[place], is_accepted=True)
    return (*relations, back), (*disowned[:place], *disowned[place + 1 :])


def rejected(record: Record, which: int | str) -> Lists:
    """Both lists after a person said that the relation is not intended."""
    relations, disowned = record.relations, record.disowned
    place = find(record, which)
    if place >= len(relations):
        return relations, disowned
    gone = replace(relations[place], is_accepted=False)
    return (*relations[:place], *relations[place + 1 :]), (*disowned, gone)


def find(record: Record, which: int | str) -> int:
    """The place of a relation among those of the set and, after them, the disowned ones, by place, name or formula.

    A name may be that of the relation's test. Raises UsageError where there is none, or the name is that of several.
    """
    known = (*record.relations, *record.disowned)
    if isinstance(which, int) and not isinstance(which, bool):
        if not -len(known) <= which < len(known):
            raise UsageError(f"which must be a place in {len(known)} relations, got {which}")
        return which % len(known)
    found = _named(known, which) if isinstance(which, str) else []
    if not found:
        raise UsageError(f"which must be the place, the name or the formula of a relation, got {which!r}")
    if len(found) > 1:
        raise UsageError(f"which must be one relation, got {which!r}, the name of {len(found)}: give the formula")
    return found[0]


def _named(known: Sequence[MetamorphicRelation], text: str) -> list[int]:
    """The relations of that formula, else those of that test's name, else those of that name."""
    tests = unique_names(known)
    for texts in (
        [(relation.formula,) for relation in known],
        [(test, test.removeprefix("test_")) for test in tests],
        [(relation.name,) for relation in known],
    ):
        found = [place for place, names in enumerate(texts) if text in names]
        if found:
            return found
    return []
