"""Random trees and random rows: what all evaluators are given."""

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

import numpy as np
from numpy.typing import NDArray

from genmorph.domain import floats
from genmorph.execution.observation import CORRECT, Executions
from genmorph.fitness.table import Table, build_table
from genmorph.model import Kind, Output, Parameter, Tolerance
from genmorph.relations.expression import relation_variables
from genmorph.relations.operators import (
    FIRST_VARIABLE,
    FLOAT_CONSTANT,
    INT_CONSTANT,
    LESS_EQUAL,
    OPERATORS,
    Operator,
    Sort,
)

Row = tuple[list[int], list[float]]
"""Prefix codes, and the constants at their nodes (0 elsewhere)."""

LEAST, MOST = 3, 16
"""The sizes of relations; they are drawn evenly, so that their mean is 9.5."""
COLUMNS = 8
MUTANTS = 30
WRAPPING = 2
"""`term <= 0` has so many nodes more than the term."""
_CONSTANTS = 0.2
"""The share of leaves that are constants, half of them ints."""
_LEAST_SIZE = {Sort.NUMBER: 1, Sort.BOOLEAN: 3}
ARITHMETIC = tuple(o for o in OPERATORS if {*o.arguments, o.result} <= {Sort.NUMBER, Sort.BOOLEAN})
"""What all contestants can evaluate: the operators on numbers and Booleans."""


@dataclass(frozen=True, slots=True, eq=False)
class Workload:
    """Relations, arithmetic terms of the same sizes, terms so short that `term <= 0` is of these sizes, and the rows.

    `columns` has the rows of `table` in the order of the executions, correct ones first.
    """

    relations: tuple[Row, ...]
    terms: tuple[Row, ...]
    short_terms: tuple[Row, ...]
    columns: tuple[NDArray[np.float64], ...]
    table: Table

    @property
    def wrapped(self) -> tuple[Row, ...]:
        """The short terms as relations."""
        return tuple(([LESS_EQUAL, *codes, INT_CONSTANT], [0.0, *values, 0.0]) for codes, values in self.short_terms)


def draw_workload(trees: int, rows: int, seed: int) -> Workload:
    """So many relations and terms of each sort, and half of the rows correct, the others spread over the mutants."""
    rng = Random(f"{seed}/trees")
    relations = tuple(draw_tree(Sort.BOOLEAN, rng.randint(LEAST, MOST), rng) for _ in range(trees))
    terms = tuple(draw_tree(Sort.NUMBER, rng.randint(LEAST, MOST), rng) for _ in range(trees))
    short_terms = tuple(draw_tree(Sort.NUMBER, rng.randint(LEAST, MOST - WRAPPING), rng) for _ in range(trees))
    columns = tuple(10.0 * np.random.default_rng(seed).normal(size=(COLUMNS, rows)))
    return Workload(relations, terms, short_terms, columns, build_table(_executions(columns), Tolerance()))


def draw_tree(sort: Sort, size: int, rng: Random) -> Row:
    """A random tree of exactly this size, by operators drawn evenly from those that fit.

    >>> codes, constants = draw_tree(Sort.BOOLEAN, 11, Random(0))
    >>> len(codes), len(constants)
    (11, 11)
    """
    fitting = [o for o in ARITHMETIC if o.result is sort and size in _sizes(o)]
    if not fitting:
        return _leaf(rng)
    operator = rng.choice(fitting)
    codes, constants = [operator.code], [0.0]
    for argument, room in zip(operator.arguments, _split(operator, size - 1, rng), strict=True):
        part = draw_tree(argument, room, rng)
        codes += part[0]
        constants += part[1]
    return codes, constants


def _sizes(operator: Operator) -> range:
    """The sizes that a tree with this root can have."""
    return range(1 + sum(_LEAST_SIZE[argument] for argument in operator.arguments), MOST + 1)


def _split(operator: Operator, room: int, rng: Random) -> tuple[int, ...]:
    least = [_LEAST_SIZE[argument] for argument in operator.arguments]
    if len(least) == 1:
        return (room,)
    first = rng.randint(least[0], room - least[1])
    return first, room - first


def _leaf(rng: Random) -> Row:
    if rng.random() >= _CONSTANTS:
        return [FIRST_VARIABLE + rng.randrange(COLUMNS)], [0.0]
    if rng.random() < 1 / 2:
        return [INT_CONSTANT], [float(rng.randint(-10, 10))]
    return [FLOAT_CONSTANT], [round(rng.uniform(-10, 10), 2)]


def _executions(columns: Sequence[NDArray[np.float64]]) -> Executions:
    """Three parameters, all of them changed, and both outputs are eight variables."""
    variables = relation_variables([Parameter(name, floats()) for name in "abc"], [0, 1, 2], [Output(Kind.FLOAT)])
    rows = len(columns[0])
    correct = rows // 2
    wrong = np.sort(np.arange(rows - correct) % MUTANTS)
    names = tuple(f"mutant {number}" for number in range(MUTANTS))
    mutants = np.concatenate([np.full(correct, CORRECT), wrong])
    return Executions(variables, tuple(columns), mutants, np.arange(rows), names, tuple((0.0,) for _ in range(rows)))
