"""The search for a counterexample: from executions with little slack towards a violation (paper, section 7)."""

from collections.abc import Callable, Sequence
from random import Random

from genmorph.filters.finding import Finding
from genmorph.filters.judging import falsify
from genmorph.filters.margin import margin
from genmorph.filters.varying import vary
from genmorph.model import Domain, Execution, Input, Stage, Tolerance, Verdict
from genmorph.relations.expression import Expression

ROUNDS = 5
_PARENTS = 40
_SHARE = 32
"""Each round tries one input for so many fresh ones."""

Execute = Callable[[Sequence[Input]], Sequence[Execution]]
"""The original on source inputs and their follow-ups; pairs outside the domain are left out."""


def seek_counterexample(
    expression: Expression,
    fresh: Sequence[Execution],
    execute: Execute,
    domains: Sequence[Domain],
    tolerance: Tolerance,
    rng: Random,
) -> Finding:
    """Vary the inputs with the smallest slack, again and again; `tried` counts the pairs run."""
    parents = _closest(expression, fresh)
    tried = 0
    for _ in range(ROUNDS):
        wanted = max(1, len(fresh) // _SHARE)
        inputs = [vary(rng.choice(parents).source, domains, rng) for _ in range(wanted)]
        executions = execute(list({repr(values): values for values in inputs}.values()))
        finding = falsify(expression, executions, exhaustive=True, tolerance=tolerance)
        tried += finding.tried
        if finding.verdict is Verdict.REJECT:
            reason = "false for a valid input near others"
            return Finding(Verdict.REJECT, reason, Stage.SEARCH, tried, finding.counterexample)
        parents = _closest(expression, [*parents, *executions])
    return Finding(Verdict.KEEP, f"no counterexample in {tried} inputs searched", tried=tried)


def _closest(expression: Expression, executions: Sequence[Execution]) -> list[Execution]:
    def slack(execution: Execution) -> float:
        return abs(margin(expression, [variable.read(execution) for variable in expression.variables]))

    return sorted(executions, key=slack)[:_PARENTS]
