"""Ugly relations made plain, and whether they still say the same."""

import time
from collections.abc import Sequence
from dataclasses import dataclass

from benchmarks.checks.hand_checking import with_other_outputs
from benchmarks.checks.hand_examination import SECONDS, allow, formula_of, found_of
from benchmarks.checks.hand_inputs import holds
from benchmarks.checks.hand_ugly import UglyForm
from genmorph.filters.candidates import Candidate, agree
from genmorph.inference.examining import Examiner
from genmorph.inference.session import Session
from genmorph.relations.complexity import complexity
from genmorph.relations.expression import Expression
from genmorph.relations.simplification import simplify


@dataclass(frozen=True, slots=True)
class Undressed:
    """The formulas of an ugly relation and of what became of it, and what is to be said of the two.

    `is_equivalent` is about executions of the function and its mutants; `is_equivalent_elsewhere` about pairs whose
    outputs were exchanged for those of others. `is_plain` says that it reads as the plain one does.
    """

    ugly: str
    simplified: str
    is_equivalent: bool
    is_equivalent_elsewhere: bool
    is_longer: bool
    is_plain: bool
    seconds: float


def undress(prepared: Session, examiner: Examiner, form: UglyForm) -> Undressed:
    """The simplest form of an ugly relation that agrees with it on all executions."""
    allow(prepared, SECONDS)
    found = found_of(prepared, form.relation)
    examiner.trials(found)
    start = time.perf_counter()
    simplified = _simplified(examiner, found)
    took = time.perf_counter() - start
    plain = found_of(prepared, form.plain)
    ugly, formula, *plains = (
        formula_of(prepared, form.plain, expression)
        for expression in (found.expression, simplified, plain.expression, _simplified(examiner, plain))
    )
    fresh = prepared.screening_executions(found.transformation).executions
    say_the_same = [holds(found.expression, pair) == holds(simplified, pair) for pair in fresh]
    elsewhere = [holds(found.expression, pair) == holds(simplified, pair) for pair in with_other_outputs(fresh)]
    return Undressed(
        ugly=ugly,
        simplified=formula,
        is_equivalent=all(say_the_same) and agree(found, [simplified])[0],
        is_equivalent_elsewhere=all(elsewhere),
        is_longer=complexity(simplified) > complexity(found.expression) or len(formula) > len(ugly),
        is_plain=formula in plains,
        seconds=took,
    )


def _simplified(examiner: Examiner, found: Candidate) -> Expression:
    """What the last filter makes of it: forms that agree on all rows, and that hold where nothing was learnt."""
    screen = examiner.trials(found).screen

    def agrees(options: Sequence[Expression]) -> list[bool]:
        same = agree(found, options)
        false = screen.counterexamples(options)
        return [is_same and option not in false for option, is_same in zip(options, same, strict=True)]

    return simplify(found.expression, agrees)
