"""All evaluators on one workload: that they agree, and what they take."""

from collections.abc import Mapping, Sequence
from importlib.metadata import version
from statistics import fmean
from typing import Any

import numpy as np

from benchmarks.contest.deap_numpy import DeapNumpy
from benchmarks.contest.evaluators import Evaluator
from benchmarks.contest.gplearn_programs import GplearnPrograms
from benchmarks.contest.meanings import PLAIN, same_meanings
from benchmarks.contest.operon_trees import OperonTrees
from benchmarks.contest.ours import Ours
from benchmarks.contest.timing import Milliseconds, alternate, summary
from benchmarks.contest.workload import Row, Workload

Figures = dict[str, Any]

PAIRS = (
    ("deap", "ours"),
    ("deap_plain", "ours"),
    ("gplearn", "ours"),
    ("pyoperon", "ours"),
    ("gplearn_short", "ours_short"),
    ("pyoperon_short", "ours_short"),
)
"""Each other evaluator, and what it is compared with: ours on relations, or on its short terms as `term <= 0`."""
SAME_TREES = ("deap", "deap_plain", "gplearn_short", "pyoperon_short")
"""Those whose trees ours are, so that both must say the same."""


def make_evaluators(workload: Workload) -> dict[str, Evaluator]:
    """All of them, with their trees ready."""
    columns, table = workload.columns, workload.table
    same, absolute = same_meanings(table.tolerance), table.tolerance.absolute
    return {
        "ours": Ours(workload.relations, table),
        "deap": DeapNumpy(workload.relations, columns, table.correct, same),
        "deap_plain": DeapNumpy(workload.relations, columns, table.correct, PLAIN),
        "gplearn": GplearnPrograms(workload.terms, columns, absolute, same),
        "pyoperon": OperonTrees(workload.terms, columns, absolute),
        "ours_short": Ours(workload.wrapped, table),
        "gplearn_short": GplearnPrograms(workload.short_terms, columns, absolute, same),
        "pyoperon_short": OperonTrees(workload.short_terms, columns, absolute),
    }


def compare(workload: Workload, rounds: int) -> Figures:
    """The milliseconds of each evaluator, how often it disagrees with ours, and how many times it takes as long."""
    evaluators = make_evaluators(workload)
    disagreeing = disagreements(evaluators)
    times = alternate({name: evaluator.evaluate for name, evaluator in evaluators.items()}, rounds)
    return {
        "trees": len(workload.relations),
        "mean_size": mean_size(workload.relations),
        "mean_size_of_terms": mean_size(workload.terms),
        "mean_size_of_short_terms": mean_size(workload.short_terms),
        "rows": workload.table.rows,
        "versions": {package: version(package) for package in ("deap", "gplearn", "pyoperon")},
        "times": {name: summary(values) for name, values in times.items()},
        "disagreeing": disagreeing,
        "ratios": ratios(times),
    }


def mean_size(trees: Sequence[Row]) -> float:
    """The mean number of nodes."""
    return round(fmean(len(codes) for codes, _ in trees), 2)


def disagreements(evaluators: Mapping[str, Evaluator]) -> dict[str, float]:
    """The share of trees and rows on which each evaluator says another thing than ours."""
    ours = {name: evaluators[name].verdicts() for name in ("ours", "ours_short")}
    reference = dict(PAIRS)
    return {name: float(np.mean(evaluators[name].verdicts() != ours[reference[name]])) for name in SAME_TREES}


def ratios(times: Milliseconds) -> dict[str, dict[str, float]]:
    """How many times the time of ours each evaluator takes, by medians and by minima."""
    shown = {name: summary(values) for name, values in times.items()}
    return {
        name: {
            figure: round(shown[name][f"{figure}_ms"] / shown[reference][f"{figure}_ms"], 2)
            for figure in ("median", "minimum")
        }
        for name, reference in PAIRS
    }
