"""Comparisons and numeric parts with their terms put in order; only taken where that agrees on all executions.

Algebra of real numbers, as in `algebra`. Nothing here is without bounds: what has too many terms, a high degree or
numbers of many digits stays as it is.
"""

from ast import literal_eval
from collections.abc import Iterator
from functools import lru_cache
from typing import Any

import sympy

from genmorph.relations.algebra import MAX_TERMS, from_sympy, is_defined, solved, to_sympy
from genmorph.relations.opaque import ARITHMETIC, opaque_parts, restored, symbol_name
from genmorph.relations.sequence_laws import measured

_HIGHEST_DEGREE = 6
_LARGEST_NUMBER = 10**20


def other_arrangements(atom: Any) -> Iterator[Any]:
    """A comparison of numbers with terms moved between its sides, common factors left out, and solved for each part.

    Two factors of which one must be zero become two equalities.

    >>> list(other_arrangements(["==", ["+", "age", 1], 65]))[0]
    ['==', 'age', 64]
    >>> ["<=", "a", "b"] in other_arrangements(["<=", ["*", "a", "a"], ["*", "a", "b"]])
    True
    >>> product = ["==", ["-", "b", "a"], ["*", "a", ["-", "a", "b"]]]
    >>> ["or", ["==", "a", "b"], ["==", ["+", "a", 1], 0]] in other_arrangements(product)
    True
    """
    simpler = measured(atom)
    for form in [atom] if simpler == atom else [atom, simpler]:
        yield from _arrangements(form)


def _arrangements(atom: Any) -> Iterator[Any]:
    yield from _arranged(repr(atom))
    parts = {repr(part): part for side in atom[1:] for part in opaque_parts(side)}
    for part in parts:
        yield from _solved(repr(atom), part)


def other_numbers(tree: Any) -> Iterator[Any]:
    """A numeric part with its terms collected, multiplied out, or as a product.

    >>> list(other_numbers(["-", ["+", "x", "y"], "y"]))
    ['x']
    """
    if isinstance(tree, list) and tree[0] in ARITHMETIC:
        yield from _collected(repr(tree))


@lru_cache(maxsize=4096)
def _solved(atom: str, unknown: str) -> tuple[Any, ...]:
    return tuple(solved(literal_eval(atom), literal_eval(unknown)))


@lru_cache(maxsize=4096)
def _collected(text: str) -> tuple[Any, ...]:
    tree = literal_eval(text)
    parts = {symbol_name(part): part for part in opaque_parts(tree)}
    return tuple(restored(from_sympy(form), parts) for form in _forms(to_sympy(tree)))


def _forms(number: Any) -> list[Any]:
    """Expressions that say the same; of fractions the reduced one."""
    if not is_defined(number) or sympy.count_ops(number) > MAX_TERMS:
        return []
    forms = [number]
    if _is_small(number):
        reduced = sympy.cancel(sympy.together(number))
        forms += [sympy.expand(number), reduced, sympy.factor(reduced)]
    return [form for form in dict.fromkeys(forms) if is_defined(form)]


def _is_small(number: Any) -> bool:
    """Whether polynomials as large as this one are taken apart at once."""
    numerator, denominator = sympy.fraction(sympy.together(number))
    symbols = number.free_symbols
    if sympy.count_ops(numerator) + sympy.count_ops(denominator) > MAX_TERMS:
        return False
    figures = number.atoms(sympy.Rational)
    is_short = all(abs(figure.p) < _LARGEST_NUMBER and figure.q < _LARGEST_NUMBER for figure in figures)
    powers = sum((power.exp for power in numerator.atoms(sympy.Pow) if power.exp.is_Integer), start=0)
    return bool(symbols) and is_short and powers <= _HIGHEST_DEGREE


@lru_cache(maxsize=4096)
def _arranged(text: str) -> tuple[Any, ...]:
    symbol, left, right = literal_eval(text)
    parts = {symbol_name(part): part for side in (left, right) for part in opaque_parts(side)}
    difference = to_sympy(left) - to_sympy(right)
    if not is_defined(difference) or sympy.count_ops(difference) > MAX_TERMS or not difference.free_symbols:
        return ()
    found = [[symbol, *sides] for sides in _sides(difference)]
    if _is_small(difference):
        numerator = sympy.fraction(sympy.cancel(sympy.together(difference)))[0]
        found += [*_without_factors(symbol, numerator), *(_as_choice(numerator) if symbol == "==" else ())]
    return tuple(restored(comparison, parts) for comparison in found)


def _without_factors(symbol: str, numerator: Any) -> Iterator[Any]:
    """The comparison with zero of a product without one of its factors, whose sign is not known."""
    factors = [factor for factor, _ in sympy.factor_list(numerator)[1]]
    sign = -1 if numerator.could_extract_minus_sign() else 1
    rests = [sympy.cancel(sign * numerator / factor) for factor in factors if factor != numerator]
    for rest in dict.fromkeys(rests):
        for left, right in _sides(rest):
            yield [symbol, left, right]
            if symbol != "==":
                yield [symbol, right, left]


def _as_choice(numerator: Any) -> Iterator[Any]:
    """That a product of two is zero as: this is so, or that."""
    factors = [factor for factor, _ in sympy.factor_list(numerator)[1]]
    if len(factors) != 2:
        return
    one, other = (next(_sides(factor), None) for factor in factors)
    if one is not None and other is not None:
        yield ["or", ["==", *one], ["==", *other]]


def _sides(difference: Any) -> Iterator[tuple[Any, Any]]:
    """What is compared where a difference is compared with zero: terms without minus signs and common divisors."""
    if not _is_small(difference):
        return
    primitive = sympy.expand(difference).primitive()[1]
    terms = sympy.Add.make_args(primitive)
    negative = [term for term in terms if term.could_extract_minus_sign()]
    positive = [term for term in terms if not term.could_extract_minus_sign()]
    yield from_sympy(sympy.Add(*positive)), from_sympy(-sympy.Add(*negative))
    constant = sympy.Add(*(term for term in terms if term.is_number))
    yield from_sympy(primitive - constant), from_sympy(-constant)
