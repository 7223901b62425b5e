"""By which module and name other code reaches a function that has no Python source."""

import importlib
import sys
from collections.abc import Iterator
from types import BuiltinFunctionType
from typing import Any

from genmorph.model import UnsupportedError
from genmorph.subject.installed import is_installed
from genmorph.subject.lookup import find_module
from genmorph.values.paths import resolve


def find_home(value: Any) -> tuple[str, str]:
    """Module and dotted name of a compiled callable: a public module where one has it.

    >>> import bisect, math
    >>> find_home(math.gcd), find_home(bisect.bisect_left), find_home(int.bit_length)
    (('math', 'gcd'), ('bisect', 'bisect_left'), ('builtins', 'int.bit_length'))
    """
    stated = next(_stated_homes(value), None)
    if stated is not None and not is_private(stated[0]):
        return stated
    public = [module for module in modules_with(value) if not is_private(module)]
    if public:
        return public[0], value.__name__
    if stated is None:
        raise UnsupportedError(f"{value!r} is in no module under its name, give its path: 'module:function'")
    return stated


def modules_with(value: Any) -> list[str]:
    """Importable modules that hold the value under its own name, best first: loaded ones and the one it is there for.

    What comes from a private module such as `_bisect` is there for `bisect`, and for others of the same package. Of
    what does not say where it comes from, installed modules, public ones and short names come first: the order of the
    imports plays no part.
    """
    name = getattr(value, "__name__", None)
    if not isinstance(name, str) or not name.isidentifier():
        return []
    origin = str(getattr(value, "__module__", None) or "")
    served = _served(origin) if is_private(origin) else None
    if served in sys.stdlib_module_names:
        importlib.import_module(served)
    found = [
        module
        for module, loaded in list(sys.modules.items())
        if getattr(loaded, "__dict__", {}).get(name) is value and find_module(vars(loaded)) == module
    ]
    if served is not None:
        packages = {_package(served), _package(origin)}
        found = [module for module in found if _package(module) in packages]
    return sorted(found, key=lambda module: (module != served, *_rank(module)))


def is_private(module: str) -> bool:
    """Whether a module is an inner part of another, by its name.

    >>> is_private("_bisect"), is_private("package._speed"), is_private("bisect")
    (True, True, False)
    """
    return any(part.startswith("_") for part in module.split("."))


def _served(module: str) -> str:
    """The public module that a private one is an inner part of, going by the names."""
    return ".".join(part.lstrip("_") for part in module.split("."))


def _package(module: str) -> str:
    return module.partition(".")[0]


def _rank(module: str) -> tuple[bool, bool, int, str]:
    file = getattr(sys.modules[module], "__file__", None)
    return isinstance(file, str) and not is_installed(file), is_private(module), module.count("."), module


def _stated_homes(value: Any) -> Iterator[tuple[str, str]]:
    """Where the value says it is, as far as that leads back to it."""
    qualname = getattr(value, "__qualname__", None)
    owners = (value, getattr(value, "__objclass__", None), getattr(value, "__self__", None))
    modules = [getattr(owner, "__module__", None) for owner in owners]
    for module in (*(name for name in modules if isinstance(name, str)), "builtins"):
        namespace = getattr(sys.modules.get(module), "__dict__", {})
        if not isinstance(qualname, str) or not _is_same(resolve(namespace, qualname), value):
            continue
        if find_module(namespace) == module:
            yield module, qualname


def _is_same(found: object, value: object) -> bool:
    """Class methods such as `float.fromhex` are made anew each time they are looked up."""
    return found is value or (
        isinstance(value, BuiltinFunctionType) and isinstance(found, BuiltinFunctionType) and found == value
    )
