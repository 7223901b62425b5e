"""What the subject keeps from one call to the next, and how it is put back."""

import sys
from collections.abc import Iterable, Iterator
from contextlib import suppress
from types import FunctionType
from typing import Any

MOST = 100_000
"""Entries of a container that is put back; larger ones are tables, which are rarely changed."""

_CONTAINERS = frozenset({dict, list, set, bytearray})
_RESTORED = _CONTAINERS | {int, float, bool, str, type(None)}


class LoadedState:
    """The plain values and containers of a module and its functions, as they are now.

    Names bound to anything else by now, such as a connection opened on first use, are left alone, and what a container
    holds is not looked into.

    >>> names = {"count": 0, "memo": {}}
    >>> state = LoadedState(names, [])
    >>> names["count"], names["memo"][4] = 1, 2
    >>> state.restore()
    >>> names
    {'count': 0, 'memo': {}}
    """

    def __init__(self, module: dict[str, Any], functions: Iterable[FunctionType]) -> None:
        functions = list(functions)
        self._names = [(space, restored_names(space)) for space in (module, *map(vars, functions))]
        held = [value for _, names in self._names for value in names.values()]
        held += [value for function in functions for value in kept_by(function)]
        self._contents = {id(value): (value, value.copy()) for value in held if _is_refilled(value)}

    def restore(self) -> None:
        """Put all of it back, in place."""
        for space, names in self._names:
            for name, value in names.items():
                present = space.get(name)
                if present is not value and type(present) in _RESTORED:
                    space[name] = value
        for container, contents in self._contents.values():
            refill(container, contents)


def restored_names(space: dict[str, Any]) -> dict[str, Any]:
    """What is put back of a namespace; names with two underscores on both sides belong to the interpreter."""
    return {
        name: value
        for name, value in space.items()
        if type(value) in _RESTORED and not (name.startswith("__") and name.endswith("__"))
    }


def kept_by(function: FunctionType) -> Iterator[Any]:
    """What a function holds besides its names: defaults, and the variables of a decorator around it."""
    yield from function.__defaults__ or ()
    yield from (function.__kwdefaults__ or {}).values()
    for cell in function.__closure__ or ():
        with suppress(ValueError):  # an empty one
            yield cell.cell_contents


def _is_refilled(value: Any) -> bool:
    # Namespaces of modules and the list of all modules are dicts too, and hold what was imported since.
    is_namespace = value is sys.modules or (type(value) is dict and "__spec__" in value)
    return type(value) in _CONTAINERS and len(value) <= MOST and not is_namespace


def refill(container: Any, contents: Any) -> None:
    """Make the container hold its former contents.

    Without a look at what has changed, which would take longer; only of a set this could change the order.
    """
    match container:
        case list() | bytearray():
            container[:] = contents
        case set() if container == contents:
            return
        case _:
            container.clear()
            container.update(contents)
