"""Outcomes come back from bytes as they went in."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from genmorph.execution.page import Page
from genmorph.model import Crashed, Raised, Returned, TimedOut

NUMBERS = st.one_of(
    st.booleans(),
    st.integers(-5, 5),
    st.integers(),
    st.integers(-(2**64), 2**64),
    st.sampled_from([2**63, 2**63 - 1, -(2**63), -(2**63) - 1]),
    st.floats(),
    st.sampled_from([math.inf, -math.inf, math.nan, -0.0, 5e-324]),
)
OUTCOMES = st.one_of(
    NUMBERS.map(Returned),
    st.recursive(NUMBERS, lambda inner: st.lists(inner, max_size=3), max_leaves=5).map(Returned),
    st.text(st.characters(exclude_categories=())).map(Raised),
    st.just(TimedOut()),
    st.builds(Crashed, st.text(), st.booleans()),
)


@given(st.lists(OUTCOMES), st.floats(0.01, 100))
def test_every_outcome_comes_back_as_it_was(outcomes, limit):
    page = Page.from_bytes(Page.of(outcomes, limit).to_bytes())
    expected = [repr(outcome) for outcome in outcomes]
    assert [repr(outcome) for outcome in page] == expected
    assert [repr(page[position]) for position in range(len(page))] == expected
    assert page.limit == limit


def test_ints_too_long_to_be_written_in_base_10_come_back():
    outcomes = [Returned(10**5000), Returned([-(10**5000)])]
    assert list(Page.from_bytes(Page.of(outcomes, 1.0).to_bytes())) == outcomes


def test_a_value_that_is_no_number_is_refused_by_name():
    with pytest.raises(TypeError, match="value must be an int, float or bool or a list of them, got 'text'"):
        Page.of([Returned("text")], 1.0)
