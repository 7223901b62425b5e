"""Adversarial inputs of a forecaster: small changes of a window that change its forecast out of all proportion.

Source: the ninth relation of forecasters of Dwarakanath and others (2019). Its squared auxiliary variable keeps inputs
from turning negative, and starts at the root of the window, so that the search starts at the window itself.
"""

import math
import statistics
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from genmorph.learning.number_series import Series, read_series
from genmorph.learning.runs import Failed, called, read_numbers
from genmorph.model import UsageError
from genmorph.settings import LEARNING

Predict = Callable[[list[float]], Any]
Gradient = Callable[[list[float]], Any]


@dataclass(frozen=True, slots=True)
class AdversarialInput:
    """A window near another one, and a forecast of it that moves far beyond what the forecaster's slopes allow.

    `gain` says how many times as far.
    """

    window: tuple[float, ...]
    before: float
    after: float
    gain: float

    def __str__(self) -> str:
        moved = f"the forecast goes from {self.before:.6g} to {self.after:.6g}"
        return f"{moved}, {self.gain:.0f} times as far as its typical slopes allow"


def adversarial_input(
    predict: Predict, window: Sequence[float], budget: float, gradient: Gradient | None = None
) -> AdversarialInput | None:
    """Search for an adversarial input; None where none was found within the perturbation budget.

    How far a forecast may move is taken from the forecaster itself: within the budget, and with the mean slopes that
    it has across windows that differ by `LEARNING.typical` budgets. So no unit matters, and a linear forecaster has no
    adversarial input. Of several forecasts, the one that moves furthest counts.

    Args:
        predict: Gives a forecast, or several, for a window. Windows of which it raises, or gives no finite numbers,
            are left aside, except for `window` itself; where none is left to take slopes of, nothing is found.
        window: Numbers of 0 or more.
        budget: How far each value may move, in the unit of the window.
        gradient: The derivatives of the forecast by the values of the window, of several forecasts one row each;
            differences stand in for it.

    Returns:
        The input that was found, if its forecast moves by more than `LEARNING.gain` times what typical slopes allow.

    Raises:
        UsageError: The window has values below 0, the budget is not above 0, or `predict` gives no forecast of it.

    >>> adversarial_input(lambda window: sum(window) / 3, [1.0, 2.0, 3.0], 0.1) is None
    True
    >>> found = adversarial_input(lambda window: 100.0 * (window[0] > 1.05), [1.0, 2.0, 3.0], 0.1)
    >>> found.before, found.after
    (0.0, 100.0)

    """
    start = read_series("window", window)
    if min(start) < 0:
        raise UsageError(f"window must be numbers of 0 or more, got {min(start)!r}")
    if not 0 < budget < math.inf:
        raise UsageError(f"budget must be finite and > 0, got {budget!r}")
    before = forecasts_of(predict, start)
    if isinstance(before, Failed):
        raise UsageError(f"predict must give finite numbers for {list(start)!r}, got a call that {before}")
    search = _Search(predict, start, budget, before, _typical_slopes(predict, start, budget, before))
    return max(search.run(gradient), key=lambda found: found.gain, default=None)


def forecasts_of(predict: Predict, window: Series) -> Series | Failed:
    """The forecasts of a window, or why there are none."""
    value = called(predict, list(window))
    numbers = value if isinstance(value, Failed) else read_numbers(value)
    if isinstance(numbers, Failed):
        return numbers
    if not numbers or not all(map(math.isfinite, numbers)):
        return Failed(f"gave {value!r}")
    return numbers


