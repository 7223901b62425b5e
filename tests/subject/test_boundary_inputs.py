"""Corner inputs are valid, distinct and reproducible, and hold what ordinary draws seldom do."""

import math
import re
import sys
from collections.abc import Callable
from itertools import islice, pairwise
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from genmorph.domain import (
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
    optionals,
    texts,
    tuples,
)
from genmorph.model import Domain, Input, Parameter
from genmorph.subject.boundary_inputs import draw_boundary_inputs, extreme_inputs
from genmorph.values.boundaries import boundary_way
from genmorph.values.numbers.number_boundaries import boundary_numbers

COUNT = 2_000


def boundary_inputs(
    *domains: Domain,
    constants: tuple[int | float, ...] = (),
    pieces: tuple[str, ...] = (),
    seed: int = 0,
    count: int = COUNT,
) -> list[Input]:
    parameters = [Parameter(f"p{index}", domain) for index, domain in enumerate(domains)]
    return list(islice(draw_boundary_inputs(parameters, constants, pieces, Random(seed)), count))


def values_of(domain: Domain, **given: Any) -> list[Any]:
    return [value for (value,) in boundary_inputs(domain, **given)]


MANY = [
    (ints(0, 10**6), bools(), floats(-1.0, 1.0)),
    (ints(max=-5), ints(min=2**80), floats(allow_nan=True, allow_infinity=True)),
    (texts(), texts("ab", min_len=1, max_len=30), texts("xyz", min_len=5)),
    (lists(ints(0, 9)), lists(floats(-1.0, 1.0), min_len=2), lists(bools()), lists(texts()), lists(lists(ints()))),
    (
        byte_strings(),
        tuples(ints(0, 9)),
        tuples(ints(0, 9), texts()),
        np_arrays("float64", np_shapes(1, 1, 0, 20), floats(0.0, 1.0)),
    ),
    (optionals(ints(0, 9)), optionals(texts()), lists(optionals(floats()))),
    (froms(["a", "bc"]), froms([1.5, math.nan]), ints()),
    (floats(5.0, 5.0), floats(0.0, 5e-324), floats(1e308)),
]


@pytest.mark.parametrize("domains", MANY, ids=lambda domains: ", ".join(map(repr, domains)))
@settings(max_examples=15)
@given(seed=st.integers(0, 10**6))
def test_boundary_inputs_are_valid_and_distinct(domains: tuple[Domain, ...], seed: int) -> None:
    inputs = boundary_inputs(*domains, constants=(7, 0.25, 10**400), pieces=("ab", "-"), seed=seed, count=150)
    assert all(contains_all(domains, values) for values in inputs)
    assert len({repr(values) for values in inputs}) == len(inputs) == 150


@given(st.integers(-(10**20), 10**20), st.integers(0, 10**20), st.lists(st.integers() | st.floats(), max_size=3))
def test_boundary_inputs_lie_in_every_range(low: int, width: int, constants: list[int | float]) -> None:
    whole, real = ints(low, low + width), floats(float(low), float(low + width))
    inputs = boundary_inputs(whole, real, constants=tuple(constants), count=60)
    assert all(contains_all((whole, real), values) for values in inputs)


def test_boundary_inputs_depend_on_the_seed_only() -> None:
    one, same, other = (boundary_inputs(ints(), texts(), seed=seed, count=100) for seed in (0, 0, 1))
    assert one == same != other


def test_a_small_domain_is_gone_through_once() -> None:
    assert sorted(boundary_inputs(ints(0, 9), bools())) == [(k, b) for k in range(10) for b in (False, True)]


def test_ends_constants_and_their_neighbours_are_there() -> None:
    found = set(values_of(ints(-(10**6), 10**12), constants=(123_456, 0.5)))
    assert {-(10**6), -(10**6) + 1, 10**12 - 1, 10**12, -1, 0, 1} <= found
    assert {123_455, 123_456, 123_457, -123_456, 246_912} <= found


def test_every_argument_has_each_constant_among_many_arguments() -> None:
    inputs = boundary_inputs(*[ints()] * 4, constants=(777,))
    for column in zip(*inputs, strict=True):
        assert {776, 777, 778} <= set(column)


def test_ints_next_to_what_machines_and_floats_hold_are_there() -> None:
    found = set(values_of(ints()))
    assert {sign * 2**bits + step for bits in (31, 53, 63) for step in (-1, 0, 1) for sign in (1, -1)} <= found


def test_numbers_of_more_digits_than_python_writes_are_boundary_inputs() -> None:
    constant, domain = 10**5000, ints(-(10**5001), 10**5001)
    assert {constant - 1, constant, constant + 1, -constant} <= set(boundary_numbers(domain, [constant]))
    assert (10**5001, 10**5001) in extreme_inputs([Parameter("n", domain), Parameter("m", domain)], Random(0))
    for some in (domain, lists(domain), tuples(domain, ints()), optionals(domain), floats()):
        way = boundary_way(some, [constant], ())
        assert all(some.contains(way(rng)) for rng in [Random(0)] for _ in range(200))


