"""Conditions written as texts: which expressions they may be, and the names that these leave free."""

import ast
import symtable
from collections.abc import Callable, Container, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from genmorph.domain.annotation_targets import Parameters
from genmorph.model import UsageError

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


@dataclass(frozen=True, slots=True)
class Text:
    """A condition that was written as a text and is of the forms allowed; `names` are the arguments it speaks of."""

    tree: ast.Expression
    names: tuple[str, ...]

    def source(self) -> str:
        """The expression in one line."""
        return ast.unparse(self.tree)

    def judge(self) -> Callable[[Mapping[str, Any]], Any]:
        """What evaluates the condition, with nothing in sight but arguments and the functions allowed."""
        code = compile(self.tree, "<require>", "eval")
        return lambda values: eval(code, {"__builtins__": {}} | _FUNCTIONS | dict(values))  # noqa: S307  checked before


def read_text(text: str, parameters: Parameters) -> Text:
    """Read a condition; UsageError, with the part, where it is not of the forms allowed or speaks of other names.

    An argument that has the name of a function takes its place.

    >>> condition = read_text("len(xs) > k and all(x < k for x in xs)", Parameters("power", ("k", "xs")))
    >>> condition.names, condition.judge()({"k": 3, "xs": [1, 2]})
    (('k', 'xs'), False)
    """
    functions = _FUNCTIONS.keys() - {*parameters.names}
    try:
        tree = ast.parse(text.strip(), mode="eval")
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        reason = f"{type(error).__name__}: {error}"
        raise UsageError(
            f"require of {parameters.owner} must be a Python expression ({reason}), got {text!r:.200}"
        ) from error
    for node in ast.walk(tree):
        if not _is_allowed(node, functions):
            part = ast.unparse(node).strip()
            raise UsageError(f"require of {parameters.owner} {_RULE}, got {part} in {text!r:.200}")
    names = (name for name in free_names(text) if name not in functions)
    return Text(tree, tuple(parameters.require(name, "require") for name in names))


def free_names(expression: str) -> tuple[str, ...]:
    """The names that a Python expression takes from outside, in alphabetical order.

    >>> free_names("[x for x in xs if x < LIMIT]"), free_names("lambda k: k < math.inf")
    (('LIMIT', 'xs'), ('math',))
    """
    (table,) = symtable.symtable(f"lambda: (\n{expression}\n)", "<require>", "eval").get_children()
    return tuple(sorted(set(_globals(table))))


def _globals(table: symtable.SymbolTable) -> Iterator[str]:
    yield from (symbol.get_name() for symbol in table.get_symbols() if symbol.is_global())
    for child in table.get_children():
        yield from _globals(child)


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
