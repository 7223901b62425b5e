"""Executions on the way to a violation: each is replaced by one with less slack, or by one that behaves as none did."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from itertools import groupby
from random import Random

from genmorph.filters.behaviour import behaviour_of
from genmorph.filters.boundaries import Boundaries, Edge, between
from genmorph.filters.jumps import Jumps
from genmorph.filters.margin import compile_margin
from genmorph.filters.reading import compile_reader
from genmorph.filters.varying import Variant, Variation
from genmorph.model import Execution, Input, Tolerance
from genmorph.relations.expression import Expression
from genmorph.values.labels import key

_CLOSEST, _ALIKE, _OTHERS = 40, 8, 24
"""So many executions of least slack to start from, of the same slack so many, and so many others."""
_SIDEWAYS = 0.3
"""Chance that an execution of the same slack takes the place of another."""
_ASKED = (1, 64, 64)
"""Of so many climbers that with the least slack makes the next step."""
_ATTEMPTS = 4
"""So many variants are made at most for each that is wanted: in small domains all have been run."""


@dataclass(frozen=True, slots=True)
class _Place:
    """Where one climber stands, with its slack and where it came from."""

    values: Input
    slack: float
    before: Input | None = None


class Climb:
    """Climbers and their steps; `executions` are where they may start.

    A part of the steps closes in on the places where behaviour changes, another on those where an output jumps, in
    about so many `rounds` of steps.
    """

    def __init__(
        self, expression: Expression, executions: Sequence[Execution], tolerance: Tolerance, rng: Random, rounds: int
    ) -> None:
        self._rng = rng
        self._read, self._margin = compile_reader(expression), compile_margin(expression, tolerance)
        self._known = {key(execution.source) for execution in executions}
        self._boundaries = Boundaries()
        slacks = [self._slack(execution) for execution in executions]
        order = sorted(range(len(executions)), key=slacks.__getitem__)
        chosen = _few_of_each(order, slacks)[:_CLOSEST] + self._unlike(executions)[:_OTHERS]
        self._places = [_Place(executions[index].source, slacks[index]) for index in chosen]
        self._jumps = Jumps([executions[index] for index in order], tolerance, rng, rounds)
        self._edges: list[Edge] = []
        self._steps: dict[str, tuple[int, Variant]] = {}
        self._middles: dict[str, Edge] = {}

    def steps(self, variation: Variation, count: int) -> list[Input]:
        """At most so many inputs close to those that were reached, or between them, none twice."""
        found = self._between(variation, count // 4)
        found += self._jumps.steps(partial(self._claims, variation), count // 3)
        self._steps = {}
        for _ in range(_ATTEMPTS * count if self._places else 0):
            climber = self._choose()
            place = self._places[climber]
            variant = variation.vary(place.values, place.before, self._rng)
            written = key(variant.values)
            if written not in self._known:
                self._known.add(written)
                self._steps[written] = climber, variant
                if len(self._steps) + len(found) == count:
                    break
        return found + [variant.values for _, variant in self._steps.values()]

    def learn(self, executions: Sequence[Execution], variation: Variation) -> None:
        """Move the climbers whose steps led closer; the other steps count as failed."""
        ran = {key(execution.source): execution for execution in executions}
        for written, (climber, variant) in self._steps.items():
            helped = written in ran and self._takes(climber, ran[written])
            variation.learn(variant.moves, helped=helped)
        self._jumps.learn(ran)
        closed_in_on = [(edge, ran[written]) for written, edge in self._middles.items() if written in ran]
        self._edges = [edge.closer(execution.source, behaviour_of(execution)) for edge, execution in closed_in_on]

    def _takes(self, climber: int, execution: Execution) -> bool:
        place, slack, values = self._places[climber], self._slack(execution), execution.source
        is_new = self._boundaries.take(values, behaviour_of(execution))
        if slack < place.slack or (slack == place.slack and self._rng.random() < _SIDEWAYS):
            self._places[climber] = _Place(values, slack, place.values if slack < place.slack else None)
        elif is_new:
            self._places[self._rng.randrange(len(self._places) // 2, len(self._places))] = _Place(values, slack)
        return slack < place.slack or is_new

    def _between(self, variation: Variation, count: int) -> list[Input]:
        """An input in the middle of each edge; what has none that is new gives way to another edge."""
        self._middles = {}
        found: list[Input] = []
        for _ in range(2 * count):
            edge = self._edges.pop() if self._edges else self._boundaries.edge(self._rng)
            if edge is None or len(found) == count:
                break
            for share in (0.5, *(self._rng.random() for _ in range(_ATTEMPTS))):
                values = between(edge.one, edge.other, share, self._rng)
                if self._claims(variation, values):
                    self._middles[key(values)] = edge
                    found.append(values)
                    break
        return found

    def _claims(self, variation: Variation, values: Input) -> bool:
        """Whether an input may be tried and was not yet; from now on it was."""
        written = key(values)
        if written in self._known or not variation.allows(values):
            return False
        self._known.add(written)
        return True

    def _choose(self) -> int:
        """The one with the least slack of a few climbers, or of many."""
        asked = [self._rng.randrange(len(self._places)) for _ in range(self._rng.choice(_ASKED))]
        return min(asked, key=lambda climber: self._places[climber].slack)

    def _slack(self, execution: Execution) -> float:
        return self._margin(self._read(execution))

    def _unlike(self, executions: Sequence[Execution]) -> list[int]:
        """The places of executions in random order, those first that behave as none before them."""
        new: list[int] = []
        others: list[int] = []
        for index in self._rng.sample(range(len(executions)), len(executions)):
            execution = executions[index]
            is_new = self._boundaries.take(execution.source, behaviour_of(execution))
            (new if is_new else others).append(index)
        return new + others


def _few_of_each(order: Sequence[int], slacks: Sequence[float]) -> list[int]:
    """Those in order, of each slack only the first few."""
    groups = (list(group) for _, group in groupby(order, key=slacks.__getitem__))
    return [index for group in groups for index in group[:_ALIKE]]
