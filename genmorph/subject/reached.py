"""What calls of a function use beside its own definition: functions of the user's, and constants of their modules."""

import ast
import builtins
import sys
from collections import Counter, deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from importlib.util import resolve_name
from typing import Any

from genmorph.annotations.source_texts import Node, definitions_in, first_line, read_source
from genmorph.model import Helper, Target, UnsupportedError
from genmorph.settings import INPUTS, MUTANTS
from genmorph.subject.digests import is_installed, module_file
from genmorph.subject.location import (
    Definition,
    extract,
    find_references,
    parse_lines,
    parse_module,
    statement_lines,
)

_PLAIN = (
    *(ast.Constant, ast.Name, ast.Attribute, ast.Tuple, ast.List, ast.Set, ast.Dict, ast.UnaryOp, ast.BinOp),
    *(ast.expr_context, ast.unaryop, ast.operator),
)
"""What the value of a constant is written with: it is evaluated again for each mutant."""
_LAMBDA = "<lambda>"
_REACHING = frozenset({"__import__", "eval", "exec", "globals", "locals", "vars"})
"""What is built in and may lead to any name."""
_GENMORPH = __name__.partition(".")[0]

Span = tuple[int, int]
Row = Sequence[Any]
"""Module, qualified name, first line and distance of a function that a call reached, as a `Trace` gives it."""


def find_helpers(target: Target, traced: Iterable[Row]) -> tuple[Helper, ...]:
    """The functions that calls of the target reached, and the constants that these and the target read, nearest first.

    Functions inside of others that were reached are left out, as they are changed with those around them. So are
    constants that are bound more than once, or to something else than plain values with a number among them.
    """
    program = _Program(target)
    nearest: dict[tuple[str, str, int], int] = {}
    for module, qualname, line, distance in traced:
        place = (module, qualname, line)
        nearest[place] = min(distance, nearest.get(place, distance))
    functions = [
        helper
        for (module, qualname, line), distance in sorted(nearest.items(), key=lambda item: (item[1], item[0]))
        if (helper := program.function(module or None, qualname, line, distance)) is not None
    ]
    spans = [(target.module, target.first_line, target.last_line), *map(_span, functions)]
    outermost = [one for one in functions if not any(_is_inside(_span(one), span) for span in spans)]
    readers = [(target, 0), *((one.target, one.distance) for one in outermost)]
    constants = {
        (found.module, found.qualname): Helper(found, None, distance + 1)
        for reader, distance in reversed(readers)  # the nearest one counts
        for found in program.constants_read_by(reader)
    }
    both = (*outermost, *constants.values())
    return tuple(sorted(both, key=_nearness)[: MUTANTS.helpers])


def read_named(target: Target) -> Iterator[Target]:
    """The functions, classes and constants that a definition names, then what these name, and so on.

    They are the user's, as helpers are, and at most `INPUTS.most_named`. Nothing is run for that.
    """
    program = _Program(target)
    waiting, seen = deque([target]), {(target.module, target.qualname)}
    while waiting:
        for module, name in program.names_read_by(waiting.popleft()):
            found = program.named(module, name)
            if found is not None and (found.module, found.qualname) not in seen:
                seen.add((found.module, found.qualname))
                waiting.append(found)
                yield found
                if len(seen) > INPUTS.most_named:
                    return


def may_use_others(target: Target) -> bool:
    r"""Whether calls of the target can reach anything of the user's beside its definition, going by the text alone.

    >>> def may(text): return may_use_others(Target(None, text, "f", 1, 1))
    >>> may("def f(x): return len(x) + f(x[1:])"), may("def f(x): return g(x)\ndef g(x): return x")
    (False, True)
    """
    program = _Program(target)
    around, text = program.module(target.module), extract(target.source, target.first_line, target.last_line)
    if around is None or target.built or not _references(text).are_all:
        return True
    harmless = (vars(builtins).keys() - around.bound - _REACHING) | {target.qualname}
    return any(
        program.module(module) is not None and not (module == target.module and name in harmless)
        for module, name in program.names_read_by(target)
    )


def modules_reached(target: Target, traced: Iterable[Row], helpers: Iterable[Helper]) -> tuple[tuple[str, str], ...]:
    """The modules other than the target's that hold helpers or functions that were reached, each with its source."""
    program = _Program(target)
    names = {*(module for module, *_ in traced), *(helper.target.module or "" for helper in helpers)}
    found = [program.module(name) for name in names - {"", target.module}]
    return tuple(sorted((one.name, one.source) for one in found if one is not None and one.name is not None))


