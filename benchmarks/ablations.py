"""The default search against searches without one of its parts: mutants killed at equal evaluations.

Run it as `python -m benchmarks.ablations`; `benchmarks/README.md` says what is measured.
"""

import sys
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from statistics import fmean, median
from time import perf_counter

import click
from scipy.stats import mannwhitneyu

from benchmarks.checks.killing import infer_killing
from benchmarks.checks.ordinary_subjects import COMPARED
from benchmarks.parallel import rows_as_done
from benchmarks.record import ROOT, Record, Row
from genmorph.search.parameters import PRESETS

DEFAULT = "default"
SIGNIFICANT = 0.05
TIED = 1
"""Medians that differ by so many mutants count as equal."""

Kills = Mapping[str, Sequence[int]]
"""The numbers of mutants killed from each seed, by preset."""


def measure(name: str, seed: int, evaluations: float) -> Row:
    """All presets on one function from one seed; they share the outcomes of calls, which they do not depend on."""
    row: Row = {"subject": name, "seed": seed}
    with tempfile.TemporaryDirectory(prefix="genmorph-check-") as folder:
        for preset in PRESETS:
            began = perf_counter()
            killing = infer_killing(COMPARED[name], evaluations, seed, preset, Path(folder) / "outcomes.sqlite")
            row[preset] = {
                "killed": sorted(killing.killed),
                "valid": killing.valid,
                "invalid": killing.invalid,
                "nodes": killing.nodes,
                "evaluations": killing.evaluations,
                "seconds": round(perf_counter() - began, 2),
            }
    return row


@click.command()
@click.option("--seeds", default=5, show_default=True, type=click.IntRange(min=1), help="Runs of each preset.")
@click.option(
    "--evaluations",
    default=1_000.0,
    show_default=True,
    type=click.FloatRange(min=0, min_open=True),
    help="What each run may spend, in trees x rows / 10**6.",
)
@click.option("--jobs", default=2, show_default=True, type=click.IntRange(min=1), help="Runs at the same time.")
@click.option("--only", multiple=True, type=click.Choice(list(COMPARED)), help="Functions to run; all unless given.")
@click.option(
    "--output",
    type=click.Path(dir_okay=False, path_type=Path),
    default=ROOT / "benchmarks" / "results" / "ablations.json",
    help="Where results go  [default: benchmarks/results/ablations.json]",
)
@click.option("--fresh", is_flag=True, help="Run also what is in the results already.")
def main(seeds: int, evaluations: float, jobs: int, only: Sequence[str], output: Path, fresh: bool) -> None:
    """Compare all presets on all functions; exit code 1 where another preset than the default is better."""
    names = only or tuple(COMPARED)
    record = Record.open(output, {"evaluations": evaluations}, fresh)
    missing = [(name, seed) for name in names for seed in range(seeds) if not record.has(name, seed)]
    for row in rows_as_done(measure, [(*task, evaluations) for task in missing], jobs):
        record.add(row)
        counts = ", ".join(f"{preset} {len(row[preset]['killed'])}" for preset in PRESETS)
        click.echo(f"{row['subject']} {row['seed']}: {counts}")
    chosen = [row for row in record.rows if row["subject"] in names and row["seed"] < seeds]
    show_table(chosen)
    record.finish(totals(chosen))
    sys.exit(1 if record.totals["missed"] else 0)


def kills_of(rows: Sequence[Row], name: str) -> Kills:
    """What the presets kill of one function."""
    return {preset: [len(row[preset]["killed"]) for row in rows if row["subject"] == name] for preset in PRESETS}


def killable(rows: Sequence[Row], name: str) -> int:
    """How many mutants of a function any preset has killed from any seed."""
    sets = (row[preset]["killed"] for row in rows if row["subject"] == name for preset in PRESETS)
    return len(frozenset[str]().union(*sets))


def probability(better: Sequence[int], worse: Sequence[int]) -> float:
    """That of such ranks if the first were not better: Mann-Whitney U, one-sided; 1 where all are equal.

    >>> probability([3, 3], [3, 3]), probability([9, 8, 9, 8], [1, 2, 1, 2]) < SIGNIFICANT
    (1.0, True)
    """
    if len({*better, *worse}) == 1:
        return 1.0
    return float(mannwhitneyu(better, worse, alternative="greater").pvalue)


def show_table(rows: Sequence[Row]) -> None:
    """Median shares of the killable mutants: `+` where the default is significantly better, `-` where it is worse."""
    click.echo("\nmedian share of the mutants that any run kills")
    click.echo("  ".join(["function".ljust(16), "killable", *PRESETS]))
    for name in sorted({row["subject"] for row in rows}):
        kills, of = kills_of(rows, name), killable(rows, name)
        cells = [_cell(preset, kills, of).ljust(len(preset)) for preset in PRESETS]
        click.echo("  ".join([name.ljust(16), f"{of:8}", *cells]).rstrip())


def _cell(preset: str, kills: Kills, of: int) -> str:
    share = f"{median(kills[preset]) / of:.2f}" if of else "-"
    is_better = probability(kills[DEFAULT], kills[preset]) < SIGNIFICANT
    is_worse = probability(kills[preset], kills[DEFAULT]) < SIGNIFICANT
    return share + ("+" if is_better else "-" if is_worse else "")


def totals(rows: Sequence[Row]) -> Row:
    """Figures over all functions, and where a preset is better than the default."""
    names = sorted({row["subject"] for row in rows})
    better = []
    for name in names:
        kills = kills_of(rows, name)
        for preset in PRESETS:
            p = probability(kills[preset], kills[DEFAULT])
            gap = median(kills[preset]) - median(kills[DEFAULT])
            if p < SIGNIFICANT or gap > TIED:
                better.append(f"{preset} is better on {name} by {gap:g} mutants, p = {p:.2g}")
    shares = {
        preset: [median(kills_of(rows, name)[preset]) / of for name in names if (of := killable(rows, name))]
        for preset in PRESETS
    }
    return {
        "functions": len(names),
        "runs": len(rows) * len(PRESETS),
        **{f"{preset}_mean_of_medians": round(fmean(of), 4) if of else None for preset, of in shares.items()},
        "median_nodes": [f"{median(row[preset]['nodes'] for row in rows):g} of {preset}" for preset in PRESETS],
        "invalid": [f"{sum(len(row[preset]['invalid']) for row in rows)} of {preset}" for preset in PRESETS],
        "median_seconds_of_default": median(row[DEFAULT]["seconds"] for row in rows),
        "median_evaluations_of_default": median(row[DEFAULT]["evaluations"] for row in rows),
        "missed": better,
    }


if __name__ == "__main__":
    main()
