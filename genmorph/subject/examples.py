"""Inputs and faulty versions that the user gives."""

from collections import Counter
from collections.abc import Callable, Sequence
from reprlib import Repr
from typing import Any

from genmorph.model import Container, FaultyVersion, Input, Kind, Parameter, UnsupportedError, UsageError
from genmorph.settings import VALUE_LIMITS, WRITING
from genmorph.subject.location import describe
from genmorph.subject.signatures import read_signature
from genmorph.subject.subject import Subject
from genmorph.subject.targets import locate
from genmorph.values.building import as_data
from genmorph.values.kinds import DEEP, is_too_deep
from genmorph.values.seeds import global_seed
from genmorph.values.tuples import with_floats


def check_examples(examples: Sequence[object], subject: Subject) -> tuple[Input, ...]:
    """The examples as inputs, arrays as lists and ints as floats where the parameter wants these; else UsageError."""
    if not _is_list(examples):
        raise UsageError(f"examples must be a list of inputs, got {_show(examples)}")
    return tuple(_check(index, example, subject) for index, example in enumerate(examples))


def _is_list(value: object) -> bool:
    return isinstance(value, Sequence) and not isinstance(value, str | bytes)


def _check(index: int, example: Any, subject: Subject) -> Input:
    names = ", ".join(subject.names)
    if not _is_list(example):
        raise UsageError(f"examples[{index}] must be a tuple ({names}), got {_show(example)}")
    if len(example) != len(subject.parameters):
        raise UsageError(f"examples[{index}] must have one value for each of {names}, got {_show(example)}")
    values = tuple(
        _value(f"examples[{index}]: {parameter.name}", value, parameter)
        for value, parameter in zip(example, subject.parameters, strict=True)
    )
    broken = subject.validity.broken(values)
    if broken is not None:
        raise UsageError(f"examples[{index}] must satisfy {broken.text()}, got {_show(example)}")
    return values


def _value(place: str, value: Any, parameter: Parameter) -> Any:
    """A value of the parameter's domain that is the user's no longer."""
    if hasattr(value, "__len__") and hasattr(value, "__getitem__"):
        count = value.size if getattr(value, "shape", None) == () else len(value)
        if count > VALUE_LIMITS.longest:
            parts = "characters" if isinstance(value, str) else "elements"
            raise UsageError(f"{place} must have at most {VALUE_LIMITS.longest:,} {parts}, got {count:,}")
    if is_too_deep([value]):
        raise UsageError(f"{place}: {DEEP}")
    try:
        if parameter.kind is Kind.OTHER:
            plain = as_data(value)
        else:
            plain = with_floats(_plain(value, parameter.domain.container), parameter.domain)
    except OverflowError:
        raise UsageError(f"{place} must fit a float, got {_show(value)}") from None
    except ValueError as error:
        raise UsageError(f"{place} must be of plain data, dicts and arrays, got {error}") from error
    if parameter.domain.contains(plain) is False:
        raise UsageError(f"{place} must be in {parameter.domain.notation()}, got {_show(value)}")
    return plain


def _plain(value: Any, container: Container | None) -> Any:
    """Arrays as lists where arrays are wanted, numbers of numpy as those of Python; lists are copied."""
    if type(value) in (list, tuple):
        return type(value)(_plain(element, None) for element in value)
    dimensions = getattr(value, "ndim", None)
    if dimensions == 0 or (dimensions == 1 and container is Container.ARRAY):
        return value.tolist()
    return value


class _Short(Repr):
    """Values in at most a few dozen letters, however large they are."""

    def __init__(self) -> None:
        super().__init__()
        self.maxstring = self.maxother = WRITING.shown_letters

    def repr_int(self, value: int, level: int) -> str:
        """Python refuses to write ints beyond 4,300 digits in base 10."""
        if value.bit_length() > WRITING.shown_bits:
            return f"an int of {value.bit_length()} bits"
        return super().repr_int(value, level)


def _show(value: object) -> str:
    return _Short().repr(value)


def inspect_faulty(faulty: Sequence[Callable[..., Any] | str], subject: Subject) -> tuple[FaultyVersion, ...]:
    """The functions, or what the paths name, as mutants that are called as the subject is.

    UsageError and UnsupportedError name the entry, the rule and the value.

    >>> from genmorph.domain import ints
    >>> from genmorph.subject.subject import inspect_subject
    >>> subject = inspect_subject("math:gcd", [ints(1, 9), ints(1, 9)])
    >>> [version.id for version in inspect_faulty(["math:lcm", "operator:mod", "math:lcm"], subject)]
    ['faulty:lcm', 'faulty:mod', 'faulty:lcm:2']
    """
    if not isinstance(faulty, Sequence) or isinstance(faulty, str):
        raise UsageError(f"faulty must be a list of functions, got {faulty!r}")
    names: Counter[str] = Counter()
    versions = []
    for index, function in enumerate(faulty):
        entry = f"faulty[{index}]"
        try:
            found = locate(function)
        except (UsageError, UnsupportedError) as error:
            raise type(error)(f"{entry}: {error}") from error
        _check_call(entry, found.live, subject)
        name = found.target.qualname.rpartition(".")[2]
        names[name] += 1
        number = f":{names[name]}" if names[name] > 1 else ""
        versions.append(FaultyVersion(f"faulty:{name}{number}", found.called_with(subject.parameters).target))
    return tuple(versions)


def _check_call(entry: str, function: Any, subject: Subject) -> None:
    """The subject's arguments have to fit; what cannot be read is left to the calls."""
    signature = read_signature(function)
    if signature is None:
        return
    positional = [parameter.name for parameter in subject.parameters if not parameter.keyword_only]
    seed = global_seed(subject.parameters)
    keywords = [one.name for one in subject.parameters if one.keyword_only and one.name != seed]
    try:
        signature.bind(*positional, **dict.fromkeys(keywords))
    except TypeError:
        named = f" and the keywords {', '.join(keywords)}" if keywords else ""
        count = f"{len(positional)} positional argument{'' if len(positional) == 1 else 's'}"
        raise UsageError(
            f"{entry} must take {count}{named}, as {subject.name} does, got {describe(function)}{signature}"
        ) from None
