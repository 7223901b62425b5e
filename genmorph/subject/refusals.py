"""Which callables can be no subject, and why."""

import functools
import inspect
from types import BuiltinFunctionType, FunctionType, MethodWrapperType, ModuleType, WrapperDescriptorType
from typing import Any

from genmorph.model import UnsupportedError, UsageError
from genmorph.subject.lookup import describe


def innermost(function: Any) -> Any:
    """The function that computes: what is left when all decorators that wrap it are taken off.

    It is a Python function or a compiled one. UnsupportedError says why a callable can be no subject;
    UsageError where it is no callable.

    >>> import math
    >>> innermost(functools.lru_cache(math.gcd))
    <built-in function gcd>
    >>> innermost("text".startswith)
    Traceback (most recent call last):
        ...
    genmorph.model.UnsupportedError: str.startswith is a bound method, give a module-level function
    """
    if not callable(function):
        raise UsageError(f"func must be a function or look like 'package.module:function', got {function!r:.80}")
    _refuse_objects(function)
    try:
        inner = inspect.unwrap(function)
    except ValueError:
        raise UnsupportedError(f"{describe(function)} wraps itself, give the function inside") from None
    if not isinstance(inner, FunctionType):
        _refuse_objects(inner)
        if not callable(inner) or not isinstance(type(inner).__call__, WrapperDescriptorType):
            raise UnsupportedError(f"{describe(function)} is a callable object, give a function")
    for candidate in (function, inner):
        _refuse_async(candidate)
    return inner


def _refuse_objects(function: Any) -> None:
    if inspect.isclass(function):
        raise UnsupportedError(f"{describe(function)} is a class, give a function or a method of it")
    if inspect.ismethod(function) or _is_bound(function):
        raise UnsupportedError(f"{describe(function)} is a bound method, give a module-level function")
    if isinstance(function, functools.partial):
        raise UnsupportedError("functools.partial objects are not supported, give a function that makes the call")


def _is_bound(function: Any) -> bool:
    """Whether a compiled function belongs to an object; those of modules and classes do so in name only."""
    if isinstance(function, MethodWrapperType):
        return True
    return isinstance(function, BuiltinFunctionType) and not isinstance(function.__self__, ModuleType | type | None)


def _refuse_async(function: Any) -> None:
    if inspect.iscoroutinefunction(function) or inspect.isasyncgenfunction(function):
        raise UnsupportedError(f"{describe(function)} is async, give a function that returns its value")
