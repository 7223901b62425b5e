"""Convolution of a single image, written out."""

import numpy as np

from genmorph import arg, require
from genmorph.domain import floats, froms, ints, np_arrays, np_shapes


@arg("size", ints(1, 64))
@arg("kernel", froms([1, 3, 5]))
@arg("stride", ints(1, 4))
def output_size(size, kernel, stride=1):
    """Pixels along one side of what a convolution gives, with as many zeros around as keep a stride of 1 the same."""
    return (size + 2 * (kernel // 2) - kernel) // stride + 1


@arg("image", np_arrays("float32", np_shapes(2, 2, 1, 8), floats(-1, 1, width=32)))
@arg("kernel", np_arrays("float32", froms([(1, 1), (3, 3), (5, 5)]), floats(-1, 1, width=32)))
@arg("padding", froms(["valid", "same"]))
@require("padding == 'same' or min(image.shape) >= len(kernel)")
def convolve(image, kernel, padding="valid"):
    """The image after a convolution with stride 1."""
    size = len(kernel)
    if padding == "same":
        border = (size - 1) // 2
        image = np.pad(image, border)
    rows, columns = image.shape[0] - size + 1, image.shape[1] - size + 1
    found = np.empty((rows, columns), dtype=image.dtype)
    for row, column in np.ndindex(rows, columns):
        found[row, column] = np.sum(image[row : row + size, column : column + size] * kernel)
    return found
