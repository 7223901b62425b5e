"""Whether a relation of several calls kills a mutant, on many inputs.

Its inputs are those of the function, each row with further ones of the rows behind it. A mutant's crash is no kill, as
with relations of two calls.
"""

from collections.abc import Sequence
from typing import Any

from benchmarks.checks.judge_outcomes import Calls, Frozen, TooLong, Watch, thaw
from benchmarks.checks.judge_relations import Fate, fate_on
from benchmarks.checks.judge_sorting import Sorted
from genmorph import InapplicableInput
from genmorph.results.scenario_relation import ScenarioRelation

ROWS = 1_000
"""Rows on which a mutant is tried: each is checked with all of its calls made anew."""


class ScenarioTrial:
    """One relation on rows of inputs; `violations` counts those on which the original violates it."""

    def __init__(self, relation: ScenarioRelation, sources: Sequence[Frozen], original: Calls, watch: Watch) -> None:
        self._relation, self._sources, self._watch = relation, sources, watch
        self._original = original.function
        self._stopped: set[int] = set()
        self.violations = sum(map(self._is_violated_by_original, range(len(sources))))

    def fate_of(self, mutated: Calls, sorted_: Sorted) -> Fate:
        """Whether the mutant violates the relation in a row, those first that begin where it differs."""
        tried = [place for place in (*sorted_.differing, *sorted_.others) if place not in self._stopped]
        return fate_on(tried[:ROWS], lambda place: self._is_false(mutated.function, place))

    def _is_violated_by_original(self, place: int) -> bool:
        try:
            return self._is_false(self._original, place)
        except TooLong:
            self._stopped.add(place)
            return False

    def _is_false(self, function: Any, place: int) -> bool:
        """Whether the relation is false in a row although all calls return."""
        is_crashed = False

        def called(*arguments: Any, **named: Any) -> Any:
            nonlocal is_crashed
            try:
                return function(*arguments, **named)
            except Exception:
                is_crashed = True
                raise

        given, further = self._row(place)
        try:
            return not self._watch.call(lambda: self._relation.check(called, *given, **further)) and not is_crashed
        except (InapplicableInput, SystemExit, MemoryError):
            return False

    def _row(self, place: int) -> tuple[list[Any], dict[str, Any]]:
        """The inputs of one source in order, and those of the sources behind it by name."""
        parameters = self._relation.signature.parameters
        own = dict(zip((one.name for one in parameters), thaw(self._sources[place]), strict=True))
        given = [own[one.name] for one in self._relation.drawn if one.name in own]
        further = {}
        for step, one in enumerate((one for one in self._relation.drawn if one.name not in own), 1):
            position = next((at for at, other in enumerate(parameters) if other.domain == one.domain), None)
            if position is not None:
                further[one.name] = thaw(self._sources[(place + step) % len(self._sources)])[position]
        return given, further
