"""What trees may be made of: DEAP's typed primitive set over the operators, the variables and the constants."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from deap import gp

from genmorph.model import UsageError
from genmorph.relations.expression import EXACT, MAX_SIZE, TEXT_OF_NUMBER, Variable
from genmorph.relations.operators import BY_SYMBOL, FIRST_VARIABLE, INT_CONSTANT, OPERATORS, Operator, Sort
from genmorph.search.breeding import Rules
from genmorph.search.rules import BySort, build_rules, has_floats, least_sizes, least_tree, sort_of

CONSTANT = "constant"
SMALL_CONSTANTS = (0, 1, 2, -1)
_TYPES: Mapping[Sort, type] = {sort: type(sort.value, (), {}) for sort in Sort} | {
    Sort.NUMBER: float,
    Sort.BOOLEAN: bool,
}
"""The classes that stand for the sorts in DEAP, which knows types only as classes."""


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
    if _has_numbers(variables):
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
    known = {c: n for c, n in constants.items() if abs(c) <= EXACT and (are_floats or isinstance(c, int))}
    most = max(known.values(), default=1)
    weights = dict.fromkeys(SMALL_CONSTANTS, 1.0) | {c: max(0.1, n / most) for c, n in known.items()}
    by_sort, leaves = _codes_by_sort(variables, operators)
    if not by_sort[Sort.BOOLEAN]:
        raise UsageError(f"operators must have some that give Booleans, got {sorted(operators or ())}")
    taking_part = frozenset(code for codes in by_sort.values() for code in codes)
    return Grammar(tuple(variables), tuple(weights), taking_part, build_rules(variables, weights, by_sort, leaves))


def _has_numbers(variables: Sequence[Variable]) -> bool:
    """Whether anything is or has a number: everything but Booleans has at least a length."""
    return any(variable.sort is not Sort.BOOLEAN for variable in variables)


def _usable_operators(variables: Sequence[Variable], symbols: Collection[str] | None) -> list[Operator]:
    """The operators allowed whose operands there are trees for; numbers become text only where none is a float."""
    unknown = sorted({*(symbols or ())} - {*BY_SYMBOL})
    if unknown:
        raise UsageError(f"operators must be of {sorted(BY_SYMBOL)}, got {unknown}")
    leaves = _leaf_sorts(variables)
    sorts = leaves | {Sort.BOOLEAN}
    allowed = [
        operator
        for operator in OPERATORS
        if (symbols is None or operator.symbol in symbols)
        and sorts.issuperset((*operator.arguments, operator.result))
        and not (operator.code == TEXT_OF_NUMBER and has_floats(variables))
    ]
    least = least_sizes(leaves, allowed)
    return [operator for operator in allowed if least_tree(operator, least) <= MAX_SIZE]


def _leaf_sorts(variables: Sequence[Variable]) -> set[Sort]:
    """The sorts of variables and constants."""
    return {variable.sort for variable in variables} | ({Sort.NUMBER} if _has_numbers(variables) else set())


def _name(operator: Operator) -> str:
    """The symbol, with the sort where several operators share it."""
    shares = len(BY_SYMBOL[operator.symbol]) > 1
    return f"{operator.symbol} of {operator.arguments[0].value}" if shares else operator.symbol


def _codes_by_sort(variables: Sequence[Variable], symbols: Collection[str] | None) -> tuple[BySort, BySort]:
    """The operators and the leaves of the primitive set; a constant leaf stands there as INT_CONSTANT."""
    primitives = primitive_set(variables, symbols)
    code_of: dict[str, int] = {_name(operator): operator.code for operator in OPERATORS}
    code_of |= {variable.name: FIRST_VARIABLE + index for index, variable in enumerate(variables)}
    code_of[CONSTANT] = INT_CONSTANT

    def codes(entries: Sequence[Any]) -> tuple[int, ...]:
        return tuple(code_of[entry.name if isinstance(entry, gp.Primitive) else str(entry.value)] for entry in entries)

    operators = {sort: codes(primitives.primitives[_TYPES[sort]]) for sort in Sort}
    return operators, {sort: codes(primitives.terminals[_TYPES[sort]]) for sort in Sort}
