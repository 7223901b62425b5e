"""Operators beside those of mutmut: it makes one change of a sign or number, these make the others that are likely.

A function of a few lines has a dozen of mutmut's mutants, most of which raise. With so few, relations that
notice little look as good as those that notice much.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

import libcst as cst

Operators = Sequence[tuple[type, Callable[[Any], Iterable[cst.CSTNode]]]]

_SIGNS = (cst.Add, cst.Subtract, cst.Multiply, cst.FloorDivide, cst.Modulo)
_AUGMENTED_SIGNS = (cst.AddAssign, cst.SubtractAssign, cst.MultiplyAssign, cst.FloorDivideAssign)
_COMPARISONS = (cst.LessThan, cst.LessThanEqual, cst.GreaterThan, cst.GreaterThanEqual, cst.Equal, cst.NotEqual)


def _other_sign(node: cst.BinaryOperation) -> Iterator[cst.CSTNode]:
    if isinstance(node.operator, (*_SIGNS, cst.Divide)):
        for sign in _SIGNS:
            if not isinstance(node.operator, sign):
                yield node.with_changes(operator=sign())


def _other_augmented_sign(node: cst.AugAssign) -> Iterator[cst.CSTNode]:
    if isinstance(node.operator, (*_AUGMENTED_SIGNS, cst.DivideAssign)):
        for sign in _AUGMENTED_SIGNS:
            if not isinstance(node.operator, sign):
                yield node.with_changes(operator=sign())


def _other_comparison(node: cst.ComparisonTarget) -> Iterator[cst.CSTNode]:
    if isinstance(node.operator, _COMPARISONS):
        for comparison in _COMPARISONS:
            if not isinstance(node.operator, comparison):
                yield node.with_changes(operator=comparison())


def _smaller_number(node: cst.Integer) -> Iterator[cst.CSTNode]:
    smaller = node.evaluated_value - 1
    if smaller >= 0:
        yield cst.Integer(str(smaller))
    else:
        yield cst.UnaryOperation(cst.Minus(), cst.Integer("1"), lpar=[cst.LeftParen()], rpar=[cst.RightParen()])


def _open_slice(node: cst.Slice) -> Iterator[cst.CSTNode]:
    for bound in ("lower", "upper"):
        if getattr(node, bound) is not None:
            yield node.with_changes(**{bound: None})


FURTHER_OPERATORS: Operators = (
    (cst.BinaryOperation, _other_sign),
    (cst.AugAssign, _other_augmented_sign),
    (cst.ComparisonTarget, _other_comparison),
    (cst.Integer, _smaller_number),
    (cst.Slice, _open_slice),
)
