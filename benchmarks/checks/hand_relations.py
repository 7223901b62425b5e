"""All relations written by hand, by group, and by name."""

from collections.abc import Mapping
from types import MappingProxyType

from benchmarks.checks.hand_good import FURTHER_GOOD, GOOD
from benchmarks.checks.hand_relation import HandRelation
from benchmarks.checks.hand_trivial import TRIVIAL
from benchmarks.checks.hand_ugly import UGLY
from benchmarks.checks.hand_wrong import WRONG

GROUPS: Mapping[str, tuple[HandRelation, ...]] = MappingProxyType(
    {"wrong": WRONG, "trivial": TRIVIAL, "good": GOOD, "ugly": tuple(form.relation for form in UGLY)}
)
"""The relations of each group."""
BY_NAME: Mapping[str, HandRelation] = MappingProxyType(
    {relation.name: relation for relation in (*GOOD, *FURTHER_GOOD, *WRONG, *TRIVIAL)}
)
"""Those that are not ugly."""


def reported_before(relation: HandRelation) -> tuple[str, ...]:
    """The relations reported before this one; the good relations of a function are found one after the other."""
    if relation not in GROUPS["good"]:
        return relation.reported
    before = GROUPS["good"][: GROUPS["good"].index(relation)]
    return tuple(other.name for other in before if other.function == relation.function)
