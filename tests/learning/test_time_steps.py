"""The choice of time steps."""

import math
from random import Random

import pytest

from genmorph import UsageError
from genmorph.learning import choose_steps, information_lost, plot_information_lost


def planted(period, seed, count=400):
    rng = Random(seed)
    shape = [rng.uniform(-1, 1) for _ in range(period)]
    return [shape[n % period] + rng.gauss(0, 0.2) for n in range(count)]


@pytest.mark.parametrize("period", [7, 12, 25])
@pytest.mark.parametrize("seed", range(4))
def test_a_planted_period_is_found_within_one(period, seed):
    assert abs(choose_steps(planted(period, seed)) - period) <= 1


def test_of_noise_nearly_everything_is_lost_whatever_the_steps():
    rng = Random(1)
    noise = [rng.gauss(0, 1) for _ in range(2_000)]
    assert all(0.9 < information_lost(noise, steps) < 1.1 for steps in range(2, 40))


def test_of_a_constant_nothing_is_lost():
    assert information_lost([3.0] * 40, 5) == 0.0


def test_a_plot_marks_what_was_chosen():
    assert "7</text>" in plot_information_lost({6: 0.9, 7: 0.0, 8: 0.8}, 7)


@pytest.mark.parametrize("value", [0.1, 1e-9, 1e9 / 3])
def test_rounding_of_a_constant_is_no_variation(value):
    assert information_lost([value] * 70, 7) == 0.0


@pytest.mark.parametrize("slope", [0.1, 1e-3, -1e6 / 7])
def test_of_a_line_nothing_is_lost(slope):
    assert information_lost([slope * n + 3 for n in range(70)], 7) == 0.0


@pytest.mark.parametrize("slope", [0.05, -1.0, 100.0])
@pytest.mark.parametrize("period", [7, 12])
def test_a_trend_hides_no_period(period, slope):
    assert choose_steps([value + slope * n for n, value in enumerate(planted(period, 1))]) == period


@pytest.mark.parametrize("unit", [1e-8, 1e8, 1e-160, 1e160])
def test_no_unit_changes_what_is_lost(unit):
    series = planted(7, 1)
    assert information_lost([unit * value for value in series], 7) == pytest.approx(information_lost(series, 7))


@pytest.mark.parametrize(
    ("give", "message"),
    [
        (lambda: choose_steps([1.0, 2.0, 3.0]), "series must be 8 finite numbers or more, got 3"),
        (lambda: choose_steps([1.0, 2.0] * 9, []), r"candidates must be one or more numbers of steps, got \[\]"),
        (lambda: choose_steps([1.0, 2.0] * 9, [3, 2.5]), "steps must be an int from 2 to half of the 18 .* got 2.5"),
        (lambda: choose_steps([1.0, math.nan] * 9), "series must be finite numbers, got nan at index 1"),
        (lambda: information_lost(["high"] * 9, 3), "series must be finite numbers, got 'high' at index 0"),
        (lambda: plot_information_lost({}), "lost must be one number or more, got none"),
        (lambda: plot_information_lost({2: 0.5, 3: math.nan}), "lost must be finite numbers, got nan at 3 steps"),
        (lambda: plot_information_lost({2: 0.5, 3: 0.1}, 5), "chosen must be one of 2, 3, got 5"),
    ],
)
def test_steps_that_cannot_be_chosen_or_drawn_are_refused(give, message):
    with pytest.raises(UsageError, match=message):
        give()


@pytest.mark.parametrize(("series", "steps"), [([1.0] * 9, 5), ([1.0] * 9, 1), ([1.0, math.nan] * 9, 3)])
def test_too_short_a_series_is_refused(series, steps):
    with pytest.raises(UsageError, match=r"must be"):
        information_lost(series, steps)
