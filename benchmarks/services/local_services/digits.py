"""Handwritten digits, in the shape of a pipeline of transformers."""

from typing import Any

import numpy as np
import numpy.typing as npt
from sklearn.calibration import CalibratedClassifierCV
from sklearn.datasets import load_digits
from sklearn.svm import SVC

from local_services.kept import kept


def half(held_out: bool) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.int_]]:
    """Every second picture and digit of scikit-learn's, to learn from or held out."""
    digits = load_digits()
    return digits.data[held_out::2], digits.target[held_out::2]


@kept
def classifier() -> CalibratedClassifierCV:
    """Learns the digits from one half."""
    return CalibratedClassifierCV(SVC(gamma=0.001), ensemble=False).fit(*half(held_out=False))


def read_digit(pixels: npt.NDArray[np.float64]) -> list[dict[str, Any]]:
    """All ten digits with their scores, best first, for an array of 8 x 8 from 0, paper, to 16, ink."""
    scores = classifier().predict_proba(np.asarray(pixels, dtype=float).reshape(1, 64))[0]
    return [{"label": str(digit), "score": round(float(scores[digit]), 4)} for digit in np.argsort(-scores)]


def examples(label: str, number: int, seed: int = 0) -> list[npt.NDArray[np.float64]]:
    """Pictures of a digit that the service has not learnt from, again from the first where there are too few."""
    pictures, digits = half(held_out=True)
    order = np.random.default_rng([seed, int(label)]).permutation(np.flatnonzero(digits == int(label)))
    return [pictures[i].reshape(8, 8) for i in np.resize(order, number)]
