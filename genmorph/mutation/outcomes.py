"""Mutants of functions whose source cannot be changed: the original, with its inputs or its outcomes changed."""

import hashlib
import marshal
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

from genmorph.model import Input, Mutant, Outcome, OutcomeMutant, Parameter, Returned, Run, UsageError

_REMEMBERED = 64
"""Inputs whose outcomes may come back for another input."""
_NAMED_BITS = 256
"""Longer ints are named by a digest: Python refuses to write those beyond 4,300 digits in base 10."""

Data = tuple[Any, ...]
Variant = tuple[str, Data]
"""What tells a mutant from the others of its operator, in words and as data."""


@dataclass(frozen=True, slots=True)
class Observed:
    """Inputs on which the original returned, with the returned values; at least one."""

    parameters: tuple[Parameter, ...]
    inputs: tuple[Input, ...]
    values: tuple[Any, ...]

    @property
    def is_boolean(self) -> bool:
        """Whether all returned values are Booleans."""
        return all(isinstance(value, bool) for value in self.values)


@dataclass(frozen=True, slots=True)
class Example:
    """What an operator with that data makes of a returned value or of an input."""

    before: Any
    data: Data
    after: Any


@dataclass(frozen=True, slots=True)
class OutcomeOperator:
    """A change of the value that the original returned or, with `on_input`, of the input that it gets.

    `variants` says which mutants make sense for what was observed; `change` takes a value or an input, then the data.
    """

    name: str
    variants: Callable[[Observed], Iterable[Variant]]
    change: Callable[..., Any]
    examples: tuple[Example, ...]
    on_input: bool = False


def _of_numbers(*variants: Variant) -> Callable[[Observed], Iterable[Variant]]:
    return lambda observed: () if observed.is_boolean else variants


OFF_BY_ONE = OutcomeOperator(
    name="off_by_one",
    variants=_of_numbers(("+1", (1,)), ("-1", (-1,))),
    change=lambda value, step: value + step,
    examples=(Example(5, (1,), 6), Example(0.5, (-1,), -0.5), Example(float("inf"), (-1,), float("inf"))),
)

SIGN = OutcomeOperator(
    name="sign",
    variants=_of_numbers(("", ())),
    change=lambda value: -value,
    examples=(Example(5, (), -5), Example(-2.5, (), 2.5)),
)

SCALE = OutcomeOperator(
    name="scale",
    variants=_of_numbers(("2", (2,))),
    change=lambda value, factor: value * factor,
    examples=(Example(5, (2,), 10), Example(0.25, (2,), 0.5), Example(1e308, (2,), float("inf"))),
)

NEGATION = OutcomeOperator(
    name="negation",
    variants=lambda observed: [("", ())] if observed.is_boolean else (),
    change=lambda value: not value,
    examples=(Example(True, (), False), Example(False, (), True)),
)


def _frequent_values(observed: Observed) -> Iterator[Variant]:
    """Both Booleans, or the two most frequent numbers, the first seen of those that are equally frequent."""
    numbers = Counter(value for value in observed.values if value == value)
    frequent = [value for value, _ in numbers.most_common(2)]
    for value in [True, False] if observed.is_boolean else frequent:
        yield _label(value), (value,)


def _label(value: int | float) -> str:
    """The value in few letters, other ones for another value.

    >>> _label(-0.5), _label(10**5000)
    ('-0.5', 'int_of_16610_bits_626c7a137369122f')
    """
    if isinstance(value, float) or value.bit_length() <= _NAMED_BITS:
        return repr(value)
    return f"int_of_{value.bit_length()}_bits_{hashlib.blake2b(hex(value).encode(), digest_size=8).hexdigest()}"


STUCK = OutcomeOperator(
    name="stuck",
    variants=_frequent_values,
    change=lambda _value, stuck: stuck,
    examples=(Example(5, (0,), 0), Example(True, (False,), False)),
)


