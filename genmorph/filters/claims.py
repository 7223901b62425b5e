"""Statements within a relation, and what is odd about their shape."""

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from enum import Enum, auto
from typing import Any

from genmorph.relations.algebra import ARITHMETIC, leaves, mentions, opaque_parts, symbol_name
from genmorph.relations.metamorphic import atoms
from genmorph.relations.operators import Trait, symbols_with
from genmorph.settings import SHAPES

Tree = Any
"""A relation, or a part of one, as nested lists: an operator's symbol and its operands, the name of a variable, or a
number."""

ORDERS = symbols_with(Trait.ORDER)
CONNECTIVES = symbols_with(Trait.CONNECTIVE)
EQUIVALENCES = symbols_with(Trait.EQUIVALENCE)
PLACED = symbols_with(Trait.PLACED)
MEMBERSHIPS = symbols_with(Trait.MEMBERSHIP)
PLAIN_NUMBERS = frozenset({0, 1, -1})


class Form(Enum):
    """What sort of statement a claim is."""

    BOOLEAN = auto()
    """Boolean variables alone, in any combination."""
    NEGATION = auto()
    CONNECTIVE = auto()
    """Two claims joined by and, or, implies."""
    EQUIVALENCE = auto()
    EQUALITY = auto()
    ORDER = auto()
    OTHER = auto()


@dataclass(frozen=True, slots=True)
class Claim:
    """A statement within a relation; `outputs` are the names of all variables that are outputs."""

    form: Form
    tree: Tree
    outputs: frozenset[str]


def claims_of(tree: Tree, outputs: frozenset[str]) -> Iterator[Claim]:
    """The statement itself and, where it negates or joins atomic ones, those.

    >>> [claim.form.name for claim in claims_of(["or", ["<", "n", 0], ["==", "f", "s"]], frozenset("fs"))]
    ['CONNECTIVE', 'ORDER', 'EQUALITY']
    """
    form = form_of(tree)
    yield Claim(form, tree, outputs)
    if form is Form.NEGATION or (form is Form.CONNECTIVE and all(map(is_atomic, tree[1:]))):
        for part in tree[1:]:
            yield from claims_of(part, outputs)


def form_of(tree: Tree) -> Form:
    """What sort of statement it is."""
    if all(isinstance(atom, str) for atom in atoms(tree)):
        return Form.BOOLEAN
    match tree:
        case ["not", _]:
            return Form.NEGATION
        case [symbol, _, _] if symbol in CONNECTIVES:
            return Form.CONNECTIVE
        case [symbol, _, _] if symbol in EQUIVALENCES:
            return Form.EQUIVALENCE
        case ["==", *_]:
            return Form.EQUALITY
        case [symbol, *_] if symbol in ORDERS:
            return Form.ORDER
    return Form.OTHER


def is_atomic(tree: Tree) -> bool:
    """Whether it is a comparison, another claim, or a Boolean variable, or the opposite of one."""
    return len(list(atoms(tree))) == 1


def operations_of(tree: Tree) -> Iterator[Any]:
    """All operators of a tree with their operands."""
    if isinstance(tree, list):
        yield tree
        for operand in tree[1:]:
            yield from operations_of(operand)


def compares_lengths(claim: Claim) -> bool:
    """Whether it compares the lengths of two outputs.

    >>> outputs, lengths = frozenset(["f", "s"]), (["len", "f"], ["-", ["len", "s"], 1])
    >>> claims = (["or", "on", ["==", *lengths]], ["or", "on", ["==", "f", "s"]])
    >>> [compares_lengths(Claim(Form.CONNECTIVE, one, outputs)) for one in claims]
    [True, False]
    """
    comparisons = [one for one in operations_of(claim.tree) if one[0] == "==" or one[0] in ORDERS]
    return any(
        all(any(part[0] == "len" and mentions_outputs(part, claim) for part in operations_of(side)) for side in one[1:])
        for one in comparisons
    )


def size_of(tree: Tree) -> int:
    """The number of operations in it."""
    return len(list(operations_of(tree)))


def joints_of(tree: Tree) -> int:
    """The number of operations on two operands in it."""
    return sum(len(operation) > 2 for operation in operations_of(tree))


