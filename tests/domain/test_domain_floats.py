"""Floats, compared with Hypothesis where it decides."""

import math
from random import Random

import numpy as np
import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st
from hypothesis.errors import InvalidArgument

from genmorph.domain import floats
from genmorph.model import UsageError
from genmorph.values.numbers.float_draws import LARGEST, SMALLEST
from genmorph.values.numbers.float_draws import WIDTHS as FORMATS

WIDTHS = [64, 64, 32, 16]
BOUNDS = st.none() | st.sampled_from([0.0, -0.0, 1.0, SMALLEST, LARGEST, -LARGEST]) | st.floats(-9, 9)


@given(BOUNDS, BOUNDS, st.booleans(), st.booleans(), st.booleans(), st.booleans(), st.sampled_from(WIDTHS), st.data())
@example(0.0, -0.0, False, False, False, False, 64, None)
@example(LARGEST, None, True, False, False, True, 64, None)
@example(0.0, 65504.0, True, True, False, False, 16, None)
@example(0.0, 2.0**-149, False, True, False, False, 32, None)
@example(-(2.0**-24), -0.0, True, False, False, False, 16, None)
def test_the_same_arguments_mean_the_same_to_hypothesis(low, high, no_min, no_max, nan, infinity, width, data):
    flags = {"exclude_min": no_min, "exclude_max": no_max, "allow_nan": nan, "allow_infinity": infinity, "width": width}
    theirs = st.floats(low, high, **flags)
    try:
        theirs.validate()
    except (InvalidArgument, OverflowError):
        with pytest.raises(UsageError):
            floats(low, high, **flags)
        return
    ours = floats(low, high, **flags)
    assert low is None or ours.contains(low) == (not no_min)
    assert high is None or ours.contains(high) == (not no_max)
    if data is not None:
        assert ours.contains(data.draw(theirs))


@pytest.mark.parametrize(
    ("build", "message"),
    [
        (lambda: floats(2, 1), r"min must be <= max with a float between them, got floats\(2.0, 1.0\)"),
        (lambda: floats(0, 0, exclude_min=True), "with a float between them"),
        (lambda: floats(math.nan), "min must be finite, got nan"),
        (lambda: floats(max=math.inf), "max must be finite, got inf"),
        (lambda: floats(True), "min must be a number, got True"),
        (lambda: floats("1"), "min must be a number, got '1'"),
        (lambda: floats(2**53 + 1), "min must be exact as a float"),
        (lambda: floats(10**400), "min must be finite"),
        (lambda: floats(0, exclude_max=True), "exclude_max needs max"),
        (lambda: floats(0, allow_nan=True), "allow_nan needs floats without min and max"),
        (lambda: floats(0, 1, allow_infinity=True), "allow_infinity needs floats without min or without max"),
        (lambda: floats(exclude_min=1), "exclude_min must be a bool, got 1"),
        (lambda: floats(width=80), "width must be 16, 32 or 64, got 80"),
        (lambda: floats(width=True), "width must be 16, 32 or 64, got True"),
        (lambda: floats(0.1, 1, width=32), "min must be exact as a float of 32 bits, got 0.1"),
        (lambda: floats(max=1e6, width=16), "max must be exact as a float of 16 bits, got 1000000.0"),
        (lambda: floats(1, 1, exclude_min=True, width=16), r"got floats\(1.0, 1.0, exclude_min=True, width=16\)"),
    ],
)
def test_impossible_domains_are_refused(build, message):
    with pytest.raises(UsageError, match=message):
        build()


def test_membership_is_exact_about_kinds_and_zeros():
    assert not floats().contains(1)
    assert not floats().contains(math.inf)
    assert not floats().contains(math.nan)
    assert floats(allow_nan=True).contains(math.nan)
    assert not floats(0, 1).contains(-0.0)
    assert floats(-0.0, 1).contains(-0.0)
    assert floats(-0.0, 1).contains(0.0)


@pytest.mark.parametrize(
    ("domain", "notation", "strategy"),
    [
        (floats(), "floats()", "st.floats(allow_nan=False, allow_infinity=False)"),
        (floats(allow_nan=True), "floats(allow_nan=True)", "st.floats(allow_infinity=False)"),
        (floats(allow_infinity=True), "floats(allow_infinity=True)", "st.floats(allow_nan=False)"),
        (floats(0, 1, True), "floats(0.0, 1.0, exclude_min=True)", "st.floats(0.0, 1.0, exclude_min=True)"),
        (floats(0, 0.1, False, True), "floats(0.0, 0.1, exclude_max=True)", "st.floats(0.0, 0.1, exclude_max=True)"),
        (floats(max=3), "floats(max=3.0)", "st.floats(max_value=3.0, allow_infinity=False)"),
        (floats(width=32), "floats(width=32)", "st.floats(allow_nan=False, allow_infinity=False, width=32)"),
        (
            floats(0, 1, exclude_min=True, width=16),
            "floats(0.0, 1.0, exclude_min=True, width=16)",
            "st.floats(0.0, 1.0, exclude_min=True, width=16)",
        ),
        (floats(max=3, allow_infinity=True), "floats(max=3.0, allow_infinity=True)", "st.floats(max_value=3.0)"),
    ],
)
def test_texts_are_as_developers_write_them(domain, notation, strategy):
    assert domain.notation() == notation
    assert domain.strategy() == strategy


