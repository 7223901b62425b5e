"""All small numeric terms over variables, measures and constants, equal ones merged, by rising complexity."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

import numpy as np

from genmorph.fitness.kernel import Flags, Floats, Ints
from genmorph.model import Kind, Tolerance
from genmorph.relations import operators as op
from genmorph.relations.complexity import node_complexity
from genmorph.relations.expression import FOLLOW_UP_SIDE, SOURCE_SIDE, Role, Variable
from genmorph.relations.meaning import function_of
from genmorph.search.grammar import Grammar
from genmorph.search.join.compiled import (
    CLASS,
    COMPLEXITY,
    EXACT,
    FIXED,
    FOLLOW_UP,
    INPUT,
    LEAF,
    LEFT,
    OPERATION,
    OUTPUTS,
    RIGHT,
    ROLES,
    SIZE,
    SOURCE,
    extend,
)
from genmorph.search.join.forms import SEQUENCES, Form, apply, number, on_sort, variable
from genmorph.search.join.sampling import RowSample
from genmorph.settings import TERMS

WAYS = (op.ADD, op.SUBTRACT, op.MULTIPLY, op.DIVIDE, op.SUBTRACT, op.DIVIDE)
"""What is done with two terms; the last two the other way round."""

TURNED = np.array([False, False, False, False, True, True])
_WEIGHT = np.array([node_complexity(code) for code in range(op.ABSOLUTE + 1)])
Nodes = Ints
"""Terms x columns, see `compiled`."""

Leaf = tuple[Form, int, bool]
"""A term, what it mentions, whether it is an int."""

_Measure = tuple[int, int | None]
"""An operation, and the index where it takes one."""

_PLAIN: tuple[_Measure, ...] = ((op.LENGTH, None), (op.SUM, None))
_CLOSE: tuple[_Measure, ...] = ((op.ELEMENT, 0), (op.ELEMENT, -1), (op.MIN, None), (op.MAX, None))


def plan(nodes: Nodes, size: int, limit: int) -> Iterator[Nodes]:
    """All terms of this size that may be new, as nodes, in pieces of at most `limit`."""
    yield _absolute(nodes, _operands(nodes, size - 1, size))[:limit]
    for with_outputs in (None,) if size <= TERMS.size_in_one_go else (True, False):
        for small in range(1, (size - 1) // 2 + 1):
            left, right = _pairs(nodes, small, size - 1 - small)
            roles = nodes[left, ROLES] | nodes[right, ROLES]
            wanted = roles > 0
            if with_outputs is not None:
                wanted &= ((roles & OUTPUTS) > 0) == with_outputs
            yield _combined(nodes, left[wanted][:limit], right[wanted][:limit])[:limit]


def _operands(nodes: Nodes, size: int, total: int) -> Ints:
    """Of the terms that are equal on the sample only the first is an operand, but in small terms all are.

    They can be stronger together: `f + f == s + abs(f)` says that outputs are equal and not negative.
    """
    is_first = nodes[:, CLASS] == np.arange(len(nodes))
    is_varied = (nodes[:, FIXED] == 0) | (size == 1)
    are_all = size <= 2 and total <= TERMS.size_in_one_go
    return np.flatnonzero((nodes[:, SIZE] == size) & ((is_first & is_varied) | are_all))


def _pairs(nodes: Nodes, small: int, large: int) -> tuple[Ints, Ints]:
    """Each unordered pair once."""
    total = small + large + 1
    rights, lefts = np.meshgrid(_operands(nodes, large, total), _operands(nodes, small, total), indexing="ij")
    once = lefts <= rights if small == large else np.ones(lefts.shape, np.bool_)
    return lefts[once], rights[once]


def _absolute(nodes: Nodes, operands: Ints) -> Nodes:
    inner = nodes[operands[nodes[operands, ROLES] > 0]].copy()
    work = inner[:, : EXACT + 1]
    work[:, OPERATION] = op.ABSOLUTE
    work[:, LEFT] = work[:, RIGHT] = operands[nodes[operands, ROLES] > 0]
    work[:, SIZE] += 1
    work[:, COMPLEXITY] += _WEIGHT[op.ABSOLUTE]
    return np.ascontiguousarray(work)


def _combined(nodes: Nodes, small: Ints, large: Ints) -> Nodes:
    """All ways to combine these pairs, but for those that give a constant or put constants together."""
    way = np.tile(np.arange(len(WAYS)), len(small))
    operation = np.array(WAYS)[way]
    small, large = np.repeat(small, len(WAYS)), np.repeat(large, len(WAYS))
    is_constant = (small == large) & ((operation == op.SUBTRACT) | (operation == op.DIVIDE))
    fresh = ~is_constant & ~_adds_constants(nodes, operation, small, large)
    operation, small, large, turned = operation[fresh], small[fresh], large[fresh], TURNED[way[fresh]]
    left, right = np.where(turned, large, small), np.where(turned, small, large)
    work = np.empty((len(left), EXACT + 1), np.int64)
    work[:, OPERATION], work[:, LEFT], work[:, RIGHT] = operation, left, right
    work[:, SIZE] = nodes[left, SIZE] + nodes[right, SIZE] + 1
    is_sign = (operation == op.SUBTRACT) & (nodes[left, ROLES] == 0) & (nodes[left, EXACT] == 1)
    work[:, COMPLEXITY] = nodes[left, COMPLEXITY] + nodes[right, COMPLEXITY] + _WEIGHT[operation] - is_sign
    work[:, ROLES] = nodes[left, ROLES] | nodes[right, ROLES]
    work[:, EXACT] = nodes[left, EXACT] & nodes[right, EXACT] & (operation != op.DIVIDE)
    return work


def _adds_constants(nodes: Nodes, operation: Ints, one: Ints, other: Ints) -> Flags:
    """Whether a constant meets another one that could be one constant with it."""
    inner = nodes[other, OPERATION]
    is_alike = ((operation <= op.SUBTRACT) & (inner >= op.ADD) & (inner <= op.SUBTRACT)) | (
        (operation >= op.MULTIPLY) & (inner >= op.MULTIPLY) & (inner <= op.DIVIDE)
    )
    has_constant = (nodes[nodes[other, LEFT], ROLES] == 0) | (nodes[nodes[other, RIGHT], ROLES] == 0)
    found: Flags = (nodes[one, ROLES] == 0) & is_alike & has_constant
    return found


def mention_of(variable: Variable) -> int:
    """What a term that is this variable mentions; a chained input is an input on the source's side."""
    if variable.role in FOLLOW_UP_SIDE:
        return FOLLOW_UP
    if variable.role in SOURCE_SIDE:
        return SOURCE | INPUT if variable.role is Role.CHAINED_INPUT else SOURCE
    return INPUT


