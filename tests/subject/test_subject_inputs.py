"""Source inputs are valid, distinct, reproducible, and spread over what a function distinguishes."""

import datetime as dt
import math
from collections import namedtuple
from collections.abc import Callable
from itertools import islice
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from genmorph.domain import (
    as_domain,
    bools,
    byte_strings,
    contains_all,
    dates,
    dicts,
    floats,
    froms,
    ints,
    lists,
    np_arrays,
    np_shapes,
    optionals,
    texts,
    tuples,
)
from genmorph.model import Domain, Input, Parameter
from genmorph.subject.inputs import all_inputs, as_argument, domain_size, draw_inputs
from genmorph.values.foreign import natives

WIDE = (Parameter("k", ints(-(10**6), 10**6)), Parameter("e", ints(0, 10**6)))


def take(
    count: int,
    parameters: tuple[Parameter, ...],
    constants: tuple[float, ...] = (),
    seed: int = 0,
    pieces: tuple[str, ...] = (),
) -> list[Input]:
    return list(islice(draw_inputs(parameters, constants, (), Random(seed), pieces), count))


def of(**domains: Domain) -> tuple[Parameter, ...]:
    return tuple(Parameter(name, domain) for name, domain in domains.items())


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


EVERY_KIND = [
    texts(),
    texts("ab-", max_len=6),
    lists(ints(0, 9)),
    lists(texts()),
    lists(bools(), min_len=2),
    lists(lists(ints())),
    tuples(floats(-40, 40)),
    tuples(ints(), texts()),
    tuples(ints(), ints(), ints()),
    np_arrays("float64", np_shapes(1, 1, 0, 20), floats(-1, 1)),
    byte_strings(),
    optionals(ints()),
    optionals(texts()),
    optionals(lists(ints())),
    ints(-9, 10**5),
    floats(),
]


@given(
    st.lists(st.sampled_from(EVERY_KIND), min_size=1, max_size=3),
    st.lists(st.integers(-50, 5000) | st.floats(allow_nan=False, allow_infinity=False), max_size=4),
    st.lists(st.text(min_size=1, max_size=40), max_size=3),
    st.integers(0, 100),
)
def test_inputs_of_every_kind_are_valid_and_distinct(
    domains: list[Domain], constants: list[float], pieces: list[str], seed: int
) -> None:
    parameters = of(**{f"p{index}": domain for index, domain in enumerate(domains)})
    inputs = take(150, parameters, tuple(constants), seed, tuple(pieces))
    assert all(contains_all(domains, values) for values in inputs)
    assert len({repr(values) for values in inputs}) == 150
    assert repr(inputs) == repr(take(150, parameters, tuple(constants), seed, tuple(pieces)))


def test_texts_of_the_function_stand_alone_and_at_the_start_the_end_and_within() -> None:
    drawn = [text for (text,) in take(40, of(text=texts()), pieces=("-->",))]
    assert "-->" in drawn
    assert any(text.startswith("-->") and text != "-->" for text in drawn)
    assert any(text.endswith("-->") and not text.startswith("-->") for text in drawn)
    assert any("-->" in text[1:-1] for text in drawn)
    assert any(text.startswith("-->") and text.endswith("-->") and len(text) > 5 for text in drawn)


def test_texts_of_the_function_come_again_mixed_with_each_other() -> None:
    drawn = [text for (text,) in take(2_000, of(text=texts()), pieces=("IX", "XL"))]
    assert sum("IX" in text and "XL" in text for text in drawn) >= 10
    assert sum("IX" in text for text in drawn) >= 50


def test_texts_of_the_function_are_elements_and_parts_of_elements() -> None:
    drawn = [words for (words,) in take(500, of(words=lists(texts())), pieces=("<br>",))]
    assert any(words[0] == "<br>" for words in drawn if words)
    assert any(words[-1] == "<br>" != words[0] for words in drawn if words)
    assert any("<br>" in word and word != "<br>" for words in drawn for word in words)


def test_texts_too_long_for_the_domain_take_the_place_of_drawn_characters() -> None:
    drawn = [text for (text,) in take(400, of(text=texts(min_len=9, max_len=10)), pieces=("=======",))]
    assert any(text.startswith("=======") for text in drawn)


def test_numbers_of_the_function_are_elements_and_lengths() -> None:
    drawn = [xs for (xs,) in take(40, of(xs=lists(ints(-1000, 1000), max_len=300)), (123,))]
    assert {123} == {xs[0] for xs in drawn if xs} & {123} == {xs[-1] for xs in drawn if xs} & {123}
    assert {122, 124} <= {x for xs in drawn for x in xs}
    assert {122, 123, 124} <= {len(xs) for xs in drawn}


