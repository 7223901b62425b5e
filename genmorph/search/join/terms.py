"""All small numeric terms over variables and constants, equal ones merged."""

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from genmorph.model import Tolerance
from genmorph.relations.complexity import weight
from genmorph.relations.operators import ABSOLUTE
from genmorph.search.join.compiled import CLASS, EFFORT, EXACT, FIXED, LEAF, LEFT, OPERATION, RIGHT, ROLES, extend
from genmorph.search.join.forms import Form, apply
from genmorph.search.join.leaves import Leaf, leaf_values
from genmorph.search.join.planning import plan
from genmorph.search.join.sampling import Sample

LARGEST = 5


@dataclass(frozen=True, slots=True, eq=False)
class Terms:
    """Terms in order of size: `nodes` describes them, `values` is terms x rows of the sample.

    Terms that are equal on the scrambled rows too are one term. `spent` counts those that were evaluated.
    """

    nodes: NDArray[np.int64]
    values: NDArray[np.float64]
    spent: int
    sample: Sample
    tolerance: Tolerance
    leaves: tuple[Form, ...]
    _forms: dict[int, Form] = field(default_factory=dict)

    def __len__(self) -> int:
        return len(self.nodes)

    @property
    def exact(self) -> NDArray[np.bool_]:
        """Which terms are statically ints."""
        return np.equal(self.nodes[:, EXACT], 1)

    @property
    def fixed(self) -> NDArray[np.bool_]:
        """Which terms are constant on the correct rows."""
        return np.equal(self.nodes[:, FIXED], 1)

    @property
    def are_leaves(self) -> NDArray[np.bool_]:
        """Which terms are variables, measures or constants."""
        return np.equal(self.nodes[:, OPERATION], LEAF)

    @property
    def efforts(self) -> NDArray[np.int64]:
        """What it takes to read a term."""
        return self.nodes[:, EFFORT]

    @property
    def mentions(self) -> NDArray[np.int64]:
        """What a term speaks about, as bits."""
        return self.nodes[:, ROLES]

    @property
    def classes(self) -> NDArray[np.int64]:
        """The first term that is equal on the correct rows of the sample."""
        return self.nodes[:, CLASS]

    def form(self, term: int) -> Form:
        """The tree of a term."""
        known = self._forms.get(term)
        if known is None:
            operation, left, right = self.nodes[term, [OPERATION, LEFT, RIGHT]].tolist()
            if operation == LEAF:
                known = self.leaves[left]
            elif operation == ABSOLUTE:
                known = apply(ABSOLUTE, self.form(left))
            else:
                known = apply(operation, self.form(left), self.form(right))
            self._forms[term] = known
        return known


def grow_terms(
    leaves: Sequence[Leaf], sample: Sample, tolerance: Tolerance, limit: int, largest: int = LARGEST
) -> Terms:
    """Enumerate terms of up to `largest` nodes by size, at most `limit` evaluated ones beyond the leaves."""
    capacity = limit + len(leaves) + 1
    values = np.empty((capacity, sample.values.shape[1]))
    nodes = np.zeros((capacity, FIXED + 1), np.int64)
    keys = np.zeros(capacity, np.uint64)
    slots = np.full(1 << (2 * capacity).bit_length(), -1, np.int64)
    rows = sample.correct, sample.checked
    meaning = tolerance.relative, tolerance.absolute, sample.scale
    values[: len(leaves)] = leaf_values(leaves, sample)
    count = extend(values, nodes, keys, slots, _leaf_nodes(leaves), 0, *rows, *meaning)
    kept = tuple(leaves[leaf][0] for leaf in nodes[:count, LEFT].tolist())
    nodes[:count, LEFT] = nodes[:count, RIGHT] = np.arange(count)
    spent = len(leaves)
    for size in range(2, largest + 1):
        for planned in plan(nodes[:count], size, limit):
            work = planned[: capacity - 1 - spent]
            count = extend(values, nodes, keys, slots, work, count, *rows, *meaning)
            spent += len(work)
    return Terms(nodes[:count], values[:count], spent, sample, tolerance, kept)


def _leaf_nodes(leaves: Sequence[Leaf]) -> NDArray[np.int64]:
    return np.array(
        [
            (LEAF, index, index, len(form[0]), sum(map(weight, form[0])), mentions, exact)
            for index, (form, mentions, exact) in enumerate(leaves)
        ],
        np.int64,
    )
