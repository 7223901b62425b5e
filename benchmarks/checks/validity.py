"""Whether a reported relation holds on inputs that the inference has not seen."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from itertools import islice
from random import Random
from typing import Any

from benchmarks.checks.inputs import all_inputs, draw_inputs, size
from benchmarks.checks.subjects import Subject
from genmorph import InapplicableInput
from genmorph.results import MetamorphicRelation

INPUTS = 20_000
"""Applicable inputs for each relation, unless another number is given; domains of at most this size are tried whole."""
DRAWS = 20
"""Where few inputs are applicable, drawing ends after so many for each that is wanted."""


@dataclass(frozen=True, slots=True)
class Trial:
    """How many inputs a relation applied to, how many violated it, and the first few of these."""

    applicable: int
    violations: int
    exhaustive: bool
    counterexamples: tuple[tuple[Any, ...], ...]

    @property
    def is_valid(self) -> bool:
        """Whether there were inputs to try, and none violated the relation."""
        return self.applicable > 0 and self.violations == 0


def try_relation(relation: MetamorphicRelation, subject: Subject, seed: int, wanted: int = INPUTS) -> Trial:
    """Check one relation on the whole domain where it is small, else on inputs of our own generator."""

    def check(values: tuple[Any, ...]) -> bool:
        return relation.check(subject.function, *values)

    count = size(subject.ranges)
    if count is not None and count <= wanted:
        return try_inputs(check, all_inputs(subject.ranges), wanted, exhaustive=True)
    rng = Random(f"{subject.name}/{seed}/{relation.formula}")
    return try_inputs(check, islice(draw_inputs(subject.ranges, rng), DRAWS * wanted), wanted)


def try_inputs(
    check: Callable[[tuple[Any, ...]], bool], inputs: Iterable[tuple[Any, ...]], wanted: int, exhaustive: bool = False
) -> Trial:
    """Check inputs until so many were applicable; `check` raises InapplicableInput for those that do not count.

    >>> try_inputs(lambda values: values[0] < 3, [(1,), (2,), (3,), (4,)], wanted=3)
    Trial(applicable=3, violations=1, exhaustive=False, counterexamples=((3,),))
    """
    applicable = 0
    violating = []
    for values in inputs:
        try:
            holds = check(values)
        except InapplicableInput:
            continue
        applicable += 1
        if not holds:
            violating.append(values)
        if applicable == wanted:
            break
    return Trial(applicable, len(violating), exhaustive, tuple(violating[:3]))
