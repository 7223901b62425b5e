"""Comparisons that say where a claim does not hold: the exceptions of clauses."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations, product

import numpy as np
from numpy.typing import NDArray

from genmorph.fitness.kernel import WORD
from genmorph.fitness.table import Table, unpack_bits
from genmorph.model import Kind
from genmorph.relations.expression import Variable
from genmorph.relations.operators import LESS, LESS_EQUAL
from genmorph.search.join.compiled import OUTPUTS
from genmorph.search.join.forms import Form, apply, equality, negation, reading_efforts, variable
from genmorph.search.join.leaves import INPUT, Leaf, mention_of
from genmorph.search.join.sampling import correct_words

LEAST_IN_REGION = 6
"""Regions with fewer rows of the sample suggest too much."""
LEAST_REGION = 0.01
"""A claim beside an exception must be needed on this share of the correct rows; what holds on fewer may be chance."""


@dataclass(frozen=True, slots=True, eq=False)
class Literals:
    """Forms and the rows on which each is false, as words."""

    forms: tuple[Form, ...]
    failing: NDArray[np.uint64]

    def take(self, chosen: Sequence[int]) -> "Literals":
        """The literals at these places."""
        return Literals(tuple(self.forms[index] for index in chosen), self.failing[list(chosen)])

    def joined_with(self, more: "Literals") -> "Literals":
        """These, and more."""
        return Literals(self.forms + more.forms, np.concatenate([self.failing, more.failing]))


def input_literals(leaves: Sequence[Leaf], variables: Sequence[Variable], limit: int) -> list[Form]:
    """Boolean inputs, their negations and comparisons of inputs, the most readable ones."""
    flags = [variable(i) for i, v in enumerate(variables) if v.kind is Kind.BOOL and mention_of(v) & INPUT]
    inputs = [leaf for leaf in leaves if leaf[1] & INPUT]
    constants = [leaf for leaf in leaves if leaf[1] == 0]
    pairs = [*product(inputs, constants), *combinations(inputs, 2)]
    return plainest([*flags, *map(negation, flags), *_comparisons(pairs)], limit)


def output_literals(leaves: Sequence[Leaf], limit: int) -> list[Form]:
    """Comparisons of one output with inputs and constants, the most readable ones."""
    outputs = [leaf for leaf in leaves if leaf[1] & OUTPUTS and not leaf[1] & INPUT]
    others = [leaf for leaf in leaves if not leaf[1] & OUTPUTS or leaf[1] & INPUT]
    return plainest(list(_comparisons(product(outputs, others))), limit)


def plainest(forms: Sequence[Form], limit: int) -> list[Form]:
    """The first of the most readable forms."""
    order = np.argsort(reading_efforts(forms), kind="stable")
    return [forms[index] for index in order[:limit].tolist()]


def _comparisons(pairs: Iterable[tuple[Leaf, Leaf]]) -> Iterable[Form]:
    """All that can be said of two terms; of floats nothing that excludes their being equal."""
    for (left, _, left_exact), (right, _, right_exact) in pairs:
        yield equality(left, right)
        yield apply(LESS_EQUAL, left, right)
        yield apply(LESS_EQUAL, right, left)
        if left_exact and right_exact:
            yield apply(LESS, left, right)
            yield apply(LESS, right, left)
            yield negation(equality(left, right))


def informative(literals: Literals, table: Table, least: float = 0.0) -> Literals:
    """The first of each set of literals that are false on the same rows, if they are true on some correct rows.

    And false on some, which must be more than the share `least` of them.
    """
    false = np.bitwise_count(literals.failing[:, : correct_words(table)]).sum(axis=1, dtype=np.int64)
    is_useful = (false < table.correct) & (false > least * table.correct)
    seen: dict[bytes, int] = {}
    for index in np.flatnonzero(is_useful).tolist():
        seen.setdefault(literals.failing[index].tobytes(), index)
    return literals.take(list(seen.values()))


def wide_regions(literals: Literals, positions: NDArray[np.int64]) -> NDArray[np.bool_]:
    """The different regions that have enough of these bits, regions x bits."""
    parts = regions(literals, positions)
    return np.unique(parts[parts.sum(axis=1) >= LEAST_IN_REGION], axis=0)


def regions(literals: Literals, positions: NDArray[np.int64]) -> NDArray[np.bool_]:
    """Literals x these bits: where a literal is false, which is where a claim beside it must hold."""
    bits = unpack_bits(literals.failing.ravel()).reshape(literals.failing.shape[0], literals.failing.shape[1] * WORD)
    return np.asarray(bits[:, positions])
