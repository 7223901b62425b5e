"""Oracles of learning programs: how often right programs raise an alarm, and draws of one distribution.

Run it as `python -m benchmarks.learning_oracles`; `benchmarks/README.md` says what is measured.
"""

import random
import sys
from collections.abc import Callable
from pathlib import Path

import click

from benchmarks.parallel import rows_as_done
from benchmarks.record import ROOT, Record, Row
from genmorph.learning import Answer, Oracle, check_relations, forecaster_relations
from genmorph.learning.number_series import generated_series
from genmorph.learning.oracles import are_same
from tests.subjects.learners import RIGHT, STEPS, UNSEEDED

LENGTHS = ((60, 30), (100, 40), (150, 60), (20, 12))
"""Values to learn from and to forecast, of which each series has some."""
BATCHES = (1, 2, 20)
"""Windows of a batch, in turn."""
COMPARED = {Oracle.INTERVAL: 20_000, Oracle.RANKS: 4_000}
"""Comparisons of draws of each distribution: a test of ranks takes longer."""
DRAWS: dict[str, Callable[[random.Random], float]] = {
    "normal": lambda rng: rng.gauss(0, 1),
    "log-normal": lambda rng: rng.lognormvariate(0, 1),
    "exponential": lambda rng: rng.expovariate(1),
    "chi-squared": lambda rng: rng.gauss(0, 1) ** 2,
    "Pareto": lambda rng: rng.paretovariate(1),
    "negative exponential": lambda rng: -rng.expovariate(1),
    "one in ten far off": lambda rng: rng.gauss(0, 0.1) + (5 if rng.random() < 0.1 else 0),
}
UNIT = 60.0
"""What a sale counts for where series are of small whole numbers."""
CHANGES: tuple[Callable[[float, random.Random], float], ...] = (
    lambda value, _: value,
    lambda value, _: float(round(value / UNIT)),
    lambda value, rng: value if rng.random() < 0.3 else 0.0,
    lambda value, _: value * 1e-10,
    lambda value, _: value * 1e6,
    lambda value, _: value - 2_000,
    lambda value, _: value + 1e4,
    lambda _, rng: rng.gauss(0, 1),
)
"""What series are, in turn: sales, few sales, seldom any, in other units, below 0, with a small range, and noise."""


@click.command()
@click.option("--series", default=60, show_default=True, type=click.IntRange(min=1), help="For each program.")
@click.option("--jobs", default=1, show_default=True, type=click.IntRange(min=1), help="Runs at the same time.")
@click.option("--only", multiple=True, metavar="TEXT", help="Rows whose name has this in it; may be repeated.")
@click.option(
    "--output",
    type=click.Path(dir_okay=False, path_type=Path),
    default=ROOT / "benchmarks" / "results" / "learning_oracles.json",
    help="Where results go  [default: benchmarks/results/learning_oracles.json]",
)
@click.option("--fresh", is_flag=True, help="Run also what is in the results already.")
def main(series: int, jobs: int, only: tuple[str, ...], output: Path, fresh: bool) -> None:
    """Check right programs on many series, and compare draws of one distribution."""
    record = Record.open(output, {"series": series}, fresh)
    programs = [(Oracle.SEEDED, name) for name in RIGHT]
    programs += [(oracle, name) for oracle in COMPARED for name in UNSEEDED]
    tasks = [(f"program {oracle.value} {name}", oracle, name, series) for oracle, name in programs]
    tasks += [
        (f"draws {oracle.value} {name}", oracle, name, count) for oracle, count in COMPARED.items() for name in DRAWS
    ]
    wanted = [task for task in tasks if not only or any(part in task[0] for part in only)]
    for row in rows_as_done(measure, [task for task in wanted if not record.has(task[0], 0)], jobs):
        record.add(row)
        click.echo(f"{row['subject']:44} {row['alarms']} of {row['decided']} raise an alarm {' '.join(row['cases'])}")
    record.finish(totals(record.rows))
    sys.exit(1 if record.totals["missed"] else 0)


def measure(subject: str, oracle: Oracle, name: str, count: int) -> Row:
    """How many decisions of what is the same are alarms."""
    found = _of_program if subject.startswith("program") else _of_draws
    return {"subject": subject, "seed": 0, "oracle": oracle.value} | found(oracle, name, count)


def _of_program(oracle: Oracle, name: str, count: int) -> Row:
    """All cases of one right program, on each of so many series."""
    program = (RIGHT if oracle is Oracle.SEEDED else UNSEEDED)[name]
    decided = undecided = 0
    alarms, refused = list[str](), list[str]()
    for seed in range(count):
        train, validation = _data(seed)
        relations = forecaster_relations(STEPS, batch=BATCHES[seed % len(BATCHES)])
        try:
            for found in check_relations(relations, program, train, validation, seed=seed, oracle=oracle):
                undecided += found.answer is Answer.UNDECIDED
                decided += found.answer is not Answer.UNDECIDED
                alarms += [f"{found.name} of series {seed}"] if found.answer is Answer.VIOLATED else []
        except ValueError as error:
            refused.append(f"series {seed}: {error}")
    return {"decided": decided, "undecided": undecided, "alarms": len(alarms), "cases": alarms, "refused": refused}


def _data(seed: int) -> tuple[list[float], list[float]]:
    """A series to learn from and one to forecast."""
    rng = random.Random(seed)
    learnt, forecast = rng.choice(LENGTHS)
    change = CHANGES[seed % len(CHANGES)]
    values = [change(value, rng) for value in generated_series(learnt + forecast, seed)]
    return values[:learnt], values[learnt:]


def _of_draws(oracle: Oracle, name: str, count: int) -> Row:
    """Comparisons of lots of draws of one distribution."""
    rng, draw, alarms = random.Random(f"{oracle.value}/{name}"), DRAWS[name], 0
    for _ in range(count):
        source, found = ([(draw(rng),) for _ in range(runs)] for runs in (oracle.source_runs, oracle.follow_up_runs))
        alarms += are_same(oracle, source, found, 0.0)[0] is Answer.VIOLATED
    return {"decided": count, "undecided": 0, "alarms": alarms, "cases": [], "refused": []}


def totals(rows: list[Row]) -> Row:
    """Alarms by oracle, and the right programs that raise some."""
    kinds = dict.fromkeys((row["subject"].split()[0], row["oracle"]) for row in rows)
    figures = {
        f"{kind} by {oracle}": f"{sum(row['alarms'] for row in chosen)} of {sum(row['decided'] for row in chosen)}"
        for kind, oracle in kinds
        for chosen in [[row for row in rows if row["subject"].startswith(f"{kind} {oracle} ")]]
    }
    return figures | {
        "undecided": sum(row["undecided"] for row in rows),
        "refused": [f"{row['subject']}, {one}" for row in rows for one in row["refused"]],
        "missed": [row["subject"] for row in rows if row["subject"].startswith("program") and row["alarms"]],
    }


if __name__ == "__main__":
    main()
