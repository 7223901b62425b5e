"""Output relations as values: prefix codes, constants and the variables they speak about."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from math import isfinite
from typing import Any

from genmorph.model import Execution, Kind, Output, Parameter, UsageError
from genmorph.relations import operators as op
from genmorph.relations.operators import Sort, arity, operation_of, sequence_code
from genmorph.settings import EQUALITIES, EXPRESSIONS
from genmorph.values.registered import AppliedChange
from genmorph.values.steps import Each, Path, is_dict, paths_into

TEXT_OF_NUMBER = sequence_code(op.TEXT_OF, op.TEXT)
_NEVER_EXACT = (op.MIN, op.MAX, op.ELEMENT)
"""These are NaN where there is no such element, which only tolerant comparisons find equal to itself."""

Tree = Any
"""The nested form: a variable's name, a number, or `[symbol, operand, ...]`."""


class Role(Enum):
    """Which place of a pair a variable reads.

    A chained input is a source's input in whose place the follow-up has the source's output. A changed output is a
    source's output after a change that its kind states. An error is the name of the exception's type, or "".
    """

    SOURCE_INPUT = "source input"
    CHAINED_INPUT = "chained input"
    FOLLOW_UP_INPUT = "follow-up input"
    SOURCE_OUTPUT = "source output"
    FOLLOW_UP_OUTPUT = "follow-up output"
    CHANGED_OUTPUT = "changed output"
    SOURCE_ERROR = "source error"
    FOLLOW_UP_ERROR = "follow-up error"


INPUT_ROLES = frozenset({Role.SOURCE_INPUT, Role.CHAINED_INPUT, Role.FOLLOW_UP_INPUT})
OUTPUT_ROLES = frozenset({Role.SOURCE_OUTPUT, Role.FOLLOW_UP_OUTPUT, Role.CHANGED_OUTPUT})
SOURCE_SIDE = frozenset({Role.SOURCE_OUTPUT, Role.CHANGED_OUTPUT, Role.CHAINED_INPUT, Role.SOURCE_ERROR})
FOLLOW_UP_SIDE = frozenset({Role.FOLLOW_UP_OUTPUT, Role.FOLLOW_UP_ERROR})
"""A relation is metamorphic where it ties one of this side to one of the other."""


IS_NONE = " is None_"
"""What the names hold of variables that say whether an output is None."""


