"""Comparisons as sympy expressions: solved for the follow-up's output, and taken apart.

Algebra of real numbers, not of floats: what it proposes is only taken where it agrees on all executions.
"""

import math
import operator
import re
import sys
from ast import literal_eval
from collections.abc import Callable, Collection, Iterator, Mapping
from functools import lru_cache, reduce, wraps
from typing import Any, TypeVar

import sympy

from genmorph.relations.operators import Trait, symbols_with
from genmorph.settings import EXPRESSIONS

T = TypeVar("T")
ARITHMETIC = symbols_with(Trait.ARITHMETIC)
_OUTPUT = re.compile(r"\breturn(_[sf]\b|\.|\[| is None)|\.after_[sf]\b")
"""In the name of an output, or of a part that mentions one; no parameter is called `return`."""


def remembered(function: Callable[..., T]) -> Callable[..., T]:
    """The function with its last answers kept by the text of its arguments: trees are lists, which have no hash."""
    known = lru_cache(maxsize=EXPRESSIONS.remembered)(lambda text: function(*literal_eval(text)))
    return wraps(function)(lambda *arguments: known(repr(arguments)))


def leaves(tree: Any) -> Iterator[Any]:
    """The variables and constants of a nested form."""
    if isinstance(tree, list):
        for operand in tree[1:]:
            yield from leaves(operand)
    else:
        yield tree


def opaque_parts(tree: Any) -> Iterator[Any]:
    """The variables of a numeric tree, and the largest parts of it that are no arithmetic, as they appear.

    >>> list(opaque_parts(["-", ["len", "return_f"], ["*", "n_s", 2]]))
    [['len', 'return_f'], 'n_s']
    """
    if isinstance(tree, list) and tree[0] in ARITHMETIC:
        for operand in tree[1:]:
            yield from opaque_parts(operand)
    elif isinstance(tree, list | str):
        yield tree


def symbol_name(part: Any) -> str:
    """One name for each part: that of a variable is its own."""
    return part if isinstance(part, str) else repr(part)


def parts_by_name(*trees: Any) -> dict[str, Any]:
    """The opaque parts of the trees, in order."""
    return {symbol_name(part): part for tree in trees for part in opaque_parts(tree)}


def restored(tree: Any, parts: Mapping[str, Any]) -> Any:
    """The tree with its opaque parts, by their names, in place again."""
    if isinstance(tree, list):
        return [tree[0], *(restored(operand, parts) for operand in tree[1:])]
    return parts.get(tree, tree) if isinstance(tree, str) else tree


def mentions(part: Any, names: Collection[str]) -> bool:
    """Whether any of the variables occurs."""
    return any(leaf in names for leaf in leaves(part))


def splits(atom: Any, firsts: Collection[str], seconds: Collection[str]) -> bool:
    """Whether a comparison falls into factors that each speak about variables of one of the two sides only.

    Parts that are no arithmetic count as symbols of the sides that they mention.

    >>> splits(["==", ["*", "return_s", "return_f"], 0], {"return_s"}, {"return_f"})
    True
    >>> splits(["==", ["len", "return_f"], ["+", ["len", "return_s"], 1]], {"return_s"}, {"return_f"})
    False
    """
    return _splits(atom, sorted(firsts), sorted(seconds))


@remembered
def _splits(atom: Any, firsts: list[str], seconds: list[str]) -> bool:
    symbol, left, right = atom
    difference = sympy.together(to_sympy(left) - to_sympy(right))
    if is_large(difference):
        return False
    numerator = sympy.fraction(sympy.cancel(difference))[0]
    parts = parts_by_name(left, right)
    sides = [
        {sympy.Symbol(name) for name, part in parts.items() if mentions(part, names)} for names in (firsts, seconds)
    ]
    factors = [factor for factor, _ in sympy.factor_list(numerator)[1]] if symbol == "==" else [sympy.expand(numerator)]
    return not any(all(not side.isdisjoint(factor.free_symbols) for side in sides) for factor in factors)


@remembered
def cancels(atom: Any) -> bool:
    """Whether a part of a comparison stands on both sides, multiplied out, so that it says the same without.

    >>> cancels(["==", ["*", "a", ["-", 1, "a"]], ["-", "b", ["*", "a", "a"]]]), cancels(["==", "a", ["*", "b", "b"]])
    (True, False)
    """
    sides = [to_sympy(side) for side in atom[1:]]
    if is_large(sides[0] - sides[1]) or not all(map(is_defined, sides)):
        return False
    terms = [sympy.Add.make_args(sympy.expand(form)) for form in (*sides, sides[0] - sides[1])]
    one, other, together = (sum(not term.is_number for term in parts) for parts in terms)
    return together < one + other


@remembered
def solved(atom: Any, unknown: Any) -> tuple[Any, ...]:
    """Comparisons in nested form that say the same with `unknown` alone on one side, where it occurs linearly.

    The unknown is a variable, or a part that is no arithmetic. Of a comparison that is no equality its factor must be
    a number, whose sign tells on which side.

    >>> solved(["==", 0, ["+", "return_s", "return_f"]], "return_f")
    (['==', 'return_f', ['-', 0, 'return_s']],)
    >>> solved(["<=", ["-", 1, ["len", "return_f"]], ["-", 0, "return_s"]], ["len", "return_f"])
    (['<=', ['+', 'return_s', 1], ['len', 'return_f']],)
    """
    symbol, left, right = atom
    target = sympy.Symbol(symbol_name(unknown))
    difference = to_sympy(left) - to_sympy(right)
    if target not in difference.free_symbols or is_large(difference) or not is_defined(difference):
        return ()
    found = _roots(difference, target) if symbol == "==" else _bounds(symbol, difference, target)
    return tuple(restored(comparison, parts_by_name(left, right)) for comparison in found)


