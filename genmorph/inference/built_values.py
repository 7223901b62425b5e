"""What must be true of values that are built for each call."""

from collections.abc import Iterator
from copy import deepcopy
from typing import Any

from genmorph.execution.worker.protocol import UNMADE
from genmorph.inference.sources import AcceptedInputs
from genmorph.model import Input, Kind, Parameter, UnsupportedError
from genmorph.subject.subject import Subject
from genmorph.values.building import built_text
from genmorph.values.passing import made

_COPIED = 3
"""So many inputs tell whether values can be copied."""


def require_makeable(subject: Subject, sources: AcceptedInputs) -> None:
    """Raise UsageError where what makes values refuses, UnsupportedError where a test could not copy what it made."""
    if any(reason.startswith(UNMADE) for reason in sources.refused):
        for values in sources.asked:
            for parameter, value in _built(subject, values):
                made(parameter.domain, value)
    for values in sources.accepted[:_COPIED]:
        for parameter, value in _built(subject, values):
            _require_copyable(subject, parameter, value)


def _built(subject: Subject, values: Input) -> Iterator[tuple[Parameter, Any]]:
    """The parameters whose values are built, with their values."""
    pairs = zip(subject.parameters, values, strict=True)
    return ((parameter, value) for parameter, value in pairs if parameter.kind is Kind.OTHER)


def _require_copyable(subject: Subject, parameter: Parameter, value: Any) -> None:
    try:
        deepcopy(made(parameter.domain, value))
    except Exception as error:
        reason = f"{type(error).__name__}: {error}"
        raise UnsupportedError(
            f"values of parameter {parameter.name!r} of {subject.qualname} must be such that a test can copy them "
            f"({reason}), got {built_text(value):.200}"
        ) from error
