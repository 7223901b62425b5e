"""Whether the relations written by hand are what they are said to be; nothing of the filters is used."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import islice
from random import Random

from benchmarks.checks.hand_inputs import expression_of, holds, ordinary_executions, subject_of
from benchmarks.checks.hand_relation import HandRelation
from benchmarks.checks.hand_relations import BY_NAME, GROUPS
from benchmarks.checks.hand_ugly import UGLY, UglyForm
from genmorph.model import Execution

ORDINARY = 1_000
"""Ordinary pairs on which each relation is tried."""
MAY_VIOLATE = 0.005
"""The largest share of ordinary pairs that violates a wrong relation."""


def mistakes() -> Iterator[str]:
    """What is not as it is said to be, of all relations."""
    for relation in GROUPS["wrong"]:
        yield from (f"{relation.name}: {mistake}" for mistake in _of_wrong(relation))
    for relation in BY_NAME.values():
        if relation not in GROUPS["wrong"]:
            yield from (f"{relation.name}: {mistake}" for mistake in _of_true(relation))
    for form in UGLY:
        yield from (f"{form.relation.name}: {mistake}" for mistake in _of_ugly(form))


def _of_wrong(relation: HandRelation) -> Iterator[str]:
    """Its counterexample must violate it, and ordinary pairs hardly ever."""
    if relation.counterexample is None:
        yield "has no counterexample"
        return
    subject, expression = subject_of(relation.function), expression_of(relation)
    execution = subject.execute(relation.transformation, relation.counterexample)
    if execution is None or holds(expression, execution):
        yield f"is not violated by {execution}"
    violations = sum(not holds(expression, pair) for pair in _ordinary(relation))
    if violations > MAY_VIOLATE * ORDINARY:
        yield f"is violated by {violations} of {ORDINARY} ordinary pairs"


def _of_true(relation: HandRelation) -> Iterator[str]:
    """It must hold on ordinary pairs, and what it follows from must be known and of the same function."""
    expression = expression_of(relation)
    violating = [pair for pair in _ordinary(relation) if not holds(expression, pair)]
    if violating:
        yield f"is violated by {violating[0]}"
    for name in relation.reported:
        if name not in BY_NAME or BY_NAME[name].function != relation.function:
            yield f"follows from {name}, which is no relation of {relation.function}"


def _of_ugly(form: UglyForm) -> Iterator[str]:
    """It must be another tree, and say the same as the plain one of pairs with right and with wrong outputs."""
    if form.relation.tree == form.plain.tree:
        yield "is the plain relation"
    plain, ugly = expression_of(form.plain), expression_of(form.relation)
    pairs = _ordinary(form.plain)
    for pair in (*pairs, *with_other_outputs(pairs)):
        if holds(plain, pair) != holds(ugly, pair):
            yield f"is not the plain relation on {pair}"
            return


def _ordinary(relation: HandRelation) -> list[Execution]:
    pairs = ordinary_executions(subject_of(relation.function), relation.transformation, f"{relation.name}/self-check")
    return list(islice(pairs, ORDINARY))


def with_other_outputs(pairs: Sequence[Execution]) -> Iterator[Execution]:
    """The pairs with the outputs of others."""
    others = Random("other outputs").sample(pairs, len(pairs))
    for pair, other in zip(pairs, others, strict=True):
        yield replace(pair, follow_up_outputs=other.follow_up_outputs)
