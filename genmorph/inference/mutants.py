"""Which mutants take part: changes of the source, faulty versions, and changes of outcomes where the first are few."""

from collections.abc import Sequence
from dataclasses import dataclass

from genmorph.execution.outputs import is_same, read_outputs
from genmorph.execution.patience import is_loss
from genmorph.inference.calls import Calls
from genmorph.inference.meter import HaltError
from genmorph.inference.sources import AcceptedInputs
from genmorph.model import FaultyVersion, Input, Mutant, Outcome, Output, Returned, SourceMutant
from genmorph.mutation.mutants import make_further_mutants, make_mutants, make_own_mutants
from genmorph.mutation.outcome_mutants import make_outcome_mutants
from genmorph.subject.subject import Subject

LEAST_TELLING = 3
"""With fewer mutants that return wrong values, mutants of the outcomes join."""
ENOUGH_TELLING = 50
"""With so many that return wrong values, none are added to those of mutmut."""
MOST_FURTHER = 400
"""So many are looked at."""
_GOLDEN = (5**0.5 - 1) / 2


@dataclass(frozen=True, slots=True)
class Mutants:
    """The mutants that take part, and how many there would have been."""

    chosen: tuple[Mutant, ...]
    made: int


def collect_mutants(
    subject: Subject,
    faulty: Sequence[FaultyVersion],
    sources: AcceptedInputs,
    calls: Calls,
    outputs: Sequence[Output],
    *,
    extends: bool = True,
) -> Mutants:
    """All mutants of a fast function; of a slow one as many as the seconds allow, spread over its definition.

    All are run on a few sources, so that those that hang have cost their time before the search begins. Beside those
    of mutmut and, where it `extends`, of users' operators only such take part as return a wrong value then, and not
    more than are needed.
    """
    changed = _changed(calls, extends)
    made: tuple[Mutant, ...] = (*faulty, *changed)
    order = [*range(len(faulty)), *(len(faulty) + place for place in spread_out(len(changed)))]
    allowed = calls.pace.mutants(len(made))
    looked_at = _look(made, order[:allowed], sources, calls, outputs)
    telling = sum(look.is_telling for look in looked_at.values())
    further = _further(changed, ENOUGH_TELLING - telling, sources, calls, outputs)
    chosen = (*(made[place] for place in sorted(looked_at)), *further)
    if telling + len(further) < LEAST_TELLING:
        outcome_mutants = make_outcome_mutants(subject.parameters, sources.accepted, sources.outcomes)
        return Mutants((*chosen, *outcome_mutants), len(made) + len(further) + len(outcome_mutants))
    return Mutants(chosen, len(made) + len(further))


def _changed(calls: Calls, extends: bool) -> tuple[SourceMutant, ...]:
    """The mutants of mutmut, then those of users' operators; none where there is no source."""
    if calls.mutated is None:
        return ()
    changed = make_mutants(calls.mutated)
    return (*changed, *make_own_mutants(calls.mutated, changed)) if extends else changed


def _further(
    changed: Sequence[SourceMutant], wanted: int, sources: AcceptedInputs, calls: Calls, outputs: Sequence[Output]
) -> tuple[Mutant, ...]:
    """At most so many mutants by other operators that return a wrong value for a source, and answer for all."""
    most = calls.pace.mutants(MOST_FURTHER) - len(changed)
    if calls.mutated is None or wanted <= 0 or most <= 0:
        return ()
    made = make_further_mutants(calls.mutated, changed)
    looked_at = _look(made, spread_out(len(made))[:most], sources, calls, outputs)
    fitting = [place for place, look in looked_at.items() if look.is_telling and look.answers]
    return tuple(made[place] for place in sorted(fitting[:wanted]))


@dataclass(frozen=True, slots=True)
class _Look:
    """Whether a mutant returned a wrong value for a source, and whether no call was lost."""

    is_telling: bool
    answers: bool


def _look(
    made: Sequence[Mutant], order: Sequence[int], sources: AcceptedInputs, calls: Calls, outputs: Sequence[Output]
) -> dict[int, _Look]:
    """What the first mutants, in this order, do with some sources; as many as there is time for."""
    inputs = sources.accepted[: calls.pace.glance]
    looked_at: dict[int, _Look] = {}
    try:
        original = calls.run(None, inputs)
        for place in order:
            outcomes = calls.run(made[place], inputs)
            triples = zip(inputs, original, outcomes, strict=True)
            is_telling = any(is_usable(b, outputs, values) and not is_same(a, b) for values, a, b in triples)
            looked_at[place] = _Look(is_telling, answers=not any(map(is_loss, outcomes)))
    except HaltError:
        pass
    return looked_at


def is_usable(outcome: Outcome, outputs: Sequence[Output], values: Input) -> bool:
    """Whether a call on these values returned what the function's outputs can hold."""
    return isinstance(outcome, Returned) and read_outputs(outputs, outcome.value, values) is not None


def spread_out(count: int) -> list[int]:
    """The first places in an order in which any beginning is spread over all of them.

    >>> spread_out(8)
    [0, 5, 2, 7, 4, 1, 6, 3]
    """
    return sorted(range(count), key=lambda place: place * _GOLDEN % 1)
