"""Time until each step of the Java engine's trajectory is reached on its own rows, with the join and without it.

Run it as `python -m benchmarks.versus_java`; `benchmarks/README.md` says what is measured.
"""

import math
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from random import Random
from statistics import median

import click

from benchmarks.java_rows import KINDS, read_executions
from benchmarks.java_trajectory import TRAJECTORY, Milestone, last_of_java
from benchmarks.record import ROOT, Record, Row
from genmorph.fitness.table import Table, build_table
from genmorph.model import Tolerance
from genmorph.relations.printing import formula
from genmorph.search.archive import Archive
from genmorph.search.coevolution import Evolution, evolve
from genmorph.search.grammar import Grammar, build_grammar
from genmorph.search.parameters import PRESETS

SEARCHES = {"join": "default", "no_join": "no-join"}
TIMES_JAVA = 100.0
"""Without the join, the last value of the Java engine is wanted in this part of its CPU time."""
WITHOUT_END = 10**9


@dataclass(frozen=True, slots=True)
class Moment:
    """When a search stood at a share of false negatives: CPU and wall seconds since it began, generations bred."""

    share: float
    cpu: float
    wall: float
    generations: int


@dataclass(slots=True)
class Clock:
    """Seconds of CPU and wall time while it runs: looking at the results is not counted."""

    cpu: float = 0.0
    wall: float = 0.0
    _since: tuple[float, float] = field(default=(0.0, 0.0))

    def __enter__(self) -> None:
        self._since = time.process_time(), time.perf_counter()

    def __exit__(self, *_: object) -> None:
        self.cpu += time.process_time() - self._since[0]
        self.wall += time.perf_counter() - self._since[1]


def search(table: Table, grammar: Grammar, preset: str, seed: int, goal: float, cap: float) -> tuple[list[Moment], str]:
    """Each moment at which the best relation got better, until the goal or the cap of CPU seconds; and that relation.

    The first moment is that of the first populations; from then on each generation is looked at.
    """
    start, step = (replace(PRESETS[preset], round=generations, patience=WITHOUT_END) for generations in (0, 1))
    rng, clock = Random(f"{seed}/versus java"), Clock()
    moments: list[Moment] = []
    evolution: Evolution | None = None
    best = math.inf
    while best > goal and clock.cpu < cap:
        with clock:
            evolution = evolve(table, grammar, step if evolution else start, lambda _: True, rng, evolution)
        missed = evolution.archive.fewest_missed
        if missed is not None and missed / table.incorrect < best:
            best = missed / table.incorrect
            moments.append(Moment(best, clock.cpu, clock.wall, evolution.generations))
    return moments, _best_formula(evolution.archive, grammar) if evolution else ""


def _best_formula(archive: Archive, grammar: Grammar) -> str:
    names = {variable.name: variable.name for variable in grammar.variables}
    return "".join(formula(candidate.expression, names) for candidate in archive.best())


def measure(subject: str, seed: int, cap: float) -> Row:
    """Both searches on one subject from one seed, kernels loaded."""
    executions = read_executions(subject)
    began = time.process_time()
    table = build_table(executions, Tolerance())
    row: Row = {"subject": subject, "seed": seed, "table_cpu": round(time.process_time() - began, 4)}
    grammar = build_grammar(executions.variables, {})
    goals = {"join": TRAJECTORY[subject][-1].share, "no_join": last_of_java(subject).share}
    for name, preset in SEARCHES.items():
        _load_kernels(table, grammar, preset)
        moments, best = search(table, grammar, preset, seed, goals[name], cap)
        row[name] = {
            "reached": [_reached(milestone, moments) for milestone in TRAJECTORY[subject]],
            "share": round(moments[-1].share, 6) if moments else None,
            "formula": best,
        }
    return row


def _load_kernels(table: Table, grammar: Grammar, preset: str) -> None:
    """One generation that is not timed."""
    evolve(table, grammar, replace(PRESETS[preset], round=1), lambda _: True, Random("kernels"))


def _reached(milestone: Milestone, moments: Sequence[Moment]) -> Row | None:
    """The first moment at which the search was as good; None where it never was."""
    for moment in moments:
        if milestone.is_reached(moment.share):
            return {"cpu": round(moment.cpu, 4), "wall": round(moment.wall, 4), "generations": moment.generations}
    return None


