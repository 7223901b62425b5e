"""Images as a network expects them: channels first, without their mean."""

import numpy as np

from genmorph import arg
from genmorph.domain import floats, ints, np_arrays, tuples

MEANS = np.array([0.485, 0.456, 0.406])


@arg("image", np_arrays("uint8", tuples(ints(1, 6), ints(1, 6), ints(3, 3))))
def to_floats(image):
    """Values from 0 to 1."""
    return image / np.float64(255)


@arg("image", np_arrays("uint8", tuples(ints(1, 6), ints(1, 6), ints(3, 3))))
def prepare(image):
    """Channels first, around zero."""
    scaled = to_floats(image)
    centred = scaled - MEANS
    return centred.transpose(2, 0, 1)


@arg("prepared", np_arrays("float64", tuples(ints(3, 3), ints(1, 6), ints(1, 6)), floats(-1, 1)))
def restore(prepared):
    """The image of which this was prepared."""
    return np.clip((prepared + MEANS[:, None, None]).transpose(1, 2, 0) * 255, 0, 255).astype(np.uint8)
