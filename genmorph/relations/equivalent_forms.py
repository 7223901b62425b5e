"""Equivalent forms of parts of a relation, each only taken where it agrees on all executions.

Algebra of real numbers, as in `algebra`. Nothing here is without bounds: what has too many terms, a high degree or
numbers of many digits stays as it is.
"""

from collections.abc import Iterator
from typing import Any

import sympy

from genmorph.relations.algebra import (
    ARITHMETIC,
    from_sympy,
    has_larger_numbers,
    is_defined,
    is_large,
    parts_by_name,
    remembered,
    restored,
    solved,
    to_sympy,
)
from genmorph.relations.operators import Trait, symbols_with
from genmorph.settings import EXPRESSIONS

_ORDERLESS = symbols_with(Trait.ORDERLESS)
"""What does not depend on the order of the elements, up to rounding."""


def other_comparisons(tree: Any) -> Iterator[Any]:
    """Other forms of a root that compares two numbers, without looking into sums and products.

    >>> list(other_comparisons(["<=", ["abs", ["-", "a", "b"]], 0]))
    [['==', ['-', 'a', 'b'], 0], ['==', 'a', 'b']]
    >>> list(other_comparisons(["<=", 1, "n"]))
    [['<', 0, 'n']]
    """
    match tree:
        case [("==" | "<" | "<="), ["abs", a], int() | float()]:
            yield ["==", a, 0]
            yield from _without_zero("==", a)
        case ["==", int() | float() | ["abs", _], ["abs", a]]:
            yield ["==", a, 0]
        case ["<", 0, ["abs", a]]:
            yield ["not", ["==", a, 0]]
            yield from (["not", form] for form in _without_zero("==", a))
        case ["==", ["abs", a], ["abs", b]]:
            yield ["==", a, b]
    yield from _without_one(tree)
    match tree:
        case [("==" | "<" | "<=") as symbol, a, 0]:
            yield from _without_zero(symbol, a)
        case [("==" | "<" | "<=") as symbol, 0, ["-", a, b]] if a != 0:
            yield [symbol, b, a]


def _without_zero(symbol: str, a: Any) -> Iterator[Any]:
    match a:
        case ["-", 0, b]:
            yield [symbol, 0, b]
        case ["-", b, c]:
            yield [symbol, b, c]
        case ["+", b, c] if symbol == "==":
            yield ["==", b, ["-", 0, c]]
            yield ["==", c, ["-", 0, b]]


def _without_one(tree: Any) -> Iterator[Any]:
    """Of ints, what is at least one is more than zero, and what is at least one more is more."""
    match tree:
        case ["<=", 1, a]:
            yield ["<", 0, a]
        case ["<=", a, -1]:
            yield ["<", a, 0]
        case ["<", a, 1]:
            yield ["<=", a, 0]
        case ["<", -1, a]:
            yield ["<=", 0, a]
    match tree:
        case ["<=", ["+", a, 1] | ["+", 1, a], b] | ["<=", a, ["-", b, 1]]:
            yield ["<", a, b]
        case ["<", a, ["+", b, 1] | ["+", 1, b]] | ["<", ["-", a, 1], b]:
            yield ["<=", a, b]


def other_connectives(tree: Any) -> Iterator[Any]:
    """Other forms of the root of a tree that is true or false.

    >>> list(other_connectives(["and", ["<=", "a", "b"], ["<=", "b", "a"]]))
    [['==', 'a', 'b'], ['==', 'b', 'a']]
    >>> list(other_connectives(["not", ["and", "a", ["not", "b"]]]))[0]
    ['implies', 'a', 'b']
    """
    yield from _without_not(tree)
    match tree:
        case ["xor", a, b]:
            yield ["not", ["iff", a, b]]
        case ["iff", a, b]:
            yield ["iff", b, a]
            yield from _implied(a, b)
            yield from _implied(b, a)
        case ["implies", a, ["implies", b, c]]:
            yield ["implies", ["and", a, b], c]
        case [("and" | "or") as symbol, a, b]:
            yield from _joined(symbol, a, b)
            yield from _joined(symbol, b, a)
            yield from _factored(symbol, a, b)


def _without_not(tree: Any) -> Iterator[Any]:
    match tree:
        case ["not", inner]:
            yield from _negations(inner)
        case ["and", ["not", a], ["not", b]]:
            yield ["not", ["or", a, b]]
        case ["or", ["not", a], ["not", b]] | ["implies", a, ["not", b]]:
            yield ["not", ["and", a, b]]
        case ["or", ["not", a], b] | ["or", b, ["not", a]]:
            yield ["implies", a, b]
        case ["implies", ["not", a], b]:
            yield ["or", a, b]
        case [("iff" | "xor") as symbol, ["not", a], ["not", b]]:
            yield [symbol, a, b]
        case [("iff" | "xor") as symbol, ["not", a], b] | [("iff" | "xor") as symbol, b, ["not", a]]:
            yield ["not", ["iff", b, a]] if symbol == "iff" else ["iff", b, a]


