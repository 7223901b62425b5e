"""Relations that no developer would write, however true they are."""

from collections.abc import Iterator
from typing import Any

from genmorph.model import UsageError
from genmorph.relations.algebra import cancels, leaves, mentions, opaque_parts
from genmorph.relations.equivalent_forms import other_arrangements
from genmorph.relations.expression import FOLLOW_UP_SIDE, SOURCE_SIDE, Expression, Role
from genmorph.relations.metamorphic import atoms, names_of
from genmorph.relations.rendering import number_text

_ORDERS = ("<", "<=")
_CLAIMS = ("startswith", "contains")
_JOINING = ("and", "or", "implies")
_CONDITIONAL = ("or", "implies")
_COMPARING = ("iff", "xor")
_PLACED = ("remove", "truncate", "element")
"""What these take or leave out may stand at something calculated."""
_LONGEST_ALTERNATIVES = 7
"""Two equalities, of which one must hold, have so many operations at most."""
_MOST_JOINTS = 2
"""What is ordered on a condition, or said of Boolean outputs, has so many operations on two operands at most."""
_PLAIN_NUMBERS = frozenset({0, 1, -1})
_COMPARISONS = ("==", "<", "<=")

_LONGEST_EQUALITY, _LONGEST_ORDER, _LONGEST_CLAIM, _LONGEST_CLAIM_ON_CONDITION = 8, 5, 4, 2


"""What equals something, is less than it, or is a beginning or part of it, has so many operations at most."""


_SHORT, _SHORT_OF_INPUTS = 2, 3


"""A condition on one output, and one on inputs alone, have so many operations at most, the comparison included."""


def is_obscure(expression: Expression) -> bool:
    """Whether it orders long terms or products of outputs, or has several conditions, or one that is no simple one.

    What it takes or leaves out stands at a number or an input of the source.

    Simple conditions are about inputs alone, or compare an output with a number; what is said on a condition is simple
    too. What is equal may be of any form that is not very long, does not bend, has no two odd numbers, and does not
    multiply outputs with each other on both sides, unless squares make up a number; what is said of Boolean outputs
    alone may be of any short form.

    >>> from genmorph.domain import ints
    >>> from genmorph.model import Kind, Output, Parameter
    >>> from genmorph.relations.expression import relation_variables
    >>> variables = relation_variables([Parameter("n", ints())], [], [Output(Kind.INT)])
    >>> for tree in (
    ...     ["or", ["<", "n_s", 0], ["==", "return_f", ["*", "return_s", "n_s"]]],
    ...     ["or", ["<", "return_s", "n_s"], ["==", "return_f", ["*", "return_s", "n_s"]]],
    ...     ["<=", 1, ["*", "return_s", "return_f"]],
    ... ):
    ...     is_obscure(Expression.from_tree(tree, variables))
    False
    True
    True
    """
    tree, calculated = expression.to_tree(), names_of(expression, (Role.FOLLOW_UP_INPUT,))
    places = [operation[2] for operation in _operations(tree) if operation[0] in _PLACED]
    if any(isinstance(place, list) or place in calculated for place in places):
        return True
    return _is_obscure(tree, _outputs_of(expression))


def is_riddle(expression: Expression) -> bool:
    """Whether it says that two claims are both true or both false, and these are no simple conditions.

    Neither are those on one number other than 0, 1 and -1. A claim may be one of two simple conditions, or both, as in
    `has([*xs, 0], v) == (has(xs, v) or v == 0)`.

    >>> from genmorph.domain import ints
    >>> from genmorph.model import Kind, Output, Parameter
    >>> from genmorph.relations.expression import relation_variables
    >>> variables = relation_variables([Parameter("n", ints())], [], [Output(Kind.BOOL)])
    >>> for tree in (
    ...     ["iff", "return_f", ["<", "n_s", 0]],
    ...     ["iff", "return_f", ["or", "return_s", ["==", "n_s", 0]]],
    ...     ["iff", "return_f", ["==", "n_s", 99]],
    ... ):
    ...     is_riddle(Expression.from_tree(tree, variables))
    False
    False
    True
    """
    outputs = _outputs_of(expression)
    claims = [operation for operation in _operations(expression.to_tree()) if operation[0] in _COMPARING]
    sides = [side[1] if side[0] == "not" else side for claim in claims for side in claim[1:]]
    return any(map(_pins, sides)) or not all(_compares_plainly(claim, outputs) for claim in claims)


