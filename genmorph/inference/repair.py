"""Another look at a transformation whose relation turned out to be false."""

from collections.abc import Sequence
from dataclasses import replace
from random import Random

from genmorph.execution.observation import is_exact, with_correct
from genmorph.fitness.table import build_table
from genmorph.inference.exploration import SHORT_LOOK, Exploration, found_among
from genmorph.inference.found import Found
from genmorph.inference.prepared import Prepared
from genmorph.model import Execution
from genmorph.search.coevolution import look


def repair(prepared: Prepared, exploration: Exploration, counterexamples: Sequence[Execution]) -> tuple[Found, ...]:
    """What can be computed without a search once the counterexamples are known: relations with a guard, other numbers.

    They are to be judged like all others.
    """
    ground, laboratory = exploration.ground, prepared.laboratory
    learnt = [execution for execution in counterexamples if is_exact(execution)]
    if ground is None or not learnt:
        return ()
    executions = with_correct(ground.executions, learnt)
    table = build_table(executions, laboratory.tolerance)
    evolution = look(table, ground.grammar, SHORT_LOOK, Random(f"repair/{exploration.transformation.key}"))
    assert evolution.archive is not None
    repaired = replace(exploration, ground=replace(ground, executions=executions))
    return found_among(laboratory, repaired, evolution.archive.candidates(), table, ground.screen)
