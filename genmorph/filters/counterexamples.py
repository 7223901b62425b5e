"""The search for a counterexample: from executions with little slack towards a violation (paper, section 7)."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import groupby
from random import Random
from typing import Any

from genmorph.filters.jumps import Jumps
from genmorph.filters.margin import compile_margin
from genmorph.filters.neighbours import Variant, Variation
from genmorph.filters.validity import Finding, compile_reader, falsify, larger
from genmorph.model import Domain, Execution, Input, Stage, Tolerance, Verdict, with_argument
from genmorph.relations.expression import Expression
from genmorph.settings import COUNTEREXAMPLE_STARTS, COUNTEREXAMPLES, TRIALS
from genmorph.values.labels import key
from genmorph.values.measures import between, compare, look

Behaviour = tuple[str, ...]


def behaviour_of(execution: Execution) -> Behaviour:
    """How each output looks, and how it compares to the arguments of its call and to the other call's.

    >>> behaviour_of(Execution((5,), (9,), (5,), (-20,)))
    ('5', '=', '-', '<', '>')
    """
    return (
        *_side(execution.source, execution.source_outputs),
        *_side(execution.follow_up, execution.follow_up_outputs),
        *(compare(*pair) for pair in zip(execution.source_outputs, execution.follow_up_outputs, strict=False)),
    )


def _side(arguments: tuple[Any, ...], outputs: tuple[Any, ...]) -> Iterator[str]:
    for output in outputs:
        yield look(output)
        yield from (compare(output, argument) for argument in arguments[: COUNTEREXAMPLES.compared])


@dataclass(frozen=True, slots=True)
class Edge:
    """Two inputs of different behaviour."""

    one: Input
    other: Input
    of_one: Behaviour

    def closer(self, values: Input, behaviour: Behaviour) -> "Edge":
        """The edge with an input between in the place of the one that behaves so, of the other where none does."""
        if behaviour == self.of_one:
            return Edge(values, self.other, behaviour)
        return Edge(self.one, values, self.of_one)


@dataclass(slots=True)
class Boundaries:
    """The last input of each behaviour that was seen."""

    _seen: dict[Behaviour, Input] = field(default_factory=dict)

    def take(self, values: Input, behaviour: Behaviour) -> bool:
        """Remember an input; whether none behaved so before."""
        is_new = behaviour not in self._seen
        self._seen[behaviour] = values
        return is_new

    def edge(self, rng: Random) -> Edge | None:
        """Any two inputs of different behaviour; None where there is but one behaviour."""
        if len(self._seen) < 2:
            return None
        (of_one, one), (_, other) = rng.sample(list(self._seen.items()), 2)
        return Edge(one, other, of_one)


@dataclass(frozen=True, slots=True)
class _Place:
    """Where one climber stands, with its slack and where it came from."""

    values: Input
    slack: float
    before: Input | None = None


class Climb:
    """Climbers and their steps; `executions` are where they may start.

    A part of the steps closes in on the places where behaviour changes, another on those where an output jumps, in
    about `rounds` steps; in a few an output takes the place of an argument.
    """

    def __init__(
        self, expression: Expression, executions: Sequence[Execution], tolerance: Tolerance, rng: Random, rounds: int
    ) -> None:
        self._rng = rng
        self._read, self._margin = compile_reader(expression), compile_margin(expression, tolerance)
        self._executions = executions
        self._known = {key(execution.source) for execution in executions}
        self._boundaries = Boundaries()
        slacks = [self._slack(execution) for execution in executions]
        order = sorted(range(len(executions)), key=slacks.__getitem__)
        chosen = (
            _few_of_each(order, slacks)[: COUNTEREXAMPLE_STARTS.closest]
            + self._unlike(executions)[: COUNTEREXAMPLE_STARTS.others]
        )
        self._places = [_Place(executions[index].source, slacks[index]) for index in chosen]
        self._jumps = Jumps(expression, [executions[index] for index in order], tolerance, rng, rounds)
        self._edges: list[Edge] = []
        self._steps: dict[str, tuple[int, Variant]] = {}
        self._middles: dict[str, Edge] = {}

    def steps(self, variation: Variation, count: int) -> list[Input]:
        """At most `count` inputs close to those that were reached, or between them, none twice."""
        found = self._between(variation, int(count * COUNTEREXAMPLES.between))
        found += self._jumps.steps(partial(self._claims, variation), int(count * COUNTEREXAMPLES.jumping))
        found += self._with_outputs(variation, int(count * COUNTEREXAMPLES.passing))
        self._steps = {}
        for _ in range(COUNTEREXAMPLES.attempts * count if self._places else 0):
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
        if slack < place.slack or (slack == place.slack and self._rng.random() < COUNTEREXAMPLES.sideways):
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
            for share in (0.5, *(self._rng.random() for _ in range(COUNTEREXAMPLES.attempts))):
                values: Input = between(edge.one, edge.other, share, self._rng)
                if self._claims(variation, values):
                    self._middles[key(values)] = edge
                    found.append(values)
                    break
        return found

    def _with_outputs(self, variation: Variation, count: int) -> list[Input]:
        """Inputs in which what a call with the others gave takes the place of an argument."""
        found: list[Input] = []
        for _ in range(COUNTEREXAMPLES.attempts * count if self._executions else 0):
            execution = self._rng.choice(self._executions)
            output = self._rng.choice((*execution.source_outputs, *execution.follow_up_outputs))
            values = with_argument(execution.source, self._rng.randrange(len(execution.source)), output)
            if self._claims(variation, values):
                found.append(values)
                if len(found) == count:
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
        asked = [self._rng.randrange(len(self._places)) for _ in range(self._rng.choice(COUNTEREXAMPLES.asked))]
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
    return [index for group in groups for index in group[: COUNTEREXAMPLE_STARTS.alike]]


Execute = Callable[[Sequence[Input]], Sequence[Execution]]
"""The original on source inputs and their follow-ups; pairs outside the domain are left out."""


def seek_counterexample(
    expression: Expression,
    executions: Sequence[Execution],
    execute: Execute,
    domains: Sequence[Domain],
    tolerance: Tolerance,
    rng: Random,
    *,
    constants: Sequence[int | float] = (),
    pieces: Sequence[str] = (),
    most: int = TRIALS.least_sought,
    lasts: Callable[[], bool] = lambda: True,
) -> Finding:
    """Climb from the executions with the least slack, and from some others, towards a violation.

    At most `most` inputs are run, and no more than `TRIALS.least_sought` when the time no longer `lasts`. Steps
    lead to inputs close by, to `constants` and `pieces` of the function, and to the bounds of the domain; where the
    slack is flat, to outputs of new behaviour. `tried` counts the pairs that ran.
    """
    variation = Variation(domains, constants, pieces)
    climb = Climb(expression, executions, tolerance, rng, most // COUNTEREXAMPLES.batch)
    spent, tried, largest = 0, 0, None
    while (
        spent < most
        and (spent < TRIALS.least_sought or lasts())
        and (inputs := climb.steps(variation, min(COUNTEREXAMPLES.batch, most - spent)))
    ):
        spent += len(inputs)
        reached = execute(inputs)
        finding = falsify(expression, reached, True, tolerance, 0, Stage.SEARCH)
        tried += finding.tried
        if finding.verdict is Verdict.REJECT:
            reason = "false for a valid input near others"
            return Finding(Verdict.REJECT, reason, Stage.SEARCH, tried, finding.counterexample)
        largest = larger(largest, finding.largest_error)
        climb.learn(reached, variation)
    return Finding(Verdict.KEEP, f"no counterexample in {tried} inputs searched", tried=tried, largest_error=largest)
