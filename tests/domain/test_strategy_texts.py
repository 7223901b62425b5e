"""Strategies that give objects, or values of several kinds: as domains, and as Python in a test."""

import enum
import math
from dataclasses import dataclass
from fractions import Fraction
from random import Random

import pytest
from hypothesis import strategies as st

from genmorph.domain import arg, argument_domains, as_domain, homes_of
from genmorph.model import Kind, UsageError
from genmorph.values.strategies import write_strategy


class Color(enum.Enum):
    RED = 1
    BLUE = 2


@dataclass
class Point:
    x: int
    y: int = 0

    def __post_init__(self):
        if self.x == 7:
            raise KeyError(self.x)


@st.composite
def points_on_axis(draw):
    return Point(draw(st.integers(0, 5)))


named = st.integers(0, 5).map(lambda x: Point(x + 1))
HERE = __name__
STRATEGIES = [
    (st.builds(Point, st.integers(0, 5)), f"st.builds({HERE}.Point, st.integers(min_value=0, max_value=5))"),
    (st.from_type(Color), f"st.sampled_from({HERE}.Color)"),
    (points_on_axis(), f"{HERE}.points_on_axis()"),
    (named, f"{HERE}.named"),
    (st.lists(st.builds(Point, y=st.just(3))), f"st.lists(st.builds({HERE}.Point, y=st.just(3)))"),
    (st.just(Point(1)), f"st.just({HERE}.Point(x=1, y=0))"),
]


@pytest.mark.parametrize(("strategy", "text"), STRATEGIES)
def test_a_strategy_is_written_by_names_with_their_modules(strategy, text):
    written = write_strategy(strategy)
    assert (written.expression, written.homes) == (text, {HERE})


@pytest.mark.parametrize(
    ("strategy", "text"),
    [
        (
            st.builds(Fraction, st.integers(0, 5)),
            "st.builds(fractions.Fraction, st.integers(min_value=0, max_value=5))",
        ),
        (st.sets(st.floats(0, math.inf)), "st.sets(st.floats(min_value=0, max_value=math.inf))"),
        (st.integers().map(str), "st.integers().map(str)"),
    ],
)
def test_what_is_of_no_module_of_the_users_needs_none_of_it(strategy, text):
    assert write_strategy(strategy).expression == text


def make_local():
    class Local: ...

    return Local


@pytest.mark.parametrize(
    "strategy",
    [st.integers().map(lambda x: Point(x + 1)), st.builds(make_local()), st.just(object()), st.builds(lambda: 3)],
)
def test_what_has_no_name_for_others_is_not_written(strategy):
    assert write_strategy(strategy) is None


@pytest.mark.parametrize(
    "strategy",
    [st.just(print), st.functions(), st.integers(0, 9).map(lambda _: print), st.sampled_from([3, print])],
)
def test_an_annotation_takes_strategies_of_anything_which_an_inference_does_not(strategy):
    @arg("p", strategy)
    def function(p): ...

    domain = argument_domains(function)["p"]
    assert (domain.kind, domain.contains(3), repr(domain)) == (Kind.OTHER, None, f"opaque({strategy!r})")
    with pytest.raises(UsageError, match="domain of p: strategy must generate"):
        as_domain(strategy, "p")


def test_objects_are_drawn_as_copies():
    strategy = st.tuples(st.builds(Point, st.just(3)), st.just(print))
    domain = as_domain(strategy, "p", takes_objects=True)
    first, second = domain.draw(Random(0)), domain.draw(Random(0))
    assert first == second == (Point(3), print)
    assert first[0] is not second[0]
    assert homes_of(domain) == {HERE}


@pytest.mark.parametrize("strategy", [st.nothing(), st.integers().filter(lambda _: False)])
def test_a_strategy_that_gives_nothing_is_refused_whatever_is_taken(strategy):
    with pytest.raises(UsageError, match="domain of p: strategy must"):
        as_domain(strategy, "p", takes_objects=True)


def test_a_default_is_drawn_beside_objects():
    @arg("p", st.builds(Point, st.just(3)))
    @arg("q", st.builds(Point, st.just(3)))
    def function(p=None, q=5): ...

    texts = {name: domain.strategy() for name, domain in argument_domains(function).items()}
    points = f"st.builds({HERE}.Point, x=st.sampled_from([3]))"
    assert texts == {"p": f"st.none() | {points}", "q": f"st.just(5) | {points}"}
