"""What speaks for a relation, in words; they are the same wherever a person reads them."""

from decimal import ROUND_CEILING, Context, Decimal

from genmorph.model import Evidence, Tolerance

_TWO_DIGITS = Context(prec=2, rounding=ROUND_CEILING)
"""A bound that is rounded must stay one."""


def tried_words(evidence: Evidence) -> str:
    """What was tried and what came of it.

    >>> tried_words(Evidence(20_000, 0, killed=3, judged=4, exhaustive=False, falsifiers=()))
    'no counterexample in 20,000 inputs'
    >>> tried_words(Evidence(400, 0, killed=3, judged=4, exhaustive=True, falsifiers=()))
    'holds on all 400 inputs of the domain'
    """
    if evidence.violations:
        return f"false: {evidence.violations:,} counterexample{'s' * (evidence.violations > 1)} found"
    if evidence.exhaustive:
        return f"holds on all {evidence.tried:,} inputs of the domain"
    return f"no counterexample in {evidence.tried:,} inputs" if evidence.tried else "not tried"


def evidence_words(evidence: Evidence) -> str:
    """The same, with what it says of inputs that were not tried.

    >>> evidence_words(Evidence(20_000, 0, killed=3, judged=4, exhaustive=False, falsifiers=()))
    'no counterexample in 20,000 inputs (false alarms: at most 0.015% with 95% confidence)'
    """
    bound = evidence.false_alarm_bound
    if evidence.violations or evidence.exhaustive or bound is None:
        return tried_words(evidence)
    return f"{tried_words(evidence)} (false alarms: at most {_percent(bound)} with 95% confidence)"


def evidence_lines(evidence: Evidence, tolerance: Tolerance) -> tuple[str, ...]:
    """All that is known, a sentence each.

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
        *([] if evidence.largest_error is None else [_closeness(evidence.largest_error, tolerance)]),
        f"kills {evidence.killed} of {evidence.judged} mutants",
    )


def _closeness(largest_error: float, tolerance: Tolerance) -> str:
    within = f"a relative {tolerance.relative:g} or an absolute {tolerance.absolute:g}"
    found = f"the largest difference that counted as equal is {largest_error:.2g}"
    return f"floats are equal within {within}; {found if largest_error else 'all that counted as equal were the same'}"


def _percent(share: float) -> str:
    """Two digits of a share, rounded up.

    >>> _percent(3 / 2_100), _percent(0.0), _percent(1.0)
    ('0.15%', '0%', '100%')
    """
    return f"{_TWO_DIGITS.multiply(Decimal(repr(share)), Decimal(100)).normalize():f}%"
