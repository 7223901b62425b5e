"""A class with a constructor that is hard to describe: instances are made of examples, methods get drawn arguments."""

import numpy as np

from genmorph import arg, cc_example, require
from genmorph.domain import floats, np_arrays, np_shapes


@cc_example([(3, "relu"), (2, "linear")])
@cc_example([(4, "relu"), (4, "relu"), (2, "softmax")], inputs=3)
class Network:
    """Dense layers, each given by its size and activation; all weights are one."""

    def __init__(self, layers, inputs=2):
        self.layers, self.inputs = layers, inputs

    @arg("batch", np_arrays("float64", np_shapes(2, 2, 1, 3), floats(-9, 9)))
    @require(lambda self, batch: batch.shape[1] == self.inputs)
    def predict(self, batch):
        """The outputs of the last layer, by row of the batch."""
        for size, activation in self.layers:
            batch = batch @ np.ones((batch.shape[1], size))
            batch = getattr(self, activation)(batch)
        return batch

    def relu(self, batch):
        """Nothing below zero."""
        return np.maximum(batch, 0)

    def linear(self, batch):
        """As it is."""
        return batch

    def softmax(self, batch):
        """Shares by row."""
        raised = np.exp(batch - batch.max(axis=1, keepdims=True))
        return raised / raised.sum(axis=0, keepdims=True).reshape(-1, 1)  # the bug: sums of columns
