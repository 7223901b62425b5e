"""Relations that hold by rounding alone: what stands on both sides of them, and cancels, hides where they are false."""

from genmorph.filters.finding import Finding
from genmorph.model import Kind, Stage, Verdict
from genmorph.relations.algebra import cancels
from genmorph.relations.expression import Expression
from genmorph.relations.metamorphic import atoms

_COMPARISONS = ("==", "<", "<=")
_FLOATS = (Kind.FLOAT, Kind.FLOATS)


def judge_cancelling(expression: Expression) -> Finding | None:
    """The reason against a relation of floats that says the same without some of its terms; else None.

    It is for relations in their simplest form: there the same without these terms was found false, because large terms
    on both sides make small differences equal within the tolerance.

    >>> from genmorph.model import Output
    >>> from genmorph.relations.expression import relation_variables
    >>> variables = relation_variables([], [], [Output(Kind.FLOAT)])
    >>> square = ["*", "return_f", "return_f"]
    >>> same = ["==", ["+", "return_f", square], ["+", "return_s", square]]
    >>> judge_cancelling(Expression.from_tree(same, variables)).reason
    'holds only as far as terms that stand on both sides are rounded'
    """
    if not any(variable.kind in _FLOATS for variable in expression.mentioned):
        return None
    comparisons = (atom for atom in atoms(expression.to_tree()) if atom[0] in _COMPARISONS)
    if not any(map(cancels, comparisons)):
        return None
    return Finding(Verdict.REJECT, "holds only as far as terms that stand on both sides are rounded", Stage.FORM)
