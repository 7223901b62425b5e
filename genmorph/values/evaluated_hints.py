"""The annotations of a function as what they mean, also where they are texts."""

import inspect
import sys
import typing
from collections import abc
from collections.abc import Iterable, Mapping
from types import FunctionType
from typing import Any


def read_hints(function: Any) -> Mapping[str, object]:
    """The evaluated annotations by name; one that cannot be evaluated stays away, or stays the text that it is.

    Names that are only imported for type checkers are looked up where they usually come from.
    """
    try:
        return typing.get_type_hints(function, include_extras=True)
    except Exception:  # noqa: BLE001 - annotations are the user's code
        if not isinstance(function, FunctionType):
            return {}
    return {name: _evaluated(function, hint) for name, hint in function.__annotations__.items()}


def with_hints(parameters: Iterable[inspect.Parameter], function: Any) -> list[inspect.Parameter]:
    """The parameters with the evaluated annotations of a function."""
    hints = read_hints(function)
    return [found.replace(annotation=hints.get(found.name, found.annotation)) for found in parameters]


def _evaluated(function: FunctionType, hint: Any) -> Any:
    """One annotation on its own, so that others do no harm."""
    alone = FunctionType(function.__code__, function.__globals__, closure=function.__closure__)
    alone.__annotations__ = {"hint": hint}
    usual = {**vars(typing), **vars(abc), "np": sys.modules.get("numpy")}
    try:
        return typing.get_type_hints(alone, {**usual, **function.__globals__}, include_extras=True)["hint"]
    except Exception:  # noqa: BLE001 - annotations are the user's code
        return hint
