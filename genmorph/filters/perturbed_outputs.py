"""Outputs in the place of those that two calls gave: made up, close to the real ones, or those of other calls."""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from genmorph.execution.outputs import is_equal
from genmorph.model import Container, Execution, Kind, Output, Tolerance
from genmorph.relations.expression import FOLLOW_UP_SIDE, INPUT_ROLES, Expression, Role, Variable
from genmorph.relations.meaning import ascending, compile_relation
from genmorph.settings import PERTURBING
from genmorph.values.kinds import LARGEST_EXACT, value_of_none

_LETTERS = "aaabbcABZz 09.,-ßİŉΣé\n"

Number = int | float


@dataclass(frozen=True, slots=True)
class Maker:
    """Makes values of one kind; `has_bytes` says that elements lie between 0 and 255, `has_nan` that floats may be NaN.

    >>> Maker(Kind.BOOL).altered(True, 1.0, 0, Random(0)), Maker(Kind.INTS).made(1.0, 0, Random(1))
    (False, [12])
    """

    kind: Kind
    has_bytes: bool = False
    has_nan: bool = False
    seen: tuple[Any, ...] = ()
    """Values of objects, which are not made up."""

    def made(self, scale: float, landmark: Number, rng: Random) -> Any:
        """A value of the scale; numbers are the landmark now and then, which is finite."""
        if self.kind is Kind.OTHER:
            return self._object(rng)
        if self.kind.is_sequence:
            return [self._element(scale, landmark, rng) for _ in range(_length(rng))]
        return self._scalar(self.kind, scale, landmark, rng)

    def altered(self, value: Any, scale: float, landmark: Number, rng: Random) -> Any:
        """The value with a small change."""
        if self.kind is Kind.OTHER:
            return self._object(rng)
        match value:
            case bool():
                return not value
            case int() | float():
                return self._number_near(value, landmark, rng)
            case str():
                return rng.choice(_TEXT_EDITS)(value, rng.choice(_LETTERS))
        if value and rng.random() < PERTURBING.element:
            place = rng.randrange(len(value))
            return [*value[:place], self._element_near(value[place], scale, landmark, rng), *value[place + 1 :]]
        edited = rng.choice(_EDITS)(value, self._element(scale, landmark, rng))
        return edited if self.kind is Kind.NESTED or rng.random() < PERTURBING.unsorted else ascending(edited)

    def _object(self, rng: Random) -> list[Any]:
        """One that was seen, or one that is equal to none of these."""
        return [("another",)] if not self.seen or rng.random() < PERTURBING.made else rng.choice(self.seen)

    def _scalar(self, kind: Kind, scale: float, landmark: Number, rng: Random) -> Any:
        if kind is Kind.BOOL:
            return rng.random() < 0.5
        if kind is Kind.TEXT:
            return "".join(rng.choice(_LETTERS) for _ in range(_length(rng)))
        choice = rng.random()
        if self.has_nan and choice > 1 - PERTURBING.nan:
            return math.nan
        number = landmark if choice < PERTURBING.landmark else rng.choice(PERTURBING.multiples) * scale
        return float(number) if kind is Kind.FLOAT else self._whole(number)

    def _whole(self, number: Number) -> int:
        return int(number) % 256 if self.has_bytes else int(number)

    def _element(self, scale: float, landmark: Number, rng: Random) -> Any:
        kind = self.kind.element
        if kind is not None:
            return self._scalar(kind, scale, landmark, rng)
        scalars = (Kind.INT, Kind.TEXT, Kind.BOOL)
        parts = [
            self._scalar(rng.choice(scalars), scale, landmark, rng) for _ in range(rng.randrange(PERTURBING.parts + 1))
        ]
        return rng.choice([parts, None, *parts])

    def _element_near(self, element: Any, scale: float, landmark: Number, rng: Random) -> Any:
        if isinstance(element, bool | int | float | str):
            return self.altered(element, scale, landmark, rng)
        return self._element(scale, landmark, rng)

    def _number_near(self, value: Number, landmark: Number, rng: Random) -> Number:
        if isinstance(value, float) and not math.isfinite(value):
            return 0.0
        change = rng.choice(_CHANGES)
        if isinstance(value, int):
            return self._whole(change(value, int(landmark)))
        return float(change(value, float(landmark)))


