"""Which parameters the calls of a function pass."""

import inspect
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain, count
from string import ascii_lowercase
from types import FunctionType
from typing import Any, TypeGuard

from genmorph.model import UnsupportedError, UsageError
from genmorph.subject.lookup import describe

Domains = Mapping[str, object] | Sequence[object] | None

_POSITIONAL = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)
_STARS: dict[Any, str] = {inspect.Parameter.VAR_POSITIONAL: "*", inspect.Parameter.VAR_KEYWORD: "**"}
_ANY = inspect.Parameter("arguments", inspect.Parameter.VAR_POSITIONAL)


def read_signature(function: Any) -> inspect.Signature | None:
    """The signature; None for compiled functions that tell none."""
    try:
        return inspect.signature(function)
    except (TypeError, ValueError):
        return None


def choose_parameters(function: Any, inner: Any, domain: Domains) -> list[inspect.Parameter]:
    """The parameters that get a domain, in order, keyword-only ones last.

    A Python function gets all of its own. A compiled one keeps the default values of those that `domain` leaves out.
    Where the number is not fixed, the list `domain` fixes it: its positions are parameters, named by letters where
    the signature has no names.

    >>> import math
    >>> [parameter.name for parameter in choose_parameters(math.hypot, math.hypot, ["ints(0, 9)"] * 2)]
    ['a', 'b']
    """
    signature = read_signature(function)
    parameters = [_ANY] if signature is None else list(signature.parameters.values())
    starred = next((parameter for parameter in parameters if parameter.kind in _STARS), None)
    if starred is not None:
        if not _is_list(domain):
            takes = f"takes {_STARS[starred.kind]}{starred.name}" if signature else "has no readable signature"
            text = f"{describe(function)} {takes}; give a list of domains: domain=[ints(0, 99), ints(0, 99)]"
            raise UnsupportedError(text) if domain is None else UsageError(text)
        return _positions(describe(function), parameters, len(domain))
    if not parameters:
        raise UnsupportedError(f"{describe(function)} has no parameters, so its input cannot change")
    return parameters if isinstance(inner, FunctionType) else _wanted(parameters, domain)


def _is_list(domain: Domains) -> TypeGuard[Sequence[object]]:
    """Whether domains are given by position."""
    return isinstance(domain, Sequence) and not isinstance(domain, str)


def _positions(function: str, parameters: list[inspect.Parameter], size: int) -> list[inspect.Parameter]:
    """As many positional parameters as there are domains."""
    for parameter in parameters:
        if parameter.kind is inspect.Parameter.KEYWORD_ONLY and parameter.default is inspect.Parameter.empty:
            raise UnsupportedError(
                f"{function} takes any number of arguments and needs {parameter.name!r}, "
                "give a function with a fixed number of parameters"
            )
    named = [parameter for parameter in parameters if parameter.kind in _POSITIONAL]
    rest = next((found for found in parameters if found.kind is inspect.Parameter.VAR_POSITIONAL), None)
    least = max(1, sum(parameter.default is inspect.Parameter.empty for parameter in named))
    if size < least:
        raise UsageError(f"domain must list at least {least} {'entry' if least == 1 else 'entries'}, got {size}")
    if size > len(named) and rest is None:
        raise UsageError(f"domain must list at most {len(named)} entries, got {size}")
    names = _letters({parameter.name for parameter in named})
    hint = inspect.Parameter.empty if rest is None else rest.annotation
    more = [inspect.Parameter(next(names), _POSITIONAL[0], annotation=hint) for _ in range(size - len(named))]
    return [*named[:size], *more]


def _wanted(parameters: list[inspect.Parameter], domain: Domains) -> list[inspect.Parameter]:
    """Without those that may keep their default values, as far as later positions allow."""
    names = [parameter.name for parameter in parameters]
    given = set(domain if isinstance(domain, Mapping) else names[: len(domain)] if _is_list(domain) else ())
    needed = [
        parameter for parameter in parameters if parameter.default is inspect.Parameter.empty or parameter.name in given
    ]
    last = max((names.index(found.name) for found in needed if found.kind in _POSITIONAL), default=-1)
    return [parameter for index, parameter in enumerate(parameters) if index <= last or parameter in needed]


def _letters(taken: set[str]) -> Iterator[str]:
    """The names a, b, ..., z, a2, b2, ... that are not taken."""
    names = (f"{letter}{number}" for number in chain([""], count(2)) for letter in ascii_lowercase)
    return (name for name in names if name not in taken)
