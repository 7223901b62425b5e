"""Which mutants take part: changes of the source, faulty versions, and changes of outcomes where the first are few."""

from collections.abc import Sequence
from dataclasses import dataclass

from genmorph.execution.observation import is_of_kind, is_same
from genmorph.inference.calls import Calls
from genmorph.inference.sources import AcceptedInputs
from genmorph.model import FaultyVersion, Kind, Mutant
from genmorph.mutation import make_mutants, make_outcome_mutants
from genmorph.subject import Subject

LEAST_TELLING = 3
"""With fewer mutants that return wrong values, mutants of the outcomes join."""
_LOOKED_AT = 10
"""More mutants of the source are enough, whatever they return."""


@dataclass(frozen=True, slots=True)
class Mutants:
    """The mutants that run, and how many there would have been."""

    chosen: tuple[Mutant, ...]
    made: int


def collect_mutants(
    subject: Subject,
    faulty: Sequence[FaultyVersion],
    sources: AcceptedInputs,
    calls: Calls,
    output: Kind,
) -> Mutants:
    """All mutants of a fast function; of a slow one as many as the seconds allow, spread over its definition."""
    made: tuple[Mutant, ...] = (*faulty, *(make_mutants(calls.mutated) if calls.mutated is not None else ()))
    if len(made) < _LOOKED_AT and len(_telling(made, sources, calls, output)) < LEAST_TELLING:
        made += make_outcome_mutants(subject.parameters, sources.accepted, sources.outcomes)
    changed = made[len(faulty) :]
    places = spaced(len(changed), calls.pace.mutants(len(changed)))
    return Mutants((*faulty, *(changed[place] for place in places)), len(made))


def _telling(made: Sequence[Mutant], sources: AcceptedInputs, calls: Calls, output: Kind) -> list[Mutant]:
    """Those that return another value than the original for one of the first sources."""
    inputs = sources.accepted[: calls.pace.glance]
    original = calls.run(None, inputs)
    return [
        mutant
        for mutant in made
        if any(
            is_of_kind(other, output) and not is_same(one, other)
            for one, other in zip(original, calls.run(mutant, inputs), strict=True)
        )
    ]


def spaced(available: int, count: int) -> list[int]:
    """So many places at equal distances.

    >>> spaced(8, 3)
    [0, 2, 5]
    """
    return [index * available // count for index in range(count)]