def middle(rows: Sequence[Row], search_name: str, index: int, clock: str) -> float | None:
    """The median seconds until one milestone; None where it was not reached in half of the searches."""
    reached = [row[search_name]["reached"][index] for row in rows]
    seconds = median(math.inf if moment is None else moment[clock] for moment in reached)
    return None if math.isinf(seconds) else round(seconds, 3)


@click.command()
@click.option("--seeds", default=10, show_default=True, type=click.IntRange(min=1), help="Searches on each subject.")
@click.option(
    "--cap", default=60.0, show_default=True, type=click.FloatRange(min=0, min_open=True), help="CPU seconds of each."
)
@click.option(
    "--output",
    type=click.Path(dir_okay=False, path_type=Path),
    default=ROOT / "benchmarks" / "results" / "versus_java.json",
    help="Where results go  [default: benchmarks/results/versus_java.json]",
)
@click.option("--fresh", is_flag=True, help="Run also what is in the results already.")
def main(seeds: int, cap: float, output: Path, fresh: bool) -> None:
    """Search the rows of the Java engine; exit code 1 where a wanted figure is missed."""
    record = Record.open(output, {"cap": cap}, fresh)
    for subject in KINDS:
        for seed in range(seeds):
            if not record.has(subject, seed):
                record.add(measure(subject, seed, cap))
                _show(record.rows, subject, seed)
    chosen = [row for row in record.rows if row["seed"] < seeds]
    for subject in KINDS:
        _show_table(subject, [row for row in chosen if row["subject"] == subject])
    record.finish(totals(chosen))
    sys.exit(1 if record.totals["missed"] else 0)


def _show(rows: Sequence[Row], subject: str, seed: int) -> None:
    row = next(row for row in rows if (row["subject"], row["seed"]) == (subject, seed))
    for name in SEARCHES:
        click.echo(f"{subject} {seed:2} {name:7} FN {row[name]['share']}: {row[name]['formula'] or 'no relation'}")


def _show_table(subject: str, rows: Sequence[Row]) -> None:
    """Median seconds until each milestone: CPU / wall, and those of Java."""
    click.echo(f"\n{subject}: median CPU / wall seconds of {len(rows)} seeds until a share of false negatives")
    for index, milestone in enumerate(TRAJECTORY[subject]):
        cells = [f"{milestone.share:7.4f}", f"Java {'-' if milestone.java is None else milestone.java:>4}"]
        for name in SEARCHES:
            cpu, wall = (middle(rows, name, index, clock) for clock in ("cpu", "wall"))
            seeds = sum(row[name]["reached"][index] is not None for row in rows)
            cells.append(f"{name} {'-' if cpu is None else f'{cpu:.3f} / {wall:.3f}'} ({seeds} of {len(rows)})")
        click.echo("  ".join(cells))


def totals(rows: Sequence[Row]) -> Row:
    """The wanted figures and those that are missed: CPU seconds with the join, and how many times faster without."""
    figures: Row = {}
    missed = []
    for subject, milestones in TRAJECTORY.items():
        of_subject = [row for row in rows if row["subject"] == subject]
        for index, milestone in enumerate(milestones):
            name = f"{subject}_{milestone.share:g}"
            if milestone.limit is not None:
                seconds = middle(of_subject, "join", index, "cpu")
                figures[f"{name}_join_cpu_s"] = seconds
                if seconds is None or seconds > milestone.limit:
                    missed.append(f"{subject} at {milestone.share:g} with the join in {milestone.limit:g} s")
        last = last_of_java(subject)
        seconds = middle(of_subject, "no_join", milestones.index(last), "cpu")
        figures[f"{subject}_{last.share:g}_times_java"] = times = _times_java(last, seconds)
        if times is None or times < TIMES_JAVA:
            missed.append(f"{subject} at {last.share:g} without the join {TIMES_JAVA:g} times as fast as Java")
    return {**figures, "missed": missed}


def _times_java(milestone: Milestone, seconds: float | None) -> float | None:
    if seconds is None or milestone.java is None:
        return None
    return round(milestone.java / max(seconds, 1e-3))


if __name__ == "__main__":
    main()
