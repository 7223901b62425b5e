"""Output relations as values: prefix codes, constants and the variables they speak about."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from math import isfinite
from typing import Any

from genmorph.model import Execution, Kind, Parameter, UsageError
from genmorph.relations.operators import (
    ABSOLUTE,
    ADD,
    BY_SYMBOL,
    FIRST_VARIABLE,
    FLOAT_CONSTANT,
    INT_CONSTANT,
    MULTIPLY,
    OPERATORS,
    SUBTRACT,
    Sort,
    arity,
)

MAX_SIZE = 16
EXACT = 2**53
"""Ints beyond this magnitude are not exact in float64 columns."""

Tree = Any
"""The nested form: a variable's name, a number, or `[symbol, operand, ...]`."""


class Role(Enum):
    """Which of the four places of a pair a variable reads."""

    SOURCE_INPUT = "source input"
    FOLLOW_UP_INPUT = "follow-up input"
    SOURCE_OUTPUT = "source output"
    FOLLOW_UP_OUTPUT = "follow-up output"


@dataclass(frozen=True, slots=True)
class Variable:
    """An input or output of one of the two calls; `position` is the parameter's, None for outputs."""

    name: str
    role: Role
    kind: Kind
    position: int | None = None

    @property
    def sort(self) -> Sort:
        """The sort of an expression that is this variable alone."""
        return Sort.NUMBER if self.kind.is_number else Sort.BOOLEAN

    def read(self, execution: Execution) -> Any:
        """The variable's value in one execution."""
        match self.role:
            case Role.SOURCE_OUTPUT:
                return execution.source_output
            case Role.FOLLOW_UP_OUTPUT:
                return execution.follow_up_output
            case Role.SOURCE_INPUT:
                return execution.source[self.position or 0]
            case Role.FOLLOW_UP_INPUT:
                return execution.follow_up[self.position or 0]


def relation_variables(parameters: Sequence[Parameter], changed: Sequence[int], output: Kind) -> tuple[Variable, ...]:
    """The variables of a transformation's relations: source inputs, changed follow-up inputs, both outputs.

    Inputs that the transformation leaves alone appear once, since both calls get the same value.
    """
    sources = [Variable(f"{p.name}_s", Role.SOURCE_INPUT, p.kind, i) for i, p in enumerate(parameters)]
    follow_ups = [
        Variable(f"{parameters[i].name}_f", Role.FOLLOW_UP_INPUT, parameters[i].kind, i) for i in sorted(changed)
    ]
    outputs = [
        Variable("return_s", Role.SOURCE_OUTPUT, output),
        Variable("return_f", Role.FOLLOW_UP_OUTPUT, output),
    ]
    return (*sources, *follow_ups, *outputs)


