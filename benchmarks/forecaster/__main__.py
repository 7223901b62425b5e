"""Which faults of a forecaster ready-made relations notice, and how often oracles raise a false alarm.

Run it as `python -m benchmarks.forecaster`; `benchmarks/README.md` says what is measured.
"""

import tomllib
from collections.abc import Sequence
from pathlib import Path

import click

from benchmarks.forecaster.measures import (
    FOLDER,
    SIZES,
    SMALL,
    TRAINING,
    VALIDATION,
    named,
    oracle_name,
    try_fault,
    try_inferred,
    try_oracle,
)
from benchmarks.parallel import rows_as_done
from benchmarks.record import ROOT, Record, Row
from genmorph.learning import Oracle

WANTED = {"published": 28, "all": 35, "with inferred": 36}
COMPARISONS = 200


@click.command()
@click.option("--budget", default="300s", show_default=True, help="What each inference may spend.")
@click.option("--jobs", default=1, show_default=True, type=click.IntRange(min=1), help="Runs at the same time.")
@click.option("--only", multiple=True, metavar="TEXT", help="Run what holds this in its name; repeatable.")
@click.option(
    "--output",
    type=click.Path(dir_okay=False, path_type=Path),
    default=ROOT / "benchmarks" / "results" / "forecaster.json",
    help="Where results go  [default: benchmarks/results/forecaster.json]",
)
@click.option("--fresh", is_flag=True, help="Run also what is in the results already.")
def main(budget: str, jobs: int, only: tuple[str, ...], output: Path, fresh: bool) -> None:
    """Check the reference, its 44 faults, and the oracles."""
    record = Record.open(
        output, {"budget": budget, "sizes": SIZES, "series": [TRAINING, VALIDATION], "small": list(SMALL)}, fresh
    )
    mutants = tomllib.loads((FOLDER / "mutants.toml").read_text(encoding="utf-8"))["mutant"]
    faults = [(None, "training"), (None, "validating"), *((one, one["program"]) for one in mutants)]
    part = COMPARISONS // 10
    seeded = [(name, True) for name in (*(one.value for one in Oracle), "paper")]
    unseeded = [(one.value, False) for one in Oracle if one is not Oracle.SEEDED]
    oracles = [(*oracle, first, part) for oracle in (*seeded, *unseeded) for first in range(0, COMPARISONS, part)]
    done = {row["subject"] for row in record.rows}
    chosen = [task for task in faults if _wanted(named(*task), only, done)]
    for row in rows_as_done(try_fault, chosen, jobs):
        record.add(row)
        click.echo(f"{row['subject']:24} {'published' if row['published'] else '':10} {' '.join(row['violated'])}")
    inferred = [
        (name, budget, [one for one in mutants if one["program"] == name]) for name in ("training", "validating")
    ]
    for row in rows_as_done(try_inferred, [one for one in inferred if _wanted(f"{one[0]} inferred", only, done)], jobs):
        record.add(row)
        click.echo(f"{row['subject']:24} {len(row['relations'])} relations, {len(row['noticed'])} faults noticed")
    tasks = [task for task in oracles if _wanted(f"{oracle_name(*task[:2])} {task[2]}", only, done)]
    for row in rows_as_done(try_oracle, tasks, jobs):
        record.add(row)
        click.echo(f"{row['subject']:24} {row['alarms']} of {row['comparisons']} raise an alarm")
    record.finish(_totals(record.rows))


def _wanted(name: str, only: Sequence[str], done: set[str]) -> bool:
    return name not in done and (not only or any(text in name for text in only))


def _totals(rows: Sequence[Row]) -> Row:
    faults = [row for row in rows if "violated" in row and "reference" not in row["subject"]]
    inferred = [row for row in rows if "noticed" in row]
    noticed = {name for row in inferred for name in row["noticed"]}
    noticed |= {row["subject"] for row in faults if row["violated"]}
    alarms = [row for row in rows if "alarms" in row]
    return {
        "faults": len(faults),
        "by the paper's cases": f"{sum(row['published'] for row in faults)}, wanted {WANTED['published']}",
        "by all cases": f"{sum(bool(row['violated']) for row in faults)}, wanted {WANTED['all']}",
        "by these and inferred ones": f"{len(noticed)}, wanted {WANTED['with inferred']}",
        "refuted of the inferred": [formula for row in inferred for formula in row["refuted"]],
        "missed": [row["subject"] for row in faults if row["subject"] not in noticed],
        "of the reference": [case for row in rows if "reference" in row["subject"] for case in row["violated"]],
        **{
            f"false alarms by {oracle}": f"{sum(row['alarms'] for row in alarms if row['oracle'] == oracle)} of "
            f"{sum(row['comparisons'] for row in alarms if row['oracle'] == oracle)}"
            for oracle in dict.fromkeys(row["oracle"] for row in alarms)
        },
    }


if __name__ == "__main__":
    main()
