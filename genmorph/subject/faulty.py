"""Faulty versions of the function under test, given by the user."""

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any

from genmorph.model import FaultyVersion, UnsupportedError, UsageError
from genmorph.subject.lookup import describe
from genmorph.subject.signatures import read_signature
from genmorph.subject.subject import Subject
from genmorph.subject.targets import Located, locate


def inspect_faulty(faulty: Sequence[Callable[..., Any] | str], subject: Subject) -> tuple[FaultyVersion, ...]:
    """The functions, or what the paths name, as mutants that are called as the subject is.

    UsageError and UnsupportedError name the entry, the rule and the value.

    >>> from genmorph.domain import ints
    >>> from genmorph.subject.inspection import inspect_subject
    >>> subject = inspect_subject("math:gcd", [ints(1, 9), ints(1, 9)])
    >>> [version.id for version in inspect_faulty(["math:lcm", "operator:mod", "math:lcm"], subject)]
    ['faulty:lcm', 'faulty:mod', 'faulty:lcm:2']
    """
    if not isinstance(faulty, Sequence) or isinstance(faulty, str):
        raise UsageError(f"faulty must be a list of functions, got {faulty!r}")
    names: Counter[str] = Counter()
    versions = []
    for index, function in enumerate(faulty):
        found = _locate(f"faulty[{index}]", function, subject)
        name = found.target.qualname.rpartition(".")[2]
        names[name] += 1
        number = f":{names[name]}" if names[name] > 1 else ""
        versions.append(FaultyVersion(f"faulty:{name}{number}", found.called_with(subject.parameters).target))
    return tuple(versions)


def _locate(entry: str, function: Callable[..., Any] | str, subject: Subject) -> Located:
    try:
        found = locate(function)
    except (UsageError, UnsupportedError) as error:
        raise type(error)(f"{entry}: {error}") from error
    _check_call(entry, found.live, subject)
    return found


def _check_call(entry: str, function: Any, subject: Subject) -> None:
    """The subject's arguments have to fit; what cannot be read is left to the calls."""
    signature = read_signature(function)
    if signature is None:
        return
    positional = [parameter.name for parameter in subject.parameters if not parameter.keyword_only]
    keywords = [parameter.name for parameter in subject.parameters if parameter.keyword_only]
    try:
        signature.bind(*positional, **dict.fromkeys(keywords))
    except TypeError:
        named = f" and the keywords {', '.join(keywords)}" if keywords else ""
        count = f"{len(positional)} positional argument{'' if len(positional) == 1 else 's'}"
        raise UsageError(
            f"{entry} must take {count}{named}, as {subject.name} does, got {describe(function)}{signature}"
        ) from None
