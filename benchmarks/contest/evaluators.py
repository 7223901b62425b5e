"""What a contestant is: it takes the drawn trees once and evaluates all of them again and again."""

from typing import Protocol

import numpy as np
from numpy.typing import NDArray

Verdicts = NDArray[np.bool_]
"""Trees x rows: whether each relation, or `term <= 0`, holds on each row."""


class Evaluator(Protocol):
    """A population and rows in the form that one library wants."""

    def evaluate(self) -> object:
        """What is timed: from trees as the library's search holds them to its figures for all of them."""

    def verdicts(self) -> Verdicts:
        """What it makes of each tree and row, for comparison with the others; not timed."""
