"""Laws: the named shapes of relations that people write, such as invariance, homogeneity and monotonicity."""

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from enum import IntEnum
from itertools import combinations, product
from typing import Any

from genmorph.relations.expression import IS_NONE, Expression, Role, Variable
from genmorph.relations.operators import BY_SYMBOL, Sort

Tree = Any
"""The nested form of an expression."""


@dataclass(frozen=True, slots=True)
class Terms:
    """What the instances of a law are made of: an output of both calls, numbers, and names of other variables.

    `given` are the names of numbers among the source's inputs, `arguments` also lengths of others and products of two,
    `multiples` such numbers times a constant, `passed_on` the input in whose place the follow-up has the source's
    output, and `changed` what changes make of the source's output. `has_nan` says that the output may be NaN, which is
    not ordered.
    """

    source: str
    follow_up: str
    sort: Sort
    numbers: Sequence[int | float] = ()
    given: Sequence[str] = ()
    arguments: Sequence[Tree] = ()
    multiples: Sequence[Tree] = ()
    passed_on: Sequence[str] = ()
    changed: Sequence[str] = ()
    has_nan: bool = False


class Rank(IntEnum):
    """What a law says of the output, what says most first."""

    EQUALITY = 0
    """What it is."""
    LENGTH = 1
    """How long it is."""
    BOUND = 2
    """What it is not beyond."""


Shape = Callable[[Terms], Iterator[Tree]]


@dataclass(frozen=True, slots=True)
class Law:
    """A named shape: its formula to read, its instances, and what it is called under certain changes of the input.

    The formula writes the follow-up's output as `f(T(x))`. `names` are by what `Transformation.does` says of it, and so
    are `names_for_any`, for changes by an amount that is drawn.
    Where `under` is not empty, it is a law only under these changes. The `rank` says how much it says.
    """

    name: str
    formula: str
    shapes: Shape
    names: dict[str, str] = field(default_factory=dict)
    names_for_any: dict[str, str] = field(default_factory=dict)
    under: frozenset[str] = frozenset()
    rank: Rank = Rank.EQUALITY

    @property
    def is_bound(self) -> bool:
        """Whether it bounds the output rather than says what it is."""
        return self.rank is Rank.BOUND

    def named(self, does: str, *, for_any: bool = False) -> str:
        """What it is called where the change of the input does this; `for_any` where it draws by how much.

        >>> law_named("invariance").named("swaps"), law_named("invariance").named("")
        ('symmetry', 'invariance')
        >>> law_named("invariance").named("adds"), law_named("invariance").named("adds", for_any=True)
        ('periodicity', 'translation invariance')
        """
        names = self.names | self.names_for_any if for_any else self.names
        return names.get(does, self.name)

    def holds_under(self, does: str) -> bool:
        """Whether it is a law where the change of the input does this."""
        return not self.under or does in self.under


def equal(sort: Sort, left: Tree, right: Tree) -> Tree:
    """That two values of a sort are equal."""
    return ["iff" if sort is Sort.BOOLEAN else "==", left, right]


def _invariance(terms: Terms) -> Iterator[Tree]:
    yield equal(terms.sort, terms.follow_up, terms.source)


def _negation(terms: Terms) -> Iterator[Tree]:
    if terms.sort is Sort.NUMBER:
        yield ["==", terms.follow_up, ["-", 0, terms.source]]
    if terms.sort is Sort.BOOLEAN:
        yield ["xor", terms.follow_up, terms.source]


def _complement(terms: Terms) -> Iterator[Tree]:
    if terms.sort is Sort.NUMBER:
        for part in (*terms.numbers, *terms.arguments):
            yield ["==", terms.follow_up, ["-", part, terms.source]]


def _scaling(terms: Terms) -> Iterator[Tree]:
    if terms.sort is Sort.NUMBER:
        for part, symbol in product((*terms.numbers, *terms.arguments), ("*", "/")):
            yield ["==", terms.follow_up, [symbol, terms.source, part]]
        for part in terms.arguments:
            yield ["==", terms.follow_up, ["*", terms.source, ["*", part, part]]]
    if terms.sort is Sort.NUMBERS:
        for part in (*terms.numbers, *terms.arguments):
            yield ["==", terms.follow_up, ["scale each", terms.source, part]]


def _shift(terms: Terms) -> Iterator[Tree]:
    if terms.sort is Sort.NUMBER:
        for part, symbol in product((*terms.numbers, *terms.arguments, *terms.multiples), "+-"):
            yield ["==", terms.follow_up, [symbol, terms.source, part]]
    if terms.sort is Sort.NUMBERS:
        for part in (*terms.numbers, *terms.arguments):
            yield ["==", terms.follow_up, ["add each", terms.source, part]]


def _has(symbol: str, sort: Sort) -> bool:
    return any(operator.arguments[0] is sort for operator in BY_SYMBOL[symbol])


