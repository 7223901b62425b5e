"""The numbers and the texts that a definition mentions."""

import ast
import math
import operator
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import chain, islice
from types import ModuleType
from typing import Any

from genmorph.settings import INPUTS
from genmorph.subject.patterns import is_pattern, matched_texts

_NOT_RUN = frozenset({"annotation", "returns", "decorator_list"})
"""Parts of a definition that its calls do not run."""

_SEPARATING: Mapping[str, str] = {"split": " ", "rsplit": " ", "splitlines": "\n", "isspace": " "}
"""What methods of texts look for where they get no argument."""

_BINARY: Mapping[type[ast.operator], Callable[[Any, Any], Any]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
    ast.Pow: operator.pow,
}

Number = int | float
Names = Mapping[str, Any]


def find_constants(definition: ast.AST, namespace: Names) -> tuple[Number, ...]:
    """Numbers in the definition, in order of appearance, each once; at most 30.

    Literals, numbers of the namespace around it and of modules in there such as `math.pi`, and what `+ - * / **` make
    of them. Numbers in annotations and decorators do not count. None of the user's code is run.

    >>> tree = ast.parse("def f(x: int = 3): return 2 * math.pi * x - 1 + True")
    >>> find_constants(tree.body[0], {"math": math, "x": 8})
    (3, 6.283185307179586, 2, 3.141592653589793, 1)
    """
    found = {(type(value), value): value for value in _numbers(definition, _outer_names(definition, namespace))}
    return tuple(found.values())[: INPUTS.most_numbers]


def join_constants(own: Sequence[Number], named: Iterable[Number]) -> tuple[Number, ...]:
    """Numbers of the definition itself, then at most 12 others of what it names; at most 30 in all.

    >>> join_constants([1, 0.5], [1, 2, 2.0])
    (1, 0.5, 2, 2.0)
    """
    known = {(type(value), value): value for value in own}
    others = {(type(value), value): value for value in named if (type(value), value) not in known}
    return (*own, *islice(others.values(), INPUTS.most_numbers_of_named))[: INPUTS.most_numbers]


def join_texts(own: Sequence[str], named: Iterable[str]) -> tuple[str, ...]:
    """Texts of the definition itself, then others of what it names; few in all.

    Of the others those of several words are left out: they are messages most often.

    >>> join_texts(["a b"], ["k", " ", "no such unit"])
    ('a b', 'k', ' ')
    """
    others = (text for text in named if len(text.split()) <= 1)
    return tuple(dict.fromkeys((*own, *others)))[: INPUTS.most_texts]


def find_texts(definition: ast.AST, namespace: Names) -> tuple[str, ...]:
    """Texts in the definition, in order of appearance, each once; few, and short ones.

    Literals, parts of f-strings, blanks and newlines at which texts are split, and names of the namespace around it,
    and of modules in there such as `string.digits`, that stand for texts, for regular expressions, or for collections
    and tables of these. Of a regular expression it is what it finds, and then the expression. Docstrings, annotations,
    decorators and messages of errors do not count.

    >>> tree = ast.parse("def f(x: 'int', sep='-'): return x.split(sep) + [f'<{x:>9}>'] + ENDS")
    >>> find_texts(tree.body[0], {"ENDS": ("a", "b")})
    ('-', '<', '>', 'a', 'b')
    """
    found: dict[str, None] = {}
    for text in _texts(definition, _outer_names(definition, namespace)):
        if 0 < len(text) <= INPUTS.longest_text:
            found[text] = None
        if len(found) == INPUTS.most_texts:
            break
    return tuple(found)


def _outer_names(definition: ast.AST, namespace: Names) -> Names:
    """The part of the namespace that the definition does not hide behind names of its own."""
    nodes = list(ast.walk(definition))
    local = {node.arg for node in nodes if isinstance(node, ast.arg)}
    local |= {node.id for node in nodes if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)}
    return {name: value for name, value in namespace.items() if name not in local}


