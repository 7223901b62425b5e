"""Metamorphic relations of shift.

Inferred from what the code does today, not from what it should do: a person has to
confirm each.
"""

import math

import numpy as np
from hypothesis import example, given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as npst

from tests.export.shop import shift


def is_nan(value) -> bool:
    """Whether the value is NaN, which alone differs from itself."""
    itself = value
    return bool(value != itself)


def equal(a: float, b: float) -> bool:
    """Equal within the tolerance; two NaNs are equal."""
    return math.isclose(a, b, rel_tol=1e-09, abs_tol=1e-09) or (is_nan(a) and is_nan(b))


def equal_all(a: list[float], b: list[float]) -> bool:
    """As long, and equal element by element within the tolerance."""
    return len(a) == len(b) and all(equal(v, w) for v, w in zip(a, b, strict=True))


@settings(deadline=None)
@given(values=npst.arrays(np.float64, st.integers(2, 9), elements=st.floats(-9.0, 9.0)))
@example(values=np.array([1.5, -2.0], dtype=np.float64))
def test_shift_is_reversed_when_values_is_reversed(values):
    """shift is reversed when values is reversed.

    shift(values[::-1]) == shift(values)[::-1]
    Kills 2 of 3 mutants, no counterexample in 2,000 inputs.
    """
    source = shift(values)
    follow_up = shift(values[::-1])
    assert isinstance(source, np.ndarray)
    assert equal_all(follow_up, source[::-1])
