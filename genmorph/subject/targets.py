"""Where a worker process finds a function, and what its mutants are made from."""

import ast
import dis
import importlib
import inspect
import os
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from importlib.util import resolve_name
from pathlib import Path
from types import BuiltinFunctionType, CodeType, FunctionType
from typing import Any

from genmorph.annotations.source_texts import parse_source, read_source
from genmorph.model import Kind, Parameter, Target, UnsupportedError, UsageError
from genmorph.subject.digests import is_installed
from genmorph.subject.location import (
    Definition,
    describe,
    find_function,
    find_module,
    find_path,
    innermost,
    locate_function,
    statement_lines,
)
from genmorph.subject.script import write_script
from genmorph.values.building import array_types
from genmorph.values.notation import makers_of, resolved_objects
from genmorph.values.objects import Objs, UndescribedError, objs
from genmorph.values.paths import find_named, resolve
from genmorph.values.registered import kind_homes
from genmorph.values.seeds import global_seed

_IMPORT_ERRORS = {"ImportError", "ModuleNotFoundError", "Exception", "BaseException"}


def _find_home(value: Any) -> tuple[str, str]:
    """Module and dotted name of a compiled callable: a public module where one has it.

    >>> import bisect, math
    >>> _find_home(math.gcd), _find_home(bisect.bisect_left), _find_home(int.bit_length)
    (('math', 'gcd'), ('bisect', 'bisect_left'), ('builtins', 'int.bit_length'))
    """
    stated = next(_stated_homes(value), None)
    if stated is not None and not _is_private(stated[0]):
        return stated
    public = [module for module in _modules_with(value) if not _is_private(module)]
    if public:
        return public[0], value.__name__
    if stated is None:
        raise UnsupportedError(f"{value!r} is in no module under its name, give its path: 'module:function'")
    return stated


def _modules_with(value: Any) -> list[str]:
    """Importable modules that hold the value under its own name, best first: loaded ones and the one it is there for.

    What comes from a private module such as `_bisect` is there for `bisect`, and for others of the same package. Of
    what does not say where it comes from, installed modules, public ones and short names come first: the order of the
    imports plays no part.
    """
    name = getattr(value, "__name__", None)
    if not isinstance(name, str) or not name.isidentifier():
        return []
    origin = str(getattr(value, "__module__", None) or "")
    # the public module that a private one is an inner part of, going by the names
    served = ".".join(part.lstrip("_") for part in origin.split(".")) if _is_private(origin) else None
    if served in sys.stdlib_module_names:
        importlib.import_module(served)
    found = [
        module
        for module, loaded in list(sys.modules.items())
        if getattr(loaded, "__dict__", {}).get(name) is value and find_module(vars(loaded)) == module
    ]
    if served is not None:
        packages = {served.partition(".")[0], origin.partition(".")[0]}
        found = [module for module in found if module.partition(".")[0] in packages]
    return sorted(found, key=lambda module: (module != served, *_rank(module)))


def _is_private(module: str) -> bool:
    """Whether a module is an inner part of another, by its name."""
    return any(part.startswith("_") for part in module.split("."))


def _rank(module: str) -> tuple[bool, bool, int, str]:
    file = getattr(sys.modules[module], "__file__", None)
    return isinstance(file, str) and not is_installed(file), _is_private(module), module.count("."), module


def _stated_homes(value: Any) -> Iterator[tuple[str, str]]:
    """Where the value says it is, as far as that leads back to it."""
    qualname = getattr(value, "__qualname__", None)
    owners = (value, getattr(value, "__objclass__", None), getattr(value, "__self__", None))
    modules = [getattr(owner, "__module__", None) for owner in owners]
    for module in (*(name for name in modules if isinstance(name, str)), "builtins"):
        namespace = getattr(sys.modules.get(module), "__dict__", {})
        if not isinstance(qualname, str):
            continue
        found = resolve(namespace, qualname)
        # class methods such as `float.fromhex` are made anew each time they are looked up
        are_equal = isinstance(value, BuiltinFunctionType) and isinstance(found, BuiltinFunctionType) and found == value
        if (found is value or are_equal) and find_module(namespace) == module:
            yield module, qualname


def _python_form(
    module: str, name: str, function: BuiltinFunctionType
) -> tuple[Target, ast.AST, Mapping[str, Any]] | None:
    """The definition of that name that is in use only where compiled modules are missing; None where there is none."""
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
    lines = Definition(file, source, tree, nodes[0]).lines
    return Target(module, source, name, *lines, path=search_path(), blocked=blocked), nodes[0], namespace