def _roots(difference: Any, target: Any) -> Iterator[Any]:
    """A difference that is zero, as what `target` equals."""
    numerator = sympy.expand(sympy.fraction(sympy.together(difference))[0])
    if not is_defined(numerator) or any(target in part.free_symbols for part in numerator.atoms(_Absolute)):
        return
    polynomial = sympy.Poly(numerator, target)
    if polynomial.degree() != 1:
        return
    factor, rest = polynomial.all_coeffs()
    solution = sympy.factor(sympy.cancel(-rest / factor))
    for form in dict.fromkeys((solution, sympy.expand(solution))):
        yield ["==", target.name, from_sympy(form)]
    if not factor.is_number:
        yield ["==", from_sympy(factor * target), from_sympy(sympy.factor(-rest))]


def is_defined(expression: Any) -> bool:
    """Whether nothing in a sympy expression is divided by zero."""
    return not expression.has(sympy.zoo, sympy.nan)


def is_large(expression: Any) -> bool:
    """Whether a sympy expression has more operations, or longer numbers, than are worth rewriting."""
    has_many = bool(sympy.count_ops(expression) > EXPRESSIONS.most_terms)
    return has_many or has_larger_numbers(expression, EXPRESSIONS.largest_rewritten)


def has_larger_numbers(expression: Any, largest: int) -> bool:
    """Whether a number has a numerator or denominator above the largest one.

    >>> [has_larger_numbers(to_sympy(["*", number, "n_s"]), 10**20) for number in (0.1, 1e300, 2.2e-200)]
    [False, True, True]
    """
    return any(max(abs(number.p), number.q) > largest for number in expression.atoms(sympy.Rational))


def _bounds(symbol: str, difference: Any, target: Any) -> Iterator[Any]:
    """A difference that is negative (or zero), as what `target` is at most, or at least."""
    if any(target in part.free_symbols for part in difference.atoms(_Absolute, sympy.Pow)):
        return
    expanded = sympy.expand(difference)
    factor = expanded.coeff(target)
    if is_defined(expanded) and factor.is_Rational and factor != 0 and sympy.degree(expanded, target) == 1:
        bound = from_sympy(sympy.expand((factor * target - expanded) / factor))
        yield [symbol, target.name, bound] if factor > 0 else [symbol, bound, target.name]


class _Absolute(sympy.Function):  # type: ignore[misc]
    """|x| without sympy's assumptions about it."""


_MEANING = {"+": operator.add, "-": operator.sub, "*": operator.mul, "/": operator.truediv, "abs": _Absolute}


def to_sympy(tree: Any) -> Any:
    """A tree as a sympy expression over exact rationals; what is no arithmetic is a symbol."""
    if isinstance(tree, int | float):
        return sympy.Rational(repr(tree))
    if isinstance(tree, str) or tree[0] not in ARITHMETIC:
        return sympy.Symbol(symbol_name(tree))
    return _MEANING[tree[0]](*map(to_sympy, tree[1:]))


def from_sympy(expression: Any) -> Any:
    """The nested form of a rational function: outputs before inputs before constants, divisions last."""
    if expression.is_Symbol:
        return expression.name
    if expression.is_Rational:
        if abs(expression) > sys.float_info.max:
            return math.inf  # no float is as large, and no expression takes this one
        return int(expression) if expression.is_Integer else float(expression)
    if isinstance(expression, _Absolute):
        return ["abs", from_sympy(expression.args[0])]
    if expression.is_Add:
        terms = sorted(expression.args, key=_order)
        positive = [from_sympy(term) for term in terms if not term.could_extract_minus_sign()]
        negative = [from_sympy(-term) for term in terms if term.could_extract_minus_sign()]
        return _chain("-", [_chain("+", positive) if positive else 0, *negative])
    if expression.is_Pow and expression.exp.is_Integer:
        product = _chain("*", [from_sympy(expression.base)] * abs(int(expression.exp)))
        return product if expression.exp > 0 else ["/", 1, product]
    numerator, denominator = sympy.fraction(expression)
    if denominator != 1:
        return ["/", from_sympy(numerator), from_sympy(denominator)]
    return _chain("*", [from_sympy(factor) for factor in sorted(expression.args, key=_order)])


def _chain(symbol: str, parts: list[Any]) -> Any:
    if symbol == "*" and -1 in parts and len(parts) > 1:
        parts = [part for part in parts if part != -1]
        return ["-", 0, _chain(symbol, parts)]
    return reduce(lambda total, part: [symbol, total, part], parts)


def _order(term: Any) -> tuple[bool, bool, str]:
    names = sorted(symbol.name for symbol in term.free_symbols)
    return not any(map(_OUTPUT.search, names)), not names, str(term)
