"""Whole processes against their budgets, validity under short budgets, cold and cached runs, memory.

Run it as `python -m benchmarks.deadlines`; `benchmarks/README.md` says what is measured.
"""

import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from statistics import median

import click

from benchmarks.checks import timed_functions
from benchmarks.checks.caches import calls_counted
from benchmarks.checks.inference import FOUND, NOTHING_FOUND, SAVED, TESTS
from benchmarks.checks.places import fresh_place
from benchmarks.checks.processes import watched
from benchmarks.checks.subjects import Subject
from benchmarks.checks.timed_subjects import (
    GCD,
    NAPPING,
    PRIMES,
    SINE,
    WEEKDAY,
    compile_kernels,
    files_of,
    infer_command,
)
from benchmarks.checks.validity import try_relation
from benchmarks.record import ROOT, Record, Row
from genmorph import RelationSet

ROTATION = (WEEKDAY, SINE, NAPPING, GCD)
FAST = (WEEKDAY.name, SINE.name)
PAIRED = (WEEKDAY, PRIMES)
INPUTS = 2_000
"""Further inputs on which each relation must hold."""
OVERTIME = 3.0
"""Seconds that a whole process may take beyond its budget."""
PATIENCE = 120.0
"""Seconds beyond the budget at which a run is given up."""
_HEAD = ("function", "budget", "seed", "exit", "over", "relations", "valid", "megabytes")
_WIDTHS = (16, 8, 4, 4, 7, 9, 5)


@click.command()
@click.option("--runs", default=20, show_default=True, type=click.IntRange(min=1), help="Runs for each budget.")
@click.option("--budgets", default="5,15,60", show_default=True, help="Seconds, with commas between.")
@click.option("--pairs", default=5, show_default=True, type=click.IntRange(min=0), help="Cold and cached runs.")
@click.option("--evaluations", default="200ev", show_default=True, help="The budget of cold and cached runs.")
@click.option(
    "--output",
    type=click.Path(dir_okay=False, path_type=Path),
    default=ROOT / "benchmarks" / "results" / "deadlines.json",
    help="Where results go  [default: benchmarks/results/deadlines.json]",
)
@click.option("--fresh", is_flag=True, help="Run also what is in the results already.")
def main(runs: int, budgets: str, pairs: int, evaluations: str, output: Path, fresh: bool) -> None:
    """Time whole runs on four functions in rotation; exit code 1 where one is late or a relation is false."""
    timed_functions.NAP = 0.0  # in this process the function is only asked whether relations hold
    record = Record.open(output, {"evaluations": evaluations}, fresh)
    compile_kernels()
    _show(_HEAD)
    for budget in map(float, budgets.split(",")):
        for seed in range(runs):
            _once(record, f"{budget:g}s", seed, ROTATION[seed % len(ROTATION)], budget)
    for seed in range(pairs):
        for subject in PAIRED:
            _once(record, f"{subject.name}, cold and cached", seed, subject, evaluations)
    record.finish(totals(record.rows))
    sys.exit(1 if record.totals["missed"] else 0)


def _once(record: Record, name: str, seed: int, subject: Subject, budget: float | str) -> None:
    """Measure and show what the record does not have yet."""
    if not record.has(name, seed):
        row = run_pair(subject, budget, seed) if isinstance(budget, str) else run_in_time(subject, budget, seed)
        record.add({"subject": name, "seed": seed, **row})
    _show(_cells(next(row for row in record.rows if (row["subject"], row["seed"]) == (name, seed))))


def run_in_time(subject: Subject, budget: float, seed: int) -> Row:
    """A run with both files wanted, from an empty cache; then its relations are tried on further inputs."""
    with fresh_place(files_of(subject)) as place:
        with watched(infer_command(subject, f"{budget:g}s", seed, "--output", TESTS), place) as run:
            ended = run.ended(budget + PATIENCE)
        relations = RelationSet.from_json(place.work / SAVED) if ended.exit_code in (FOUND, NOTHING_FOUND) else ()
        stages = dict(relations.stages) if isinstance(relations, RelationSet) else {}
    trials = [try_relation(relation, subject, seed, INPUTS) for relation in relations]
    return {
        "function": subject.name,
        "budget": budget,
        "exit_code": ended.exit_code,
        "over_seconds": round(ended.seconds - budget, 2),
        "relations": len(trials),
        "valid": sum(trial.applicable > 0 and not trial.violations for trial in trials),
        "peak_megabytes": ended.peak_bytes >> 20,
        "stage_seconds": stages.get("seconds"),
        "last_words": ended.last_words,
    }


