"""Ints, bools and listed values."""

from collections import Counter
from random import Random

import pytest

from genmorph.domain import bools, contains_all, froms, ints
from genmorph.model import Kind, UsageError
from genmorph.values.strategies import sample


@pytest.mark.parametrize(
    ("build", "message"),
    [
        (lambda: ints(5, 3), r"min must be <= max, got ints\(5, 3\)"),
        (lambda: ints(0.0, 3), "min must be an int, got 0.0"),
        (lambda: ints(max=True), "max must be an int, got True"),
        (lambda: froms([]), "values must not be empty"),
        (
            lambda: froms([True, 1]),
            r"values must be all numbers, all Booleans, all texts or all tuples of ints, got \[True, 1\]",
        ),
        (lambda: froms("ab"), "values must be a list, got 'ab'"),
        (lambda: froms(["a", None]), "all tuples of ints, got"),
        (lambda: froms(["a" * 10_001]), "values must have at most 10000 characters, got 10001"),
        (lambda: froms(3), "values must be a list, got 3"),
        (lambda: froms([0.5, 2**53 + 1]), "within 2"),
    ],
)
def test_impossible_domains_are_refused(build, message):
    with pytest.raises(UsageError, match=message):
        build()


def test_membership_is_exact_about_kinds():
    assert ints(0, 1).contains(1)
    assert not ints(0, 1).contains(True)
    assert not ints(0, 1).contains(1.0)
    assert not froms([0, 1]).contains(False)
    assert not froms([0.0, 1.0]).contains(1)
    assert not froms([0.0]).contains(-0.0)
    assert not bools().contains(0)


def test_every_value_of_a_small_domain_is_drawn():
    rng = Random(0)
    assert {ints(-3, 40).draw(rng) for _ in range(3000)} == set(range(-3, 41))
    assert {froms([4, 9, 2]).draw(rng) for _ in range(100)} == {2, 4, 9}
    assert {bools().draw(rng) for _ in range(50)} == {False, True}


def test_unbounded_ints_are_mostly_small_and_seldom_huge():
    rng = Random(0)
    drawn = [abs(ints().draw(rng)) for _ in range(20_000)]
    assert sum(value <= 16 for value in drawn) > 10_000
    assert 0 < sum(value > 2**53 for value in drawn) < 2_000
    assert max(drawn) <= 2**70


def test_bounds_are_drawn_often_also_far_from_zero():
    rng = Random(0)
    drawn = Counter(ints(10**30, 10**40).draw(rng) for _ in range(2000))
    assert min(drawn[10**30], drawn[10**40]) > 30


def test_strategies_are_written_as_developers_write_them():
    built = [ints(-20, 20), ints(), ints(min=3), ints(max=-3), bools(), froms([3, 1, 2])]
    assert [domain.strategy() for domain in built] == [
        "st.integers(-20, 20)",
        "st.integers()",
        "st.integers(min_value=3)",
        "st.integers(max_value=-3)",
        "st.booleans()",
        "st.sampled_from([1, 2, 3])",
    ]


def test_unbounded_domains_do_not_list_their_values():
    with pytest.raises(UsageError, match="only bounded domains list their values"):
        ints(min=3).values()


def test_floats_are_never_reached_from_ints():
    assert ints().before_adding(0.5) is None
    assert ints().before_scaling(2.0) is None


def test_scaling_ints_keeps_products_in_the_range():
    assert ints(-7, 20).before_scaling(3) == ints(-2, 6)
    assert ints(-7, 20).before_scaling(-3) == ints(-6, 2)
    assert ints(5, 9).before_scaling(2) is None
    assert ints(min=0).before_scaling(-1) == ints(0, 0)


def test_an_input_of_unknown_validity_is_neither_valid_nor_invalid():
    from hypothesis import strategies as st

    unknown = sample(st.integers(0).map(abs))
    assert unknown.kind is Kind.INT
    assert contains_all([unknown, ints(0, 3)], (1, 2)) is None
    assert contains_all([unknown, ints(0, 3)], (1, 4)) is False
    assert contains_all([unknown, ints(0, 3)], (1.5, 2)) is False