@dataclass(frozen=True, slots=True)
class Variable:
    """An input or output of one of the two calls; `position` is the parameter's, or the output's among the outputs.

    `change` is what is done to a changed output, with its constant; `holds_floats` is that of the output, of a chained
    input that of the output which is passed in its place; `has_records` is that of the output.
    """

    name: str
    role: Role
    kind: Kind
    position: int = 0
    change: AppliedChange | None = None
    holds_floats: bool = False
    has_records: bool = False

    @property
    def sort(self) -> Sort:
        """The sort of an expression that is this variable alone."""
        return op.SORT_OF[self.kind]

    @property
    def is_exact(self) -> bool:
        """Whether it holds no floats."""
        return self.kind not in (Kind.FLOAT, Kind.FLOATS) and not self.holds_floats

    def read(self, execution: Execution) -> Any:
        """The variable's value in one execution; sequences as lists, whatever their containers.

        What is compared as a whole stands in a list of its own.
        """
        match self.role:
            case Role.SOURCE_OUTPUT:
                return execution.source_outputs[self.position]
            case Role.FOLLOW_UP_OUTPUT:
                return execution.follow_up_outputs[self.position]
            case Role.CHANGED_OUTPUT:
                drawn = execution.source[-1] if execution.source else None
                return self.after_change(execution.source_outputs[self.position], drawn)
            case Role.SOURCE_INPUT | Role.CHAINED_INPUT:
                value = execution.source[self.position]
            case Role.FOLLOW_UP_INPUT:
                value = execution.follow_up[self.position]
            case Role.SOURCE_ERROR:
                return execution.source_error
            case Role.FOLLOW_UP_ERROR:
                return execution.follow_up_error
        if self.kind is Kind.OTHER:
            return [value]
        return list(value) if isinstance(value, tuple | bytes) else value

    @property
    def is_changeable(self) -> bool:
        """Whether kinds say what can be done to it, or to its elements, which are no records."""
        return self.kind is Kind.OTHER or (self.kind is Kind.NESTED and not self.has_records)

    def paths_of_changes(self, values: Sequence[list[Any]]) -> Iterator[tuple[Path, list[Any]]]:
        """The paths to what may be changed in such values of it, each with all that it leads to."""
        held = [element for value in values for element in value]
        if self.kind is Kind.OTHER:
            held = [element for element in held if element is not None]
        if self.kind is Kind.OTHER and not all(map(is_dict, held)):
            yield (), held
        else:
            yield from paths_into(held, EQUALITIES.steps_into_elements)

    def after_change(self, value: list[Any], drawn: Any = None) -> list[Any]:
        """What its change makes of a value: of the object in the list, or of each element of a nested sequence."""
        return [*self.each_after_change(value, drawn)]

    def each_after_change(self, value: list[Any], drawn: Any = None) -> Iterator[Any]:
        """The same one by one; an object that is missing stays so."""
        assert self.change is not None, f"{self.name} has no change"
        for element in value:
            is_missing = self.kind is Kind.OTHER and element is None
            yield element if is_missing else self.change.apply(element, drawn)

    def change_text(self, text: str) -> str:
        """Python of an output with this text after its change, where it has one."""
        if self.change is None:
            return text
        return Each().text(text, self.change.text, None) if self.kind is Kind.NESTED else self.change.text(text)

    def change_words(self, noun: str) -> str:
        """What its change does to what is called so."""
        assert self.change is not None, f"{self.name} has no change"
        words = self.change.words(noun)
        return f"{words} in each element" if self.kind is Kind.NESTED else words


def relation_variables(
    parameters: Sequence[Parameter],
    changed: Sequence[int],
    outputs: Sequence[Output],
    chained: int | None = None,
    passed: int | None = None,
) -> tuple[Variable, ...]:
    """The variables of a transformation's relations: source inputs, changed follow-up inputs, the outputs of both.

    Inputs that the transformation leaves alone appear once, since both calls get the same value; those that may be
    None do not appear. `chained` is the position of the input in whose place the follow-up has the source's output,
    `passed` the index of that output; other inputs beyond plain data do not appear. The source's outputs come before
    all of the follow-up's.
    """
    passing = None if passed is None else outputs[passed]
    known = {i: p for i, p in enumerate(parameters) if not p.is_optional and (p.kind is not Kind.OTHER or i == chained)}
    sources = [
        _chained_input(p, i, passing) if i == chained else Variable(f"{p.name}_s", Role.SOURCE_INPUT, p.kind, i)
        for i, p in known.items()
    ]
    follow_ups = [
        Variable(f"{known[i].name}_f", Role.FOLLOW_UP_INPUT, known[i].kind, i) for i in sorted(changed) if i in known
    ]
    of_outputs = [
        Variable(
            f"{output.name}_{suffix}",
            role,
            output.kind,
            i,
            holds_floats=output.holds_floats,
            has_records=output.has_records,
        )
        for role, suffix in ((Role.SOURCE_OUTPUT, "s"), (Role.FOLLOW_UP_OUTPUT, "f"))
        for i, output in enumerate(outputs)
    ]
    return (*sources, *follow_ups, *of_outputs)


def _chained_input(parameter: Parameter, position: int, passing: Output | None) -> Variable:
    """The source's input for which an output is passed; it is compared as a whole where that output is."""
    whole = passing if passing is not None and passing.kind is Kind.OTHER else Output(parameter.kind)
    return Variable(f"{parameter.name}_s", Role.CHAINED_INPUT, whole.kind, position, holds_floats=whole.holds_floats)


