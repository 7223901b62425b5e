"""The operators of output relations, as values: the one table that grammar, kernel, meaning and printer share."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import Enum, Flag, auto
from types import MappingProxyType

from genmorph.model import Kind


class Sort(Enum):
    """What an expression stands for; whether numbers are ints or floats is derived, not a sort."""

    NUMBER = "number"
    BOOLEAN = "boolean"
    TEXT = "text"
    NUMBERS = "numbers"
    BOOLEANS = "booleans"
    TEXTS = "texts"
    NESTED = "nested"
    OBJECT = "object"


SORT_OF = MappingProxyType(
    {
        Kind.INT: Sort.NUMBER,
        Kind.FLOAT: Sort.NUMBER,
        Kind.BOOL: Sort.BOOLEAN,
        Kind.TEXT: Sort.TEXT,
        Kind.INTS: Sort.NUMBERS,
        Kind.FLOATS: Sort.NUMBERS,
        Kind.BOOLS: Sort.BOOLEANS,
        Kind.TEXTS: Sort.TEXTS,
        Kind.NESTED: Sort.NESTED,
        Kind.OTHER: Sort.OBJECT,
    }
)


class Trait(Flag):
    """What is true of an operator beside its meaning."""

    ARITHMETIC = auto()
    MULTIPLIES = auto()
    COMPARISON = auto()
    """Says which of two values is larger, or that they are equal."""
    EQUALITY = auto()
    ORDER = auto()
    MEMBERSHIP = auto()
    """Says that something is a beginning or a part of something."""
    CONNECTIVE = auto()
    """Joins two claims, of which one may decide alone."""
    EQUIVALENCE = auto()
    """Compares two truth values."""
    PLACED = auto()
    """The second operand is a place or a size."""
    INVERTIBLE = auto()
    """An operand can be computed from the result and the other operand, but for zeros."""
    ORDERLESS = auto()
    """The order of the operand's elements changes nothing."""


_NO_TRAIT = Trait(0)


@dataclass(frozen=True, slots=True)
class Operator:
    """One operator; `code` is its number in packed rows, `symbol` its name in JSON.

    Operators on different sorts share a symbol, and all traits, where they mean the same.
    """

    code: int
    symbol: str
    arguments: tuple[Sort, ...]
    result: Sort
    traits: Trait = _NO_TRAIT
    commutative: bool = False

    @property
    def arity(self) -> int:
        """How many operands follow it in prefix order."""
        return len(self.arguments)


ADD, SUBTRACT, MULTIPLY, DIVIDE, ABSOLUTE = range(5)
EQUAL, LESS, LESS_EQUAL = range(5, 8)
AND, OR, XOR, IFF, IMPLIES, NOT = range(8, 14)
INT_CONSTANT, FLOAT_CONSTANT = 14, 15
FIRST_SEQUENCE = 32
"""Codes from here on are operations on texts and sequences: `FIRST_SEQUENCE + STRIDE * operation + sort`."""
STRIDE = 8
TEXT, NUMBERS, BOOLEANS, TEXTS, NESTED, OBJECT = range(6)
"""The sorts of texts and sequences within such a code; an object is the only element of a list."""
(
    LENGTH,
    SAME,
    FLIP,
    REMOVE,
    TRUNCATE,
    CONCATENATE,
    PREFIX,
    SORTED,
    CONTAINS,
    SUM,
    MIN,
    MAX,
    ELEMENT,
    ADD_EACH,
    SCALE_EACH,
    UPPER,
    LOWER,
    TEXT_OF,
) = range(18)
"""The operations within such a code."""
FIRST_VARIABLE = FIRST_SEQUENCE + STRIDE * 18
PADDING = -1
_NUMBERS = (Sort.NUMBER, Sort.NUMBER)
_BOOLEANS = (Sort.BOOLEAN, Sort.BOOLEAN)
_SORTS = (Sort.TEXT, Sort.NUMBERS, Sort.BOOLEANS, Sort.TEXTS, Sort.NESTED, Sort.OBJECT)
_ALL = (TEXT, NUMBERS, BOOLEANS, TEXTS, NESTED)
_TRANSPARENT = (TEXT, NUMBERS, BOOLEANS, TEXTS)
"""The sorts whose values are taken apart and put together; nested ones are only compared, measured, flipped and cut."""


def sequence_code(operation: int, sort: int) -> int:
    """The code of an operation on texts or sequences of one sort."""
    return FIRST_SEQUENCE + STRIDE * operation + sort


def operation_of(code: int) -> tuple[int, int] | None:
    """The operation and the sort behind a code; None for other operators, constants and variables.

    >>> operation_of(sequence_code(FLIP, NUMBERS)) == (FLIP, NUMBERS), operation_of(ADD)
    (True, None)
    """
    if not FIRST_SEQUENCE <= code < FIRST_VARIABLE:
        return None
    return (code - FIRST_SEQUENCE) // STRIDE, (code - FIRST_SEQUENCE) % STRIDE


