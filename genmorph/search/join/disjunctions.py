"""Clauses `exception or claim`: comparisons that say where a claim does not hold, and which are handed on.

None of them is negated: what holds only where two sequences are equal can hardly be contradicted by random ones.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, permutations, product

import numpy as np

from genmorph.fitness.kernel import WORD, Flags, Ints, Words
from genmorph.fitness.programs import pack_rows
from genmorph.fitness.table import Table, unpack_bits
from genmorph.model import Kind
from genmorph.relations import operators as op
from genmorph.relations.expression import Role, Variable
from genmorph.relations.operators import Sort
from genmorph.search.grammar import Grammar
from genmorph.search.join.compiled import INPUT, OUTPUTS, cross
from genmorph.search.join.forms import SEQUENCES, Form, apply, complexities_of, equality, negation, on_sort, variable
from genmorph.search.join.sampling import correct_words
from genmorph.search.join.terms import Leaf, mention_of
from genmorph.settings import CLAUSES, EXPRESSIONS

_Place = tuple[int, Variable]


@dataclass(frozen=True, slots=True, eq=False)
class Literals:
    """Forms and the rows on which each is false, as words."""

    forms: tuple[Form, ...]
    failing: Words

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
    order = np.argsort(complexities_of(forms), kind="stable")
    return [forms[index] for index in order[:limit].tolist()]


def _comparisons(pairs: Iterable[tuple[Leaf, Leaf]]) -> Iterable[Form]:
    """All that can be said of two terms; of floats nothing that excludes their being equal."""
    for (left, _, left_exact), (right, _, right_exact) in pairs:
        yield equality(left, right)
        yield apply(op.LESS_EQUAL, left, right)
        yield apply(op.LESS_EQUAL, right, left)
        if left_exact and right_exact:
            yield apply(op.LESS, left, right)
            yield apply(op.LESS, right, left)
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


def regions(literals: Literals, positions: Ints) -> Flags:
    """Literals x these bits: where a literal is false, which is where a claim beside it must hold."""
    bits = unpack_bits(literals.failing.ravel()).reshape(literals.failing.shape[0], literals.failing.shape[1] * WORD)
    return np.asarray(bits[:, positions])


def wide_regions(literals: Literals, positions: Ints) -> Flags:
    """The different regions that have enough of these bits, regions x bits."""
    parts = regions(literals, positions)
    return np.unique(parts[parts.sum(axis=1) >= CLAUSES.least_rows], axis=0)


def clauses(claims: Literals, exceptions: Literals, correct: int, limit: int) -> Literals:
    """All clauses of a claim and a claim or exception that hold on the rows of the first `correct` words.

    Of these at most `limit`, those that reject most incorrect rows for their complexity.
    """
    forms = [*claims.forms, *exceptions.forms]
    failing = np.concatenate([claims.failing, exceptions.failing])
    complexities = complexities_of(forms)
    found = cross(failing, complexities, len(claims.forms), correct, CLAUSES.alike_clauses, CLAUSES.surplus * limit)
    worth = found[:, 2] / (1 + complexities[found[:, :2]].sum(axis=1))
    pairs = [
        (claim, exception)
        for claim, exception, _ in found[np.argsort(-worth, kind="stable")].tolist()
        if len(forms[claim][0]) + len(forms[exception][0]) < EXPRESSIONS.most_nodes
    ][:limit]
    chosen = np.array(pairs, np.int64).reshape(-1, 2)
    joined = []
    for claim, exception in pairs:
        is_negated = forms[exception][0][0] == op.NOT
        first = negation(forms[exception]) if is_negated else forms[exception]
        joined.append(apply(op.IMPLIES if is_negated else op.OR, first, forms[claim]))
    return Literals(tuple(joined), failing[chosen[:, 0]] & failing[chosen[:, 1]])


def sequence_literals(grammar: Grammar, limit: int) -> list[Form]:
    """What may be said of inputs, and of what the source's call did to them; the most readable comparisons."""
    inputs = [(i, v) for i, v in enumerate(grammar.variables) if mention_of(v) & INPUT]
    sequences = [(i, v) for i, v in inputs if v.sort in SEQUENCES]
    outputs = [(i, v) for i, v in enumerate(grammar.variables) if v.role is Role.SOURCE_OUTPUT and v.sort in SEQUENCES]
    forms = [
        # That a sequence is a palindrome, is sorted, or has no letters of the other case.
        *(
            apply(on_sort(op.SAME, v.sort), variable(place), apply(on_sort(operation, v.sort), variable(place)))
            for (place, v), operation in product(sequences, (op.FLIP, op.SORTED, op.UPPER, op.LOWER))
        ),
        *_of_two(combinations(sequences, 2), op.SAME),
        *_of_two(permutations(sequences, 2), op.PREFIX, op.CONTAINS),
        *_of_two(product(outputs, sequences), op.SAME, op.PREFIX),
        # That a number is among the elements of a sequence.
        *(
            apply(on_sort(op.CONTAINS, v.sort), variable(one), variable(other))
            for (one, v), (other, w) in product(inputs, inputs)
            if v.sort is Sort.NUMBERS and w.sort is Sort.NUMBER
        ),
    ]
    allowed = [form for form in forms if all(c >= op.FIRST_VARIABLE or c in grammar.operators for c in form[0])]
    return plainest(allowed, limit)


