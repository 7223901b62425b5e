"""The user's own files that a function's module imports, directly or through others; nothing is executed."""

import sys
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

from genmorph.subject.imports import read_imports
from genmorph.subject.installed import is_installed


def read_dependencies(modules: Iterable[str], texts: Iterable[str] = ()) -> dict[str, bytes]:
    """Contents of all files that importing the modules and executing the texts may load, by name of the module.

    The standard library and installed distributions are left out, because their versions stand for them. What the
    process has loaded plays a part only where an import cannot be read off the source, and for the package of a
    function that is installed itself: there somebody may have edited a file in place.

    >>> read_dependencies(["statistics"], ["import math"])
    {}
    """
    search = _Search()
    search.follow(modules)
    for text in texts:
        search.follow(read_imports(text.encode(errors="surrogatepass")).absolute(""))
    for package in {module.partition(".")[0] for module in modules} - sys.stdlib_module_names:
        if search.locate(package).is_installed:
            search.keep_loaded(package)
    return search.contents


@dataclass(frozen=True, slots=True)
class _Place:
    """Where a module is: its file, if it has one, and where its submodules are, if it is a package."""

    file: str | None = None
    directories: tuple[str, ...] | None = None

    @property
    def is_installed(self) -> bool:
        return self.file is not None and is_installed(self.file)


@dataclass(slots=True)
class _Search:
    contents: dict[str, bytes] = field(default_factory=dict)
    _places: dict[str, _Place] = field(default_factory=dict)
    _seen: set[str] = field(default_factory=set)

    def follow(self, names: Iterable[str]) -> None:
        """Keep these modules, the packages around them, and what they import."""
        waiting = list(names)
        while waiting:
            name = waiting.pop()
            if name and name not in self._seen:
                self._seen.add(name)
                package, _, last = name.rpartition(".")
                waiting += [package, *(self._starred(package) if last == "*" else self._keep(name))]

    def _keep(self, name: str) -> Iterable[str]:
        """Take the module's contents; the names that it imports."""
        place = self.locate(name)
        if place.file is None or place.is_installed or not Path(place.file).is_file():
            return ()
        content = self.contents[name] = Path(place.file).read_bytes()
        imports = read_imports(content) if place.file.endswith(".py") else None
        package = name.rpartition(".")[0] if place.directories is None else name
        dynamic = imports is None or imports.is_dynamic
        return [*(imports.absolute(package) if imports else ()), *(_loaded(name) if dynamic else ())]

    def _starred(self, package: str) -> Iterable[str]:
        """The names that may be modules and that `*` stands for, in imports from there."""
        place = self.locate(package)
        if place.directories is None or place.file is None or place.is_installed or not Path(place.file).is_file():
            return ()
        return [f"{package}.{name}" for name in read_imports(Path(place.file).read_bytes()).exported]

    def keep_loaded(self, package: str) -> None:
        """Take the contents of all loaded modules of a package."""
        for name in _loaded(package):
            file = self.locate(name).file
            if file is not None and file.endswith(".py") and Path(file).is_file():
                self.contents[name] = Path(file).read_bytes()

    def locate(self, name: str) -> _Place:
        """Where the module is; a place without file and directories where there is none."""
        if name not in self._places:
            self._places[name] = _loaded_place(name) or self._find(name)
        return self._places[name]

    def _find(self, name: str) -> _Place:
        """Where an import would find it; importlib.util.find_spec would execute the packages around it."""
        parent = name.rpartition(".")[0]
        around = self.locate(parent) if parent else None
        if around is not None and (around.directories is None or around.is_installed):
            return _Place()
        directories = None if around is None else around.directories
        specs = (finder.find_spec(name, directories) for finder in sys.meta_path)
        spec = next((spec for spec in specs if spec is not None), None)
        if spec is None:
            return _Place()
        inside = spec.submodule_search_locations
        return _Place(spec.origin if spec.has_location else None, None if inside is None else tuple(inside))


def _loaded(module: str) -> list[str]:
    """The loaded modules of the module's top-level package."""
    package = module.partition(".")[0]
    return sorted(name for name in list(sys.modules) if name.partition(".")[0] == package)


def _loaded_place(name: str) -> _Place | None:
    namespace = getattr(sys.modules.get(name), "__dict__", {})
    file, inside = namespace.get("__file__"), namespace.get("__path__")
    if inside is None and not isinstance(file, str):
        return None
    return _Place(file if isinstance(file, str) else None, None if inside is None else tuple(inside))
