"""Calls with literal arguments, such as `lists(ints(0, max=9))`, read with `ast`; nothing is evaluated."""

import ast
import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

_NAMES = {"inf": math.inf, "nan": math.nan}

_TYPES = {
    *("int", "float", "bool", "bool_", "float16", "float32", "float64"),
    *(f"{sign}int{bits}" for sign in ("", "u") for bits in (8, 16, 32, 64)),
}


@dataclass(frozen=True, slots=True)
class DottedName:
    """A name with its module, such as that of a class."""

    path: str


@dataclass(frozen=True, slots=True)
class LiteralCall:
    """The name and the arguments of one call: literals, dotted names, calls again, or dicts and lists with such."""

    name: str
    positional: tuple[Any, ...]
    keywords: Mapping[str, Any]


def read_call(text: str) -> LiteralCall | None:
    """Read a call whose arguments are literals, dotted names or such calls; None where the text is anything else.

    Dicts may have calls as values; what is called may have a dotted name, such as `datetime.date`. `inf` and `nan`
    count as literals, because that is how Python writes these floats, and the names of types that numpy's arrays have,
    which are read as texts.

    >>> read_call("ints(-3, max=9)")
    LiteralCall(name='ints', positional=(-3,), keywords={'max': 9})
    >>> read_call("lists(ints())").positional
    (LiteralCall(name='ints', positional=(), keywords={}),)
    >>> read_call("ints(-ints())") is None
    True
    """
    try:
        return _call(ast.parse(text.strip(), mode="eval").body)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None


def _call(node: ast.expr) -> LiteralCall:
    match node:
        case ast.Call(func=ast.Name() | ast.Attribute() as called, args=arguments, keywords=keywords):
            named = {keyword.arg: _argument(keyword.value) for keyword in keywords if keyword.arg is not None}
            if len(named) == len(keywords):
                return LiteralCall(ast.unparse(called), tuple(map(_argument, arguments)), named)
    raise ValueError(f"not a call without **: {ast.unparse(node)}")


def _argument(node: ast.expr) -> Any:
    match node:
        case ast.Call():
            return _call(node)
        case ast.Name(id=name) if name in _TYPES:
            return name
        case ast.Attribute():
            return DottedName(ast.unparse(node))
        case ast.Dict(keys=keys, values=values) if None not in keys:
            read = map(_literal, filter(None, keys))
            return {_hashable(key): _argument(value) for key, value in zip(read, values, strict=True)}
    return _literal(node)


def _hashable(key: Any) -> Any:
    try:
        hash(key)
    except TypeError as error:
        raise ValueError(f"not a key: {key!r}") from error
    return key


def _literal(node: ast.expr) -> Any:
    match node:
        case ast.Constant(value=bool() | int() | float() | str() | None as value):
            return value
        case ast.Name(id=name) if name in _NAMES:
            return _NAMES[name]
        case ast.UnaryOp(op=ast.USub(), operand=operand):
            value = _literal(operand)
            if type(value) in (int, float):
                return -value
        case ast.List(elts=items):
            return [_call(item) if isinstance(item, ast.Call) else _literal(item) for item in items]
        case ast.Tuple(elts=items):
            return tuple([_literal(item) for item in items])
    raise ValueError(f"not a literal: {ast.unparse(node)}")
