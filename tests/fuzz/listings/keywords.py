"""A dictionary of keyword arguments: fixed keys, each with its values, one of which may be left out."""

import numpy as np

from genmorph import arg
from genmorph.domain import anys, bools, dicts, floats, froms, ints

ACTIVATIONS = {"relu": lambda x: np.maximum(x, 0), "tanh": np.tanh}
OPTIONS = {"activation": froms(["relu", "tanh"]), "dropout": floats(0, 0.9), "bias": bools()}


@arg("inputs", ints(1, 8))
@arg("outputs", ints(1, 8))
@arg("options", anys(dicts(OPTIONS), dicts(OPTIONS | {"seed": ints(0, 99)})))
def dense(inputs, outputs, **options):
    """What a dense layer with random weights gives for ones."""
    rng = np.random.default_rng(options["seed"])  # the bug: it is said nowhere that there has to be one
    weights = rng.normal(size=(outputs, inputs)) * (rng.random((outputs, inputs)) >= options["dropout"])
    return ACTIVATIONS[options["activation"]](weights.sum(axis=1) + options["bias"])
