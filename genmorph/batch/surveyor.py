"""The other process of a survey: which modules and functions a package has, said line by line."""

import importlib
import json
import os
import pkgutil
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from inspect import getattr_static
from itertools import takewhile
from types import BuiltinFunctionType, FunctionType, ModuleType
from typing import Any

from genmorph.model import UnsupportedError, UsageError
from genmorph.values.paths import load_module

_NOT_OFFERED = frozenset({"tests", "test", "testing", "conftest", "setup"})
"""Modules of a package that are there for its own development."""

_FUNCTIONS = (FunctionType, BuiltinFunctionType)

Word = dict[str, Any]


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


def name_modules(package: str) -> Iterator[Word]:
    """The public modules of a package."""
    load_module(package)
    yield {"names": list(modules_of(package))}


def name_functions(module: str) -> Iterator[Word]:
    """The public functions of a module."""
    yield {"names": list(functions_of(load_module(module)))}


def suit_functions(module: str) -> Iterator[Word]:
    """Each public function of a module: what was guessed for it, or why it is left out."""
    from genmorph.batch.suitability import suit

    for name in functions_of(load_module(module)):
        target = f"{module}:{name}"
        yield {"trying": target}
        try:
            yield {"target": target, "guessed": dict(suit(target).guessed)}
        except (UnsupportedError, UsageError) as error:
            yield {"target": target, "reason": str(error)}
        except Exception as error:  # noqa: BLE001 - what looking at the user's code ends in
            yield {"target": target, "reason": f"{type(error).__name__}: {error}"}


_ASKED: dict[str, Callable[[str], Iterator[Word]]] = {
    "modules": name_modules,
    "functions": name_functions,
    "suit": suit_functions,
}


def main(asked: str, name: str) -> None:
    """Answer on the standard output of this process, which the package's own words do not reach."""
    sys.path.insert(0, os.getcwd())  # noqa: PTH109  sys.path holds strings
    with os.fdopen(os.dup(1), "w", encoding="utf-8") as answers, open(os.devnull, "w") as nowhere:  # noqa: PTH123
        os.dup2(nowhere.fileno(), 1)

        def say(word: Word) -> None:
            answers.write(f"{json.dumps(word)}\n")
            answers.flush()

        with suppress(BrokenPipeError):
            try:
                for word in _ASKED[asked](name):
                    say(word)
            except UsageError as error:
                say({"failed": str(error)})
            else:
                say({"done": True})


if __name__ == "__main__":
    main(*sys.argv[1:])
