"""Metamorphic relations of power.

Inferred from what the code does today, not from what it should do: a person has to
confirm each.
"""

from hypothesis import example, given, settings
from hypothesis import strategies as st

from tests.export.shop import power


def is_number(value) -> bool:
    """Whether the value is a number."""
    return hasattr(value, "__float__") or hasattr(value, "__index__")


@settings(deadline=None)
@given(k=st.integers(-20, 20), e=st.integers(0, 11))
@example(k=3, e=4)
@example(k=0, e=0)
def test_power_is_multiplied_by_k_when_e_grows_by_1(k, e):
    """power is multiplied by k when e grows by 1.

    power(k, e + 1) == power(k, e) * k
    Kills 2 of 3 mutants, no counterexample in 2,000 inputs.
    """
    source = power(k, e)
    follow_up = power(k, e + 1)
    assert is_number(source)
    assert follow_up == source * k
