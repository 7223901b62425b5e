"""Lists, tuples, byte strings and arrays: what they hold, how they are drawn and written."""

import math
from collections import Counter
from random import Random

import numpy as np
import pytest

from genmorph.domain import (
    LONGEST,
    FixedTuples,
    bool_lists,
    bools,
    byte_strings,
    default_domain,
    float_lists,
    floats,
    froms,
    int_lists,
    ints,
    lists,
    np_arrays,
    np_shapes,
    optionals,
    parse_domain,
    texts,
    tuples,
)
from genmorph.model import Container, Kind, UsageError

FEW_FLOATS = floats(1, math.nextafter(1, 2))


def drawn(domain, count=4_000):
    rng = Random(0)
    return [domain.draw(rng) for _ in range(count)]


@pytest.mark.parametrize(
    ("domain", "kind", "container"),
    [
        (lists(ints()), Kind.INTS, Container.LIST),
        (lists(floats()), Kind.FLOATS, Container.LIST),
        (lists(froms(["a"])), Kind.TEXTS, Container.LIST),
        (lists(lists(ints())), Kind.NESTED, Container.LIST),
        (lists(optionals(ints())), Kind.NESTED, Container.LIST),
        (lists(tuples(ints(), texts())), Kind.NESTED, Container.LIST),
        (tuples(bools()), Kind.BOOLS, Container.TUPLE),
        (tuples(ints(), floats()), Kind.FLOATS, Container.TUPLE),
        (tuples(ints(0, 9), ints(5, 7)), Kind.INTS, Container.TUPLE),
        (tuples(ints(), bools()), Kind.NESTED, Container.TUPLE),
        (np_arrays("bool", np_shapes(1, 1, 0, 20), bools()), Kind.BOOLS, Container.ARRAY),
        (byte_strings(), Kind.INTS, Container.BYTES),
        (optionals(lists(ints())), Kind.INTS, Container.LIST),
        (optionals(ints()), Kind.INT, None),
        (texts(), Kind.TEXT, None),
    ],
    ids=repr,
)
def test_kinds_and_containers_follow_from_the_elements(domain, kind, container):
    assert (domain.kind, domain.container) == (kind, container)


@pytest.mark.parametrize(
    ("build", "message"),
    [
        (lambda: lists(3), r"element must be a domain such as ints\(0, 9\), got 3"),
        (lambda: lists(int), "element must be a domain such as"),
        (lambda: lists(ints(), max_len=10**6), "max_len must be an int from 0 to 10000, got 1000000"),
        (lambda: lists(ints(), min_len=3, max_len=2), "min_len must be <= max_len, got 3 and 2"),
        (lambda: lists(lists(lists(lists(lists(lists(ints())))))), "element must be of at most 4 levels of sequences"),
        (tuples, "elements must be 1 to 10000 domains, got 0"),
        (lambda: tuples(ints(), bools(), max_len=2), "min_len and max_len must be left out with several elements"),
        (lambda: np_arrays("int64", 3, texts()), "elements of int64 arrays must be ints, got texts"),
        (
            lambda: np_arrays("int64", np_shapes(1, 1, 0, 20), ints(0, 2**63)),
            r"elements must be values of int64, got ints\(0, 9223372036854775808\)",
        ),
        (lambda: byte_strings(element=ints(-1, 5)), "element must be of ints from 0 to 255"),
        (lambda: optionals(3), "domain must be a domain such as"),
        (lambda: lists(ints(), unique=1), "unique must be a bool, got 1"),
        (lambda: lists(ints(0, 3), 5, unique=True), r"element must have at least 5 distinct values, got ints\(0, 3\)"),
        (lambda: lists(floats(1, 1), 2, unique=True), "element must have at least 2 distinct values"),
        (lambda: lists(FEW_FLOATS, 3, unique=True), "element must have at least 3 distinct values"),
        (lambda: lists(froms([0.0, -0.0]), 2, unique=True), "element must have at least 2 distinct values"),
        (lambda: lists(lists(ints()), unique=True), "element must be of numbers, Booleans, texts or tuples of these"),
        (lambda: lists(tuples(ints(), lists(ints())), unique=True), "element must be of numbers, Booleans, texts"),
        (lambda: lists(optionals(lists(ints())), unique=True), "element must be of numbers, Booleans, texts"),
        (lambda: int_lists(3, 2), "min must be <= max"),
        (lambda: int_lists(max_len=-1), "max_len must be an int from 0 to 10000, got -1"),
        (lambda: float_lists("a"), "min must be a number, got 'a'"),
        (lambda: bool_lists(2, 1), "min_len must be <= max_len, got 2 and 1"),
    ],
)
def test_impossible_sequences_are_refused(build, message):
    with pytest.raises(UsageError, match=message):
        build()


