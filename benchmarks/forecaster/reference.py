"""A forecaster of daily sales by LSTM: it learns from one series, and forecasts another.

Built after the description of the reference implementation of Dwarakanath and others (2019), whose lines the faults in
`mutants.toml` change. Data are scaled by the range of those that it learns from; windows of `STEPS` values forecast the
`HORIZON` that follow.
"""
# ruff: noqa: SIM113, B007, PIE808 - the faults change these lines

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import torch
from torch import nn

STEPS = 10
HORIZON = 1
BATCH = 100
EPOCHS = 30
UNITS = 32
RATE = 0.02


class Network(nn.Module):
    """One layer of LSTM cells, and a linear one on what the last of them gives."""

    def __init__(self) -> None:
        super().__init__()
        self.cells = nn.LSTM(1, UNITS, batch_first=True)
        self.last = nn.Linear(UNITS, HORIZON)

    def forward(self, windows: torch.Tensor) -> torch.Tensor:
        """Forecasts of windows, both scaled."""
        output, _ = self.cells(windows)
        last_output = output[:, -1, :]
        return self.last(last_output)


@dataclass
class Model:
    """A trained network, with the least value and the range that data are scaled by."""

    network: Network
    least: float
    reach: float


def train_and_validate(train: Sequence[float], validation: Sequence[float], seed: int) -> tuple[Model, dict[str, Any]]:
    """Train a model, and say what it gives for both series after the last epoch."""
    torch.manual_seed(seed)
    rng = np.random.default_rng(seed)
    train_values = list(train)[0:]
    validation_values = list(validation)[0:]
    _require_finite(train_values, validation_values)

    least = min(train_values)
    most = max(train_values)
    reach = most - least
    scaled_train = [(value - least) / reach for value in train_values]
    scaled_validation = [(value - least) / reach for value in validation_values]

    inputs = np.zeros((len(train_values) - STEPS - HORIZON + 1, STEPS, 1), dtype=np.float32)
    targets = np.zeros((len(train_values) - STEPS - HORIZON + 1, HORIZON), dtype=np.float32)
    start = 0
    for end in range(STEPS, len(train_values) - HORIZON + 1):
        inputs[start, :, 0] = scaled_train[start:end]
        targets[start] = scaled_train[end : end + HORIZON]
        start += 1
    order = rng.permutation(len(targets))
    inputs, targets = inputs[order], targets[order]

    validation_inputs = np.zeros((len(validation_values) - STEPS - HORIZON + 1, STEPS, 1), dtype=np.float32)
    validation_targets = np.zeros((len(validation_values) - STEPS - HORIZON + 1, HORIZON), dtype=np.float32)
    start = 0
    for validation_end in range(STEPS, len(validation_values) - HORIZON + 1):
        validation_inputs[start, :, 0] = scaled_validation[start:validation_end]
        validation_targets[start] = scaled_validation[validation_end : validation_end + HORIZON]
        start += 1

    network = Network()
    optimizer = torch.optim.Adam(network.parameters(), lr=RATE)
    forecast: list[float] = []
    actual: list[float] = []
    fitted: list[float] = []
    learnt = total = 0.0
    for _ in range(EPOCHS):
        place = 0
        learnt = 0.0
        iteration = 0
        for iteration in range(int(len(targets) / BATCH)):
            batch, wanted = inputs[place : place + BATCH], targets[place : place + BATCH]
            learnt += _step(network, optimizer, batch, wanted)
            fitted = [float(value) * reach + least for value in wanted[:5].ravel()]
            place += BATCH
        if len(targets) > place:
            batch, wanted = inputs[place : len(targets)], targets[place : len(targets)]
            learnt += _step(network, optimizer, batch, wanted)

        total = 0.0
        validated = 0
        forecast, actual = [], []
        for iteration in range(len(validation_inputs) // BATCH):
            batch = validation_inputs[validated : validated + BATCH]
            wanted = validation_targets[validated : validated + BATCH]
            given, loss = _validated(network, batch, wanted)
            forecast += [value * reach + least for value in given]
            actual += [float(value) * reach + least for value in wanted.ravel()]
            validated += BATCH
            total += loss
        if validated < len(validation_inputs):
            batch, wanted = validation_inputs[validated:], validation_targets[validated:]
            given, loss = _validated(network, batch, wanted)
            forecast += [value * reach + least for value in given]
            actual += [float(value) * reach + least for value in wanted.ravel()]
            total += loss
    found = {"loss": total, "training_loss": learnt, "forecast": forecast, "actual": actual, "fitted": fitted}
    return Model(network, least, reach), found


def forecast_with(model: Model, validation: Sequence[float]) -> dict[str, Any]:
    """What a trained model gives for a series."""
    values = list(validation)[0:]
    _require_finite(values)
    scaled = [(value - model.least) / model.reach for value in values]
    inputs = np.zeros((len(values) - STEPS - HORIZON + 1, STEPS, 1), dtype=np.float32)
    targets = np.zeros((len(values) - STEPS - HORIZON + 1, HORIZON), dtype=np.float32)
    start = 0
    for end in range(STEPS, len(values) - HORIZON + 1):
        inputs[start, :, 0] = scaled[start:end]
        targets[start] = scaled[end : end + HORIZON]
        start += 1
    place = 0
    total = 0.0
    forecast: list[float] = []
    actual: list[float] = []
    for _ in range(0, len(inputs) // BATCH):
        batch, wanted = inputs[place : place + BATCH], targets[place : place + BATCH]
        given, loss = _validated(model.network, batch, wanted)
        forecast += [value * model.reach + model.least for value in given]
        actual += [float(value) * model.reach + model.least for value in wanted.ravel()]
        total += loss
        place += BATCH
    if place < len(inputs):
        batch, wanted = inputs[place:], targets[place:]
        given, loss = _validated(model.network, batch, wanted)
        forecast += [value * model.reach + model.least for value in given]
        actual += [float(value) * model.reach + model.least for value in wanted.ravel()]
        total += loss
    return {"loss": total, "forecast": forecast, "actual": actual}


def training(train: Sequence[float], validation: Sequence[float], seed: int) -> dict[str, Any]:
    """The training program: losses, forecasts and what they are compared with."""
    model, found = train_and_validate(train, validation, seed)
    return {**found, "predict": lambda window: predict(model, window)}


def validating(train: Sequence[float], validation: Sequence[float], seed: int) -> dict[str, Any]:
    """The validation program, with a model that the training program makes."""
    model, _ = train_and_validate(train, train, seed)
    return {**forecast_with(model, validation), "predict": lambda window: predict(model, window)}


def predict(model: Model, window: Sequence[float]) -> list[float]:
    """The forecast of one window."""
    scaled = np.array([(value - model.least) / model.reach for value in window], dtype=np.float32)
    given, _ = _validated(model.network, scaled.reshape(1, -1, 1), np.zeros((1, HORIZON), dtype=np.float32))
    return [value * model.reach + model.least for value in given]


def _require_finite(*series: Sequence[float]) -> None:
    if not all(math.isfinite(value) for values in series for value in values):
        raise ValueError("series must be finite numbers, got others among them")


def _step(network: Network, optimizer: torch.optim.Optimizer, batch: Any, wanted: Any) -> float:
    optimizer.zero_grad()
    loss = nn.functional.mse_loss(network(torch.from_numpy(batch)), torch.from_numpy(wanted))
    loss.backward()
    optimizer.step()
    return float(loss.detach())


def _validated(network: Network, batch: Any, wanted: Any) -> tuple[list[float], float]:
    with torch.no_grad():
        given = network(torch.from_numpy(batch))
        loss = nn.functional.mse_loss(given, torch.from_numpy(wanted))
    return [float(value) for value in given.reshape(-1)], float(loss)
