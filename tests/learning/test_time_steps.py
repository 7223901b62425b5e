"""The choice of time steps, and adversarial inputs."""

import math
from random import Random

import pytest

from genmorph import UsageError
from genmorph.learning import adversarial_input, choose_steps, information_lost, plot_information_lost


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


@pytest.mark.parametrize(("series", "steps"), [([1.0] * 9, 5), ([1.0] * 9, 1), ([1.0, math.nan] * 9, 3)])
def test_too_short_a_series_is_refused(series, steps):
    with pytest.raises(UsageError, match=r"must be"):
        information_lost(series, steps)


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


@pytest.mark.parametrize("weights", [(1, 1, 1), (0.2, -0.9, 1.1), (0, 0, 0)])
def test_a_linear_forecast_has_none(weights):
    assert adversarial_input(lambda w: sum(map(lambda a, b: a * b, weights, w)), [1.0, 2.0, 0.0], 0.1) is None


@pytest.mark.parametrize(("window", "budget"), [([-1.0], 0.1), ([], 0.1), ([1.0], 0.0), ([1.0], math.nan)])
def test_a_window_or_a_budget_out_of_range_is_refused(window, budget):
    with pytest.raises(UsageError, match="must be"):
        adversarial_input(sum, window, budget)
