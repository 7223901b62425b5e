"""Metamorphic relations of doubled.

Inferred from what the code does today, not from what it should do: a person has to
confirm each.
"""

from hypothesis import example, given, settings
from hypothesis import strategies as st

from tests.export.shop import doubled


@settings(deadline=None)
@given(values=st.lists(st.integers(0, 9), min_size=2, max_size=20))
@example(values=[1, 2])
def test_doubled_is_reversed_when_values_is_reversed(values):
    """doubled is reversed when values is reversed.

    doubled(values[::-1]) == doubled(values)[::-1]
    Kills 2 of 3 mutants, no counterexample in 2,000 inputs.
    """
    source = list(doubled(values))
    follow_up = list(doubled(values[::-1]))
    assert follow_up == source[::-1]
