"""Valid arguments of the functions of `numpy.lib._twodim_base_impl`, as their documentation says."""

import numpy as np

from benchmarks.annotations.numpy_values import make_edges, pick_mask
from genmorph import arg, require
from genmorph.domain import anys, bools, floats, froms, ints, np_arrays, np_shapes, objs, tuples

DTYPES = froms(["float64", "float32", "int64", "uint8", "bool"])
OFFSET, SIZE = ints(-6, 6), ints(0, 6)
MATRIX = np_arrays("float64", np_shapes(2, 2, 0, 4))
MATRICES = anys(np_arrays("float64", np_shapes(2, 4, 0, 3)), np_arrays("int8", np_shapes(2, 3, 0, 4)))
VECTOR = np_arrays("float64", np_shapes(1, 1, 0, 5), floats(-9, 9))
POINTS = np_arrays("float64", np_shapes(1, 1, 0, 2), floats(-100, 100))
INTERVAL = tuples(floats(-100, 100), floats(-100, 100))


def _annotate(function, **domains):
    for name, domain in domains.items():
        arg(name, domain)(function)


_annotate(np.diag, v=anys(VECTOR, MATRIX), k=OFFSET)
_annotate(np.diagflat, v=anys(VECTOR, MATRICES), k=OFFSET)
_annotate(np.eye, N=SIZE, M=SIZE, k=OFFSET, dtype=DTYPES, order=froms(["C", "F"]))
_annotate(np.fliplr, m=MATRICES)
_annotate(np.flipud, m=anys(VECTOR, MATRICES))
_annotate(np.tri, N=SIZE, M=SIZE, k=OFFSET, dtype=DTYPES)
_annotate(np.triu, m=MATRICES, k=OFFSET)
_annotate(np.tril, m=MATRICES, k=OFFSET)
_annotate(np.vander, x=VECTOR, N=SIZE, increasing=bools())
_annotate(np.mask_indices, n=SIZE, mask_func=objs(pick_mask), k=OFFSET)
_annotate(np.tril_indices, n=SIZE, k=OFFSET, m=SIZE)
_annotate(np.triu_indices, n=SIZE, k=OFFSET, m=SIZE)
_annotate(np.tril_indices_from, arr=MATRIX, k=OFFSET)
_annotate(np.triu_indices_from, arr=MATRIX, k=OFFSET)

BINS = anys(ints(1, 5), tuples(ints(1, 5), ints(1, 5)), objs(make_edges), tuples(objs(make_edges), ints(1, 5)))
_annotate(np.histogram2d, x=POINTS, y=POINTS, bins=BINS, range=tuples(INTERVAL, INTERVAL), density=bools())
_annotate(np.histogram2d, weights=np_arrays("float64", np_shapes(1, 1, 0, 2), floats(0, 9)))
require(lambda x, y: len(x) == len(y))(np.histogram2d)
require(lambda x, weights: weights is None or len(weights) == len(x))(np.histogram2d)
require(lambda range: range is None or all(low < high for low, high in range))(np.histogram2d)  # noqa: A006
