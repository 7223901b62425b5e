"""Which callables can be no subject, and why."""

import functools
import inspect
from types import FunctionType
from typing import Any

from genmorph.model import UnsupportedError
from genmorph.subject.lookup import describe


def innermost(function: Any) -> FunctionType:
    """The function whose body is mutated: what is left when all decorators that wrap it are taken off.

    UnsupportedError says why a callable can be no subject.

    >>> import math
    >>> innermost(math.gcd)
    Traceback (most recent call last):
        ...
    genmorph.model.UnsupportedError: math.gcd has no Python source, which is not supported yet
    """
    _refuse_objects(function)
    try:
        inner = inspect.unwrap(function)
    except ValueError:
        raise UnsupportedError(f"{describe(function)} wraps itself, give the function inside") from None
    if inspect.isbuiltin(inner) or inspect.ismethoddescriptor(inner):
        raise UnsupportedError(f"{describe(function)} has no Python source, which is not supported yet")
    if not isinstance(inner, FunctionType):
        raise UnsupportedError(f"{describe(function)} is a callable object, give a function")
    for candidate in (function, inner):
        _refuse_kinds(candidate)
    return inner


def _refuse_objects(function: Any) -> None:
    if inspect.isclass(function):
        raise UnsupportedError(f"{describe(function)} is a class, give a function")
    if inspect.ismethod(function):
        raise UnsupportedError(f"{describe(function)} is a bound method, give a module-level function")
    if isinstance(function, functools.partial):
        raise UnsupportedError("functools.partial objects are not supported, give a function that makes the call")


def _refuse_kinds(function: Any) -> None:
    if inspect.iscoroutinefunction(function):
        raise UnsupportedError(f"{describe(function)} is async, give a function that returns its value")
    if inspect.isgeneratorfunction(function) or inspect.isasyncgenfunction(function):
        raise UnsupportedError(f"{describe(function)} is a generator, give a function that returns its value")
