"""Conditions in Python say what domains contain."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from genmorph.domain import anys, floats, froms, ints, lists, optionals, texts, tuples
from genmorph.export.pair_text import condition

VALUES = {
    "ints": st.integers(-9, 40),
    "floats": st.floats(-3, 3) | st.floats(width=16),
    "lists": st.lists(st.integers(-2, 9), max_size=5),
    # Without -0.0, which `0.0 <= x` lets pass though it lies below 0.0 in the order of domains.
    "tuples": st.tuples(st.integers(-2, 9), st.floats(-1, 2).map(lambda x: x + 0.0)),
    "texts": st.text("abc", max_size=5),
}


@pytest.mark.parametrize(
    ("domain", "values"),
    [
        (ints(0, 9), "ints"),
        (anys(ints(0, 9), ints(min=20)), "ints"),
        (optionals(ints(0, 9)), "ints"),
        (anys(froms([1, 3]), ints(max=-3)), "ints"),
        (floats(-1, 2), "floats"),
        (floats(-1, 2, width=16), "floats"),
        (floats(allow_nan=True, allow_infinity=True, width=32), "floats"),
        (lists(ints(0, 8), 1, 4), "lists"),
        (lists(ints(0, 8), unique=True), "lists"),
        (lists(anys(ints(0, 3), ints(5, 9))), "lists"),
        (tuples(ints(0, 9), floats(0, 1)), "tuples"),
        (texts("ab", 1, 4), "texts"),
    ],
    ids=repr,
)
@given(data=st.data())
def test_a_condition_is_true_of_what_the_domain_contains_and_of_nothing_else(domain, values, data):
    value = data.draw(VALUES[values])
    said = condition(domain, "value")
    with np.errstate(over="ignore"):
        assert bool(eval(said, {"np": np, "value": value})) == domain.contains(value)  # noqa: S307


def test_where_every_value_of_the_kind_is_contained_nothing_is_to_be_checked():
    assert condition(ints(), "value") is None
    assert condition(anys(ints(), ints(0, 9)), "value") is None
    assert condition(optionals(ints()), "value") is None