def terms_of(tree: Tree, times: float = 1) -> Iterator[tuple[Tree, float]]:
    """The parts of a sum, each with its factor; None is the part of a number alone."""
    match tree:
        case int() | float():
            yield None, times * tree
        case ["+" | "-" as symbol, a, b]:
            yield from terms_of(a, times)
            yield from terms_of(b, times if symbol == "+" else -times)
        case ["*", (int() | float()) as factor, part] | ["*", part, (int() | float()) as factor]:
            yield from terms_of(part, times * factor)
        case _:
            yield tree, times


def offset_of(comparison: Tree) -> float:
    """The number that is added on its left side, less that on its right side."""
    return sum(factor for part, factor in terms_of(["-", *comparison[1:]]) if part is None)


def mentions_outputs(tree: Tree, claim: Claim) -> bool:
    """Whether an output occurs in the tree, which is a part of the claim."""
    return mentions(tree, claim.outputs)


def multiplies_output(claim: Claim) -> bool:
    """Whether an output is multiplied with or divided by a variable."""
    for operation in operations_of(claim.tree):
        if operation[0] in ("*", "/"):
            named = [part for side in operation[1:] for part in opaque_parts(side)]
            if len(named) > 1 and any(mentions_outputs(part, claim) for part in named):
                return True
    return False


def multiplies_outputs_on_both_sides(claim: Claim) -> bool:
    """Whether outputs are multiplied with or divided by each other on both sides, unless squares make up a number."""

    def multiplies(side: Tree) -> bool:
        products = (one for one in operations_of(side) if one[0] in ("*", "/"))
        return any(all(mentions_outputs(operand, claim) for operand in one[1:]) for one in products)

    return all(map(multiplies, claim.tree[1:])) and not adds_squares(claim.tree)


def adds_squares(equality: Tree) -> bool:
    """Whether squares and a number are all that is added, as in `f(x) * f(x) == 1 - f(y) * f(y)`."""
    parts = [part for part, _ in terms_of(["-", *equality[1:]]) if part is not None]
    return bool(offset_of(equality)) and all(part[0] == "*" and part[1] == part[2] for part in parts)


def bends(claim: Claim) -> bool:
    """Whether it has the absolute value of something to which a number, or an output, is added.

    On what the function gives the sign inside may never change. How far two outputs are apart is no such thing.
    """
    for operation in operations_of(claim.tree):
        terms = list(terms_of(operation[1])) if operation[0] == "abs" else []
        of_outputs = [factor for part, factor in terms if part is not None and mentions_outputs(part, claim)]
        is_distance = len(of_outputs) == len(terms) == 2 and sum(of_outputs) == 0
        if len(terms) > 1 and not is_distance and (of_outputs or any(part is None for part, _ in terms)):
            return True
    return False


def is_fitted_line(claim: Claim) -> bool:
    """Whether several outputs are bounded by a number or by inputs, and not simply by how far they are apart.

    `f(x + 1) >= f(x) - 4` and `f(x + 1) <= f(x) + x` are simple; `f(x + 1) >= 2 - 2 * f(x)`, `f(x + 1) <= x - f(x)` and
    `f(x + 1) > -f(x)` are lines that were put through what was seen.
    """
    terms = list(terms_of(["-", *claim.tree[1:]]))
    factors = [factor for part, factor in terms if part is not None and mentions_outputs(part, claim)]
    has_inputs = len(factors) < sum(part is not None for part, _ in terms)
    is_distance = len(factors) == 2 and sum(factors) == 0
    is_sum = claim.tree[0] == "<" and len({factor > 0 for factor in factors}) == 1
    return len(factors) > 1 and not is_distance and (is_sum or has_inputs or bool(offset_of(claim.tree)))


