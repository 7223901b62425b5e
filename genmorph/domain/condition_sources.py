"""How a condition that is a callable is written in a test: an expression over the arguments, and what it imports."""

import ast
import builtins
import sys
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from types import FunctionType, ModuleType
from typing import Any

from genmorph.domain.code_texts import find_definitions, parse_source, read_source
from genmorph.domain.condition_texts import free_names
from genmorph.domain.paths import resolve
from genmorph.model import UsageError


@dataclass(frozen=True, slots=True)
class Written:
    """An expression over the arguments, and the import statements that it needs."""

    expression: str
    imports: tuple[str, ...] = ()


def write_lambda(function: FunctionType, taken: Iterable[str], owner: str) -> Written:
    """The body of a lambda, with what it uses of its module; `taken` are the names of the arguments in the test.

    UsageError where it cannot stand in a test: its text is unknown, or it uses what only stands around it.
    """
    node = _find_lambda(function)
    if node is None:
        raise _refusal(owner, "a lambda whose source cannot be read")
    used = free_names(ast.unparse(node))
    for name in used:
        if name in function.__code__.co_freevars:
            raise _refusal(owner, f"a lambda that uses {name} of the function around it")
        if name in taken:
            raise _refusal(owner, f"a lambda that uses {name}, which is an argument of {owner} as well")
    imported = [name for name in used if name in function.__globals__ or not hasattr(builtins, name)]
    return Written(ast.unparse(node.body), tuple(_import_global(function, name, owner) for name in imported))


def write_call(function: Callable[..., Any], arguments: Iterable[str], taken: Iterable[str], owner: str) -> Written:
    """The call of a named function; UsageError where a test cannot import it."""
    module, qualname = getattr(function, "__module__", None), getattr(function, "__qualname__", None)
    if not isinstance(module, str) or not isinstance(qualname, str):
        raise _refusal(owner, f"{function!r:.80}, which has no name")
    name = qualname.partition(".")[0]
    if (
        module == "__main__"
        or module not in sys.modules
        or resolve(vars(sys.modules[module]), qualname) is not function
    ):
        raise _refusal(owner, f"{qualname}, which cannot be imported from {module}")
    if name in taken:
        raise _refusal(owner, f"{qualname}, while {name} is an argument of {owner} as well")
    return Written(f"{qualname}({', '.join(arguments)})", (f"from {module} import {name}",))


def _import_global(function: FunctionType, name: str, owner: str) -> str:
    module = function.__globals__.get("__name__")
    if name not in function.__globals__:
        raise _refusal(owner, f"a lambda that uses {name}, which {module} does not have")
    value = function.__globals__[name]
    if isinstance(value, ModuleType):
        return f"import {value.__name__}" + ("" if value.__name__ == name else f" as {name}")
    if not isinstance(module, str) or module == "__main__" or module not in sys.modules:
        raise _refusal(owner, f"a lambda that uses {name} of {module}, which cannot be imported")
    return f"from {module} import {name}"


def _find_lambda(function: FunctionType) -> ast.Lambda | None:
    """The lambda in the text of its file; None where there is no text, or no telling which of a line it is."""
    code = function.__code__
    try:
        tree = parse_source(read_source(code.co_filename, function.__globals__))
    except SyntaxError:
        return None
    found = [node for node in find_definitions(tree, code) if isinstance(node, ast.Lambda)]
    return found[0] if len(found) == 1 else None


def _refusal(owner: str, got: str) -> UsageError:
    return UsageError(f"require of {owner} must be a named function of a module, or a text, to be written, got {got}")
