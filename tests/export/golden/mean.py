"""Metamorphic relations of mean.

Inferred from what the code does today, not from what it should do: a person has to
confirm each.
"""

import math

from hypothesis import example, given, settings
from hypothesis import strategies as st

from tests.export.shop import mean


def is_nan(value) -> bool:
    """Whether the value is NaN, which alone differs from itself."""
    itself = value
    return bool(value != itself)


def equal(a: float, b: float) -> bool:
    """Equal within the tolerance; two NaNs are equal."""
    return math.isclose(a, b, rel_tol=1e-09, abs_tol=1e-09) or (is_nan(a) and is_nan(b))


@settings(deadline=None)
@given(
    values=st.lists(st.integers(-99, 99), min_size=2, max_size=9),
    is_example=st.just(False),
)
@example(values=[1, 2], is_example=True)
@example(values=[-3], is_example=True)
def test_mean_stays_the_same_when_values_is_reversed(values, is_example):
    """mean stays the same when values is reversed.

    mean(values[::-1]) == mean(values)
    Kills 2 of 3 mutants, no counterexample in 2,000 inputs.
    """
    try:
        source = mean(values)
        follow_up = mean(values[::-1])
    except ValueError:
        if is_example:
            raise
        return  # nothing to compare
    assert equal(follow_up, source)
