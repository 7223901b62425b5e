"""Source inputs are valid, distinct, reproducible, and spread over what a function distinguishes."""

import math
from itertools import islice
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from genmorph.domain import as_domain, bools, contains_all, floats, froms, ints
from genmorph.model import Input, Parameter
from genmorph.subject import all_inputs, domain_size, draw_inputs

WIDE = (Parameter("k", ints(-(10**6), 10**6)), Parameter("e", ints(0, 10**6)))


def take(
    count: int, parameters: tuple[Parameter, ...], constants: tuple[float, ...] = (), seed: int = 0
) -> list[Input]:
    return list(islice(draw_inputs(parameters, constants, (), Random(seed)), count))


@given(
    st.integers(0, 100), st.lists(st.integers(-50, 50) | st.floats(allow_nan=False, allow_infinity=False), max_size=5)
)
def test_inputs_are_valid_and_distinct(seed: int, constants: list[float]) -> None:
    parameters = (Parameter("k", ints(-9, 10**5)), Parameter("x", floats(-40, 40)), Parameter("b", bools()))
    inputs = take(200, parameters, tuple(constants), seed)
    assert all(contains_all([parameter.domain for parameter in parameters], values) for values in inputs)
    assert len({repr(values) for values in inputs}) == 200


def test_inputs_depend_on_the_seed_only() -> None:
    assert take(50, WIDE, (7,)) == take(50, WIDE, (7,))
    assert take(50, WIDE, (7,)) != take(50, WIDE, (7,), seed=1)


def test_examples_come_first_and_once() -> None:
    inputs = list(islice(draw_inputs(WIDE, (), [(3, 4), (3, 4), (5, 6)], Random(0)), 50))
    assert inputs[:2] == [(3, 4), (5, 6)]
    assert inputs.count((3, 4)) == 1


def test_constants_and_their_neighbours_are_placed_in_each_parameter_that_holds_them() -> None:
    inputs = take(20, WIDE, (123_456, -777))
    assert {123_455, 123_456, 123_457, -778, -777, -776} <= {k for k, _ in inputs}
    assert {123_455, 123_456, 123_457} <= {e for _, e in inputs}


def test_neighbours_of_floats_include_the_next_ones() -> None:
    inputs = take(20, (Parameter("x", floats(0, 9)),), (0.5, 9))
    assert {0.5, 1.5, math.nextafter(0.5, 0), math.nextafter(0.5, 1), 9.0, math.nextafter(9, 0)} <= {
        x for (x,) in inputs
    }


def test_drawn_inputs_take_turns_with_constants() -> None:
    inputs = take(60, WIDE, tuple(range(1000, 1030)))
    assert sum(not any(999 <= value <= 1030 for value in values) for values in inputs) >= 20


def test_some_inputs_have_equal_or_close_parameters() -> None:
    parameters = (Parameter("x", floats(-1e6, 1e6)), Parameter("y", floats(-1e6, 1e6)))
    close = [x - y for x, y in take(1000, parameters) if abs(x - y) <= 1.001]
    assert len(close) >= 50
    assert any(difference == 0 for difference in close)


def test_a_small_domain_is_enumerated_in_random_order() -> None:
    parameters = (Parameter("k", ints(0, 9)), Parameter("b", bools()))
    assert domain_size(parameters) == 20
    inputs = list(draw_inputs(parameters, (3,), [(4, True)], Random(0)))
    assert inputs[0] == (4, True)
    assert sorted(inputs) == sorted(all_inputs(parameters))
    assert inputs[1:] != [values for values in all_inputs(parameters) if values != (4, True)]


@pytest.mark.parametrize("domain", [floats(), ints(), as_domain(st.integers().map(abs), "k")])
def test_the_size_of_an_open_domain_is_unknown_or_not_small(domain: object) -> None:
    size = domain_size((Parameter("k", as_domain(domain, "k")), Parameter("b", bools())))
    assert size is None or size > 10**9


def test_the_stream_ends_when_an_opaque_domain_gives_nothing_new() -> None:
    parameters = (Parameter("k", as_domain(st.integers(0, 3).map(lambda k: k * k), "k")),)
    assert sorted(draw_inputs(parameters, (1,), (), Random(0))) == [(0,), (1,), (4,), (9,)]


def test_values_that_are_equal_but_of_other_types_are_kept_apart() -> None:
    parameters = (Parameter("x", froms([0.0, -0.0, 1.0])),)
    assert sorted(map(repr, draw_inputs(parameters, (), (), Random(0)))) == ["(-0.0,)", "(0.0,)", "(1.0,)"]