_CHANGES: tuple[Callable[[Any, Any], Any], ...] = (
    lambda value, _: value + 1,
    lambda value, _: value - 1,
    lambda value, _: value * 2,
    lambda value, _: -value,
    lambda value, landmark: value + landmark,
    lambda value, landmark: value - landmark,
    lambda value, landmark: value * landmark,
)


_TEXT_EDITS: tuple[Callable[[str, str], str], ...] = (
    lambda text, letter: text + letter,
    lambda text, letter: letter + text,
    lambda text, _: text[1:],
    lambda text, _: text[:-1],
    lambda text, _: text[::-1],
    lambda text, _: text.swapcase(),
    lambda text, _: text.upper(),
    lambda text, _: text + text,
    lambda text, letter: letter + text[1:],
)


_EDITS: tuple[Callable[[list[Any], Any], list[Any]], ...] = (
    lambda values, new: [*values, new],
    lambda values, new: [new, *values],
    lambda values, _: values[1:],
    lambda values, _: values[:-1],
    lambda values, _: values[::-1],
    lambda values, _: values[1:] + values[:1],
    lambda values, _: values + values,
)


def maker_of(kind: Kind, output: Output | None, seen: Sequence[Any]) -> Maker:
    """What makes values of an output of which some were seen; of names of errors and the like, values of the kind."""
    has_bytes = output is not None and output.container is Container.BYTES
    return Maker(kind, has_bytes, any(map(_has_nan, seen)), tuple(seen) if kind is Kind.OTHER else ())


def _length(rng: Random) -> int:
    return PERTURBING.long if rng.random() < PERTURBING.seldom else rng.choice(PERTURBING.lengths)


Row = Sequence[Any]
"""One value for each variable of a relation."""


Places = tuple[int, ...]
"""Indices of variables."""


_OUTPUT_ROLES = (frozenset({Role.SOURCE_OUTPUT, Role.CHANGED_OUTPUT, Role.SOURCE_ERROR}), FOLLOW_UP_SIDE)


class PerturbedOutputs:
    """Rows of executions, and the same with other outputs in the place of those that some relations speak of.

    All relations are over the same variables. `sides` are the outputs that they speak of, first the source's.
    """

    def __init__(
        self, relations: Sequence[Expression], executions: Sequence[Execution], outputs: Sequence[Output], rng: Random
    ) -> None:
        self.variables = relations[0].variables
        self.rows = [[variable.read(execution) for variable in self.variables] for execution in executions]
        self.sides = output_places(relations)
        self._rng = rng
        self._numbers = _landmarks(relations)
        self._inputs = _number_inputs(self.variables)
        self._makers = {
            place: maker_of(
                self.variables[place].kind,
                _output(self.variables[place], outputs),
                [row[place] for row in self.rows],
            )
            for side in self.sides
            for place in side
        }
        self._emptied = _emptied(self.variables, self.sides, outputs)

    def perturb(self, row: Row) -> list[Any]:
        """The row with other outputs of one call or both; the same where the relations speak of none."""
        new, choice = list(row), self._rng.random()
        if not any(self.sides):
            return new
        if choice < PERTURBING.tied:
            self._make(new, is_tied=choice >= PERTURBING.made)
        elif choice < PERTURBING.altered:
            place = self._rng.choice(self.sides[0] + self.sides[1])
            new[place] = self.altered(row, place)
        else:
            self._exchange(new)
        return self._with_emptied(new)

    def one_sided(self, row: Row, side: Places) -> list[Any]:
        """The row with other outputs of one call alone."""
        new, choice = list(row), self._rng.random()
        scale, landmark = self._rng.choice(PERTURBING.scales), self._landmark(row)
        other = self._rng.choice(self.rows)
        for place in side:
            if choice < PERTURBING.made:
                new[place] = self._makers[place].made(scale, landmark, self._rng)
            else:
                new[place] = self.altered(row, place) if choice < PERTURBING.altered else other[place]
        return self._with_emptied(new)

    def exchanged(self, row: Row) -> list[Any]:
        """The row with outputs that the function gave on other inputs."""
        new = list(row)
        self._exchange(new)
        return self._with_emptied(new)

    def moved(self, row: Row) -> list[Any]:
        """The row with other outputs, and other numbers as inputs."""
        new = self.perturb(row)
        for place in self._inputs:
            value = self._landmark(row) + self._rng.choice((-1, 0, 0, 1))
            new[place] = float(value) if self.variables[place].kind is Kind.FLOAT else int(value)
        return new

    def altered(self, row: Row, place: int) -> Any:
        """The value at the place with a small change."""
        scale = self._rng.choice(PERTURBING.scales)
        return self._makers[place].altered(row[place], scale, self._landmark(row), self._rng)

    def _with_emptied(self, row: list[Any]) -> list[Any]:
        """The row with no value where an output is None in it."""
        for flag, place in self._emptied:
            if row[flag]:
                row[place] = value_of_none(self.variables[place].kind)
        return row

    def _make(self, row: list[Any], *, is_tied: bool) -> None:
        rng, scale, landmark = self._rng, self._rng.choice(PERTURBING.scales), self._landmark(row)
        sources, follow_ups = self.sides
        for place in sources:
            row[place] = self._makers[place].made(scale, landmark, rng)
        for place in follow_ups:
            maker = self._makers[place]
            alike = [source for source in sources if self.variables[source].kind is maker.kind] if is_tied else []
            row[place] = maker.made(scale, landmark, rng)
            if alike:
                value = row[rng.choice(alike)]
                row[place] = value if rng.random() < PERTURBING.same else maker.altered(value, scale, landmark, rng)

    def _exchange(self, row: list[Any]) -> None:
        for side in self._rng.choice((self.sides[:1], self.sides[1:], self.sides)):
            other = self._rng.choice(self.rows)
            for place in side:
                row[place] = other[place]

    def _landmark(self, row: Row) -> Number:
        """A number that the relations compare with, now and then one of the inputs."""
        if self._inputs and self._rng.random() < PERTURBING.input_landmark:
            value: Number = row[self._rng.choice(self._inputs)]
            if abs(value) <= LARGEST_EXACT:
                return value
        return self._rng.choice(self._numbers)


