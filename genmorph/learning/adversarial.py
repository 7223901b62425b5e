"""Adversarial inputs of a forecaster: small changes of a window that change its forecast out of all proportion.

Source: the ninth relation of forecasters of Dwarakanath and others (2019). Its squared auxiliary variable keeps inputs
from turning negative, and starts at the root of the window, so that the search starts at the window itself.
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from genmorph.learning.outputs import read_outputs
from genmorph.model import UsageError
from genmorph.settings import LEARNING


@dataclass(frozen=True, slots=True)
class AdversarialInput:
    """A window near another one whose forecast is far from that one's, by as many times the perturbation."""

    window: tuple[float, ...]
    before: float
    after: float
    gain: float

    def __str__(self) -> str:
        return f"the forecast goes from {self.before:.6g} to {self.after:.6g}, {self.gain:.0f} times the perturbation"


def adversarial_input(
    predict: Callable[[list[float]], Any],
    window: Sequence[float],
    budget: float,
    gradient: Callable[[list[float]], Sequence[float]] | None = None,
) -> AdversarialInput | None:
    """Search for an adversarial input; None where none was found within the perturbation budget.

    Args:
        predict: Gives a forecast (a number, or numbers of which the mean counts) for a window.
        window: Numbers of 0 or more.
        budget: How far each value may move, in the unit of the window.
        gradient: The derivative of the forecast by the values of the window; differences stand in for it.

    Returns:
        The input that was found, if its forecast moves by more than `LEARNING.gain` times what all values move.

    Raises:
        UsageError: The window has values below 0, or the budget is not above 0.

    >>> adversarial_input(lambda window: sum(window) / 3, [1.0, 2.0, 3.0], 0.1) is None
    True
    >>> found = adversarial_input(lambda window: 100.0 * (window[0] > 1.05), [1.0, 2.0, 3.0], 0.1)
    >>> found.before, found.after
    (0.0, 100.0)

    """
    from scipy import optimize

    start = [float(value) for value in window]
    if not start or not all(0 <= value < math.inf for value in start):
        raise UsageError(f"window must be numbers of 0 or more, got {list(window)!r}")
    if not 0 < budget < math.inf:
        raise UsageError(f"budget must be finite and > 0, got {budget!r}")
    before = _forecast(predict, start)
    roots = [math.sqrt(value) for value in start]
    bounds = [(math.sqrt(max(0.0, value - budget)), math.sqrt(value + budget)) for value in start]

    def moved(sign: int) -> Callable[[Any], float]:
        return lambda roots: -sign * (_forecast(predict, [root * root for root in roots]) - before)

    def slope(sign: int) -> Callable[[Any], Any] | None:
        if gradient is None:
            return None
        return lambda roots: [
            -sign * part * 2 * root for part, root in zip(gradient([root * root for root in roots]), roots, strict=True)
        ]

    tried = [[root * root for root in roots]]
    for sign in (1, -1):
        climbed = optimize.minimize(moved(sign), roots, jac=slope(sign), bounds=bounds, method="L-BFGS-B")
        spread = optimize.differential_evolution(
            moved(sign), bounds, maxiter=LEARNING.rounds, popsize=LEARNING.population, seed=0, polish=False, x0=roots
        )
        tried += [[float(root) ** 2 for root in found.x] for found in (climbed, spread)]
    found = max(tried, key=lambda values: abs(_forecast(predict, values) - before))
    after = _forecast(predict, found)
    gain = abs(after - before) / (budget * len(start))
    return AdversarialInput(tuple(found), before, after, gain) if gain > LEARNING.gain else None


def _forecast(predict: Callable[[list[float]], Any], window: list[float]) -> float:
    numbers = [number for numbers in read_outputs(predict(window)).values() for number in numbers]
    if not numbers:
        raise UsageError("predict must give a number or more, got none")
    return math.fsum(numbers) / len(numbers)
