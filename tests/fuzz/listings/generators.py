"""A generator: arrays that only fit together in pairs are made by a function, which is annotated itself."""

from dataclasses import dataclass

import numpy as np

from genmorph import arg, generator
from genmorph.domain import ints, objs


@dataclass
class Batch:
    """Images and their classes."""

    images: np.ndarray
    classes: np.ndarray


@generator
@arg("count", ints(1, 5))
@arg("side", ints(1, 6))
@arg("seed", ints(0, 99))
def make_batch(count, side, seed):
    """As many images as classes."""
    rng = np.random.default_rng(seed)
    return Batch(rng.random((count, side, side, 3)), rng.integers(0, 4, count))


@arg("batch", objs(make_batch))
def mean_image(batch):
    """The mean of all images."""
    return batch.images.mean(axis=0)


@arg("batch", objs(make_batch))
@arg("picked", ints(0, 3))
def brightest(batch, picked):
    """The brightest value of each image of one class."""
    chosen = batch.images[batch.classes == picked]
    return chosen.reshape(len(chosen), -1).max(axis=1)  # the bug: no image may be of the class
