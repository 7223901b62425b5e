"""What trees may be made of: DEAP's typed primitive set, the tables that compiled code reads, and parts of trees."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import Any

import numpy as np
from deap import gp
from numpy.typing import NDArray

from genmorph.model import Kind, UsageError
from genmorph.relations import operators as op
from genmorph.relations.expression import TEXT_OF_NUMBER, Variable, operands, sort_of
from genmorph.relations.operators import Operator, Sort
from genmorph.search.breeding import Rules
from genmorph.settings import EXPRESSIONS, GRAMMAR
from genmorph.values.kinds import LARGEST_EXACT

CONSTANT = "constant"
NUMBER_OF: Mapping[Sort, int] = {sort: number for number, sort in enumerate(Sort)}
"""The numbers of the sorts in compiled code."""

BySort = Mapping[Sort, tuple[int, ...]]
"""Codes by the sort that they give."""

_TYPES: Mapping[Sort, type] = {sort: type(sort.value, (), {}) for sort in Sort} | {
    Sort.NUMBER: float,
    Sort.BOOLEAN: bool,
}
"""The classes that stand for the sorts in DEAP, which knows types only as classes."""

Row = tuple[list[int], list[float]]
"""Prefix codes, and the constants at their nodes (0 elsewhere)."""

_ARGUMENTS = {operator.code: operator.arguments for operator in op.OPERATORS}


def least_sizes(leaves: Iterable[Sort], operators: Iterable[Operator]) -> dict[Sort, int]:
    """The size of the smallest tree of each sort that has trees, where these sorts have leaves.

    >>> least_sizes([Sort.NUMBER], op.BY_SYMBOL["=="])
    {<Sort.NUMBER: 'number'>: 1, <Sort.BOOLEAN: 'boolean'>: 3}
    """
    known = [*operators]
    least = dict.fromkeys(leaves, 1)
    while True:
        smaller = {
            operator.result: size
            for operator in known
            if (size := least_tree(operator, least)) < least.get(operator.result, EXPRESSIONS.most_nodes + 1)
        }
        if not smaller:
            return least
        least |= smaller


def least_tree(operator: Operator, least: Mapping[Sort, int]) -> int:
    """The size of the smallest tree with this operator at its root; too large for any where a part has no trees."""
    return 1 + sum(least.get(sort, EXPRESSIONS.most_nodes) for sort in operator.arguments)


def has_floats(variables: Sequence[Variable]) -> bool:
    """Whether any variable is a float or holds floats."""
    return any(variable.kind in (Kind.FLOAT, Kind.FLOATS) for variable in variables)


def build_rules(
    variables: Sequence[Variable], weights: Mapping[int | float, float], operators: BySort, leaves: BySort
) -> Rules:
    """The tables of a grammar: its variables, its constants with their weights, operators and leaves by sort."""
    taking_part = [op.BY_CODE[code] for codes in operators.values() for code in codes]
    least = least_sizes([sort for sort, codes in leaves.items() if codes], taking_part)
    alternatives = _alternatives(operators, leaves)
    codes = range(op.FIRST_VARIABLE + len(variables))
    rooms = range(EXPRESSIONS.most_nodes + 1)
    # By sort and by the number of nodes there is room for, the operators whose smallest trees fit.
    fitting = _lists(
        [code for code in known if least_tree(op.BY_CODE[code], least) <= room]
        for known in operators.values()
        for room in rooms
    )
    signatures = ((sort_of(code, variables), *_ARGUMENTS.get(code, ())) for code in codes)
    return Rules(
        operators=fitting.reshape(len(Sort), len(rooms), -1),
        leaves=_lists(leaves.values()),
        alternatives=_lists(alternatives.get(code, ()) for code in codes),
        signatures=_lists([NUMBER_OF[sort] for sort in signature] for signature in signatures),
        least=_frozen([least.get(sort, EXPRESSIONS.most_nodes) for sort in Sort], np.int64),
        constants=_frozen(
            [
                [*weights],
                [op.INT_CONSTANT if isinstance(constant, int) else op.FLOAT_CONSTANT for constant in weights],
                [*accumulate(weights.values())],
            ],
            np.float64,
        ),
        root=NUMBER_OF[Sort.BOOLEAN],
        has_floats=has_floats(variables),
    )


def _alternatives(operators: BySort, leaves: BySort) -> dict[int, tuple[int, ...]]:
    """For each code the others that are possible at the same place."""
    alternatives: dict[int, tuple[int, ...]] = {}
    for codes in leaves.values():
        alternatives |= {code: tuple(other for other in codes if other != code) for code in codes}
    alternatives[op.FLOAT_CONSTANT] = alternatives.get(op.INT_CONSTANT, ())
    for codes in operators.values():
        for code in codes:
            alike = (other for other in codes if _ARGUMENTS[other] == _ARGUMENTS[code])
            alternatives[code] = tuple(other for other in alike if other != code)
    return alternatives


def _lists(lists: Iterable[Sequence[int]]) -> NDArray[Any]:
    """Lists of different lengths as rows, each with its length in front; what lies behind its end is never read."""
    rows = [*lists]
    width = max(map(len, rows))
    return _frozen([[len(row), *row, *[op.PADDING] * (width - len(row))] for row in rows], np.int64)


def _frozen(values: Sequence[Any], dtype: type[np.generic]) -> NDArray[Any]:
    array = np.array(values, dtype)
    array.setflags(write=False)
    return array


@dataclass(frozen=True, slots=True, eq=False)
class Grammar:
    """The primitive set as the tables that compiled code reads; `constants` are tried as they are, half of the time.

    `operators` are the codes of those that take part.
    """

    variables: tuple[Variable, ...]
    constants: tuple[int | float, ...]
    operators: frozenset[int]
    rules: Rules

    @property
    def has_floats(self) -> bool:
        """Whether any variable, and therefore any constant, is a float or holds floats."""
        return self.rules.has_floats

    def sort_of(self, code: int) -> Sort:
        """The sort that a node with this code gives."""
        return sort_of(code, self.variables)


def primitive_set(variables: Sequence[Variable], symbols: Collection[str] | None = None) -> gp.PrimitiveSetTyped:
    """The typed primitive set of relations over these variables, rooted in a Boolean.

    `symbols` are those of the operators allowed, None for all.

    >>> from genmorph.model import Kind, Output
    >>> from genmorph.relations.expression import relation_variables
    >>> grammar = primitive_set(relation_variables([], [], [Output(Kind.BOOL)]))
    >>> sorted(primitive.name for primitive in grammar.primitives[bool])
    ['and', 'iff', 'implies', 'not', 'or', 'xor']
    """
    primitives = gp.PrimitiveSetTyped("relation", [_TYPES[v.sort] for v in variables], bool, prefix="v")
    primitives.renameArguments(**{f"v{i}": variable.name for i, variable in enumerate(variables)})
    for operator in _usable_operators(variables, symbols):
        arguments = [_TYPES[sort] for sort in operator.arguments]
        primitives.addPrimitive(operator, arguments, _TYPES[operator.result], name=_name(operator))
    if Sort.NUMBER in _leaf_sorts(variables):
        primitives.addTerminal(CONSTANT, float, name=CONSTANT)
    return primitives


def build_grammar(
    variables: Sequence[Variable], constants: Mapping[int | float, int], operators: Collection[str] | None = None
) -> Grammar:
    """The grammar of relations over these variables.

    `constants` are those of the subject with the number of calls that used them; the small ones that come on top weigh
    as much as one that all calls use, and none weighs less than a tenth of that. `operators` are the symbols allowed,
    None for all; raises UsageError where none of them gives a Boolean.
    """
    are_floats = has_floats(variables)
    known = {c: n for c, n in constants.items() if abs(c) <= LARGEST_EXACT and (are_floats or isinstance(c, int))}
    most = max(known.values(), default=1)
    weights = dict.fromkeys(GRAMMAR.small_constants, 1.0) | {
        c: max(GRAMMAR.least_weight, n / most) for c, n in known.items()
    }
    by_sort, leaves = _codes_by_sort(variables, operators)
    if not by_sort[Sort.BOOLEAN]:
        raise UsageError(f"operators must have some that give Booleans, got {sorted(operators or ())}")
    taking_part = frozenset(code for codes in by_sort.values() for code in codes)
    return Grammar(tuple(variables), tuple(weights), taking_part, build_rules(variables, weights, by_sort, leaves))


def _usable_operators(variables: Sequence[Variable], symbols: Collection[str] | None) -> list[Operator]:
    """The operators allowed whose operands there are trees for; numbers become text only where none is a float."""
    unknown = sorted({*(symbols or ())} - {*op.BY_SYMBOL})
    if unknown:
        raise UsageError(f"operators must be of {sorted(op.BY_SYMBOL)}, got {unknown}")
    leaves = _leaf_sorts(variables)
    sorts = leaves | {Sort.BOOLEAN}
    allowed = [
        operator
        for operator in op.OPERATORS
        if (symbols is None or operator.symbol in symbols)
        and sorts.issuperset((*operator.arguments, operator.result))
        and not (operator.code == TEXT_OF_NUMBER and has_floats(variables))
    ]
    least = least_sizes(leaves, allowed)
    return [operator for operator in allowed if least_tree(operator, least) <= EXPRESSIONS.most_nodes]


def _leaf_sorts(variables: Sequence[Variable]) -> set[Sort]:
    """The sorts of variables and constants; there are constants where there is more than Booleans."""
    sorts = {variable.sort for variable in variables}
    return sorts | {Sort.NUMBER} if sorts - {Sort.BOOLEAN} else sorts


def _name(operator: Operator) -> str:
    """The symbol, with the sort where several operators share it."""
    shares = len(op.BY_SYMBOL[operator.symbol]) > 1
    return f"{operator.symbol} of {operator.arguments[0].value}" if shares else operator.symbol


def _codes_by_sort(variables: Sequence[Variable], symbols: Collection[str] | None) -> tuple[BySort, BySort]:
    """The operators and the leaves of the primitive set; a constant leaf stands there as INT_CONSTANT."""
    primitives = primitive_set(variables, symbols)
    code_of: dict[str, int] = {_name(operator): operator.code for operator in op.OPERATORS}
    code_of |= {variable.name: op.FIRST_VARIABLE + index for index, variable in enumerate(variables)}
    code_of[CONSTANT] = op.INT_CONSTANT

    def codes(entries: Sequence[Any]) -> tuple[int, ...]:
        return tuple(code_of[entry.name if isinstance(entry, gp.Primitive) else str(entry.value)] for entry in entries)

    operators = {sort: codes(primitives.primitives[_TYPES[sort]]) for sort in Sort}
    return operators, {sort: codes(primitives.terminals[_TYPES[sort]]) for sort in Sort}


def conjuncts(row: Row) -> Iterator[Row]:
    """The parts of a top-level conjunction, at any depth of `and`; the tree itself where there is none."""
    codes, constants = row
    ends = ends_of(codes)
    waiting = [0]
    while waiting:
        start = waiting.pop()
        if codes[start] == op.AND:
            waiting += [ends[start + 1], start + 1]
        else:
            yield codes[start : ends[start]], constants[start : ends[start]]


def reductions(grammar: Grammar, row: Row) -> Iterator[Row]:
    """All trees got by putting a descendant of the same sort in the place of a node.

    Also those with `<=` for a `<`, and with `not a` for an `a iff b`, an `a xor b`, a `b iff a` or a `b xor a`.
    """
    codes, constants = row
    ends = ends_of(codes)
    for start, code in enumerate(codes):
        if code == op.LESS:
            yield [*codes[:start], op.LESS_EQUAL, *codes[start + 1 :]], constants
        for inner in operands(codes, start) if code in (op.IFF, op.XOR) else ():
            yield (
                [*codes[:start], op.NOT, *codes[inner : ends[inner]], *codes[ends[start] :]],
                [*constants[:start], 0.0, *constants[inner : ends[inner]], *constants[ends[start] :]],
            )
    for start, end in enumerate(ends):
        sort = grammar.sort_of(codes[start])
        for inner in range(start + 1, end):
            if grammar.sort_of(codes[inner]) is sort:
                yield (
                    codes[:start] + codes[inner : ends[inner]] + codes[end:],
                    constants[:start] + constants[inner : ends[inner]] + constants[end:],
                )


def ends_of(codes: Sequence[int]) -> list[int]:
    """For each node, the index just after its subtree."""
    ends = [0] * len(codes)
    stack: list[int] = []
    for index in range(len(codes) - 1, -1, -1):
        end = index + 1
        for _ in _ARGUMENTS.get(codes[index], ()):
            end = stack.pop()
        ends[index] = end
        stack.append(end)
    return ends
