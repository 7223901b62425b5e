"""Counts about the layout of `genmorph/`: sizes, imports, names and numbers.

    python -m benchmarks.structure
    python -m benchmarks.structure --list constants

Most figures come from the syntax trees of all modules, two from a fresh interpreter. Nothing is timed.

An import is *typing* below `if TYPE_CHECKING:`, otherwise *lazy* within a function, otherwise *top-level*. Its target
is the module it names, or the package whose `__init__` defines the name. That parents are loaded first does not count.

A *numeric constant* is a module-level name in capitals whose value is a number, arithmetic of numbers, a `range`, or a
literal that holds a number at any depth. Names that unpack a tuple or a `range` count one by one. Values derived from
other names (`WORD - 1`) and values that calls return (`np.uint64(1)`, `Limits(atoms=50)`) do not count.

A numeric constant is an *operation code*, and counts as that instead, if one assignment gives consecutive ints to
several public names: `ADD, SUBTRACT = 0, 1` or `EQUAL, LESS = range(5, 7)`.
"""

import ast
import json
import re
import subprocess
import sys
import tomllib
from collections import defaultdict
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass
from enum import Enum
from functools import partial
from pathlib import Path
from statistics import median

import click

from benchmarks.record import ROOT, describe_code, describe_machine

LONGEST_FUNCTION = 30
LONGEST_MODULE = 450
NAMED = 10
"""The longest modules, which the results name."""
PLAIN_NUMBERS = frozenset({-1, 0, 1, 2})
"""Numbers that a function may use without a name for them."""

_SPECIAL = frozenset({"__init__", "__main__"})
_CAPITALS = re.compile(r"_?[A-Z][A-Z0-9_]*")
_NUMBERS = (int, float, complex)
_ARITHMETIC = ast.UnaryOp | ast.BinOp | ast.unaryop | ast.operator
_LITERAL_CALLS = frozenset({"MappingProxyType", "dict", "frozenset", "list", "range", "set", "tuple"})
_FUNCTIONS = ast.FunctionDef | ast.AsyncFunctionDef

_LOADED = """
import importlib, pathlib, sys
name, here = sys.argv[1], pathlib.Path.cwd()
package = importlib.import_module(name)
if not pathlib.Path(package.__file__).is_relative_to(here):
    sys.exit(f"{name} must be imported from {here}, got {package.__file__}")
package.infer_relations
print(*sorted(one for one in sys.modules if one == name or one.startswith(f"{name}.")), sep="\\n")
"""
_RULES = """
import importlib, sys
rules = getattr(importlib.import_module(sys.argv[1]), "RULES", ())
print(*(ascii(getattr(rule, "name", rule)) for rule in rules), sep="\\n")
"""

When = Enum("When", ("TOP", "LAZY", "TYPING"))
"""When an import takes place."""


@dataclass(frozen=True, slots=True)
class Module:
    """A file of the package. The dotted name of an `__init__` is that of its folder."""

    name: str
    path: Path
    lines: int
    tree: ast.Module


@dataclass(frozen=True, slots=True)
class Import:
    """One module of the package imports another one."""

    importer: str
    imported: str
    when: When


@dataclass(frozen=True, slots=True)
class Package:
    """The modules under `root / name`, their imports, and the lines of the layers contract, highest first."""

    root: Path
    name: str
    modules: Mapping[str, Module]
    imports: frozenset[Import]
    layers: tuple[frozenset[str], ...]


def read_package(root: Path, name: str) -> Package:
    """Parse the package in the folder `root`, which also holds `pyproject.toml`."""
    modules = {module.name: module for module in _read_modules(root, name)}
    imports = frozenset(one for module in modules.values() for one in _imports(module, modules))
    contracts = tomllib.loads((root / "pyproject.toml").read_text("utf-8"))["tool"]["importlinter"]["contracts"]
    (layers,) = (contract["layers"] for contract in contracts if contract["type"] == "layers")
    return Package(root, name, modules, imports, tuple(frozenset(re.findall(r"\w+", line)) for line in layers))


