"""Whether a relation kills a mutant, on many inputs.

`relation.check` decides, but it is slow. So it is only asked about pairs on which the mutant gives something else than
the original, and on which the outcomes that are known already violate the relation: on no other pair it can kill.
"""

from collections.abc import Sequence
from itertools import chain

from benchmarks.checks.judge_outcomes import Calls, Frozen, TooLong, Watch, alike, freeze, thaw
from benchmarks.checks.judge_sorting import Sorted
from genmorph import InapplicableInput
from genmorph.execution.outputs import read_outputs
from genmorph.model import Execution, Input, Outcome, Returned, TimedOut
from genmorph.relations.meaning import compile_relation
from genmorph.results import MetamorphicRelation

STOPPED = 5
"""So many calls that took too long end the trial of a mutant by a relation."""


class Trial:
    """One relation on the pairs that sources make; where the original violates it, it is not asked."""

    def __init__(self, relation: MetamorphicRelation, sources: Sequence[Frozen], original: Calls, watch: Watch) -> None:
        self._relation, self._sources, self._original, self._watch = relation, sources, original, watch
        self._is_chained = relation.transformation.chained is not None
        self._holds = compile_relation(relation.expression, relation.signature.tolerance)
        self._follow_ups = [self._follow_up(source, original(source)) for source in sources]
        self._violated = frozenset(filter(self._is_violated_by_original, range(len(sources))))

    def kills(self, mutated: Calls, sorted_: Sorted) -> bool:
        """Whether the mutant violates the relation on a pair, those whose sources show it first."""
        stopped = 0
        for position in chain(sorted_.differing, sorted_.others):
            try:
                if self._kills_on(position, mutated):
                    return True
            except TooLong:
                stopped += 1
                if stopped == STOPPED:
                    break
        return False

    def _kills_on(self, position: int, mutated: Calls) -> bool:
        """Raises TooLong where the follow-up's call takes too long; the source's was waited for in the sorting."""
        source, follow_up = self._sources[position], self._follow_ups[position]
        first = mutated(source)
        if isinstance(first, TimedOut) or position in self._violated:
            return False
        is_alike = alike(self._original(source), first)
        if self._is_chained and not is_alike:  # the mutant has a follow-up of its own
            return self._is_false(mutated, source)
        if follow_up is None:
            return False
        second = mutated(follow_up)
        if isinstance(second, TimedOut):
            raise TooLong
        if is_alike and alike(self._original(follow_up), second):
            return False
        return self._is_violated_by(mutated, source, follow_up)

    def _is_violated_by_original(self, position: int) -> bool:
        try:
            return self._is_violated_by(self._original, self._sources[position], self._follow_ups[position])
        except TooLong:
            return True

    def _follow_up(self, source: Frozen, outcome: Outcome) -> Frozen | None:
        """The follow-up of a source that gave this outcome, if it has one in the domain."""
        values = thaw(source)
        outputs = self._outputs(outcome, values) if self._is_chained else ()
        follow_up = None if outputs is None else self._relation.transformation.apply(values, outputs)
        if follow_up is None:
            return None
        pairs = zip(self._relation.signature.parameters, follow_up, strict=True)
        is_valid = all(parameter.domain.contains(value) is not False for parameter, value in pairs)
        return freeze(follow_up) if is_valid else None

    def _is_violated_by(self, calls: Calls, source: Frozen, follow_up: Frozen | None) -> bool:
        is_doubtful = follow_up is not None and self._may_be_violated(calls, source, follow_up)
        return is_doubtful and self._is_false(calls, source)

    def _is_false(self, calls: Calls, source: Frozen) -> bool:
        """The decision, by both calls once more."""
        try:
            return not self._watch.call(self._relation.check, calls.function, *thaw(source))
        except (InapplicableInput, SystemExit, MemoryError):
            return False

    def _may_be_violated(self, calls: Calls, source: Frozen, follow_up: Frozen) -> bool:
        """False only where both calls gave outputs that satisfy the relation, or cannot be compared."""
        if self._relation.is_about_errors:
            return True
        values, changed = thaw(source), thaw(follow_up)
        before, after = self._outputs(calls(source), values), self._outputs(calls(follow_up), changed)
        if before is None or after is None:
            return True
        execution = Execution(values, changed, before, after)
        try:
            return not self._holds([variable.read(execution) for variable in self._relation.expression.variables])
        except (OverflowError, MemoryError):
            return False

    def _outputs(self, outcome: Outcome, values: Input) -> tuple[object, ...] | None:
        if not isinstance(outcome, Returned):
            return None
        return read_outputs(self._relation.signature.outputs, outcome.value, values)
