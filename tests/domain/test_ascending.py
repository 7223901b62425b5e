"""Sequences in ascending order: stated, recognised, and seen in what a strategy draws."""

import math
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from genmorph import UsageError, infer_relations
from genmorph.domain import as_domain, ascending, floats, ints, lists, np_arrays, parse_domain, texts, tuples
from genmorph.values.tuples import with_floats

DOMAINS = (
    ascending(lists(ints(0, 9), max_len=5)),
    ascending(lists(floats(0, 1), 1, 5)),
    ascending(lists(texts("ab"))),
    ascending(tuples(ints(0, 9), ints(0, 9))),
    ascending(tuples(ints(0, 9), floats(3, 20))),
)


@pytest.mark.parametrize("domain", DOMAINS, ids=repr)
def test_what_is_drawn_is_in_order_and_contained(domain):
    rng = Random(0)
    boundary = domain.boundary_way((3,), ())
    drawn = [*(domain.draw(rng) for _ in range(99)), *(boundary(rng) for _ in range(99)), *domain.extremes(rng)]
    assert all(list(value) == sorted(value) and domain.contains(value) for value in drawn)
    assert eval(domain.condition_text("value"), {"value": drawn[0]})  # noqa: S307 - our own text


@pytest.mark.parametrize("domain", DOMAINS, ids=repr)
def test_what_is_written_is_read_again_and_drawn_by_hypothesis(domain):
    assert parse_domain(domain.notation()) == domain
    strategy = eval(domain.strategy(), {"st": st, "math": math})  # noqa: S307 - our own text

    @settings(max_examples=20, database=None)
    @given(strategy)
    def is_contained(value):
        assert domain.contains(value)

    is_contained()


def test_what_is_in_another_order_is_not_contained():
    assert ascending(lists(ints())).contains([3, 1]) is False
    assert ascending(tuples(ints(), ints())).contains((3, 1)) is False


def test_sorted_lists_are_recognised():
    assert as_domain(st.lists(st.integers(0, 9), max_size=5).map(sorted), "xs") == DOMAINS[0]


def test_order_is_seen_where_all_that_is_drawn_has_it():
    intervals = st.tuples(st.integers(0, 9), st.integers(0, 9)).map(lambda pair: (pair[0], sum(pair)))
    assert as_domain(intervals, "span").contains((3, 1)) is False
    assert as_domain(st.tuples(st.integers(0, 9), st.integers(0, 9)), "span").contains((3, 1)) is True


def test_tuples_that_are_sorted_are_lists():
    pairs = st.tuples(st.integers(0, 9), st.integers(0, 9))
    assert isinstance(as_domain(pairs.map(sorted), "xs").draw(Random(0)), list)


def test_ints_may_stand_for_floats_in_tuples():
    assert with_floats((1, 2), ascending(tuples(ints(0, 9), floats(0, 9)))) == (1, 2.0)
    assert isinstance(with_floats((1, 2), ascending(tuples(ints(0, 9), floats(0, 9))))[0], int)


def test_few_values_show_no_order():
    assert as_domain(st.just([1, 2]).map(lambda xs: [*xs]), "xs").contains([2, 1]) is not False


def test_arguments_of_one_strategy_can_be_swapped():
    numbers = st.integers(0, 99).map(lambda n: 7 * n)
    assert as_domain(numbers, "a") is as_domain(numbers, "b")


def merged(first, second):
    found, place = [], 0
    for element in first:
        while place < len(second) and second[place] < element:
            found.append(second[place])
            place += 1
        found.append(element)
    return found + second[place:]


@pytest.mark.long
def test_follow_ups_are_in_order_too():
    ordered = ascending(lists(ints(0, 50), max_len=6))
    relations = infer_relations(merged, "0.5ev", domain={"first": ordered, "second": ordered}, cache=False)
    assert "merged(second, first) == merged(first, second)" in [one.formula for one in relations]
    assert not any("[::-1]" in one.formula for one in relations)


def test_tuples_that_cannot_be_in_order_are_refused():
    with pytest.raises(UsageError, match="of which some are in ascending order"):
        ascending(tuples(ints(5, 9), ints(0, 3)))


@pytest.mark.parametrize("inner", [ints(), lists(lists(ints())), lists(floats(allow_nan=True)), np_arrays("int64", 3)])
def test_what_has_no_order_is_refused(inner):
    with pytest.raises(UsageError, match="ascending must be of"):
        ascending(inner)