def test_membership_is_exact_about_containers_sizes_and_elements():
    assert lists(ints(0, 9), max_len=2).contains([0, 9])
    assert not lists(ints(0, 9), max_len=2).contains([0, 9, 1])
    assert not lists(ints(0, 9)).contains([10])
    assert not lists(ints(0, 9)).contains([True])
    assert not lists(floats()).contains([1])
    assert not lists(ints()).contains((1,))
    assert not lists(texts()).contains("ab")
    assert not lists(ints(), max_len=LONGEST).contains([1] * 10**6)
    assert tuples(ints(), texts()).contains((1, "a"))
    assert not tuples(ints(), texts()).contains(("a", 1))
    assert not tuples(ints(), texts()).contains((1,))
    assert byte_strings().contains(b"\xff")
    assert not byte_strings().contains([255])
    assert lists(optionals(ints())).contains([1, None])
    assert optionals(lists(ints())).contains(None)
    assert not lists(ints()).contains(None)


def test_arrays_are_contained_as_arrays_and_as_lists():
    domain = np_arrays("float64", np_shapes(1, 1, 0, 20), floats(0, 1))
    assert domain.contains([0.5])
    assert domain.contains(np.array([0.5, 1.0]))
    assert domain.contains(np.array([]))
    assert not domain.contains((0.5,))
    assert not domain.contains(np.array([1]))
    assert not domain.contains(np.array([], dtype=int))
    assert not domain.contains(np.array([2.0]))
    assert not domain.contains(np.array([[0.5]]))
    assert not np_arrays("int64", np_shapes(1, 1, 0, 20), ints()).contains(np.array(["a"]))
    assert np_arrays("int64", np_shapes(1, 1, 0, 20), ints(0, 9)).contains(np.array([3], dtype=np.uint8))
    assert not np_arrays("int64", np_shapes(1, 1, 0, LONGEST), ints(0, 9)).contains(np.zeros(10**6, dtype=int))


def test_ints_of_arrays_fit_64_bits():
    assert np_arrays("int64", np_shapes(1, 1, 0, 20), ints()).element == ints(-(2**63), 2**63 - 1)
    assert all(
        len(np.array(value, dtype=np.int64)) == len(value)
        for value in drawn(np_arrays("int64", np_shapes(1, 1, 0, 20), ints()))
    )


def test_special_sequences_occur():
    found = drawn(lists(floats(-1000, 1000)))
    longer = [value for value in found if len(value) > 3]
    assert 160 < sum(value == [] for value in found) < 320
    assert 240 < sum(len(value) == 1 for value in found) < 420
    assert sum(len(value) == 20 for value in found) > 180
    assert sum(len(set(value)) <= 3 for value in longer) > 0.15 * len(longer)
    assert sum(value == sorted(value) for value in longer) > 0.08 * len(longer)
    assert sum(value == sorted(value)[::-1] for value in longer) > 0.04 * len(longer)
    assert sum(value == value[::-1] for value in longer) > 0.05 * len(longer)
    assert sum(len(set(value)) == len(value) for value in longer) > 0.3 * len(longer)


def test_nan_stands_last_where_elements_are_sorted():
    found = [value for value in drawn(lists(floats(allow_nan=True), 4), 20_000) if any(map(math.isnan, value))]
    assert any(value[:-1] == sorted(value[:-1]) and len(set(value)) > 3 for value in found)


def test_repeated_lists_are_not_the_same_object():
    for value in drawn(lists(lists(ints())), 500):
        assert len({id(element) for element in value}) == len(value)


def test_sequences_of_sequences_stay_small():
    deep = default_domain(Kind.NESTED)
    for _ in range(3):
        deep = lists(deep)
    assert max(len(repr(value)) for value in drawn(deep, 30)) < 10**6
    assert sum(map(len, drawn(lists(texts(), max_len=LONGEST)))) > 4_000 * 5


def test_sizes_far_from_zero_are_drawn():
    sizes = Counter(len(value) for value in drawn(lists(bools(), min_len=30, max_len=LONGEST)))
    assert min(sizes) == 30
    assert max(sizes) <= 130
    assert sizes[30] > 150
    assert {len(value) for value in drawn(tuples(bools(), min_len=3, max_len=3), 50)} == {3}


def test_bytes_tuples_and_arrays_are_drawn_in_their_containers():
    assert {type(value) for value in drawn(byte_strings(), 50)} == {bytes}
    assert {type(value) for value in drawn(tuples(ints()), 50)} == {tuple}
    assert {type(value) for value in drawn(np_arrays("int64", np_shapes(1, 1, 0, 20), ints()), 50)} == {list}
    assert {type(value) for value in drawn(tuples(ints(), texts()), 50)} == {tuple}


