"""Trees under construction, how much a join may compute, and the evaluation of candidates on all rows."""

from collections.abc import Sequence
from dataclasses import dataclass, fields

from genmorph.fitness.kernel import Ints
from genmorph.fitness.programs import pack_rows
from genmorph.fitness.scores import Scores, score
from genmorph.fitness.table import Table
from genmorph.model import UsageError
from genmorph.relations import operators as op
from genmorph.relations.complexity import complexities
from genmorph.relations.operators import Sort, sequence_code
from genmorph.search.grammar import Grammar
from genmorph.settings import EXPRESSIONS
from genmorph.values.kinds import LARGEST_EXACT

Form = tuple[tuple[int, ...], tuple[float, ...]]
"""Prefix codes and a number for each, which is 0 where the node is no constant."""

SEQUENCES = tuple(op.BY_CODE[code].arguments[0] for code in op.SAMES)
"""The sorts of texts and sequences, in the order of their numbers within codes."""


def on_sort(operation: int, sort: Sort) -> int:
    """The code of an operation on texts or sequences of this sort."""
    return sequence_code(operation, SEQUENCES.index(sort))


def variable(index: int) -> Form:
    """One of the table's variables."""
    return (op.FIRST_VARIABLE + index,), (0.0,)


def number(value: float) -> Form:
    """A constant; a whole number that floats hold exactly is an int.

    >>> number(2.0) == ((op.INT_CONSTANT,), (2.0,))
    True
    """
    is_int = float(value).is_integer() and abs(value) <= LARGEST_EXACT
    return (op.INT_CONSTANT if is_int else op.FLOAT_CONSTANT,), (float(value),)


def apply(code: int, *parts: Form) -> Form:
    """An operator on its operands."""
    codes, constants = zip(*parts, strict=True)
    return sum(codes, (code,)), sum(constants, (0.0,))


def equality(left: Form, right: Form) -> Form:
    """`left == right`."""
    return apply(op.EQUAL, left, right)


def negation(form: Form) -> Form:
    """`not form`."""
    return (form[0][1:], form[1][1:]) if form[0][0] == op.NOT else apply(op.NOT, form)


def shifted(form: Form, shift: float) -> Form:
    """`form + shift`, or with a minus sign, or the form itself."""
    if shift == 0:
        return form
    return apply(op.ADD, form, number(shift)) if shift > 0 else apply(op.SUBTRACT, form, number(-shift))


def scaled(form: Form, factor: float) -> Form:
    """`form * factor`, with a minus sign instead of a factor of -1."""
    if factor == 1:
        return form
    return apply(op.SUBTRACT, number(0), form) if factor == -1 else apply(op.MULTIPLY, form, number(factor))


def complexities_of(forms: Sequence[Form]) -> Ints:
    """The complexity of each form."""
    packed = pack_rows(forms)
    return complexities(packed.codes, packed.constants)


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
        """How many terms are compared with each other."""
        return max(20, min(250, self.expressions // 40))

    def __post_init__(self) -> None:
        for field in fields(self):
            value = getattr(self, field.name)
            if not value >= 1:
                raise UsageError(f"{field.name} must be >= 1, got {value!r}")


@dataclass(slots=True, eq=False)
class Joining:
    """What a join works on; counts its evaluations (trees x rows / 10**6)."""

    table: Table
    grammar: Grammar
    limits: Limits
    evaluations: float = 0.0

    def score(self, forms: Sequence[Form]) -> Scores:
        """Evaluate all forms on all rows."""
        self.spend(len(forms), self.table.rows)
        return score(pack_rows(forms), self.table)

    def spend(self, trees: int, rows: int) -> None:
        """Count trees that were evaluated on rows."""
        self.evaluations += trees * rows / 1e6
