"""What trees may be made of: DEAP's typed primitive set over the operators, the variables and the constants."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate
from random import Random
from typing import Any

from deap import gp

from genmorph.model import Kind
from genmorph.relations.expression import EXACT, MAX_SIZE, Variable
from genmorph.relations.operators import FIRST_VARIABLE, FLOAT_CONSTANT, INT_CONSTANT, OPERATORS, Sort

CONSTANT = "constant"
SMALL_CONSTANTS = (0, 1, 2, -1)
_TYPES: Mapping[Sort, type] = {Sort.NUMBER: float, Sort.BOOLEAN: bool}
"""The classes that stand for the sorts in DEAP, which knows types only as classes."""


@dataclass(frozen=True, slots=True)
class Grammar:
    """The primitive set by sort, as the codes that packed rows hold.

    `operators` and `leaves` are the codes that give each sort; a constant leaf stands there as INT_CONSTANT. `twins`
    are the codes that can stand in for a code at the same place, `fitting` the operators whose smallest trees of a
    sort have at most so many nodes; `constants` are tried as they are, half of the time, with these cumulative weights.
    """

    variables: tuple[Variable, ...]
    operators: Mapping[Sort, tuple[int, ...]]
    leaves: Mapping[Sort, tuple[int, ...]]
    twins: Mapping[int, tuple[int, ...]]
    fitting: Mapping[tuple[Sort, int], tuple[int, ...]]
    constants: tuple[int | float, ...]
    weights: tuple[float, ...]
    has_floats: bool

    def sort_of(self, code: int) -> Sort:
        """The sort that a node with this code gives."""
        if code >= FIRST_VARIABLE:
            return self.variables[code - FIRST_VARIABLE].sort
        return OPERATORS[code].result if code < len(OPERATORS) else Sort.NUMBER

    def draw_constant(self, rng: Random) -> int | float:
        """A constant of the source, a small int or, where floats occur, a float."""
        choice = rng.random()
        if choice < 0.5:
            return rng.choices(self.constants, cum_weights=self.weights)[0]
        if choice < 0.8 or not self.has_floats:
            return rng.randint(-10, 10)
        return round(rng.uniform(-10, 10), 2)


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
    primitives = primitive_set(variables)
    code_of: dict[str, int] = {operator.symbol: operator.code for operator in OPERATORS}
    code_of |= {variable.name: FIRST_VARIABLE + index for index, variable in enumerate(variables)}
    code_of[CONSTANT] = INT_CONSTANT
    operators = {sort: _codes(primitives.primitives[_TYPES[sort]], code_of) for sort in Sort}
    leaves = {sort: _codes(primitives.terminals[_TYPES[sort]], code_of) for sort in Sort}
    has_floats = any(variable.kind is Kind.FLOAT for variable in variables)
    known = {c: n for c, n in constants.items() if abs(c) <= EXACT and (has_floats or isinstance(c, int))}
    most = max(known.values(), default=1)
    weights = dict.fromkeys(SMALL_CONSTANTS, 1.0) | {c: max(0.1, n / most) for c, n in known.items()}
    return Grammar(
        variables=tuple(variables),
        operators=operators,
        leaves=leaves,
        twins=_twins(operators, leaves),
        fitting={
            (sort, room): tuple(c for c in codes if _least_size(c, leaves) <= room)
            for sort, codes in operators.items()
            for room in range(-1, MAX_SIZE + 1)
        },
        constants=tuple(weights),
        weights=tuple(accumulate(weights.values())),
        has_floats=has_floats,
    )


def least_size(sort: Sort, leaves: Mapping[Sort, tuple[int, ...]]) -> int:
    """The size of the smallest tree of a sort: Booleans need a comparison where no variable is Boolean."""
    return 1 if leaves[sort] else 3


def _least_size(code: int, leaves: Mapping[Sort, tuple[int, ...]]) -> int:
    return 1 + sum(least_size(sort, leaves) for sort in OPERATORS[code].arguments)


def _codes(entries: Sequence[Any], code_of: Mapping[str, int]) -> tuple[int, ...]:
    return tuple(code_of[entry.name if isinstance(entry, gp.Primitive) else str(entry.value)] for entry in entries)


def _twins(
    operators: Mapping[Sort, tuple[int, ...]], leaves: Mapping[Sort, tuple[int, ...]]
) -> dict[int, tuple[int, ...]]:
    twins: dict[int, tuple[int, ...]] = {}
    for codes in leaves.values():
        twins |= {code: tuple(other for other in codes if other != code) for code in codes}
    twins[FLOAT_CONSTANT] = twins.get(INT_CONSTANT, ())
    for codes in operators.values():
        for code in codes:
            alike = (other for other in codes if OPERATORS[other].arguments == OPERATORS[code].arguments)
            twins[code] = tuple(other for other in alike if other != code)
    return twins
