"""Forecasters by least squares, right and wrong, and coefficients of correlation."""

import math
import random
from collections.abc import Callable

import numpy as np

STEPS = 7


def forecaster(
    *,
    fault: str = "",
) -> Callable[..., dict[str, object]]:
    """An autoregression on scaled data; the fault names what is wrong with it."""

    def train_and_predict(train: list[float], validation: list[float], seed: int = 0) -> dict[str, object]:
        if fault != "accepts nan" and not all(map(math.isfinite, (*train, *validation))):
            raise ValueError("series must be finite")
        if fault == "ignores the seed":
            train = [value + random.random() for value in train]
        least, reach = min(train), max(train) - min(train)
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


def _windows(values: list[float]) -> tuple[np.ndarray, np.ndarray]:
    count = len(values) - STEPS
    inputs = np.array([[1.0, *values[place : place + STEPS]] for place in range(count)]).reshape(-1, STEPS + 1)
    return inputs, np.array(values[STEPS:]) if count > 0 else np.zeros(0)
