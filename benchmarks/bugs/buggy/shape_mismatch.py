"""A network of two dense layers."""

import numpy as np

from genmorph import arg, require
from genmorph.domain import floats, ints, np_arrays, np_shapes


@arg("scores", np_arrays("float64", np_shapes(2, 2, 1, 5), floats(-50, 50)))
def softmax(scores):
    """Scores as shares, by row."""
    raised = np.exp(scores - scores.max(axis=1, keepdims=True))
    return raised / raised.sum(axis=1, keepdims=True)


class Perceptron:
    """Dense, ReLU, dense, softmax."""

    @arg("inputs", ints(1, 4))
    @arg("hidden", ints(1, 6))
    @arg("classes", ints(2, 5))
    @arg("seed", ints(0, 99))
    def __init__(self, inputs, hidden, classes, seed=0):
        """Random weights."""
        rng = np.random.default_rng(seed)
        self.first = rng.normal(size=(inputs, hidden))
        self.second = rng.normal(size=(inputs, classes))
        self.biases = np.zeros(hidden), np.zeros(classes)

    @arg("batch", np_arrays("float64", np_shapes(2, 2, 1, 4), floats(-9, 9)))
    @require(lambda self, batch: batch.shape[1] == len(self.first))
    def predict(self, batch):
        """The share of each class, by row of the batch."""
        hidden = np.maximum(batch @ self.first + self.biases[0], 0)
        return softmax(hidden @ self.second + self.biases[1])
