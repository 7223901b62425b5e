"""What numeric terms are made of: numbers among the variables, measures of texts and sequences, constants."""

from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from genmorph.model import Kind
from genmorph.relations.expression import FOLLOW_UP_SIDE, SOURCE_SIDE, Role, Variable
from genmorph.relations.meaning import function_of
from genmorph.relations.operators import ELEMENT, FIRST_VARIABLE, LENGTH, MAX, MIN, SUM
from genmorph.search.grammar import Grammar
from genmorph.search.join.forms import SEQUENCES, Form, apply, number, on_sort, variable
from genmorph.search.join.sampling import Sample

CONSTANTS = 10
"""Terms hold only so many of the grammar's constants, the first ones."""
MEASURES = 24
"""And only so many measures of texts and sequences."""
INPUT, SOURCE, FOLLOW_UP = 1, 2, 4
"""The bits of what a term mentions."""

Leaf = tuple[Form, int, bool]
"""A term, what it mentions, whether it is an int."""

_Measure = tuple[int, int | None]
"""An operation, and the index where it takes one."""
_PLAIN: tuple[_Measure, ...] = ((LENGTH, None), (SUM, None))
_CLOSE: tuple[_Measure, ...] = ((ELEMENT, 0), (ELEMENT, -1), (MIN, None), (MAX, None))


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
    constants = [c for i, c in enumerate(grammar.constants) if -c not in grammar.constants[:i]][:CONSTANTS]
    measures = list(_measures(grammar))[:MEASURES]
    return variables + measures + [(number(c), 0, float(c).is_integer()) for c in constants]


def leaf_values(leaves: Sequence[Leaf], sample: Sample) -> NDArray[np.float64]:
    """The values of leaves in the order of `number_leaves`, leaves x rows."""
    measures = [measured(form, sample) for form, mentions, _ in leaves if mentions and len(form[0]) > 1]
    constants = [form[1][0] for form, mentions, _ in leaves if not mentions]
    rows = sample.values.shape[1]
    return np.concatenate(
        [
            sample.values,
            np.array(measures, np.float64).reshape(-1, rows),
            np.repeat(constants, rows).reshape(-1, rows),
        ]
    )


def measured(form: Form, sample: Sample) -> list[float]:
    """The values of a measure, an operator on a variable and perhaps an index, on all rows."""
    (code, operand, *index), (_, _, *place) = form
    function = function_of(code, None)
    values = sample.sequences[operand - FIRST_VARIABLE]
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
                    yield apply(code, *operands), mention_of(v), _is_exact(operation, v.kind)


def _is_exact(operation: int, kind: Kind) -> bool:
    """Whether the measure is statically an int; elements may be missing and are not."""
    return operation == LENGTH or (operation == SUM and kind is Kind.INTS)
