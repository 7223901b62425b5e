"""Paths such as `package.module:function`, and what they name."""

import importlib
from collections.abc import Mapping
from functools import cached_property, reduce
from keyword import iskeyword
from types import MethodType, ModuleType
from typing import Any

from genmorph.model import UsageError
from genmorph.values.labels import meant

MISSING = object()
"""What a name reaches that there is not."""


def split_path(path: str) -> tuple[str, str] | None:
    """The module and the dotted name in it; that is "" where the path is a module's, and None where it is no path.

    >>> split_path("shop:Box.fill"), split_path("shop.boxes"), split_path("shop:"), split_path("shop:first()")
    (('shop', 'Box.fill'), ('shop.boxes', ''), None, None)
    """
    module, colon, name = path.partition(":")
    return (module, name) if _is_dotted(module) and (_is_dotted(name) or not colon) else None


def hint(path: str) -> str:
    """The end of a message about a path that names no function: the path that may be meant, or "".

    >>> hint("shop.total"), hint("./src/shop.py:total"), hint("total")
    ('; is shop:total meant?', '; is src.shop:total meant?', '')
    >>> hint("shop.py")
    '; which function is meant, as in shop:total?'
    """
    module, colon, name = path.removeprefix("./").partition(":")
    if not colon and module.endswith(".py"):
        module = _module_of(module)
        return f"; which function is meant, as in {module}:total?" if _is_dotted(module) else ""
    if not colon:
        module, _, name = module.rpartition(".")
    module = _module_of(module)
    return f"; is {module}:{name} meant?" if _is_dotted(module) and _is_dotted(name) else ""


def _module_of(path: str) -> str:
    return path.removesuffix(".py").replace("/", ".")


def load_module(name: str) -> ModuleType:
    """The module of this name, imported; UsageError where that ends in an exception."""
    try:
        return importlib.import_module(name)
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # whatever the user's module does, SystemExit included
        reason = " ".join(f"{type(error).__name__}: {error}".split())
        raise UsageError(f"module {name!r} cannot be imported: {reason}{_way_out(name, error)}") from error


def _way_out(name: str, error: BaseException) -> str:
    """What may help where a module was not found, or ""."""
    first = name.partition(".")[0]
    if isinstance(error, ModuleNotFoundError) and error.name == first:
        return "; is it in this folder, or installed?"
    return f"; is {first} meant?" if name == f"{first}.py" else ""


def find_named(module: str, name: str) -> Any:
    """What the dotted name is in the module, which is imported; UsageError where there is nothing.

    >>> find_named("fractions", "Fraction.limit_denominator").__name__
    'limit_denominator'
    >>> find_named("fractions", "halve")
    Traceback (most recent call last):
        ...
    genmorph.model.UsageError: module 'fractions' has no function 'halve'
    >>> find_named("fractions", "Fractoin")
    Traceback (most recent call last):
        ...
    genmorph.model.UsageError: module 'fractions' has no function 'Fractoin'; is Fraction meant?
    """
    namespace = vars(load_module(module))
    found = resolve(namespace, name)
    if found is MISSING:
        raise UsageError(f"module {module!r} has no function {name!r}{meant([name], callables(namespace))}")
    return found


def callables(namespace: Mapping[str, Any]) -> list[str]:
    """The names of what can be called in a namespace."""
    return [name for name, value in namespace.items() if callable(value)]


def resolve(namespace: Mapping[str, Any], name: str) -> Any:
    """What a dotted name reaches from a namespace; MISSING where it reaches nothing."""
    first, *rest = name.split(".")
    return reduce(lambda found, inner: getattr(found, inner, MISSING), rest, namespace.get(first, MISSING))


def _is_dotted(text: str) -> bool:
    return all(part.isidentifier() and not iskeyword(part) for part in text.split("."))


def beneath(target: Any) -> Any:
    """The function beneath a static method, a class method, a bound method or a property; else the target itself."""
    match target:
        case staticmethod() | classmethod() | MethodType():
            return target.__func__
        case property(fget=getter) if getter is not None:
            return getter
        case cached_property(func=getter):
            return getter
    return target
