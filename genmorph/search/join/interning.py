"""Values of texts and sequences as numbers, the same for values that are equal."""

from collections.abc import Sequence
from itertools import chain, pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from genmorph.relations.operators import Sort

STEPS = 1e7
"""How finely magnitudes of floats are told apart, relatively."""
_NAN, _INFINITE = -(2**62), 2**62


class Interning:
    """Gives each distinct value of a text or sequence a number; values of different sorts have different ones.

    With floats, numbers that differ by rounding only are not told apart, but where they straddle a step; `scale` is the
    magnitude below which they are told apart absolutely.

    >>> known = Interning(scale=1e-6, has_floats=True)
    >>> known.numbers([[0.1 + 0.2], [0.3], [0.3, 1.0]], Sort.NUMBERS).tolist()
    [3, 3, 10]
    """

    def __init__(self, scale: float, *, has_floats: bool) -> None:
        self._scale = scale
        self._has_floats = has_floats
        self._known: dict[Sort, dict[Any, int]] = {sort: {} for sort in Sort}

    def numbers(self, values: Sequence[Any], sort: Sort) -> NDArray[np.int64]:
        """One number for each value."""
        known = self._known[sort]
        numbers = [known.setdefault(key, len(known)) for key in self._keys(values, sort)]
        return np.array(numbers, np.int64) * len(Sort) + list(Sort).index(sort)

    def _keys(self, values: Sequence[Any], sort: Sort) -> Sequence[Any]:
        if sort is Sort.NUMBERS and self._has_floats:
            return self._rounded(values)
        if sort is Sort.TEXT:
            return values
        return [repr(value) for value in values] if sort is Sort.NESTED else [tuple(value) for value in values]

    def _rounded(self, values: Sequence[list[float]]) -> list[bytes]:
        ends = np.cumsum([0, *map(len, values)]).tolist()
        elements = np.fromiter(chain.from_iterable(values), np.float64, ends[-1])
        with np.errstate(all="ignore"):
            levels = np.rint(np.arcsinh(elements / self._scale) * STEPS)
        levels = np.nan_to_num(levels, nan=_NAN, posinf=_INFINITE, neginf=-_INFINITE).astype(np.int64)
        return [levels[start:end].tobytes() for start, end in pairwise(ends)]
