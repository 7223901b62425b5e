"""Domains from the strategies and the texts of users."""

import enum
import math
import subprocess
import sys
from itertools import islice
from random import Random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as npst

from genmorph.domain import (
    LONGEST,
    Floats,
    Froms,
    Opaque,
    as_domain,
    bools,
    byte_strings,
    floats,
    froms,
    ints,
    lists,
    np_arrays,
    np_shapes,
    optionals,
    parse_domain,
    texts,
    tuples,
)
from genmorph.model import Container, Kind, Parameter, UsageError
from genmorph.subject.inputs import draw_inputs
from genmorph.values.numbers.float_draws import LARGEST
from genmorph.values.strategies import sample

SMALL_ARRAYS = np_arrays("int16", np_shapes(), ints(0, 9))
EVEN = st.integers(0, 100).filter(lambda x: x % 2 == 0)


class Level(enum.IntEnum):
    LOW = 1
    HIGH = 2


@pytest.mark.parametrize(
    ("strategy", "domain"),
    [
        (st.integers(), ints()),
        (st.integers(-20, 20), ints(-20, 20)),
        (st.integers(max_value=3), ints(max=3)),
        (st.integers(-1.0, 2), ints(-1, 2)),
        (st.floats(), floats(allow_nan=True, allow_infinity=True)),
        (st.floats(0, 1, exclude_max=True), floats(0, 1, exclude_max=True)),
        (st.floats(min_value=0), floats(0, allow_infinity=True)),
        (st.floats(min_value=0, allow_infinity=False), floats(0)),
        (st.floats(allow_nan=False, allow_infinity=False), floats()),
        (st.floats(allow_infinity=False), floats(allow_nan=True)),
        (st.floats(-math.inf, 0), floats(max=0, allow_infinity=True)),
        (st.floats(-math.inf, exclude_min=True), Floats(-LARGEST, math.inf)),
        (st.floats(0, 1, width=32), floats(0, 1, width=32)),
        (st.floats(width=16), floats(allow_nan=True, allow_infinity=True, width=16)),
        (st.floats(0, exclude_min=True, width=16), floats(0, exclude_min=True, allow_infinity=True, width=16)),
        (st.booleans(), bools()),
        (st.sampled_from([3, 1, 2]), froms([1, 2, 3])),
        (st.sampled_from((0.5, math.nan, -math.inf)), froms([-math.inf, 0.5, math.nan])),
        (st.just(-3.5), froms([-3.5])),
        (st.deferred(lambda: st.integers(0, 9)), ints(0, 9)),
        (st.sampled_from(["b", "a"]), froms(["a", "b"])),
        (st.sampled_from("ba"), froms(["a", "b"])),
        (st.just(""), froms([""])),
        (st.sampled_from([None, 1]), optionals(froms([1]))),
        (st.text(), texts(max_len=LONGEST)),
        (st.text("abc", min_size=1, max_size=3), texts("abc", 1, 3)),
        (st.text(st.sampled_from("abc"), max_size=3), texts("abc", max_len=3)),
        (st.text(["a", "b"], max_size=3), texts("ab", max_len=3)),
        (st.text(st.characters(codec="ascii"), max_size=9), texts("".join(map(chr, range(128))), max_len=9)),
        (st.lists(st.integers(0, 9)), lists(ints(0, 9), max_len=LONGEST)),
        (st.lists(st.lists(st.booleans(), max_size=3), max_size=2), lists(lists(bools(), max_len=3), max_len=2)),
        (st.lists(st.none() | st.integers(), max_size=9), lists(optionals(ints()), max_len=9)),
        (st.tuples(st.integers(), st.text(max_size=9)), tuples(ints(), texts(max_len=9))),
        (st.tuples(st.booleans(), st.booleans()), tuples(bools(), bools())),
        (st.tuples(st.booleans()), tuples(bools(), min_len=1, max_len=1)),
        (st.lists(st.integers(0, 9), unique=True, max_size=5), lists(ints(0, 9), max_len=5, unique=True)),
        (st.binary(max_size=4), byte_strings(max_len=4)),
        (st.none() | st.integers(), optionals(ints())),
        (st.booleans() | st.none(), optionals(bools())),
        (
            npst.arrays(np.float64, st.integers(1, 5), elements=st.floats(0, 1)),
            np_arrays("float64", np_shapes(1, 1, 1, 5), floats(0, 1)),
        ),
        (npst.arrays(np.int64, 3, elements=st.integers(0, 9)), np_arrays("int64", 3, ints(0, 9))),
        (npst.arrays(bool, (4,)), np_arrays("bool", 4, bools())),
        (npst.arrays(float, 2), np_arrays("float64", 2, floats(allow_nan=True, allow_infinity=True))),
        (npst.array_shapes(), np_shapes()),
        (npst.array_shapes(min_dims=2, max_dims=3, min_side=0), np_shapes(2, 3, 0, 5)),
        (npst.arrays("uint8", (2, 3)), np_arrays("uint8", (2, 3))),
        (npst.arrays(np.dtype("int16"), npst.array_shapes(), elements=st.integers(0, 9)), SMALL_ARRAYS),
        (npst.arrays(np.float32, 3, elements=st.floats(0, 1, width=32)), np_arrays("float32", 3, floats(0, 1))),
        (
            npst.arrays(bool, st.tuples(st.just(2), st.integers(1, 3))),
            np_arrays("bool", tuples(froms([2]), ints(1, 3))),
        ),
    ],
    ids=repr,
)
def test_known_strategies_are_taken_apart(strategy, domain):
    assert as_domain(strategy, "x") == domain
    assert as_domain(domain, "x") is domain


