"""Batches of rows."""

import numpy as np

from genmorph import arg
from genmorph.domain import floats, ints, np_arrays, np_shapes


@arg("rows", ints(1, 1000))
@arg("size", ints(1, 64))
def count_batches(rows, size):
    """The batches of an epoch; the last one may be smaller."""
    return rows // size + 1


@arg("data", np_arrays("float64", np_shapes(2, 2, 1, 12), floats(-100, 100)))
@arg("size", ints(1, 8))
@arg("seed", ints(0, 99))
def batches(data, size=4, seed=None):
    """The rows in another order, a batch at a time."""
    order = np.random.default_rng(seed).permutation(len(data))
    for number in range(count_batches(len(data), size)):
        yield data[order[number * size : (number + 1) * size]]


@arg("data", np_arrays("float64", np_shapes(2, 2, 1, 12), floats(-100, 100)))
@arg("size", ints(1, 8))
def largest_by_batch(data, size):
    """The largest value of each column, by batch."""
    return [batch.max(axis=0) for batch in batches(data, size, seed=0)]
