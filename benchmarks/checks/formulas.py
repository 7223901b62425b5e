"""Formulas in a normal form, so that one relation written in two ways counts as one."""

import ast
from fractions import Fraction

Polynomial = dict[tuple[str, ...], Fraction]
"""A coefficient for each product of atoms; an atom is a name, a call or anything not taken apart."""


def normal(text: str) -> str:
    """An equation's normal form; any other text only loses its layout.

    Sums and products are multiplied out, everything is on one side, and the first coefficient is 1.

    >>> normal("f(-x) == -f(x)") == normal("0 == f(x) + f(x * -1)")
    True
    >>> normal("f(x + 1) == f(x) * k") == normal("k * f(x) == f(1 + x)")
    True
    >>> normal("f(x) <= f(y)")
    'f(x) <= f(y)'
    """
    tree = ast.parse(text, mode="eval").body
    match tree:
        case ast.Compare(left=left, ops=[ast.Eq()], comparators=[right]):
            return _text(_monic(_sum(_polynomial(left), _polynomial(right), -1))) + " == 0"
    return ast.unparse(tree)


def _polynomial(tree: ast.expr) -> Polynomial:
    match tree:
        case ast.Constant(value=int() | float() as value) if not isinstance(value, bool):
            return {(): Fraction(value)} if value else {}
        case ast.UnaryOp(op=ast.USub(), operand=operand):
            return _sum({}, _polynomial(operand), -1)
        case ast.BinOp(left=left, op=ast.Add() | ast.Sub() as sign, right=right):
            return _sum(_polynomial(left), _polynomial(right), 1 if isinstance(sign, ast.Add) else -1)
        case ast.BinOp(left=left, op=ast.Mult(), right=right):
            return _product(_polynomial(left), _polynomial(right))
        case ast.Call(func=function, args=arguments, keywords=[]):
            inner = ", ".join(_text(_polynomial(argument)) for argument in arguments)
            return {(f"{ast.unparse(function)}({inner})",): Fraction(1)}
    return {(ast.unparse(tree),): Fraction(1)}


def _sum(first: Polynomial, second: Polynomial, factor: int) -> Polynomial:
    none = Fraction(0)
    total = {atoms: first.get(atoms, none) + factor * second.get(atoms, none) for atoms in {**first, **second}}
    return {atoms: coefficient for atoms, coefficient in total.items() if coefficient}


def _product(first: Polynomial, second: Polynomial) -> Polynomial:
    product: Polynomial = {}
    for a, x in first.items():
        for b, y in second.items():
            product = _sum(product, {tuple(sorted(a + b)): x * y}, 1)
    return product


def _monic(polynomial: Polynomial) -> Polynomial:
    leading = polynomial[min(polynomial)] if polynomial else Fraction(1)
    return {atoms: coefficient / leading for atoms, coefficient in polynomial.items()}


def _text(polynomial: Polynomial) -> str:
    terms = (" * ".join([str(polynomial[atoms]), *atoms]) for atoms in sorted(polynomial))
    return " + ".join(terms) or "0"