def _negations(inner: Any) -> Iterator[Any]:
    """What is true where the tree is not."""
    match inner:
        case ["not", a]:
            yield a
        case ["xor", a, b]:
            yield ["iff", a, b]
        case ["<", a, b]:
            yield ["<=", b, a]
        case ["<=", a, b]:
            yield ["<", b, a]
        case ["and", a, ["not", b]] | ["and", ["not", b], a]:
            yield ["implies", a, b]
        case ["implies", a, b]:
            yield ["and", a, ["not", b]]
        case ["and", a, b]:
            yield ["or", ["not", a], ["not", b]]
        case ["or", a, b]:
            yield ["and", ["not", a], ["not", b]]


def _joined(symbol: str, first: Any, second: Any) -> Iterator[Any]:
    """Two claims about the same as one."""
    match symbol, first, second:
        case "and", ["<=", a, b], ["<=", c, d] if [a, b] == [d, c]:
            yield ["==", a, b]
        case "and", ["<=", a, b], ["not", ["==", c, d]] if [a, b] in ([c, d], [d, c]):
            yield ["<", a, b]
        case "or", ["<", a, b], ["==", c, d] if [a, b] in ([c, d], [d, c]):
            yield ["<=", a, b]
        case "or", ["<", a, b], ["<", c, d] if [a, b] == [d, c]:
            yield ["not", ["==", a, b]]
        case "and", ["implies", a, b], ["implies", c, d] if [a, b] == [d, c]:
            yield ["iff", a, b]
        case "and", [("startswith" | "contains") as claim, a, b], [same, c, d] if claim == same and [a, b] == [d, c]:
            yield ["==", a, b]
        case "and", ["startswith", a, b], ["==", ["len", c], ["len", d]] if [a, b] in ([c, d], [d, c]):
            yield ["==", a, b]
        case "or", ["and", a, b], ["and", ["not", c], ["not", d]] if [a, b] in ([c, d], [d, c]):
            yield ["iff", a, b]
        case "or", ["and", a, b], ["not", ["or", c, d]] if [a, b] in ([c, d], [d, c]):
            yield ["iff", a, b]


def _implied(whole: Any, part: Any) -> Iterator[Any]:
    """What is as true as it is together with something else implies that, or is implied by it."""
    match whole:
        case ["and", a, b] if part in (a, b):
            yield ["implies", part, b if part == a else a]
        case ["or", a, b] if part in (a, b):
            yield ["implies", b if part == a else a, part]


def _factored(symbol: str, left: Any, right: Any) -> Iterator[Any]:
    """`(a or b) and (a or c)` as `a or (b and c)`, and the other way round."""
    other = "or" if symbol == "and" else "and"
    if left[0] != other or right[0] != other:
        return
    for i, common in enumerate(left[1:]):
        for j, same in enumerate(right[1:]):
            if common == same:
                yield [other, common, [symbol, left[2 - i], right[2 - j]]]


def other_sequences(tree: Any) -> Iterator[Any]:
    """Other forms of the root of a tree.

    >>> list(other_sequences(["==", ["flip", "return_f"], ["flip", "return_s"]]))[0]
    ['==', 'return_f', 'return_s']
    >>> list(other_sequences(["len", ["flip", "return_f"]]))
    [['len', 'return_f']]
    """
    match tree:
        case ["==", left, right]:
            yield from _freed(left, right)
            yield from ([*other[:1], other[2], other[1]] for other in _freed(right, left))
        case ["flip", ["flip", a]] | ["scale each", a, 1] | ["add each", a, 0] | ["truncate", a, _]:
            yield a
        case ["len", ["scale each" | "add each", a, _] | ["upper" | "lower", a]]:
            yield ["len", a]
        case [str() as outer, ["flip" | "sorted", a]] if outer in _ORDERLESS:
            yield [outer, a]
        case ["truncate", a, ["-", ["len", same], 1]] if a == same:
            yield ["remove", a, -1]
        case ["element", a, ["-", ["len", same], 1]] if a == same:
            yield ["element", a, -1]
    yield from _of_ends(tree)
    yield from _of_each(tree)


def measured(tree: Any) -> Any:
    """The tree with lengths and sums of what is put together as those of its parts.

    >>> measured(["<=", ["len", ["concatenate", ["flip", "a"], "b"]], 1])
    ['<=', ['+', ['len', 'a'], ['len', 'b']], 1]
    """
    match tree:
        case [("len" | "sum") as measure, ["concatenate", a, b]]:
            return ["+", measured([measure, a]), measured([measure, b])]
        case [("len" | "sum") as measure, ["flip" | "sorted", a]] | [
            "len" as measure,
            ["add each" | "scale each", a, _],
        ]:
            return measured([measure, a])
        case ["len", ["remove", a, _]]:
            return ["-", measured(["len", a]), 1]
        case [symbol, *parts]:
            return [symbol, *map(measured, parts)]
    return tree


