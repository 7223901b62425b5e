"""Relations that hardly depend on the outputs, and those that claim more than random inputs can contradict.

Equalities that hold only because their tolerance hides a difference, as `f(x + 1) + 1e12 == f(x) + 1e12` does, and
relations that speak of few of the inputs only, as `x != 3 or f(x + 1) == 7` does.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import cached_property
from itertools import chain
from typing import Any

import numpy as np
from numpy.typing import NDArray

from genmorph.execution.observation import CORRECT, Column, Executions
from genmorph.fitness.kernel import Flags, Floats, Ints, Words
from genmorph.fitness.programs import Programs, pack_rows
from genmorph.fitness.scores import score
from genmorph.fitness.table import Table, build_table
from genmorph.model import Kind, Tolerance
from genmorph.relations import operators as op
from genmorph.relations.expression import Expression, Role, Variable, subtree_end
from genmorph.relations.operators import operation_of, sequence_code
from genmorph.settings import SENSITIVITY

_LETTER = "\ue000"
"""Of a private use area, and so unlikely to be among the letters of an output."""
_NOT_SHARP = (False, False)
_SHARP_OF_SEQUENCES = (False, True)
"""Equalities, prefixes and contents: that such things differ is hardly ever contradicted, whatever they hold."""

_CHANGED_A_LITTLE = (Kind.INT, Kind.FLOAT, Kind.FLOATS)
_EQUALITIES = (op.EQUAL, sequence_code(op.SAME, op.NUMBERS))
_Change = Callable[[Kind, Column, Tolerance, float], Column]
"""From a kind, a column, the tolerance and a factor."""

_Sharpness = tuple[bool, bool]
"""Whether a Boolean part is too sharp where it is claimed, and where its negation is."""

_SHARP = {op.EQUAL: (False, True), op.LESS_EQUAL: (False, True), op.LESS: (True, False)}
"""Comparisons that are not of two ints."""


def shifted(kind: Kind, column: Column, tolerance: Tolerance, times: float) -> Column:
    """Numbers and floats in sequences changed by a multiple of their tolerance; other kinds as they are.

    >>> shifted(Kind.FLOAT, np.array([100.0, -8.0]), Tolerance(relative=0.5, absolute=1.0), 2.0).tolist()
    [202.0, 2.0]
    """
    if not kind.is_number and kind is not Kind.FLOATS:
        return column
    numbers = column if kind.is_number else _elements(column)
    with np.errstate(over="ignore", invalid="ignore"):  # the largest floats, and infinite ones, are as good as others
        moved = np.asarray(numbers + times * _tolerated(numbers, tolerance))
    return moved if kind.is_number else _with_elements(column, moved.tolist())


def replaced(kind: Kind, column: Column, tolerance: Tolerance, times: float) -> Column:
    """All values and elements others: numbers as by `shifted`, ints by a whole number, Booleans negated.

    >>> replaced(Kind.BOOL, np.array([True, False]), Tolerance(), 1.0).tolist()
    [False, True]
    """
    match kind:
        case Kind.INT | Kind.FLOAT | Kind.FLOATS:
            return shifted(kind, column, tolerance, times)
        case Kind.BOOL:
            return np.logical_not(column)
        case Kind.INTS:
            numbers = _elements(column)
            change = np.ceil(abs(times) * _tolerated(numbers, tolerance))
            return _with_elements(column, (numbers + np.sign(times) * change).astype(np.int64).tolist())
        case Kind.TEXT:
            return _as_column([_LETTER * len(value) for value in column])
        case Kind.BOOLS:
            return _as_column([[not element for element in value] for value in column])
        case Kind.TEXTS:
            return _as_column([[element + _LETTER for element in value] for value in column])
        case Kind.NESTED:
            return _as_column([[[element] for element in value] for value in column])
        case Kind.OTHER:
            return _as_column([[(_LETTER, *value)] for value in column])


def extended(kind: Kind, column: Column) -> Column:
    """Texts and sequences with foreign elements at both ends."""
    foreign = _foreign(kind, column)
    return _as_column([foreign + value + foreign for value in column])


def _emptied(kind: Kind, column: Column, tolerance: Tolerance, times: float) -> Column:
    if column.dtype != np.object_ or kind is Kind.OTHER:
        return replaced(kind, column, tolerance, times)
    return _as_column([value[:0] for value in column])


def _extended(kind: Kind, column: Column, tolerance: Tolerance, times: float) -> Column:
    is_extended = column.dtype == np.object_ and kind is not Kind.OTHER
    return extended(kind, column) if is_extended else replaced(kind, column, tolerance, times)


def _foreign(kind: Kind, column: Column) -> Any:
    """Elements of that kind that are not in the column, where there are such."""
    match kind:
        case Kind.TEXT:
            return _LETTER * SENSITIVITY.foreign_elements
        case Kind.TEXTS:
            return [_LETTER] * SENSITIVITY.foreign_elements
        case Kind.NESTED:
            return [[_LETTER]] * SENSITIVITY.foreign_elements
        case Kind.BOOLS:
            return [True, False] * (SENSITIVITY.foreign_elements // 2)
    numbers = _elements(column)
    largest = int(np.max(np.abs(numbers), initial=0.0, where=np.isfinite(numbers)))
    return [2 * largest + 1 if kind is Kind.INTS else 2.0 * largest + 1.0] * SENSITIVITY.foreign_elements


def _tolerated(numbers: NDArray[Any], tolerance: Tolerance) -> Floats:
    """How far each number may be from what it should be; what is zero as far as the others.

    A tolerance below the default one counts as the default. Changes are multiples of it, and with a tolerance of 0 none
    would change anything.
    """
    sizes = np.abs(numbers)
    known = sizes[np.isfinite(sizes) & (sizes > 0)]
    usual = float(np.median(known)) if len(known) else 1.0
    relative = max(tolerance.relative, Tolerance().relative)
    return np.asarray(relative * np.where(sizes > 0, sizes, usual) + tolerance.absolute)


def _elements(column: Column) -> Floats:
    return np.fromiter(chain.from_iterable(column), np.float64)


def _with_elements(column: Column, elements: list[Any]) -> Column:
    """Sequences of the same lengths with these elements."""
    ends = np.cumsum([len(value) for value in column]).tolist()
    return _as_column([elements[end - len(value) : end] for value, end in zip(column, ends, strict=True)])


def _as_column(values: list[Any]) -> Column:
    column = np.empty(len(values), np.object_)
    column[:] = values
    return column


class Sensitivity:
    """Changes all outputs of the follow-up together, on the correct rows of a table.

    A relation must notice large changes on a share of the rows: numbers far off in either direction, the other
    Booleans, texts and sequences emptied, extended or of other elements. And each of its equalities about numbers of
    the follow-up must notice a small change of them on most of the rows on which it notices a large one.
    """

    def __init__(self, table: Table, variables: Sequence[Variable]) -> None:
        self._tolerance = table.tolerance
        self._correct = Executions(
            variables=tuple(variables),
            columns=tuple(column[: table.correct] for column in table.columns),
            mutants=np.full(table.correct, CORRECT),
            pairs=np.arange(table.correct),
            names=(),
            sources=(),
        )
        self._alone = build_table(self._correct, table.tolerance)
        self._outputs = [place for place, v in enumerate(variables) if v.role is Role.FOLLOW_UP_OUTPUT]
        numbers = [place for place in self._outputs if variables[place].kind in _CHANGED_A_LITTLE]
        self._numbers = {op.FIRST_VARIABLE + place for place in numbers}

    def is_lacking(self, programs: Programs) -> Flags:
        """For each program that holds on all correct rows, whether it hardly depends on the outputs."""
        noticed = _noticed(programs, self._large, self._alone.valid)
        lacking = noticed < SENSITIVITY.noticed * self._alone.correct
        equal = np.flatnonzero(np.isin(programs.codes, _EQUALITIES).any(axis=1)) if self._numbers else ()
        found = [(row, claim) for row in equal for claim in _equalities(programs, int(row), self._numbers)]
        if found:
            equalities = pack_rows([claim for _, claim in found])
            holds = self._alone.valid & ~score(equalities, self._alone).rejected
            small, large = (_noticed(equalities, tables, holds) for tables in self._little_and_far_off)
            # They hold somewhere, and hardly notice there that the numbers are others.
            are_blind = holds.any(axis=1) & (small < SENSITIVITY.noticed_small * large)
            lacking[[row for (row, _), is_blind in zip(found, are_blind, strict=True) if is_blind]] = True
        return np.asarray(lacking)

    @cached_property
    def _little_and_far_off(self) -> list[tuple[Table, ...]]:
        little = SENSITIVITY.small_change
        sizes = (little, little * SENSITIVITY.large_change)
        return [tuple(self._changed(shifted, sign * size) for sign in (1, -1)) for size in sizes]

    @cached_property
    def _large(self) -> tuple[Table, ...]:
        changes: list[tuple[_Change, int]] = [(replaced, 1), (replaced, -1)]
        if any(self._correct.columns[place].dtype == np.object_ for place in self._outputs):
            changes = [(replaced, 1), (_emptied, -1), (_extended, 1)]
        far = SENSITIVITY.small_change * SENSITIVITY.large_change
        return tuple(self._changed(change, sign * far) for change, sign in changes)

    def _changed(self, change: _Change, times: float) -> Table:
        """The correct rows with other outputs of the follow-up, each by another factor: differences change too."""
        columns = list(self._correct.columns)
        for number, place in enumerate(self._outputs):
            kind = self._correct.variables[place].kind
            columns[place] = change(kind, columns[place], self._tolerance, times * (1 + number / 2))
        return build_table(replace(self._correct, columns=tuple(columns)), self._tolerance)


def _equalities(programs: Programs, row: int, outputs: set[int]) -> Iterator[tuple[list[int], list[float]]]:
    """The equalities in a program that mention one of the outputs."""
    codes, constants = programs.codes[row].tolist(), programs.constants[row].tolist()
    for start, code in enumerate(codes):
        if code in _EQUALITIES:
            end = subtree_end(codes, start)
            if not outputs.isdisjoint(codes[start:end]):
                yield codes[start:end], constants[start:end]


def _noticed(programs: Programs, tables: tuple[Table, ...], holds: Words) -> Ints:
    """On how many of the rows on which it holds each program fails in any of the tables."""
    failing = np.bitwise_or.reduce([score(programs, table).rejected for table in tables])
    noticed: Ints = np.bitwise_count(failing & holds).sum(axis=1, dtype=np.int64)
    return noticed


def _codes_of(*operations: int) -> frozenset[int]:
    return frozenset(code for code in op.BY_CODE if (found := operation_of(code)) and found[0] in operations)


_CLAIMS = _codes_of(op.SAME, op.PREFIX, op.CONTAINS)
_ALWAYS_INT = _codes_of(op.LENGTH, op.TEXT_OF)
_AS_FIRST = _codes_of(op.REMOVE, op.TRUNCATE, op.ELEMENT)
_AS_BOTH = _codes_of(op.CONCATENATE, op.ADD_EACH, op.SCALE_EACH)
"""Operations by when what they give is made of ints; all others are so where their one operand is."""


def is_too_sharp(expression: Expression) -> bool:
    """Whether a comparison of floats excludes that they are equal, or speaks of the case that they are.

    Two floats that vary freely are hardly ever equal, so `f(x + 1) != f(x)` and `f(x) < 1` survive all random inputs
    even where one input contradicts them, and `x != 0.5 or ...` says nothing elsewhere. Equalities and `<=` as claims
    are not too sharp: any input can contradict them. Texts and sequences count as floats do, whatever they hold.

    >>> from genmorph.model import Output
    >>> from genmorph.relations.expression import relation_variables
    >>> variables = relation_variables([], [], [Output(Kind.FLOAT)])
    >>> is_too_sharp(Expression.from_tree(["not", ["==", "return_f", "return_s"]], variables))
    True
    >>> is_too_sharp(Expression.from_tree(["<=", "return_f", "return_s"], variables))
    False
    """
    return are_too_sharp(expression.codes, expression.variables)


def are_too_sharp(codes: Sequence[int], variables: Sequence[Variable]) -> bool:
    """The same of prefix codes that are known to be well typed."""
    ints: list[bool] = []
    claims: list[_Sharpness] = []
    for code in reversed(codes):
        if code >= op.FIRST_VARIABLE:
            kind = variables[code - op.FIRST_VARIABLE].kind
            if kind is Kind.BOOL:
                claims.append(_NOT_SHARP)
            else:
                ints.append(kind is not Kind.FLOAT and kind is not Kind.FLOATS)
        elif code >= op.FIRST_SEQUENCE:
            _apply_to_sequences(code, ints, claims)
        elif code in (op.INT_CONSTANT, op.FLOAT_CONSTANT):
            ints.append(code == op.INT_CONSTANT)
        elif code < op.ABSOLUTE:
            ints.append(ints.pop() & ints.pop() & (code != op.DIVIDE))
        elif code in _SHARP:
            claims.append(_NOT_SHARP if ints.pop() & ints.pop() else _SHARP[code])
        elif code == op.NOT:
            claims.append(claims.pop()[::-1])
        elif code != op.ABSOLUTE:
            claims.append(_connected(code, claims.pop(), claims.pop()))
    return claims[0][0]


def _apply_to_sequences(code: int, ints: list[bool], claims: list[_Sharpness]) -> None:
    """Replace the operands on top of the stack, the first one topmost, by the result."""
    if code in _CLAIMS:
        del ints[-2:]
        claims.append(_SHARP_OF_SEQUENCES)
    elif code in _ALWAYS_INT:
        ints[-1] = True
    elif code in _AS_FIRST:
        del ints[-2]
    elif code in _AS_BOTH:
        ints.append(ints.pop() & ints.pop())


def _connected(code: int, a: _Sharpness, b: _Sharpness) -> _Sharpness:
    if code in (op.IFF, op.XOR):
        return (any((*a, *b)),) * 2
    if code == op.IMPLIES:
        a = a[::-1]
    return a[0] or b[0], a[1] or b[1]
