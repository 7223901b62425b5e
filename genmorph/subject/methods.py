"""The instances on which methods are called."""

import inspect
from collections.abc import Mapping
from types import FunctionType
from typing import Any

from genmorph.model import UnsupportedError, UsageError
from genmorph.values.notation import resolved_objects
from genmorph.values.objects import Objs, objs
from genmorph.values.paths import find_named, resolve
from genmorph.values.recipes import UndescribedError


def find_owner(qualname: str, namespace: Mapping[str, Any]) -> str | None:
    """The dotted name of the class of which this is a method that takes an instance; None for all other functions.

    >>> import statistics
    >>> find_owner("NormalDist.pdf", vars(statistics)), find_owner("mean", vars(statistics))
    ('NormalDist', None)
    """
    outer, _, name = qualname.rpartition(".")
    owner = resolve(namespace, outer) if outer else None
    if not isinstance(owner, type):
        return None
    held = inspect.getattr_static(owner, name, None)
    return None if isinstance(held, staticmethod | classmethod) or not _is_function(held) else outer


def require_own(path: str) -> None:
    """Raise UnsupportedError where a path leads to a method by another class than the one that defines it.

    >>> require_own("fractions:Fraction.limit_denominator")
    >>> require_own("collections:OrderedDict.get")
    Traceback (most recent call last):
        ...
    genmorph.model.UnsupportedError: function must be one that OrderedDict defines itself, got \
'collections:OrderedDict.get'; give builtins:dict.get
    """
    module, _, qualname = path.partition(":")
    outer, _, name = qualname.rpartition(".")
    owner = find_named(module, outer) if outer else None
    if isinstance(owner, type) and name not in vars(owner):
        home = next((base for base in owner.__mro__ if name in vars(base)), None)
        told = f"; give {home.__module__}:{home.__qualname__}.{name}" if home is not None else ""
        raise UnsupportedError(f"function must be one that {outer} defines itself, got {path!r}{told}")


def _is_function(value: Any) -> bool:
    return callable(value) and isinstance(inspect.unwrap(value), FunctionType)


def instances_of(module: str, owner: str) -> Objs:
    """The instances that the constructor of a class makes, or its examples.

    UnsupportedError where neither annotations nor type hints say how it makes any.
    """
    made = objs(f"{module}:{owner}")
    try:
        return resolved_objects(made)
    except UndescribedError as error:
        raise UnsupportedError(
            f"{', '.join(error.names)} of class {owner} must be described, as methods need instances to be called on: "
            f"say above the class what it takes, such as @arg({error.names[0]!r}, ints(1, 9)), or give a @cc_example"
        ) from error
    except UsageError as error:
        raise UnsupportedError(f"methods need instances of class {owner} to be called on: {error}") from error
