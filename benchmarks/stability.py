"""Whether runs from different seeds kill the same mutants.

Run it as `python -m benchmarks.stability`; `benchmarks/README.md` says what is measured.
"""

import sys
import tempfile
from collections.abc import Iterator, Sequence
from itertools import combinations
from pathlib import Path

import click

from benchmarks.checks.killing import described, infer_killing
from benchmarks.checks.ordinary_subjects import COMPARED
from benchmarks.parallel import rows_as_done
from benchmarks.record import ROOT, Record, Row

APART = 1
"""The sets of two seeds may differ by so many mutants."""


def measure(name: str, seed: int, evaluations: float) -> Row:
    """What the relations of one run kill together."""
    with tempfile.TemporaryDirectory(prefix="genmorph-check-") as folder:
        killing = infer_killing(COMPARED[name], evaluations, seed, "default", Path(folder) / "outcomes.sqlite")
    return {
        "subject": name,
        "seed": seed,
        "killed": sorted(killing.killed),
        "valid": killing.valid,
        "invalid": killing.invalid,
    }


@click.command()
@click.option("--seeds", default=10, show_default=True, type=click.IntRange(min=2), help="Runs of each function.")
@click.option(
    "--evaluations",
    default=1_000.0,
    show_default=True,
    type=click.FloatRange(min=0, min_open=True),
    help="What each run may spend, in trees x rows / 10**6.",
)
@click.option("--jobs", default=2, show_default=True, type=click.IntRange(min=1), help="Runs at the same time.")
@click.option(
    "--only",
    multiple=True,
    type=click.Choice(list(COMPARED)),
    default=("gcd", "power"),
    show_default=True,
    help="Functions to run, may be repeated.",
)
@click.option(
    "--output",
    type=click.Path(dir_okay=False, path_type=Path),
    default=ROOT / "benchmarks" / "results" / "stability.json",
    help="Where results go  [default: benchmarks/results/stability.json]",
)
@click.option("--fresh", is_flag=True, help="Run also what is in the results already.")
def main(seeds: int, evaluations: float, jobs: int, only: Sequence[str], output: Path, fresh: bool) -> None:
    """Infer from each seed; exit code 1 where what two seeds kill differs by more than one mutant."""
    record = Record.open(output, {"evaluations": evaluations}, fresh)
    missing = [(name, seed) for name in only for seed in range(seeds) if not record.has(name, seed)]
    for row in rows_as_done(measure, [(*task, evaluations) for task in missing], jobs):
        record.add(row)
        click.echo(f"{row['subject']} {row['seed']}: {len(row['killed'])} mutants by {len(row['valid'])} relations")
    chosen = [row for row in record.rows if row["subject"] in only and row["seed"] < seeds]
    for name in only:
        for line in differences([row for row in chosen if row["subject"] == name], name):
            click.echo(line)
    record.finish(totals(chosen, only))
    sys.exit(1 if record.totals["missed"] else 0)


def farthest(rows: Sequence[Row]) -> int:
    """By how many mutants the sets of any two seeds differ at most.

    >>> farthest([{"killed": ["a", "b"]}, {"killed": ["b"]}, {"killed": ["c", "b"]}])
    2
    """
    sets = [frozenset(row["killed"]) for row in rows]
    return max((len(one ^ other) for one, other in combinations(sets, 2)), default=0)


def differences(rows: Sequence[Row], name: str) -> Iterator[str]:
    """Each mutant that some seeds kill and others do not, with its changed line."""
    counts = {mutant: sum(mutant in row["killed"] for row in rows) for row in rows for mutant in row["killed"]}
    partly = sorted(mutant for mutant, count in counts.items() if count < len(rows))
    lines = described(COMPARED[name], partly)
    for mutant in partly:
        without = ", ".join(str(row["seed"]) for row in rows if mutant not in row["killed"])
        yield f"{name}: seeds {without} do not kill {mutant} ({lines.get(mutant, 'no line of its own')})"


def totals(rows: Sequence[Row], names: Sequence[str]) -> Row:
    """For each function the fewest and most mutants killed and how far sets are apart; those that are too far."""
    figures: Row = {}
    missed = []
    for name in names:
        of_name = [row for row in rows if row["subject"] == name]
        counts = [len(row["killed"]) for row in of_name]
        apart = farthest(of_name)
        figures[f"{name}_killed"] = f"{min(counts)} to {max(counts)}"
        figures[f"{name}_apart"] = apart
        figures[f"{name}_invalid"] = sum(len(row["invalid"]) for row in of_name)
        if apart > APART:
            missed.append(f"{name} within {APART} mutant")
    return {**figures, "missed": missed}


if __name__ == "__main__":
    main()
