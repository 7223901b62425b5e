"""Milliseconds of a generation: evaluation against other libraries, the search around it, sizes, memory, first calls.

Run it as `python -m benchmarks.speed`; `benchmarks/README.md` says what is measured. It needs the extra `benchmarks`.
"""

import sys
import tempfile
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from statistics import median

import click

from benchmarks.contest.comparison import compare
from benchmarks.contest.workload import draw_workload
from benchmarks.fresh_process import run_fresh
from benchmarks.java_rows import KINDS
from benchmarks.record import ROOT, Record, Row
from benchmarks.search_costs import generation_costs, scaling

TREES, ROWS = 2_000, 18_000
MILLISECONDS, TIMES_DEAP, TIMES_OPERON = 12.0, 12.0, 4.0
"""Wanted of the evaluation: at most so many milliseconds, or so many times as fast as DEAP; and as pyoperon."""
OVERHEAD = 2.0
"""A whole generation may take so many times as long as the evaluation of its populations."""
SLOWDOWN = 1.5
MEGABYTES = 500.0
WARM_SECONDS = 0.6
"""The first evaluation of a process, where the kernel was compiled by an earlier one."""
_WARM_RUNS = 5
EVALUATION, SCALING, MEMORY, FIRST_CALLS = "evaluation", "scaling", "memory", "first calls"


def _search_of(subject: str) -> str:
    return f"search of {subject}"


def parts(rounds: int) -> Mapping[str, Callable[[], Row]]:
    """What is measured, by name."""
    return {
        EVALUATION: lambda: compare(draw_workload(TREES, ROWS, 0), rounds),
        **{_search_of(subject): partial(generation_costs, subject) for subject in KINDS},
        SCALING: scaling,
        MEMORY: measure_memory,
        FIRST_CALLS: measure_first_calls,
    }


def measure_memory() -> Row:
    """The peaks of a second process, since the first one compiles."""
    with tempfile.TemporaryDirectory(prefix="genmorph-check-") as folder:
        return [run_fresh("memory", Path(folder)) for _ in range(2)][1]


def measure_first_calls() -> Row:
    """Seconds of the first calls with nothing compiled, and medians of later processes."""
    with tempfile.TemporaryDirectory(prefix="genmorph-check-") as folder:
        cold = run_fresh("first-calls", Path(folder))
        runs = [run_fresh("first-calls", Path(folder)) for _ in range(_WARM_RUNS)]
    warm = {name: {clock: median(run[name][clock] for run in runs) for clock in cold[name]} for name in cold}
    return {"cold": cold, "warm": warm}


@click.command()
@click.option("--rounds", default=15, show_default=True, type=click.IntRange(min=1), help="Turns of each evaluator.")
@click.option("--only", multiple=True, type=click.Choice(list(parts(1))), help="Parts to measure; all unless given.")
@click.option(
    "--output",
    type=click.Path(dir_okay=False, path_type=Path),
    default=ROOT / "benchmarks" / "results" / "speed.json",
    help="Where results go  [default: benchmarks/results/speed.json]",
)
@click.option("--fresh", is_flag=True, help="Run also what is in the results already.")
def main(rounds: int, only: Sequence[str], output: Path, fresh: bool) -> None:
    """Measure all parts; exit code 1 where a wanted figure is missed."""
    record = Record.open(output, {"rounds": rounds}, fresh)
    chosen = {name: measure for name, measure in parts(rounds).items() if not only or name in only}
    for name, measure in chosen.items():
        if not record.has(name, 0):
            click.echo(f"measuring {name}", err=True)
            record.add({"subject": name, "seed": 0, **measure()})
    record.finish(totals({row["subject"]: row for row in record.rows if row["subject"] in chosen}))
    sys.exit(1 if record.totals["missed"] else 0)


def totals(rows: Mapping[str, Row]) -> Row:
    """The figures that something is wanted of, for the parts that were measured, and those that are missed."""
    figures: Row = {}
    tests: dict[str, bool] = {}
    if EVALUATION in rows:
        _add_evaluation(rows[EVALUATION], figures, tests)
    searches = {subject: rows[_search_of(subject)] for subject in KINDS if _search_of(subject) in rows}
    if searches:
        _add_searches(searches, figures, tests)
    if SCALING in rows:
        times = {size: row["times"] for size, row in rows[SCALING].items() if isinstance(row, dict)}
        figures["scaling"] = [f"{size} takes {value} times as long" for size, value in times.items()]
    if MEMORY in rows:
        figures["memory_mb"] = rows[MEMORY]["search_mb"]
        figures["memory_of_imports_mb"] = rows[MEMORY]["imports_mb"]
        tests[f"a search in {MEGABYTES:g} MB"] = figures["memory_mb"] < MEGABYTES
    if FIRST_CALLS in rows:
        _add_first_calls(rows[FIRST_CALLS], figures, tests)
    return {**figures, "missed": [name for name, met in tests.items() if not met]}


def _add_evaluation(row: Row, figures: Row, tests: dict[str, bool]) -> None:
    ours = row["times"]["ours"]["median_ms"]
    times = {name: ratio["median"] for name, ratio in row["ratios"].items()}
    figures["evaluation_ms"] = ours
    figures["minimum_evaluation_ms"] = row["times"]["ours"]["minimum_ms"]
    figures |= {f"times_as_fast_as_{name}": value for name, value in times.items()}
    tests[f"{MILLISECONDS:g} ms, or {TIMES_DEAP:g} times as fast as DEAP"] = (
        ours <= MILLISECONDS or times["deap"] >= TIMES_DEAP
    )
    tests[f"{TIMES_OPERON:g} times as fast as pyoperon"] = times["pyoperon"] >= TIMES_OPERON
    tests["the same truth as DEAP on all rows"] = row["disagreeing"]["deap"] == 0
    tests["the same truth as gplearn on all rows"] = row["disagreeing"]["gplearn_short"] == 0


def _add_searches(searches: Mapping[str, Row], figures: Row, tests: dict[str, bool]) -> None:
    for subject, row in searches.items():
        of = {number: compared["ratio"] for number, compared in row["generations"].items()}
        figures[f"generation_to_evaluation_{subject}"] = [f"{ratio} at {number}" for number, ratio in of.items()]
        figures[f"slowdown_{subject}"] = row["slowdown"]
        tests[f"a generation of {subject} within {OVERHEAD:g} evaluations"] = max(of.values()) <= OVERHEAD
        tests[f"no slowdown of {subject} beyond {SLOWDOWN:g}"] = row["slowdown"] <= SLOWDOWN


def _add_first_calls(row: Row, figures: Row, tests: dict[str, bool]) -> None:
    for state in ("cold", "warm"):
        figures[f"{state}_import_s"] = row[state]["import_fitness"]["wall_s"]
        figures[f"{state}_first_evaluation_s"] = row[state]["first_score"]["wall_s"]
        figures[f"{state}_first_generation_s"] = row[state]["first_generation_no-join"]["wall_s"]
        figures[f"{state}_first_join_s"] = row[state]["first_generation_default"]["wall_s"]
    tests[f"first evaluation within {WARM_SECONDS:g} s"] = figures["warm_first_evaluation_s"] <= WARM_SECONDS


if __name__ == "__main__":
    main()