def _equivariance(terms: Terms) -> Iterator[Tree]:
    if _has("flip", terms.sort):
        yield ["==", terms.follow_up, ["flip", terms.source]]
    for changed in terms.changed:
        yield ["==", terms.follow_up, changed]


def _doubling(terms: Terms) -> Iterator[Tree]:
    if _has("concatenate", terms.sort):
        yield ["==", terms.follow_up, ["concatenate", terms.source, terms.source]]


def _truncation(terms: Terms) -> Iterator[Tree]:
    if _has("truncate", terms.sort):
        for name in terms.given:
            yield ["==", terms.follow_up, ["truncate", terms.source, name]]


def _prefix(terms: Terms) -> Iterator[Tree]:
    if _has("startswith", terms.sort):
        yield ["startswith", terms.source, terms.follow_up]


def _round_trip(terms: Terms) -> Iterator[Tree]:
    for name in terms.passed_on:
        yield equal(terms.sort, terms.follow_up, name)


def _monotonicity(terms: Terms) -> Iterator[Tree]:
    symbol = {Sort.NUMBER: "<=", Sort.BOOLEAN: "implies"}.get(terms.sort)
    if symbol is not None:
        yield [symbol, terms.source, terms.follow_up]
        yield [symbol, terms.follow_up, terms.source]
    if terms.sort is Sort.NUMBER and terms.has_nan:
        yield ["not", ["<", terms.follow_up, terms.source]]
        yield ["not", ["<", terms.source, terms.follow_up]]


def _exclusion(terms: Terms) -> Iterator[Tree]:
    if terms.sort is Sort.BOOLEAN and IS_NONE not in terms.source:
        yield ["not", ["and", terms.follow_up, terms.source]]


def _totality(terms: Terms) -> Iterator[Tree]:
    if terms.sort is Sort.BOOLEAN and IS_NONE not in terms.source:
        yield ["or", terms.follow_up, terms.source]


def _length(terms: Terms) -> Iterator[Tree]:
    if _has("len", terms.sort):
        source, follow_up = ["len", terms.source], ["len", terms.follow_up]
        yield ["==", follow_up, source]
        for number, symbol in product(terms.numbers, "+-*"):
            yield ["==", follow_up, [symbol, source, number]]


LAWS = (
    Law(
        "invariance",
        "f(T(x)) == f(x)",
        _invariance,
        names={
            "adds": "periodicity",
            "negates": "evenness",
            "scales": "scale invariance",
            "mirrors": "reflection symmetry",
            "swaps": "symmetry",
            "exchanges": "symmetry",
            "reorders": "order invariance",
            "sorts": "order invariance",
            "replaces": "independence",
            "passes on": "idempotence",
        },
        names_for_any={"adds": "translation invariance"},
    ),
    Law("round trip", "f(T(f(x))) == x", _round_trip, names={"passes on": "involution"}),
    Law("equivariance", "f(T(x)) == U(f(x))", _equivariance),
    Law("truncation", "f(x[:n]) == f(x)[:n]", _truncation, under=frozenset({"cuts"})),
    Law(
        "sign change",
        "f(T(x)) == -f(x)",
        _negation,
        names={"negates": "oddness", "mirrors": "point symmetry", "swaps": "antisymmetry", "exchanges": "antisymmetry"},
    ),
    Law("scaling", "f(T(x)) == f(x) * k", _scaling, names={"scales": "homogeneity"}),
    Law("shift", "f(T(x)) == f(x) + k", _shift, names={"adds": "additivity"}),
    Law("complement", "f(T(x)) == c - f(x)", _complement),
    Law("doubling", "f(T(x)) == f(x) + f(x)", _doubling),
    Law("length", "len(f(T(x))) == len(f(x)) + k", _length, rank=Rank.LENGTH),
    Law("prefix", "f(x).startswith(f(x[:n]))", _prefix, under=frozenset({"cuts"}), rank=Rank.LENGTH),
    Law(
        "monotonicity",
        "f(T(x)) >= f(x)",
        _monotonicity,
        under=frozenset({"adds", "grows"}),
        rank=Rank.BOUND,
    ),
    Law(
        "exclusion",
        "not (f(T(x)) and f(x))",
        _exclusion,
        names={"swaps": "asymmetry", "exchanges": "asymmetry"},
        under=frozenset({"swaps", "exchanges", "negates"}),
        rank=Rank.BOUND,
    ),
    Law("totality", "f(T(x)) or f(x)", _totality, under=frozenset({"swaps", "exchanges"}), rank=Rank.BOUND),
)
"""All laws, those that say most first: an equality of whole outputs, then of their lengths, then bounds."""


def law_named(name: str) -> Law:
    """The law of this name."""
    return next(law for law in LAWS if law.name == name)


def _multiple(slope: int | float, tree: Tree) -> Tree:
    """A multiple, as people write it: a third of something is divided by 3.

    >>> _multiple(1 / 3, "k"), _multiple(-0.5, "k"), _multiple(0.3, "k")
    (['/', 'k', 3], ['/', 'k', -2], ['*', 0.3, 'k'])
    """
    divisor = round(1 / slope) if 0 < abs(slope) < 1 and math.isfinite(1 / slope) else 0
    return ["/", tree, divisor] if divisor and 1 / divisor == slope else ["*", slope, tree]


