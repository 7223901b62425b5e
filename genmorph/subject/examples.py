"""Inputs that the user gives."""

from collections.abc import Sequence

from genmorph.model import Input, Kind, Parameter, UsageError
from genmorph.subject.subject import Subject


def check_examples(examples: Sequence[object], subject: Subject) -> tuple[Input, ...]:
    """The examples as inputs: ints become floats where the parameter holds floats.

    UsageError names the example, the parameter, the rule and the value.
    """
    if not isinstance(examples, Sequence) or isinstance(examples, str):
        raise UsageError(f"examples must be a list of inputs, got {examples!r}")
    return tuple(_check(index, example, subject) for index, example in enumerate(examples))


def _check(index: int, example: object, subject: Subject) -> Input:
    names = ", ".join(subject.names)
    if not isinstance(example, Sequence) or isinstance(example, str):
        raise UsageError(f"examples[{index}] must be a tuple ({names}), got {example!r}")
    if len(example) != len(subject.parameters):
        raise UsageError(f"examples[{index}] must have one value for each of {names}, got {example!r}")
    return tuple(_value(index, value, parameter) for value, parameter in zip(example, subject.parameters, strict=True))


def _value(index: int, value: object, parameter: Parameter) -> object:
    if parameter.kind is Kind.FLOAT and type(value) is int:
        value = _as_float(index, value, parameter)
    if parameter.domain.contains(value) is False:
        rule = f"must be in {parameter.domain.notation()}"
        raise UsageError(f"examples[{index}]: {parameter.name} {rule}, got {value!r}")
    return value


def _as_float(index: int, value: int, parameter: Parameter) -> float:
    try:
        return float(value)
    except OverflowError:
        raise UsageError(f"examples[{index}]: {parameter.name} must fit a float, got {value!r:.40}") from None