@given(st.data())
def test_what_a_known_strategy_of_floats_draws_is_contained(data):
    bound = st.none() | st.floats(-9, 9) | st.sampled_from([-math.inf, math.inf, LARGEST])
    low, high = data.draw(bound), data.draw(bound)
    strategy = st.floats(low, high, exclude_min=low is not None and data.draw(st.booleans()))
    try:
        domain = as_domain(strategy, "x")
    except UsageError:
        return
    assert domain.contains(data.draw(strategy))


@st.composite
def integers(draw, min_value=0, max_value=9):
    return draw(st.integers(min_value, max_value)) * 1000


def as_it_is(value):
    return value


def given_one_of(*values):
    """A strategy that is not taken apart, and quickly exhausted."""
    return st.sampled_from(values).map(as_it_is)


@pytest.mark.parametrize(
    ("strategy", "kind", "around"),
    [
        (EVEN, Kind.INT, ints(0, 100)),
        (st.integers(0, 5) | st.floats(0, 1), Kind.FLOAT, floats(0, 5)),
        (st.sampled_from(range(10_000)), Kind.INT, ints(min=0)),
        (st.integers().map(abs), Kind.INT, ints(min=0)),
        (st.none() | st.integers(3).map(int), Kind.INT, optionals(ints(min=3))),
        (st.text(st.sampled_from("ab")).map(as_it_is), Kind.TEXT, texts("ab", max_len=LONGEST)),
        (st.from_regex(r"\A\d{4}-\d\d\Z").map(as_it_is), Kind.TEXT, texts(min_len=7, max_len=7)),
        (st.permutations(range(9)), Kind.INTS, lists(ints(0, 8), 9, 9)),
        (st.tuples(st.floats(0, 1), st.floats(5, 6)).map(as_it_is), Kind.FLOATS, tuples(floats(0, 1), floats(5, 6))),
        (st.lists(st.lists(st.integers())).map(as_it_is), Kind.NESTED, None),
    ],
    ids=repr,
)
def test_other_strategies_stay_opaque_with_the_domain_around_their_values(strategy, kind, around):
    domain = as_domain(strategy, "x")
    assert isinstance(domain, Opaque)
    assert (domain.kind, domain.around) == (kind, around)
    assert domain.size is None
    rng = Random(0)
    drawn = [domain.draw(rng) for _ in range(100)]
    assert {domain.contains(value) for value in drawn} == {None}
    assert domain.contains({1}) is False
    assert all(around is None or around.contains(value) for value in drawn)