def terms_of(
    variables: Sequence[Variable],
    numbers: Callable[[Variable, Variable], Sequence[int | float]],
    slopes: Callable[[Variable, Variable, Sequence[Variable]], Sequence[int | float]],
    has_nan: Callable[[Variable, Variable], bool] = lambda *_: False,
) -> Iterator[Terms]:
    """What instances are made of, for each output that both calls have.

    `numbers` are those worth a try for the output, `slopes` those by which it may grow for each 1 of an input, or of
    the product of two. `has_nan` says whether some of both outputs are NaN.
    """
    follow_ups = {(v.position, v.kind): v for v in variables if v.role is Role.FOLLOW_UP_OUTPUT}
    inputs = [v for v in variables if v.role is Role.SOURCE_INPUT]
    given = [v for v in inputs if v.sort is Sort.NUMBER]
    arguments: list[Tree] = [v.name for v in given]
    lengths = [["len", v.name] for v in inputs if _has("len", v.sort)]
    products = [*product(arguments, lengths), *combinations(arguments, 2)]
    arguments += [*lengths, *(["*", one, other] for one, other in products)]
    for source in variables:
        follow_up = follow_ups.get((source.position, source.kind))
        if source.role is not Role.SOURCE_OUTPUT or follow_up is None:
            continue
        passed_on = [v.name for v in variables if v.role is Role.CHAINED_INPUT and v.sort is source.sort]
        changed = [v.name for v in variables if v.role is Role.CHANGED_OUTPUT and v.position == source.position]
        worth = numbers(source, follow_up)
        multiples: list[Tree] = [_multiple(slope, v.name) for v in given for slope in slopes(source, follow_up, [v])]
        pairs = combinations(given, 2)
        multiples += [
            _multiple(slope, ["*", a.name, b.name]) for a, b in pairs for slope in slopes(source, follow_up, [a, b])
        ]
        names, nan = [v.name for v in given], has_nan(source, follow_up)
        outputs = source.name, follow_up.name
        yield Terms(*outputs, source.sort, worth, names, arguments, multiples, passed_on, changed, nan)


def law_of(expression: Expression, does: str) -> Law | None:
    """The law that a relation is an instance of, where the change of the input does this; None where it is of none.

    The order of commutative operands does not matter, and what always grows is monotone, too.

    >>> from genmorph.domain import ints
    >>> from genmorph.model import Kind, Output, Parameter
    >>> from genmorph.relations.expression import relation_variables
    >>> variables = relation_variables([Parameter("k", ints())], [0], [Output(Kind.INT)])
    >>> trees = (["==", ["*", 8, "return_s"], "return_f"], ["<=", "return_f", "return_s"])
    >>> found = [law_of(Expression.from_tree(tree, variables), "scales") for tree in trees]
    >>> found[0].named("scales"), found[1]
    ('homogeneity', None)
    >>> law_of(Expression.from_tree(["<", "return_s", "return_f"], variables), "adds").name
    'monotonicity'
    """
    tree, mentioned = _ordered(_plain(expression.to_tree())), expression.mentioned
    places = {variable.position for variable in mentioned if variable.role is Role.FOLLOW_UP_OUTPUT}
    of_these = [v for v in expression.variables if v.role is Role.SOURCE_OUTPUT and v.position in places]

    numbers = expression.constants
    slopes = [*numbers, *(1 / number for number in numbers if isinstance(number, int) and abs(number) > 1)]
    known = [*dict.fromkeys((*of_these, *mentioned))]
    for terms in terms_of(known, lambda *_: numbers, lambda *_: slopes, lambda *_: True):
        for law in LAWS:
            if law.holds_under(does) and tree in map(_ordered, law.shapes(terms)):
                return law
    return None


def _plain(tree: Tree) -> Tree:
    """The same in the form that laws have; what always grows is monotone, too."""
    match tree:
        case ["<", one, other]:
            return ["<=", one, other]
        case ["not", ["<=", one, other]]:
            return ["not", ["<", one, other]]
        case ["or", ["not", one], ["not", other]]:
            return ["not", ["and", one, other]]
    return tree


def _ordered(tree: Tree) -> Tree:
    """The same with commutative operands in a fixed order, and half of something as a quotient."""
    if not isinstance(tree, list):
        return tree
    symbol, *parts = [tree[0], *map(_ordered, tree[1:])]
    if symbol == "*" and any(isinstance(part, float) for part in parts):
        number, other = parts if isinstance(parts[0], float) else parts[::-1]
        symbol, *parts = _multiple(number, other)
    is_commutative = any(operator.commutative for operator in BY_SYMBOL[symbol])
    return [symbol, *(sorted(parts, key=repr) if is_commutative else parts)]