def _statements(body: list[ast.stmt]) -> Iterator[ast.stmt]:
    """What runs when a module is executed: not the insides of functions and classes."""
    for statement in body:
        yield statement
        if isinstance(statement, ast.If | ast.With | ast.Try):
            for child in ast.iter_child_nodes(statement):
                if isinstance(child, ast.ExceptHandler):
                    yield from _statements(child.body)
                elif isinstance(child, ast.stmt):
                    yield from _statements([child])


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
        if isinstance(statement, ast.ImportFrom):
            source = _source(statement, package)
            if _binds(statement, source, name, function):
                found.add(source)
            if statement not in guarded:
                needed.add(source)
        elif isinstance(statement, ast.Import) and statement not in guarded:
            needed.update(alias.name for alias in statement.names)
    return () if found & needed else tuple(sorted(found))


def _catches_import_errors(handler: ast.ExceptHandler) -> bool:
    types = handler.type.elts if isinstance(handler.type, ast.Tuple) else [handler.type]
    return any(kind is None or getattr(kind, "id", None) in _IMPORT_ERRORS for kind in types)


def _source(statement: ast.ImportFrom, package: str) -> str:
    return resolve_name("." * statement.level + (statement.module or ""), package)


def _binds(statement: ast.ImportFrom, module: str, name: str, function: BuiltinFunctionType) -> bool:
    """Whether an import binds the name to the function of a compiled module, other than public ones such as math."""
    source = sys.modules.get(module)
    is_python = source is None or str(vars(source).get("__file__", "")).endswith(".py")
    if source is None or is_python or (module in sys.stdlib_module_names and not _is_private(module)):
        return False
    taken = {alias.asname or alias.name: alias.name for alias in statement.names}
    original = name if "*" in taken else taken.get(name)
    return original is not None and vars(source).get(original) is function


def find_owner(qualname: str, namespace: Mapping[str, Any]) -> str | None:
    """The dotted name of the class of which this is a method that takes an instance; None for all other functions.

    >>> import statistics
    >>> find_owner("NormalDist.pdf", vars(statistics)), find_owner("mean", vars(statistics))
    ('NormalDist', None)
    """
    outer, _, name = qualname.rpartition(".")
    owner = resolve(namespace, outer) if outer else None
    if not isinstance(owner, type):
        return None
    held = inspect.getattr_static(owner, name, None)
    is_own = not isinstance(held, staticmethod | classmethod) and callable(held)
    return outer if is_own and isinstance(inspect.unwrap(held), FunctionType) else None


def _require_own(path: str) -> None:
    """Raise UnsupportedError where a path leads to a method by another class than the one that defines it."""
    module, _, qualname = path.partition(":")
    outer, _, name = qualname.rpartition(".")
    owner = find_named(module, outer) if outer else None
    if isinstance(owner, type) and name not in vars(owner):
        home = next((base for base in owner.__mro__ if name in vars(base)), None)
        way_out = f"; give {home.__module__}:{home.__qualname__}.{name}" if home is not None else ""
        raise UnsupportedError(f"function must be one that {outer} defines itself, got {path!r}{way_out}")


def instances_of(module: str, owner: str) -> Objs:
    """The instances that the constructor of a class makes, or its examples; UnsupportedError where there are none."""
    made = objs(f"{module}:{owner}")
    try:
        return resolved_objects(made)
    except UndescribedError as error:
        raise UnsupportedError(
            f"{', '.join(error.names)} of class {owner} must be described, as methods need instances to be called on: "
            f"say above the class what it takes, such as @arg({error.names[0]!r}, ints(1, 9)), or give a @cc_example"
        ) from error
    except UsageError as error:
        raise UnsupportedError(f"methods need instances of class {owner} to be called on: {error}") from error


