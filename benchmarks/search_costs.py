"""What a whole search takes beside the evaluation of its trees, and how that grows."""

import time
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from itertools import pairwise
from random import Random
from statistics import median
from typing import Any

from benchmarks.contest.timing import cpu_milliseconds
from benchmarks.contest.workload import draw_workload
from benchmarks.java_rows import read_executions
from genmorph.fitness.programs import Programs, concatenate, pack_rows
from genmorph.fitness.scores import score
from genmorph.fitness.table import Table, build_table
from genmorph.model import Tolerance
from genmorph.search.coevolution import Evolution, evolve
from genmorph.search.grammar import Grammar, build_grammar
from genmorph.search.parameters import PRESETS

GENERATIONS = (1, 5, 20, 39)
"""Those of which a generation is compared with the evaluation alone; the first parents are random."""
EARLY, LATE = 10, 300
AROUND = 5
"""A generation's time is the median over so many before and after it."""
REPEATS = 9
WITHOUT_END = 10**9
SIZES = ((2_000, 18_000), (2_000, 100_000), (20_000, 18_000), (20_000, 100_000))
"""Trees and rows."""


@dataclass(slots=True)
class Stopwatch:
    """The CPU time at each question whether another generation may begin, and so the time that each of them took."""

    moments: list[float] = field(default_factory=list)

    def may_go_on(self, _spent: float) -> bool:
        """Always; note the time."""
        self.moments.append(time.process_time())
        return True

    def milliseconds(self, generation: int) -> float:
        """The median over the generations around one, the first of which is 1."""
        first = max(1, generation - AROUND)
        window = self.moments[first - 1 : generation + AROUND + 1]
        return 1e3 * median(after - before for before, after in pairwise(window))


def read_problem(subject: str) -> tuple[Table, Grammar]:
    """The rows of the Java tool for one subject, ready to be searched."""
    executions = read_executions(subject)
    return build_table(executions, Tolerance()), build_grammar(executions.variables, {})


def generation_costs(subject: str) -> dict[str, Any]:
    """Whole generations against the evaluation of the populations that they end with; early ones against late ones."""
    table, grammar = read_problem(subject)
    search(table, grammar, 1, lambda _: True)
    stopwatch = Stopwatch()
    search(table, grammar, LATE + AROUND + 1, stopwatch.may_go_on)
    compared = {}
    for generation in GENERATIONS:
        evolution = search(table, grammar, generation, lambda _: True)
        whole = stopwatch.milliseconds(generation)
        alone = evaluation_milliseconds(concatenate([p.programs for p in evolution.populations]), table)
        compared[str(generation)] = {
            "generation_ms": round(whole, 3),
            "evaluation_ms": round(alone, 3),
            "ratio": round(whole / alone, 2),
        }
    early, late = (stopwatch.milliseconds(generation) for generation in (EARLY, LATE))
    return {
        "generations": compared,
        f"generation_{EARLY}_ms": round(early, 3),
        f"generation_{LATE}_ms": round(late, 3),
        "slowdown": round(late / early, 2),
    }


def search(table: Table, grammar: Grammar, generations: int, may_go_on: Callable[[float], bool]) -> Evolution:
    """So many generations of the default search in one round, whether they bring progress or not."""
    parameters = replace(PRESETS["default"], round=generations, patience=WITHOUT_END)
    return evolve(table, grammar, parameters, may_go_on, Random("search costs"))


def evaluation_milliseconds(programs: Programs, table: Table) -> float:
    """The median time to evaluate these programs, each as if for the first time."""
    return median(cpu_milliseconds(lambda: score(programs, table)) for _ in range(REPEATS))


def scaling() -> dict[str, Any]:
    """The time of an evaluation by trees and rows, the first of which is what the others are measured by."""
    milliseconds = {}
    for trees, rows in SIZES:
        workload = draw_workload(trees, rows, 0)
        programs = pack_rows(workload.relations)
        score(programs, workload.table)
        milliseconds[trees, rows] = evaluation_milliseconds(programs, workload.table)
    first = milliseconds[SIZES[0]]
    return {
        f"{trees} x {rows}": {
            "milliseconds": round(milliseconds[trees, rows], 2),
            "times": round(milliseconds[trees, rows] / first, 2),
            "times_the_work": round(trees * rows / (SIZES[0][0] * SIZES[0][1]), 2),
        }
        for trees, rows in SIZES
    }