def _middle_values(observed: Observed) -> Iterator[Variant]:
    """Each parameter with the middle one of its values; none for one parameter, which would be stuck at a value."""
    for position, parameter in enumerate(observed.parameters):
        if len(observed.parameters) > 1:
            ordered = sorted(arguments[position] for arguments in observed.inputs)
            yield parameter.name, (position, ordered[len(ordered) // 2])


ARGUMENT_IGNORED = OutcomeOperator(
    name="argument_ignored",
    variants=_middle_values,
    change=lambda arguments, position, value: (*arguments[:position], value, *arguments[position + 1 :]),
    examples=(Example((1, 2, 3), (1, 7), (1, 7, 3)),),
    on_input=True,
)


def _pairs_of_one_kind(observed: Observed) -> Iterator[Variant]:
    for (i, first), (j, second) in combinations(enumerate(observed.parameters), 2):
        if first.kind is second.kind:
            yield f"{first.name},{second.name}", (i, j)


def _swap(arguments: Input, i: int, j: int) -> Input:
    swapped = list(arguments)
    swapped[i], swapped[j] = arguments[j], arguments[i]
    return tuple(swapped)


ARGUMENTS_SWAPPED = OutcomeOperator(
    name="arguments_swapped",
    variants=_pairs_of_one_kind,
    change=_swap,
    examples=(Example((1, 2, 3), (0, 2), (3, 2, 1)),),
    on_input=True,
)


def _remembered_inputs(observed: Observed) -> Iterator[Variant]:
    remembered = tuple(dict.fromkeys(observed.inputs))[:_REMEMBERED]
    if len(remembered) > 1:
        yield "", remembered


def _another_input(arguments: Input, *remembered: Input) -> Input:
    """One of the remembered inputs; version 2 of marshal gives equal bytes for equal numbers in every process."""
    digest = hashlib.blake2b(marshal.dumps(arguments, 2), digest_size=8).digest()
    return remembered[int.from_bytes(digest) % len(remembered)]


ANOTHER_INPUT = OutcomeOperator(
    name="another_input",
    variants=_remembered_inputs,
    change=_another_input,
    examples=(Example((1, 1), ((3, 4), (5, 6)), (3, 4)), Example((0, 1), ((3, 4), (5, 6)), (5, 6))),
    on_input=True,
)

OUTCOME_OPERATORS: Mapping[str, OutcomeOperator] = {
    operator.name: operator
    for operator in (
        OFF_BY_ONE,
        SIGN,
        SCALE,
        NEGATION,
        STUCK,
        ARGUMENT_IGNORED,
        ARGUMENTS_SWAPPED,
        ANOTHER_INPUT,
    )
}


def make_outcome_mutants(
    parameters: Sequence[Parameter], accepted: Sequence[Input], outcomes: Sequence[Outcome]
) -> tuple[OutcomeMutant, ...]:
    """The mutants of all operators that make sense for inputs on which the original returned, and its outcomes there.

    No two are equal. Some may never show, such as a sign changed where all outcomes are 0; none without any input.

    >>> from genmorph.domain import ints
    >>> parameters = [Parameter("a", ints()), Parameter("b", ints())]
    >>> for mutant in make_outcome_mutants(parameters, [(4, 6), (9, 3)], [Returned(2), Returned(3)])[:8]:
    ...     print(mutant.id, mutant.data)
    outcome:off_by_one:+1 (1,)
    outcome:off_by_one:-1 (-1,)
    outcome:sign ()
    outcome:scale:2 (2,)
    outcome:stuck:2 (2,)
    outcome:stuck:3 (3,)
    outcome:argument_ignored:a (0, 9)
    outcome:argument_ignored:b (1, 6)
    """
    values = _values(outcomes, len(accepted))
    observed = Observed(tuple(parameters), tuple(accepted), values)
    return tuple(
        OutcomeMutant(f"outcome:{operator.name}{label and ':'}{label}", operator.name, data)
        for operator in OUTCOME_OPERATORS.values()
        if values
        for label, data in operator.variants(observed)
    )


def _values(outcomes: Sequence[Outcome], inputs: int) -> Data:
    if len(outcomes) != inputs:
        raise UsageError(f"outcomes must be one for each of {inputs} inputs, got {len(outcomes)}")
    without = next((outcome for outcome in outcomes if not isinstance(outcome, Returned)), None)
    if without is not None:
        raise UsageError(f"outcomes must be returned values, got {without!r}")
    return tuple(outcome.value for outcome in outcomes if isinstance(outcome, Returned))


def with_outcome_mutants(run: Run, elsewhere: Callable[[Sequence[Input]], Sequence[Outcome]]) -> Run:
    """The effect that also runs outcome mutants, by calls of the original; outcomes without a value stay as they are.

    `elsewhere` calls the original on changed inputs, which may lie outside its domain: a mutant may raise where the
    original does not.
    """

    def run_any(mutant: Mutant | None, inputs: Sequence[Input]) -> Sequence[Outcome]:
        if not isinstance(mutant, OutcomeMutant):
            return run(mutant, inputs)
        operator = OUTCOME_OPERATORS[mutant.operator]
        if operator.on_input:
            return elsewhere([operator.change(arguments, *mutant.data) for arguments in inputs])
        return [_with_value(operator, outcome, mutant.data) for outcome in run(None, inputs)]

    return run_any


def _with_value(operator: OutcomeOperator, outcome: Outcome, data: Data) -> Outcome:
    return Returned(operator.change(outcome.value, *data)) if isinstance(outcome, Returned) else outcome
