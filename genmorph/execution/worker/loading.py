"""The function under test: how it gets into the worker, how its code is changed there, and its state put back."""

import functools
import importlib
import linecache
import os
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from importlib.machinery import SourceFileLoader
from types import CodeType, FunctionType, ModuleType
from typing import Any

from .arguments import building, noticing_changes
from .changes import NewCode, NewConstant, Place, functions_of, lines_of, new_code, new_constant
from .seeding import seeded
from .state import LoadedState, own_classes
from .tracing import Tracer

MODULE = "genmorph_subject"
"""The name of a module that is executed from its source."""

_INSTALLED = frozenset({"site-packages", "dist-packages"})
_STANDARD = os.path.join(os.path.dirname(os.__file__), "")  # noqa: PTH118, PTH120 - pathlib would be one more import
_CACHED = type(functools.lru_cache(abs))


class Subject:
    """The function under test: how to call it, and the code to change in it."""

    def __init__(self, target: dict[str, Any]) -> None:
        module = _import_target(target)
        for name in target["makers"]:  # now: the limits of the worker count from what is loaded
            importlib.import_module(name)
        for name in target["late"]:
            if name not in target["blocked"]:
                with suppress(Exception, SystemExit):  # the function may want it for some inputs alone
                    importlib.import_module(name)
        for package, name in target["kinds"]:
            if package in sys.modules:
                importlib.import_module(name)
        function = functools.reduce(getattr, target["qualname"].split("."), module)
        if not callable(function):
            raise TypeError(f"{target['qualname']} is not callable")
        self._target = target
        called = seeded(function, target["seeded"]) if target["seeded"] else function
        self._bare = _with_keywords(called, target["keywords"]) if target["keywords"] else called
        self.call = building(self._bare, frozenset(target["built"]))
        links = _unwrap(function)
        self._inner = links[-1] if isinstance(links[-1], FunctionType) else None
        if target["blocked"] and self._inner is None:
            blocked = ", ".join(target["blocked"])
            raise TypeError(f"{target['qualname']} is no Python function, also without {blocked}")
        names = vars(module) if self._inner is None else self._inner.__globals__
        self._modules = {target["module"]: (names, target["source"])} | dict(_imported(target["changed"]))
        self._functions: Mapping[tuple[int, Place], list[FunctionType]] | None = None
        self._change: NewCode | NewConstant | None = None
        self._lent: Mapping[str, Any] = {}
        spaces = [space for space, _ in self._modules.values()]
        cached = [*links, *_cached([vars(module), *spaces])]
        self._clear = [link.cache_clear for link in cached if callable(getattr(link, "cache_clear", None))]
        self._state = LoadedState(spaces, _own_functions(spaces, links))

    def install(self, definition: str | None, names: Mapping[str, Any], place: Sequence[Any] | None = None) -> None:
        """Put a changed definition in place of the own one, or nothing; `names` are globals for the subject.

        Where there is a `place`, it is that of a helper: its module, its name, its first and last line, and the name
        and the first line of its code, None for a constant. After an exception everything is as it was before.
        """
        if self._inner is None:
            if definition is not None:
                raise ValueError(f"{self._target['qualname']} is no Python function")
            return
        before = self._change
        if before is not None:
            before.undo()
        try:
            change = self._made(definition, place)
        except BaseException:
            if before is not None:
                before.make()
            raise
        self._change = change
        if change is not None:
            change.make()
        for name in self._lent:
            self._inner.__globals__.pop(name, None)
        self._inner.__globals__.update(names)
        self._lent = names

    def traced(self) -> Callable[..., object]:
        """What reports the functions that a call of the subject reaches; to build its arguments is no part of that."""
        if self._inner is None:
            raise ValueError(f"{self._target['qualname']} is no Python function")
        tracer = Tracer(self._inner.__code__, self._target["module"] or "", MODULE, is_library)
        call = building(tracer.tracing(self._bare), frozenset(self._target["built"]))
        return tracer.reporting(noticing_changes(call, dict(self._target["arrays"])))

    def forget(self) -> None:
        """Forget what the function and its neighbours remember of earlier calls, which another mutant may have made."""
        for clear in self._clear:
            clear()
        self._state.restore()
        if self._change is not None:
            self._change.renew()

    def _made(self, definition: str | None, place: Sequence[Any] | None) -> NewCode | NewConstant | None:
        """The change to make while no other is in place."""
        if definition is None or self._inner is None:
            return None
        if place is None:
            lines = (self._target["first_line"], self._target["last_line"])
            return new_code([self._inner], self._target["source"], lines, definition)
        module, name, *lines_read, code = place
        lines = (lines_read[0], lines_read[1])
        if module not in self._modules:
            raise ValueError(f"module {module} cannot be imported by itself")
        space, source = self._modules[module]
        if code is not None:
            return new_code(self._functions_at(module, tuple(code)), source, lines, definition)
        self._state.restore()
        spaces = [space, *(other for other, _ in self._modules.values())]
        return new_constant(spaces, name, lines_of(source, lines), definition)

    def _functions_at(self, module: str | None, place: Place) -> Sequence[FunctionType]:
        """The functions of a module whose code has this name and line, as they were when the first was asked for."""
        names = list(self._modules)
        if self._functions is None:
            self._functions = functions_of([space for space, _ in self._modules.values()])
        return self._functions.get((names.index(module), place), ())


