"""Operon through pyoperon: vectorised C++ over all trees in one call, in float32, on one thread. Terms only."""

from collections.abc import Sequence

import numpy as np
import pyoperon
from numpy.typing import NDArray

from benchmarks.contest.evaluators import Verdicts
from benchmarks.contest.workload import Row
from genmorph.relations.operators import ABSOLUTE, ADD, DIVIDE, FIRST_VARIABLE, MULTIPLY, SUBTRACT

_TYPES = {
    ADD: pyoperon.NodeType.Add,
    SUBTRACT: pyoperon.NodeType.Sub,
    MULTIPLY: pyoperon.NodeType.Mul,
    DIVIDE: pyoperon.NodeType.Div,
    ABSOLUTE: pyoperon.NodeType.Abs,
}


class OperonTrees:
    """Terms as postfix trees whose last operand comes first, as Operon wants them."""

    def __init__(self, terms: Sequence[Row], columns: Sequence[NDArray[np.float64]], absolute: float) -> None:
        # A Dataset points into the array and does not keep it alive.
        self._memory = np.asfortranarray(np.stack(columns, axis=1), np.float32)
        self._data = pyoperon.Dataset(self._memory)
        self._trees = [self._tree(row) for row in terms]
        self._rows = pyoperon.Range(0, len(columns[0]))
        self._values = np.empty((len(terms), len(columns[0])), np.float32)
        self._absolute = absolute

    def evaluate(self) -> NDArray[np.float32]:
        """The values of all terms on all rows, without a figure made of them."""
        pyoperon.EvaluateTrees(self._trees, self._data, self._rows, self._values, 1)
        return self._values

    def verdicts(self) -> Verdicts:
        """Where each term is not positive, within the tolerance of zero."""
        not_positive: Verdicts = self.evaluate() <= self._absolute
        return not_positive

    def _tree(self, row: Row) -> pyoperon.Tree:
        nodes = [self._node(code, value) for code, value in zip(*row, strict=True)]
        tree = pyoperon.Tree(nodes[::-1])
        tree.UpdateNodes()
        return tree

    def _node(self, code: int, value: float) -> pyoperon.Node:
        if code in _TYPES:
            return pyoperon.Node(_TYPES[code])
        if code < FIRST_VARIABLE:
            node = pyoperon.Node(pyoperon.NodeType.Constant)
            node.Value = value
            return node
        node = pyoperon.Node(pyoperon.NodeType.Variable)
        node.HashValue = node.CalculatedHashValue = self._data.VariableHashes[code - FIRST_VARIABLE]
        node.Value = 1.0
        return node
