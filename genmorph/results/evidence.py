"""What speaks for a relation, in words; they are the same wherever a person reads them."""

from decimal import ROUND_CEILING, Context, Decimal

from genmorph.model import Evidence, Tolerance
from genmorph.relations.expression import Expression, int_nodes

_TWO_DIGITS = Context(prec=2, rounding=ROUND_CEILING)
"""A bound that is rounded must stay one."""


def tried_words(evidence: Evidence) -> str:
    """What was tried and what came of it.

    >>> tried_words(Evidence(20_000, 0, killed=3, judged=4, exhaustive=False, falsifiers=()))
    'no counterexample in 20,000 inputs'
    >>> tried_words(Evidence(400, 0, killed=3, judged=4, exhaustive=True, falsifiers=()))
    'holds on all 400 inputs to which it applies'
    """
    if evidence.violations:
        return f"false: {evidence.violations:,} counterexample{'s' * (evidence.violations > 1)} found"
    if evidence.exhaustive:
        return f"holds on all {evidence.tried:,} inputs to which it applies"
    return f"no counterexample in {evidence.tried:,} inputs" if evidence.tried else "not judged again in this run"


def evidence_words(evidence: Evidence) -> str:
    """The same, with what it says of inputs that were not tried.

    >>> evidence_words(Evidence(20_000, 0, killed=3, judged=4, exhaustive=False, falsifiers=()))
    'no counterexample in 20,000 inputs (false alarms: at most 0.015% with 95% confidence)'
    """
    bound = evidence.false_alarm_bound
    if evidence.violations or evidence.exhaustive or bound is None:
        return tried_words(evidence)
    return f"{tried_words(evidence)} (false alarms: at most {_percent(bound)} with 95% confidence)"


def compares_floats(expression: Expression) -> bool:
    """Whether floats, or what holds some, are compared anywhere in a relation.

    >>> from genmorph.model import Kind, Output
    >>> from genmorph.relations.expression import relation_variables
    >>> variables = relation_variables([], [], [Output(Kind.FLOATS)])
    >>> shrinks = ["<", ["len", "return_f"], ["len", "return_s"]]
    >>> less = ["<", ["sum", "return_f"], ["sum", "return_s"]]
    >>> [compares_floats(Expression.from_tree(tree, variables)) for tree in (shrinks, ["or", shrinks, less])]
    [False, True]
    """
    return not int_nodes(expression.codes, expression.variables)[0]


def evidence_lines(evidence: Evidence, tolerance: Tolerance | None) -> tuple[str, ...]:
    """All that is known, a sentence each; with the tolerance where floats are compared, None elsewhere.

    >>> found = Evidence(400, 0, 3, 4, False, ("fresh pairs", "search for a counterexample"), 100, 2e-16)
    >>> for line in evidence_lines(found, Tolerance()):
    ...     print(line)
    no counterexample in 400 inputs (false alarms: at most 0.75% with 95% confidence)
    of the inputs drawn 20% did not apply
    looked for counterexamples: fresh pairs, search for a counterexample
    floats are equal within a relative 1e-09 or an absolute 1e-09; the largest difference that counted as equal is 2e-16
    kills 3 of 4 mutants
    """
    share = evidence.inapplicable_share
    return (
        evidence_words(evidence),
        *([f"of the inputs drawn {_percent(share)} did not apply"] if share else []),
        *([f"looked for counterexamples: {', '.join(evidence.falsifiers)}"] if evidence.falsifiers else []),
        *([] if tolerance is None else [_closeness(evidence.largest_error, tolerance)]),
        f"kills {evidence.killed} of {evidence.judged} mutants",
    )


def _closeness(largest_error: float | None, tolerance: Tolerance) -> str:
    within = f"floats are equal within a relative {tolerance.relative:g} or an absolute {tolerance.absolute:g}"
    if largest_error is None:
        return within
    found = f"the largest difference that counted as equal is {largest_error:.2g}"
    return f"{within}; {found if largest_error else 'all that counted as equal were the same'}"


def _percent(share: float) -> str:
    """Two digits of a share, rounded up.

    >>> _percent(3 / 2_100), _percent(0.0), _percent(1.0)
    ('0.15%', '0%', '100%')
    """
    return f"{_TWO_DIGITS.multiply(Decimal(repr(share)), Decimal(100)).normalize():f}%"
