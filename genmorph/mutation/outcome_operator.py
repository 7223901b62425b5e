"""What a change of outcomes or inputs is, and which values it is for."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from enum import Enum, auto
from typing import Any

from genmorph.model import Altered, Array, Drained, Fields, Input, Parameter
from genmorph.settings import OUTCOME_MUTANTS

Data = tuple[Any, ...]
Variant = tuple[str, Data]
"""What distinguishes a mutant from the others of its operator, in words and as data."""


class OutcomeShape(Enum):
    """What the values of a function have in common, as far as changing them goes."""

    NUMBER = auto()
    BOOLEAN = auto()
    TEXT = auto()
    SEQUENCE = auto()
    PARTS = auto()
    ALTERED = auto()
    MIXED = auto()


def shape_of(values: Sequence[Any]) -> OutcomeShape:
    """The one shape of all values; where one call altered arguments, that is the shape of all.

    >>> shape_of([1, 2.5]), shape_of([(1, 2), (3, 4)]), shape_of([(1,), (2, 3)]), shape_of([1, True])
    (<OutcomeShape.NUMBER: 1>, <OutcomeShape.PARTS: 5>, <OutcomeShape.SEQUENCE: 4>, <OutcomeShape.MIXED: 7>)
    """
    if any(isinstance(value, Altered) for value in values):
        return OutcomeShape.ALTERED
    shapes = {_shape_of_one(value) for value in values}
    if shapes == {OutcomeShape.SEQUENCE} and all(isinstance(value, tuple) for value in values):
        lengths = {len(value) for value in values}
        has_parts = len(lengths) == 1 and 2 <= min(lengths) <= OUTCOME_MUTANTS.most_outputs
        return OutcomeShape.PARTS if has_parts else OutcomeShape.SEQUENCE
    return shapes.pop() if len(shapes) == 1 else OutcomeShape.MIXED


def _shape_of_one(value: object) -> OutcomeShape:
    match value:
        case bool():
            return OutcomeShape.BOOLEAN
        case int() | float():
            return OutcomeShape.NUMBER
        case str():
            return OutcomeShape.TEXT
        case list() | tuple() | bytes() | Array() | Drained():
            return OutcomeShape.SEQUENCE
        case dict() | Fields():
            return OutcomeShape.PARTS
    return OutcomeShape.MIXED


@dataclass(frozen=True, slots=True)
class Observed:
    """Inputs on which the original returned, and the values it gave there, those that are None left aside."""

    parameters: tuple[Parameter, ...]
    inputs: tuple[Input, ...]
    values: tuple[Any, ...]

    @property
    def shape(self) -> OutcomeShape:
        """What the values have in common."""
        return shape_of(self.values)

    def within(self, values: Iterable[Any]) -> "Observed":
        """The same calls with one part of each value in its place."""
        return Observed(self.parameters, self.inputs, tuple(value for value in values if value is not None))


@dataclass(frozen=True, slots=True)
class Example:
    """What an operator with that data makes of a value or of an input."""

    before: Any
    data: Data
    after: Any


def always(*variants: Variant) -> Callable[[Observed], Iterable[Variant]]:
    """The same variants whatever was observed."""
    return lambda _: variants


_ONE_VARIANT = always(("", ()))


@dataclass(frozen=True, slots=True)
class OutcomeOperator:
    """A change of the value that the original gave or, where it has no `shapes`, of the input that it gets.

    `variants` says which mutants make sense for what was observed; `change` takes a value or an input, then the data.
    It gives a value of the same kind, and takes any value that fits one of the shapes. `words` says what is wrong then;
    it takes a noun for the value, the names of the arguments, and the data.
    """

    name: str
    change: Callable[..., Any]
    words: Callable[..., str]
    examples: tuple[Example, ...]
    shapes: frozenset[OutcomeShape] = frozenset()
    variants: Callable[[Observed], Iterable[Variant]] = _ONE_VARIANT

    @property
    def on_input(self) -> bool:
        """Whether inputs are changed, not values."""
        return not self.shapes

    def apply(self, value: Any, data: Data) -> Any:
        """The changed value; a value of another shape, such as the None of an optional output, stays as it is."""
        parts = {OutcomeShape.PARTS} if isinstance(value, tuple) else set()
        fitting = {_shape_of_one(value), OutcomeShape.ALTERED} | parts
        return value if fitting.isdisjoint(self.shapes) else self.change(value, *data)

    def phrase(self, data: Data, names: Sequence[str], noun: str = "the returned value") -> str:
        """What is wrong with a value, or with arguments of these names, in English words.

        >>> from genmorph.mutation.output_changes import VALUE_OPERATORS
        >>> VALUE_OPERATORS["off_by_one"].phrase((-1,), ["x"])
        'the returned value is 1 less'
        """
        return self.words(noun, names, *data)
