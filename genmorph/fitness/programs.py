"""Populations as packed prefix rows: what search varies and the kernel evaluates."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from genmorph.fitness.kernel import Codes, Flags, Floats, Ints, Words, hash_trees
from genmorph.relations.expression import Expression, Variable
from genmorph.relations.operators import FLOAT_CONSTANT, INT_CONSTANT, PADDING
from genmorph.settings import EXPRESSIONS


@dataclass(frozen=True, slots=True, eq=False)
class Programs:
    """One tree a row: prefix codes (padded with -1), and the constants at their nodes (0 elsewhere)."""

    codes: Codes
    constants: Floats

    def __post_init__(self) -> None:
        self.codes.setflags(write=False)
        self.constants.setflags(write=False)

    def __len__(self) -> int:
        return len(self.codes)

    @property
    def sizes(self) -> Ints:
        """The number of nodes of each tree."""
        sizes: Ints = (self.codes != PADDING).sum(axis=1, dtype=np.int64)
        return sizes

    def take(self, rows: Sequence[int] | NDArray[np.intp] | Flags) -> "Programs":
        """The programs at these rows."""
        return Programs(self.codes[rows], self.constants[rows])

    def hashes(self) -> Words:
        """A hash of each tree, the same in every process and for trees that differ only in the order of operands.

        This holds for operands of commutative operators; trees that differ otherwise have different hashes, but for
        collisions of 64 bits.

        >>> from genmorph.model import Kind, Output
        >>> from genmorph.relations.expression import relation_variables
        >>> variables = relation_variables([], [], [Output(Kind.INT)])
        >>> trees = ["==", "return_s", "return_f"], ["==", "return_f", "return_s"], ["<", "return_f", "return_s"]
        >>> one, commuted, other = pack(Expression.from_tree(tree, variables) for tree in trees).hashes()
        >>> bool(one == commuted), bool(one == other)
        (True, False)
        """
        hashes: Words = hash_trees(self.codes, self.constants)
        return hashes

    def expression(self, row: int, variables: Sequence[Variable]) -> Expression:
        """The tree in one row as a value."""
        codes = tuple(int(code) for code in self.codes[row] if code != PADDING)
        constants = tuple(
            int(value) if code == INT_CONSTANT else float(value)
            for code, value in zip(self.codes[row], self.constants[row], strict=True)
            if code in (INT_CONSTANT, FLOAT_CONSTANT)
        )
        return Expression(codes, constants, tuple(variables))


def pack_rows(rows: Sequence[tuple[Sequence[int], Sequence[float]]]) -> Programs:
    """Programs from pairs of prefix codes and node-aligned constants, unpadded."""
    codes = np.full((len(rows), EXPRESSIONS.most_nodes), PADDING, np.int16)
    constants = np.zeros((len(rows), EXPRESSIONS.most_nodes))
    lengths = np.array([len(row[0]) for row in rows], np.int64)
    filled = np.arange(EXPRESSIONS.most_nodes) < lengths[:, None]
    codes[filled] = [code for row in rows for code in row[0]]
    constants[filled] = [value for row in rows for value in row[1]]
    return Programs(codes, constants)


def pack(expressions: Iterable[Expression]) -> Programs:
    """Programs from expressions.

    >>> from genmorph.model import Kind, Output
    >>> from genmorph.relations.expression import relation_variables
    >>> same = Expression.from_tree(["==", "return_f", "return_s"], relation_variables([], [], [Output(Kind.INT)]))
    >>> pack([same]).expression(0, same.variables) == same
    True
    """
    rows = []
    for expression in expressions:
        constants = iter(expression.constants)
        values = [
            float(next(constants)) if code in (INT_CONSTANT, FLOAT_CONSTANT) else 0.0 for code in expression.codes
        ]
        rows.append((expression.codes, values))
    return pack_rows(rows)


def concatenate(parts: Sequence[Programs]) -> Programs:
    """All programs of all parts, in order."""
    return Programs(np.concatenate([p.codes for p in parts]), np.concatenate([p.constants for p in parts]))
