"""Square patches of images, as training data."""

import numpy as np

from genmorph import arg, require
from genmorph.domain import ints, np_arrays, np_shapes


@arg("length", ints(1, 40))
@arg("size", ints(1, 8))
@arg("stride", ints(1, 4))
@require(lambda length, size: size <= length)
def starts(length, size, stride):
    """Where patches begin along one side."""
    count = (length - size + 1) // stride + 1
    return [stride * place for place in range(count)]


@arg("image", np_arrays("uint8", np_shapes(2, 3, 3, 10)))
@arg("size", ints(1, 4))
@arg("stride", ints(1, 3))
@require(lambda image, size: size <= min(image.shape[:2]))
def extract_patches(image, size, stride=1):
    """All patches, along a first axis of their own."""
    height, width = image.shape[:2]
    corners = [(top, left) for top in starts(height, size, stride) for left in starts(width, size, stride)]
    patches = [image[top : top + size, left : left + size] for top, left in corners]
    return np.stack(patches)