def test_a_single_float_is_listed():
    assert (floats(2, 2).size, list(floats(2, 2).values()), floats(0, 1).size) == (1, [2.0], None)
    with pytest.raises(UsageError, match="only a single float"):
        floats(0, 1).values()


def test_draws_are_mostly_simple_and_sometimes_everything_else():
    rng = Random(0)
    drawn = [floats(allow_nan=True, allow_infinity=True).draw(rng) for _ in range(20_000)]
    finite = [x for x in drawn if math.isfinite(x)]
    assert sum(abs(x) <= 1000 for x in finite) > 15_000
    assert sum(x.is_integer() and abs(x) <= 10 for x in finite) > 5_000
    assert any(abs(x) > 1e200 for x in finite)
    assert any(0 < abs(x) < 1e-200 for x in finite)
    assert {"nan", "inf", "-inf", "0.0", "-0.0"} <= {repr(x) for x in drawn}


def test_bounded_floats_are_spread_over_the_whole_range():
    rng = Random(0)
    drawn = [floats(-3000, 3000).draw(rng) for _ in range(5_000)]
    assert all(sum(low <= x < low + 1000 for x in drawn) > 50 for low in range(-3000, 3000, 1000))
    assert drawn.count(3000.0) > 20


@pytest.mark.parametrize(
    ("c", "expected"),
    [(0.7, floats(0, 0.3)), (0.9, floats(0, 0.1)), (-0.9, floats(0.9, 1)), (1.0, floats(0, 0)), (1.5, None)],
)
def test_bounds_of_sources_are_plain_numbers(c, expected):
    assert floats(0, 1).before_adding(c) == expected


def test_sources_do_not_overflow_unless_infinity_is_allowed():
    assert floats().before_scaling(2.0) == floats(-LARGEST / 2, LARGEST / 2)
    assert floats(allow_infinity=True).before_scaling(2.0) == floats(allow_infinity=True)
    assert floats(allow_nan=True, allow_infinity=True).before_adding(1e308).contains(math.nan)
    assert not floats(allow_nan=True).before_scaling(2.0).contains(math.nan)


def test_negation_keeps_zeros_apart():
    assert floats(0, 1).before_scaling(-1) is None
    assert floats(-1, 1).before_scaling(-1) == floats(-1, 1)


@given(st.floats(allow_nan=False), st.floats(allow_nan=False))
def test_the_order_of_ordinals_is_that_of_floats(x, y):
    from genmorph.values.numbers.float_draws import at_least, from_ordinal, ordinal

    assert from_ordinal(ordinal(x)) == x
    assume(repr(x) != repr(y))
    assert (ordinal(x) > ordinal(y)) == at_least(x, y)


@pytest.mark.parametrize(("width", "numpy_type"), [(16, np.float16), (32, np.float32)])
def test_narrow_floats_are_exact_in_numpy(width, numpy_type):
    rng = Random(0)
    whole = floats(allow_nan=True, allow_infinity=True, width=width)
    drawn = [x for domain in (whole, floats(width=width), floats(-3, 5, width=width)) for x in _draws(domain, rng)]
    assert all(math.isnan(x) or float(numpy_type(x)) == x for x in drawn)
    assert len(set(drawn)) > 1_000
    assert {math.inf, -math.inf, 0.0, 1.0, float(np.finfo(numpy_type).max)} <= set(drawn)
    assert sum(abs(x) > 1e4 for x in drawn) < 0.2 * len(drawn)


def _draws(domain, rng):
    return [domain.draw(rng) for _ in range(3_000)]


@given(st.floats(width=16) | st.floats(width=32) | st.floats())
def test_narrow_floats_contain_what_is_exact_in_numpy(x):
    with np.errstate(over="ignore"):
        for width, numpy_type in ((16, np.float16), (32, np.float32)):
            is_exact = math.isnan(x) or float(numpy_type(x)) == x
            assert floats(allow_nan=True, allow_infinity=True, width=width).contains(x) == is_exact


@given(st.floats(width=32, allow_nan=False))
def test_the_neighbours_of_narrow_floats_are_those_of_numpy(x):
    with np.errstate(over="ignore", under="ignore"):
        above, below = (float(np.nextafter(np.float32(x), np.float32(end))) for end in (math.inf, -math.inf))
    assert (FORMATS[32].up(x), FORMATS[32].down(x)) == (above, below)


def test_narrow_floats_have_in_common_what_is_exact_in_both():
    assert floats(0.1, 1).intersect(floats(width=16)) == floats(FORMATS[16].at_or_above(0.1), 1, width=16)
    assert floats(0, 1, width=32).intersect(floats(0.5, 2, width=16)) == floats(0.5, 1, width=16)
    assert floats(0.1, 0.10001).intersect(floats(width=16)) is None


def test_narrow_floats_are_only_multiplied_by_powers_of_two():
    domain = floats(-8, 8, width=16)
    assert domain.before_scaling(2) == floats(-4, 4, width=16)
    assert domain.before_scaling(-1) == domain
    assert (domain.before_scaling(3), domain.before_scaling(0.5)) == (None, None)
    assert (domain.before_adding(1), domain.before_squaring()) == (None, None)


def test_what_is_scaled_stays_finite_in_its_width():
    assert floats(allow_infinity=True, width=16).before_scaling(2) == floats(-32752.0, 32752.0, width=16)
    assert floats(-4, allow_infinity=True, width=16).before_scaling(-1) == floats(-4.0, 4.0, width=16)
