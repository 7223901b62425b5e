"""Labels as vectors."""

import numpy as np

from genmorph import arg
from genmorph.domain import lists, np_arrays, np_shapes, texts


@arg("labels", lists(texts("abcd", 1, 2), 1, 6))
def number_labels(labels, known=None):
    """The number of each label, counted up as they come after those known; and all of them."""
    known = {} if known is None else known
    return [known.setdefault(label, len(known)) for label in labels], known


@arg("labels", lists(texts("abcd", 1, 2), 1, 6))
def encode(labels):
    """A row of zeros and a one for each label."""
    numbers, _ = number_labels(labels)
    encoded = np.zeros((len(labels), len(set(labels))))
    encoded[np.arange(len(labels)), numbers] = 1
    return encoded


@arg("encoded", np_arrays("float64", np_shapes(2, 2, 1, 5)))
def decode(encoded):
    """The number of each row."""
    return encoded.argmax(axis=1).tolist()
