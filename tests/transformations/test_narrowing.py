"""Which sources have follow-ups in the domain."""

from random import Random

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from genmorph.domain import (
    anys,
    as_domain,
    bools,
    byte_strings,
    contains_all,
    dicts,
    floats,
    froms,
    ints,
    lists,
    np_arrays,
    np_shapes,
    objs,
    optionals,
    texts,
    tuples,
)
from genmorph.model import Parameter, UsageError
from genmorph.transformations.instantiation import instantiate
from genmorph.transformations.transformation import Transformation
from genmorph.values.narrowable import Narrowable
from tests.transformations.kinds import DOMAINS, transformed

OPAQUE = as_domain(st.integers(0).map(abs), "x")


@given(transformed())
def test_every_source_drawn_from_the_narrowed_domains_has_a_valid_follow_up(drawn):
    transformation, parameters, rng = drawn
    assume(transformation is not None and transformation.chained is None)
    domains = [parameter.domain for parameter in parameters]
    assume(not transformation.is_tried(domains))
    narrowed = transformation.narrow(domains)
    assume(narrowed is not None or transformation.drawn is None)
    for _ in range(20):
        source = tuple(domain.draw(rng) for domain in narrowed)
        assert contains_all(domains, transformation.arguments_of(source))
        assert contains_all(domains, transformation.apply(source))


@pytest.mark.parametrize(
    "inner", [lists(ints(), 0, 9), texts(min_len=2), lists(floats(0, 9), 1, 4, unique=True)], ids=repr
)
def test_none_has_no_beginning(inner):
    (change,) = (c for c in instantiate([Parameter("x", optionals(inner))], []) if c.template == "beginning")
    assert change.narrow([optionals(inner)]) == (inner, change.drawn)


@pytest.mark.parametrize("domain", DOMAINS, ids=repr)
def test_reordered_and_shortened_sources_are_changed_by_their_size_alone(domain):
    found = {change.template: change for change in instantiate([Parameter("x", domain)], [])}
    rng = Random(0)
    for name, least in (("reverse", 2), ("rotate", 2), ("swap_ends", 2), ("halve", 1), ("remove", 1)):
        if name in found:
            (narrowed,) = found[name].narrow([domain])
            assert all(len(narrowed.draw(rng)) >= least for _ in range(50))


@pytest.mark.parametrize(
    ("transformation", "expected"),
    [
        (Transformation("add", (1,), 1), (ints(0, 9), ints(3, 11))),
        (Transformation("add", (0,), -2), (ints(2, 9), ints(3, 12))),
        (Transformation("scale", (1,), 2), (ints(0, 9), ints(3, 6))),
        (Transformation("swap", (0, 1)), (ints(3, 9), ints(3, 9))),
        (Transformation("add_both", (0, 1), 2), (ints(0, 7), ints(3, 10))),
        (Transformation("scale_both", (0, 1), 2), (ints(0, 4), ints(3, 6))),
        (Transformation("chain", (0,), output=0), (ints(0, 9), ints(3, 12))),
    ],
)
def test_numbers_are_narrowed_exactly(transformation, expected):
    assert transformation.narrow((ints(0, 9), ints(3, 12))) == expected


@pytest.mark.parametrize(
    ("template", "constant", "domain", "expected"),
    [
        ("remove", 1, lists(ints(), min_len=4), lists(ints(), min_len=5)),
        ("remove", -2, texts(), texts(min_len=2)),
        ("halve", None, lists(ints(), min_len=3), lists(ints(), min_len=6)),
        ("repeat", None, texts(max_len=9), texts(min_len=1, max_len=4)),
        ("append", 3, lists(ints(0, 9), max_len=5), lists(ints(0, 9), max_len=4)),
        ("append", "bc", texts("abc", max_len=5), texts("abc", max_len=3)),
        ("append", "bc", lists(texts(), max_len=5), lists(texts(), max_len=4)),
        ("add_each", 2, tuples(ints(0, 9)), tuples(ints(0, 7), min_len=1)),
        ("add_each", 2, tuples(ints(0, 9), ints(20, 30)), tuples(ints(0, 7), ints(20, 28))),
        (
            "scale_each",
            2,
            np_arrays("int64", np_shapes(1, 1, 0, 20), ints(0, 9)),
            np_arrays("int64", np_shapes(1, 1, 1, 20), ints(0, 4)),
        ),
        ("flip_each", None, lists(bools()), lists(bools(), min_len=1)),
        ("reverse", None, tuples(ints(0, 9), ints(5, 12)), tuples(ints(5, 9), ints(5, 9))),
        ("reverse", None, optionals(texts()), texts(min_len=2)),
        ("reverse", None, froms(["ab", "ba", "aa", "x"]), froms(["ab", "ba"])),
        ("upper", None, froms(["a", "A", "b"]), froms(["a"])),
        ("upper", None, texts("aAbß1"), texts("aA1", min_len=1)),
        ("upper", None, texts("ßSs"), texts("ßSs", min_len=1, max_len=10)),
        ("upper", None, texts(max_len=9), texts(min_len=1, max_len=3)),
        ("lower", None, texts("ΣσAa"), texts("σAa", min_len=1)),  # noqa: RUF001
        ("lower", None, texts("Σσς"), texts("Σσς", min_len=1)),
        ("strip", None, texts("a "), texts("a ", min_len=1)),
    ],
)
def test_texts_and_sequences_are_narrowed_by_size_element_and_alphabet(template, constant, domain, expected):
    assert Transformation(template, (0,), constant).narrow([domain]) == (expected,)


