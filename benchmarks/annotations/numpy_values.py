"""What arguments of numpy's functions are made of where no type says it."""

import numpy as np

from genmorph import arg, generator
from genmorph.domain import bools, float_lists, floats


@generator
@arg("first", floats(-100, 100))
@arg("widths", float_lists(1, 50, min_len=2, max_len=4))
def make_edges(first, widths):
    """Three edges of bins or more, each above the one before; two are read as numbers of bins (numpy issue 31296)."""
    return np.cumsum([first, *widths])


@generator
@arg("is_upper", bools())
def pick_mask(is_upper):
    """A function that keeps one triangle."""
    return np.triu if is_upper else np.tril
