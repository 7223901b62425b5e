"""The way up of a U-Net: feature maps are enlarged and put beside those of the way down."""

from typing import NamedTuple

import numpy as np

from genmorph import arg, generator
from genmorph.domain import ints, np_arrays, np_shapes, objs


class Level(NamedTuple):
    """Feature maps from below, and those of the same level on the way down, which are twice as high and wide."""

    below: np.ndarray
    skipped: np.ndarray


@generator
@arg("height", ints(1, 4))
@arg("width", ints(1, 4))
@arg("channels", ints(1, 4))
@arg("skipped", ints(1, 4))
def make_level(height, width, channels, skipped):
    """Feature maps that fit."""
    return Level(np.ones((height, width, channels)), np.zeros((2 * height, 2 * width, skipped)))


@arg("features", np_arrays("float32", np_shapes(3, 3, 1, 4)))
def enlarge(features):
    """Each pixel four times."""
    return features.repeat(2, axis=0).repeat(2, axis=1)


@arg("level", objs(make_level))
def merge(level):
    """One array with the channels of both, and as many as there are of each."""
    enlarged = enlarge(level.below)
    merged = np.concatenate([enlarged, level.skipped], axis=1)
    return merged, (enlarged.shape[-1], level.skipped.shape[-1])
