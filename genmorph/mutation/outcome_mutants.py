"""Mutants of functions whose source cannot be changed: the original, with its inputs or its outcomes changed."""

import hashlib
import marshal
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import combinations
from typing import Any

from genmorph.model import (
    Built,
    Input,
    Kind,
    Mutant,
    Outcome,
    OutcomeMutant,
    Parameter,
    Returned,
    Run,
    UsageError,
    with_argument,
)
from genmorph.mutation.outcome_operator import Example, Observed, OutcomeOperator, Variant
from genmorph.mutation.output_changes import VALUE_OPERATORS
from genmorph.settings import OUTCOME_MUTANTS
from genmorph.values.building import shown
from genmorph.values.labels import key, write


def _middle_values(observed: Observed) -> Iterator[Variant]:
    """Each parameter with the middle one of its values; none for one parameter, which would be stuck at a value."""
    for position, parameter in enumerate(observed.parameters):
        if len(observed.parameters) > 1:
            yield parameter.name, (position, _middle([arguments[position] for arguments in observed.inputs]))


def _middle(values: Sequence[Any]) -> Any:
    """The middle one of numbers by size, of other values by length."""
    are_numbers = all(isinstance(value, int | float) for value in values)
    ordered = sorted(values) if are_numbers else sorted(values, key=lambda value: (len(write(value)), write(value)))
    return ordered[len(ordered) // 2]


def _pairs_of_one_kind(observed: Observed) -> Iterator[Variant]:
    for (i, first), (j, second) in combinations(enumerate(observed.parameters), 2):
        is_alike = first.kind is second.kind is not Kind.OTHER
        if is_alike and first.domain.container is second.domain.container:
            yield f"{first.name},{second.name}", (i, j)


def _with_elements(observed: Observed) -> Iterator[Variant]:
    """The parameters that hold texts or sequences."""
    for position, parameter in enumerate(observed.parameters):
        if parameter.kind is Kind.TEXT or parameter.kind.is_sequence:
            yield parameter.name, (position,)


def _sliced(arguments: Input, position: int, part: slice) -> Input:
    """With a part of the argument; None has no parts."""
    value = arguments[position]
    return arguments if value is None else with_argument(arguments, position, value[part])


def _remembered_inputs(observed: Observed) -> Iterator[Variant]:
    distinct = {key(arguments): arguments for arguments in observed.inputs}
    remembered = tuple(distinct.values())[: OUTCOME_MUTANTS.remembered]
    if len(remembered) > 1:
        yield "", remembered


def _another_input(arguments: Input, *remembered: Input) -> Input:
    """One of the remembered inputs; version 2 of marshal gives equal bytes for equal inputs in every process."""
    digest = hashlib.blake2b(marshal.dumps(_unbuilt(arguments), 2), digest_size=8).digest()
    return remembered[int.from_bytes(digest) % len(remembered)]


def _unbuilt(value: Any) -> Any:
    """The value as plain data, where it has parts that each process builds for itself."""
    match value:
        case Built(maker, parts):
            return maker, _unbuilt(parts)
        case list() | tuple():
            return type(value)(map(_unbuilt, value))
    return value


_OF_INPUTS = (
    OutcomeOperator(
        name="argument_ignored",
        variants=_middle_values,
        change=with_argument,
        words=lambda _, names, position, value: f"{names[position]} is read as {shown(value)}",
        examples=(Example((1, 2, 3), (1, 7), (1, 7, 3)),),
    ),
    OutcomeOperator(
        name="arguments_swapped",
        variants=_pairs_of_one_kind,
        change=lambda arguments, i, j: with_argument(with_argument(arguments, i, arguments[j]), j, arguments[i]),
        words=lambda _, names, i, j: f"{names[i]} and {names[j]} are exchanged",
        examples=(Example((1, 2, 3), (0, 2), (3, 2, 1)),),
    ),
    OutcomeOperator(
        name="argument_reversed",
        variants=_with_elements,
        change=lambda arguments, position: _sliced(arguments, position, slice(None, None, -1)),
        words=lambda _, names, position: f"{names[position]} is reversed",
        examples=(
            Example(([1, 2], 3), (0,), ([2, 1], 3)),
            Example(("ab",), (0,), ("ba",)),
            Example((None,), (0,), (None,)),
        ),
    ),
    OutcomeOperator(
        name="argument_shortened",
        variants=_with_elements,
        change=lambda arguments, position: _sliced(arguments, position, slice(None, -1)),
        words=lambda _, names, position: f"{names[position]} lacks its last element",
        examples=(Example(([1, 2], 3), (0,), ([1], 3)), Example(("",), (0,), ("",)), Example((b"ab",), (0,), (b"a",))),
    ),
    OutcomeOperator(
        name="another_input",
        variants=_remembered_inputs,
        change=_another_input,
        words=lambda _, names, *_inputs: f"other values of {' and '.join(names)} are read",
        examples=(
            Example((1, 1), ((3, 4), (5, 6)), (3, 4)),
            Example((0, 1), ((3, 4), (5, 6)), (5, 6)),
            Example((Built("dict", (("a", 1),)), 1), ((3, 4), (5, 6)), (3, 4)),
        ),
    ),
)

OUTCOME_OPERATORS: Mapping[str, OutcomeOperator] = {
    **VALUE_OPERATORS,
    **{operator.name: operator for operator in _OF_INPUTS},
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
    if len(outcomes) != len(accepted):
        raise UsageError(f"outcomes must be one for each of {len(accepted)} inputs, got {len(outcomes)}")
    values = [outcome.value for outcome in outcomes if isinstance(outcome, Returned)]
    if len(values) < len(outcomes):
        without = next(outcome for outcome in outcomes if not isinstance(outcome, Returned))
        raise UsageError(f"outcomes must be returned values, got {without!r}")
    if not values:
        return ()
    observed = Observed(tuple(parameters), tuple(accepted), ()).within(values)
    shape = observed.shape
    return tuple(
        OutcomeMutant(f"outcome:{operator.name}{label and ':'}{label}", operator.name, data)
        for operator in OUTCOME_OPERATORS.values()
        if operator.on_input or shape in operator.shapes
        for label, data in operator.variants(observed)
    )


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
        return [
            Returned(operator.apply(outcome.value, mutant.data)) if isinstance(outcome, Returned) else outcome
            for outcome in run(None, inputs)
        ]

    return run_any