def sources_of(parts: Iterable[Target], target: Target) -> tuple[tuple[str, str], ...]:
    """The modules of these other than the target's, each with its source."""
    found = {one.module: one.source for one in parts if one.module != target.module}
    return tuple(sorted((name, source) for name, source in found.items() if name is not None))


def _nearness(helper: Helper) -> tuple[int, bool, str, int]:
    return helper.distance, helper.code is None, helper.target.module or "", helper.target.first_line


def _span(helper: Helper) -> tuple[str | None, int, int]:
    return helper.target.module, helper.target.first_line, helper.target.last_line


def _is_inside(one: tuple[str | None, int, int], other: tuple[str | None, int, int]) -> bool:
    return one != other and one[0] == other[0] and other[1] <= one[1] and one[2] <= other[2]


@dataclass(frozen=True, slots=True, eq=False)
class _Module:
    """A module by its text; `name` is None where it is executed from its source.

    `constants` are the lines of statements that bind one name, once, to plain values with a number among them.
    `imports` are names with the module that they come from and their name there, "" for a module itself; `bound` are
    all names that hide those built in.
    """

    name: str | None
    file: str
    source: str
    tree: ast.Module
    definitions: tuple[Node, ...]
    constants: Mapping[str, Span]
    imports: Mapping[str, tuple[str, str]]
    bound: frozenset[str]

    def definition_named(self, name: str) -> Target | None:
        """The function or class of the module that has this name, if one alone has it."""
        named = [one for one in self.tree.body if isinstance(one, ast.FunctionDef | ast.ClassDef) and one.name == name]
        if len(named) != 1:
            return None
        return Target(self.name, self.source, name, first_line(named[0]), named[0].end_lineno or 0)


@lru_cache(maxsize=16)
def _read_module(name: str | None, package: str, file: str, source: str) -> _Module:
    """The module of a text; SyntaxError where that is no Python. A catalogue asks for the same one many times."""
    tree = parse_module(source)
    definitions, imports = tuple(definitions_in(tree)), dict(_imports(tree, package))
    bound = {*_bound_in(tree), *imports, *map(_code_name, definitions)}
    return _Module(name, file, source, tree, definitions, dict(_constants(tree)), imports, frozenset(bound))


@dataclass(slots=True, eq=False)
class _Program:
    """The modules around a target, read as they are asked for."""

    target: Target
    _modules: dict[str | None, _Module | None] = field(default_factory=dict)

    def module(self, name: str | None) -> _Module | None:
        """The module, where it is the user's and has a source; that of an installed target is of the same package."""
        if name not in self._modules:
            self._modules[name] = self._read(name)
        return self._modules[name]

    def function(self, module: str | None, qualname: str, line: int, distance: int) -> Helper | None:
        """The function whose code has this name and begins in this line; None where it is not the only one."""
        around, name = self.module(module), qualname.rpartition(".")[2]
        if around is None:
            return None
        nodes = [one for one in around.definitions if first_line(one) == line and _code_name(one) == name]
        if len(nodes) != 1:
            return None
        try:
            span = statement_lines(Definition(around.file, around.source, around.tree, nodes[0]))
        except UnsupportedError:  # a lambda that shares its statement
            return None
        return Helper(Target(around.name, around.source, qualname, *span), (qualname, line), distance)

    def constants_read_by(self, reader: Target) -> Iterator[Target]:
        """The constants that a definition reads, in its module or in others."""
        for module, name in self.names_read_by(reader):
            found = self.named(module, name)
            around = self.module(found.module) if found is not None else None
            if found is not None and around is not None and found.qualname in around.constants:
                yield found

    def names_read_by(self, reader: Target) -> Iterator[tuple[str | None, str]]:
        """What a definition reads from around it and from modules, each as a module and a name there."""
        around = self.module(reader.module)
        return iter(()) if around is None else _names_read(reader, around.imports)

    def named(self, module: str | None, name: str) -> Target | None:
        """The constant, function or class that a name of a module stands for, also where the module imports it."""
        seen = set()
        while (module, name) not in seen:
            seen.add((module, name))
            around = self.module(module)
            if around is None:
                return None
            if name in around.constants:
                return Target(around.name, around.source, name, *around.constants[name])
            if name not in around.imports:
                return around.definition_named(name)
            module, name = around.imports[name]
        return None

    def _read(self, name: str | None) -> _Module | None:
        own = self.target.module
        namespace = getattr(sys.modules.get(name or ""), "__dict__", {})
        file = "" if name is None else module_file(name)
        is_own = name == own or (file is not None and name is not None and self._is_own(name, file))
        if not is_own:
            return None
        source = self.target.source if name == own else read_source(file or "", namespace)
        is_package = "__path__" in namespace
        package = (name or "") if is_package else (name or "").rpartition(".")[0]
        try:
            return _read_module(name, package, file or "", source)
        except SyntaxError:
            return None

    def _is_own(self, name: str, file: str) -> bool:
        package = name.partition(".")[0]
        if self.target.module is not None and package == self.target.module.partition(".")[0]:
            return True
        own = None if self.target.module is None else module_file(self.target.module)
        return not (own is not None and is_installed(own)) and package != _GENMORPH and not is_installed(file)


