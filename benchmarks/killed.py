"""Runs killed by SIGKILL at random moments: what is left of them, and what the next run gets from them.

Run it as `python -m benchmarks.killed`; `benchmarks/README.md` says what is measured.
"""

import itertools
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from random import Random

import click

from benchmarks.checks.caches import SOUND, calls_counted, integrity
from benchmarks.checks.places import fresh_place
from benchmarks.checks.processes import watched
from benchmarks.checks.timed_subjects import PRIMES, compile_kernels, files_of, infer_command
from benchmarks.record import ROOT, Record, Row

LIMIT = 600.0
"""Seconds after which a run that is not killed is given up."""
LINGERING = 5.0
"""Seconds that processes and temporary files of a killed run may take to go away."""
EARLIEST = 0.3
"""Seconds before which no run is killed."""
_HEAD = ("run", "seed", "killed at", "cache", "left over", "while")
_WIDTHS = (10, 4, 9, 6, 9)


@click.command()
@click.option("--runs", default=50, show_default=True, type=click.IntRange(min=1), help="Runs to kill.")
@click.option("--budget", default="200ev", show_default=True, help="What each run may spend: evaluations.")
@click.option(
    "--output",
    type=click.Path(dir_okay=False, path_type=Path),
    default=ROOT / "benchmarks" / "results" / "killed.json",
    help="Where results go  [default: benchmarks/results/killed.json]",
)
def main(runs: int, budget: str, output: Path) -> None:
    """Kill runs that share one cache, then let one run to its end; exit code 1 where anything is left or broken."""
    record = Record(output, {"runs": runs, "budget": budget})
    with tempfile.TemporaryDirectory(prefix="genmorph-check-") as folder:
        compile_kernels()
        usual = run_to_end(budget, 0, Path(folder) / "usual.sqlite")["seconds"]
        click.echo(f"usual seconds: {usual}")
        _show(_HEAD)
        cache = Path(folder) / "outcomes.sqlite"
        for row in kill_runs(runs, budget, cache, usual):
            record.add(row)
            _show(_cells(row))
        record.finish({"usual_seconds": usual, **_finish(budget, cache), **totals(record.rows)})
    failed = [name for name, holds in rules(record.totals).items() if not holds]
    click.echo(f"broken rules: {', '.join(failed) or 'none'}")
    sys.exit(1 if failed else 0)


def kill_runs(count: int, budget: str, cache: Path, usual: float) -> Iterator[Row]:
    """Runs until so many have been killed, each seed twice, so that also runs that profit from the cache are."""
    rng = Random("killed")
    killed = 0
    for number in itertools.count():
        row = run_killed(budget, killed // 2, cache, rng.uniform(EARLIEST, usual))
        yield {"subject": "killed", "seed": number, **row}
        if row["exit_code"] is None:
            killed += 1
        else:
            usual = row["moment"]
        if killed == count:
            return


def run_killed(budget: str, seed: int, cache: Path, moment: float) -> Row:
    """Start a run, kill it and it alone at that moment, and see what is left; it may have ended before."""
    with fresh_place(files_of(PRIMES)) as place:
        command = infer_command(PRIMES, budget, seed, "--cache", str(cache))
        with watched(command, place) as run:
            ended = run.ended(moment)
            left = run.leftovers(LINGERING)
        files = sorted(path.name for path in place.work.iterdir())
    return {
        "run_seed": seed,
        "moment": round(ended.seconds, 3),
        "exit_code": ended.exit_code,
        "while": ended.last_words.removeprefix("genmorph: ") or "starting",
        "left_over": left,
        "files": files,
        "integrity": integrity(cache),
    }


def run_to_end(budget: str, seed: int, cache: Path) -> Row:
    """A run that is not killed: how it ended, the calls it made, and the outcomes that it found in the cache."""
    command = infer_command(PRIMES, budget, seed, "--cache", str(cache))
    with fresh_place(files_of(PRIMES)) as place, watched(command, place) as run:
        ended = run.ended(LIMIT)
    made, recalled = calls_counted(ended.error) or (None, None)
    return {
        "exit_code": ended.exit_code,
        "seconds": round(ended.seconds, 2),
        "made": made,
        "recalled": recalled,
        "last_words": ended.last_words,
    }


def _finish(budget: str, cache: Path) -> Row:
    """A run with the seed of the first one killed, and the same once more."""
    return {
        "next_run": run_to_end(budget, 0, cache),
        "run_after_it": run_to_end(budget, 0, cache),
        "integrity": integrity(cache),
    }


def totals(rows: Sequence[Row]) -> Row:
    """How many runs were killed, in how many different steps, and how many of them left something."""
    killed = [row for row in rows if row["exit_code"] is None]
    return {
        "killed": len(killed),
        "ended_before": len(rows) - len(killed),
        "failed_before": sum(bool(row["exit_code"]) for row in rows),
        "steps_killed_in": len({row["while"] for row in killed}),
        "with_leftovers": sum(bool(row["left_over"]) for row in rows),
        "with_broken_cache": sum(row["integrity"] not in (SOUND, "absent") for row in rows),
    }


def rules(found: Mapping[str, object]) -> Mapping[str, bool]:
    """What must hold of the totals."""
    following, again = found["next_run"], found["run_after_it"]
    assert isinstance(following, dict)
    assert isinstance(again, dict)
    return {
        "runs that were not killed end well": found["failed_before"] == 0,
        "nothing is left over": found["with_leftovers"] == 0,
        "the cache is sound": found["with_broken_cache"] == 0 and found["integrity"] == SOUND,
        "the next run ends well": following["exit_code"] == 0,
        "the next run reuses what was paid for": bool(following["recalled"]),
        "the run after it makes no call": again["exit_code"] == 0 and again["made"] == 0,
    }


def _cells(row: Row) -> tuple[str, ...]:
    return (
        str(row["seed"]),
        str(row["run_seed"]),
        f"{row['moment']:.2f}" if row["exit_code"] is None else "ended",
        row["integrity"],
        str(len(row["left_over"])),
        row["while"],
    )


def _show(cells: Sequence[str]) -> None:
    shown = [cell.ljust(width) for cell, width in zip(cells, _WIDTHS, strict=False)]
    click.echo("  ".join([*shown, *cells[len(_WIDTHS) :]]).rstrip())


if __name__ == "__main__":
    main()