def _reach(node: ast.AST, names: Names) -> Any:
    """What a name or a chain of modules leads to; attributes of other objects are left alone, as they may run code."""
    match node:
        case ast.Name(id=name):
            return names.get(name)
        case ast.Attribute(value=inner, attr=name):
            module = _reach(inner, names)
            return vars(module).get(name) if isinstance(module, ModuleType) else None
    return None


def _parts_run(node: ast.AST) -> Iterator[ast.AST]:
    for name, field in ast.iter_fields(node):
        if name not in _NOT_RUN:
            children = field if isinstance(field, list) else [field]
            yield from (child for child in children if isinstance(child, ast.AST))


def _numbers(node: ast.AST, names: Names) -> Iterator[Number]:
    """The numbers of a subtree: a whole expression before its parts."""
    value = _fold(node, names)
    if value is not None:
        yield value
    if value is None or not isinstance(node, ast.UnaryOp):
        for part in _parts_run(node):
            yield from _numbers(part, names)


def _fold(node: ast.AST, names: Names) -> Number | None:
    """The finite number that an expression stands for; None for all others."""
    match node:
        case ast.Constant(value=value):
            return _number(value)
        case ast.Name() | ast.Attribute():
            return _number(_reach(node, names))
        case ast.UnaryOp(op=ast.USub(), operand=operand):
            value = _fold(operand, names)
            return None if value is None else -value
        case ast.BinOp(left=left, op=op, right=right):
            return _compute(_fold(left, names), op, _fold(right, names))
    return None


def _number(value: object) -> Number | None:
    if type(value) is int or (type(value) is float and math.isfinite(value)):
        return value
    return None


def _compute(left: Number | None, op: ast.operator, right: Number | None) -> Number | None:
    if left is None or right is None or type(op) not in _BINARY:
        return None
    if isinstance(op, ast.Pow) and isinstance(left, int) and left.bit_length() * abs(right) > INPUTS.most_power_bits:
        return None
    try:
        return _number(_BINARY[type(op)](left, right))
    except ArithmeticError:
        return None


def _texts(node: ast.AST, names: Names) -> Iterator[str]:
    """The texts of a subtree, in the order of the source, without messages of errors."""
    parts: Iterator[ast.AST] = _parts_run(node)
    match node:
        case ast.Constant(value=str(text)):
            yield from _members(text)
        case ast.Name() | ast.Attribute():
            yield from _members(_reach(node, names))
        case ast.Call(func=ast.Attribute(attr=method), args=[]) if method in _SEPARATING:
            yield _SEPARATING[method]
        case ast.Raise() | ast.Expr(value=ast.Constant()):
            return
        case ast.Assert(test=said) | ast.FormattedValue(value=said):
            parts = iter([said])
    for part in parts:
        yield from _texts(part, names)


def _members(value: object) -> Iterator[str]:
    """A text and what it finds as a regular expression, or those in a collection, or in the rows of a table.

    Those of sets are sorted, so that the hash seed plays no part; of large tables it is the first ones.
    """
    rows: Iterable[object] = [value]
    if isinstance(value, dict) and type(value) is dict:
        rows = chain.from_iterable(islice(value.items(), INPUTS.most_entries))
    elif isinstance(value, list | tuple) and type(value) in (list, tuple):
        rows = islice(value, INPUTS.most_entries)
    elif isinstance(value, set | frozenset) and type(value) in (set, frozenset):
        rows = sorted(member for member in value if type(member) is str)
    entries = [entry for row in rows for entry in (row if isinstance(row, list | tuple) else [row])]
    for entry in entries:
        yield from _pieces(entry)
    yield from (entry for entry in entries if type(entry) is str and is_pattern(entry))


def _pieces(value: object) -> Iterator[str]:
    """What a regular expression finds, or a text that is none."""
    if isinstance(value, re.Pattern) and isinstance(value.pattern, str):
        yield from matched_texts(value.pattern)
    elif type(value) is str:
        yield from matched_texts(value) if is_pattern(value) else [value]
