"""Trees under construction, how much a join may compute, and the evaluation of candidates on all rows."""

from collections.abc import Sequence
from dataclasses import dataclass, fields

import numpy as np
from numpy.typing import NDArray

from genmorph.fitness.programs import Programs, pack_rows
from genmorph.fitness.scores import Scores, score
from genmorph.fitness.table import Table
from genmorph.model import UsageError
from genmorph.relations.complexity import efforts
from genmorph.relations.operators import (
    ADD,
    BY_CODE,
    EQUAL,
    FIRST_VARIABLE,
    FLOAT_CONSTANT,
    INT_CONSTANT,
    MULTIPLY,
    NOT,
    OR,
    SAMES,
    SUBTRACT,
    Sort,
    sequence_code,
)
from genmorph.settings import EXPRESSIONS
from genmorph.values.kinds import LARGEST_EXACT

Form = tuple[tuple[int, ...], tuple[float, ...]]
"""Prefix codes and a number for each, which is 0 where the node is no constant."""

SEQUENCES = tuple(BY_CODE[code].arguments[0] for code in SAMES)
"""The sorts of texts and sequences, in the order of their numbers within codes."""


def on_sort(operation: int, sort: Sort) -> int:
    """The code of an operation on texts or sequences of this sort."""
    return sequence_code(operation, SEQUENCES.index(sort))


def variable(index: int) -> Form:
    """One of the table's variables."""
    return (FIRST_VARIABLE + index,), (0.0,)


def number(value: float) -> Form:
    """A constant; a whole number that floats hold exactly is an int.

    >>> number(2.0) == ((INT_CONSTANT,), (2.0,))
    True
    """
    is_int = float(value).is_integer() and abs(value) <= LARGEST_EXACT
    return (INT_CONSTANT if is_int else FLOAT_CONSTANT,), (float(value),)


def apply(code: int, *parts: Form) -> Form:
    """An operator on its operands."""
    codes, constants = zip(*parts, strict=True)
    return sum(codes, (code,)), sum(constants, (0.0,))


def equality(left: Form, right: Form) -> Form:
    """`left == right`."""
    return apply(EQUAL, left, right)


def negation(form: Form) -> Form:
    """`not form`."""
    return (form[0][1:], form[1][1:]) if form[0][0] == NOT else apply(NOT, form)


def either(exception: Form, claim: Form) -> Form:
    """`exception or claim`."""
    return apply(OR, exception, claim)


def shifted(form: Form, shift: float) -> Form:
    """`form + shift`, or with a minus sign, or the form itself."""
    if shift == 0:
        return form
    return apply(ADD, form, number(shift)) if shift > 0 else apply(SUBTRACT, form, number(-shift))


def scaled(form: Form, factor: float) -> Form:
    """`form * factor`, with a minus sign instead of a factor of -1."""
    if factor == 1:
        return form
    return apply(SUBTRACT, number(0), form) if factor == -1 else apply(MULTIPLY, form, number(factor))


def pack_forms(forms: Sequence[Form]) -> Programs:
    """The forms as programs; none may be larger than relations are."""
    return pack_rows(forms)


def reading_efforts(forms: Sequence[Form]) -> NDArray[np.int64]:
    """What it takes to read each form."""
    packed = pack_forms(forms)
    return efforts(packed.codes, packed.constants)


def fits(form: Form) -> bool:
    """Whether a relation may be as large."""
    return len(form[0]) <= EXPRESSIONS.most_nodes


@dataclass(frozen=True, slots=True)
class Limits:
    """The numbers of terms evaluated, of atoms of clauses, of relations kept, and of correct rows in the sample.

    >>> Limits(sample=0)
    Traceback (most recent call last):
        ...
    genmorph.model.UsageError: sample must be >= 1, got 0
    """

    expressions: int = 20_000
    atoms: int = 1_500
    kept: int = 2_000
    sample: int = 128

    @property
    def compared(self) -> int:
        """So many terms are compared with each other."""
        return max(20, min(250, self.expressions // 40))

    def __post_init__(self) -> None:
        for field in fields(self):
            value = getattr(self, field.name)
            if not value >= 1:
                raise UsageError(f"{field.name} must be >= 1, got {value!r}")


class Verifier:
    """Scores forms on one table; counts the evaluations (trees x rows / 10**6)."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.evaluations = 0.0

    def score(self, forms: Sequence[Form]) -> Scores:
        """Evaluate all forms on all rows."""
        self.spend(len(forms), self.table.rows)
        return score(pack_forms(forms), self.table)

    def spend(self, trees: int, rows: int) -> None:
        """Count trees that were evaluated on rows."""
        self.evaluations += trees * rows / 1e6
