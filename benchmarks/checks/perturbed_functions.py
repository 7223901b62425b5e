"""Functions that are nearly another one: relations and a test of a person are compared by what they notice of these.

They are no mutants of genmorph's, since its relations are chosen by these: they know the function alone. Each computes
another output from the function's, or calls it with another input, for all inputs or for a part of them. A checksum of
the input or of the usual output chooses: by the input, nearly any relation of two calls notices it; by the output, what
has the same output is changed alike, so that a relation such as `f(-x) == f(x)` does not.
"""

from binascii import crc32
from collections.abc import Callable, Iterable, Iterator, Sequence
from copy import deepcopy
from dataclasses import dataclass, fields, is_dataclass, replace
from datetime import timedelta
from random import Random
from typing import Any

import numpy as np

MOST = 60
"""So many perturbed functions are used at most; of more, a sample that the name of the function seeds."""

Input = tuple[Any, ...]
Function = Callable[..., Any]
Change = tuple[str, Callable[[Any], Any]]


@dataclass(frozen=True, slots=True)
class Perturbed:
    """A function in the place of another, and what it does otherwise."""

    name: str
    function: Function


class Remembered:
    """A deterministic function that computes each output once; it raises again what it raised."""

    def __init__(self, function: Function) -> None:
        self.function = function
        self._known: dict[str, tuple[Any, Exception | None]] = {}

    def __call__(self, *values: Any) -> Any:
        """What the function gives for these values."""
        key = repr(values)
        if key not in self._known:
            try:
                self._known[key] = (self.function(*deepcopy(values)), None)
            except Exception as error:  # noqa: BLE001 - it is raised below
                self._known[key] = (None, error)
        value, error = self._known[key]
        if error is not None:
            raise error
        return deepcopy(value)


@dataclass(frozen=True, slots=True)
class Part:
    """Every so many inputs, chosen by a checksum of the input, or of the usual output; the same in any process.

    >>> every = Part(3, by_output=False)
    >>> str(every), [number for number in range(12) if every.holds((number,), None)]
    ('every 3rd input', [0, 1, 4, 5, 10, 11])
    >>> str(Part(2, by_output=True)), str(Part(1, by_output=False))
    ('every 2nd output', 'every input')
    """

    number: int
    by_output: bool

    def __str__(self) -> str:
        ordinal = {1: "", 2: "2nd ", 3: "3rd "}.get(self.number, f"{self.number}th ")
        return f"every {ordinal}{'output' if self.by_output else 'input'}"

    def holds(self, values: Input, output: Any) -> bool:
        """Whether an input with this output is in it; floats that differ by rounding are the same output."""
        chooses = output if self.by_output else values
        text = f"{chooses:.6g}" if isinstance(chooses, float) else repr(chooses)
        return crc32(text.encode("utf-8", "surrogatepass")) % self.number == 0


PARTS = (Part(1, False), Part(3, False), Part(11, False), Part(2, True), Part(3, True))
FEWER_PARTS = (Part(1, False), Part(3, False), Part(2, True))
"""Those of which a function is called with another input."""


def changes_of(value: Any) -> Iterator[Change]:
    """What can be done to a value, by its type; a change may leave some values as they are.

    >>> [(name, change(3)) for name, change in changes_of(3)][:4]
    [('one more', 4), ('one less', 2), ('doubled', 6), ('negated', -3)]
    >>> [name for name, _ in changes_of(True)]
    ['negated']
    """
    if is_dataclass(value) and not isinstance(value, type):
        yield from _changes_of_fields(value)
    else:
        yield from next((make(value) for kinds, make in _CHANGES_BY_TYPE if isinstance(value, kinds)), ())


def _changes_of_fields(value: Any) -> Iterator[Change]:
    for one_field in fields(value):
        for name, change in changes_of(getattr(value, one_field.name)):
            yield f"{one_field.name} {name}", _of_field(one_field.name, change)


