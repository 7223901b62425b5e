"""Mutants of functions whose source cannot be changed: the original, with its inputs or its outcomes changed."""

from collections.abc import Callable, Mapping, Sequence

from genmorph.model import Input, Mutant, Outcome, OutcomeMutant, Parameter, Returned, Run, UsageError
from genmorph.mutation.input_changes import INPUT_OPERATORS
from genmorph.mutation.outcome_operator import Data, Observed, OutcomeOperator
from genmorph.mutation.part_changes import VALUE_OPERATORS

OUTCOME_OPERATORS: Mapping[str, OutcomeOperator] = {**VALUE_OPERATORS, **INPUT_OPERATORS}


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
    return Returned(operator.apply(outcome.value, data)) if isinstance(outcome, Returned) else outcome
