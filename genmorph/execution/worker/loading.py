"""The function under test: how it gets into the worker, and how its code is changed there."""

import functools
import importlib
import linecache
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from types import CodeType, FunctionType, ModuleType
from typing import Any

from .arguments import building
from .state import LoadedState

MODULE = "genmorph_subject"
"""The name of a module that is executed from its source."""
_CACHED = type(functools.lru_cache(abs))


class Subject:
    """The function under test: how to call it, and the code to change in it."""

    def __init__(self, target: dict[str, Any]) -> None:
        module = import_target(target)
        for name in target["makers"]:  # now: the limits of the worker count from what is loaded
            importlib.import_module(name)
        function = functools.reduce(getattr, target["qualname"].split("."), module)
        if not callable(function):
            raise TypeError(f"{target['qualname']} is not callable")
        self._target = target
        call = _with_keywords(function, target["keywords"]) if target["keywords"] else function
        self.call = building(call, frozenset(target["built"]))
        links = unwrap(function)
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
        """Give the function the code of the changed definition, or its own back; ValueError where that is impossible.

        The code is changed in place: aliases, wrappers and recursive calls all reach it. `names` are globals that the
        definition needs.
        """
        if self._inner is None:
            if definition is not None:
                raise ValueError(f"{self._target['qualname']} is no Python function")
            return
        self._inner.__code__ = self._original if definition is None else self._compile(definition)
        for name in self._lent:
            self._inner.__globals__.pop(name, None)
        self._inner.__globals__.update(names)
        self._lent = names

    def forget(self) -> None:
        """Forget what the function and its neighbours remember of earlier calls, which another mutant may have made."""
        for clear in self._clear:
            clear()
        self._state.restore()

    def _compile(self, definition: str) -> CodeType:
        lines = self._target["source"].split("\n")
        lines[self._target["first_line"] - 1 : self._target["last_line"]] = [definition]
        return compile_like(self._original, "\n".join(lines))


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
    own = [
        value for value in names.values() if type(value) is FunctionType and value.__module__ == names.get("__name__")
    ]
    known = {id(link): link for value in (*own, links[0]) for link in unwrap(value)}
    return names, [link for link in known.values() if isinstance(link, FunctionType)]


def import_target(target: dict[str, Any]) -> ModuleType:
    """The target's module: imported by name, or made of its source where it has no name."""
    sys.path[:0] = target["path"]
    if target["module"] is None:
        return execute(target["source"])
    if not target["blocked"]:
        return importlib.import_module(target["module"])
    with without(target["blocked"]):
        sys.modules.pop(target["module"], None)
        return importlib.import_module(target["module"])


@contextmanager
def without(blocked: Sequence[str]) -> Iterator[None]:
    """Let imports of these modules fail for a while."""
    known = {name: sys.modules[name] for name in blocked if name in sys.modules}
    for name in blocked:
        sys.modules[name] = None  # type: ignore[assignment]  # how the import system is told no
    try:
        yield
    finally:
        for name in blocked:
            sys.modules.pop(name, None)
        sys.modules.update(known)


def execute(source: str) -> ModuleType:
    """A module made of the source, whose text tracebacks and `inspect` find."""
    module = sys.modules[MODULE] = ModuleType(MODULE)
    file = f"<{MODULE}>"
    linecache.cache[file] = (len(source), None, [f"{line}\n" for line in source.split("\n")], file)
    exec(compile(source, file, "exec", dont_inherit=True), module.__dict__)  # noqa: S102
    return module


def unwrap(function: Any) -> list[Any]:
    """The callable and all it wraps, outermost first.

    >>> len(unwrap(staticmethod(functools.lru_cache(unwrap))))
    3
    """
    links = [function]
    while True:
        inner = getattr(links[-1], "__wrapped__", None) or getattr(links[-1], "__func__", None)
        if inner is None or any(inner is link for link in links):
            return links
        links.append(inner)


def walk(code: CodeType) -> Iterator[CodeType]:
    """The code object and all inside it."""
    yield code
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from walk(constant)


@functools.cache
def compile_like(original: CodeType, text: str) -> CodeType:
    """The code in the module's changed text that can stand for the original; ValueError where there is none."""
    module = compile(text, original.co_filename, "exec", dont_inherit=True)
    place = (original.co_qualname, original.co_firstlineno)
    found = [code for code in walk(module) if (code.co_qualname, code.co_firstlineno) == place]
    if len(found) != 1:
        raise ValueError(f"{len(found)} definitions of {place[0]} begin in line {place[1]}")
    if found[0].co_freevars != original.co_freevars:
        raise ValueError("its free variables differ")
    return found[0]
