"""Whether a relation kills a mutant, on many inputs.

A relation kills by what it says of values. A mutant's crash is no kill, unless the relation is about errors: any
relation would notice it, also one that is always true.

`relation.check` decides, but it is slow. So it is only asked about pairs on which the mutant gives something else than
the original, and on which the outcomes that are known already violate the relation: on no other pair it can kill.
"""

from collections.abc import Callable, Iterable, Sequence
from enum import Enum
from itertools import chain

from benchmarks.checks.judge_outcomes import Calls, Frozen, TooLong, Watch, alike, freeze, thaw
from benchmarks.checks.judge_sorting import STOPPED, Sorted
from genmorph import InapplicableInput
from genmorph.execution.outputs import read_outputs
from genmorph.model import Altered, Execution, Input, Outcome, Place, Returned, TimedOut
from genmorph.relations.meaning import compile_relation
from genmorph.results import MetamorphicRelation
from genmorph.values.kinds import normalised


class Said(Enum):
    """What a relation says of a pair of outcomes."""

    HOLDS = "holds"
    VIOLATED = "violated"
    UNREADABLE = "unreadable"
    """One of them is no value of the kinds that the relation was found for."""


class Fate(Enum):
    """What one relation did to one mutant."""

    KILLED = "killed"
    SURVIVED = "survived"
    STOPPED = "stopped"
    """Too many calls took too long, before a pair killed it and before all were tried."""
    DIED = "died"
    """The process ended, or had to be ended."""


def fate_on(positions: Iterable[int], kills_on: Callable[[int], bool]) -> Fate:
    """What the first positions say that kill; after `STOPPED` ones that took too long no further one is tried."""
    stopped = 0
    for position in positions:
        try:
            if kills_on(position):
                return Fate.KILLED
        except TooLong:
            stopped += 1
            if stopped == STOPPED:
                return Fate.STOPPED
    return Fate.SURVIVED


class Trial:
    """One relation on the pairs that sources make; `violations` counts those on which the original violates it."""

    def __init__(self, relation: MetamorphicRelation, sources: Sequence[Frozen], original: Calls, watch: Watch) -> None:
        self._relation, self._sources, self._original, self._watch = relation, sources, original, watch
        self._is_chained = relation.transformation.chained is not None
        self._holds = compile_relation(relation.expression, relation.signature.tolerance)
        self._rows = list(map(self._row, sources))
        self._follow_ups = [self._follow_up(place, original(source)) for place, source in enumerate(sources)]
        self._stopped: set[int] = set()
        self.violations = sum(map(self._is_violated_by_original, range(len(sources))))

    def fate_of(self, mutated: Calls, sorted_: Sorted) -> Fate:
        """Whether the mutant violates the relation on a pair, those whose sources show it first."""
        return fate_on(chain(sorted_.differing, sorted_.others), lambda position: self._kills_on(position, mutated))

    def _kills_on(self, position: int, mutated: Calls) -> bool:
        """Raises TooLong where the follow-up's call takes too long; the source's was waited for in the sorting."""
        source, first = self._sources[position], mutated(self._sources[position])
        if isinstance(first, TimedOut) or position in self._stopped:
            return False
        is_alike = alike(self._original(source), first)
        has_own = self._is_chained and not is_alike
        follow_up = self._follow_up(position, first) if has_own else self._follow_ups[position]
        if follow_up is None:
            return False
        second = mutated(follow_up)
        if isinstance(second, TimedOut):
            raise TooLong
        if is_alike and alike(self._original(follow_up), second):
            return False
        if self._relation.is_about_errors:
            return self._is_false(mutated, source)
        if not (isinstance(first, Returned) and isinstance(second, Returned)):
            return False
        return self._is_violated_by_values(mutated, position, follow_up)

    def _is_violated_by_original(self, position: int) -> bool:
        source, follow_up = self._sources[position], self._follow_ups[position]
        if follow_up is None:
            return False
        try:
            is_doubtful = self._relation.is_about_errors or self._say(self._original, position, follow_up) != Said.HOLDS
            return is_doubtful and self._is_false(self._original, source)
        except TooLong:
            self._stopped.add(position)
            return False

    def _row(self, source: Frozen) -> Input:
        """The arguments of a source, and behind them what `check` draws for these."""
        transformation = self._relation.transformation
        return transformation.with_drawn(thaw(source), lambda row: self._valid(transformation.apply(row)))[0]

    def _follow_up(self, position: int, outcome: Outcome) -> Frozen | None:
        """The follow-up of a source that gave this outcome, if it has one in the domain."""
        row = self._rows[position]
        outputs = self._outputs(outcome, row) if self._is_chained else ()
        follow_up = None if outputs is None else self._valid(self._relation.transformation.apply(row, outputs))
        return None if follow_up is None else freeze(follow_up)

    def _valid(self, follow_up: Input | None) -> Input | None:
        if follow_up is None or self._relation.signature.validity.admits(follow_up) is False:
            return None
        return follow_up

    def _is_violated_by_values(self, mutated: Calls, position: int, follow_up: Frozen) -> bool:
        match self._say(mutated, position, follow_up):
            case Said.HOLDS:
                return False
            case Said.VIOLATED:
                return self._is_false(mutated, self._sources[position])
        return self._is_false_of_any(mutated, position, follow_up)

    def _is_false(self, calls: Calls, source: Frozen) -> bool:
        """The decision, by both calls once more."""
        try:
            return not self._watch.call(self._relation.check, calls.function, *thaw(source))
        except (InapplicableInput, SystemExit, MemoryError):
            return False

    def _say(self, calls: Calls, position: int, follow_up: Frozen) -> Said:
        """What the outcomes say that are known; what is too large to compare does not violate it."""
        row, changed = self._rows[position], thaw(follow_up)
        before, after = self._outputs(calls(self._sources[position]), row), self._outputs(calls(follow_up), changed)
        if before is None or after is None:
            return Said.UNREADABLE
        try:
            return Said.HOLDS if self._holds_for(Execution(row, changed, before, after)) else Said.VIOLATED
        except (OverflowError, MemoryError):
            return Said.HOLDS

    def _is_false_of_any(self, mutated: Calls, position: int, follow_up: Frozen) -> bool:
        """The decision where a value is of another kind: of floats in the place of ints a relation says as much."""
        before, after = self._whole(mutated(self._sources[position])), self._whole(mutated(follow_up))
        if before is None or after is None:
            return False
        try:
            return not self._holds_for(Execution(self._rows[position], thaw(follow_up), before, after))
        except Exception:  # noqa: BLE001 - whatever an operation does with values that it is not made for
            return False

    def _holds_for(self, execution: Execution) -> bool:
        return self._holds([variable.read(execution) for variable in self._relation.expression.variables])

    def _outputs(self, outcome: Outcome, values: Input) -> tuple[object, ...] | None:
        if not isinstance(outcome, Returned):
            return None
        return read_outputs(self._relation.signature.outputs, outcome.value, values)

    def _whole(self, outcome: Outcome) -> tuple[object, ...] | None:
        """What was returned, of whatever kind; None where the outputs are other things than that."""
        outputs = self._relation.signature.outputs
        if not isinstance(outcome, Returned) or len(outputs) > 1 or outputs[0].place is not Place.RETURNED:
            return None
        value = outcome.value
        return (normalised(value.value if isinstance(value, Altered) else value),)