def _read_modules(root: Path, name: str) -> Iterator[Module]:
    for path in sorted((root / name).rglob("*.py")):
        text = path.read_text("utf-8")
        dotted = ".".join(path.relative_to(root).with_suffix("").parts).removesuffix(".__init__")
        yield Module(dotted, path, len(text.splitlines()), ast.parse(text))


def _imports(module: Module, names: Collection[str]) -> Iterator[Import]:
    for node, when in _import_statements(module.tree, When.TOP):
        if isinstance(node, ast.Import):
            found = {alias.name for alias in node.names}
        else:
            base = _absolute(node, module)
            found = {inner if (inner := f"{base}.{alias.name}") in names else base for alias in node.names}
        yield from (Import(module.name, name, when) for name in found if name in names and name != module.name)


def _absolute(node: ast.ImportFrom, module: Module) -> str:
    """The dotted name after `from`; `level` is the number of dots in front of it."""
    parts = [*module.name.split("."), *(["__init__"] if module.path.stem == "__init__" else [])]
    return ".".join(filter(None, [*(parts[: -node.level] if node.level else []), node.module]))


def _import_statements(node: ast.AST, when: When) -> Iterator[tuple[ast.Import | ast.ImportFrom, When]]:
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.Import | ast.ImportFrom):
            yield child, when
        elif isinstance(child, ast.If) and ast.unparse(child.test).endswith("TYPE_CHECKING"):
            yield from _import_statements(ast.Module(child.body, []), When.TYPING)
            yield from _import_statements(ast.Module(child.orelse, []), when)
        else:
            is_lazy = when is When.TOP and isinstance(child, _FUNCTIONS)
            yield from _import_statements(child, When.LAZY if is_lazy else when)


def one_importer(package: Package, only_init: bool = False) -> list[str]:
    """The modules that one other module imports, or one `__init__`; without `__init__`, `__main__` and entry points.

    A process starts with an entry point: some module has its dotted name or the name of its file as a string.
    """
    importers = defaultdict(list)
    for importer, imported in sorted({(one.importer, one.imported) for one in package.imports}):
        importers[imported].append(package.modules[importer])
    nodes = (node for module in package.modules.values() for node in ast.walk(module.tree))
    strings = {node.value for node in nodes if isinstance(node, ast.Constant)}
    return [
        f"{name} (by {importers[name][0].name})"
        for name, module in package.modules.items()
        if len(importers[name]) == 1 and module.path.stem not in _SPECIAL and not strings & {name, module.path.name}
        if not only_init or importers[name][0].path.stem == "__init__"
    ]


def basenames(package: Package) -> list[str]:
    """The file names that several modules share."""
    found = defaultdict(list)
    for name, module in package.modules.items():
        found[module.path.stem].append(name)
    return [f"{stem}: {', '.join(found[stem])}" for stem in sorted(found.keys() - _SPECIAL) if len(found[stem]) > 1]


def constants(package: Package, codes: bool = False) -> list[str]:
    """The numeric constants outside `settings.py`: the operation codes, or all others."""
    return [
        f"{name}:{target.lineno} {target.id}"
        for name, module in package.modules.items()
        if name != f"{package.name}.settings"
        for pairs in _assignments(module.tree)
        for target, value in pairs
        if isinstance(target, ast.Name) and _CAPITALS.fullmatch(target.id) and _holds_number(value)
        if codes == (_are_consecutive([value for _, value in pairs]) and not target.id.startswith("_"))
    ]


def _assignments(tree: ast.Module) -> Iterator[list[tuple[ast.expr, ast.expr]]]:
    """The targets of each assignment at module level, with their own values."""
    for node in tree.body:
        if isinstance(node, ast.Assign | ast.AnnAssign) and node.value:
            for target in node.targets if isinstance(node, ast.Assign) else [node.target]:
                yield _unpack(target, node.value)