def has_odd_lengths(tree: Tree, texts: frozenset[str], *, is_ordered: bool = True) -> bool:
    """Whether it compares lengths of these texts in a way that was fitted to the texts that were seen.

    A developer writes `len(f(s + t)) == len(f(s)) + len(t)`, with a small number at most, or
    `len(f(s * n)) == len(f(s)) * n`. Where lengths `is_ordered`, a developer also orders such sums and products without
    a number. A developer writes nothing of lengths on a condition.

    >>> texts = frozenset(["f", "s"])
    >>> has_odd_lengths(["==", ["len", "f"], ["+", ["len", "s"], 2]], texts)
    False
    >>> has_odd_lengths(["<", ["len", "f"], ["+", ["len", "s"], 2]], texts)
    True
    """
    comparisons = [atom for atom in atoms(tree) if atom[0] == "==" or atom[0] in ORDERS]
    sides = [side for comparison in comparisons for side in comparison[1:]]
    if not any(part[0] == "len" and mentions(part, texts) for side in sides for part in opaque_parts(side)):
        return False
    if len(list(atoms(tree))) > 1 or tree[0] not in ("==", *ORDERS):
        return True
    if tree[0] != "==" and (offset_of(tree) or not is_ordered):
        return True
    return abs(offset_of(tree)) > SHAPES.most_letters_between or not _is_plain_sum(tree, texts)


def _is_plain_sum(comparison: Tree, texts: frozenset[str]) -> bool:
    """Whether it compares lengths of these texts with each other, and what is between them, or one with a multiple."""
    terms = [(part, factor) for part, factor in _summed(["-", *comparison[1:]]) if factor]
    lengths = [(part, factor) for part, factor in terms if mentions(part, texts)]
    if len({factor > 0 for _, factor in lengths}) < 2 or len(terms) - len(lengths) > 1:
        return False
    factors = {abs(factor) for _, factor in terms}
    products = [part for part, _ in terms if part[0] == "*"]
    if not products:
        is_doubled = comparison[0] == "==" and len(terms) == 2 and factors == {1, 2} and not offset_of(comparison)
        return factors == {1} or is_doubled
    is_repeated = len(terms) == 2 and len(products) == 1 and factors == {1} and size_of(products[0]) == 2
    return is_repeated and not all(mentions(part, texts) for part in products[0][1:])


def _summed(tree: Tree) -> list[tuple[Tree, float]]:
    """The parts of a sum, each once, with the sum of its factors; without numbers."""
    parts = {symbol_name(part): part for part, _ in terms_of(tree) if part is not None}
    factors = dict.fromkeys(parts, 0.0)
    for part, factor in terms_of(tree):
        if part is not None:
            factors[symbol_name(part)] += factor
    return [(part, factors[name]) for name, part in parts.items()]


def speaks_of_lengths_alone(tree: Tree, texts: frozenset[str]) -> bool:
    """Whether it speaks of these texts, and of nothing else of them than how long they are.

    >>> texts = frozenset(["f", "s"])
    >>> speaks_of_lengths_alone(["==", ["len", "f"], ["+", ["len", "s"], 2]], texts)
    True
    >>> speaks_of_lengths_alone(["or", ["==", ["len", "f"], 2], ["==", "f", "s"]], texts)
    False
    """
    measured = [leaf for one in operations_of(tree) if one[0] == "len" for leaf in leaves(one[1]) if leaf in texts]
    return bool(measured) and len(measured) == sum(leaf in texts for leaf in leaves(tree))


def takes_pieces(tree: Tree, texts: frozenset[str]) -> bool:
    """Whether it takes a piece of one of these texts, or says that one is a piece of another.

    >>> texts = frozenset(["f", "s"])
    >>> takes_pieces(["contains", "f", "s"], texts), takes_pieces(["==", ["truncate", "f", -1], "s"], texts)
    (True, True)
    >>> takes_pieces(["==", "f", ["concatenate", "s", "s"]], texts)
    False
    """
    taken = PLACED | MEMBERSHIPS
    return any(one[0] in taken and mentions(one, texts) for one in operations_of(tree))