def changed_output(output: Variable, change: AppliedChange) -> Variable:
    """What a change makes of the source's output that the variable reads."""
    times = "" if change.times == 1 else f" {change.times} times"
    name = f"{output.name.removesuffix('_s')} {change.label} {change.constant!r}{times}_s"
    return Variable(name, Role.CHANGED_OUTPUT, output.kind, output.position, change, output.holds_floats)


def is_given(variable: Variable) -> bool:
    """Whether the signature and the transformation alone give the variable."""
    return variable.role is not Role.CHANGED_OUTPUT


ERROR_VARIABLES = (
    Variable("raised_s", Role.SOURCE_ERROR, Kind.TEXT),
    Variable("raised_f", Role.FOLLOW_UP_ERROR, Kind.TEXT),
)
"""What the relation speaks about that both calls raise the same error."""


@dataclass(frozen=True, slots=True)
class Expression:
    """A well-typed tree of at most `EXPRESSIONS.most_nodes` nodes in prefix order.

    `constants` holds the values of the constant nodes in order of appearance.

    >>> from genmorph.domain import ints
    >>> variables = relation_variables([Parameter("k", ints())], [0], [Output(Kind.INT)])
    >>> relation = Expression.from_tree(["==", "return_f", ["+", "return_s", 1]], variables)
    >>> relation.size, relation.to_tree()
    (5, ['==', 'return_f', ['+', 'return_s', 1]])
    """

    codes: tuple[int, ...]
    constants: tuple[int | float, ...]
    variables: tuple[Variable, ...]

    def __post_init__(self) -> None:
        if not 1 <= len(self.codes) <= EXPRESSIONS.most_nodes:
            raise UsageError(f"an expression must have 1 to {EXPRESSIONS.most_nodes} nodes, got {len(self.codes)}")
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
        nodes = [index for index, code in enumerate(self.codes) if code in (op.INT_CONSTANT, op.FLOAT_CONSTANT)]
        return dict(zip(nodes, self.constants, strict=True))

    @property
    def mentioned(self) -> tuple[Variable, ...]:
        """The variables that occur, in order, each as often as it does."""
        return tuple(self.variables[code - op.FIRST_VARIABLE] for code in self.codes if code >= op.FIRST_VARIABLE)

    @property
    def output_positions(self) -> frozenset[int]:
        """Which of the outputs occur."""
        return frozenset(variable.position for variable in self.mentioned if variable.role in OUTPUT_ROLES)

    def sort_of(self, code: int) -> Sort:
        """The sort that a node with this code gives."""
        return sort_of(code, self.variables)

    def mentions(self, roles: Collection[Role]) -> bool:
        """Whether any variable of one of these roles occurs."""
        return any(variable.role in roles for variable in self.mentioned)

    def to_tree(self) -> Tree:
        """The nested form that JSON files hold."""
        codes, constants = iter(self.codes), iter(self.constants)

        def read() -> Tree:
            code = next(codes)
            if code >= op.FIRST_VARIABLE:
                return self.variables[code - op.FIRST_VARIABLE].name
            if code in (op.INT_CONSTANT, op.FLOAT_CONSTANT):
                return next(constants)
            return [op.BY_CODE[code].symbol, *(read() for _ in range(arity(code)))]

        return read()

    @classmethod
    def from_tree(cls, tree: Tree, variables: Sequence[Variable]) -> "Expression":
        """Read the nested form; raises UsageError where it is malformed or ill typed."""
        position = {variable.name: index for index, variable in enumerate(variables)}
        codes: list[int] = []
        constants: list[int | float] = []

        def write(node: Tree) -> Sort:
            """Append the codes of a node; its sort, which decides between operators that share a symbol."""
            match node:
                case str() if node in position:
                    codes.append(op.FIRST_VARIABLE + position[node])
                    return variables[position[node]].sort
                case bool():
                    raise UsageError(f"an expression has no Boolean constants, got {node!r}")
                case int() | float():
                    codes.append(op.INT_CONSTANT if isinstance(node, int) else op.FLOAT_CONSTANT)
                    constants.append(node)
                    return Sort.NUMBER
                case [str() as symbol, *operands] if symbol in op.BY_SYMBOL:
                    first, place = op.BY_SYMBOL[symbol][0], len(codes)
                    if len(operands) == first.arity:
                        codes.append(first.code)
                        sorts = tuple(write(operand) for operand in operands)
                        # Where no operator fits, the check of types finds that.
                        operator = next((o for o in op.BY_SYMBOL[symbol] if o.arguments == sorts), first)
                        codes[place] = operator.code
                        return operator.result
            raise UsageError(f"not an expression over {sorted(position)}: {node!r}")

        write(tree)
        return cls(tuple(codes), tuple(constants), tuple(variables))