def _outputs_of(expression: Expression) -> frozenset[str]:
    return names_of(expression, FOLLOW_UP_SIDE) | names_of(expression, SOURCE_SIDE)


def _compares_plainly(tree: Any, outputs: frozenset[str]) -> bool:
    """Whether Boolean variables, or simple conditions and pairs of them, are compared."""
    if _is_simple_comparison(tree, outputs):
        return True
    joined = [side for side in tree[1:] if isinstance(side, list) and side[0] in ("and", "or")]
    parts = [part for side in tree[1:] for part in (side[1:] if side in joined else [side])]
    return all(_is_atom(part) and _is_condition(part, outputs) for part in parts)


def _is_simple_comparison(tree: Any, outputs: frozenset[str]) -> bool:
    """Whether conditions are compared, or Boolean variables alone."""
    if all(isinstance(atom, str) for atom in atoms(tree)):
        return True
    return all(_is_atom(side) and _is_condition(side, outputs) for side in tree[1:])


def _is_obscure(tree: Any, outputs: frozenset[str]) -> bool:
    if all(isinstance(atom, str) for atom in atoms(tree)):
        return _joints(tree) > _MOST_JOINTS
    match tree:
        case ["not", part]:
            return _is_obscure(part, outputs) or _multiplies(part, outputs)
        case [symbol, a, b] if symbol in _JOINING:
            return _is_joined_obscurely(symbol, a, b, outputs)
        case [symbol, _, _] if symbol in _COMPARING:
            return not _is_simple_comparison(tree, outputs)
        case ["==", *_]:
            is_product = all(_multiplies_outputs(side, outputs) for side in tree[1:]) and not _adds_squares(tree)
            return is_product or _bends(tree, outputs) or _size(tree) > _LONGEST_EQUALITY or _has_odd_numbers(tree)
        case [symbol, *_] if symbol in _ORDERS:
            is_fitted = _has_odd_numbers(tree) or _is_fitted_line(tree, outputs) or _bends(tree, outputs)
            return is_fitted or _size(tree) > _LONGEST_ORDER or _multiplies(tree, outputs) or _folds(tree, outputs)
        case [symbol, *_] if symbol in _CLAIMS:
            return _size(tree) > _LONGEST_CLAIM
    return False


def _is_joined_obscurely(symbol: str, a: Any, b: Any, outputs: frozenset[str]) -> bool:
    if not _is_atom(a) or not _is_atom(b) or _is_obscure(a, outputs) or _is_obscure(b, outputs):
        return True
    if symbol in _CONDITIONAL and (_is_long_claim(a) or _is_long_claim(b)):
        return True
    if _is_long_order(a) or _is_long_order(b) or _is_pinned(symbol, a, b):
        return True
    of_a, of_b = _is_condition(a, outputs), _is_condition(b, outputs)
    if (of_a and _are_two_bounds(a, b)) or (of_b and _are_two_bounds(b, a)):
        return True
    return not (of_a or of_b or _are_alike(a, b))


def _is_atom(tree: Any) -> bool:
    """Whether it is a comparison, another claim, or a Boolean variable, or the opposite of one."""
    return len(list(atoms(tree))) == 1


def _is_condition(tree: Any, outputs: frozenset[str]) -> bool:
    """Whether it is about inputs alone, or compares a single output with a number; a Boolean output is one as it is."""
    (atom,) = atoms(tree)
    size = _size(atom)
    named = [leaf for leaf in leaves(atom) if isinstance(leaf, str)]
    if not mentions(atom, outputs):
        return size <= _SHORT_OF_INPUTS
    return len(named) == 1 and size <= _SHORT


