"""The function under test: how it gets into the worker, how its code is changed there, and its state put back."""

import functools
import importlib
import linecache
import os
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from importlib.machinery import SourceFileLoader
from types import CodeType, FunctionType, ModuleType
from typing import Any

from .arguments import building
from .protocol import LIMITS

MODULE = "genmorph_subject"
"""The name of a module that is executed from its source."""

_INSTALLED = frozenset({"site-packages", "dist-packages"})
_STANDARD = os.path.join(os.path.dirname(os.__file__), "")  # noqa: PTH118, PTH120 - pathlib would be one more import
_CONTAINERS = frozenset({dict, list, set, bytearray})
_RESTORED = _CONTAINERS | {int, float, bool, str, type(None)}
_CACHED = type(functools.lru_cache(abs))


class LoadedState:
    """The plain values and containers of a module and its functions, as they are now.

    Names bound to anything else by now, such as a connection opened on first use, are left alone, and what a container
    holds is not looked into.
    """

    def __init__(self, module: dict[str, Any], functions: Iterable[FunctionType]) -> None:
        functions = list(functions)
        self._names = [(space, _restored_names(space)) for space in (module, *map(vars, functions))]
        held = [value for _, names in self._names for value in names.values()]
        held += [value for function in functions for value in _kept_by(function)]
        self._contents = {id(value): (value, value.copy()) for value in held if _is_refilled(value)}

    def restore(self) -> None:
        """Put all of it back, in place."""
        for space, names in self._names:
            for name, value in names.items():
                present = space.get(name)
                if present is not value and type(present) in _RESTORED:
                    space[name] = value
        for container, contents in self._contents.values():
            _refill(container, contents)


def _restored_names(space: dict[str, Any]) -> dict[str, Any]:
    """What is put back of a namespace; names with two underscores on both sides belong to the interpreter."""
    return {
        name: value
        for name, value in space.items()
        if type(value) in _RESTORED and not (name.startswith("__") and name.endswith("__"))
    }


def _kept_by(function: FunctionType) -> Iterator[Any]:
    """What a function holds besides its names: defaults, and the variables of a decorator around it."""
    yield from function.__defaults__ or ()
    yield from (function.__kwdefaults__ or {}).values()
    for cell in function.__closure__ or ():
        with suppress(ValueError):  # an empty one
            yield cell.cell_contents


def _is_refilled(value: Any) -> bool:
    # Namespaces of modules and the list of all modules are dicts too, and hold what was imported since.
    is_namespace = value is sys.modules or (type(value) is dict and "__spec__" in value)
    return type(value) in _CONTAINERS and len(value) <= LIMITS.refilled and not is_namespace


def _refill(container: Any, contents: Any) -> None:
    """Make the container hold its former contents; to compare would take longer, but keeps the order of a set."""
    match container:
        case list() | bytearray():
            container[:] = contents
        case set() if container == contents:
            return
        case _:
            container.clear()
            container.update(contents)


class Subject:
    """The function under test: how to call it, and the code to change in it."""

    def __init__(self, target: dict[str, Any]) -> None:
        module = _import_target(target)
        for name in target["makers"]:  # now: the limits of the worker count from what is loaded
            importlib.import_module(name)
        for package, name in target["kinds"]:
            if package in sys.modules:
                importlib.import_module(name)
        function = functools.reduce(getattr, target["qualname"].split("."), module)
        if not callable(function):
            raise TypeError(f"{target['qualname']} is not callable")
        self._target = target
        call = _with_keywords(function, target["keywords"]) if target["keywords"] else function
        self.call = building(call, frozenset(target["built"]))
        links = _unwrap(function)
        self._inner = links[-1] if isinstance(links[-1], FunctionType) else None
        if target["blocked"] and self._inner is None:
            blocked = ", ".join(target["blocked"])
            raise TypeError(f"{target['qualname']} is no Python function, also without {blocked}")
        self._original: Any = self._inner and self._inner.__code__
        self._lent: Mapping[str, Any] = {}
        cached = [*links, *(value for value in vars(module).values() if isinstance(value, _CACHED))]
        self._clear = [link.cache_clear for link in cached if callable(getattr(link, "cache_clear", None))]
        self._state = LoadedState(*_places(module, links))

    def install(self, definition: str | None, names: Mapping[str, Any]) -> None:
        """Give the function the code of the definition, or its own back, in place; `names` are globals for it."""
        if self._inner is None:
            if definition is not None:
                raise ValueError(f"{self._target['qualname']} is no Python function")
            return
        code = self._original
        if definition is not None:
            lines = self._target["source"].split("\n")
            lines[self._target["first_line"] - 1 : self._target["last_line"]] = [definition]
            code = _compile_like(self._original, "\n".join(lines))
        self._inner.__code__ = code
        for name in self._lent:
            self._inner.__globals__.pop(name, None)
        self._inner.__globals__.update(names)
        self._lent = names

    def forget(self) -> None:
        """Forget what the function and its neighbours remember of earlier calls, which another mutant may have made."""
        for clear in self._clear:
            clear()
        self._state.restore()


def _with_keywords(function: Callable[..., object], keywords: Sequence[str]) -> Callable[..., object]:
    """The function, taking the last arguments by position that it wants by keyword."""
    count = len(keywords)

    def call(*arguments: Any) -> object:
        return function(*arguments[:-count], **dict(zip(keywords, arguments[-count:], strict=True)))

    return call


def _places(module: ModuleType, links: Sequence[Any]) -> tuple[dict[str, Any], list[FunctionType]]:
    """Where the function's module may keep something: its names, and its own functions with what they wrap."""
    inner = links[-1]
    names = inner.__globals__ if isinstance(inner, FunctionType) else vars(module)
    functions = (value for value in names.values() if type(value) is FunctionType)
    own = [function for function in functions if function.__module__ == names.get("__name__")]
    known = {id(link): link for value in (*own, links[0]) for link in _unwrap(value)}
    return names, [link for link in known.values() if isinstance(link, FunctionType)]


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


def _walk(code: CodeType) -> Iterator[CodeType]:
    yield code
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _walk(constant)


@functools.cache
def _compile_like(original: CodeType, text: str) -> CodeType:
    """The code in the module's changed text that can stand for the original; ValueError where there is none."""
    module = compile(text, original.co_filename, "exec", dont_inherit=True)
    place = (original.co_qualname, original.co_firstlineno)
    found = [code for code in _walk(module) if (code.co_qualname, code.co_firstlineno) == place]
    if len(found) != 1:
        raise ValueError(f"{len(found)} definitions of {place[0]} begin in line {place[1]}")
    if found[0].co_freevars != original.co_freevars:
        raise ValueError("its free variables differ")
    return found[0]


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
