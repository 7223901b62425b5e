"""The search for a counterexample: from executions with little slack towards a violation (paper, section 7)."""

import math
from collections.abc import Callable, Sequence
from random import Random
from typing import Any

from genmorph.filters.finding import Finding
from genmorph.filters.judging import falsify
from genmorph.filters.margin import margin
from genmorph.model import Domain, Execution, Input, Kind, Tolerance, Verdict
from genmorph.relations.expression import Expression

ROUNDS = 5
WILD = 0.15
"""Share of the varied inputs whose floats all get another magnitude: rounding contradicts where they differ most."""
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
            return Finding(Verdict.REJECT, "false for a valid input near others", tried, finding.counterexample)
        parents = _closest(expression, [*parents, *executions])
    return Finding(Verdict.KEEP, f"no counterexample in {tried} inputs searched", tried)


def vary(values: Input, domains: Sequence[Domain], rng: Random) -> Input:
    """An input close to another or, now and then, of other magnitudes; equal to it where no change fits the domain."""
    changed = list(values)
    is_wild = rng.random() < WILD
    for position in range(len(values)) if is_wild else rng.sample(range(len(values)), rng.randint(1, len(values))):
        domain = domains[position]
        is_opaque = domain.contains(values[position]) is None
        value = domain.draw(rng) if is_opaque else _near(values, position, domain, is_wild, rng)
        if is_opaque or domain.contains(value):
            changed[position] = value
    return tuple(changed)


def _near(values: Input, position: int, domain: Domain, is_wild: bool, rng: Random) -> Any:
    value, choice = values[position], rng.random()
    if domain.kind is Kind.BOOL or choice < 0.1:
        return domain.draw(rng)
    others = [v for v in values if type(v) is type(value)]
    if choice < 0.3:
        value = rng.choice(others)
    if domain.kind is Kind.FLOAT and is_wild:
        return math.copysign(10 ** rng.uniform(-20, 20), rng.choice((-1, 1, value)))
    if domain.kind is Kind.INT:
        step = rng.choice((1, 2, 1 + abs(value) // 10))
        return value + rng.choice((-step, 0, step))
    return value + rng.gauss(0, 1) * max(1.0, abs(value)) * 10 ** rng.uniform(-6, 0)


def _closest(expression: Expression, executions: Sequence[Execution]) -> list[Execution]:
    def slack(execution: Execution) -> float:
        return abs(margin(expression, [variable.read(execution) for variable in expression.variables]))

    return sorted(executions, key=slack)[:_PARENTS]
