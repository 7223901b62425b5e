"""Adversarial inputs."""

import math

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


@pytest.mark.parametrize("weights", [(1, 1, 1), (0.2, -0.9, 1.1), (0, 0, 0)])
def test_a_linear_forecast_has_none(weights):
    assert adversarial_input(lambda w: sum(map(lambda a, b: a * b, weights, w)), [1.0, 2.0, 0.0], 0.1) is None


@pytest.mark.parametrize(("window", "budget"), [([-1.0], 0.1), ([], 0.1), ([1.0], 0.0), ([1.0], math.nan)])
def test_a_window_or_a_budget_out_of_range_is_refused(window, budget):
    with pytest.raises(UsageError, match="must be"):
        adversarial_input(sum, window, budget)
