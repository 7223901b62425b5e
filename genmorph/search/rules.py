"""The tables of a grammar that compiled code reads."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import accumulate
from typing import Any

import numpy as np
from numpy.typing import NDArray

from genmorph.model import Kind
from genmorph.relations.expression import MAX_SIZE, Variable
from genmorph.relations.operators import BY_CODE, FIRST_VARIABLE, FLOAT_CONSTANT, INT_CONSTANT, PADDING, Operator, Sort
from genmorph.search.breeding import Rules

NUMBER_OF: Mapping[Sort, int] = {sort: number for number, sort in enumerate(Sort)}
"""The numbers of the sorts in compiled code."""

BySort = Mapping[Sort, tuple[int, ...]]
"""Codes by the sort that they give."""


def sort_of(code: int, variables: Sequence[Variable]) -> Sort:
    """The sort that a node with this code gives; numbers for constants.

    >>> from genmorph.relations.operators import OPERATORS
    >>> sort_of(INT_CONSTANT, []), sort_of(OPERATORS[-1].code, [])
    (<Sort.NUMBER: 'number'>, <Sort.TEXT: 'text'>)
    """
    if code >= FIRST_VARIABLE:
        return variables[code - FIRST_VARIABLE].sort
    return BY_CODE[code].result if code in BY_CODE else Sort.NUMBER


def least_sizes(leaves: Iterable[Sort], operators: Iterable[Operator]) -> dict[Sort, int]:
    """The size of the smallest tree of each sort that has trees, where these sorts have leaves.

    >>> from genmorph.relations.operators import BY_SYMBOL
    >>> least_sizes([Sort.NUMBER], BY_SYMBOL["=="])
    {<Sort.NUMBER: 'number'>: 1, <Sort.BOOLEAN: 'boolean'>: 3}
    """
    known = [*operators]
    least = dict.fromkeys(leaves, 1)
    while True:
        smaller = {
            operator.result: size
            for operator in known
            if (size := least_tree(operator, least)) < least.get(operator.result, MAX_SIZE + 1)
        }
        if not smaller:
            return least
        least |= smaller


def least_tree(operator: Operator, least: Mapping[Sort, int]) -> int:
    """The size of the smallest tree with this operator at its root; too large for any where a part has no trees."""
    return 1 + sum(least.get(sort, MAX_SIZE) for sort in operator.arguments)


def has_floats(variables: Sequence[Variable]) -> bool:
    """Whether any variable is a float or holds floats."""
    return any(variable.kind in (Kind.FLOAT, Kind.FLOATS) for variable in variables)


def build_rules(
    variables: Sequence[Variable], weights: Mapping[int | float, float], operators: BySort, leaves: BySort
) -> Rules:
    """The tables of a grammar: its variables, its constants with their weights, operators and leaves by sort."""
    taking_part = [BY_CODE[code] for codes in operators.values() for code in codes]
    least = least_sizes([sort for sort, codes in leaves.items() if codes], taking_part)
    twins = _twins(operators, leaves)
    codes = range(FIRST_VARIABLE + len(variables))
    return Rules(
        operators=_lists(_fitting(operators, least)).reshape(len(Sort), MAX_SIZE + 1, -1),
        leaves=_lists(leaves.values()),
        twins=_lists(twins.get(code, ()) for code in codes),
        signatures=_lists(_signature(code, variables) for code in codes),
        least=_frozen([least.get(sort, MAX_SIZE) for sort in Sort], np.int64),
        constants=_frozen(
            [
                [*weights],
                [INT_CONSTANT if isinstance(constant, int) else FLOAT_CONSTANT for constant in weights],
                [*accumulate(weights.values())],
            ],
            np.float64,
        ),
        root=NUMBER_OF[Sort.BOOLEAN],
        has_floats=has_floats(variables),
    )


def _arguments(code: int) -> tuple[Sort, ...]:
    return BY_CODE[code].arguments if code in BY_CODE else ()


def _signature(code: int, variables: Sequence[Variable]) -> list[int]:
    return [NUMBER_OF[sort] for sort in (sort_of(code, variables), *_arguments(code))]


def _fitting(operators: BySort, least: Mapping[Sort, int]) -> Iterator[tuple[int, ...]]:
    """By sort and by the number of nodes there is room for, the operators whose smallest trees fit."""
    for codes in operators.values():
        for room in range(MAX_SIZE + 1):
            yield tuple(code for code in codes if least_tree(BY_CODE[code], least) <= room)


def _twins(operators: BySort, leaves: BySort) -> dict[int, tuple[int, ...]]:
    """For each code those that can stand in for it at the same place."""
    twins: dict[int, tuple[int, ...]] = {}
    for codes in leaves.values():
        twins |= {code: tuple(other for other in codes if other != code) for code in codes}
    twins[FLOAT_CONSTANT] = twins.get(INT_CONSTANT, ())
    for codes in operators.values():
        for code in codes:
            alike = (other for other in codes if _arguments(other) == _arguments(code))
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
