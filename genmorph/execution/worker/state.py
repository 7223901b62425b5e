"""What the modules of a loaded program remember of calls, and how it is put back."""

import sys
from collections.abc import Iterable, Iterator
from contextlib import suppress
from types import FunctionType
from typing import Any

from .protocol import LIMITS

_CONTAINERS = frozenset({dict, list, set, bytearray})
_RESTORED = _CONTAINERS | {int, float, bool, str, type(None)}


class LoadedState:
    """The plain values and containers of modules, their functions, classes and objects, as they are now.

    Names bound to anything else by now, such as a connection opened on first use, are left alone, and what a container
    holds is not looked into.
    """

    def __init__(self, modules: Iterable[dict[str, Any]], functions: Iterable[FunctionType]) -> None:
        modules, functions = list(modules), list(functions)
        objects = [space for module in modules for space in _spaces_of_objects(module)]
        self._names = [(space, _restored_names(space)) for space in (*modules, *map(vars, functions), *objects)]
        held = [value for _, names in self._names for value in names.values()]
        held += [value for function in functions for value in _kept_by(function)]
        held += [value for module in modules for cls in own_classes(module) for value in _of_class(cls)]
        self._contents = {id(value): (value, value.copy()) for value in held if is_refilled(value)}

    def restore(self) -> None:
        """Put all of it back, in place."""
        for space, names in self._names:
            for name, value in names.items():
                present = space.get(name)
                if present is not value and type(present) in _RESTORED:
                    space[name] = value
        for container, contents in self._contents.values():
            refill(container, contents)


def own_classes(module: dict[str, Any]) -> Iterator[type]:
    """The classes that a module defines."""
    name = module.get("__name__")
    return (value for value in list(module.values()) if type(value) is type and value.__module__ == name)


def _spaces_of_objects(module: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """The attributes of the objects of own classes that a module holds."""
    classes = set(own_classes(module))
    for value in list(module.values()):
        if type(value) in classes:
            with suppress(AttributeError):  # it has slots
                yield object.__getattribute__(value, "__dict__")


def _of_class(cls: type) -> list[Any]:
    """The attributes of a class; they can be changed in place alone."""
    return [value for name, value in vars(cls).items() if not _is_of_interpreter(name)]


def _restored_names(space: dict[str, Any]) -> dict[str, Any]:
    """What is put back of a namespace."""
    return {name: value for name, value in space.items() if type(value) in _RESTORED and not _is_of_interpreter(name)}


def _is_of_interpreter(name: str) -> bool:
    return name.startswith("__") and name.endswith("__")


def _kept_by(function: FunctionType) -> Iterator[Any]:
    """What a function holds besides its names: defaults, and the variables of a decorator around it."""
    yield from function.__defaults__ or ()
    yield from (function.__kwdefaults__ or {}).values()
    for cell in function.__closure__ or ():
        with suppress(ValueError):  # an empty one
            yield cell.cell_contents


def is_refilled(value: Any) -> bool:
    """Whether a value is a container whose contents are put back."""
    # Namespaces of modules and the list of all modules are dicts too, and hold what was imported since.
    is_namespace = value is sys.modules or (type(value) is dict and "__spec__" in value)
    return type(value) in _CONTAINERS and len(value) <= LIMITS.refilled and not is_namespace


def refill(container: Any, contents: Any) -> None:
    """Make the container hold these contents; to compare would take longer, but keeps the order of a set."""
    match container:
        case list() | bytearray():
            container[:] = contents
        case set() if container == contents:
            return
        case _:
            container.clear()
            container.update(contents)
