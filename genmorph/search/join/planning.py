"""Which terms are tried next: the operations on smaller terms that may give something new."""

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from genmorph.relations.complexity import weight
from genmorph.relations.operators import ABSOLUTE, ADD, DIVIDE, MULTIPLY, SUBTRACT
from genmorph.search.join.compiled import CLASS, EFFORT, EXACT, FIXED, LEFT, OPERATION, OUTPUTS, RIGHT, ROLES, SIZE

WAYS = (ADD, SUBTRACT, MULTIPLY, DIVIDE, SUBTRACT, DIVIDE)
"""What is done with two terms; the last two the other way round."""
TURNED = np.array([False, False, False, False, True, True])
_WEIGHT = np.array([weight(code) for code in range(ABSOLUTE + 1)])
ALL_TOGETHER = 4
"""Up to this size terms come in one go; of larger ones, which the limit may cut, those with outputs come first."""

Nodes = NDArray[np.int64]
"""Terms x columns, see `compiled`."""


def plan(nodes: Nodes, size: int, limit: int) -> Iterator[Nodes]:
    """All terms of this size that may be new, as nodes, in pieces of at most `limit`."""
    yield _absolute(nodes, _operands(nodes, size - 1, size))[:limit]
    for with_outputs in (None,) if size <= ALL_TOGETHER else (True, False):
        for small in range(1, (size - 1) // 2 + 1):
            left, right = _pairs(nodes, small, size - 1 - small)
            roles = nodes[left, ROLES] | nodes[right, ROLES]
            wanted = roles > 0
            if with_outputs is not None:
                wanted &= ((roles & OUTPUTS) > 0) == with_outputs
            yield _combined(nodes, left[wanted][:limit], right[wanted][:limit])[:limit]


def _operands(nodes: Nodes, size: int, total: int) -> NDArray[np.int64]:
    """Of the terms that are equal on the sample only the first is an operand, but in small terms all are.

    They can be stronger together: `f + f == s + abs(f)` says that outputs are equal and not negative.
    """
    is_first = nodes[:, CLASS] == np.arange(len(nodes))
    is_varied = (nodes[:, FIXED] == 0) | (size == 1)
    return np.flatnonzero((nodes[:, SIZE] == size) & ((is_first & is_varied) | (size <= 2 and total <= ALL_TOGETHER)))


def _pairs(nodes: Nodes, small: int, large: int) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Each unordered pair once."""
    total = small + large + 1
    rights, lefts = np.meshgrid(_operands(nodes, large, total), _operands(nodes, small, total), indexing="ij")
    once = lefts <= rights if small == large else np.ones(lefts.shape, np.bool_)
    return lefts[once], rights[once]


def _absolute(nodes: Nodes, operands: NDArray[np.int64]) -> Nodes:
    inner = nodes[operands[nodes[operands, ROLES] > 0]].copy()
    work = inner[:, : EXACT + 1]
    work[:, OPERATION] = ABSOLUTE
    work[:, LEFT] = work[:, RIGHT] = operands[nodes[operands, ROLES] > 0]
    work[:, SIZE] += 1
    work[:, EFFORT] += _WEIGHT[ABSOLUTE]
    return np.ascontiguousarray(work)


def _combined(nodes: Nodes, small: NDArray[np.int64], large: NDArray[np.int64]) -> Nodes:
    """All ways to combine these pairs, but for those that give a constant or put constants together."""
    way = np.tile(np.arange(len(WAYS)), len(small))
    operation = np.array(WAYS)[way]
    small, large = np.repeat(small, len(WAYS)), np.repeat(large, len(WAYS))
    is_constant = (small == large) & ((operation == SUBTRACT) | (operation == DIVIDE))
    fresh = ~is_constant & ~_adds_constants(nodes, operation, small, large)
    operation, small, large, turned = operation[fresh], small[fresh], large[fresh], TURNED[way[fresh]]
    left, right = np.where(turned, large, small), np.where(turned, small, large)
    work = np.empty((len(left), EXACT + 1), np.int64)
    work[:, OPERATION], work[:, LEFT], work[:, RIGHT] = operation, left, right
    work[:, SIZE] = nodes[left, SIZE] + nodes[right, SIZE] + 1
    is_sign = (operation == SUBTRACT) & (nodes[left, ROLES] == 0) & (nodes[left, EXACT] == 1)
    work[:, EFFORT] = nodes[left, EFFORT] + nodes[right, EFFORT] + _WEIGHT[operation] - is_sign
    work[:, ROLES] = nodes[left, ROLES] | nodes[right, ROLES]
    work[:, EXACT] = nodes[left, EXACT] & nodes[right, EXACT] & (operation != DIVIDE)
    return work


def _adds_constants(
    nodes: Nodes, operation: NDArray[np.int64], one: NDArray[np.int64], other: NDArray[np.int64]
) -> NDArray[np.bool_]:
    """Whether a constant meets another one that could be one constant with it."""
    inner = nodes[other, OPERATION]
    is_alike = ((operation <= SUBTRACT) & (inner >= ADD) & (inner <= SUBTRACT)) | (
        (operation >= MULTIPLY) & (inner >= MULTIPLY) & (inner <= DIVIDE)
    )
    has_constant = (nodes[nodes[other, LEFT], ROLES] == 0) | (nodes[nodes[other, RIGHT], ROLES] == 0)
    found: NDArray[np.bool_] = (nodes[one, ROLES] == 0) & is_alike & has_constant
    return found