def _code_name(node: Node) -> str:
    return _LAMBDA if isinstance(node, ast.Lambda) else node.name


def _names_read(reader: Target, imports: Mapping[str, tuple[str, str]]) -> Iterator[tuple[str | None, str]]:
    """What a definition reads from around it and from modules, each as a module and a name there."""
    found = _references(extract(reader.source, reader.first_line, reader.last_line))
    for name in found.names:
        yield imports.get(name, (reader.module, name))
    for name, attribute in found.attributes:
        if name in imports:
            module, original = imports[name]
            yield f"{module}.{original}" if original else module, attribute


@dataclass(frozen=True, slots=True)
class _References:
    """The names that a definition reads from around it, and those of their attributes that it reads.

    They `are_all` that it can reach by names unless it imports something itself, or cannot be read alone.
    """

    names: tuple[str, ...] = ()
    attributes: tuple[tuple[str, str], ...] = ()
    are_all: bool = False


@lru_cache(maxsize=512)
def _references(text: str) -> _References:
    try:
        names, nodes = tuple(find_references(text)), list(ast.walk(parse_lines(text)))
    except SyntaxError:  # it stands inside of another one, on which it depends
        return _References()
    read = (node for node in nodes if isinstance(node, ast.Attribute))
    attributes = ((one.value.id, one.attr) for one in read if isinstance(one.value, ast.Name) and one.value.id in names)
    are_all = not any(isinstance(node, ast.Import | ast.ImportFrom) for node in nodes)
    return _References(names, tuple(dict.fromkeys(attributes)), are_all)


def _constants(tree: ast.Module) -> Iterator[tuple[str, Span]]:
    bound = Counter(_bound_in(tree))
    lines = Counter(line for one in tree.body for line in {one.lineno, one.end_lineno})
    for statement in tree.body:
        match statement:
            case (
                ast.Assign(targets=[ast.Name(id=name)], value=value)
                | ast.AnnAssign(target=ast.Name(id=name), value=ast.expr() as value)
            ):
                first, last = statement.lineno, statement.end_lineno or statement.lineno
                if bound[name] == lines[first] == lines[last] == 1 and _is_plain(value):
                    yield name, (first, last)


def _bound_in(tree: ast.Module) -> Iterator[str]:
    """The names that a module binds by assignments, each as often as that is written."""
    yield from (name for node in ast.walk(tree) if isinstance(node, ast.Global) for name in node.names)
    waiting: list[ast.AST] = [tree]
    while waiting:
        node = waiting.pop()
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            yield node.id
        if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef | ast.Lambda):
            waiting += ast.iter_child_nodes(node)


def _is_plain(value: ast.expr) -> bool:
    """Whether an expression is plain, and mentions a number."""
    nodes = list(ast.walk(value))
    numbers = (node for node in nodes if isinstance(node, ast.Constant) and type(node.value) in (int, float, complex))
    return any(numbers) and all(isinstance(node, _PLAIN) for node in nodes)


def _imports(tree: ast.Module, package: str) -> Iterator[tuple[str, tuple[str, str]]]:
    for statement in ast.walk(tree):
        match statement:
            case ast.Import(names=aliases):
                yield from ((alias.asname, (alias.name, "")) for alias in aliases if alias.asname)
                yield from ((alias.name, (alias.name, "")) for alias in aliases if "." not in alias.name)
            case ast.ImportFrom(module=module, names=aliases, level=level):
                try:
                    source = resolve_name("." * level + (module or ""), package)
                except ImportError:  # it leads out of the package
                    continue
                yield from ((alias.asname or alias.name, (source, alias.name)) for alias in aliases)