def _is_pinned(symbol: str, a: Any, b: Any) -> bool:
    """Whether something is only said of inputs that are one number: it is an example then, except of 0."""
    pins = [a] if symbol == "implies" else [side[1] for side in (a, b) if symbol == "or" and side[0] == "not"]
    return any(_number_of(pin) not in (0, None) for pin in pins)


def _pins(tree: Any) -> bool:
    """Whether it says that something is one number, which is not 0, 1 or -1."""
    return _number_of(tree) not in (*_PLAIN_NUMBERS, None)


def _number_of(tree: Any) -> int | float | None:
    """The number that it says a variable is, if it says so."""
    match tree:
        case ["==", str(), (int() | float()) as number] | ["==", (int() | float()) as number, str()]:
            return number
    return None


def _are_alike(a: Any, b: Any) -> bool:
    """Whether both are equalities that are not long: one thing, or the other."""
    return bool(a[0] == b[0] == "==") and _size(a) + _size(b) <= _LONGEST_ALTERNATIVES


def _is_long_claim(tree: Any) -> bool:
    (atom,) = atoms(tree)
    return atom[0] in _CLAIMS and _size(atom) > _LONGEST_CLAIM_ON_CONDITION


def _is_long_order(tree: Any) -> bool:
    (atom,) = atoms(tree)
    return atom[0] in _ORDERS and _joints(atom) > _MOST_JOINTS


def _bends(tree: Any, outputs: frozenset[str]) -> bool:
    """Whether it has the absolute value of something to which a number, or an output, is added.

    On what the function gives the sign inside may never change. How far two outputs are apart is no such thing.
    """
    for operation in _operations(tree):
        terms = list(_terms(operation[1], 1)) if operation[0] == "abs" else []
        of_outputs = [factor for part, factor in terms if part is not None and mentions(part, outputs)]
        is_distance = len(of_outputs) == len(terms) == 2 and sum(of_outputs) == 0
        if len(terms) > 1 and not is_distance and (of_outputs or any(part is None for part, _ in terms)):
            return True
    return False


def _folds(order: Any, outputs: frozenset[str]) -> bool:
    """Whether the absolute value of an output is one of three terms or more, as in `abs(f(x + 1)) - 5 >= f(x)`.

    `abs(f(x + 1) - f(x)) <= 5 + x` is no such thing: that says how far outputs are apart.
    """
    terms = [part for part, _ in _terms(["-", *order[1:]], 1)]
    folded = [part[1] for part in terms if isinstance(part, list) and part[0] == "abs"]
    return len(terms) > 2 and any(mentions(part, outputs) and _joints(part) == 0 for part in folded)


def _are_two_bounds(condition: Any, claim: Any) -> bool:
    """Whether the condition has a number, and the claim orders terms with a number added: both may have been fitted."""
    (atom,) = atoms(claim)
    if atom[0] not in _ORDERS or _offset(atom) in _PLAIN_NUMBERS:
        return False
    return any(not isinstance(leaf, str) and leaf not in _PLAIN_NUMBERS for leaf in leaves(condition))


def _has_odd_numbers(tree: Any) -> bool:
    """Whether it has several floats that are neither whole nor half numbers, nor have a name."""
    floats = {abs(leaf) for leaf in leaves(tree) if isinstance(leaf, float)}
    return sum(number.as_integer_ratio()[1] > 2 and "math." not in number_text(number) for number in floats) > 1


def _multiplies(tree: Any, outputs: frozenset[str]) -> bool:
    """Whether an output is multiplied with or divided by a variable."""
    for operation in _operations(tree):
        if operation[0] in ("*", "/"):
            named = [part for side in operation[1:] for part in opaque_parts(side)]
            if len(named) > 1 and any(mentions(part, outputs) for part in named):
                return True
    return False