def _typical_slopes(predict: Predict, start: Series, budget: float, before: Series) -> list[float]:
    """By forecast the sum of its mean slopes by each value; infinite where there are none to take a mean of."""
    rng, reach = Random(0), LEARNING.typical * budget
    slopes: list[list[list[float]]] = [[[] for _ in start] for _ in before]
    for _ in range(LEARNING.typical_windows):
        window = tuple(rng.uniform(max(0.0, value - reach), value + reach) for value in start)
        source = forecasts_of(predict, window)
        for index, value in enumerate(window):
            found = forecasts_of(predict, (*window[:index], value + reach, *window[index + 1 :]))
            if isinstance(source, Failed) or isinstance(found, Failed) or not len(source) == len(found) == len(before):
                continue
            for place, (one, other) in enumerate(zip(source, found, strict=True)):
                slopes[place][index].append(abs(other - one) / reach)
    return [sum(statistics.fmean(found) if found else math.inf for found in values) for values in slopes]


@dataclass(frozen=True, slots=True)
class _Search:
    predict: Predict
    start: Series
    budget: float
    before: Series
    slopes: Sequence[float]

    def run(self, gradient: Gradient | None) -> list[AdversarialInput]:
        """Climb from the window for each forecast both ways, then search the whole surroundings for all of them."""
        from scipy import optimize

        roots = [math.sqrt(value) for value in self.start]
        bounds = [(math.sqrt(max(0.0, value - self.budget)), math.sqrt(value + self.budget)) for value in self.start]
        tried = [
            optimize.minimize(
                self._moved(place, sign),
                roots,
                jac=self._slope(gradient, place, sign),
                bounds=bounds,
                method="L-BFGS-B",
            )
            for place in range(len(self.before))
            for sign in (1, -1)
        ]
        tried.append(
            optimize.differential_evolution(
                lambda roots: -max(map(self._gain, range(len(self.before)), self._forecasts(roots))),
                bounds,
                maxiter=LEARNING.rounds,
                popsize=LEARNING.population,
                seed=0,
                polish=False,
                x0=roots,
            )
        )
        return [found for one in tried for found in self._found(one.x)]

    def _found(self, roots: Sequence[float]) -> list[AdversarialInput]:
        window = tuple(float(root) ** 2 for root in roots)
        pairs = enumerate(self._forecasts(roots))
        found = [AdversarialInput(window, self.before[i], after, self._gain(i, after)) for i, after in pairs]
        return [one for one in found if one.gain > LEARNING.gain]

    def _forecasts(self, roots: Sequence[float]) -> Series:
        found = forecasts_of(self.predict, tuple(float(root) ** 2 for root in roots))
        return self.before if isinstance(found, Failed) or len(found) != len(self.before) else found

    def _gain(self, place: int, after: float) -> float:
        """Times that a forecast moves as far as its typical slopes allow; rounding is no move."""
        before, allowed = self.before[place], self.budget * self.slopes[place]
        moved = abs(after - before)
        if moved <= LEARNING.relative * max(abs(before), abs(after)):
            return 0.0
        return moved / allowed if allowed else math.inf

    def _moved(self, place: int, sign: int) -> Callable[[Any], float]:
        unit = self._unit(place)
        return lambda roots: -sign * (self._forecasts(roots)[place] - self.before[place]) / unit

    def _unit(self, place: int) -> float:
        """What a forecast may move by: the search ends by absolute differences."""
        allowed = self.budget * self.slopes[place]
        return allowed if 0 < allowed < math.inf else 1.0

    def _slope(self, gradient: Gradient | None, place: int, sign: int) -> Callable[[Any], Any] | None:
        if gradient is None:
            return None
        unit = self._unit(place)

        def slope(roots: Any) -> list[float]:
            numbers = read_numbers(gradient([root * root for root in roots]))
            if isinstance(numbers, Failed) or len(numbers) != len(self.before) * len(self.start):
                rule = f"gradient must give {len(self.start)} numbers for each of {len(self.before)} forecasts"
                raise UsageError(f"{rule}, got {numbers}")
            row = numbers[place * len(self.start) :][: len(self.start)]
            return [-sign * part * 2 * float(root) / unit for part, root in zip(row, roots, strict=True)]

        return slope
