"""From feature maps to rows of a dense layer, and to rows of an image grid."""

import numpy as np

from genmorph import arg
from genmorph.domain import ints, np_arrays, np_shapes


@arg("maps", np_arrays("float32", np_shapes(4, 4, 1, 5)))
def flatten(maps):
    """One row for each example."""
    examples, height, width, channels = maps.shape
    return maps.reshape(examples, height * width * channels)


@arg("maps", np_arrays("float32", np_shapes(4, 4, 1, 5)))
def pool(maps):
    """The mean of each map."""
    return maps.mean(axis=(1, 2))


@arg("images", np_arrays("uint8", np_shapes(3, 3, 1, 6)))
@arg("columns", ints(1, 4))
def tile(images, columns=2):
    """All images in one, black ones at the end."""
    missing = -len(images) % columns
    height, width = images.shape[1:]
    padded = np.concatenate([images, np.zeros((missing, height, width), dtype=images.dtype)])
    rows = padded.reshape(-1, columns, height, width)
    return rows.swapaxes(1, 2).reshape(-1, columns * width)