def _of_ends(tree: Any) -> Iterator[Any]:
    """What is at the ends of turned and sorted sequences, and what is put together from turned ones."""
    match tree:
        case ["element", ["flip", a], (0 | -1) as place]:
            yield ["element", a, -1 - place]
        case ["element", ["sorted", a], (0 | -1) as place]:
            yield ["max" if place else "min", a]
        case ["flip", ["remove", ["flip", a], (0 | -1) as place]]:
            yield ["remove", a, -1 - place]
        case ["flip", ["concatenate", ["flip", a], ["flip", b]]]:
            yield ["concatenate", b, a]
        case ["concatenate", ["flip", a], ["flip", b]]:
            yield ["flip", ["concatenate", b, a]]
        case ["upper" | "lower" as outer, ["upper" | "lower", a]]:
            yield [outer, a]


def _of_each(tree: Any) -> Iterator[Any]:
    """Several changes of each element as one."""
    match tree:
        case ["scale each", ["scale each", a, (int() | float()) as first], (int() | float()) as second]:
            yield ["scale each", a, first * second]
            if first * second == 1:
                yield a
        case ["add each", ["add each", a, (int() | float()) as first], (int() | float()) as second]:
            yield ["add each", a, first + second]
            if first + second == 0:
                yield a
        case ["sum", ["scale each", a, amount]]:
            yield ["*", ["sum", a], amount]


def _freed(left: Any, right: Any) -> Iterator[Any]:
    """Equalities that say the same with the operation on the left undone."""
    match left, right:
        case ["flip", a], ["flip", b]:
            yield ["==", a, b]
        case [("scale each" | "add each"), a, c], [("scale each" | "add each"), b, d] if left[0] == right[0] and c == d:
            yield ["==", a, b]
        case ["concatenate", a, b], ["concatenate", c, d] if a == b and c == d:
            yield ["==", a, c]
        case ["concatenate", a, b], ["concatenate", c, d] if a == c or b == d:
            yield ["==", b, d] if a == c else ["==", a, c]
        case ["flip", a], _:
            yield ["==", a, ["flip", right]]
        case ["scale each", a, -1], _:
            yield ["==", a, ["scale each", right, -1]]
        case ["add each", a, (int() | float()) as amount], _:
            yield ["==", a, ["add each", right, -amount]]
        case ["add each", a, amount], _:
            yield ["==", a, ["add each", right, ["-", 0, amount]]]


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
        yield from _arranged(form)
        for part in parts_by_name(*form[1:]).values():
            yield from solved(form, part)


def other_numbers(tree: Any) -> Iterator[Any]:
    """A numeric part with its terms collected, multiplied out, or as a product.

    >>> list(other_numbers(["-", ["+", "x", "y"], "y"]))
    ['x']
    """
    if isinstance(tree, list) and tree[0] in ARITHMETIC:
        yield from _collected(tree)


@remembered
def _collected(tree: Any) -> tuple[Any, ...]:
    number = to_sympy(tree)
    if not is_defined(number) or is_large(number):
        return ()
    forms = [number]
    if _is_small(number):
        reduced = sympy.cancel(sympy.together(number))
        forms += [sympy.expand(number), reduced, sympy.factor(reduced)]
    parts = parts_by_name(tree)
    return tuple(restored(from_sympy(form), parts) for form in dict.fromkeys(forms) if is_defined(form))


def _is_small(number: Any) -> bool:
    """Whether polynomials as large as this one are taken apart at once."""
    numerator, denominator = sympy.fraction(sympy.together(number))
    symbols = number.free_symbols
    if sympy.count_ops(numerator) + sympy.count_ops(denominator) > EXPRESSIONS.most_terms:
        return False
    powers = sum((power.exp for power in numerator.atoms(sympy.Pow) if power.exp.is_Integer), start=0)
    is_short = not has_larger_numbers(number, EXPRESSIONS.largest_figure)
    return bool(symbols) and is_short and powers <= EXPRESSIONS.highest_degree


@remembered
def _arranged(atom: Any) -> tuple[Any, ...]:
    symbol, left, right = atom
    difference = to_sympy(left) - to_sympy(right)
    if not (is_defined(difference) and difference.free_symbols) or is_large(difference):
        return ()
    found = [[symbol, *sides] for sides in _sides(difference)]
    if _is_small(difference):
        numerator = sympy.fraction(sympy.cancel(sympy.together(difference)))[0]
        found += [*_without_factors(symbol, numerator), *(_as_choice(numerator) if symbol == "==" else ())]
    return tuple(restored(comparison, parts_by_name(left, right)) for comparison in found)


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