class Compiled:
    """A relation as a test of rows; where it overflows it neither accepts nor rejects."""

    def __init__(self, expression: Expression, tolerance: Tolerance) -> None:
        self._holds = compile_relation(expression, tolerance)

    def accepts(self, row: Row) -> bool:
        """Whether it is true."""
        try:
            return self._holds(row)
        except OverflowError:
            return False

    def rejects(self, row: Row) -> bool:
        """Whether it is false."""
        try:
            return not self._holds(row)
        except OverflowError:
            return False


def output_places(relations: Sequence[Expression]) -> tuple[Places, Places]:
    """The variables among those mentioned that are outputs of the source's call, and of the follow-up's."""
    mentioned = {variable for relation in relations for variable in relation.mentioned}
    variables = enumerate(relations[0].variables)
    known = [(place, variable.role) for place, variable in variables if variable in mentioned]
    first, second = (tuple(place for place, role in known if role in roles) for roles in _OUTPUT_ROLES)
    return first, second


def with_outputs(row: Row, giver: Row, places: Places) -> list[Any]:
    """The row with the values of another one at these places."""
    new = list(row)
    for place in places:
        new[place] = giver[place]
    return new


def differ(variables: Sequence[Variable], places: Places, one: Row, other: Row, tolerance: Tolerance) -> bool:
    """Whether two rows differ at any of these places by more than the tolerance."""
    return any(not is_equal(one[place], other[place], variables[place].kind, tolerance) for place in places)


def _landmarks(relations: Sequence[Expression]) -> tuple[Number, ...]:
    constants = [constant for relation in relations for constant in relation.constants]
    return (*(constant + step for constant in constants for step in (-1, 0, 0, 1)), 0, 1)


def _number_inputs(variables: Sequence[Variable]) -> Places:
    return tuple(
        place for place, variable in enumerate(variables) if variable.role in INPUT_ROLES and variable.kind.is_number
    )


def _output(variable: Variable, outputs: Sequence[Output]) -> Output | None:
    is_error = variable.role in (Role.SOURCE_ERROR, Role.FOLLOW_UP_ERROR)
    return None if is_error else outputs[variable.position]


def _emptied(
    variables: Sequence[Variable], sides: Sequence[Places], outputs: Sequence[Output]
) -> tuple[tuple[int, int], ...]:
    """Pairs of an output that says whether another is None, and that other."""
    return tuple(
        (flag, place)
        for side in sides
        for flag in side
        for place in side
        if (says := _output(variables[flag], outputs)) and says.is_none
        if (said := _output(variables[place], outputs)) and not said.is_none
        if (says.place, says.key, says.position) == (said.place, said.key, said.position)
    )


def _has_nan(value: Any) -> bool:
    if isinstance(value, list):
        return any(map(_has_nan, value))
    return isinstance(value, float) and math.isnan(value)
