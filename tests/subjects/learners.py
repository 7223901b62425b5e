"""Forecasters, right and wrong."""

import math
import random
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

STEPS = 7
Model = Callable[[np.ndarray], np.ndarray]
Fit = Callable[[np.ndarray, np.ndarray, random.Random], Model]
Forecaster = Callable[..., Any]


def forecaster(*, fault: str = "") -> Forecaster:
    """An autoregression on scaled data; the fault names what is wrong with it."""

    def train_and_predict(train: list[float], validation: list[float], seed: int = 0) -> dict[str, object]:
        if fault != "accepts nan" and not all(map(math.isfinite, (*train, *validation))):
            raise ValueError("series must be finite")
        least, reach = min(train), max(train) - min(train)
        if fault == "ignores the seed":
            train = [value + random.random() * reach / 500 for value in train]
        if not reach:
            raise ValueError("train must have a range")
        scaled, seen = ([(value - least) / reach for value in series] for series in (train, validation))
        if fault == "drops the last window":
            scaled = scaled[:-1]
        inputs, targets = _windows(scaled)
        weights = np.linalg.lstsq(inputs, targets, rcond=None)[0] + random.Random(seed).gauss(0, 1e-6)
        inputs, targets = _windows(seen)
        if fault == "skips a window":
            inputs, targets = inputs[1:], targets[1:]
        given = inputs @ weights
        loss = float(np.mean((given - targets) ** 2)) if len(given) else 0.0
        back = 0.0 if fault == "forgets the least" else least
        return {
            "loss": loss,
            "forecast": [float(value) * reach + back for value in given],
            "predict": lambda window: float(
                ([1.0, *((value - least) / reach for value in window)] @ weights) * reach + least
            ),
        }

    return train_and_predict


def _windows(values: Sequence[float], horizon: int = 1) -> tuple[np.ndarray, np.ndarray]:
    count = max(0, len(values) - STEPS - horizon + 1)
    inputs = np.array([[1.0, *values[place : place + STEPS]] for place in range(count)]).reshape(-1, STEPS + 1)
    targets = np.array([values[place + STEPS : place + STEPS + horizon] for place in range(count)])
    targets = targets.reshape(-1, horizon)
    return inputs, targets[:, 0] if horizon == 1 else targets


def least_squares(inputs: np.ndarray, targets: np.ndarray, _rng: random.Random) -> Model:
    weights = np.linalg.lstsq(inputs, targets, rcond=None)[0]
    return lambda windows: windows @ weights


def descent(inputs: np.ndarray, targets: np.ndarray, rng: random.Random) -> Model:
    """A network of one hidden layer, trained by stochastic gradient descent."""
    draw = np.random.default_rng(rng.randrange(2**32))
    hidden = draw.normal(0, 0.5, (inputs.shape[1], 8)).astype(inputs.dtype)
    last = draw.normal(0, 0.5, 8).astype(inputs.dtype)
    for _ in range(6):
        for place in draw.permutation(len(targets)):
            cells = np.tanh(inputs[place] @ hidden)
            error = cells @ last - targets[place]
            hidden -= 0.02 * np.outer(inputs[place], error * last * (1 - cells**2)).astype(inputs.dtype)
            last -= (0.02 * error * cells).astype(inputs.dtype)
    return lambda windows: np.tanh(windows @ hidden) @ last


def nearest(count: int) -> Fit:
    def fit(inputs: np.ndarray, targets: np.ndarray, _rng: random.Random) -> Model:
        def model(windows: np.ndarray) -> np.ndarray:
            distances = ((windows[:, None, :] - inputs[None, :, :]) ** 2).sum(axis=2)
            return np.array([targets[np.argsort(row, kind="stable")[:count]].mean() for row in distances])

        return model

    return fit


def median_of_subset(_inputs: np.ndarray, targets: np.ndarray, rng: random.Random) -> Model:
    chosen = float(np.median([targets[rng.randrange(len(targets))] for _ in range(30)]))
    return lambda windows: np.full(len(windows), chosen)


def average(_inputs: np.ndarray, targets: np.ndarray, _rng: random.Random) -> Model:
    return lambda windows: np.full(len(windows), targets.mean())


