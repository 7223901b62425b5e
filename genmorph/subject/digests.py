"""A digest of everything that the outcomes of functions depend on: the user's own files, and no others."""

import ast
import hashlib
import os
import site
import sys
import sysconfig
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache, lru_cache
from pathlib import Path

from genmorph.annotations.source_texts import parse_source
from genmorph.model import Domain, Target
from genmorph.values.annotated import Condition
from genmorph.values.notation import described, homes_of

_IMPORTERS = ("import_module", "__import__", "run_module", "exec_module")
_SITES = ("site-packages", "dist-packages")
_METADATA = (".dist-info", ".egg-info")
_OWN = __name__.partition(".")[0]


@dataclass(frozen=True, slots=True)
class Imports:
    """Names of modules, dotted and with leading dots where they are relative.

    For `from a import b` both `a` and `a.b` are there, as the text does not say whether `b` is a module, also where `b`
    is `*`. `exported` are the texts of `__all__`: what `*` stands for in imports of this text, if it has any.
    `is_dynamic` says that the text may import modules whose names it does not hold.
    """

    names: tuple[str, ...]
    exported: tuple[str, ...]
    is_dynamic: bool

    def absolute(self, package: str) -> Iterator[str]:
        """The names as seen from a package; those that lead out of it are left out."""
        for name in self.names:
            rest = name.lstrip(".")
            level = len(name) - len(rest)
            parts = package.split(".") if package else []
            if level <= len(parts):
                yield ".".join([*(parts[: len(parts) - level + 1] if level else []), *([rest] if rest else [])])


@lru_cache(maxsize=512)
def read_imports(source: bytes) -> Imports:
    """The imports anywhere in a source text, also inside functions; none where it is no Python.

    >>> found = read_imports(b"import os.path as p; from . import a; from ..b import c")
    >>> found.names, list(found.absolute("x.y"))
    (('os.path', '.', '.a', '..b', '..b.c'), ['os.path', 'x.y', 'x.y.a', 'x.b', 'x.b.c'])
    """
    try:
        tree = parse_source(source)
    except (SyntaxError, ValueError):
        return Imports((), (), is_dynamic=False)
    nodes = list(ast.walk(tree))
    names = [name for node in nodes for name in _imported(node)]
    exported = [text for node in nodes for text in _exported(node)]
    is_dynamic = any(word.encode() in source for word in _IMPORTERS)
    return Imports(tuple(dict.fromkeys(names)), tuple(dict.fromkeys(exported)), is_dynamic)


def _imported(node: ast.AST) -> Iterator[str]:
    match node:
        case ast.Import(names=aliases):
            yield from (alias.name for alias in aliases)
        case ast.ImportFrom(module=module, names=aliases, level=level):
            source = "." * level + (module or "")
            yield source
            yield from (f"{source}{'.' if module else ''}{alias.name}" for alias in aliases)
        case ast.Call(func=ast.Name(id=name) | ast.Attribute(attr=name), args=[ast.Constant(value=str(text)), *_]):
            if name in _IMPORTERS and all(part.isidentifier() for part in text.lstrip(".").split(".")):
                yield text


def _exported(node: ast.AST) -> Iterator[str]:
    """The texts in a statement that sets or extends `__all__`."""
    if isinstance(node, ast.Assign | ast.AugAssign | ast.AnnAssign | ast.Expr):
        parts = list(ast.walk(node))
        if any(isinstance(part, ast.Name) and part.id == "__all__" for part in parts):
            texts = (part.value for part in parts if isinstance(part, ast.Constant) and isinstance(part.value, str))
            yield from (text for text in texts if text.isidentifier())


def is_installed(file: str) -> bool:
    """Whether a file lies in the standard library or in a directory of installed distributions.

    >>> is_installed(os.__file__), is_installed(__file__.replace("installed", "elsewhere"))
    (True, False)
    """
    return os.path.realpath(file).startswith(_libraries(tuple(sys.path)))


def distributions() -> Iterator[tuple[str, bytes]]:
    """Name with version of each installed distribution, and the list of its files with their hashes; sorted."""
    found = {
        path.name: path / "RECORD"
        for entry in reversed(sys.path)  # the first of two of one name wins, as it does on import
        if entry
        for suffix in _METADATA
        for path in Path(entry).glob(f"*{suffix}")
    }
    for name in sorted(found):
        yield name, found[name].read_bytes() if found[name].is_file() else b""


@cache
def _libraries(path: tuple[str, ...]) -> tuple[str, ...]:
    schemes = [sysconfig.get_path(name) for name in ("stdlib", "platstdlib", "purelib", "platlib")]
    named = [entry for entry in path if Path(entry).name in _SITES]
    directories = [*schemes, *site.getsitepackages(), site.getusersitepackages(), *named]
    return tuple(os.path.join(os.path.realpath(directory), "") for directory in directories)  # noqa: PTH118