@dataclass(frozen=True, slots=True)
class Expression:
    """A well-typed tree of at most `MAX_SIZE` nodes in prefix order.

    `constants` holds the values of the constant nodes in order of appearance.

    >>> from genmorph.domain import ints
    >>> variables = relation_variables([Parameter("k", ints())], [0], Kind.INT)
    >>> relation = Expression.from_tree(["==", "return_f", ["+", "return_s", 1]], variables)
    >>> relation.size, relation.to_tree()
    (5, ['==', 'return_f', ['+', 'return_s', 1]])
    """

    codes: tuple[int, ...]
    constants: tuple[int | float, ...]
    variables: tuple[Variable, ...]

    def __post_init__(self) -> None:
        if not 1 <= len(self.codes) <= MAX_SIZE:
            raise UsageError(f"an expression must have 1 to {MAX_SIZE} nodes, got {len(self.codes)}")
        _check_types(self)

    @property
    def size(self) -> int:
        """The number of nodes."""
        return len(self.codes)

    @property
    def sort(self) -> Sort:
        """The sort of the whole expression."""
        return self.sort_of(self.codes[0])

    @property
    def constant_at(self) -> dict[int, int | float]:
        """The value of each constant node, by its index."""
        nodes = [index for index, code in enumerate(self.codes) if code in (INT_CONSTANT, FLOAT_CONSTANT)]
        return dict(zip(nodes, self.constants, strict=True))

    def sort_of(self, code: int) -> Sort:
        """The sort that a node with this code gives."""
        if code >= FIRST_VARIABLE:
            return self.variables[code - FIRST_VARIABLE].sort
        return OPERATORS[code].result if code < len(OPERATORS) else Sort.NUMBER

    def mentions(self, role: Role) -> bool:
        """Whether any variable of this role occurs."""
        return any(code >= FIRST_VARIABLE and self.variables[code - FIRST_VARIABLE].role is role for code in self.codes)

    def to_tree(self) -> Tree:
        """The nested form that JSON files hold."""
        codes, constants = iter(self.codes), iter(self.constants)

        def read() -> Tree:
            code = next(codes)
            if code >= FIRST_VARIABLE:
                return self.variables[code - FIRST_VARIABLE].name
            if code in (INT_CONSTANT, FLOAT_CONSTANT):
                return next(constants)
            return [OPERATORS[code].symbol, *(read() for _ in range(arity(code)))]

        return read()

    @classmethod
    def from_tree(cls, tree: Tree, variables: Sequence[Variable]) -> "Expression":
        """Read the nested form; raises UsageError where it is malformed or ill typed."""
        position = {variable.name: index for index, variable in enumerate(variables)}
        codes: list[int] = []
        constants: list[int | float] = []

        def write(node: Tree) -> None:
            match node:
                case str() if node in position:
                    codes.append(FIRST_VARIABLE + position[node])
                case bool():
                    raise UsageError(f"an expression has no Boolean constants, got {node!r}")
                case int() | float():
                    codes.append(INT_CONSTANT if isinstance(node, int) else FLOAT_CONSTANT)
                    constants.append(node)
                case [str() as symbol, *operands] if symbol in BY_SYMBOL and len(operands) == BY_SYMBOL[symbol].arity:
                    codes.append(BY_SYMBOL[symbol].code)
                    for operand in operands:
                        write(operand)
                case _:
                    raise UsageError(f"not an expression over {sorted(position)}: {node!r}")

        write(tree)
        return cls(tuple(codes), tuple(constants), tuple(variables))


def subtree_end(codes: Sequence[int], start: int) -> int:
    """The index just after the subtree that begins at `start`."""
    missing = 1
    index = start
    while missing:
        missing += arity(codes[index]) - 1
        index += 1
    return index


def operands(codes: Sequence[int], start: int) -> Iterator[int]:
    """The indices at which the operands of the node at `start` begin."""
    index = start + 1
    for _ in range(arity(codes[start])):
        yield index
        index = subtree_end(codes, index)


def int_nodes(codes: Sequence[int], variables: Sequence[Variable]) -> tuple[bool, ...]:
    """For each node, whether it is statically an int: comparisons of two such nodes are exact."""
    result = [False] * len(codes)
    for index in range(len(codes) - 1, -1, -1):
        code = codes[index]
        if code >= FIRST_VARIABLE:
            result[index] = variables[code - FIRST_VARIABLE].kind is Kind.INT
        elif code in (ADD, SUBTRACT, MULTIPLY, ABSOLUTE):
            result[index] = all(result[operand] for operand in operands(codes, index))
        else:
            result[index] = code == INT_CONSTANT
    return tuple(result)


def _check_types(expression: Expression) -> None:
    last = FIRST_VARIABLE + len(expression.variables)
    known = (*range(FLOAT_CONSTANT + 1), *range(FIRST_VARIABLE, last))
    if not set(expression.codes) <= set(known):
        raise UsageError(f"codes must be of operators, constants or variables, got {expression.codes}")
    if not all(isfinite(constant) for constant in expression.constants):
        raise UsageError(f"constants must be finite, got {expression.constants}")
    stack: list[Sort] = []
    try:
        for code in reversed(expression.codes):
            wanted = OPERATORS[code].arguments if arity(code) else ()
            if any(stack.pop() is not sort for sort in wanted):
                raise UsageError(f"ill-typed operand of {OPERATORS[code].symbol} in {expression.codes}")
            stack.append(expression.sort_of(code))
    except IndexError:
        raise UsageError(f"malformed prefix codes: {expression.codes}") from None
    constants = sum(code in (INT_CONSTANT, FLOAT_CONSTANT) for code in expression.codes)
    if len(stack) != 1 or constants != len(expression.constants):
        raise UsageError(f"malformed prefix codes: {expression.codes} with {len(expression.constants)} constants")