def test_ints_spread_over_the_whole_domain() -> None:
    found = values_of(ints(0, 10**6))
    tenths = [sum(start <= value < start + 10**5 for value in found) for start in range(0, 10**6, 10**5)]
    assert min(tenths) > COUNT / 100


SPECIAL_FLOATS = (
    *(math.inf, -math.inf, -0.0, 5e-324, sys.float_info.min, sys.float_info.max, 1e154, 1.3e154, 8e307),
    *(0.1 + 0.2, math.nextafter(1, 2), 1e16, 2.0**53),
)


def test_floats_at_the_limits_of_floats_are_there() -> None:
    found = {repr(value) for value in values_of(floats(allow_nan=True, allow_infinity=True))}
    assert {"nan", *map(repr, SPECIAL_FLOATS)} <= found


def test_no_nan_where_there_is_none() -> None:
    assert all(math.isfinite(value) for value in values_of(floats()))


@given(st.floats(-1e9, 1e9))
def test_the_floats_next_to_a_constant_are_there(constant: float) -> None:
    found = values_of(floats(-1e9, 1e9), constants=(constant,), count=200)
    near = {constant, math.nextafter(constant, math.inf), math.nextafter(constant, -math.inf)}
    assert {x for x in near if abs(x) <= 1e9} <= set(found)


