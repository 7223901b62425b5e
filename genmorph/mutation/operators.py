"""Which changes mutants are made by: those of mutmut, and others that are likely.

A function of a few lines has a dozen of mutmut's mutants, most of which raise. With so few, relations that
notice little look as good as those that notice much.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any

import libcst as cst
from mutmut.mutation.mutators import mutation_operators


@dataclass(frozen=True, slots=True)
class Operator:
    """What nodes of a kind become, one at a time; ids of mutants hold the name.

    Each of the `examples` pairs a statement with what it becomes, in the order of the text.
    """

    name: str
    kind: type
    change: Callable[[Any], Iterable[cst.CSTNode]]
    examples: tuple[tuple[str, tuple[str, ...]], ...] = ()


MUTMUT_OPERATORS = tuple(
    Operator(change.__name__.removeprefix("operator_"), kind, change) for kind, change in mutation_operators
)


def _each_other(name: str, kind: type, signs: tuple[type, ...], replaced: tuple[type, ...] = ()) -> Operator:
    """Puts each other one of these signs in the place of one of them, or of one that is only `replaced`."""

    def change(node: Any) -> Iterator[cst.CSTNode]:
        if isinstance(node.operator, (*signs, *replaced)):
            for sign in signs:
                if not isinstance(node.operator, sign):
                    yield node.with_changes(operator=sign())

    return Operator(name, kind, change)


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


def _other_function(node: cst.Call) -> Iterator[cst.CSTNode]:
    match node.func:
        case cst.Name(name) if name in _PAIRED:
            yield node.with_changes(func=cst.Name(_PAIRED[name]))
        case cst.Attribute(attr=cst.Name(name)) if name in _PAIRED:
            yield node.with_changes(func=node.func.with_changes(attr=cst.Name(_PAIRED[name])))


_PAIRS = (("max", "min"), ("any", "all"), ("floor", "ceil"))
_PAIRED = {one: other for pair in _PAIRS for one, other in (pair, pair[::-1])}
"""Functions that are taken for each other, built in or of modules such as `math` and `numpy`."""

# `/` is replaced and never made: mutmut makes it of `*`, `//` and `%`.
_SIGNS = (cst.Add, cst.Subtract, cst.Multiply, cst.FloorDivide, cst.Modulo)
_AUGMENTED_SIGNS = (cst.AddAssign, cst.SubtractAssign, cst.MultiplyAssign, cst.FloorDivideAssign, cst.ModuloAssign)
_COMPARISONS = (cst.LessThan, cst.LessThanEqual, cst.GreaterThan, cst.GreaterThanEqual, cst.Equal, cst.NotEqual)

FURTHER_OPERATORS = (
    _each_other("other_sign", cst.BinaryOperation, _SIGNS, replaced=(cst.Divide,)),
    _each_other("other_augmented_sign", cst.AugAssign, _AUGMENTED_SIGNS, replaced=(cst.DivideAssign,)),
    _each_other("other_comparison", cst.ComparisonTarget, _COMPARISONS),
    Operator("smaller_number", cst.Integer, _smaller_number),
    Operator("open_slice", cst.Slice, _open_slice),
    Operator("other_function", cst.Call, _other_function),
)
