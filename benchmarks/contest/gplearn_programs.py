"""gplearn: `_Program.execute` walks each tree with a stack of numpy arrays. It has numbers only, so it gets terms."""

from collections.abc import Sequence

import numpy as np
from gplearn._program import _Program
from gplearn.functions import _Function
from numpy.typing import NDArray

from benchmarks.contest.evaluators import Verdicts
from benchmarks.contest.meanings import Meanings
from benchmarks.contest.workload import ARITHMETIC, Row
from genmorph.relations.operators import FIRST_VARIABLE, Sort


class GplearnPrograms:
    """Terms as programs; the columns stay contiguous, which suits gplearn best."""

    def __init__(
        self, terms: Sequence[Row], columns: Sequence[NDArray[np.float64]], absolute: float, meanings: Meanings
    ) -> None:
        functions = {
            operator.code: _Function(meanings[operator.code], operator.symbol, operator.arity)
            for operator in ARITHMETIC
            if operator.result is Sort.NUMBER
        }
        self._programs = [_program(row, functions, len(columns)) for row in terms]
        self._values = np.asfortranarray(np.stack(columns, axis=1))
        self._absolute = absolute

    def evaluate(self) -> list[float]:
        """The mean of each term: the values alone are no figure yet, and this is the cheapest one."""
        with np.errstate(all="ignore"):
            return [float(program.execute(self._values).mean()) for program in self._programs]

    def verdicts(self) -> Verdicts:
        """Where each term is not positive, within the tolerance of zero."""
        with np.errstate(all="ignore"):
            return np.array([program.execute(self._values) <= self._absolute for program in self._programs])


def _program(row: Row, functions: dict[int, _Function], columns: int) -> _Program:
    nodes = [
        functions[code] if code in functions else code - FIRST_VARIABLE if code >= FIRST_VARIABLE else float(value)
        for code, value in zip(*row, strict=True)
    ]
    return _Program(
        function_set=list(functions.values()),
        arities={},
        init_depth=(2, 6),
        init_method="half and half",
        n_features=columns,
        const_range=(-10.0, 10.0),
        metric=None,
        p_point_replace=0.0,
        parsimony_coefficient=0.0,
        random_state=None,
        program=nodes,
    )
