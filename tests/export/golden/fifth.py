"""Metamorphic relations of fifth.

Inferred from what the code does today, not from what it should do: a person has to
confirm each.
"""

from hypothesis import example, given, settings
from hypothesis import strategies as st

from tests.export.shop import fifth


@settings(deadline=None)
@given(n=st.integers(-3, 19), is_example=st.just(False))
@example(n=0, is_example=True)
@example(n=7, is_example=True)
def test_fifth_grows_by_5_when_n_grows_by_1(n, is_example):
    """fifth grows by 5 when n grows by 1.

    fifth(n + 1) == fifth(n) + 5
    Kills 2 of 3 mutants, no counterexample in 2,000 inputs.
    """
    try:
        source = fifth(n)
        follow_up = fifth(n + 1)
    except ValueError:
        if is_example:
            raise
        return  # nothing to compare
    assert follow_up == source + 5
