"""The numbers and the texts that a definition mentions."""

import ast
import math
import operator
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from itertools import islice
from types import ModuleType
from typing import Any

from genmorph.settings import INPUTS

NOT_RUN = frozenset({"annotation", "returns", "decorator_list"})
"""Parts of a definition that its calls do not run."""

Number = int | float

_BINARY: Mapping[type[ast.operator], Callable[[Any, Any], Any]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
    ast.Pow: operator.pow,
}


def find_constants(definition: ast.AST, namespace: Mapping[str, Any]) -> tuple[Number, ...]:
    """Numbers in the definition, in order of appearance, each once; at most 30.

    Literals, numbers of the namespace around it and of modules in there such as `math.pi`, and what `+ - * / **` make
    of them. Numbers in annotations and decorators do not count.

    >>> tree = ast.parse("def f(x: int = 3): return 2 * math.pi * x - 1 + True")
    >>> find_constants(tree.body[0], {"math": math, "x": 8})
    (3, 6.283185307179586, 2, 3.141592653589793, 1)
    """
    folder = _Folder(free_names(definition, namespace))
    found = {(type(value), value): value for value in folder.numbers(definition)}
    return tuple(found.values())[: INPUTS.most_numbers]


def free_names(definition: ast.AST, namespace: Mapping[str, Any]) -> dict[str, Any]:
    """The part of the namespace that the definition does not hide behind names of its own."""
    local = set(_local_names(definition))
    return {name: value for name, value in namespace.items() if name not in local}


def reach(node: ast.AST, namespace: Mapping[str, Any]) -> Any:
    """What a name or a chain of modules leads to; attributes of other objects are left alone, as they may run code."""
    match node:
        case ast.Name(id=name):
            return namespace.get(name)
        case ast.Attribute(value=inner, attr=name):
            module = reach(inner, namespace)
            return vars(module).get(name) if isinstance(module, ModuleType) else None
    return None


def _local_names(definition: ast.AST) -> Iterator[str]:
    for node in ast.walk(definition):
        if isinstance(node, ast.arg):
            yield node.arg
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            yield node.id


@dataclass(frozen=True, slots=True)
class _Folder:
    """Computes constant expressions without running any of the user's code."""

    namespace: Mapping[str, Any]

    def numbers(self, node: ast.AST) -> Iterator[Number]:
        """The numbers of a subtree: a whole expression before its parts."""
        value = self.fold(node)
        if value is not None:
            yield value
        if isinstance(node, ast.UnaryOp) and value is not None:
            return
        for name, field in ast.iter_fields(node):
            if name not in NOT_RUN:
                for child in field if isinstance(field, list) else [field]:
                    if isinstance(child, ast.AST):
                        yield from self.numbers(child)

    def fold(self, node: ast.AST) -> Number | None:
        """The finite number that an expression stands for; None for all others."""
        match node:
            case ast.Constant(value=value):
                return _number(value)
            case ast.Name() | ast.Attribute():
                return _number(reach(node, self.namespace))
            case ast.UnaryOp(op=ast.USub(), operand=operand):
                value = self.fold(operand)
                return None if value is None else -value
            case ast.BinOp(left=left, op=op, right=right):
                return _compute(self.fold(left), op, self.fold(right))
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


def find_texts(definition: ast.AST, namespace: Mapping[str, Any]) -> tuple[str, ...]:
    """Texts in the definition, in order of appearance, each once; at most 20, of at most 40 characters.

    Literals, parts of f-strings, and names of the namespace around it, and of modules in there such as `string.digits`,
    that stand for texts or for collections of texts. Docstrings, annotations, decorators and messages of errors do not
    count.

    >>> tree = ast.parse("def f(x: 'int', sep='-'): return x.split(sep) + [f'<{x:>9}>'] + ENDS")
    >>> find_texts(tree.body[0], {"ENDS": ("a", "b")})
    ('-', '<', '>', 'a', 'b')
    """
    found = _Finder(free_names(definition, namespace)).texts(definition)
    usable = (text for text in found if 0 < len(text) <= INPUTS.longest_text)
    return tuple(islice(dict.fromkeys(usable), INPUTS.most_texts))


@dataclass(frozen=True, slots=True)
class _Finder:
    namespace: Mapping[str, Any]

    def texts(self, node: ast.AST) -> Iterator[str]:
        """The texts of a subtree, in the order of the source."""
        match node:
            case ast.Constant(value=str(text)):
                yield text
            case ast.Name() | ast.Attribute():
                yield from _members(reach(node, self.namespace))
        for child in _children(node):
            yield from self.texts(child)


def _children(node: ast.AST) -> Iterator[ast.AST]:
    """What runs when the node runs, and is no message."""
    match node:
        case ast.Raise() | ast.Expr(value=ast.Constant()):
            return
        case ast.Assert(test=test):
            yield test
        case ast.FormattedValue(value=value):
            yield value
        case _:
            for name, field in ast.iter_fields(node):
                if name not in NOT_RUN:
                    children = field if isinstance(field, list) else [field]
                    yield from (child for child in children if isinstance(child, ast.AST))


def _members(value: object) -> Iterator[str]:
    """A text itself, or the texts in a collection; those of sets sorted, so that the hash seed plays no part."""
    if type(value) is str:
        yield value
    elif type(value) in (list, tuple, dict, set, frozenset):
        texts = [member for member in value if type(member) is str]  # type: ignore[attr-defined]
        yield from sorted(texts) if type(value) in (set, frozenset) else texts
