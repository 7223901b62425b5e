"""The other process of a survey: which modules and functions a package has, said line by line."""

import importlib
import json
import os
import pkgutil
import sys
from collections.abc import Iterator
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
    found = [] if folders is None else list(pkgutil.iter_modules(folders, f"{name}."))
    for module in sorted(found, key=lambda module: module.name):
        last = module.name.rpartition(".")[2]
        if last.startswith(("_", "test_")) or last in _NOT_OFFERED:
            continue
        if not module.ispkg:
            yield module.name
            continue
        try:
            yield from modules_of(module.name)
        except (Exception, SystemExit):  # noqa: BLE001  whatever the package does; importing it reports why
            yield module.name


def functions_of(module: ModuleType) -> tuple[str, ...]:
    """The public functions that a module defines or has from private modules of its package, each once, in its order.

    >>> import colorsys
    >>> functions_of(colorsys)[:2]
    ('rgb_to_yiq', 'yiq_to_rgb')
    """
    found: dict[int, str] = {}
    for name, value in list(vars(module).items()):
        if name.startswith("_") or not _is_function(value):
            continue
        if is_at_home(value, module):
            found.setdefault(id(value), name)
    return tuple(found.values())


def is_at_home(value: Any, module: ModuleType) -> bool:
    """Whether a function or a class is defined in the module, or in a private one that the module is there for."""
    home = getattr(value, "__module__", None)
    return isinstance(home, str) and module.__name__ in (home, _served(home))


def _is_function(value: Any) -> bool:
    """Whether it is a function, or wraps one; objects are not asked, because any may answer with an exception."""
    return issubclass(type(value), _FUNCTIONS) or isinstance(getattr_static(value, "__wrapped__", None), _FUNCTIONS)


def _served(home: str) -> str:
    """The public module that a private one is there for.

    >>> _served("kiosk._inner.prices"), _served("_bisect")
    ('kiosk', 'bisect')
    """
    parts = home.split(".")
    public = list(takewhile(lambda part: not part.startswith("_"), parts))
    return ".".join(public) or parts[0].lstrip("_")


def answer(asked: str, name: str, *more: str) -> Iterator[Word]:
    """The public modules of a package, the public functions of a module, or what became of each when it was tried.

    Of several packages, given as JSON with what is to be left out, the pairs of functions.
    """
    if asked == "pairs":
        from genmorph.batch.pair_trials import announce_pairs

        yield from announce_pairs(json.loads(name), set(json.loads(*more)))
        return
    module = load_module(name)
    if asked == "modules":
        yield {"names": list(modules_of(name))}
        return
    if asked == "functions":
        yield {"names": list(functions_of(module))}
        return
    from genmorph.batch.suitability import suit

    for function in functions_of(module):
        target = f"{name}:{function}"
        yield {"trying": target}
        try:
            yield {"target": target, "guessed": dict(suit(target))}
        except (UnsupportedError, UsageError) as error:
            yield {"target": target, "reason": str(error)}
        except Exception as error:  # noqa: BLE001 - what looking at the user's code ends in
            yield {"target": target, "reason": f"{type(error).__name__}: {error}"}


def main(asked: str, *given: str) -> None:
    """Answer on the standard output of this process, where nothing is printed by the package itself."""
    sys.path.insert(0, os.getcwd())  # noqa: PTH109  sys.path holds strings
    with os.fdopen(os.dup(1), "w", encoding="utf-8") as answers, open(os.devnull, "w") as nowhere:  # noqa: PTH123
        os.dup2(nowhere.fileno(), 1)
        last: Word = {"done": True}
        with suppress(BrokenPipeError):
            try:
                for word in answer(asked, *given):
                    print(json.dumps(word), file=answers, flush=True)
            except UsageError as error:
                last = {"failed": str(error)}
            print(json.dumps(last), file=answers, flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
