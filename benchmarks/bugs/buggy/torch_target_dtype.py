"""The loss of a classifier, from arrays of numpy."""

import numpy as np
import torch
from torch.nn import functional

from genmorph import arg, generator
from genmorph.domain import floats, ints, lists, np_arrays, np_shapes, objs


@arg("images", np_arrays("uint8", np_shapes(3, 3, 1, 5)))
def as_input(images):
    """A channel more, values from 0 to 1."""
    return torch.from_numpy(images).unsqueeze(1).to(torch.float32) / 255


@generator
@arg("classes", lists(ints(0, 3), 1, 6))
@arg("seed", ints(0, 99))
def make_batch(classes, seed):
    """Scores of four classes and the right ones, of which files hold 32 bits."""
    scores = np.random.default_rng(seed).normal(size=(len(classes), 4))
    return scores.astype(np.float32), np.array(classes, dtype=np.int32)


@arg("batch", objs(make_batch))
@arg("smoothing", floats(0, 0.5))
def loss(batch, smoothing=0.0):
    """The cross entropy."""
    scores, classes = map(torch.from_numpy, batch)
    return functional.cross_entropy(scores, classes, label_smoothing=smoothing).item()
