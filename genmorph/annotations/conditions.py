"""Conditions over the arguments of a function, which `require` attaches to it, as callables or as texts."""

import ast
import builtins
import inspect
import symtable
import sys
from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from types import FunctionType, ModuleType
from typing import Any

from genmorph.annotations.source_texts import find_definitions, parse_source, read_source
from genmorph.model import UsageError
from genmorph.values.annotated import Condition, Written, name_of, signature_of
from genmorph.values.paths import resolve

_FUNCTIONS: dict[str, Callable[..., Any]] = {
    function.__name__: function
    for function in (
        *(len, min, max, sum, abs, all, any, sorted, set),
        *(isinstance, range, round, int, float, str, bool),
    )
}

_METHODS = (
    *("keys", "values", "items", "count", "index", "startswith", "endswith"),
    *("isalpha", "isdigit", "isalnum", "isspace", "isupper", "islower", "isascii", "upper", "lower", "strip", "split"),
)

_RULE = (
    "must be made of arguments, literals, comparisons, and, or, not, arithmetic, subscripts, public attributes, "
    f"comprehensions and calls of {', '.join(_FUNCTIONS)} and of the methods {', '.join(_METHODS)}"
)

_ARITHMETIC = (ast.Add, ast.Sub, ast.Mult, ast.Div, ast.FloorDiv, ast.Mod, ast.Pow, ast.UAdd, ast.USub, ast.Not)

_PLAIN = (
    *(ast.Expression, ast.Constant, ast.List, ast.Tuple, ast.Set, ast.Dict, ast.Compare, ast.BoolOp, ast.Slice),
    *(ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp),
    *(ast.cmpop, ast.boolop, ast.operator, ast.unaryop, ast.expr_context),
)

_STARRED = (inspect.Parameter.VAR_POSITIONAL, inspect.Parameter.VAR_KEYWORD)


@dataclass(frozen=True, slots=True)
class Parameters:
    """The names that annotations of `owner` may speak of; where it is open, those of any keyword as well."""

    owner: str
    names: tuple[str, ...]
    is_open: bool = False

    def require(self, name: object, annotation: str) -> str:
        """The name, where it is one of a parameter.

        >>> Parameters("power", ("k", "e")).require("x", "arg")
        Traceback (most recent call last):
            ...
        genmorph.model.UsageError: arg of power must name one of k, e, got 'x'
        """
        if not isinstance(name, str):
            raise UsageError(f"{annotation} of {self.owner} must name a parameter by a text, got {name!r:.80}")
        if name in self.names or (self.is_open and name.isidentifier()):
            return name
        known = ", ".join(self.names) or "its parameters (it has none here; an annotation stands above @dataclass)"
        raise UsageError(f"{annotation} of {self.owner} must name one of {known}, got {name!r:.80}")


def parameters_of(target: Any, annotation: str) -> Parameters:
    """The parameters of a function, or of the constructor of a class."""
    found = signature_of(target, annotation).parameters
    is_open = any(parameter.kind is inspect.Parameter.VAR_KEYWORD for parameter in found.values())
    return Parameters(name_of(target), tuple(found), is_open)


def read_text(text: str, parameters: Parameters) -> Condition:
    """Read a condition; UsageError, with the part, where it is not of the forms allowed or speaks of other names.

    An argument that has the name of a function takes its place.
    """
    functions = _FUNCTIONS.keys() - {*parameters.names}
    try:
        tree = ast.parse(text.strip(), mode="eval")
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        rule = f"require of {parameters.owner} must be a Python expression ({type(error).__name__}: {error})"
        raise UsageError(f"{rule}, got {text!r:.200}") from error
    for node in ast.walk(tree):
        if not _is_allowed(node, functions):
            part = ast.unparse(node).strip()
            raise UsageError(f"require of {parameters.owner} {_RULE}, got {part} in {text!r:.200}")
    names = tuple(parameters.require(name, "require") for name in free_names(text) if name not in functions)
    code = compile(tree, "<require>", "eval")

    def judge(values: Mapping[str, Any]) -> object:
        """Nothing is in sight but arguments and the functions allowed."""
        return eval(code, {"__builtins__": {}} | _FUNCTIONS | dict(values))  # noqa: S307  checked before

    return Condition(parameters.owner, names, text, judge, lambda: Written(ast.unparse(tree)))


def free_names(expression: str) -> tuple[str, ...]:
    """The names that a Python expression takes from outside, in alphabetical order."""
    found: set[str] = set()
    tables = symtable.symtable(f"lambda: (\n{expression}\n)", "<require>", "eval").get_children()
    while tables:
        table = tables.pop()
        found.update(symbol.get_name() for symbol in table.get_symbols() if symbol.is_global())
        tables += table.get_children()
    return tuple(sorted(found))


