"""House numbers: digits from 1 to 10, where 10 stands for 0."""

import numpy as np

from genmorph import arg
from genmorph.domain import floats, int_lists, ints, np_arrays

DIGITS = 10


@arg("labels", int_lists(1, 10, min_len=1, max_len=6))
def one_hot(labels):
    """A row of zeros and a one for each label."""
    return np.eye(DIGITS)[np.array(labels)]


@arg("scores", np_arrays("float64", (4, 10), floats(0, 1)))
def read(scores):
    """The number that the rows say."""
    digits = (scores.argmax(axis=1) + 1) % DIGITS
    return int("".join(map(str, digits)))


@arg("labels", int_lists(1, 10, min_len=1, max_len=6))
@arg("digit", ints(1, 10))
def share(labels, digit=10):
    """How many of the labels are this one."""
    return one_hot(labels)[:, digit - 1].mean()
