"""Sources that reach as many branches of the original as can be found, those of rare branches first."""

from collections.abc import Sequence
from dataclasses import dataclass

from genmorph.inference.calls import Calls
from genmorph.inference.sources import AcceptedInputs
from genmorph.model import (
    Outcome,
    Probe,
)
from genmorph.mutation.probing import mined_constants, reached
from genmorph.settings import TRIALS


@dataclass(frozen=True, slots=True)
class Coverage:
    """Branches that the sources reach, of how many, and the constants seen on the way with their frequency."""

    reached: int
    branches: int
    constants: tuple[tuple[int | float, int], ...]


def reach_branches(probe: Probe, sources: AcceptedInputs, calls: Calls) -> Coverage:
    """Draw further sources while branches are missing, and put those that reach rare ones first."""
    outcomes: list[Outcome] = []
    masks: list[int] = []
    for number in range(TRIALS.branch_rounds if calls.pace.sources == TRIALS.sources else 1):
        if number:
            sources.draw(calls.pace.sources)
        new = calls.probe(probe, sources.accepted[len(outcomes) :])
        outcomes += new
        masks += [mask or 0 for mask in reached(new)]
        if _union(masks).bit_count() == probe.branches or sources.is_exhausted:
            break
    sources.arrange(by_rarity(masks, TRIALS.per_branch))
    return Coverage(_union(masks).bit_count(), probe.branches, mined_constants(probe, outcomes))


def _union(masks: Sequence[int]) -> int:
    union = 0
    for mask in masks:
        union |= mask
    return union


def by_rarity(masks: Sequence[int], count: int) -> list[int]:
    """Places in a new order: first those with a branch that fewer than `count` before them reach.

    >>> by_rarity([0b01, 0b01, 0b01, 0b10, 0b11], 2)
    [0, 1, 3, 4, 2]
    """
    met: dict[int, int] = {}
    first: list[int] = []
    rest: list[int] = []
    for place, mask in enumerate(masks):
        branches = [branch for branch in range(mask.bit_length()) if mask >> branch & 1]
        is_news = any(met.get(branch, 0) < count for branch in branches)
        (first if is_news else rest).append(place)
        if is_news:
            met |= {branch: met.get(branch, 0) + 1 for branch in branches}
    return first + rest
