"""A person's word on relations of a set: intended, or not."""

from collections.abc import Sequence
from dataclasses import replace

from genmorph.model import UsageError
from genmorph.results.cases import unique_names
from genmorph.results.record import Record
from genmorph.results.relation import MetamorphicRelation

Lists = tuple[tuple[MetamorphicRelation, ...], tuple[MetamorphicRelation, ...]]
"""The relations of a set, and those that are disowned."""


def accepted(record: Record, which: Sequence[int | str]) -> Lists:
    """Both lists after a person said that these are intended; those that were disowned come back as the last."""
    places = {find(record, one) for one in which}
    relations = [
        replace(relation, is_accepted=relation.is_accepted or place in places)
        for place, relation in enumerate(record.relations)
    ]
    disowned = list(enumerate(record.disowned, len(relations)))
    back = [replace(relation, is_accepted=True) for place, relation in disowned if place in places]
    return (*relations, *back), tuple(relation for place, relation in disowned if place not in places)


def rejected(record: Record, which: Sequence[int | str]) -> Lists:
    """Both lists after a person said that these are not intended."""
    places = {find(record, one) for one in which}
    relations = list(enumerate(record.relations))
    gone = [replace(relation, is_accepted=False) for place, relation in relations if place in places]
    return tuple(relation for place, relation in relations if place not in places), (*record.disowned, *gone)


def find(record: Record, which: int | str) -> int:
    """The place of a relation among those of the set and, after them, the disowned ones, by place, name or formula.

    A name may be that of the relation's test, and white space need not be that of the formula. Raises UsageError where
    there is none, or where several have it.
    """
    known = (*record.relations, *record.disowned)
    if isinstance(which, int) and not isinstance(which, bool):
        if not -len(known) <= which < len(known):
            raise UsageError(f"which must be a place in {len(known)} relations, got {which}")
        return which % len(known)
    found = _named(known, which) if isinstance(which, str) else []
    if not found:
        raise UsageError(f"which must be the place, name or formula of one of {len(known)} relations, got {which!r}")
    if len(found) > 1:
        shared = f"the name or formula of {len(found)}: give a place"
        raise UsageError(f"which must be one relation, got {which!r}, {shared}")
    return found[0]


def _named(known: Sequence[MetamorphicRelation], text: str) -> list[int]:
    """The relations of that formula, else of that test's name, of that name, or of that formula but for white space."""
    tests = unique_names(known)
    for texts in (
        [(relation.formula,) for relation in known],
        [(test, test.removeprefix("test_")) for test in tests],
        [(relation.name,) for relation in known],
    ):
        found = [place for place, names in enumerate(texts) if text in names]
        if found:
            return found
    return [place for place, relation in enumerate(known) if _unspaced(relation.formula) == _unspaced(text)]


def _unspaced(text: str) -> str:
    return "".join(text.split())
