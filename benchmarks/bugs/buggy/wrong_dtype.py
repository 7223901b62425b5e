"""A table whose last column is the class, as `numpy.loadtxt` reads it."""

import numpy as np

from genmorph import arg, generator
from genmorph.domain import floats, ints, lists, objs, tuples


@generator
@arg("rows", lists(tuples(floats(-9, 9), floats(-9, 9), ints(0, 4)), 1, 8))
def make_table(rows):
    """A table of two measurements and a class."""
    return np.array(rows)


@arg("table", objs(make_table))
def split(table):
    """Measurements and classes."""
    return table[:, :-1], table[:, -1]


@arg("table", objs(make_table))
def weigh(table):
    """The weight of each row, such that all classes together weigh the same."""
    _, classes = split(table)
    counts = np.bincount(classes)
    return 1 / counts[classes]