@dataclass(frozen=True, slots=True, eq=False)
class Located:
    """A live function, what is left of it without decorators, and where both are for other processes.

    `mutated` is the target that mutants are made from, `definition` its definition and `namespace` what that sees;
    a function without any Python form has none.
    """

    live: Any
    inner: Any
    target: Target
    mutated: Target | None
    definition: ast.AST | None
    namespace: Mapping[str, Any]

    def called_with(self, parameters: Sequence[Parameter]) -> "Located":
        """The same, with keyword-only arguments passed by name, arrays as arrays, and what is built made anew."""

        def called(target: Target) -> Target:
            return replace(
                target,
                keywords=tuple(parameter.name for parameter in parameters if parameter.keyword_only),
                arrays=tuple(array_types(parameter.domain for parameter in parameters).items()),
                built=tuple(place for place, parameter in enumerate(parameters) if parameter.kind is Kind.OTHER),
                makers=tuple(sorted(frozenset().union(*(makers_of(parameter.domain) for parameter in parameters)))),
                late=late_imports(self.inner),
                kinds=kind_homes(),
                seeded=global_seed(parameters),
            )

        return replace(self, target=called(self.target), mutated=self.mutated and called(self.mutated))


def late_imports(function: Any) -> tuple[str, ...]:
    """The modules that a Python function imports when it is called, or functions of its module that it names.

    Of `from package import name` it is both the package and what may be a module in it.

    >>> def late():
    ...     from os import path
    ...     import json.decoder
    >>> late_imports(late)
    ('os', 'os.path', 'json.decoder')
    """
    waiting = [function] if isinstance(function, FunctionType) else []
    seen: dict[CodeType, None] = {}
    found: dict[str, None] = {}
    while waiting:
        one = waiting.pop(0)
        for code in _codes(one.__code__):
            if code not in seen:
                seen[code] = None
                found |= dict.fromkeys(_imports_of(code, one.__globals__.get("__package__")))
                named = (one.__globals__.get(name) for name in code.co_names)
                waiting += [
                    other for other in named if isinstance(other, FunctionType) and other.__module__ == one.__module__
                ]
    return tuple(found)


def _codes(code: CodeType) -> Iterator[CodeType]:
    """The code and that of functions inside."""
    yield code
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _codes(constant)


def _imports_of(code: CodeType, package: str | None) -> Iterator[str]:
    instructions = list(dis.get_instructions(code))
    for place, instruction in enumerate(instructions):
        if instruction.opname != "IMPORT_NAME":
            continue
        level, names = (before.argval for before in instructions[place - 2 : place])
        with suppress(ImportError):  # of a relative import where there is no package
            home = resolve_name("." * level + instruction.argval, package)
            yield home
            yield from (f"{home}.{name}" for name in names or () if name != "*")


def locate(function: Any) -> Located:
    """Where a function, or what a path names, is; UsageError and UnsupportedError say why it cannot be used."""
    live = find_function(function) if isinstance(function, str) else function
    if isinstance(function, str):
        _require_own(function)
    inner = innermost(live)
    if not isinstance(inner, FunctionType):
        return _locate_compiled(live, inner, function if isinstance(function, str) else None)
    definition = locate_function(inner)
    module = find_module(inner.__globals__)
    qualname = find_path(live, inner.__globals__)
    if module is not None and qualname is not None:
        file = getattr(sys.modules[module], "__file__", None)
        if file is None or Path(file).resolve() != Path(definition.file).resolve():
            where = f"{module}.{qualname} must be defined in the file of its module"
            raise UnsupportedError(f"{where}, got {definition.file}")
        target = Target(module, definition.source, qualname, *statement_lines(definition), path=search_path())
    elif live is not inner and module is not None and "<locals>" not in inner.__qualname__:
        raise UnsupportedError(f"{live!r} wraps {describe(inner)}, which is defined elsewhere; give {describe(inner)}")
    else:
        target = replace(write_script(live, inner), path=search_path())
    return Located(live, inner, target, target, definition.node, inner.__globals__)


def _locate_compiled(live: Any, inner: Any, path: str | None) -> Located:
    module, qualname = path.split(":") if path is not None else _find_home(live)
    target = Target(module, "", qualname, 0, 0, path=search_path())
    if isinstance(inner, BuiltinFunctionType):
        own = inner.__name__
        others = _modules_with(inner) if _is_private(inner.__module__ or "") else ()
        for place in ((module, qualname), (module, own), *((other, own) for other in others)):
            form = _python_form(*place, inner)
            if form is not None:
                return Located(live, inner, target, *form)
    return Located(live, inner, target, None, None, {})


def search_path() -> tuple[str, ...]:
    """Where this process finds modules, independent of the working directory."""
    return tuple(os.path.abspath(entry) for entry in sys.path)  # noqa: PTH100 - entries are strings
