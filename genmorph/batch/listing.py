"""Which modules a package has, and which functions a module offers."""

import importlib
import pkgutil
from collections.abc import Iterator
from inspect import getattr_static
from itertools import takewhile
from types import BuiltinFunctionType, FunctionType, ModuleType
from typing import Any

_NOT_OFFERED = frozenset({"tests", "test", "testing", "conftest", "setup"})
"""Modules of a package that are there for its own development."""
_FUNCTIONS = (FunctionType, BuiltinFunctionType)


def modules_of(name: str) -> Iterator[str]:
    """The module of this name and, of a package, its public modules; packages in it are imported on the way.

    >>> list(modules_of("json"))
    ['json', 'json.decoder', 'json.encoder', 'json.scanner', 'json.tool']
    """
    folders = getattr(importlib.import_module(name), "__path__", None)
    yield name
    if folders is None:
        return
    for found in sorted(pkgutil.iter_modules(folders, f"{name}."), key=lambda found: found.name):
        if not _is_offered(found.name.rpartition(".")[2]):
            continue
        if not found.ispkg:
            yield found.name
            continue
        try:
            yield from modules_of(found.name)
        except (Exception, SystemExit):  # noqa: BLE001  whatever the package does; who imports it by its name is told
            yield found.name


def functions_of(module: ModuleType) -> tuple[str, ...]:
    """The public functions that a module defines or has from private modules of its package, each once, in its order.

    >>> import colorsys
    >>> functions_of(colorsys)[:2]
    ('rgb_to_yiq', 'yiq_to_rgb')
    """
    found: dict[int, str] = {}
    for name, value in list(vars(module).items()):
        if not name.startswith("_") and _is_function(value) and _is_own(value, module.__name__):
            found.setdefault(id(value), name)
    return tuple(found.values())


def _is_offered(name: str) -> bool:
    return not name.startswith(("_", "test_")) and name not in _NOT_OFFERED


def _is_function(value: Any) -> bool:
    """Whether it is a function, or wraps one; objects are not asked, because any may answer with an exception."""
    return issubclass(type(value), _FUNCTIONS) or isinstance(getattr_static(value, "__wrapped__", None), _FUNCTIONS)


def _is_own(value: Any, module: str) -> bool:
    """Whether it is from the module itself, or from a private module for which that speaks."""
    home = getattr(value, "__module__", None)
    return isinstance(home, str) and module in (home, _served(home))


def _served(home: str) -> str:
    """The public module that a private one is there for.

    >>> _served("kiosk._inner.prices"), _served("_bisect")
    ('kiosk', 'bisect')
    """
    parts = home.split(".")
    public = list(takewhile(lambda part: not part.startswith("_"), parts))
    return ".".join(public) or parts[0].lstrip("_")
