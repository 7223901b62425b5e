"""From a path to a function and back, and which callables can be no subject."""

import functools
import inspect
import sys
from collections.abc import Mapping
from types import BuiltinFunctionType, FunctionType, MethodWrapperType, ModuleType, WrapperDescriptorType
from typing import Any

from genmorph.model import UnsupportedError, UsageError
from genmorph.values.paths import find_named, hint, resolve, split_path


def find_function(path: str) -> Any:
    """What `package.module:function` names; the function may be dotted, as in `module:Class.method`.

    >>> find_function("math:gcd")(6, 4)
    2
    >>> find_function("math.gcd")
    Traceback (most recent call last):
        ...
    genmorph.model.UsageError: function must look like package.module:function, got 'math.gcd'; is math:gcd meant?
    """
    module, name = split_path(path) or ("", "")
    if not name:
        raise UsageError(f"function must look like package.module:function, got {path!r}{hint(path)}")
    found = find_named(module, name)
    if not callable(found):
        raise UsageError(f"{path} is not callable, it is {found!r:.80}")
    return found


def find_path(value: object, namespace: Mapping[str, Any]) -> str | None:
    """The dotted name that reaches the value from a namespace; None where none does.

    >>> import statistics
    >>> find_path(statistics.NormalDist.pdf, vars(statistics))
    'NormalDist.pdf'
    """
    qualname = getattr(value, "__qualname__", None)
    if isinstance(qualname, str) and resolve(namespace, qualname) is value:
        return qualname
    return next((name for name, other in namespace.items() if other is value and name.isidentifier()), None)


def find_module(namespace: Mapping[str, Any]) -> str | None:
    """The name under which another process can import the module of this namespace; None where it cannot."""
    name = namespace.get("__name__")
    if not isinstance(name, str) or name == "__main__":
        return None
    module = sys.modules.get(name)
    if module is None or vars(module) is not namespace:
        return None
    return name if _is_on_path(name.partition(".")[0]) else None


def _is_on_path(package: str) -> bool:
    """Whether the search by name leads to the very package that is loaded."""
    loaded = getattr(sys.modules.get(package), "__spec__", None)
    specs = (finder.find_spec(package, None) for finder in sys.meta_path)
    found = next((spec for spec in specs if spec is not None), None)
    return found is not None and loaded is not None and found.origin == loaded.origin


def describe(value: Any) -> str:
    """How messages name a function: `calendar.weekday`, without `__main__`.

    >>> import calendar
    >>> describe(calendar.weekday)
    'calendar.weekday'
    """
    module, qualname = getattr(value, "__module__", None), getattr(value, "__qualname__", None)
    if not isinstance(qualname, str):
        return repr(value)
    return f"{module}.{qualname}" if isinstance(module, str) and module not in {"__main__", "builtins"} else qualname


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
