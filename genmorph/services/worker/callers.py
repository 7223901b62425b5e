"""Which functions of modules ask services, directly or through others that they call."""

import inspect
from collections.abc import Iterator, Mapping, Sequence
from types import CodeType, FunctionType, ModuleType
from typing import Any

from genmorph.services.declared import Service
from genmorph.services.observed import Caller


def callers_in(modules: Sequence[ModuleType], services: Sequence[Service]) -> list[Caller]:
    """The functions and methods of modules that ask services, by the names that their code uses.

    A method is found by its own name wherever that is used, because the class of an object is not known.
    """
    written = {one.function for one in services}
    functions = {name: function for module in modules for name, function in _functions(module)}
    asked = {name: _asked(function, services) for name, function in functions.items()}
    calls = {name: _called(function, functions) for name, function in functions.items()}
    found = []
    for name, function in functions.items():
        reached = {service for other in _reached(name, calls) for service in asked[other]}
        if reached and name not in written:
            code = function.__code__
            found.append(Caller(name, code.co_filename, code.co_firstlineno, tuple(sorted(reached)), bool(asked[name])))
    return sorted(found, key=lambda one: (one.file, one.line))


def _functions(module: ModuleType) -> Iterator[tuple[str, FunctionType]]:
    """The functions and methods that are written in a module, by their path."""
    for name, value in vars(module).items():
        function = inspect.unwrap(value) if callable(value) and not isinstance(value, type) else value
        if isinstance(function, FunctionType) and function.__module__ == module.__name__:
            yield f"{module.__name__}:{name}", function
        elif isinstance(value, type) and value.__module__ == module.__name__:
            for inner, member in vars(value).items():
                function = inspect.unwrap(getattr(member, "__func__", member))
                if isinstance(function, FunctionType):
                    yield f"{module.__name__}:{name}.{inner}", function


def _names(code: CodeType) -> set[str]:
    """The names that code uses, with that of functions inside of it."""
    inner = (one for one in code.co_consts if isinstance(one, CodeType))
    return set(code.co_names).union(*map(_names, inner))


def _asked(function: FunctionType, services: Sequence[Service]) -> set[str]:
    """The services that the code of a function names: by what a name is, or by the name of a client's method."""
    names = _names(function.__code__)
    found = set()
    for one in services:
        module, _, path = one.function.partition(":")
        last = path.rpartition(".")[2]
        is_known = any(_is_of(function.__globals__.get(name), module, path) for name in names)
        is_qualified = last in names and any(
            isinstance(function.__globals__.get(name), ModuleType) and function.__globals__[name].__name__ == module
            for name in names
        )
        if is_known or is_qualified or ("." in path and last in names):
            found.add(one.function)
    return found


def _is_of(value: Any, module: str, path: str) -> bool:
    return getattr(value, "__module__", None) == module and getattr(value, "__qualname__", None) == path


def _called(function: FunctionType, functions: Mapping[str, FunctionType]) -> set[str]:
    """The functions among those of the modules that the code of a function names."""
    names = _names(function.__code__)
    by_value = {id(value): name for name, value in functions.items()}
    held = [function.__globals__.get(name) for name in names]
    members = [vars(one).get(name) for one in held if isinstance(one, ModuleType) for name in names]
    found = [inspect.unwrap(one) for one in (*held, *members) if callable(one) and not isinstance(one, type)]
    named = {by_value[id(one)] for one in found if id(one) in by_value}
    methods = {
        name
        for name in functions
        if "." in name.partition(":")[2] and name.rpartition(".")[2] in names and not name.endswith("__")
    }
    return named | methods


def _reached(name: str, calls: Mapping[str, set[str]]) -> set[str]:
    reached, waiting = {name}, [name]
    while waiting:
        for other in calls[waiting.pop()] - reached:
            reached.add(other)
            waiting.append(other)
    return reached