def _with_keywords(function: Callable[..., object], keywords: Sequence[str]) -> Callable[..., object]:
    """The function, taking the last arguments by position that it wants by keyword."""
    count = len(keywords)

    def call(*arguments: Any) -> object:
        return function(*arguments[:-count], **dict(zip(keywords, arguments[-count:], strict=True)))

    return call


def _own_functions(spaces: Sequence[dict[str, Any]], links: Sequence[Any]) -> list[FunctionType]:
    """The functions of modules with what they wrap, and the links of the subject."""
    own = [
        value
        for space in spaces
        for value in list(space.values())
        if type(value) is FunctionType and value.__module__ == space.get("__name__")
    ]
    known = {id(link): link for value in (*own, links[0]) for link in _unwrap(value)}
    return [link for link in known.values() if isinstance(link, FunctionType)]


def _cached(spaces: Sequence[dict[str, Any]]) -> list[Any]:
    """The functions with a cache that modules and their classes hold, each once."""
    held = [value for space in spaces for value in list(space.values())]
    held += [value for space in spaces for cls in own_classes(space) for value in list(vars(cls).values())]
    links = (value.__func__ if type(value) in (staticmethod, classmethod) else value for value in held)
    return list({id(link): link for link in links if isinstance(link, _CACHED)}.values())


def _imported(modules: Sequence[tuple[str, str]]) -> Iterator[tuple[str, tuple[dict[str, Any], str]]]:
    """Each module with its namespace and its source; those left out that cannot be imported by themselves."""
    for name, source in modules:
        with suppress(Exception):
            yield name, (vars(importlib.import_module(name)), source)


def _import_target(target: dict[str, Any]) -> ModuleType:
    """The target's module: imported by name, or made of its source where it has no name."""
    sys.path[:0] = target["path"]
    if target["module"] is None:
        # tracebacks and `inspect` find the text
        module, file, source = ModuleType(MODULE), f"<{MODULE}>", target["source"]
        sys.modules[MODULE] = module
        linecache.cache[file] = (len(source), None, [f"{line}\n" for line in source.split("\n")], file)
        exec(compile(source, file, "exec", dont_inherit=True), module.__dict__)  # noqa: S102
        return module
    if not target["blocked"]:
        return importlib.import_module(target["module"])
    with _without(target["blocked"]):
        sys.modules.pop(target["module"], None)
        return importlib.import_module(target["module"])


@contextmanager
def _without(blocked: Sequence[str]) -> Iterator[None]:
    """Let imports of these modules fail for a while."""
    known = {name: sys.modules[name] for name in blocked if name in sys.modules}
    for name in blocked:
        sys.modules[name] = None  # type: ignore[assignment]  # so the import system refuses it
    try:
        yield
    finally:
        for name in blocked:
            sys.modules.pop(name, None)
        sys.modules.update(known)


def _unwrap(function: Any) -> list[Any]:
    """The callable and all it wraps, outermost first."""
    links = [function]
    while True:
        inner = getattr(links[-1], "__wrapped__", None) or getattr(links[-1], "__func__", None)
        if inner is None or any(inner is link for link in links):
            return links
        links.append(inner)


def distrust_bytecode() -> None:
    """Compile the user's modules from source from now on, whatever `__pycache__` holds.

    Bytecode is taken for current where size and second of the last change agree, which two quick edits may do.
    """
    trusting = SourceFileLoader.get_code

    def get_code(loader: SourceFileLoader, name: str) -> CodeType | None:
        path = loader.get_filename(name)
        return trusting(loader, name) if is_library(path) else loader.source_to_code(loader.get_data(path), path)

    SourceFileLoader.get_code = get_code  # type: ignore[assignment, method-assign]


def is_library(path: str) -> bool:
    """Whether a file belongs to the standard library or an installed package, which nobody edits."""
    return path.startswith(_STANDARD) or not _INSTALLED.isdisjoint(path.split(os.sep))  # noqa: PTH206 - as above