def read_dependencies(modules: Iterable[str], texts: Iterable[str] = ()) -> dict[str, bytes]:
    """Contents of all files that importing the modules and executing the texts may load, by name of the module.

    The standard library and installed distributions are left out, because their versions stand for them. What the
    process has loaded plays a part only where an import cannot be read off the source, and for the package of a
    function that is installed itself: there somebody may have edited a file in place. genmorph itself, which functions
    are annotated by and do not depend on, is left out, too, unless it is asked for.

    >>> read_dependencies(["statistics"], ["import math"])
    {}
    """
    modules = list(modules)
    is_own = any(module.partition(".")[0] == _OWN for module in modules)
    search = _Search(left_out=frozenset() if is_own else frozenset({_OWN}))
    search.follow(modules)
    for text in texts:
        search.follow(read_imports(text.encode(errors="surrogatepass")).absolute(""))
    for package in {module.partition(".")[0] for module in modules} - sys.stdlib_module_names:
        if search.locate(package).is_installed:
            search.keep_loaded(package)
    return search.contents


def module_file(name: str) -> str | None:
    """The file of a module, which is not imported for that; None where there is none."""
    return _Search().locate(name).file


@dataclass(frozen=True, slots=True)
class _Place:
    """Where a module is: its file, if it has one, and where its submodules are, if it is a package."""

    file: str | None = None
    directories: tuple[str, ...] | None = None

    @property
    def is_installed(self) -> bool:
        return self.file is not None and is_installed(self.file)

    @property
    def own_file(self) -> Path | None:
        """The file of a module that is not installed; None where there is none."""
        path = None if self.file is None or self.is_installed else Path(self.file)
        return path if path is not None and path.is_file() else None


@dataclass(slots=True)
class _Search:
    left_out: frozenset[str] = frozenset()
    contents: dict[str, bytes] = field(default_factory=dict)
    _places: dict[str, _Place] = field(default_factory=dict)
    _seen: set[str] = field(default_factory=set)

    def follow(self, names: Iterable[str]) -> None:
        """Keep these modules, the packages around them, and what they import."""
        waiting = list(names)
        while waiting:
            name = waiting.pop()
            if name and name not in self._seen and name.partition(".")[0] not in self.left_out:
                self._seen.add(name)
                package, _, last = name.rpartition(".")
                waiting += [package, *(self._starred(package) if last == "*" else self._keep(name))]

    def _keep(self, name: str) -> Iterable[str]:
        """Take the module's contents; the names that it imports."""
        place = self.locate(name)
        file = place.own_file
        if file is None:
            return ()
        content = self.contents[name] = file.read_bytes()
        if file.suffix != ".py":
            return _loaded(name)
        imports = read_imports(content)
        package = name.rpartition(".")[0] if place.directories is None else name
        return [*imports.absolute(package), *(_loaded(name) if imports.is_dynamic else ())]

    def _starred(self, package: str) -> Iterable[str]:
        """The names that may be modules and that `*` stands for, in imports from there."""
        place = self.locate(package)
        file = None if place.directories is None else place.own_file
        return [f"{package}.{name}" for name in read_imports(file.read_bytes()).exported] if file else ()

    def keep_loaded(self, package: str) -> None:
        """Take the contents of all loaded modules of a package."""
        for name in _loaded(package):
            file = self.locate(name).file
            if file is not None and file.endswith(".py") and Path(file).is_file():
                self.contents[name] = Path(file).read_bytes()

    def locate(self, name: str) -> _Place:
        """Where the module is; a place without file and directories where there is none."""
        if name not in self._places:
            namespace = getattr(sys.modules.get(name), "__dict__", {})
            file, inside = namespace.get("__file__"), namespace.get("__path__")
            if inside is None and not isinstance(file, str):
                self._places[name] = self._find(name)
            else:
                directories = None if inside is None else tuple(inside)
                self._places[name] = _Place(file if isinstance(file, str) else None, directories)
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


def digest(
    target: Target, domains: Sequence[Domain], conditions: Iterable[Condition] = (), mutated: Target | None = None
) -> str:
    """SHA-256, in hex, of the function, the files of the user's that it imports, the valid inputs, and all versions.

    What makes values of the domains is part of it, and so is `mutated`, its Python form, where that is another target.
    Where the files are plays no part, nor what else the process has loaded.

    >>> gcd, lcm = Target("math", "", "gcd", 0, 0), Target("math", "", "lcm", 0, 0)
    >>> digest(gcd, []) == digest(gcd, []), digest(gcd, []) == digest(lcm, [])
    (True, False)
    """
    targets = [target] if mutated is None else [target, mutated]
    dependencies = read_dependencies(
        {one.module for one in targets if one.module is not None}.union(
            *map(homes_of, domains), (home for _, home in target.kinds)
        ),
        [one.source for one in targets if one.module is None],
    )
    parts: list[str | bytes] = [sys.version, sysconfig.get_platform()]
    for one in targets:
        parts += [repr((one.module, one.qualname, one.keywords, one.blocked, *one.kinds)), one.source]
    parts += [repr([described(domain) for domain in domains]), repr([condition.text() for condition in conditions])]
    for name, content in (*sorted(dependencies.items()), *distributions()):
        parts += [name, content]
    result = hashlib.sha256()
    for part in parts:
        data = part.encode(errors="surrogatepass") if isinstance(part, str) else part
        result.update(f"{len(data)}:".encode() + data)
    return result.hexdigest()