def _of_two(pairs: Iterable[tuple[_Place, _Place]], *operations: int) -> Iterator[Form]:
    for (one, v), (other, w) in pairs:
        for operation in operations:
            if v.sort is w.sort and not (operation == op.CONTAINS and v.sort is not Sort.TEXT):
                yield apply(on_sort(operation, v.sort), variable(one), variable(other))


def choose(found: Literals, table: Table, limit: int, outputs: Sequence[int]) -> list[Form]:
    """The most readable relations that reject incorrect rows, few of those that say much the same.

    Each set of killed mutants has its turn before another relation with the same set. Of equally readable relations
    those that say what one of the variables numbered `outputs` equals come first.
    """
    wrong = np.ascontiguousarray(found.failing[:, correct_words(table) :])
    counts = np.add.reduceat(np.bitwise_count(wrong).astype(np.int64), table.segments[1:] - table.segments[1], axis=1)
    programs = pack_rows(found.forms)
    is_answer = np.isin(programs.codes[:, 1], [op.FIRST_VARIABLE + output for output in outputs])
    complexities = 2 * complexities_of(found.forms) - is_answer
    hashes = programs.hashes().tolist()
    rejecting: dict[bytes, int] = defaultdict(int)
    killing: dict[bytes, list[int]] = defaultdict(list)
    seen: set[int] = set()
    for index in np.argsort(complexities, kind="stable").tolist():
        rows = wrong[index].tobytes()
        if counts[index].any() and rejecting[rows] < CLAUSES.alike_relations and hashes[index] not in seen:
            rejecting[rows] += 1
            seen.add(hashes[index])
            killing[(counts[index] > 0).tobytes()].append(index)
    turns = [(turn, i) for same in killing.values() for turn, i in enumerate(_best(same, counts.sum(axis=1).tolist()))]
    chosen = [index for _, index in sorted(turns, key=lambda entry: entry[0])[:limit]]
    return [found.forms[index] for index in sorted(chosen, key=lambda index: (complexities[index], index))]


def _best(indices: Sequence[int], rejected: Sequence[int]) -> list[int]:
    """The plainest, those that reject more rows than all plainer ones, strongest first, then the next plainest."""
    records = []
    most = 0
    for index in indices:
        if rejected[index] > most:
            most = rejected[index]
            records.append(index)
    ordered = dict.fromkeys([*indices[:1], *reversed(records), *indices])
    return list(ordered)[: CLAUSES.killing_the_same]