def _unpack(target: ast.expr, value: ast.expr) -> list[tuple[ast.expr, ast.expr]]:
    match target, value:
        case ast.Tuple(targets), ast.Tuple(values):
            return list(zip(targets, values, strict=False))
        case ast.Tuple(targets), ast.Call(ast.Name("range"), bounds):
            return list(zip(targets, map(ast.Constant, range(*map(ast.literal_eval, bounds))), strict=True))
    return [(target, value)]


def _are_consecutive(values: Collection[ast.expr]) -> bool:
    """Whether there are several values, which are ints that follow each other."""
    ints = [one.value for one in values if isinstance(one, ast.Constant) and type(one.value) is int]
    return len(values) == len(ints) > 1 and ints == list(range(ints[0], ints[0] + len(ints)))


def _is_number(node: ast.AST) -> bool:
    """Whether it is a number or arithmetic of nothing but numbers."""
    return all(
        type(one.value) in _NUMBERS if isinstance(one, ast.Constant) else isinstance(one, _ARITHMETIC)
        for one in ast.walk(node)
    )


def _holds_number(node: ast.AST | None) -> bool:
    """Whether it is a number or a literal that holds one, also a sum or product of such literals."""
    match node:
        case ast.Tuple(parts) | ast.List(parts) | ast.Set(parts):
            return any(map(_holds_number, parts))
        case ast.Dict(keys, values):
            return any(map(_holds_number, [*keys, *values]))
        case ast.Call(ast.Name(name), parts) if name in _LITERAL_CALLS:
            return any(map(_holds_number, parts))
        case ast.BinOp(left, _, right) if not _is_number(node):
            return any(_holds_number(one) and not _is_number(one) for one in (left, right))
    return node is not None and _is_number(node)


def inner_numbers(package: Package) -> list[str]:
    """The numeric literals within functions, except plain numbers."""
    return [
        f"{name}:{line} {number}"
        for name, module in package.modules.items()
        for line, number in _inner_numbers(module.tree, is_inside=False)
        if number not in PLAIN_NUMBERS
    ]


def _inner_numbers(node: ast.AST, is_inside: bool) -> Iterator[tuple[int, complex]]:
    """Line and value; a minus in front belongs to the value."""
    match node:
        case ast.UnaryOp(ast.USub(), ast.Constant(value)) | ast.Constant(value) if type(value) in _NUMBERS:
            yield from [(node.lineno, ast.literal_eval(node))] if is_inside else []
        case _:
            for child in ast.iter_child_nodes(node):
                yield from _inner_numbers(child, is_inside or isinstance(node, _FUNCTIONS | ast.Lambda))


def cycles(package: Package, when: Collection[When], of_packages: bool = False) -> list[str]:
    """The groups of modules, or of packages, that reach each other by such imports."""
    place = partial(_package_of, package) if of_packages else str
    graph = defaultdict(set)
    for one in package.imports:
        if one.when in when:
            graph[place(one.importer)].add(place(one.imported))
    reached = {node: _reachable(graph, node) for node in list(graph)}
    groups = {frozenset(other for other in reached[node] if node in reached.get(other, ())) for node in reached}
    return sorted(", ".join(sorted(group)) for group in groups if len(group) > 1)


def _package_of(package: Package, name: str) -> str:
    """The folder of a module; a module right under the root is a package of its own."""
    folder = name if package.modules[name].path.stem == "__init__" else name.rpartition(".")[0]
    return name if folder == package.name else folder


def _reachable(graph: Mapping[str, set[str]], start: str) -> set[str]:
    """What imports lead to; the start itself only if it lies on a cycle."""
    reached: set[str] = set()
    left = [start]
    while left:
        further = graph.get(left.pop(), set()) - reached
        reached |= further
        left += further
    return reached


def up_arrows(package: Package, when: When) -> list[str]:
    """The imports from one package of the layers contract to another on the same line or on a higher one."""
    depths = {part: depth for depth, line in enumerate(package.layers) for part in line}

    def is_up(one: Import) -> bool:
        importer, imported = ((name.split(".")[1:] or [""])[0] for name in (one.importer, one.imported))
        return importer != imported and depths.get(imported, len(depths)) <= depths.get(importer, -1)

    return sorted(f"{one.importer} -> {one.imported}" for one in package.imports if one.when is when and is_up(one))


