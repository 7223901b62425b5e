"""Metamorphic relations of mean."""

import math

from hypothesis import assume, example, given, settings
from hypothesis import strategies as st

from tests.export.shop import mean


def equal(a: float, b: float) -> bool:
    """Equal within the tolerance; two NaNs are equal."""
    return math.isclose(a, b, rel_tol=1e-09, abs_tol=1e-09) or (a != a and b != b)


@settings(deadline=None)
@given(values=st.lists(st.integers(-99, 99), min_size=2, max_size=9))
@example(values=[1, 2])
@example(values=[-3])
def test_mean_stays_the_same_when_values_is_reversed(values):
    """mean(values[::-1]) == mean(values); kills 2 of 3 mutants."""
    try:
        source = mean(values)
        follow_up = mean(values[::-1])
    except ValueError:
        assume((values,) in [([1, 2],), ([-3],)])  # on these inputs nothing may be raised
        raise
    assert equal(follow_up, source)