@pytest.mark.parametrize(("strategy", "outside"), [(EVEN, 101), (EVEN, -1), (st.permutations(range(9)), [0, 1])])
def test_what_is_unlike_all_that_a_strategy_gave_is_none_of_its_values(strategy, outside):
    domain = as_domain(strategy, "x")
    assert domain.contains(outside) is False
    assert not eval(domain.condition_text("x"), {"x": outside})  # noqa: S307
    assert eval(domain.condition_text("x"), {"x": domain.draw(Random(0))})  # noqa: S307


@pytest.mark.parametrize(
    ("strategy", "known"),
    [
        (integers(max_value=3), froms([0, 1000, 2000, 3000])),
        (st.sampled_from([True, False]).map(bool), froms([False, True])),
        (st.sampled_from(Level), ints(1, 2)),
        (st.integers(2, 36).map(int), ints(2, 36)),
        (given_one_of("b", "ab"), froms(["ab", "b"])),
        (given_one_of(None, 2, 4), optionals(froms([2, 4]))),
        (st.integers(0, 9).map(np.int64), ints(0, 9)),
        (st.integers(0, 3).filter(lambda n: n != 2).map(lambda n: n), froms([0, 1, 3])),
        (st.integers(0, 300).filter(lambda n: n % 60 == 0), froms([0, 60, 120, 180, 240, 300])),
        (st.from_regex(r"\A[ab]\Z"), froms(["a", "b"])),
    ],
    ids=repr,
)
def test_few_values_of_a_strategy_are_listed(strategy, known):
    assert as_domain(strategy, "x") == known


@pytest.mark.parametrize(
    ("strategy", "size"),
    [(st.permutations(range(4)), 24), (st.booleans().flatmap(lambda b: st.just([b])), 2), (given_one_of([1], [2]), 2)],
    ids=repr,
)
def test_few_sequences_of_a_strategy_are_all_known(strategy, size):
    domain = as_domain(strategy, "x")
    assert domain.size == size
    values = list(domain.values())
    assert len({repr(value) for value in values}) == size
    assert {repr(domain.draw(Random(n))) for n in range(500)} == {repr(value) for value in values}


@pytest.mark.long
@pytest.mark.parametrize(
    "strategy",
    [
        st.lists(st.floats(0, 1, allow_subnormal=True)),
        st.integers().map(lambda n: n * 2),
        st.integers().filter(lambda n: n % 3 == 0),
        st.integers(1, 9).flatmap(lambda n: st.lists(st.integers(0, n), min_size=n, max_size=n)),
        st.permutations(range(9)),
        st.from_regex(r"[a-f]{2}-\d+"),
        integers(max_value=10**9),
        st.recursive(st.integers(), lambda inner: st.lists(inner, max_size=3)).filter(lambda v: isinstance(v, list)),
    ],
    ids=repr,
)
def test_a_strategy_gives_as_many_values_as_are_needed(strategy):
    parameters = [Parameter("x", as_domain(strategy, "x"))]
    streams = [list(islice(draw_inputs(parameters, [], [], Random(name)), 200)) for name in ("a", "a", "b")]
    assert streams[0] == streams[1] != streams[2]
    assert len(streams[0]) == 200
    assert len(list(islice(draw_inputs(parameters, [], [], Random("c")), 1_600))) == 1_600


def test_a_value_is_as_frequent_as_in_tests():
    domain = as_domain(st.tuples(st.integers(0, 10**6), st.integers(2, 36)).map(as_it_is), "x")
    rng = Random(0)
    assert sum(domain.draw(rng) == (0, 2) for _ in range(2_000)) >= 10


def test_values_of_another_kind_than_the_first_ones_are_left_out():
    rare = st.integers(0, 10**6).map(lambda n: "rare" if n == 0 else n)
    domain = Opaque(Kind.INT, rare, (1,))
    rng = Random(0)
    assert {type(domain.draw(rng)) for _ in range(500)} == {int}
    with pytest.raises(UsageError, match="strategy must generate values of one kind"):
        Opaque(Kind.TEXT, EVEN, ("a",)).draw(rng)


