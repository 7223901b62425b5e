"""The programs of the reference as functions of which relations are inferred: short series, and numbers alone."""

import torch

from benchmarks.forecaster import reference

torch.set_num_threads(1)


def trained(train: list[float], validation: list[float], seed: int) -> tuple[float, list[float]]:
    """The loss and the forecasts of the training program."""
    found = reference.training(train, validation, seed)
    return found["loss"], found["forecast"]


def validated(train: list[float], validation: list[float], seed: int) -> tuple[float, list[float]]:
    """The loss and the forecasts of the validation program."""
    found = reference.validating(train, validation, seed)
    return found["loss"], found["forecast"]
