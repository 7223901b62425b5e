"""Where the code of a live function stands, by which path it is reached, and which callables can be no subject."""

import ast
import functools
import inspect
import linecache
import symtable
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from types import BuiltinFunctionType, FunctionType, MethodWrapperType, ModuleType, WrapperDescriptorType
from typing import Any

from genmorph.annotations.source_texts import (
    Node,
    definitions_in,
    find_definitions,
    first_line,
    parse_source,
    read_source,
)
from genmorph.model import UnsupportedError, UsageError
from genmorph.values.paths import find_named, hint, resolve, split_path

_EXPRESSIONS = {"lambda", "listcomp", "setcomp", "dictcomp", "genexpr"}
"""What symtable calls a function that may be called as soon as it is made."""
parse_module = lru_cache(maxsize=4)(parse_source)
"""The tree of a whole file, which nobody changes: a catalogue looks into the same file many times."""


def find_function(path: str) -> Any:
    """What `package.module:function` names; the function may be dotted, as in `module:Class.method`.

    >>> find_function("math:gcd")(6, 4)
    2
    """
    module, name = split_path(path) or ("", "")
    if not name:
        raise UsageError(f"function must look like package.module:function, got {path!r}{hint(path)}")
    found = find_named(module, name)
    if not callable(found):
        raise UsageError(f"{path} is not callable, it is {found!r:.80}")
    return found


def find_path(value: object, namespace: Mapping[str, Any]) -> str | None:
    """The dotted name that reaches the value from a namespace; None where none does.

    >>> import statistics
    >>> find_path(statistics.NormalDist.pdf, vars(statistics))
    'NormalDist.pdf'
    """
    qualname = getattr(value, "__qualname__", None)
    if isinstance(qualname, str) and resolve(namespace, qualname) is value:
        return qualname
    return next((name for name, other in namespace.items() if other is value and name.isidentifier()), None)


def find_module(namespace: Mapping[str, Any]) -> str | None:
    """The name under which another process can import the module of this namespace; None where it cannot."""
    name = namespace.get("__name__")
    if not isinstance(name, str) or name == "__main__":
        return None
    module = sys.modules.get(name)
    if module is None or vars(module) is not namespace:
        return None
    package = name.partition(".")[0]
    loaded = getattr(sys.modules.get(package), "__spec__", None)
    specs = (finder.find_spec(package, None) for finder in sys.meta_path)
    found = next((spec for spec in specs if spec is not None), None)
    is_loaded_one = found is not None and loaded is not None and found.origin == loaded.origin
    return name if is_loaded_one else None


def describe(value: Any) -> str:
    """How messages name a function: `calendar.weekday`, without `__main__`.

    >>> import calendar
    >>> describe(calendar.weekday)
    'calendar.weekday'
    """
    module, qualname = getattr(value, "__module__", None), getattr(value, "__qualname__", None)
    if not isinstance(qualname, str):
        return repr(value)
    return f"{module}.{qualname}" if isinstance(module, str) and module not in {"__main__", "builtins"} else qualname


def innermost(function: Any) -> Any:
    """The function that computes: what is left when all decorators that wrap it are taken off.

    It is a Python function or a compiled one. UnsupportedError says why a callable can be no subject;
    UsageError where it is no callable.

    >>> import math
    >>> innermost(functools.lru_cache(math.gcd))
    <built-in function gcd>
    """
    if not callable(function):
        raise UsageError(f"func must be a function or look like 'package.module:function', got {function!r:.80}")
    _refuse_objects(function)
    try:
        inner = inspect.unwrap(function)
    except ValueError:
        raise UnsupportedError(f"{describe(function)} wraps itself, give the function inside") from None
    if not isinstance(inner, FunctionType):
        _refuse_objects(inner)
        if not callable(inner) or not isinstance(type(inner).__call__, WrapperDescriptorType):
            raise UnsupportedError(f"{describe(function)} is a callable object, give a function")
    for one in (function, inner):
        if inspect.iscoroutinefunction(one) or inspect.isasyncgenfunction(one):
            raise UnsupportedError(f"{describe(one)} is async, give a function that returns its value")
    return inner


def _refuse_objects(function: Any) -> None:
    if inspect.isclass(function):
        raise UnsupportedError(f"{describe(function)} is a class, give a function or a method of it")
    # compiled functions of modules and classes belong to an object in name only
    is_compiled = isinstance(function, BuiltinFunctionType)
    is_bound = is_compiled and not isinstance(function.__self__, ModuleType | type | None)
    if is_bound or inspect.ismethod(function) or isinstance(function, MethodWrapperType):
        raise UnsupportedError(f"{describe(function)} is a bound method, give a module-level function")
    if isinstance(function, functools.partial):
        raise UnsupportedError("functools.partial objects are not supported, give a function that makes the call")


@dataclass(frozen=True, slots=True, eq=False)
class Definition:
    """A definition in the text of its file; lines count from 1 and include decorators."""

    file: str
    source: str
    tree: ast.Module
    node: Node

    @property
    def lines(self) -> tuple[int, int]:
        """The first and the last one."""
        return first_line(self.node), self.node.end_lineno or self.node.lineno

    @property
    def text(self) -> str:
        """Its lines, or the expression alone for a lambda."""
        if isinstance(self.node, ast.Lambda):
            return ast.get_source_segment(self.source, self.node) or ""
        return extract(self.source, *self.lines)

    @property
    def is_decorated(self) -> bool:
        """Whether it has decorators."""
        return not isinstance(self.node, ast.Lambda) and bool(self.node.decorator_list)


