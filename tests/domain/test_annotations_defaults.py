"""A parameter with a default also draws the default."""

import math
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from genmorph.domain import (
    Optionals,
    arg,
    argument_domains,
    bools,
    defaulted,
    floats,
    froms,
    ints,
    lists,
    optionals,
    parse_domain,
    texts,
    tuples,
)
from genmorph.model import Container, Kind
from genmorph.values.defaults import Defaulted
from genmorph.values.listed import exactly
from genmorph.values.strategies import Look, sampled

ADDED = [
    (ints(1, 9), -1),
    (ints(1, 9), "auto"),
    (ints(0, 1), False),
    (ints(1, 9), 0.5),
    (floats(1, 2), 0.5),
    (floats(1, 2), math.nan),
    (floats(1, 2), -math.inf),
    (floats(0, 2), -0.0),
    (texts("ab"), "auto"),
    (froms(["a", "b"]), "c"),
    (bools(), "both"),
    (lists(ints(0, 9)), [-1, 10]),
    (lists(ints(0, 9), 1), []),
    (lists(lists(ints(0, 9))), [[-1], []]),
    (lists(ints(0, 9)), (1, 2)),
    (tuples(ints(0, 9), ints(0, 9)), (10, -1)),
    (tuples(ints(0, 9), ints(0, 9)), (1,)),
]


@pytest.mark.parametrize(("domain", "default"), ADDED, ids=repr)
def test_a_default_outside_the_domain_is_drawn_in_a_fifth_of_the_draws(domain, default):
    found = defaulted(domain, default)
    assert isinstance(found, Defaulted)
    rng = Random(0)
    drawn = [found.draw(rng) for _ in range(2000)]
    assert 320 < [repr(value) for value in drawn].count(repr(default)) < 480
    assert all(found.contains(value) for value in drawn)
    assert any(domain.contains(value) for value in drawn)
    assert not found.contains(None)


@pytest.mark.parametrize(("domain", "default"), ADDED, ids=repr)
def test_the_notation_is_read_back(domain, default):
    found = defaulted(domain, default)
    assert repr(parse_domain(found.notation())) == repr(found)
    assert repr(parse_domain(exactly(default).notation())) == repr(exactly(default))


@pytest.mark.parametrize(("domain", "default"), ADDED, ids=repr)
@given(data=st.data())
def test_the_strategy_draws_the_same_values(domain, default, data):
    found = defaulted(domain, default)
    assert found.contains(data.draw(eval(found.strategy(), {"st": st, "math": math})))  # noqa: S307


@pytest.mark.parametrize(
    ("domain", "default"),
    [(ints(1, 9), 3), (floats(0, 1), 1), (optionals(ints(1, 9)), None), (lists(ints(0, 9)), []), (tuples(ints()), ())],
    ids=repr,
)
def test_a_domain_that_has_the_default_stays_as_it_is(domain, default):
    assert defaulted(domain, default) is domain


def test_none_is_added_beside_the_other_values():
    assert defaulted(ints(1, 9), None) == optionals(ints(1, 9))
    assert defaulted(optionals(ints(1, 9)), -1) == optionals(defaulted(ints(1, 9), -1))
    assert isinstance(defaulted(lists(ints()), None), Optionals)


def test_an_int_among_floats_is_drawn_as_a_float():
    assert defaulted(floats(0, 1), 3) == defaulted(floats(0, 1), 3.0)
    assert defaulted(lists(floats(0, 1)), [3]).draw(Random(3)) is not None
    assert defaulted(floats(0, 1), 2**60 + 1).kind is Kind.OTHER


def test_a_default_of_another_kind_makes_the_domain_one_of_no_kind():
    assert defaulted(ints(1, 9), -1).kind is Kind.INT
    assert defaulted(ints(1, 9), "auto").kind is Kind.OTHER
    nested = defaulted(lists(ints(0, 9), 1), [])
    assert (nested.kind, nested.container) == (Kind.INTS, Container.LIST)


@pytest.mark.parametrize(
    "default",
    [object(), {}, {1}, b"", len, [object()], st.integers()],
    ids=["object", "dict", "set", "bytes", "function", "list of an object", "strategy"],
)
def test_a_default_that_is_no_plain_data_is_left_out(default):
    assert defaulted(ints(1, 9), default) == ints(1, 9)


def test_lists_that_are_drawn_are_new_ones():
    found = defaulted(lists(ints(0, 9)), [[1], 2])
    rng = Random(0)
    for _ in range(50):
        value = found.draw(rng)
        value.append(3)
        assert value != [[1], 2, 3, 3]


def test_bounded_domains_list_the_default_first():
    assert list(defaulted(ints(1, 3), -1).values()) == [-1, 1, 2, 3]
    assert defaulted(ints(1, 3), -1).size == 4
    assert defaulted(ints(), 0.5).size is None


@given(st.integers(-9, 9), st.integers(-7, 7).filter(bool))
def test_narrowed_domains_hold_only_values_whose_follow_ups_are_contained(default, c):
    domain = defaulted(ints(2, 5), default)
    for narrowed, move in (
        (domain.before_adding(c), lambda x: x + c),
        (domain.before_scaling(c), lambda x: x * c),
        (domain.before_squaring(), lambda x: x * x),
    ):
        if narrowed is not None:
            rng = Random(0)
            for value in (narrowed.draw(rng) for _ in range(20)):
                assert domain.contains(value)
                assert domain.contains(move(value))


def test_a_default_beside_a_strategy_that_is_not_understood_is_drawn_too():
    opaque = sampled("lengths", Look([list(range(10, 20))], is_whole=False))
    for default in (3, None):
        found = defaulted(opaque, default)
        rng = Random(0)
        drawn = [found.draw(rng) for _ in range(1000)]
        assert 150 < drawn.count(default) < 250
        assert set(drawn) == {default, *range(10, 20)}
        assert found.kind is Kind.INT
        assert found.contains(default) is None
    assert defaulted(opaque, 3).strategy().startswith("st.just(3) | st.sampled_from([3, 10")
    assert defaulted(opaque, "auto") is opaque


def test_the_default_rule_holds_for_what_is_annotated():
    @arg("k", ints(0, 9))
    @arg("e", ints(0, 9))
    @arg("mode", texts())
    def power(k, e=-1, mode=None, *, scale=2):
        return k, e, mode, scale

    assert argument_domains(power) == {"k": ints(0, 9), "e": defaulted(ints(0, 9), -1), "mode": optionals(texts())}