def _changes_of_entries(value: dict[Any, Any]) -> Iterator[Change]:
    yield "without the last key", lambda one: dict(list(one.items())[:-1])
    for item in list(value.values())[:1]:
        for name, change in changes_of(item):
            yield f"values {name}", lambda one, change=change: {key: change(item) for key, item in one.items()}


def _of_field(name: str, change: Callable[[Any], Any]) -> Callable[[Any], Any]:
    return lambda one: replace(one, **{name: change(getattr(one, name))})


_BOOL_CHANGES: tuple[Change, ...] = (("negated", lambda one: not one),)
_SPAN_CHANGES: tuple[Change, ...] = (
    ("one second more", lambda one: one + timedelta(seconds=1)),
    ("doubled", lambda one: one * 2),
    ("whole minutes", lambda one: timedelta(minutes=one // timedelta(minutes=1))),
)
_NUMBER_CHANGES: tuple[Change, ...] = (
    ("one more", lambda one: one + 1),
    ("one less", lambda one: one - 1),
    ("doubled", lambda one: one * 2),
    ("negated", lambda one: -one),
    ("absolute", abs),
    ("squared", lambda one: one * one),
    ("a little more", lambda one: one + 1 if isinstance(one, int) else one * (1 + 1e-5)),
    ("rounded", lambda one: one // 10 * 10 if isinstance(one, int) else float(round(one, 1))),
    ("nothing below 0", lambda one: max(one, 0)),
)
_TEXT_CHANGES: tuple[Change, ...] = (
    ("reversed", lambda one: one[::-1]),
    ("in lower case", lambda one: one.lower()),
    ("in upper case", lambda one: one.upper()),
    ("without its end", lambda one: one[:-1]),
    ("without its beginning", lambda one: one[1:]),
    ("with its end twice", lambda one: one + one[-1:]),
    ("with its beginning twice", lambda one: one[:1] + one),
    ("two characters exchanged", lambda one: one[1::-1] + one[2:]),
    ("sorted", lambda one: "".join(sorted(one)) if isinstance(one, str) else bytes(sorted(one))),
)


def _of_elements(change: Callable[[Any], Any]) -> Callable[[Any], Any]:
    return lambda array: np.asarray(change(array), array.dtype)


_ARRAY_CHANGES: tuple[Change, ...] = (
    *((f"each {name}", _of_elements(change)) for name, change in _NUMBER_CHANGES[:5]),
    ("an element more", lambda one: one + (np.arange(one.size).reshape(one.shape) == 0)),
    ("rows reversed", lambda one: one[::-1]),
    ("columns reversed", lambda one: one[..., ::-1]),
    ("first row repeated", lambda one: np.concatenate((one[:1], one[:-1]))),
    ("first column repeated", lambda one: np.concatenate((one[..., :1], one[..., :-1]), axis=-1)),
    ("transposed", lambda one: one.T),
    ("without its last row", lambda one: one[:-1]),
)


def _changes_of_items(value: list[Any] | tuple[Any, ...]) -> Iterator[Change]:
    for name, change in _ITEM_CHANGES:
        yield name, lambda one, change=change: _like(one, change(list(one)))
    for item in value[:1]:
        for name, change in changes_of(item):
            yield f"first {name}", lambda one, change=change: _like(one, [*map(change, one[:1]), *one[1:]])
            yield f"each {name}", lambda one, change=change: _like(one, list(map(change, one)))


_ITEM_CHANGES: tuple[Change, ...] = (
    ("reversed", lambda one: one[::-1]),
    ("without its end", lambda one: one[:-1]),
    ("without its beginning", lambda one: one[1:]),
    ("with its end twice", lambda one: one + one[-1:]),
    ("two items exchanged", lambda one: one[1::-1] + one[2:]),
)


_CHANGES_BY_TYPE: tuple[tuple[Any, Callable[[Any], Iterable[Change]]], ...] = (
    (bool, lambda _: _BOOL_CHANGES),
    (int | float, lambda _: _NUMBER_CHANGES),
    (str | bytes, lambda _: _TEXT_CHANGES),
    (list | tuple, _changes_of_items),
    (dict, _changes_of_entries),
    (timedelta, lambda _: _SPAN_CHANGES),
    (np.ndarray, lambda _: _ARRAY_CHANGES),
)
"""The first type that fits says what is done to a value."""


def _like(value: list[Any] | tuple[Any, ...], items: list[Any]) -> Any:
    """The items in a sequence of the type of a value; a named tuple that loses or gains one is a tuple."""
    if hasattr(value, "_fields"):
        return type(value)(*items) if len(items) == len(value) else tuple(items)
    return items if isinstance(value, list) else tuple(items)


def perturbed_functions(name: str, function: Function, inputs: Sequence[Input]) -> list[Perturbed]:
    """Functions that differ from one that accepts these inputs; the same ones each time for the same name.

    >>> made = perturbed_functions("add", lambda first, second: first + second, [(1, 2), (3, 4)])
    >>> [(one.name, one.function(1, 2)) for one in made][:3]
    [('one more, for every input', 4), ('one less, for every input', 2), ('doubled, for every input', 6)]
    >>> len(made)
    60
    """
    outputs = [function(*values) for values in inputs[:2]]
    made = [*_with_other_outputs(function, outputs), *_with_other_inputs(function, inputs)]
    return made if len(made) <= MOST else _sample(name, made)


def _sample(name: str, made: Sequence[Perturbed]) -> list[Perturbed]:
    chosen = set(Random(f"perturbed/{name}").sample(range(len(made)), MOST))
    return [one for position, one in enumerate(made) if position in chosen]


def _with_other_outputs(function: Function, outputs: Sequence[Any]) -> Iterator[Perturbed]:
    for name, change in changes_of(outputs[0]):
        for part in PARTS:
            yield _perturbed(name, part, function, lambda _, usual, change=change: change(usual))
    for position, output in enumerate(outputs):
        for part in PARTS:
            yield _perturbed(f"output {position}", part, function, lambda _, __, output=output: deepcopy(output))


def _with_other_inputs(function: Function, inputs: Sequence[Input]) -> Iterator[Perturbed]:
    arity = len(inputs[0])
    for position in range(arity):
        for part in FEWER_PARTS:
            yield _perturbed(f"argument {position}", part, function, lambda values, _, at=position: values[at])
        for name, change in changes_of(inputs[0][position]):
            for part in FEWER_PARTS:
                called = _calling(function, position, change)
                yield _perturbed(f"of argument {position} {name}", part, function, called)
    for first in range(arity):
        for second in range(first + 1, arity):
            for part in FEWER_PARTS:
                called = _exchanging(function, first, second)
                yield _perturbed(f"of arguments {first} and {second} exchanged", part, function, called)


def _calling(function: Function, position: int, change: Callable[[Any], Any]) -> Callable[[Input, Any], Any]:
    return lambda values, _: function(*values[:position], change(values[position]), *values[position + 1 :])


def _exchanging(function: Function, first: int, second: int) -> Callable[[Input, Any], Any]:
    def called(values: Input, _: Any) -> Any:
        items = list(values)
        items[first], items[second] = items[second], items[first]
        return function(*items)

    return called


def _perturbed(name: str, part: Part, function: Function, compute: Callable[[Input, Any], Any]) -> Perturbed:
    """A function that answers by `compute`, of its input and the usual output, on a part of the inputs.

    Where the perturbation makes no sense for an input, the usual output is given.
    """

    def perturbed(*values: Any) -> Any:
        usual = function(*values)
        if not part.holds(values, usual):
            return usual
        try:
            return compute(values, usual)
        except (TypeError, ValueError, ArithmeticError, LookupError, AttributeError):
            return usual

    return Perturbed(f"{name}, for {part}", perturbed)
