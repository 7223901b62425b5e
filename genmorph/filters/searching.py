"""The search for a counterexample: from executions with little slack towards a violation (paper, section 7)."""

from collections.abc import Callable, Sequence
from random import Random

from genmorph.filters.climbing import Climb
from genmorph.filters.differences import larger
from genmorph.filters.finding import Finding
from genmorph.filters.judging import falsify
from genmorph.filters.varying import Variation
from genmorph.model import Domain, Execution, Input, Stage, Tolerance, Verdict
from genmorph.relations.expression import Expression

_LEAST, _SHARE = 500, 6
"""Where nothing is said, one input for so many executions is run, and so many at least."""
_BATCH = 50
"""Inputs that run together."""

Execute = Callable[[Sequence[Input]], Sequence[Execution]]
"""The original on source inputs and their follow-ups; pairs outside the domain are left out."""


def seek_counterexample(
    expression: Expression,
    executions: Sequence[Execution],
    execute: Execute,
    domains: Sequence[Domain],
    tolerance: Tolerance,
    rng: Random,
    *,
    constants: Sequence[int | float] = (),
    pieces: Sequence[str] = (),
    effort: int | None = None,
    lasts: Callable[[], bool] = lambda: True,
) -> Finding:
    """Climb from the executions with the least slack, and from some others, towards a violation.

    At most `effort` inputs are run, and no more than 500 when the time no longer `lasts`. Steps lead to inputs close
    by, to `constants` and `pieces` of the function, and to corners of the domain; where the slack is flat, to outputs
    of new behaviour. `tried` counts the pairs that ran.
    """
    most = max(_LEAST, len(executions) // _SHARE) if effort is None else effort
    variation = Variation(domains, constants, pieces)
    climb = Climb(expression, executions, tolerance, rng, most // _BATCH)
    spent, tried, largest = 0, 0, None
    while (
        spent < most and (spent < _LEAST or lasts()) and (inputs := climb.steps(variation, min(_BATCH, most - spent)))
    ):
        spent += len(inputs)
        reached = execute(inputs)
        finding = falsify(expression, reached, True, tolerance, 0, Stage.SEARCH)
        tried += finding.tried
        if finding.verdict is Verdict.REJECT:
            reason = "false for a valid input near others"
            return Finding(Verdict.REJECT, reason, Stage.SEARCH, tried, finding.counterexample)
        largest = larger(largest, finding.largest_error)
        climb.learn(reached, variation)
    return Finding(Verdict.KEEP, f"no counterexample in {tried} inputs searched", tried=tried, largest_error=largest)