def number_leaves(grammar: Grammar) -> list[Leaf]:
    """Number variables, then measures of texts and sequences, then constants.

    A constant whose negative is there already is left out, as `x - 1` serves for `x + -1`.
    """
    variables = [
        (variable(index), mention_of(v), v.kind is Kind.INT)
        for index, v in enumerate(grammar.variables)
        if v.kind.is_number
    ]
    constants = [c for i, c in enumerate(grammar.constants) if -c not in grammar.constants[:i]][: TERMS.constants]
    measures = list(_measures(grammar))[: TERMS.measures]
    return variables + measures + [(number(c), 0, float(c).is_integer()) for c in constants]


def _leaf_values(leaves: Sequence[Leaf], sample: RowSample) -> Floats:
    """The values of leaves in the order of `number_leaves`, leaves x rows."""
    measures = [_measured(form, sample) for form, mentions, _ in leaves if mentions and len(form[0]) > 1]
    constants = [form[1][0] for form, mentions, _ in leaves if not mentions]
    rows = sample.values.shape[1]
    return np.concatenate(
        [sample.values, np.array(measures, np.float64).reshape(-1, rows), np.repeat(constants, rows).reshape(-1, rows)]
    )


def _measured(form: Form, sample: RowSample) -> list[float]:
    """The values of a measure, an operator on a variable and perhaps an index, on all rows."""
    (code, operand, *index), (_, _, *place) = form
    function = function_of(code, None)
    values = sample.sequences[operand - op.FIRST_VARIABLE]
    return [function(value, *place) for value in values] if index else [function(value) for value in values]