@pytest.mark.parametrize(
    ("strategy", "kind", "container"),
    [
        (given_one_of((1,), (2, 3)), Kind.INTS, Container.TUPLE),
        (given_one_of([1, 0.5], [2]), Kind.FLOATS, Container.LIST),
        (given_one_of([True, None], []), Kind.NESTED, Container.LIST),
        (given_one_of((1, [2, "a"])), Kind.NESTED, Container.TUPLE),
        (given_one_of(b"", b"a"), Kind.INTS, Container.BYTES),
        (given_one_of(np.array([3], dtype=np.int32), np.array([], dtype=np.int8)), Kind.INTS, Container.ARRAY),
        (npst.arrays(np.float64, 2, unique=True), Kind.FLOATS, Container.ARRAY),
    ],
    ids=repr,
)
def test_opaque_strategies_may_be_of_any_kind(strategy, kind, container):
    domain = as_domain(strategy, "x")
    assert isinstance(domain, Opaque)
    assert (domain.kind, domain.container) == (kind, container)
    value = domain.draw(Random(0))
    assert domain.contains(value) is None
    assert domain.contains(None) is False
    assert domain.contains({1}) is False
    names = {"st": st, "np": np, "numpy": np, "math": math, "tests": sys.modules["tests"]}
    written = eval(domain.strategy(), names)  # noqa: S307
    assert written.validate() is None


def test_an_opaque_strategy_may_give_none_beside_one_kind():
    many = as_domain(st.none() | st.integers().map(abs), "x")
    assert [many.contains(value) for value in (None, 2, "2")] == [None, None, False]
    nested = as_domain(given_one_of(None, [2]), "x")
    assert (nested.kind, nested.container, nested.contains(None)) == (Kind.INTS, Container.LIST, None)


def test_lists_of_an_opaque_strategy_are_new_ones_in_a_test():
    strategy = st.sampled_from([[1], [2]]).map(as_it_is)
    written = eval(as_domain(strategy, "x").strategy(), {"st": st, "tests": sys.modules["tests"]})  # noqa: S307
    drawn = []

    @settings(database=None, max_examples=50)
    @given(written)
    def change(value):
        drawn.append(list(value))
        value.append(3)

    change()
    assert {repr(value) for value in drawn} == {"[1]", "[2]"}


def test_the_sample_is_the_same_every_time():
    assert as_domain(EVEN, "x").sample == as_domain(EVEN, "x").sample


def test_a_composite_with_a_known_name_is_not_mistaken():
    inside = as_domain(st.lists(integers(max_value=3), min_size=1, max_size=1), "x")
    assert sorted(inside.sample) == [[0], [1000], [2000], [3000]]
    assert as_domain(st.none() | integers(), "x").inner.choices[1] == 1000
    assert isinstance(as_domain(st.tuples(st.booleans(), st.deferred(integers)), "x"), Opaque)


@pytest.mark.parametrize(
    "strategy",
    [
        st.characters(codec="ascii", categories=["L", "Nd"]),
        st.characters(min_codepoint=60, max_codepoint=250, exclude_characters="ab"),
        st.characters(codec="latin-1", include_characters="ß", categories=["Lu"]),
        st.characters(max_codepoint=99),
    ],
    ids=repr,
)
def test_small_sets_of_characters_are_known(strategy):
    letters = as_domain(st.text(strategy, max_size=1), "x").alphabet
    assert set(letters) == set(sample(strategy).values())


@pytest.mark.parametrize(
    "strategy",
    [st.text(st.characters(categories=["Lu"])), st.text(st.characters(exclude_categories=["L"], max_codepoint=99))],
    ids=repr,
)
def test_other_sets_of_characters_stay_opaque(strategy):
    assert isinstance(as_domain(strategy, "x"), Opaque)


def test_opaque_strategies_of_a_module_are_imported_and_others_sampled():
    found = as_domain(EVEN, "x")
    assert found.strategy() == f"{__name__}.EVEN"
    assert found.notation() == f"opaque({EVEN!r})"
    written = as_domain(st.integers(0).map(abs), "x")
    assert written.strategy() == "st.integers(min_value=0).map(abs)"
    hidden = as_domain(st.integers(0).map(lambda n: n), "x")
    assert hidden.strategy() == f"st.sampled_from({list(hidden.sample)})"