def has_odd_slices(tree: Tree, texts: frozenset[str]) -> bool:
    """Whether it slices or changes these texts in a way that was fitted to the texts that were seen.

    A developer compares the same slice of both outputs, or the slice of one with a whole; on a condition only the
    latter, at a number. What is in a text, or begins or ends it, is a whole, or changed as the text is.

    >>> texts = frozenset(["f", "s"])
    >>> has_odd_slices(["==", ["truncate", "f", 2], ["truncate", "s", 2]], texts)
    False
    >>> has_odd_slices(["==", ["truncate", "f", 2], ["remove", "s", 0]], texts)
    True
    >>> has_odd_slices(["startswith", ["flip", "f"], ["flip", "s"]], texts)  # f ends with s
    False
    >>> has_odd_slices(["contains", "f", ["remove", "s", 0]], texts)
    True
    >>> has_odd_slices(["contains", ["lower", "f"], "s"], texts)
    True
    >>> has_odd_slices(["contains", ["concatenate", ["flip", "s"], "f"], "s"], texts)
    True
    >>> has_odd_slices(["contains", ["concatenate", "s", "s"], "f"], texts)  # f is s, rotated
    False
    """
    claims = list(atoms(tree))
    is_conditional = len(claims) > 1
    slices = [
        (place, one)
        for place, claim in enumerate(claims)
        for one in operations_of(claim)
        if one[0] in PLACED and mentions(one[1], texts)
    ]
    members = [claim for claim in claims if claim[0] in MEMBERSHIPS and mentions(claim, texts)]
    if (tree[0] == "or" and tree[1:] == members) or any(_changes_a_member(claim, texts) for claim in members):
        return True
    if len({place for place, _ in slices}) > 1:
        return True
    for _, (_, text, at) in slices:
        whole = text[1] if text[0] == "flip" else text
        if not isinstance(whole, str) or mentions(at, texts - {whole}) or (is_conditional and isinstance(at, str)):
            return True
    forms = [(symbol, text[0] == "flip", at) for _, (symbol, text, at) in slices]
    return len(forms) > 1 and (is_conditional or forms[1:] != forms[:-1])


def _changes_a_member(claim: Tree, texts: frozenset[str]) -> bool:
    """Whether it says what is in a text, or begins or ends it, and changes one of the two alone."""
    one, other = claim[1:]
    if isinstance(one, list) and isinstance(other, list) and one[0] == other[0] in ("flip", "lower", "upper"):
        one, other = one[1], other[1]
    changed = [side for side in (one, other) if isinstance(side, list) and mentions(side, texts)]
    return any(side[0] != "concatenate" or _joins_unlike(side, texts) for side in changed)


def _joins_unlike(joined: Tree, texts: frozenset[str]) -> bool:
    """Whether a text is joined with another one of these, with a part of one, or with a number."""
    are_changed = any(one[0] != "concatenate" for one in operations_of(joined))
    return are_changed or len({leaf for leaf in leaves(joined) if leaf in texts}) > 1


def orders_an_opposite(claim: Claim) -> bool:
    """Whether an order of outputs has the opposite of one of them, or something divided by it.

    >>> opposite, reciprocal = ["<=", ["-", 0, "s"], "f"], ["<", "f", ["/", 1, "s"]]
    >>> [orders_an_opposite(Claim(Form.ORDER, tree, frozenset(["f", "s"]))) for tree in (opposite, reciprocal)]
    [True, True]
    """
    sides = [side for side in claim.tree[1:] if mentions_outputs(side, claim)]
    if len(sides) < 2:
        return False
    turned = [any(_is_opposite(one, claim) for one in operations_of(side)) for side in sides]
    return turned.count(True) == 1


def _is_opposite(operation: Tree, claim: Claim) -> bool:
    """Whether it is the opposite of what has an output in it, or something divided by it."""
    match operation:
        case ["-", 0, term] | ["/", _, term]:
            return mentions_outputs(term, claim)
    return False


def is_condition(tree: Tree, outputs: frozenset[str]) -> bool:
    """Whether it is about inputs alone, or compares a single output with a number; a Boolean output is one as it is."""
    (atom,) = atoms(tree)
    size = size_of(atom)
    if not mentions(atom, outputs):
        return size <= SHAPES.longest_condition_of_inputs
    return sum(isinstance(leaf, str) for leaf in leaves(atom)) == 1 and size <= SHAPES.longest_condition


def compares_conditions(tree: Tree, outputs: frozenset[str]) -> bool:
    """Whether conditions are compared, or Boolean variables alone."""
    if all(isinstance(atom, str) for atom in atoms(tree)):
        return True
    return all(is_atomic(side) and is_condition(side, outputs) for side in tree[1:])


def compares_plainly(tree: Tree, outputs: frozenset[str]) -> bool:
    """Whether Boolean variables, or simple conditions and pairs of them, are compared."""
    if compares_conditions(tree, outputs):
        return True
    joined = [side for side in tree[1:] if isinstance(side, list) and side[0] in ("and", "or")]
    parts = [part for side in tree[1:] for part in (side[1:] if side in joined else [side])]
    return all(is_atomic(part) and is_condition(part, outputs) for part in parts)