@pytest.mark.parametrize(
    ("domain", "notation", "strategy"),
    [
        (lists(ints(0, 9), max_len=5), "lists(ints(0, 9), max_len=5)", "st.lists(st.integers(0, 9), max_size=5)"),
        (
            tuples(bools(), min_len=1),
            "tuples(bools(), min_len=1)",
            "st.lists(st.booleans(), min_size=1, max_size=20).map(tuple)",
        ),
        (tuples(bools(), bools()), "tuples(bools(), bools())", "st.tuples(st.booleans(), st.booleans())"),
        (tuples(bools(), texts()), "tuples(bools(), texts())", "st.tuples(st.booleans(), st.text(max_size=20))"),
        (byte_strings(), "byte_strings()", "st.binary(max_size=20)"),
        (
            byte_strings().before_adding(1),
            "byte_strings(element=ints(0, 254))",
            "st.lists(st.integers(0, 254), max_size=20).map(bytes)",
        ),
        (
            np_arrays("int64", np_shapes(1, 1, 0, 20), ints(0, 9)),
            'np_arrays("int64", np_shapes(1, 1, 0, 20), ints(0, 9))',
            "npst.arrays(np.int64, st.integers(0, 20), elements=st.integers(0, 9))",
        ),
        (
            lists(ints(0, 9), 1, 5, unique=True),
            "lists(ints(0, 9), min_len=1, max_len=5, unique=True)",
            "st.lists(st.integers(0, 9), min_size=1, max_size=5, unique=True)",
        ),
        (np_shapes(2, 2), "np_shapes(2, 2, 1, 6)", "npst.array_shapes(min_dims=2, max_dims=2, min_side=1, max_side=6)"),
        (
            lists(optionals(ints())),
            "lists(optionals(ints()))",
            "st.lists(st.none() | st.integers(), max_size=20)",
        ),
    ],
    ids=repr,
)
def test_sequences_are_written_as_developers_write_them(domain, notation, strategy):
    assert (domain.notation(), domain.strategy()) == (notation, strategy)


def test_sequences_are_narrowed_by_sizes_and_elements():
    assert lists(ints()).with_sizes(1, None) == lists(ints(), min_len=1)
    assert lists(ints()).with_sizes(21, None) is None
    assert lists(ints()).with_element(ints(0, 3)) == lists(ints(0, 3))
    assert lists(ints()).with_element(None) is None
    assert lists(ints(0, 9)).before_adding(-2) == lists(ints(2, 9))
    assert np_arrays("float64", np_shapes(1, 1, 0, 20), floats(-1, 1)).before_scaling(-2) == np_arrays(
        "float64", np_shapes(1, 1, 0, 20), floats(-0.5, 0.5)
    )
    assert lists(ints(0, 0)).before_adding(1) is None
    assert lists(texts()).before_adding(1) is None
    assert lists(optionals(ints())).before_adding(1) is None
    assert lists(bools()).before_scaling(-1) is None
    assert optionals(lists(ints(0, 9))).before_adding(1) == lists(ints(0, 8))


def test_domains_without_a_common_element_share_the_empty_sequence():
    assert lists(ints(0, 3)).intersect(lists(ints(5, 9))) == lists(ints(0, 3), max_len=0)
    assert lists(ints(0, 3), min_len=1).intersect(lists(ints(5, 9))) is None
    assert lists(ints()).intersect(tuples(ints())) is None
    assert lists(ints()).intersect(ints()) is None


def test_elements_of_fixed_tuples_keep_their_places_unless_they_fit_everywhere():
    point = tuples(ints(0, 9), ints(5, 20))
    assert isinstance(point, FixedTuples)
    assert point.with_sizes(2, None) == tuples(ints(5, 9), ints(5, 9))
    assert point.element == ints(5, 9)
    assert point.with_sizes(3, None) is None
    assert point.with_sizes(0, 1) is None
    assert point.before_adding(1) == tuples(ints(0, 8), ints(5, 19))
    assert point.with_element(ints(0, 6)) == tuples(ints(0, 6), ints(5, 6))
    assert (point.min_size, point.max_size) == (2, 2)
    named = tuples(texts(), ints())
    assert (named.with_sizes(2, None), named.before_scaling(2), named.with_element(ints())) == (None, None, None)