def _multiplies_outputs(tree: Any, outputs: frozenset[str]) -> bool:
    """Whether outputs are multiplied with or divided by each other."""
    return any(
        operation[0] in ("*", "/") and all(mentions(side, outputs) for side in operation[1:])
        for operation in _operations(tree)
    )


def _adds_squares(equality: Any) -> bool:
    """Whether squares and a number are all that is added, as in `f(x) * f(x) == 1 - f(y) * f(y)`."""
    parts = [part for part, _ in _terms(["-", *equality[1:]], 1) if part is not None]
    return bool(_offset(equality)) and all(part[0] == "*" and part[1] == part[2] for part in parts)


def _is_fitted_line(tree: Any, outputs: frozenset[str]) -> bool:
    """Whether several outputs are bounded by a number or by inputs, and not simply by how far they are apart.

    `f(x + 1) >= f(x) - 4` and `f(x + 1) <= f(x) + x` are simple; `f(x + 1) >= 2 - 2 * f(x)` and `f(x + 1) <= x - f(x)`
    are lines that were put through what was seen.
    """
    terms = list(_terms(["-", *tree[1:]], 1))
    factors = [factor for part, factor in terms if part is not None and mentions(part, outputs)]
    has_inputs = len(factors) < sum(part is not None for part, _ in terms)
    is_distance = len(factors) == 2 and sum(factors) == 0
    return len(factors) > 1 and not is_distance and (has_inputs or bool(_offset(tree)))


def _offset(comparison: Any) -> float:
    """The number that is added on its left side, less that on its right side."""
    return sum(factor for part, factor in _terms(["-", *comparison[1:]], 1) if part is None)


def _terms(tree: Any, times: float) -> Iterator[tuple[Any, float]]:
    """The parts of a sum, each with its factor; None is the part of a number alone."""
    match tree:
        case int() | float():
            yield None, times * tree
        case ["+" | "-" as symbol, a, b]:
            yield from _terms(a, times)
            yield from _terms(b, times if symbol == "+" else -times)
        case ["*", (int() | float()) as factor, part] | ["*", part, (int() | float()) as factor]:
            yield from _terms(part, times * factor)
        case _:
            yield tree, times


def _size(tree: Any) -> int:
    """The number of operations in it."""
    return len(list(_operations(tree)))


def _joints(tree: Any) -> int:
    """The number of operations on two operands in it."""
    return sum(len(operation) > 2 for operation in _operations(tree))


def _operations(tree: Any) -> Iterator[Any]:
    """All operators of a tree with their operands."""
    if isinstance(tree, list):
        yield tree
        for operand in tree[1:]:
            yield from _operations(operand)


def without_cancelling(expression: Expression) -> Expression | None:
    """The relation without the terms that stand on both sides of its comparisons; None where there are none.

    Over real numbers it says the same. Over floats, large terms on both sides make small differences equal within the
    tolerance, so that the relation holds where this one does not.

    >>> from genmorph.model import Kind, Output
    >>> from genmorph.relations.expression import relation_variables
    >>> variables = relation_variables([], [], [Output(Kind.FLOAT)])
    >>> square = ["*", "return_f", "return_f"]
    >>> twisted = Expression.from_tree(["==", ["+", "return_f", square], ["+", "return_s", square]], variables)
    >>> without_cancelling(twisted).to_tree()
    ['==', 'return_f', 'return_s']
    """
    tree = expression.to_tree()
    plain = _without(tree)
    try:
        return None if plain == tree else Expression.from_tree(plain, expression.variables)
    except UsageError:
        return None


def _without(tree: Any) -> Any:
    if not isinstance(tree, list):
        return tree
    if tree[0] in _COMPARISONS:
        return next(iter(other_arrangements(tree)), tree) if cancels(tree) else tree
    return [tree[0], *map(_without, tree[1:])]