def number_of(tree: Tree) -> int | float | None:
    """The number that it says a variable is, if it says so."""
    match tree:
        case ["==", str(), (int() | float()) as number] | ["==", (int() | float()) as number, str()]:
            return number
    return None


def with_another_amount(tree: Tree, outputs: Collection[str], factor: float) -> Iterator[Tree]:
    """The tree with one number or term of inputs multiplied, for each but 0, 1 and -1, and places in sequences.

    >>> list(with_another_amount(["<=", "return_f", ["+", "return_s", ["*", 2, "n_s"]]], {"return_f", "return_s"}, 0.5))
    [['<=', 'return_f', ['+', 'return_s', ['*', 0.5, ['*', 2, 'n_s']]]]]
    >>> list(with_another_amount(["<", ["element", "return_s", 2], "return_f"], {"return_f", "return_s"}, 2))
    []
    """
    if not mentions(tree, outputs):
        if isinstance(tree, list) or tree not in PLAIN_NUMBERS:
            yield ["*", factor, tree]
    elif isinstance(tree, list):
        symbol, *operands = tree
        for place, operand in enumerate(operands[:1] if symbol in PLACED else operands):
            for other in with_another_amount(operand, outputs, factor):
                yield [symbol, *operands[:place], other, *operands[place + 1 :]]


def joins_compounds(claim: Claim) -> bool:
    """Whether one of the joined claims is itself made of several."""
    return not all(map(is_atomic, claim.tree[1:]))


def has_long_order(claim: Claim) -> bool:
    """Whether one of the joined claims orders long terms."""
    parts = [atom for side in claim.tree[1:] for atom in atoms(side)]
    return any(atom[0] in ORDERS and joints_of(atom) > SHAPES.most_joints for atom in parts)


def orders_on_an_output(claim: Claim) -> bool:
    """Whether an order of outputs is joined with the comparison of an output with a number.

    >>> order, outputs = ["<=", "f", "s"], frozenset(["f", "s", "found"])
    >>> conditions = (["==", "s", 0], "found", ["not", "found"], ["not", ["==", "s", 0]])
    >>> [orders_on_an_output(Claim(Form.CONNECTIVE, ["or", one, order], outputs)) for one in conditions]
    [True, False, False, True]
    """
    orders = [atom for side in claim.tree[1:] for atom in atoms(side) if atom[0] in ORDERS]
    compared = [
        side for side in claim.tree[1:] if isinstance(next(atoms(side)), list) and mentions_outputs(side, claim)
    ]
    is_conditional = any(is_condition(side, claim.outputs) for side in compared)
    return is_conditional and any(not is_condition(order, claim.outputs) for order in orders)


def has_no_condition(claim: Claim) -> bool:
    """Whether neither part is a simple condition, nor are both short equalities, of which one must hold."""
    _, a, b = claim.tree
    are_short = a[0] == b[0] == "==" and size_of(a) + size_of(b) <= SHAPES.longest_alternatives
    return not (is_condition(a, claim.outputs) or is_condition(b, claim.outputs) or are_short)


def holds_for_equal_sums(claim: Claim) -> bool:
    """Whether one part is true but where a calculated number happens to equal another input, or what is read of one.

    That two inputs are equal is a condition of its own: `v != w or count([*xs, v], w) == count(xs, w) + 1`.

    >>> equalities = ["==", ["-", "n", 1], ["len", "xs"]], ["==", "n", "m"]
    >>> trees = (["or", ["not", one], ["==", "f", "s"]] for one in equalities)
    >>> [holds_for_equal_sums(Claim(Form.CONNECTIVE, tree, frozenset({"f", "s"}))) for tree in trees]
    [True, False]
    """
    for part in claim.tree[1:]:
        match part:
            case ["not", ["==", *sides]] if not mentions(["==", *sides], claim.outputs):
                is_calculated = any(isinstance(side, list) and side[0] in ARITHMETIC for side in sides)
                if is_calculated and not any(isinstance(side, int | float) for side in sides):
                    return True
    return False