def test_numbers_that_no_domain_holds_are_not_placed() -> None:
    drawn = take(60, of(xs=lists(ints(0, 9), max_len=5), text=texts(max_len=5), data=byte_strings()), (10**9, 300, -7))
    assert len(drawn) == 60


def test_some_numbers_and_dates_are_as_far_apart_as_a_constant_says() -> None:
    year = dates(dt.date(2024, 1, 1), dt.date(2024, 12, 31))
    pairs = take(4000, (Parameter("start", year), Parameter("end", year)), constants=(7,))
    days = [(natives(end) - natives(start)).days for start, end in pairs]
    assert all(days.count(count) >= 20 for count in (-7, 6, 7, 8))
    numbers = take(4000, (Parameter("low", ints(0, 10**6)), Parameter("high", ints(0, 10**6))), constants=(360,))
    assert sum(abs(high - low) in (359, 360, 361) for low, high in numbers) >= 60


@pytest.mark.parametrize(
    ("other", "own", "is_related"),
    [
        (texts(), texts(), lambda a, b: a == b),
        (texts(), texts(), lambda a, b: a.startswith(b) and 0 < len(b) < len(a)),
        (texts(), texts(), lambda a, b: a.endswith(b) and 0 < len(b) < len(a)),
        (texts(), texts(), lambda a, b: a != b and a.upper() == b),
        (texts(), texts(), lambda a, b: len(a) == len(b) and sum(x != y for x, y in zip(a, b, strict=True)) == 1),
        (texts(), ints(), lambda a, b: len(a) == b > 0),
        (lists(floats()), floats(), lambda a, b: any(x is b or x == b != 0 for x in a)),
        (lists(ints()), tuples(ints()), lambda a, b: len(a) > 1 and tuple(a) == b),
        (lists(ints()), lists(ints()), lambda a, b: len(a) > 2 and a != b and sorted(a) == sorted(b)),
        (lists(texts()), texts(), lambda a, b: b != "" and b in a),
        (np_arrays("int64", np_shapes(1, 1, 0, 20), ints()), ints(), lambda a, b: abs(len(a) - b) == 1 and b > 1),
        (byte_strings(), ints(0, 255), lambda a, b: b > 50 and b in a),
        (optionals(texts()), texts(), lambda a, b: a is not None and len(a) > 3 and a == b),
    ],
)
def test_some_arguments_are_made_of_others(other: Domain, own: Domain, is_related: Callable[[Any, Any], bool]) -> None:
    inputs = take(4_000, of(a=other, b=own))
    assert sum(is_related(a, b) for a, b in inputs) >= 10


def test_a_tuple_of_bools_is_enumerated() -> None:
    assert len(list(draw_inputs(of(flags=tuples(bools(), bools())), (), (), Random(0)))) == 4


@pytest.mark.parametrize(
    ("domain", "given", "held"),
    [
        (tuples(ints(0, 9), floats(0, 1)), (3, 1), (3, 1.0)),
        (tuples(floats(0, 9), floats(0, 1)), (3, 1), (3.0, 1.0)),
        (lists(floats(0, 9)), [3], [3.0]),
        (lists(ints(0, 9)), [3], [3]),
        (tuples(ints(0, 9), tuples(ints(0, 1), floats(0, 1))), (3, (1, 1)), (3, (1, 1.0))),
        (optionals(tuples(ints(0, 9), floats(0, 1))), (3, 1), (3, 1.0)),
        (lists(tuples(ints(0, 9), floats(0, 1))), [(3, 1)], [(3, 1.0)]),
    ],
)
def test_an_argument_has_floats_where_its_domain_has_them(domain, given, held):
    read = as_argument(domain, given)
    assert repr(read) == repr(held)
    assert domain.contains(read)


def test_a_named_tuple_becomes_a_tuple_only_where_ints_stand_for_floats():
    pair = namedtuple("Pair", "x y")(1, 2)
    assert as_argument(tuples(ints(), ints()), pair) is pair
    assert as_argument(tuples(floats(), floats()), pair) == (1.0, 2.0)


YEARS = dates("2000-01-01", "2099-12-31")


@pytest.mark.parametrize(
    ("first", "inside"),
    [
        (dicts(texts(), YEARS), lambda due: due.values()),
        (lists(YEARS), lambda days: days),
        (lists(tuples(texts(), YEARS)), lambda entries: [day for _, day in entries]),
    ],
    ids=["values of a dict", "elements", "items of elements"],
)
def test_what_lies_inside_of_one_argument_is_often_another_one_or_next_to_it(first, inside):
    parameters = (Parameter("first", first), Parameter("today", YEARS))
    days = [
        (natives(today) - day).days
        for held, today in islice(draw_inputs(parameters, [], [], Random(0)), 2000)
        for day in inside(natives(held))
    ]
    assert min(days.count(apart) for apart in (-1, 0, 1)) >= 10, [days.count(apart) for apart in (-1, 0, 1)]
