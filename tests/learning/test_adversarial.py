"""Adversarial inputs."""

import math

import numpy as np
import pytest

from genmorph import UsageError
from genmorph.learning import adversarial_input


def brittle(window):
    """Jumps where the sum is a little larger."""
    return sum(window) + 50 * math.tanh(200 * (sum(window) - 6.1))


def test_a_brittle_forecast_has_an_adversarial_input():
    found = adversarial_input(brittle, [1.0, 2.0, 3.0], 0.1)
    assert found is not None
    assert all(abs(one - other) <= 0.1 + 1e-9 for one, other in zip(found.window, [1, 2, 3], strict=True))
    assert abs(found.after - found.before) > 50


def test_a_gradient_finds_it_as_well():
    def gradient(window):
        return [1 + 50 * 200 * (1 - math.tanh(200 * (sum(window) - 6.1)) ** 2)] * 3

    assert adversarial_input(brittle, [1.0, 2.0, 3.0], 0.1, gradient) is not None


UNITS = [1e-8, 1.0, 1e8]


@pytest.mark.parametrize("unit", UNITS)
@pytest.mark.parametrize("forecast_unit", UNITS)
@pytest.mark.parametrize("weights", [(5, -7, 11), (100, 0, 1), (0, 0, 0)])
def test_no_unit_makes_a_linear_forecast_adversarial(weights, unit, forecast_unit):
    def predict(window):
        return forecast_unit * (3 + sum(weight * value / unit for weight, value in zip(weights, window, strict=True)))

    assert adversarial_input(predict, [unit, 2 * unit, 0.0], 0.1 * unit) is None


@pytest.mark.parametrize("unit", UNITS)
def test_a_brittle_forecast_is_found_in_each_unit(unit):
    def predict(window):
        return unit * brittle([value / unit for value in window])

    found = adversarial_input(predict, [unit, 2 * unit, 3 * unit], 0.1 * unit)
    assert found is not None
    assert found.gain > 10


def test_rounding_in_single_precision_is_no_adversarial_input():
    def predict(window):
        return float(np.float32(1e6) + np.float32(1e-3) * np.array(window, dtype=np.float32).sum())

    assert adversarial_input(predict, [1.0, 2.0, 3.0], 0.1) is None


@pytest.mark.parametrize("seed", range(5))
def test_a_smooth_network_has_none(seed):
    rng = np.random.default_rng(seed)
    hidden, last = rng.normal(0, 1, (7, 16)), rng.normal(0, 0.5, 16)
    assert adversarial_input(lambda window: np.tanh(np.array(window) @ hidden) @ last, [0.5] * 7, 0.01) is None


def test_the_forecast_that_moves_furthest_counts():
    def predict(window):
        return [sum(window), 1e6 + window[0], brittle(window)]

    found = adversarial_input(predict, [1.0, 2.0, 3.0], 0.1)
    assert found is not None
    assert found.before == pytest.approx(brittle([1.0, 2.0, 3.0]))


def test_opposite_forecasts_do_not_hide_each_other():
    assert adversarial_input(lambda window: [brittle(window), -brittle(window)], [1.0, 2.0, 3.0], 0.1) is not None


def test_gradients_of_several_forecasts_are_rows():
    def gradient(window):
        slope = 1 + 50 * 200 * (1 - math.tanh(200 * (sum(window) - 6.1)) ** 2)
        return [[1.0, 1.0, 1.0], [slope] * 3]

    assert adversarial_input(lambda w: [sum(w), brittle(w)], [1.0, 2.0, 3.0], 0.1, gradient) is not None


def test_windows_without_a_forecast_are_left_aside():
    def predict(window):
        if window[0] > 1.05:
            raise ValueError("too large")
        return sum(window) if window[1] < 2.05 else math.nan

    assert adversarial_input(predict, [1.0, 2.0, 3.0], 0.1) is None


@pytest.mark.parametrize(
    ("predict", "gradient", "message"),
    [
        (lambda _window: math.nan, None, "predict must give finite numbers .* gave nan"),
        (lambda _window: [], None, r"predict must give finite numbers .* gave \[\]"),
        (lambda _window: "high", None, "predict must give finite numbers .* gave 'high'"),
        (lambda window: window.mean(), None, "predict must give finite numbers .* raised AttributeError"),
        (sum, lambda _window: [1.0], "gradient must give 3 numbers for each of 1 forecasts"),
    ],
)
def test_a_predict_or_a_gradient_without_numbers_is_refused(predict, gradient, message):
    with pytest.raises(UsageError, match=message):
        adversarial_input(predict, [1.0, 2.0, 3.0], 0.1, gradient)


@pytest.mark.parametrize("weights", [(1, 1, 1), (0.2, -0.9, 1.1), (0, 0, 0)])
def test_a_linear_forecast_has_none(weights):
    assert adversarial_input(lambda w: sum(map(lambda a, b: a * b, weights, w)), [1.0, 2.0, 0.0], 0.1) is None


@pytest.mark.parametrize(("window", "budget"), [([-1.0], 0.1), ([], 0.1), ([1.0], 0.0), ([1.0], math.nan)])
def test_a_window_or_a_budget_out_of_range_is_refused(window, budget):
    with pytest.raises(UsageError, match="must be"):
        adversarial_input(sum, window, budget)
