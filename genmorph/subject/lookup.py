"""From a path to a function, and from a function to the path by which other code reaches it."""

import functools
import importlib
import re
import sys
from collections.abc import Mapping
from types import ModuleType
from typing import Any

from genmorph.model import UsageError

_PATH = re.compile(r"(?P<module>[^\W\d]\w*(\.[^\W\d]\w*)*):(?P<qualname>[^\W\d]\w*(\.[^\W\d]\w*)*)")
_MISSING = object()


def find_function(path: str) -> Any:
    """What `package.module:function` names; the function may be dotted, as in `module:Class.method`.

    >>> find_function("math:gcd")(6, 4)
    2
    >>> find_function("math.gcd")
    Traceback (most recent call last):
        ...
    genmorph.model.UsageError: function must look like package.module:function, got 'math.gcd'
    """
    match = _PATH.fullmatch(path)
    if match is None:
        raise UsageError(f"function must look like package.module:function, got {path!r}")
    found = resolve(vars(load_module(match["module"])), match["qualname"])
    if found is _MISSING:
        raise UsageError(f"module {match['module']!r} has no function {match['qualname']!r}")
    if not callable(found):
        raise UsageError(f"{path} is not callable, it is {found!r:.80}")
    return found


def load_module(name: str) -> ModuleType:
    """The module of this name, imported; UsageError where that ends in an exception."""
    try:
        return importlib.import_module(name)
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # whatever the user's module does, SystemExit included
        reason = " ".join(f"{type(error).__name__}: {error}".split())
        raise UsageError(f"module {name!r} cannot be imported: {reason}") from error


def resolve(namespace: Mapping[str, Any], qualname: str) -> Any:
    """What a dotted name reaches from a namespace, or a value of its own where it reaches nothing."""
    first, *rest = qualname.split(".")
    return functools.reduce(lambda found, name: getattr(found, name, _MISSING), rest, namespace.get(first, _MISSING))


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