def _is_allowed(node: ast.AST, functions: Container[str]) -> bool:
    """Whether this node alone is allowed; nothing is written to, and no argument is called."""
    match node:
        case ast.Name(id=name, ctx=ast.Store()):
            return name not in functions
        case ast.Attribute(attr=attribute, ctx=ast.Load()):
            return not attribute.startswith("_")
        case ast.BinOp(op=operator) | ast.UnaryOp(op=operator):
            return isinstance(operator, _ARITHMETIC)
        case ast.Call(func=ast.Name(id=name)):
            return name in functions
        case ast.Call(func=ast.Attribute(attr=name)):
            return name in _METHODS
        case ast.keyword(arg=name):
            return name is not None
        case ast.comprehension(is_async=is_async):
            return not is_async
        case ast.Name() | ast.Subscript(ctx=ast.Load()):
            return True
    return isinstance(node, _PLAIN)


def write_lambda(function: FunctionType, taken: Iterable[str], owner: str) -> Written:
    """The body of a lambda, with what it uses of its module; `taken` are the names of the arguments in the test.

    UsageError where it cannot stand in a test: its text is unknown, or it uses what only stands around it.
    """
    code = function.__code__
    try:
        tree = parse_source(read_source(code.co_filename, function.__globals__))
    except SyntaxError:
        raise _refusal(owner, "a lambda whose source cannot be read") from None
    found = [node for node in find_definitions(tree, code) if isinstance(node, ast.Lambda)]
    if len(found) != 1:  # no text, or no telling which of a line it is
        raise _refusal(owner, "a lambda whose source cannot be read")
    (node,) = found
    used = free_names(ast.unparse(node))
    for name in used:
        if name in code.co_freevars:
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
    is_there = module != "__main__" and module in sys.modules
    if not is_there or resolve(vars(sys.modules[module]), qualname) is not function:
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


def _refusal(owner: str, got: str) -> UsageError:
    return UsageError(f"require of {owner} must be a named function of a module, or a text, to be written, got {got}")


def condition_of(target: Any, stated: object) -> Condition:
    """The condition that a callable or a text states for a function, or for the constructor of a class."""
    parameters = parameters_of(target, "require")
    if isinstance(stated, str):
        condition = read_text(stated, parameters)
    elif callable(stated):
        condition = _of_callable(stated, parameters)
    else:
        raise UsageError(f"require of {parameters.owner} must be a callable or a text, got {stated!r:.80}")
    if not condition.names:
        raise UsageError(f"require of {parameters.owner} must speak of one argument at least, got {stated!r:.80}")
    return condition


def stored_condition(owner: str, names: Sequence[str], text: str, *, is_whole: bool = True) -> Condition:
    """Read the condition that `Condition.text` gave, from a file.

    Where it was no whole, or cannot be read, it is not known: it can be neither judged nor written.

    >>> stored_condition("share", ["low", "high"], "low < high").holds({"low": 0, "high": 3})
    True
    """

    def refuse(*_: object) -> Any:
        raise UsageError(
            f"require of {owner} must be a text, or a function must be given that has it as annotation, got "
            f"{text!r:.200} from a file"
        )

    if is_whole:
        with suppress(UsageError):
            return read_text(text, Parameters(owner, tuple(names)))
    return Condition(owner, tuple(names), text, refuse, refuse, is_known=False)


def _of_callable(stated: Callable[..., object], parameters: Parameters) -> Condition:
    owner = parameters.owner
    try:
        own = inspect.signature(stated).parameters
    except (TypeError, ValueError) as error:
        raise UsageError(f"require of {owner} must have a readable signature, got {stated!r:.80}") from error
    if any(parameter.kind in _STARRED for parameter in own.values()):
        raise UsageError(f"require of {owner} must take its arguments by name, without * and **, got {stated!r:.80}")
    names = tuple(parameters.require(name, "require") for name in own)
    by_keyword = [name for name in names if own[name].kind is inspect.Parameter.KEYWORD_ONLY]
    positional = [name for name in names if name not in by_keyword]

    def judge(values: Mapping[str, Any]) -> object:
        return stated(*(values[name] for name in positional), **{name: values[name] for name in by_keyword})

    @cache  # the source of a lambda is searched for in its whole file
    def write() -> Written:
        taken = {*parameters.names, *names}
        if isinstance(stated, FunctionType) and stated.__name__ == "<lambda>":
            return write_lambda(stated, taken, owner)
        return write_call(stated, [*positional, *(f"{name}={name}" for name in by_keyword)], taken, owner)

    return Condition(owner, names, stated, judge, write)
