"""The operators of output relations, as values: the one table that grammar, kernel, meaning and printer share."""

from dataclasses import dataclass
from enum import Enum


class Sort(Enum):
    """What an expression stands for; whether a number is an int or a float is derived, not a sort."""

    NUMBER = "number"
    BOOLEAN = "boolean"


@dataclass(frozen=True, slots=True)
class Operator:
    """One operator; `code` is its number in packed rows, `symbol` its name in JSON."""

    code: int
    symbol: str
    arguments: tuple[Sort, ...]
    result: Sort
    commutative: bool = False

    @property
    def arity(self) -> int:
        """How many operands follow it in prefix order."""
        return len(self.arguments)


ADD, SUBTRACT, MULTIPLY, DIVIDE, ABSOLUTE = range(5)
EQUAL, LESS, LESS_EQUAL = range(5, 8)
AND, OR, XOR, IFF, IMPLIES, NOT = range(8, 14)
INT_CONSTANT, FLOAT_CONSTANT = 14, 15
FIRST_VARIABLE = 32
PADDING = -1

_NUMBERS = (Sort.NUMBER, Sort.NUMBER)
_BOOLEANS = (Sort.BOOLEAN, Sort.BOOLEAN)

OPERATORS = (
    Operator(ADD, "+", _NUMBERS, Sort.NUMBER, commutative=True),
    Operator(SUBTRACT, "-", _NUMBERS, Sort.NUMBER),
    Operator(MULTIPLY, "*", _NUMBERS, Sort.NUMBER, commutative=True),
    Operator(DIVIDE, "/", _NUMBERS, Sort.NUMBER),
    Operator(ABSOLUTE, "abs", (Sort.NUMBER,), Sort.NUMBER),
    Operator(EQUAL, "==", _NUMBERS, Sort.BOOLEAN, commutative=True),
    Operator(LESS, "<", _NUMBERS, Sort.BOOLEAN),
    Operator(LESS_EQUAL, "<=", _NUMBERS, Sort.BOOLEAN),
    Operator(AND, "and", _BOOLEANS, Sort.BOOLEAN, commutative=True),
    Operator(OR, "or", _BOOLEANS, Sort.BOOLEAN, commutative=True),
    Operator(XOR, "xor", _BOOLEANS, Sort.BOOLEAN, commutative=True),
    Operator(IFF, "iff", _BOOLEANS, Sort.BOOLEAN, commutative=True),
    Operator(IMPLIES, "implies", _BOOLEANS, Sort.BOOLEAN),
    Operator(NOT, "not", (Sort.BOOLEAN,), Sort.BOOLEAN),
)
BY_SYMBOL = {operator.symbol: operator for operator in OPERATORS}
COMPARISONS = (EQUAL, LESS, LESS_EQUAL)


def arity(code: int) -> int:
    """How many operands a code takes; none for constants and variables.

    >>> arity(ADD), arity(NOT), arity(FIRST_VARIABLE)
    (2, 1, 0)
    """
    return OPERATORS[code].arity if 0 <= code < len(OPERATORS) else 0
