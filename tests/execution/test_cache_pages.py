"""Outcomes come back from bytes as they went in."""

import math

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from genmorph.execution.page import Page, exact_key
from genmorph.model import Altered, Array, Built, Crashed, Drained, Fields, Raised, Returned, TimedOut

NUMBERS = st.one_of(
    st.booleans(),
    st.integers(-5, 5),
    st.integers(),
    st.integers(-(2**64), 2**64),
    st.sampled_from([2**63, 2**63 - 1, -(2**63), -(2**63) - 1]),
    st.floats(),
    st.sampled_from([math.inf, -math.inf, math.nan, -0.0, 5e-324]),
)
COMPLEX = st.builds(complex, st.floats(), st.floats())
TEXTS = st.one_of(st.text(max_size=5), st.text(st.characters(categories=["Cs", "Lu"]), max_size=4))
VALUES = st.recursive(
    st.one_of(NUMBERS, TEXTS, st.none(), st.binary(max_size=5)),
    lambda inner: st.one_of(
        st.lists(inner, max_size=3),
        st.lists(inner, max_size=3).map(tuple),
        st.dictionaries(TEXTS, inner, max_size=3),
        st.lists(NUMBERS, max_size=3).map(lambda numbers: Array(tuple(numbers))),
        st.dictionaries(TEXTS, inner, max_size=3).map(lambda items: Fields(tuple(items), tuple(items.values()))),
        st.lists(COMPLEX, max_size=3).map(lambda held: Built("array:complex128", ((len(held),), tuple(held)))),
    ),
    max_leaves=5,
)
CHANGES = st.lists(st.tuples(st.integers(0, 5), VALUES), max_size=2).map(tuple)
OUTCOMES = st.one_of(
    NUMBERS.map(Returned),
    VALUES.map(Returned),
    st.builds(Altered, VALUES, CHANGES).map(Returned),
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
    outcomes = [Returned(10**5000), Returned([-(10**5000)]), Returned({"a": Array((10**5000,))})]
    assert list(Page.from_bytes(Page.of(outcomes, 1.0).to_bytes())) == outcomes


def test_equal_values_are_kept_once_and_take_little_room():
    texts = [Returned("a short text"), Returned("another")] * 500
    assert len(Page.of(texts, 1.0).others) == 2
    assert len(Page.of(texts, 1.0).to_bytes()) < 500


def test_equal_values_of_other_types_are_kept_apart():
    values = [1, True, 1.0, "1", [1], [True], [1.0], (1,), [-0.0], [0.0], None, "null", Array((1,)), Array((True,))]
    page = Page.from_bytes(Page.of([Returned(value) for value in values], 1.0).to_bytes())
    assert [repr(outcome.value) for outcome in page] == list(map(repr, values))


def test_what_is_no_plain_data_is_refused():
    with pytest.raises(TypeError, match=r"value must be plain data, got \{1\}"):
        Page.of([Returned({1})], 1.0).to_bytes()


ALIKE = [1, 1.0, True, 0.0, -0.0, 1 + 0j, "1", [1], (1,), [1.0], {"1": 1}, {"1": True}]
CONTAINERS = [
    lambda held: held,
    lambda held: Array((held,)),
    lambda held: Drained((held,)),
    lambda held: [Array((held,))],
    lambda held: Built("array:object", ((1,), (held,))),
    lambda held: Built("array:object", ((1,), (Array((held,)),))),
    lambda held: Fields(("a",), (held,)),
    lambda held: {"a": Array((held,))},
    lambda held: Altered(held, ((0, held),)),
]


def test_values_that_are_not_the_same_have_other_keys():
    keys = [exact_key(container(held)) for container in CONTAINERS for held in ALIKE]
    assert len(set(keys)) == len(keys) == len(CONTAINERS) * len(ALIKE)


@given(VALUES)
def test_a_value_that_comes_back_has_the_key_that_it_had(value):
    assume("nan" not in repr(value))  # which has many forms
    (back,) = Page.from_bytes(Page.of([Returned(value)], 1.0).to_bytes())
    assert exact_key(back.value) == exact_key(value)
