"""How a condition that is a callable is written in a test: an expression over the arguments, and what it imports."""

import ast
import builtins
import linecache
import sys
import warnings
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import reduce
from types import CodeType, FunctionType, ModuleType
from typing import Any

from genmorph.domain.condition_texts import free_names
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
    if module == "__main__" or _reach(module, qualname) is not function:
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


def _reach(module: str, qualname: str) -> Any:
    return reduce(lambda found, name: getattr(found, name, None), qualname.split("."), sys.modules.get(module))


def _find_lambda(function: FunctionType) -> ast.Lambda | None:
    """The lambda in the text of its file; None where there is no text, or no telling which of a line it is."""
    code = function.__code__
    linecache.checkcache(code.co_filename)
    text = "".join(linecache.getlines(code.co_filename, function.__globals__))
    try:
        with warnings.catch_warnings(action="ignore"):  # of the user's code; they came up when it was imported
            tree = ast.parse(text)
    except SyntaxError:
        return None
    found = [node for node in ast.walk(tree) if isinstance(node, ast.Lambda) and node.lineno == code.co_firstlineno]
    return found[0] if len(found) == 1 else _around(found, code)


def _around(nodes: Iterable[ast.Lambda], code: CodeType) -> ast.Lambda | None:
    """The innermost lambda around all instructions; None where their columns are not known."""
    ends = [
        end
        for first, last, start, stop in code.co_positions()
        if first is not None and last is not None and start is not None and stop
        for end in ((first, start), (last, stop))
    ]
    spans = {node: (_start(node.body), (node.body.end_lineno or 0, node.body.end_col_offset or 0)) for node in nodes}
    around = [node for node, (start, end) in spans.items() if ends and start <= min(ends) and max(ends) <= end]
    return max(around, key=lambda node: _start(node.body), default=None)


def _start(node: ast.expr) -> tuple[int, int]:
    return node.lineno, node.col_offset


def _refusal(owner: str, got: str) -> UsageError:
    return UsageError(f"require of {owner} must be a named function of a module, or a text, to be written, got {got}")
