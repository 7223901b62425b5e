"""What the annotation and the default value of a parameter say about its domain."""

import collections.abc
import inspect
import sys
import typing
from collections.abc import Iterable, Mapping
from types import FunctionType
from typing import Any

from genmorph.domain.conversion import default_domain
from genmorph.domain.fixed_tuples import tuples
from genmorph.domain.hints import read_hint
from genmorph.domain.kinds import common_kind
from genmorph.domain.sequences import byte_strings, lists
from genmorph.model import Domain

_LONGEST_SIGN = 2
"""A text that is longer and of letters only, as a default value, is taken for the name of a mode."""


def read_hints(function: Any) -> Mapping[str, object]:
    """The evaluated annotations by name; one that cannot be evaluated stays away, or stays the text that it is.

    Names that are only imported for type checkers are looked up where they usually come from.
    """
    try:
        return typing.get_type_hints(function)
    except Exception:  # noqa: BLE001 - annotations are the user's code
        if not isinstance(function, FunctionType):
            return {}
    return {name: _evaluated(function, hint) for name, hint in function.__annotations__.items()}


def with_hints(parameters: Iterable[inspect.Parameter], function: Any) -> list[inspect.Parameter]:
    """The parameters with the evaluated annotations of a function.

    >>> signature = inspect.signature(inspect.Signature.bind_partial)
    >>> [found.name for found in with_hints(signature.parameters.values(), inspect.Signature.bind_partial)]
    ['self', 'args', 'kwargs']
    """
    hints = read_hints(function)
    return [found.replace(annotation=hints.get(found.name, found.annotation)) for found in parameters]


def _evaluated(function: FunctionType, hint: Any) -> Any:
    """One annotation on its own, so that others do no harm."""
    alone = FunctionType(function.__code__, function.__globals__)
    alone.__annotations__ = {"hint": hint}
    usual = {**vars(typing), **vars(collections.abc), "np": sys.modules.get("numpy")}
    try:
        return typing.get_type_hints(alone, {**usual, **function.__globals__})["hint"]
    except Exception:  # noqa: BLE001 - annotations are the user's code
        return hint


def find_domain(parameter: inspect.Parameter) -> Domain | None:
    """The values of the annotated type, or of the type of the default value; None where neither is usable.

    >>> find_domain(inspect.Parameter("xs", inspect.Parameter.POSITIONAL_ONLY, annotation=list[str]))
    lists(texts())
    """
    read = read_hint(parameter.annotation)
    return read.domains[0] if read.domains else _domain_like(parameter.default)


def _domain_like(default: Any) -> Domain | None:
    """The values of a default's kind; None where it is no plain value, or one that seems to name a mode."""
    if isinstance(default, list | tuple) and default:
        return _domain_like_elements(default)
    if type(default) is bytes:
        return byte_strings()
    if type(default) not in (bool, int, float, str) or (isinstance(default, str) and _is_mode(default)):
        return None
    kind = common_kind([default])
    return kind and default_domain(kind)


def _domain_like_elements(default: list[Any] | tuple[Any, ...]) -> Domain | None:
    """Lists of any size of such elements, tuples of this one; None where some element, or all together, tell none."""
    elements = [_domain_like(element) for element in default]
    known = [element for element in elements if element is not None]
    if len(known) < len(elements):
        return None
    if isinstance(default, tuple):
        return tuples(*known) if len(known) > 1 else tuples(known[0], min_len=1, max_len=1)
    return lists(known[0]) if all(element == known[0] for element in known) else None


def _is_mode(text: str) -> bool:
    """Whether a text seems to name one of a few modes, such as `full` or `utf-8`, so that others would be refused."""
    return len(text) > _LONGEST_SIGN and text.replace("-", "").replace("_", "").isalnum()