def sort_of(code: int, variables: Sequence[Variable]) -> Sort:
    """The sort that a node with this code gives; numbers for constants.

    >>> sort_of(op.INT_CONSTANT, []), sort_of(op.OPERATORS[-1].code, [])
    (<Sort.NUMBER: 'number'>, <Sort.TEXT: 'text'>)
    """
    if code >= op.FIRST_VARIABLE:
        return variables[code - op.FIRST_VARIABLE].sort
    return op.BY_CODE[code].result if code in op.BY_CODE else Sort.NUMBER


def subtree_end(codes: Sequence[int], start: int) -> int:
    """The index just after the subtree that begins at `start`."""
    missing, index = 1, start
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
    """For each node, whether it is statically an int, or all its elements are: comparisons of two such are exact.

    Texts, and what holds no numbers, or none but ints, count as exact too.
    """
    result = [False] * len(codes)
    for index in range(len(codes) - 1, -1, -1):
        code = codes[index]
        operation, _ = operation_of(code) or (None, None)
        if code >= op.FIRST_VARIABLE:
            result[index] = variables[code - op.FIRST_VARIABLE].is_exact
        elif code in (op.FLOAT_CONSTANT, op.DIVIDE) or operation in _NEVER_EXACT:
            result[index] = False
        elif code == op.INT_CONSTANT or operation in (op.LENGTH, op.TEXT_OF):
            result[index] = True
        elif operation in (op.REMOVE, op.TRUNCATE):
            result[index] = result[index + 1]
        else:
            result[index] = all(result[operand] for operand in operands(codes, index))
    return tuple(result)


def _check_types(expression: Expression) -> None:
    last = op.FIRST_VARIABLE + len(expression.variables)
    known = {*op.BY_CODE, op.INT_CONSTANT, op.FLOAT_CONSTANT, *range(op.FIRST_VARIABLE, last)}
    if not set(expression.codes) <= known:
        raise UsageError(f"codes must be of operators, constants or variables, got {expression.codes}")
    if not all(isfinite(constant) for constant in expression.constants):
        raise UsageError(f"constants must be finite, got {expression.constants}")
    stack: list[Sort] = []
    try:
        for code in reversed(expression.codes):
            wanted = op.BY_CODE[code].arguments if code in op.BY_CODE else ()
            if any(stack.pop() is not sort for sort in wanted):
                raise UsageError(f"ill-typed operand of {op.BY_CODE[code].symbol} in {expression.codes}")
            stack.append(expression.sort_of(code))
    except IndexError:
        raise UsageError(f"malformed prefix codes: {expression.codes}") from None
    constants = sum(code in (op.INT_CONSTANT, op.FLOAT_CONSTANT) for code in expression.codes)
    if len(stack) != 1 or constants != len(expression.constants):
        raise UsageError(f"malformed prefix codes: {expression.codes} with {len(expression.constants)} constants")
    if not writes_ints_only(expression.codes, expression.variables):
        raise UsageError(f"only ints must be turned into text, got {expression.codes}")


def writes_ints_only(codes: Sequence[int], variables: Sequence[Variable]) -> bool:
    """Whether what is turned into text is statically an int: floats never are."""
    if TEXT_OF_NUMBER not in codes:
        return True
    exact = int_nodes(codes, variables)
    return all(exact[index + 1] for index, code in enumerate(codes) if code == TEXT_OF_NUMBER)
