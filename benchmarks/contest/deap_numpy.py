"""DEAP: each tree is compiled to a lambda by `gp.compile`, which runs once on the columns as numpy arrays."""

from collections.abc import Sequence

import numpy as np
from deap import gp
from numpy.typing import NDArray

from benchmarks.contest.evaluators import Verdicts
from benchmarks.contest.meanings import Meanings
from benchmarks.contest.workload import ARITHMETIC, Row
from genmorph.relations.operators import BY_CODE, FIRST_VARIABLE, Sort

_TYPES = {Sort.NUMBER: float, Sort.BOOLEAN: bool}


class DeapNumpy:
    """Relations as typed primitive trees."""

    def __init__(
        self, relations: Sequence[Row], columns: Sequence[NDArray[np.float64]], correct: int, meanings: Meanings
    ) -> None:
        self._primitives = _primitive_set(meanings, len(columns))
        self._trees = [_tree(row, self._primitives) for row in relations]
        self._columns = columns
        self._correct = correct

    def evaluate(self) -> list[tuple[int, int]]:
        """False positives and false negatives of each tree, compiled anew as in every generation."""
        correct, rows = self._correct, len(self._columns[0])
        figures = []
        with np.errstate(all="ignore"):
            for tree in self._trees:
                holds = gp.compile(tree, self._primitives)(*self._columns)
                if not np.ndim(holds):
                    holds = np.full(rows, holds)
                accepted = int(np.count_nonzero(holds[:correct]))
                figures.append((correct - accepted, int(np.count_nonzero(holds[correct:]))))
        return figures

    def verdicts(self) -> Verdicts:
        """What the lambdas return; one truth value stands for all rows."""
        rows = len(self._columns[0])
        with np.errstate(all="ignore"):
            found = [gp.compile(tree, self._primitives)(*self._columns) for tree in self._trees]
        return np.array([np.broadcast_to(holds, rows) for holds in found])


def _name(code: int) -> str:
    """Names are called in the lambda's text: symbols such as `+` cannot be."""
    return f"operator_{code}"


def _primitive_set(meanings: Meanings, columns: int) -> gp.PrimitiveSetTyped:
    primitives = gp.PrimitiveSetTyped("relation", [float] * columns, bool, prefix="v")
    for operator in ARITHMETIC:
        arguments = [_TYPES[sort] for sort in operator.arguments]
        primitives.addPrimitive(meanings[operator.code], arguments, _TYPES[operator.result], _name(operator.code))
    return primitives


def _tree(row: Row, primitives: gp.PrimitiveSetTyped) -> gp.PrimitiveTree:
    nodes = []
    for code, value in zip(*row, strict=True):
        if code >= FIRST_VARIABLE:
            nodes.append(primitives.mapping[f"v{code - FIRST_VARIABLE}"])
        elif code in BY_CODE:
            nodes.append(primitives.mapping[_name(code)])
        else:
            nodes.append(gp.Terminal(value, False, float))
    return gp.PrimitiveTree(nodes)