def long_functions(package: Package) -> list[str]:
    """The functions over `LONGEST_FUNCTION` lines, from `def` to the end."""
    return [
        f"{name}:{node.lineno} {node.name}"
        for name, module in package.modules.items()
        for node in ast.walk(module.tree)
        if isinstance(node, _FUNCTIONS) and node.end_lineno - node.lineno >= LONGEST_FUNCTION
    ]


def loaded(package: Package) -> list[str]:
    """The modules that a fresh interpreter has loaded once it has `infer_relations`."""
    return _ask(package, _LOADED, package.name)


def rules(package: Package) -> list[str]:
    """The rules in the tuple `RULES` of `filters/rules.py`; none without it."""
    name = f"{package.name}.filters.rules"
    return _ask(package, _RULES, name) if name in package.modules else []


def _ask(package: Package, program: str, name: str) -> list[str]:
    command = [sys.executable, "-c", program, name]
    done = subprocess.run(command, cwd=package.root, stdout=subprocess.PIPE, text=True, check=True)  # noqa: S603
    return done.stdout.splitlines()


COUNTS: dict[str, Callable[[Package], list[str]]] = {
    "modules": lambda package: list(package.modules),
    "long-modules": lambda package: [one.name for one in package.modules.values() if one.lines > LONGEST_MODULE],
    "long-functions": long_functions,
    "one-importer": one_importer,
    "one-importer-init": partial(one_importer, only_init=True),
    "basenames": basenames,
    "constants": constants,
    "operation-codes": partial(constants, codes=True),
    "inner-numbers": inner_numbers,
    "loaded": loaded,
    "rules": rules,
    "module-cycles": partial(cycles, when={When.TOP}),
    "module-cycles-lazy": partial(cycles, when={When.TOP, When.LAZY}),
    "module-cycles-typing": partial(cycles, when=set(When)),
    "package-cycles": partial(cycles, when={When.TOP}, of_packages=True),
    "package-cycles-lazy": partial(cycles, when={When.TOP, When.LAZY}, of_packages=True),
    "package-cycles-typing": partial(cycles, when=set(When), of_packages=True),
    "up-arrows": partial(up_arrows, when=When.TOP),
    "up-arrows-lazy": partial(up_arrows, when=When.LAZY),
    "up-arrows-typing": partial(up_arrows, when=When.TYPING),
}
"""What is counted, by the name that `--list` takes; benchmarks/README.md says what each means."""


def measure(package: Package) -> dict[str, float]:
    """All figures by name."""
    lines = [module.lines for module in package.modules.values()]
    sizes = {"lines": sum(lines), "median_lines": median(lines)}
    return sizes | {name.replace("-", "_"): len(items(package)) for name, items in COUNTS.items()}


@click.command()
@click.option("--output", type=click.Path(path_type=Path), default=ROOT / "benchmarks/results/structure.json")
@click.option(
    "--list", "listed", type=click.Choice(list(COUNTS)), help="Print the items of a count, and write nothing."
)
def main(output: Path, listed: str | None) -> None:
    """Count, print, and write the figures."""
    package = read_package(ROOT, "genmorph")
    if listed:
        click.echo("".join(f"{item}\n" for item in COUNTS[listed](package)), nl=False)
        return
    figures = measure(package)
    longest = {one.name: one.lines for one in sorted(package.modules.values(), key=lambda one: -one.lines)[:NAMED]}
    for name, value in [*figures.items(), *longest.items()]:
        click.echo(f"{value:>7,}  {name.replace('_', '-') if name in figures else name}")
    data = {"code": describe_code(), "machine": describe_machine(), **figures, "longest": longest}
    output.write_text(f"{json.dumps(data, indent=1)}\n", encoding="utf-8")


if __name__ == "__main__":
    main()
