"""What trees may be made of: DEAP's typed primitive set over the operators, the variables and the constants."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import Any

import numpy as np
from deap import gp
from numpy.typing import NDArray

from genmorph.model import Kind
from genmorph.relations.expression import EXACT, MAX_SIZE, Variable
from genmorph.relations.operators import FIRST_VARIABLE, FLOAT_CONSTANT, INT_CONSTANT, OPERATORS, PADDING, Sort
from genmorph.search.breeding import Rules

CONSTANT = "constant"
SMALL_CONSTANTS = (0, 1, 2, -1)
_TYPES: Mapping[Sort, type] = {Sort.NUMBER: float, Sort.BOOLEAN: bool}
"""The classes that stand for the sorts in DEAP, which knows types only as classes."""
_NUMBER_OF = {sort: number for number, sort in enumerate(Sort)}

_BySort = Mapping[Sort, tuple[int, ...]]


@dataclass(frozen=True, slots=True, eq=False)
class Grammar:
    """The primitive set as the tables that compiled code reads; `constants` are tried as they are, half of the time."""

    variables: tuple[Variable, ...]
    constants: tuple[int | float, ...]
    rules: Rules

    @property
    def has_floats(self) -> bool:
        """Whether any variable, and therefore any constant, is a float."""
        return self.rules.has_floats

    def sort_of(self, code: int) -> Sort:
        """The sort that a node with this code gives."""
        return sort_of(code, self.variables)


def sort_of(code: int, variables: Sequence[Variable]) -> Sort:
    """The sort that a node with this code gives; numbers for constants.

    >>> sort_of(INT_CONSTANT, []), sort_of(OPERATORS[-1].code, [])
    (<Sort.NUMBER: 'number'>, <Sort.BOOLEAN: 'boolean'>)
    """
    if code >= FIRST_VARIABLE:
        return variables[code - FIRST_VARIABLE].sort
    return OPERATORS[code].result if code < len(OPERATORS) else Sort.NUMBER


def primitive_set(variables: Sequence[Variable]) -> gp.PrimitiveSetTyped:
    """The typed primitive set of relations over these variables, rooted in a Boolean.

    >>> from genmorph.relations.expression import relation_variables
    >>> grammar = primitive_set(relation_variables([], [], Kind.BOOL))
    >>> sorted(primitive.name for primitive in grammar.primitives[bool])
    ['and', 'iff', 'implies', 'not', 'or', 'xor']
    """
    sorts = {variable.sort for variable in variables} | {Sort.BOOLEAN}
    primitives = gp.PrimitiveSetTyped("relation", [_TYPES[v.sort] for v in variables], bool, prefix="v")
    primitives.renameArguments(**{f"v{i}": variable.name for i, variable in enumerate(variables)})
    for operator in OPERATORS:
        if sorts.issuperset((*operator.arguments, operator.result)):
            arguments = [_TYPES[sort] for sort in operator.arguments]
            primitives.addPrimitive(operator, arguments, _TYPES[operator.result], name=operator.symbol)
    if Sort.NUMBER in sorts:
        primitives.addTerminal(CONSTANT, float, name=CONSTANT)
    return primitives


def build_grammar(variables: Sequence[Variable], constants: Mapping[int | float, int]) -> Grammar:
    """The grammar of relations over these variables.

    `constants` are those of the subject with the number of calls that used them; the small ones that come on top weigh
    as much as one that all calls use, and none weighs less than a tenth of that.
    """
    has_floats = any(variable.kind is Kind.FLOAT for variable in variables)
    known = {c: n for c, n in constants.items() if abs(c) <= EXACT and (has_floats or isinstance(c, int))}
    most = max(known.values(), default=1)
    weights = dict.fromkeys(SMALL_CONSTANTS, 1.0) | {c: max(0.1, n / most) for c, n in known.items()}
    return Grammar(tuple(variables), tuple(weights), _rules(variables, weights, has_floats))


def least_size(sort: Sort, leaves: _BySort) -> int:
    """The size of the smallest tree of a sort: Booleans need a comparison where no variable is Boolean."""
    return 1 if leaves[sort] else 3


def _rules(variables: Sequence[Variable], weights: Mapping[int | float, float], has_floats: bool) -> Rules:
    operators, leaves = _codes_by_sort(variables)
    twins = _twins(operators, leaves)
    codes = range(FIRST_VARIABLE + len(variables))
    return Rules(
        operators=_lists(_fitting(operators, leaves)).reshape(len(Sort), MAX_SIZE + 1, -1),
        leaves=_lists(leaves.values()),
        twins=_lists(twins.get(code, ()) for code in codes),
        signatures=_lists(_signature(code, variables) for code in codes),
        least=_frozen([least_size(sort, leaves) for sort in Sort], np.int64),
        constants=_frozen(
            [
                [*weights],
                [INT_CONSTANT if isinstance(constant, int) else FLOAT_CONSTANT for constant in weights],
                [*accumulate(weights.values())],
            ],
            np.float64,
        ),
        root=_NUMBER_OF[Sort.BOOLEAN],
        has_floats=has_floats,
    )


def _codes_by_sort(variables: Sequence[Variable]) -> tuple[_BySort, _BySort]:
    """The operators and the leaves of the primitive set; a constant leaf stands there as INT_CONSTANT."""
    primitives = primitive_set(variables)
    code_of: dict[str, int] = {operator.symbol: operator.code for operator in OPERATORS}
    code_of |= {variable.name: FIRST_VARIABLE + index for index, variable in enumerate(variables)}
    code_of[CONSTANT] = INT_CONSTANT

    def codes(entries: Sequence[Any]) -> tuple[int, ...]:
        return tuple(code_of[entry.name if isinstance(entry, gp.Primitive) else str(entry.value)] for entry in entries)

    operators = {sort: codes(primitives.primitives[_TYPES[sort]]) for sort in Sort}
    return operators, {sort: codes(primitives.terminals[_TYPES[sort]]) for sort in Sort}


def _arguments(code: int) -> tuple[Sort, ...]:
    return OPERATORS[code].arguments if code < len(OPERATORS) else ()


def _signature(code: int, variables: Sequence[Variable]) -> list[int]:
    return [_NUMBER_OF[sort] for sort in (sort_of(code, variables), *_arguments(code))]


def _fitting(operators: _BySort, leaves: _BySort) -> Iterator[tuple[int, ...]]:
    """By sort and by the number of nodes there is room for, the operators whose smallest trees fit."""
    for codes in operators.values():
        sizes = {code: 1 + sum(least_size(sort, leaves) for sort in _arguments(code)) for code in codes}
        for room in range(MAX_SIZE + 1):
            yield tuple(code for code in codes if sizes[code] <= room)


def _twins(operators: _BySort, leaves: _BySort) -> dict[int, tuple[int, ...]]:
    """For each code those that can stand in for it at the same place."""
    twins: dict[int, tuple[int, ...]] = {}
    for codes in leaves.values():
        twins |= {code: tuple(other for other in codes if other != code) for code in codes}
    twins[FLOAT_CONSTANT] = twins.get(INT_CONSTANT, ())
    for codes in operators.values():
        for code in codes:
            alike = (other for other in codes if OPERATORS[other].arguments == OPERATORS[code].arguments)
            twins[code] = tuple(other for other in alike if other != code)
    return twins


def _lists(lists: Iterable[Sequence[int]]) -> NDArray[Any]:
    """Lists of different lengths as rows, each with its length in front; what lies behind its end is never read."""
    rows = [*lists]
    width = max(map(len, rows))
    return _frozen([[len(row), *row, *[PADDING] * (width - len(row))] for row in rows], np.int64)


def _frozen(values: Sequence[Any], dtype: type[np.generic]) -> NDArray[Any]:
    array = np.array(values, dtype)
    array.setflags(write=False)
    return array
