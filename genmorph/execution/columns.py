"""Executions as columns, one for each variable."""

from collections.abc import Collection, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from genmorph.model import Built, Execution
from genmorph.relations.expression import EXACT, Variable
from genmorph.relations.operators import Sort

LONG_ROW = 2_000
"""Executions with longer texts or sequences are left to the plain meaning."""
_SIGMAS = frozenset("Σσς")
"""How their capital is made small depends on what stands around it, which the kernel does not look at."""
_ALWAYS = frozenset({float, bool, type(None), Built})
"""What is built is no part of a column."""
_ONLY_INTS = frozenset({int})

Column = NDArray[np.float64] | NDArray[np.bool_] | NDArray[np.object_]


def column(variable: Variable, executions: Sequence[Execution]) -> Column:
    """The variable's values: float64 for numbers, bool for Booleans, objects for texts and lists."""
    values = (variable.read(execution) for execution in executions)
    if variable.sort is Sort.NUMBER:
        return np.fromiter(values, np.float64, len(executions))
    if variable.sort is Sort.BOOLEAN:
        return np.fromiter(values, np.bool_, len(executions))
    return np.fromiter(values, np.object_, len(executions))


def is_exact(execution: Execution) -> bool:
    """Whether the kernel computes on the execution what plain Python does, and can hold it.

    It has ints up to 2**53, and no texts in which small letters depend on their neighbours.

    >>> is_exact(Execution(([2**53],), ("a",), (1,), (2,))), is_exact(Execution(([2**53 + 1],), ("a",), (1,), (2,)))
    (True, False)
    """
    inputs, outputs = (
        (*execution.source, *execution.follow_up),
        (*execution.source_outputs, *execution.follow_up_outputs),
    )
    return _all_exact(inputs) and _all_exact(outputs)


def _all_exact(values: Collection[Any]) -> bool:
    types = set(map(type, values))
    if types == _ONLY_INTS:
        return bool(min(values) >= -EXACT and max(values) <= EXACT)
    return types <= _ALWAYS or all(map(_is_exact, values))


def _is_exact(value: Any) -> bool:
    if type(value) in _ALWAYS:
        return True
    if type(value) is int:
        return -EXACT <= value <= EXACT
    if isinstance(value, str):
        return len(value) <= LONG_ROW and (value.isascii() or _SIGMAS.isdisjoint(value))
    if isinstance(value, dict):
        return _all_exact(value.values())
    return bool(len(value) <= LONG_ROW) and (isinstance(value, bytes) or _all_exact(value))