def extract(source: str, first: int, last: int) -> str:
    """The lines from `first` to `last`."""
    return "\n".join(source.split("\n")[first - 1 : last]) + "\n"


def parse_lines(text: str) -> ast.Module:
    """The syntax tree of a definition that may be indented; SyntaxError where the lines do not stand alone."""
    return parse_source(f"if 1:\n{text}" if text[:1].isspace() else text)


def _file_of(function: FunctionType) -> str:
    """The file of the function; modules that Python holds frozen, such as `posixpath`, know theirs."""
    file = function.__code__.co_filename
    return str(function.__globals__.get("__file__", file)) if file.startswith("<frozen ") else file


def locate_function(function: FunctionType) -> Definition:
    """The definition of a function; UnsupportedError where its text is not known or not its own."""
    code = function.__code__
    file = _file_of(function)
    source, tree = _read(file, function.__globals__, function)
    found = find_definitions(tree, code)
    if not found:
        raise UnsupportedError(f"{describe(function)} is not where its source says, import it afresh")
    if len(found) > 1:
        raise UnsupportedError(f"{describe(function)} shares line {code.co_firstlineno} with a function like it")
    return Definition(file, source, tree, found[0])


def locate_class(cls: type, namespace: dict[str, Any]) -> Definition:
    """The definition of a class; found by its methods, because classes of notebooks know no file."""
    files = [value.__code__.co_filename for value in vars(cls).values() if isinstance(value, FunctionType)]
    for file in (*files, namespace.get("__file__")):
        if isinstance(file, str) and linecache.getlines(file, namespace):
            source, tree = _read(file, namespace, cls)
            named = [node for node in tree.body if isinstance(node, ast.ClassDef) and node.name == cls.__name__]
            if named:
                return Definition(file, source, tree, named[-1])
    raise UnsupportedError(f"class {describe(cls)} has no source that can be read, define it in an importable module")


def statement_lines(definition: Definition) -> tuple[int, int]:
    """The lines of the definition, for a lambda of the smallest statement around it, which it must not share.

    Raises UnsupportedError where it shares it, or stands in a decorator.
    """
    node = definition.node
    if not isinstance(node, ast.Lambda):
        return definition.lines
    first, last = definition.lines
    statements = (statement for statement in ast.walk(definition.tree) if isinstance(statement, ast.stmt))
    spans = [(statement.lineno, statement.end_lineno or 0) for statement in statements]
    around = [span for span in spans if span[0] <= first and last <= span[1]]
    by_size = sorted(around, key=lambda span: span[1] - span[0])
    smallest = next((span for span in by_size if _stands_alone(extract(definition.source, *span))), None)
    if smallest is None:  # statements begin behind their decorators
        raise UnsupportedError(f"the lambda in line {first} stands in a decorator, use def")
    others = set(definitions_in(definition.tree)) - set(definitions_in(node))
    if any(smallest[0] <= first_line(other) <= smallest[1] for other in others):
        raise UnsupportedError(f"the lambda in line {first} shares its statement with another function, use def")
    return smallest


def _read(file: str, namespace: dict[str, Any], value: Any) -> tuple[str, ast.Module]:
    source = read_source(file, namespace)
    if not source:
        raise UnsupportedError(f"{describe(value)} has no Python source that can be read, define it in a file")
    try:
        return source, parse_module(source)
    except SyntaxError as error:
        raise UnsupportedError(f"{describe(value)} is not where its source says: {error}") from error


def _stands_alone(text: str) -> bool:
    try:
        parse_lines(text)
    except SyntaxError:
        return False
    return True


def find_references(text: str) -> dict[str, bool]:
    """The names that a definition reads from around it, sorted, and whether it does so as soon as it is defined.

    Annotations need none, as they are not evaluated.

    >>> find_references("def f(x: int = START): return step(x)")
    {'START': True, 'step': False}
    """
    tree = parse_lines(text)
    for node in ast.walk(tree):
        match node:
            case ast.arg():
                node.annotation = None
            case ast.FunctionDef() | ast.AsyncFunctionDef():
                node.returns = None
            case ast.AnnAssign():
                node.annotation = ast.Constant(None)
    table = symtable.symtable(ast.unparse(ast.fix_missing_locations(tree)), "<definition>", "exec")
    return dict(sorted(_read_names(table, at_once=True)))


def find_submodules(text: str, name: str, module: ModuleType) -> tuple[str, ...]:
    """Full names of the modules inside a package that a text reaches through `name`.

    >>> import xml.dom
    >>> find_submodules("xml.dom.Node.parent", "xml", xml)
    ('xml.dom',)
    """
    found = set()
    for node in ast.walk(parse_lines(text)):
        if isinstance(node, ast.Attribute):
            first, *rest = ast.unparse(node).split(".")
            inner = module
            while first == name and rest and isinstance(vars(inner).get(rest[0]), ModuleType):
                inner = vars(inner)[rest.pop(0)]
                if inner.__name__.startswith(f"{module.__name__}."):
                    found.add(inner.__name__)
    return tuple(sorted(found))


def _read_names(table: symtable.SymbolTable, *, at_once: bool) -> Iterator[tuple[str, bool]]:
    at_once = at_once and (table.get_type() != "function" or table.get_name() in _EXPRESSIONS)
    for symbol in table.get_symbols():
        if symbol.is_global() and (symbol.is_referenced() or symbol.is_declared_global()):
            yield symbol.get_name(), at_once
    for child in table.get_children():
        yield from _read_names(child, at_once=at_once)