LISTS = {
    "empty": lambda xs: not xs,
    "one element": lambda xs: len(xs) == 1,
    "two equal": lambda xs: len(xs) == 2 and xs[0] == xs[1],
    "all equal": lambda xs: len(xs) > 4 and len(set(xs)) == 1,
    "few repeated": lambda xs: len(xs) > 6 and len(set(xs)) == 2,
    "sorted": lambda xs: len(set(xs)) > 4 and xs == sorted(xs),
    "reversed": lambda xs: len(set(xs)) > 4 and xs == sorted(xs)[::-1],
    "mirrored": lambda xs: len(set(xs)) > 2 and xs == xs[::-1],
    "repeated": lambda xs: len(set(xs)) > 2 and xs[: len(xs) // 2] == xs[len(xs) // 2 :],
    "ascending": lambda xs: len(xs) > 4 and all(b - a == 1 for a, b in pairwise(xs)),
    "the longest": lambda xs: len(xs) == 20,
    "huge beside tiny": lambda xs: any(0 < abs(x) < 10 for x in xs) and any(abs(x) > 2**53 for x in xs),
    "cancelling": lambda xs: len(set(xs)) > 4 and sum(xs) == 0 != xs[0],
}


@pytest.mark.parametrize("shape", LISTS)
def test_lists_come_in_every_shape(shape: str) -> None:
    assert any(map(LISTS[shape], values_of(lists(ints()))))


def test_values_of_dicts_cancel_each_other_or_are_all_large() -> None:
    domain, rng = dicts(texts(max_len=3), floats(), max_size=6), Random(0)
    way = boundary_way(domain, (), ())
    drawn = [value for value in (way(rng) for _ in range(2_000)) if domain.contains(value)]
    held = [[number for _, number in value.parts] for value in drawn if len(value.parts) > 2]
    assert len(drawn) == 2_000
    assert sum(max(one) == -min(one) > 1e15 > min(map(abs, one)) for one in held) > 20
    assert sum(min(one) > 1e300 for one in held) > 5


def test_points_cancel_each_other_too() -> None:
    points = [one for one in values_of(lists(tuples(floats(), floats()))) if len(one) > 2]
    heights = [[y for _, y in one] for one in points]
    cancelling = [one for one in heights if min(map(abs, one)) < 1e6 < 1e15 < max(one) == -min(one)]
    assert len(cancelling) > len(points) / 100


TEXTS: dict[str, Callable[[str], bool]] = {
    "empty": lambda text: text == "",
    "one letter": lambda text: len(text) == 1,
    "blanks": lambda text: len(text) > 1 and text.isspace(),
    "repeats": lambda text: len(text) > 4 and len(set(text)) == 1,
    "longer in upper case": lambda text: len(text.upper()) > len(text),
    "longer in lower case": lambda text: len(text.lower()) > len(text),
    "changed by a round trip": lambda text: text.upper().lower() != text.lower(),
    "sigma at the end": lambda text: text.lower() != "".join(letter.lower() for letter in text),
    "title digraphs": lambda text: any(letter.istitle() and letter != letter.upper() for letter in text),
    "combining marks": lambda text: "e\u0301" in text,
    "astral letters": lambda text: any(ord(letter) > 0xFFFF for letter in text),
    "digits": lambda text: text.isdigit(),
    "odd digits": lambda text: any(letter.isdigit() and not letter.isdecimal() for letter in text),
    "signs": lambda text: text[:1] in ("+", "-") and text[1:2].isdigit(),
    "lines": lambda text: len(text.splitlines()) > 1,
    "blank ends": lambda text: text != text.strip() != "",
    "palindromes": lambda text: len(set(text)) > 2 and text == text[::-1],
    "pieces": lambda text: "needle" in text,
    "cut off before a sign": lambda text: text[1:] == "~" != text[0],
    "cut off after a sign": lambda text: text[:-1] == "~" != text[-1],
    "ends of lines after a word": lambda text: text.endswith("\r\n") and text[:-2].isalnum(),
    "terminal sequences": lambda text: "\x1b[0m" in text,
    "dates": lambda text: "2020-01-31" in text,
    "in brackets": lambda text: re.search(r"<\w+>", text) is not None,
    "pieces after a word": lambda text: text.endswith("needle") and text.removesuffix("needle").isalnum(),
}


@pytest.mark.parametrize("shape", TEXTS)
def test_texts_come_in_every_shape(shape: str) -> None:
    assert any(map(TEXTS[shape], values_of(texts(), pieces=("needle",))))


@pytest.mark.parametrize("seed", range(5))
def test_words_whose_case_hangs_on_their_place_stand_beside_each_other(seed: int) -> None:
    words = (text.lower().split() for text in values_of(texts(), seed=seed))
    backwards = (text[::-1].lower().split() for text in values_of(texts(), seed=seed))
    assert any(len(set(some)) != len(set(others)) for some, others in zip(words, backwards, strict=True))


def test_an_alphabet_is_kept_and_its_boundary_values_are_there() -> None:
    found = set(values_of(texts("abß ", max_len=12), pieces=("bab", "xyz")))
    assert {"", "a", " ", "ß", "bab"} <= found
    assert set().union(*found) == set("abß ")


def test_none_and_both_booleans_are_there() -> None:
    inputs = boundary_inputs(optionals(ints()), bools(), floats())
    assert {value is None for value, _, _ in inputs} == {flag for _, flag, _ in inputs} == {False, True}


def test_arguments_are_extreme_together() -> None:
    inputs = boundary_inputs(ints(0, 10**6), lists(ints(0, 9)), texts())
    assert {(0, 0, 0), (10**6, 0, 0)} <= {(k, len(xs), len(text)) for k, xs, text in inputs}
    many = boundary_inputs(*[ints(-5, 10**6)] * 5)
    assert {(0,) * 5, (-5,) * 5, (10**6,) * 5} <= set(many)


PAIRS: dict[str, Callable[[Any, Any], bool]] = {
    "equal": lambda a, b: a == b,
    "neighbours": lambda a, b: abs(a - b) == 1,
    "multiples": lambda a, b: a not in (0, b) and b % a == 0 and abs(a) > 10,
    "opposite": lambda a, b: a == -b != 0,
}


@pytest.mark.parametrize("tie", PAIRS)
def test_numbers_are_made_of_each_other(tie: str) -> None:
    assert sum(PAIRS[tie](a, b) for a, b in boundary_inputs(ints(), ints())) >= 10


def test_sequences_are_made_of_each_other() -> None:
    inputs = boundary_inputs(lists(ints()), lists(ints()))
    assert sum(a == b != [] for a, b in inputs) >= 10
    assert sum(a != b and b == a[: len(b)] != [] for a, b in inputs) >= 3
    assert sum(a != b and sorted(a) == sorted(b) for a, b in inputs) >= 3


def test_values_that_hypothesis_draws_are_left_as_they_are() -> None:
    odd = as_domain(st.integers(0, 10**6).map(lambda n: 2 * n + 1), "n")
    inputs = boundary_inputs(odd, ints(), count=300)
    assert all(n % 2 for n, _ in inputs)


def test_ints_beside_round_numbers_are_there() -> None:
    found = set(values_of(ints(0, 10**7), count=4_000))
    beside = {digit * 10**zeros + step for digit in range(1, 10) for zeros in range(3, 7) for step in range(-2, 3)}
    assert len(beside & found) > len(beside) / 2
    assert {step for digit in (4, 5) for step in range(-2, 3) if digit * 10**6 + step in found}
    assert any(value % 1_000 == 998 for value in values_of(ints(-(10**6), 0)) if value < -1_000)


@given(st.floats(1e-6, 1e6))
def test_the_floats_next_to_a_negated_constant_are_there(constant: float) -> None:
    found = set(boundary_numbers(floats(-1e9, 1e9), [constant]))
    assert {-constant, math.nextafter(-constant, -math.inf), math.nextafter(-constant, math.inf)} <= found


def test_lists_of_floats_lose_digits_between_a_large_float_and_its_negative() -> None:
    found = [xs for xs in values_of(lists(floats(-1e9, 1e9))) if len(xs) > 2 and math.fsum(xs) != 0]
    assert sum(min(xs) == -max(xs) < -1e6 for xs in found) >= 30
    wide = values_of(lists(floats(-1e18, 1e18)))
    assert any(abs(sum(xs) - math.fsum(xs)) > abs(math.fsum(xs)) / 2 for xs in wide)


def test_floats_are_next_to_each_other() -> None:
    inputs = boundary_inputs(floats(1.0, 1e6), floats(1.0, 1e6))
    assert sum(b == math.nextafter(a, math.inf) for a, b in inputs) >= 3
    assert sum(a != b and math.isclose(a, b, rel_tol=2e-9) and abs(a - b) > 1e-11 * a for a, b in inputs) >= 3