def run_pair(subject: Subject, budget: str, seed: int) -> Row:
    """The same command twice: with an empty cache, and with what the first run has left in it."""
    with tempfile.TemporaryDirectory(prefix="genmorph-check-") as folder:
        words = (subject, budget, seed, "--cache", str(Path(folder) / "outcomes.sqlite"))
        ends = []
        for _ in ("cold", "cached"):
            with fresh_place(files_of(subject)) as place, watched(infer_command(*words), place) as run:
                ends.append(run.ended(10 * PATIENCE))
    cold, cached = ends
    return {
        "function": subject.name,
        "cold_seconds": round(cold.seconds, 2),
        "cached_seconds": round(cached.seconds, 2),
        "exit_codes": [cold.exit_code, cached.exit_code],
        "cold_calls": calls_counted(cold.error),
        "cached_calls": calls_counted(cached.error),
    }


def totals(rows: Sequence[Row]) -> Row:
    """For each budget the median and the worst overrun; for each function cold and cached times; what is missed."""
    timed = [row for row in rows if "budget" in row]
    relations, valid = (sum(row[name] for row in timed) for name in ("relations", "valid"))
    paired = [row for row in rows if "cold_seconds" in row]
    tests = {
        "no run fails": all(row["exit_code"] in (FOUND, NOTHING_FOUND) for row in timed),
        "fast functions give relations": all(row["relations"] for row in timed if row["function"] in FAST),
        "all relations valid": valid == relations,
        f"time within the budget and {OVERTIME:g} s": all(row["over_seconds"] <= OVERTIME for row in timed),
        "cached runs make no call": all((row["cached_calls"] or (None,))[0] == 0 for row in paired),
    }
    return {
        **{f"{budget:g}s": _overrun(timed, budget) for budget in sorted({row["budget"] for row in timed})},
        **{name: _speed(paired, name) for name in sorted({row["function"] for row in paired})},
        "relations": relations,
        "valid": valid,
        "peak_megabytes": max((row["peak_megabytes"] for row in timed), default=None),
        "missed": [name for name, met in tests.items() if not met],
    }


def _overrun(rows: Sequence[Row], budget: float) -> Row:
    chosen = [row for row in rows if row["budget"] == budget]
    over = [row["over_seconds"] for row in chosen]
    found = {row["function"]: row["relations"] for row in chosen}
    fewest = {name: min(row["relations"] for row in chosen if row["function"] == name) for name in found}
    return {"runs": len(over), "median_over": median(over), "worst_over": max(over), "fewest_relations": fewest}


def _speed(rows: Sequence[Row], name: str) -> Row:
    chosen = [row for row in rows if row["function"] == name]
    cold, cached = (median(row[kind] for row in chosen) for kind in ("cold_seconds", "cached_seconds"))
    return {"pairs": len(chosen), "cold_seconds": cold, "cached_seconds": cached, "ratio": round(cached / cold, 3)}


def _cells(row: Row) -> tuple[str, ...]:
    if "cold_seconds" in row:
        times = f"cold {row['cold_seconds']:.1f} s, cached {row['cached_seconds']:.1f} s, calls {row['cached_calls']}"
        return (row["function"], "", str(row["seed"]), str(row["exit_codes"]), times)
    return (
        row["function"],
        f"{row['budget']:g}s",
        str(row["seed"]),
        str(row["exit_code"]),
        f"{row['over_seconds']:+.2f}",
        str(row["relations"]),
        str(row["valid"]),
        str(row["peak_megabytes"]),
    )


def _show(cells: Sequence[str]) -> None:
    shown = [cell.ljust(width) for cell, width in zip(cells, _WIDTHS, strict=False)]
    click.echo("  ".join([*shown, *cells[len(_WIDTHS) :]]).rstrip())


if __name__ == "__main__":
    main()
