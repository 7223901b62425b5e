"""The places where an output jumps along one number, closed in on until no other number lies between."""

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import pairwise
from random import Random
from typing import Any

from genmorph.model import Execution, Input, Tolerance, with_argument
from genmorph.relations.expression import FOLLOW_UP_SIDE, SOURCE_SIDE, Expression, Role, Variable
from genmorph.relations.meaning import equal
from genmorph.settings import COUNTEREXAMPLE_STARTS, COUNTEREXAMPLES
from genmorph.values.labels import key
from genmorph.values.numbers.float_draws import from_ordinal, is_finite_float, ordinal


@dataclass(frozen=True, slots=True)
class _Gap:
    """Two executions with other `outputs`, of sources that differ in the number at `position` alone.

    What is closed in on is the jump next to `near` where `is_nearest`, else the largest. Along ints, a jump counts only
    where the outputs are the same on one side of it (`is_flat`): else they may change at every int.
    """

    position: int
    near: Execution
    far: Execution
    outputs: tuple[Variable, ...]
    is_nearest: bool
    is_flat: bool = False

    @property
    def place(self) -> tuple[int, float]:
        """The position, and the lower end there."""
        return self.position, min(one.source[self.position] for one in (self.near, self.far))

    @property
    def is_jump(self) -> bool:
        """Whether outputs jump here, once no number lies between; outputs may be other at each int."""
        return self.is_flat or isinstance(self.near.source[self.position], float)

    def cuts(self, count: int) -> list[Input]:
        """Sources between, from the near one on; none where the gap is closed.

        Next to the near one floats of all magnitudes count alike; the largest jump shows in parts of one width.
        """
        near, far = (execution.source[self.position] for execution in (self.near, self.far))
        place = _place_among_floats if self.is_nearest and isinstance(near, float) else _on_the_way
        values = dict.fromkeys(place(near, far, Fraction(cut, count + 1)) for cut in range(1, count + 1))
        inside = (value for value in values if min(near, far) < value < max(near, far))
        return [with_argument(self.near.source, self.position, value) for value in inside]

    def closer(self, found: Sequence[Execution], tolerance: Tolerance) -> "_Gap | None":
        """The part with the jump; None where the outputs differ by no more than the tolerance in all parts."""
        parts = list(pairwise((self.near, *found, self.far)))
        sizes = [
            max(_apart(output.read(one), output.read(other), tolerance) for output in self.outputs)
            for one, other in parts
        ]
        if not any(sizes):
            return None
        chosen = next(i for i, size in enumerate(sizes) if size) if self.is_nearest else sizes.index(max(sizes))
        near, far = parts[chosen]
        return replace(self, near=near, far=far, is_flat=self.is_flat or near is not self.near)