def _on_sequences() -> Iterator[Operator]:
    """The operations on texts and sequences, one operator for each sort that has them."""

    def on(
        operation: int, sorts: tuple[int, ...], symbol: str, *more: Sort | None, traits: Trait = _NO_TRAIT
    ) -> Iterator[Operator]:
        """None stands for the sort itself; the last of `more` is the result."""
        for sort in sorts:
            own = _SORTS[sort]
            *arguments, result = (own if other is None else other for other in (None, *more))
            yield Operator(sequence_code(operation, sort), symbol, tuple(arguments), result, traits, operation == SAME)

    yield from on(LENGTH, _ALL, "len", Sort.NUMBER, traits=Trait.ORDERLESS)
    yield from on(SAME, (*_ALL, OBJECT), "==", None, Sort.BOOLEAN, traits=_EQUAL)
    yield from on(FLIP, _ALL, "flip", None, traits=Trait.INVERTIBLE)
    yield from on(REMOVE, _TRANSPARENT, "remove", Sort.NUMBER, None, traits=Trait.PLACED)
    yield from on(TRUNCATE, _ALL, "truncate", Sort.NUMBER, None, traits=Trait.PLACED)
    yield from on(CONCATENATE, _TRANSPARENT, "concatenate", None, None, traits=Trait.INVERTIBLE)
    yield from on(PREFIX, _ALL, "startswith", None, Sort.BOOLEAN, traits=Trait.MEMBERSHIP)
    yield from on(SORTED, (NUMBERS, TEXTS), "sorted", None, traits=Trait.ORDERLESS)
    yield from on(CONTAINS, (TEXT,), "contains", None, Sort.BOOLEAN, traits=Trait.MEMBERSHIP)
    yield from on(CONTAINS, (NUMBERS,), "contains", Sort.NUMBER, Sort.BOOLEAN, traits=Trait.MEMBERSHIP)
    for operation, symbol in ((SUM, "sum"), (MIN, "min"), (MAX, "max")):
        yield from on(operation, (NUMBERS,), symbol, Sort.NUMBER, traits=Trait.ORDERLESS)
    yield from on(ELEMENT, (NUMBERS,), "element", Sort.NUMBER, Sort.NUMBER, traits=Trait.PLACED)
    yield from on(ADD_EACH, (NUMBERS,), "add each", Sort.NUMBER, None)
    yield from on(SCALE_EACH, (NUMBERS,), "scale each", Sort.NUMBER, None, traits=Trait.MULTIPLIES)
    yield from on(UPPER, (TEXT,), "upper", None)
    yield from on(LOWER, (TEXT,), "lower", None)
    yield Operator(sequence_code(TEXT_OF, TEXT), "str", (Sort.NUMBER,), Sort.TEXT)


_CALCULATES = Trait.ARITHMETIC | Trait.INVERTIBLE
_EQUAL = Trait.COMPARISON | Trait.EQUALITY
_ORDER = Trait.COMPARISON | Trait.ORDER

OPERATORS = (
    Operator(ADD, "+", _NUMBERS, Sort.NUMBER, _CALCULATES, commutative=True),
    Operator(SUBTRACT, "-", _NUMBERS, Sort.NUMBER, _CALCULATES),
    Operator(MULTIPLY, "*", _NUMBERS, Sort.NUMBER, _CALCULATES | Trait.MULTIPLIES, commutative=True),
    Operator(DIVIDE, "/", _NUMBERS, Sort.NUMBER, _CALCULATES),
    Operator(ABSOLUTE, "abs", (Sort.NUMBER,), Sort.NUMBER, Trait.ARITHMETIC),
    Operator(EQUAL, "==", _NUMBERS, Sort.BOOLEAN, _EQUAL, commutative=True),
    Operator(LESS, "<", _NUMBERS, Sort.BOOLEAN, _ORDER),
    Operator(LESS_EQUAL, "<=", _NUMBERS, Sort.BOOLEAN, _ORDER),
    Operator(AND, "and", _BOOLEANS, Sort.BOOLEAN, Trait.CONNECTIVE, commutative=True),
    Operator(OR, "or", _BOOLEANS, Sort.BOOLEAN, Trait.CONNECTIVE, commutative=True),
    Operator(XOR, "xor", _BOOLEANS, Sort.BOOLEAN, Trait.EQUIVALENCE, commutative=True),
    Operator(IFF, "iff", _BOOLEANS, Sort.BOOLEAN, Trait.EQUIVALENCE | Trait.EQUALITY, commutative=True),
    Operator(IMPLIES, "implies", _BOOLEANS, Sort.BOOLEAN, Trait.CONNECTIVE),
    Operator(NOT, "not", (Sort.BOOLEAN,), Sort.BOOLEAN, Trait.INVERTIBLE),
    *_on_sequences(),
)
BY_CODE: Mapping[int, Operator] = MappingProxyType({operator.code: operator for operator in OPERATORS})
BY_SYMBOL: Mapping[str, tuple[Operator, ...]] = MappingProxyType(
    {symbol: tuple(o for o in OPERATORS if o.symbol == symbol) for symbol in {o.symbol: None for o in OPERATORS}}
)
"""All operators of one symbol have the same arity."""
COMPARISONS = (EQUAL, LESS, LESS_EQUAL)
SAMES = tuple(sequence_code(SAME, sort) for sort in (*_ALL, OBJECT))
"""The equalities of texts and sequences."""
EQUALITIES = (EQUAL, *SAMES)


def symbols_with(traits: Trait) -> frozenset[str]:
    """The symbols of the operators that have any of the traits.

    >>> sorted(symbols_with(Trait.ORDER | Trait.MEMBERSHIP))
    ['<', '<=', 'contains', 'startswith']
    """
    return frozenset(operator.symbol for operator in OPERATORS if operator.traits & traits)


def arity(code: int) -> int:
    """How many operands a code takes; none for constants and variables.

    >>> arity(ADD), arity(NOT), arity(FIRST_VARIABLE), arity(sequence_code(FLIP, TEXT))
    (2, 1, 0, 1)
    """
    operator = BY_CODE.get(code)
    return operator.arity if operator else 0