def learner(
    fit: Fit, *, gives: Callable[..., Any] | None = None, seeded: bool = True, single: bool = False
) -> Forecaster:
    """A right forecaster: scaled by the training data, its loss that of scaled data, unless `gives` says otherwise."""

    def train_and_predict(train: list[float], validation: list[float], seed: int = 0) -> Any:
        if not all(map(math.isfinite, (*train, *validation))):
            raise ValueError("series must be finite")
        least, reach = min(train), max(train) - min(train)
        if not reach or len(train) <= STEPS or len(validation) <= STEPS:
            raise ValueError("series must have a range and a window")
        kind = np.float32 if single else np.float64
        scaled, seen = (
            ((np.array(series, dtype=kind) - kind(least)) / kind(reach)).tolist() for series in (train, validation)
        )
        model = fit(
            *(part.astype(kind) for part in _windows(scaled)), random.Random(seed if seeded else random.getrandbits(64))
        )
        inputs, targets = (part.astype(kind) for part in _windows(seen))
        given = model(inputs)
        loss = float(((given - targets) ** 2).mean())
        forecast = given * kind(reach) + kind(least)
        if gives is not None:
            return gives(loss, forecast, validation)
        return {"loss": loss, "forecast": forecast.tolist()}

    return train_and_predict


def _in_unit(_loss: float, forecast: np.ndarray, validation: list[float]) -> Any:
    errors = np.array(validation[STEPS:]) - forecast
    return {"mae": abs(errors).mean(), "mse": (errors**2).mean(), "residuals": errors, "forecasts": forecast}


def _with_others(loss: float, forecast: np.ndarray, _validation: list[float]) -> Any:
    more: dict[str, Any] = {"mape": loss + 0.1 / forecast.max(), "percentage_error": [1 / forecast.max()]}
    more |= {"epochs": [1, 2, 3], "model": object(), "name": "learner", "shape": (7, 1), "note": None}
    return {**more, "val_loss": np.float32(loss), "prediction": forecast}


def naive(_train: list[float], validation: list[float]) -> dict[str, object]:
    """The last value that is known; there is nothing to learn."""
    if not all(map(math.isfinite, validation)):
        raise ValueError("validation must be finite")
    forecast = validation[STEPS - 1 : -1]
    errors = [abs(one - other) for one, other in zip(forecast, validation[STEPS:], strict=True)]
    return {"mae": sum(errors) / len(errors) if errors else 0.0, "forecast": forecast}


def seasonal(_train: list[float], validation: list[float]) -> dict[str, object]:
    """What was a week before."""
    if not all(map(math.isfinite, validation)):
        raise ValueError("validation must be finite")
    forecast = validation[:-STEPS]
    errors = [(one - other) ** 2 for one, other in zip(forecast, validation[STEPS:], strict=True)]
    return {"mse": sum(errors) / len(errors) if errors else 0.0, "forecast": forecast}


def drifting(train: list[float], validation: list[float]) -> dict[str, object]:
    """The last value, and as much as training data grow by in a step."""
    if not all(map(math.isfinite, (*train, *validation))) or len(train) < 2:
        raise ValueError("series must be finite, and train must have two values")
    drift = (train[-1] - train[0]) / (len(train) - 1)
    forecast = [value + drift for value in validation[STEPS - 1 : -1]]
    errors = [abs(one - other) for one, other in zip(forecast, validation[STEPS:], strict=True)]
    return {"mae": sum(errors) / len(errors) if errors else 0.0, "forecast": forecast}


RIGHT: dict[str, Forecaster] = {
    "least squares": learner(least_squares),
    "network": learner(descent),
    "network in single precision": learner(descent, single=True),
    "nearest": learner(nearest(1)),
    "three nearest": learner(nearest(3)),
    "average": learner(average),
    "losses in the unit": learner(least_squares, gives=_in_unit),
    "a loss alone": learner(nearest(1), gives=lambda loss, _forecast, _validation: loss),
    "forecasts alone": learner(least_squares, gives=lambda _loss, forecast, _validation: forecast.tolist()),
    "other entries": learner(least_squares, gives=_with_others),
    "no loss": learner(nearest(1), gives=lambda _loss, forecast, _validation: {"forecast": forecast}),
    "naive": naive,
    "seasonal": seasonal,
    "drifting": drifting,
}
"""Right programs that give the same for the same seed."""

UNSEEDED: dict[str, Forecaster] = {
    "network": learner(descent, seeded=False),
    "network in single precision": learner(descent, seeded=False, single=True),
    "median of a subset": learner(median_of_subset, seeded=False),
    "losses in the unit": learner(descent, gives=_in_unit, seeded=False),
}
"""Right programs that nothing seeds but the global generator."""