class Jumps:
    """Gaps that are closed a step at a time; `executions` are where they may begin, those of most interest first.

    Only outputs that `expression` speaks of count. The steps are made such that a gap can be closed in `rounds`
    steps, if these are not very few.
    """

    def __init__(
        self, expression: Expression, executions: Sequence[Execution], tolerance: Tolerance, rng: Random, rounds: int
    ) -> None:
        self._executions, self._tolerance, self._rng = executions, tolerance, rng
        self._outputs = [
            tuple(variable for variable in expression.mentioned if variable.role in roles)
            for roles in (SOURCE_SIDE - {Role.CHAINED_INPUT}, FOLLOW_UP_SIDE)
        ]
        self._cuts = min(
            COUNTEREXAMPLE_STARTS.most_cuts,
            max(COUNTEREXAMPLE_STARTS.least_cuts, math.ceil(2 ** (COUNTEREXAMPLES.bits / max(1, rounds))) - 1),
        )
        sources = [execution.source for execution in executions]
        self._trust = {
            position: COUNTEREXAMPLES.trust
            for position in range(len(sources[0]) if sources else 0)
            if any(_is_number(source[position]) for source in sources)
        }
        self._known: set[tuple[int, float]] = set()
        self._gaps: list[_Gap] = []
        self._asked: list[tuple[_Gap, list[Input]]] = []
        self._begun: list[_Beginning] = []

    def steps(self, claim: Callable[[Input], bool], count: int) -> list[Input]:
        """At most `count` inputs of those that may be claimed: between the ends of gaps, and far ends of new ones."""
        at_once = count // self._cuts
        self._asked = [(gap, list(filter(claim, gap.cuts(self._cuts)))) for gap in self._gaps[:at_once]]
        begun = [self._begin() for _ in range(at_once - len(self._asked))]
        self._begun = [one for one in begun if one is not None and claim(one.far)]
        return [values for _, inputs in self._asked for values in inputs] + [one.far for one in self._begun]

    def learn(self, ran: Mapping[str, Execution]) -> None:
        """Close the gaps as far as the inputs ran; what is closed, or is no jump, is left."""
        self._gaps = []
        for gap, inputs in self._asked:
            found = [ran[key(values)] for values in inputs if key(values) in ran]
            closer = gap.closer(found, self._tolerance) if found else None
            if closer is not None and closer.cuts(self._cuts):
                self._gaps.append(closer)
            else:
                self._trust[gap.position] += 1 if closer is not None and closer.is_jump and self._is_new(closer) else -1
        for one in self._begun:
            if key(one.far) in ran:
                self._gaps += self._between(one, ran[key(one.far)])

    def _is_new(self, jump: _Gap) -> bool:
        """Whether no jump was found before at this place of the argument, whatever the others are."""
        known = len(self._known)
        self._known.add(jump.place)
        return len(self._known) > known

    def _begin(self) -> "_Beginning | None":
        """Where a gap may be; None where no argument is likely to have jumps."""
        positions = [position for position, trust in self._trust.items() if trust > 0]
        if not positions:
            return None
        position = self._rng.choice(positions)
        near = self._executions[int(len(self._executions) ** self._rng.random()) - 1]
        value, other = near.source[position], self._rng.choice(self._executions).source[position]
        if not (_is_number(value) and _is_number(other)) or type(value) is not type(other):
            return None
        return _Beginning(
            position, near, with_argument(near.source, position, _on_the_way(value, other, self._rng.random()))
        )

    def _between(self, beginning: "_Beginning", far: Execution) -> list[_Gap]:
        """The gap between both ends, for the outputs of either call; none where all outputs are the same."""
        sides, is_nearest = self._rng.sample(self._outputs, 2), self._rng.random() < 0.5
        is_nearest |= isinstance(beginning.far[beginning.position], int)  # the first part that is not flat
        gaps = [_Gap(beginning.position, beginning.near, far, outputs, is_nearest) for outputs in sides if outputs]
        return [gap for gap in gaps if gap.closer((), self._tolerance)][:1]


@dataclass(frozen=True, slots=True)
class _Beginning:
    """An execution, and its source with another number at `position`."""

    position: int
    near: Execution
    far: Input


def _place_among_floats(near: float, far: float, share: Fraction) -> float:
    start, end = ordinal(near), ordinal(far)
    return from_ordinal(start + int((end - start) * share))


def _on_the_way(one: float, other: float, share: Fraction | float) -> float:
    if isinstance(one, int) and isinstance(other, int):
        return one + int((other - one) * Fraction(share))
    return one * float(1 - share) + other * float(share)


def _is_number(value: Any) -> bool:
    return is_finite_float(value) or (isinstance(value, int) and not isinstance(value, bool))


def _apart(one: Any, other: Any, tolerance: Tolerance) -> float:
    """How far apart two outputs are: 0 within the tolerance, infinite where that is not told by numbers."""
    if isinstance(one, int | float) and isinstance(other, int | float):
        return _difference(one, other, tolerance)
    if isinstance(one, list | tuple) and isinstance(other, list | tuple) and len(one) == len(other):
        return max((_apart(a, b, tolerance) for a, b in zip(one, other, strict=True)), default=0.0)
    return 0.0 if key(one) == key(other) else math.inf


def _difference(one: float, other: float, tolerance: Tolerance) -> float:
    is_exact = isinstance(one, int) and isinstance(other, int)
    try:
        apart = 0.0 if one == other or (not is_exact and equal(one, other, tolerance)) else float(abs(one - other))
    except OverflowError:  # of an int too large for a float
        return math.inf
    return math.inf if math.isnan(apart) else apart
