"""The Python form of a function that its module replaces by a compiled twin."""

import ast
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from importlib.util import resolve_name
from types import BuiltinFunctionType
from typing import Any

from genmorph.annotations.source_texts import parse_source, read_source
from genmorph.subject.homes import is_private, modules_with
from genmorph.subject.location import Definition

_IMPORT_ERRORS = {"ImportError", "ModuleNotFoundError", "Exception", "BaseException"}


@dataclass(frozen=True, slots=True, eq=False)
class PythonForm:
    """A definition that is out of use, and the compiled modules without which it would be in use."""

    module: str
    name: str
    definition: Definition
    namespace: Mapping[str, Any]
    blocked: tuple[str, ...]


def find_python_form(function: object, module: str, qualname: str) -> PythonForm | None:
    """The Python form of a compiled function that is found under that name; None where there is none.

    >>> import bisect
    >>> form = find_python_form(bisect.bisect, "bisect", "bisect")
    >>> form.module, form.name, form.blocked
    ('bisect', 'bisect_right', ('_bisect',))
    """
    if not isinstance(function, BuiltinFunctionType):
        return None
    own = function.__name__
    others = modules_with(function) if is_private(function.__module__ or "") else ()
    places = [(module, qualname), (module, own), *((other, own) for other in others)]
    forms = (_form_in(*place, function) for place in places)
    return next((form for form in forms if form is not None), None)


def _form_in(module: str, name: str, function: BuiltinFunctionType) -> PythonForm | None:
    namespace = vars(sys.modules[module])
    file = namespace.get("__file__")
    if not isinstance(file, str) or not file.endswith(".py"):
        return None
    source = read_source(file, namespace)
    tree = parse_source(source)
    nodes = [node for node in _statements(tree.body) if isinstance(node, ast.FunctionDef) and node.name == name]
    blocked = _replacing(tree, name, function, namespace.get("__package__") or "")
    if len(nodes) != 1 or not blocked:
        return None
    return PythonForm(module, name, Definition(file, source, tree, nodes[0]), namespace, blocked)


def _statements(body: list[ast.stmt]) -> Iterator[ast.stmt]:
    """What runs when a module is executed: not the insides of functions and classes."""
    for statement in body:
        yield statement
        if isinstance(statement, ast.If | ast.With | ast.Try):
            for _, value in ast.iter_fields(statement):
                for child in value if isinstance(value, list) else []:
                    yield from _statements(child.body if isinstance(child, ast.ExceptHandler) else _only(child))


def _only(node: ast.AST) -> list[ast.stmt]:
    return [node] if isinstance(node, ast.stmt) else []


def _replacing(tree: ast.Module, name: str, function: BuiltinFunctionType, package: str) -> tuple[str, ...]:
    """The compiled modules from which the name is imported; none where the module could not do without one."""
    guarded = {
        inner
        for statement in _statements(tree.body)
        if isinstance(statement, ast.Try) and any(map(_catches_import_errors, statement.handlers))
        for inner in _statements([*statement.body, *statement.orelse])
    }
    found, needed = set(), set()
    for statement in _statements(tree.body):
        if isinstance(statement, ast.ImportFrom) and _binds(statement, name, function, package):
            found.add(_source(statement, package))
        if statement not in guarded:
            needed.update(_imported(statement, package))
    return () if found & needed else tuple(sorted(found))


def _catches_import_errors(handler: ast.ExceptHandler) -> bool:
    types = handler.type.elts if isinstance(handler.type, ast.Tuple) else [handler.type]
    return any(kind is None or getattr(kind, "id", None) in _IMPORT_ERRORS for kind in types)


def _imported(statement: ast.stmt, package: str) -> list[str]:
    match statement:
        case ast.Import(names=aliases):
            return [alias.name for alias in aliases]
        case ast.ImportFrom():
            return [_source(statement, package)]
    return []


def _source(statement: ast.ImportFrom, package: str) -> str:
    return resolve_name("." * statement.level + (statement.module or ""), package)


def _binds(statement: ast.ImportFrom, name: str, function: BuiltinFunctionType, package: str) -> bool:
    """Whether the statement binds the name to the function, taken from a compiled module.

    Public ones of the standard library, such as math, do not count: too many other modules cannot do without them.
    """
    module = _source(statement, package)
    source = sys.modules.get(module)
    if source is None or str(vars(source).get("__file__", "")).endswith(".py"):
        return False
    if module in sys.stdlib_module_names and not is_private(module):
        return False
    taken = {alias.asname or alias.name: alias.name for alias in statement.names}
    original = name if "*" in taken else taken.get(name)
    return original is not None and vars(source).get(original) is function
