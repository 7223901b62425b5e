"""Metamorphic relations of fifth."""

from hypothesis import assume, example, given, settings
from hypothesis import strategies as st

from tests.export.shop import fifth


@settings(deadline=None)
@given(n=st.integers(-3, 19))
@example(n=0)
@example(n=7)
def test_fifth_grows_by_5_when_n_grows_by_1(n):
    """fifth(n + 1) == fifth(n) + 5; kills 2 of 3 mutants."""
    try:
        source = fifth(n)
        follow_up = fifth(n + 1)
    except ValueError:
        assume((n,) in [(0,), (7,)])  # on these inputs nothing may be raised
        raise
    assert follow_up == source + 5