@pytest.mark.parametrize(
    ("transformation", "domains", "expected"),
    [
        (
            Transformation("append_and_add", (0, 1), "a"),
            (texts(max_len=5), ints(0, 9)),
            (texts(max_len=4), ints(0, 8)),
        ),
        (
            Transformation("prepend_and_add", (1, 0), 3),
            (ints(0, 9), lists(ints())),
            (ints(0, 8), lists(ints(), max_len=19)),
        ),
        (
            Transformation("append_and_add", (0, 1), "a"),
            (froms(["", "a", "ba", "b"]), ints(0, 9)),
            (froms(["", "b"]), ints(0, 8)),
        ),
        (
            Transformation("prepend_and_add", (0, 1), "a"),
            (froms(["", "a", "ab", "b"]), ints()),
            (froms(["", "b"]), ints()),
        ),
        (
            Transformation("append_and_add_both", (2, 0, 1), "a"),
            (ints(0, 9), ints(max=3), optionals(froms(["x", "xa"]))),
            (ints(0, 8), ints(max=2), froms(["x"])),
        ),
        (
            Transformation("append_argument", (1, 0)),
            (ints(0, 99), lists(ints(10, 300))),
            (ints(10, 99), lists(ints(10, 300), max_len=19)),
        ),
        (
            Transformation("add_argument", (0, 1)),
            (ints(-10, 100), ints(0, 70)),
            (ints(-5, 50), ints(0, 50)),
        ),
        (
            Transformation("prepend_argument", (0, 1)),
            (texts("ab", max_len=9), texts("bc")),
            (texts("ab", max_len=4), texts("b", max_len=4)),
        ),
    ],
)
def test_texts_that_grow_together_with_ints_are_narrowed_with_them(transformation, domains, expected):
    assert transformation.narrow(domains) == expected
    rng = Random(0)
    for _ in range(20):
        assert contains_all(domains, transformation.apply(tuple(domain.draw(rng) for domain in expected)))


def test_listed_texts_of_which_none_becomes_another_do_not_grow_together_with_ints():
    assert Transformation("append_and_add", (0, 1), "a").is_applicable([froms(["b", "ab"]), ints()]) is False


@pytest.mark.parametrize(
    ("template", "constant", "domain"),
    [
        ("reverse", None, texts(max_len=1)),
        ("remove", 0, tuples(ints(), ints())),
        ("remove", 2, lists(ints(), max_len=2)),
        ("repeat", None, texts(max_len=1)),
        ("append", 10, lists(ints(0, 9))),
        ("append", "x", texts("abc")),
        ("append", 256, byte_strings()),
        ("append", 0, lists(ints(), max_len=0)),
        ("add_each", 1, byte_strings(max_len=0)),
        ("scale_each", -1, byte_strings()),
        ("flip_each", None, lists(froms([True]))),
        ("upper", None, texts("abc")),
        ("upper", None, texts("A1")),
        ("strip", None, texts("abc")),
        ("strip", None, texts(min_len=1)),
        ("reverse", None, tuples(ints(), texts())),
        ("reverse", None, froms(["ab", "cd"])),
    ],
)
def test_where_no_follow_up_is_valid_there_is_no_source(template, constant, domain):
    transformation = Transformation(template, (0,), constant)
    assert transformation.is_applicable([domain]) is False
    with pytest.raises(UsageError, match=f"{template} must have sources with follow-ups in the domain, got "):
        transformation.narrow([domain])


def test_narrowing_tells_the_unknown_from_the_empty():
    assert Transformation("add", (0,), 1).narrow([OPAQUE, bools()]) is None
    assert Transformation("add", (0,), 1).is_applicable([OPAQUE, bools()]) is None
    assert Transformation("flip", (1,)).narrow([OPAQUE, bools()]) == (OPAQUE, bools())
    with pytest.raises(UsageError, match=r"add must have sources with follow-ups in the domain, got ints\(0, 1\)"):
        Transformation("add", (0,), 5).narrow([ints(0, 1)])


def test_nothing_is_put_into_distinct_elements_and_none_is_repeated():
    xs = Parameter("xs", lists(ints(0, 9), unique=True))
    found = {change.template for change in instantiate([xs], [3], draws=False)}
    assert found == {"reverse", "sort", "rotate", "swap_ends", "halve", "remove", "add_each", "scale_each"}


@pytest.mark.parametrize(
    "domain",
    [objs("shop:make"), dicts({}), anys(ints(), texts())],
    ids=repr,
)
def test_values_of_other_kinds_are_swapped_at_most(domain):
    parameters = [Parameter("x", domain), Parameter("k", ints()), Parameter("y", domain)]
    found = instantiate(parameters, [3], pieces=["a"])
    assert {change.template for change in found if change.positions != (1,)} == {"swap"}


def test_sequences_of_objects_are_put_into_another_order_and_shortened():
    found = instantiate([Parameter("x", lists(dicts({})))], [3], pieces=["a"])
    assert {change.template for change in found} == {
        "shuffle",
        "reverse",
        "rotate",
        "swap_ends",
        "halve",
        "beginning",
        "remove",
    }


def test_known_domains_are_narrowable_and_opaque_ones_are_not():
    assert all(isinstance(domain, Narrowable) for domain in (*DOMAINS, floats(), froms([1])))
    assert not isinstance(OPAQUE, Narrowable)
