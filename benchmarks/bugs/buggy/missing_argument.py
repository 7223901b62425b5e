"""Augmentation of training images."""

import numpy as np

from genmorph import arg
from genmorph.domain import bools, ints, np_arrays, np_shapes


@arg("image", np_arrays("uint8", np_shapes(2, 3, 2, 6)))
@arg("pixels", ints(-3, 3))
@arg("fill", ints(0, 255))
def shift(image, pixels, fill):
    """The image moved to the right; `fill` stands where nothing was."""
    moved = np.roll(image, pixels, axis=1)
    if pixels > 0:
        moved[:, :pixels] = fill
    elif pixels < 0:
        moved[:, pixels:] = fill
    return moved


@arg("image", np_arrays("uint8", np_shapes(2, 3, 2, 6)))
@arg("flip", bools())
@arg("pixels", ints(-3, 3))
def augment(image, flip=True, pixels=0):
    """The image, perhaps mirrored, perhaps moved, with a darker one beside it."""
    if flip:
        image = image[:, ::-1]
    if pixels:
        image = shift(image, pixels)
    return [image, image // 2]