def test_small_domains_list_their_values():
    assert list(lists(bools(), max_len=1).values()) == [[], [False], [True]]
    assert list(tuples(bools(), froms([3])).values()) == [(False, 3), (True, 3)]
    assert list(byte_strings(1, 1, ints(65, 66)).values()) == [b"A", b"B"]
    assert list(optionals(bools()).values()) == [None, False, True]
    assert list(texts("ab", max_len=1).values()) == ["", "a", "b"]
    for huge in (lists(ints(0, 9)), lists(ints()), texts(), tuples(ints(), bools()), lists(bools(), max_len=LONGEST)):
        assert huge.size is None
        with pytest.raises(UsageError, match="only bounded domains list their values"):
            next(iter(huge.values()))


def test_distinct_elements_are_told_apart_as_hypothesis_does():
    domain = lists(floats(allow_nan=True), unique=True)
    assert domain.contains([1.0, 2.0])
    assert not domain.contains([1.0, 1.0])
    assert not domain.contains([0.0, -0.0])
    assert domain.contains([math.nan, float("nan")])
    assert lists(tuples(ints(), ints()), unique=True).contains([(1, 2), (2, 1)])
    assert not lists(tuples(ints(), ints()), unique=True).contains([(1, 2), (1, 2)])


def test_lists_of_distinct_elements_are_as_long_as_there_are_elements():
    found = drawn(lists(ints(0, 9), unique=True))
    assert {len(value) for value in found} == set(range(11))
    assert all(len(set(value)) == len(value) for value in found)
    assert sum(value == sorted(value) for value in found if len(value) > 3) > 200
    assert len(drawn(lists(ints(0, 9_999), 10_000, 10_000, unique=True), 1)[0]) == 10_000
    assert {len(value) for value in drawn(lists(FEW_FLOATS, 1, unique=True), 100)} == {1, 2}


def test_small_domains_of_distinct_elements_list_their_values():
    domain = lists(bools(), unique=True)
    assert list(domain.values()) == [[], [False], [True], [False, True], [True, False]]
    assert (domain.size, lists(ints(0, 9), unique=True).size) == (5, 9_864_101)
    assert lists(froms([0.0, -0.0]), unique=True).size is None


def test_distinct_elements_stay_so_when_they_are_changed():
    domain = lists(ints(0, 9), 3, unique=True)
    assert domain.before_adding(2) == lists(ints(0, 7), 3, unique=True)
    assert domain.before_adding(8) is None
    assert domain.before_scaling(2) == lists(ints(0, 4), 3, unique=True)
    assert domain.with_sizes(1, 5) == lists(ints(0, 9), 3, 5, unique=True)
    assert domain.with_sizes(11, None) is None
    assert domain.with_element(ints(0, 1)) is None
    assert domain.intersect(lists(ints(5, 20))) == lists(ints(5, 9), 3, unique=True)
    assert lists(ints(5, 20)).intersect(domain) == lists(ints(5, 9), 3, unique=True)
    assert lists(ints(8, 20)).intersect(domain) is None


def test_distinct_floats_may_become_the_same_number():
    domain = lists(floats(-9, 9), unique=True)
    assert (domain.before_adding(1), domain.before_scaling(0.5)) == (None, None)
    assert domain.before_scaling(-1) == domain


def test_short_forms_are_lists():
    assert int_lists(0, 9, 1, 5) == lists(ints(0, 9), 1, 5)
    assert int_lists() == lists(ints())
    assert float_lists(min=0, max_len=3) == lists(floats(min=0), max_len=3)
    assert bool_lists(2, 3) == lists(bools(), 2, 3)
    assert parse_domain("int_lists(0, 9, max_len=3)") == lists(ints(0, 9), max_len=3)


def test_shapes_are_tuples_of_ints_as_hypothesis_has_them_by_default():
    shapes = np_shapes()
    assert {len(shape) for shape in drawn(shapes)} == {1, 2, 3}
    assert {side for shape in drawn(shapes) for side in shape} == set(range(1, 7))
    assert np_shapes(0, 0).contains(())
    assert np_shapes(4).max_size == 5
    assert np_shapes(2, 3, 2, 5).intersect(np_shapes(1, 2, 3, 9)) == np_shapes(2, 2, 3, 5)
    assert shapes.before_adding(1) == np_shapes(1, 3, 1, 5)
    assert shapes.intersect(tuples(froms([2, 9]))) == tuples(froms([2]), min_len=1, max_len=3)


def test_listed_tuples_of_ints_are_shapes_too():
    listed = froms([(3, 2), (2,), (3, 2)])
    assert list(listed.values()) == [(2,), (3, 2)]
    assert listed.contains((3, 2))
    assert not listed.contains([3, 2])
    assert not listed.contains((3, True))
    assert listed.intersect(np_shapes(2, 2)) == froms([(3, 2)])
    assert listed.before_adding(1) is None