def test_opaque_domains_list_nothing_and_are_not_read_back():
    domain = as_domain(EVEN, "x")
    with pytest.raises(UsageError, match="only bounded domains"):
        domain.values()
    with pytest.raises(UsageError, match="domain must be a call of"):
        parse_domain(domain.notation())


def _fail(_):
    raise KeyError("broken")


@pytest.mark.parametrize(
    ("value", "message"),
    [
        (9, "domain of k must be a domain such as .* got 9"),
        (st.integers, "domain of k must be a domain"),
        (st.integers(5, 3), "domain of k: strategy must be valid"),
        (st.integers(0.5, 3), "domain of k: strategy must be valid"),
        (st.nothing(), "domain of k: strategy must"),
        (st.integers().filter(lambda _: False), "domain of k: strategy must generate values"),
        (st.integers().map(_fail), "domain of k: strategy must generate values .*broken"),
        (st.functions(), "domain of k: strategy must generate numbers, Booleans, texts, lists"),
        (st.sampled_from([1j, print]), "or values that can be built anew, .* got sampled_from"),
        (st.just(None), "strategy must generate other values than None"),
        (st.just([0] * 10_001), "at most 10,000 elements"),
        (st.binary(min_size=10_001), "domain of k: min_len must be an int from 0 to 10000, got 10001"),
    ],
    ids=lambda value: getattr(value, "__name__", repr(value)),
)
def test_unusable_domains_are_refused_by_the_name_of_their_parameter(value, message):
    with pytest.raises(UsageError, match=message):
        as_domain(value, "k")


@pytest.mark.parametrize(
    "text", ["", "ints", "ints(", "ints() + 1", "x.ints()", "a\0b", "(" * 9999, "bags()", "froms([ints()])"]
)
def test_texts_that_are_no_call_of_a_domain_are_refused(text):
    with pytest.raises(
        UsageError, match=r"domain must be a call of ints, floats, bools, froms, texts, matching, .* with literals"
    ):
        parse_domain(text)


@pytest.mark.parametrize(
    "text",
    [
        "ints(len([]))",
        "ints(*[1])",
        "ints(**{})",
        "ints(-True)",
        "ints('a')",
        "ints(1, 2, 3)",
        "ints(low=1)",
        "ints(1, min=2)",
        "ints(5, 3)",
        "ints(" + "9" * 5000 + ")",
        "floats(0, nan)",
        "bools(1)",
        "froms()",
        "froms('ab')",
        "texts('')",
        "texts(3)",
        "lists()",
        "lists(3)",
        "lists(ints)",
        "lists(foo())",
        "lists(ints(5, 3))",
        "lists(ints(), min_len=3, max_len=2)",
        "lists(ints(), max_len=1000000)",
        "tuples()",
        "tuples(ints(), ints(), max_len=3)",
        "np_arrays('int64', 3, texts())",
        "np_arrays('float', 3, lists())",
        "np_arrays(ints())",
        "np_arrays('int8', (3, -4))",
        "np_arrays('int8', (3, (4,)))",
        "np_arrays('int8', ints(1, 4))",
        "np_arrays('str', 3)",
        "np_arrays('int64', 3, optionals(ints()))",
        "np_arrays('int64', np_shapes(1, 1, 0, 20), ints(0, 10000000000000000000000))",
        "byte_strings(element=ints(0, 256))",
        "optionals(None)",
        "lists(" * 7 + "ints()" + ")" * 7,
        "lists(" * 150 + "ints()" + ")" * 150,
        "optionals(" * 150 + "ints()" + ")" * 149,
        "froms([[1]])",
        "froms([()])",
        "froms([(1, 0.5)])",
        "froms([1, ...])",
        "froms([__import__('os')])",
    ],
)
def test_calls_with_other_arguments_are_refused(text):
    with pytest.raises(UsageError):
        parse_domain(text)


def test_notation_takes_keywords_and_special_floats():
    assert parse_domain(" ints(max=3) ") == ints(max=3)
    assert parse_domain("froms((1, -inf, nan))") == Froms(Kind.FLOAT, (-math.inf, 1.0, math.nan))


def test_importing_domains_does_not_import_hypothesis():
    program = "import sys, genmorph.domain as d; d.as_domain(d.ints(), 'k'); sys.exit('hypothesis' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 0
