"""Metamorphic relations of mean_errors."""

from hypothesis import example, given, settings
from hypothesis import strategies as st

from tests.export.shop import mean


def raised(function, /, *arguments, **keywords) -> str:
    """The name of the exception that the call ends in; empty where it returns."""
    try:
        function(*arguments, **keywords)
    except Exception as error:
        return f"{type(error).__module__}.{type(error).__qualname__}"
    return ""


@settings(deadline=None)
@given(values=st.lists(st.integers(-99, 99), min_size=2, max_size=9))
@example(values=[])
def test_mean_raises_the_same_error_when_values_is_reversed(values):
    """mean(values[::-1]) raises the same error as mean(values); kills 2 of 3 mutants."""
    assert raised(mean, values[::-1]) == raised(mean, values)