def _measures(grammar: Grammar) -> Iterator[Leaf]:
    """Those of outputs before those of inputs, and what is of a whole sequence before what is of single elements."""
    sequences = [(i, v) for i, v in enumerate(grammar.variables) if v.sort in SEQUENCES]
    outputs = [(i, v) for i, v in sequences if mention_of(v) != INPUT]
    inputs = [(i, v) for i, v in sequences if mention_of(v) == INPUT]
    for measures, group in ((_PLAIN, outputs), (_PLAIN, inputs), (_CLOSE, outputs), (_CLOSE, inputs)):
        for operation, index in measures:
            for place, v in group:
                code = on_sort(operation, v.sort)
                if code in grammar.operators:
                    operands = [variable(place)] if index is None else [variable(place), number(index)]
                    # Elements may be missing and are then no ints.
                    is_exact = operation == op.LENGTH or (operation == op.SUM and v.kind is Kind.INTS)
                    yield apply(code, *operands), mention_of(v), is_exact


@dataclass(frozen=True, slots=True, eq=False)
class Terms:
    """Terms in order of size: `nodes` describes them, `values` is terms x rows of the sample.

    Terms that are equal on the scrambled rows too are one term. `spent` counts those that were evaluated.
    """

    nodes: Ints
    values: Floats
    spent: int
    sample: RowSample
    tolerance: Tolerance
    leaves: tuple[Form, ...]
    _forms: dict[int, Form] = field(default_factory=dict)

    def __len__(self) -> int:
        return len(self.nodes)

    @property
    def exact(self) -> Flags:
        """Which terms are statically ints."""
        return np.equal(self.nodes[:, EXACT], 1)

    @property
    def fixed(self) -> Flags:
        """Which terms are constant on the correct rows."""
        return np.equal(self.nodes[:, FIXED], 1)

    @property
    def are_leaves(self) -> Flags:
        """Which terms are variables, measures or constants."""
        return np.equal(self.nodes[:, OPERATION], LEAF)

    @property
    def complexities(self) -> Ints:
        """The complexity of each term."""
        return self.nodes[:, COMPLEXITY]

    @property
    def mentions(self) -> Ints:
        """What a term speaks about, as bits."""
        return self.nodes[:, ROLES]

    @property
    def classes(self) -> Ints:
        """The first term that is equal on the correct rows of the sample."""
        return self.nodes[:, CLASS]

    def form(self, term: int) -> Form:
        """The tree of a term."""
        known = self._forms.get(term)
        if known is None:
            operation, left, right = self.nodes[term, [OPERATION, LEFT, RIGHT]].tolist()
            operands = (left,) if operation == op.ABSOLUTE else (left, right)
            known = self.leaves[left] if operation == LEAF else apply(operation, *map(self.form, operands))
            self._forms[term] = known
        return known


def grow_terms(
    leaves: Sequence[Leaf], sample: RowSample, tolerance: Tolerance, limit: int, largest: int = TERMS.largest
) -> Terms:
    """Enumerate terms of up to `largest` nodes by size, at most `limit` evaluated ones beyond the leaves."""
    capacity = limit + len(leaves) + 1
    values = np.empty((capacity, sample.values.shape[1]))
    nodes = np.zeros((capacity, FIXED + 1), np.int64)
    keys = np.zeros(capacity, np.uint64)
    slots = np.full(1 << (2 * capacity).bit_length(), -1, np.int64)
    rows = sample.correct, sample.checked
    meaning = tolerance.relative, tolerance.absolute, sample.scale
    values[: len(leaves)] = _leaf_values(leaves, sample)
    work = [
        (LEAF, index, index, len(form[0]), sum(map(node_complexity, form[0])), mentions, exact)
        for index, (form, mentions, exact) in enumerate(leaves)
    ]
    count = extend(values, nodes, keys, slots, np.array(work, np.int64), 0, *rows, *meaning)
    kept = tuple(leaves[leaf][0] for leaf in nodes[:count, LEFT].tolist())
    nodes[:count, LEFT] = nodes[:count, RIGHT] = np.arange(count)
    spent = len(leaves)
    for size in range(2, largest + 1):
        for planned in plan(nodes[:count], size, limit):
            affordable = planned[: capacity - 1 - spent]
            count = extend(values, nodes, keys, slots, affordable, count, *rows, *meaning)
            spent += len(affordable)
    return Terms(nodes[:count], values[:count], spent, sample, tolerance, kept)
