"""Domains from the strategies and the texts of users."""

import enum
import math
import subprocess
import sys
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from genmorph.domain import Floats, Froms, Opaque, as_domain, bools, floats, froms, ints, parse_domain
from genmorph.domain.float_order import LARGEST
from genmorph.model import Kind, UsageError

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
        (st.booleans(), bools()),
        (st.sampled_from([3, 1, 2]), froms([1, 2, 3])),
        (st.sampled_from((0.5, math.nan, -math.inf)), froms([-math.inf, 0.5, math.nan])),
        (st.just(-3.5), froms([-3.5])),
        (st.deferred(lambda: st.integers(0, 9)), ints(0, 9)),
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


@pytest.mark.parametrize(
    ("strategy", "kind"),
    [
        (EVEN, Kind.INT),
        (integers(max_value=3), Kind.INT),
        (st.floats(0, 1, width=32), Kind.FLOAT),
        (st.integers(0, 5) | st.floats(0, 1), Kind.FLOAT),
        (st.sampled_from([True, False]).map(bool), Kind.BOOL),
        (st.sampled_from(Level), Kind.INT),
        (st.sampled_from(range(10_000)), Kind.INT),
    ],
    ids=repr,
)
def test_other_strategies_stay_opaque_with_a_pool_of_plain_values(strategy, kind):
    domain = as_domain(strategy, "x")
    assert isinstance(domain, Opaque)
    assert domain.kind is kind
    assert {type(value).__name__ for value in domain.pool} == {kind.value}
    assert len(set(domain.pool)) == len(domain.pool) <= 6_000
    assert domain.draw(Random(0)) in domain.pool
    assert domain.contains(domain.pool[0]) is None
    assert domain.contains("text") is False
    assert domain.size is None


def test_the_pool_is_the_same_every_time():
    assert as_domain(EVEN, "x").pool == as_domain(EVEN, "x").pool


def test_a_composite_with_a_known_name_is_not_mistaken():
    assert set(as_domain(integers(max_value=3), "x").pool) == {0, 1000, 2000, 3000}


def test_opaque_strategies_of_a_module_are_imported_and_others_sampled():
    found = as_domain(EVEN, "x")
    assert found.import_path() == (__name__, "EVEN")
    assert found.strategy() == f"{__name__}.EVEN"
    assert found.notation() == f"opaque({EVEN!r})"
    hidden = as_domain(st.sampled_from([2, 1]).map(abs), "x")
    assert hidden.import_path() is None
    assert sorted(hidden.pool) == [1, 2]
    assert hidden.strategy() == f"st.sampled_from({list(hidden.pool)})"


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
        (st.text(), "domain of k: strategy must generate numbers only .* not supported yet"),
        (st.integers(0, 1) | st.booleans(), "not supported yet"),
        (st.sampled_from(["a"]), "domain of k: values must be all numbers .* not supported yet"),
    ],
    ids=repr,
)
def test_unusable_domains_are_refused_by_the_name_of_their_parameter(value, message):
    with pytest.raises(UsageError, match=message):
        as_domain(value, "k")


@pytest.mark.parametrize("text", ["", "ints", "ints(", "ints() + 1", "x.ints()", "a\0b", "(" * 9999, "lists()"])
def test_texts_that_are_no_call_of_a_domain_are_refused(text):
    with pytest.raises(UsageError, match="domain must be a call of ints, floats, bools or froms with literals"):
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
        "froms([[1]])",
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
