"""Calls with literal arguments, such as `lists(ints(0, max=9))`: read with `ast`, never evaluated, and written."""

import ast
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

_NAMES = {"inf": math.inf, "nan": math.nan}

_TYPES = {
    *("int", "float", "bool", "bool_", "float16", "float32", "float64"),
    *(f"{sign}int{bits}" for sign in ("", "u") for bits in (8, 16, 32, 64)),
}


class Source(str):
    """Python that stands in a call as it is."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class Call:
    """The name and the arguments of one call: literals, calls again, or dicts and lists with such."""

    name: str
    positional: tuple[Any, ...]
    keywords: Mapping[str, Any]


def read_call(text: str) -> Call | None:
    """Read a call whose arguments are literals or such calls; None where the text is anything else.

    Dicts may have calls as values. `inf` and `nan` count as literals, because that is how Python writes these floats,
    and the names of types that numpy's arrays have, which are read as texts.

    >>> read_call("ints(-3, max=9)")
    Call(name='ints', positional=(-3,), keywords={'max': 9})
    >>> read_call("lists(ints())").positional
    (Call(name='ints', positional=(), keywords={}),)
    >>> read_call("ints(-ints())") is None
    True
    """
    try:
        return _call(ast.parse(text.strip(), mode="eval").body)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None


def write_call(name: str, positional: Sequence[object], keywords: Mapping[str, object], prefix: str = "") -> str:
    """Write a call; `prefix` stands before `inf` and `nan`.

    >>> write_call("st.sampled_from", [[1.0, math.inf]], {}, prefix="math.")
    'st.sampled_from([1.0, math.inf])'
    """
    arguments = [write_literal(value, prefix) for value in positional]
    arguments += [f"{keyword}={write_literal(value, prefix)}" for keyword, value in keywords.items()]
    return f"{name}({', '.join(arguments)})"


def write_literal(value: object, prefix: str = "") -> str:
    """Write plain data; `prefix` stands before `inf` and `nan`.

    >>> write_literal(("a", [None, -math.inf])), write_literal(Source("ints()"))
    ('("a", [None, -inf])', 'ints()')
    """
    match value:
        case Source():
            return value
        case str():
            return _write_text(value)
        case list():
            return f"[{', '.join(write_literal(item, prefix) for item in value)}]"
        case dict():
            pairs = (f"{write_literal(key, prefix)}: {write_literal(item, prefix)}" for key, item in value.items())
            return f"{{{', '.join(pairs)}}}"
        case tuple():
            items = ", ".join(write_literal(item, prefix) for item in value)
            return f"({items},)" if len(value) == 1 else f"({items})"
        case float() if not math.isfinite(value):
            return f"{'-' if value < 0 else ''}{prefix}{'nan' if math.isnan(value) else 'inf'}"
    return repr(value)


def _write_text(text: str) -> str:
    """In double quotes, as most formatters have it, where that needs no further escapes."""
    written = repr(text)
    return written if '"' in written or "\\'" in written else f'"{written[1:-1]}"'


def _call(node: ast.expr) -> Call:
    if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name):
        raise ValueError(f"not a call: {ast.unparse(node)}")
    keywords = {_keyword_name(keyword): _argument(keyword.value) for keyword in node.keywords}
    return Call(node.func.id, tuple(_argument(argument) for argument in node.args), keywords)


def _keyword_name(keyword: ast.keyword) -> str:
    if keyword.arg is None:
        raise ValueError("** is not a literal")
    return keyword.arg


def _argument(node: ast.expr) -> Any:
    match node:
        case ast.Call():
            return _call(node)
        case ast.Name(id=name) if name in _TYPES:
            return name
        case ast.Dict(keys=keys, values=values):
            return {_key(key): _argument(value) for key, value in zip(keys, values, strict=True)}
    return _literal(node)


def _key(node: ast.expr | None) -> Any:
    if node is None:
        raise ValueError("** is not a literal")
    key = _literal(node)
    if isinstance(key, list):
        raise ValueError(f"not a key: {key!r}")
    return key


def _literal(node: ast.expr) -> Any:
    match node:
        case ast.Constant(value=bool() | int() | float() | str() | None as value):
            return value
        case ast.Name(id=name) if name in _NAMES:
            return _NAMES[name]
        case ast.UnaryOp(op=ast.USub(), operand=operand):
            return -_number(operand)
        case ast.List(elts=items):
            return [_literal(item) for item in items]
        case ast.Tuple(elts=items):
            return tuple([_literal(item) for item in items])
    raise ValueError(f"not a literal: {ast.unparse(node)}")


def _number(node: ast.expr) -> int | float:
    value = _literal(node)
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise ValueError(f"not a number: {value!r}")
    return value
