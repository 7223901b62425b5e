"""Statements within a relation, and what is odd about their shape."""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum, auto
from typing import Any

from genmorph.relations.algebra import leaves, mentions, opaque_parts
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

    `f(x + 1) >= f(x) - 4` and `f(x + 1) <= f(x) + x` are simple; `f(x + 1) >= 2 - 2 * f(x)` and `f(x + 1) <= x - f(x)`
    are lines that were put through what was seen.
    """
    terms = list(terms_of(["-", *claim.tree[1:]]))
    factors = [factor for part, factor in terms if part is not None and mentions_outputs(part, claim)]
    has_inputs = len(factors) < sum(part is not None for part, _ in terms)
    is_distance = len(factors) == 2 and sum(factors) == 0
    return len(factors) > 1 and not is_distance and (has_inputs or bool(offset_of(claim.tree)))


def measures_oddly(tree: Tree, texts: frozenset[str], *, is_ordered: bool = True) -> bool:
    """Whether the relation speaks of the lengths of these texts, and not simply of how they differ.

    `len(f(s + t)) == len(f(s)) + len(t)` is simple and, where `is_ordered`, `len(f(s + t)) >= len(f(s))`. A bound with
    a number, or what holds on a condition only, was fitted to the texts that were seen.

    >>> texts = frozenset(["f", "s"])
    >>> measures_oddly(["==", ["len", "f"], ["+", ["len", "s"], 2]], texts)
    False
    >>> measures_oddly(["<", ["len", "f"], ["+", ["len", "s"], 2]], texts)
    True
    """
    comparisons = (atom for atom in atoms(tree) if atom[0] == "==" or atom[0] in ORDERS)
    compared = [part for comparison in comparisons for side in comparison[1:] for part in opaque_parts(side)]
    lengths = [part for part in compared if part[0] == "len" and mentions(part, texts)]
    if not lengths:
        return False
    match tree:
        case [symbol, ["len", str()], ["len", str()]] if symbol in ORDERS:
            return not is_ordered
        case ["==", a, b]:
            factors: dict[str, float] = {}
            for part, factor in terms_of(["-", a, b]):
                factors[repr(part)] = factors.get(repr(part), 0) + factor
            signs = {factors.get(repr(part), 0) > 0 for part in lengths}
            is_simple = all(size_of(part) <= 1 for part in compared)
            return len(signs) < 2 or not is_simple or sum(map(bool, factors.values())) > SHAPES.terms_of_lengths
    return True


def cuts_oddly(tree: Tree, texts: frozenset[str]) -> bool:
    """Whether the relation takes pieces of these texts, and not simply the same one of both or one that equals a whole.

    On a condition only the latter is simple, and what is in a text, or begins or ends it, is a whole.

    >>> texts = frozenset(["f", "s"])
    >>> cuts_oddly(["==", ["truncate", "f", 2], ["truncate", "s", 2]], texts)
    False
    >>> cuts_oddly(["==", ["truncate", "f", 2], ["remove", "s", 0]], texts)
    True
    >>> cuts_oddly(["startswith", ["flip", "f"], ["flip", "s"]], texts)  # f ends with s
    False
    >>> cuts_oddly(["contains", "f", ["remove", "s", 0]], texts), cuts_oddly(["contains", ["lower", "f"], "s"], texts)
    (True, True)
    """
    claims = list(atoms(tree))
    cuts = [[one for one in operations_of(claim) if one[0] in PLACED and mentions(one[1], texts)] for claim in claims]
    if any(_changes_parts(claim, texts) for claim in claims) or sum(map(bool, cuts)) > 1:
        return True
    for _, text, place in (one for ones in cuts for one in ones):
        if not _is_whole(text, is_flipped=text[0] == "flip") or (len(claims) > 1 and isinstance(place, list | str)):
            return True
    places = [(one[0], one[1][0] == "flip", one[2]) for ones in cuts for one in ones]
    return len(places) > 1 and (len(claims) > 1 or places[1:] != places[:-1])


def _changes_parts(claim: Tree, texts: frozenset[str]) -> bool:
    """Whether it says what is in a text, or begins or ends it, and changes one of the two."""
    if claim[0] not in MEMBERSHIPS:
        return False
    are_flipped = all(isinstance(side, list) and side[0] == "flip" for side in claim[1:])
    return not all(not mentions(side, texts) or _is_whole(side, is_flipped=are_flipped) for side in claim[1:])


def _is_whole(text: Tree, *, is_flipped: bool) -> bool:
    return isinstance(text[1] if is_flipped else text, str)


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


def joins_compounds(claim: Claim) -> bool:
    """Whether one of the joined claims is itself made of several."""
    return not all(map(is_atomic, claim.tree[1:]))


def has_long_order(claim: Claim) -> bool:
    """Whether one of the joined claims orders long terms."""
    parts = [atom for side in claim.tree[1:] for atom in atoms(side)]
    return any(atom[0] in ORDERS and joints_of(atom) > SHAPES.most_joints for atom in parts)


def has_no_condition(claim: Claim) -> bool:
    """Whether neither part is a simple condition, nor are both short equalities, of which one must hold."""
    _, a, b = claim.tree
    are_short = a[0] == b[0] == "==" and size_of(a) + size_of(b) <= SHAPES.longest_alternatives
    return not (is_condition(a, claim.outputs) or is_condition(b, claim.outputs) or are_short)
