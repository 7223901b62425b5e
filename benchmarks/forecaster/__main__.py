"""Which faults of a forecaster ready-made relations notice, and how often oracles raise a false alarm.

Run it as `python -m benchmarks.forecaster`; `benchmarks/README.md` says what is measured.
"""

import statistics
import sys
import tomllib
import types
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import click

from benchmarks.parallel import rows_as_done
from benchmarks.record import ROOT, Record, Row
from genmorph.learning import Answer, Oracle, forecaster_relations
from genmorph.learning.forecaster import generated_series
from genmorph.learning.ready_made import all_results

FOLDER = Path(__file__).parent
TRAINING, VALIDATION = 750, 187
SMALL = (150, 60)
"""Values of both series for false alarms: there are some thousand trainings."""
SIZES = {"steps": 10, "horizon": 1, "batch": 100}
WANTED = {"published": 28, "all": 35}
COMPARISONS = 200


def mutated(mutant: Row) -> str:
    """The source of the reference with the fault."""
    parts = (FOLDER / "reference.py").read_text(encoding="utf-8").split(mutant["old"])
    places = range(1, len(parts)) if mutant.get("everywhere") else [mutant.get("number", 1)]
    if len(parts) <= max(places):
        raise ValueError(
            f"old of {mutant['program']} {mutant['id']} must stand in the reference, got {mutant['old']!r}"
        )
    texts = [parts[0]]
    for place, part in enumerate(parts[1:], 1):
        texts += [mutant["new"] if place in places else mutant["old"], part]
    return "".join(texts)


def program_of(source: str, name: str) -> Callable[..., Any]:
    """A program of the reference from its source."""
    import torch

    torch.set_num_threads(1)
    module = types.ModuleType("reference")
    sys.modules["reference"] = module
    exec(compile(source, "reference.py", "exec"), module.__dict__)  # noqa: S102 - the benchmark's own faults
    found: Callable[..., Any] = getattr(module, name)
    return found


def try_fault(mutant: Row | None, name: str) -> Row:
    """The cases that are violated by a fault, or by the reference itself."""
    source = (FOLDER / "reference.py").read_text(encoding="utf-8") if mutant is None else mutated(mutant)
    program, series = program_of(source, name), generated_series(TRAINING + VALIDATION)
    relations = forecaster_relations(**SIZES)
    published = {f"{one.name}({case.name})" for one in relations for case in one.cases if case.is_published}
    try:
        results = list(all_results(relations, program, series[:TRAINING], series[TRAINING:]))
    except ValueError as error:  # the seed decides nothing any more
        return {"subject": _named(mutant, name), "violated": ["seed"], "published": True, "reason": str(error)}
    violated = {one.name: one.reason for one in results if one.answer is Answer.VIOLATED}
    return {
        "subject": _named(mutant, name),
        "violated": sorted(violated),
        "published": bool(published & violated.keys()),
        "reasons": violated,
    }


def _named(mutant: Row | None, name: str) -> str:
    return f"{name} {'reference' if mutant is None else mutant['id']}"


def try_oracle(oracle: str, first: int, count: int) -> Row:
    """False alarms of an oracle, or of the paper's rule, in comparisons of the reference with itself."""
    program = program_of((FOLDER / "reference.py").read_text(encoding="utf-8"), "training")
    alarms = 0
    for number in range(first, first + count):
        series = generated_series(sum(SMALL), number)
        train, validation = series[: SMALL[0]], series[SMALL[0] :]
        if oracle == "paper":
            alarms += _alarm_of_paper(program, train, validation, number)
        else:
            (unit, *_) = forecaster_relations(**SIZES)
            case = unit.cases[number % len(unit.cases)]
            subject = unit.prepare(program, train, validation, seed=100 * number, oracle=Oracle(oracle))
            alarms += case.judge(subject)[0] is Answer.VIOLATED
    return {"subject": f"{oracle} {first}", "oracle": oracle, "comparisons": count, "alarms": alarms}


def _alarm_of_paper(
    program: Callable[..., Any], train: Sequence[float], validation: Sequence[float], seed: int
) -> bool:
    """Whether one more run lies beyond 1.96 standard errors of the mean of ten: the paper's rule."""
    losses = [float(program(list(train), list(validation), 100 * seed + n)["loss"]) for n in range(11)]
    *ten, one = losses
    error = statistics.stdev(ten) / len(ten) ** 0.5
    return abs(one - statistics.fmean(ten)) > 1.96 * error


@click.command()
@click.option("--jobs", default=1, show_default=True, type=click.IntRange(min=1), help="Runs at the same time.")
@click.option("--only", multiple=True, metavar="TEXT", help="Run what holds this in its name; repeatable.")
@click.option(
    "--output",
    type=click.Path(dir_okay=False, path_type=Path),
    default=ROOT / "benchmarks" / "results" / "forecaster.json",
    help="Where results go  [default: benchmarks/results/forecaster.json]",
)
@click.option("--fresh", is_flag=True, help="Run also what is in the results already.")
def main(jobs: int, only: tuple[str, ...], output: Path, fresh: bool) -> None:
    """Check the reference, its 44 faults, and the oracles."""
    record = Record.open(output, {"sizes": SIZES, "series": [TRAINING, VALIDATION], "small": list(SMALL)}, fresh)
    mutants = tomllib.loads((FOLDER / "mutants.toml").read_text(encoding="utf-8"))["mutant"]
    faults = [(None, "training"), (None, "validating"), *((one, one["program"]) for one in mutants)]
    part = COMPARISONS // 10
    oracles = [
        (name, first, part)
        for name in (*(one.value for one in Oracle), "paper")
        for first in range(0, COMPARISONS, part)
    ]
    done = {row["subject"] for row in record.rows}
    chosen = [task for task in faults if _wanted(_named(*task), only, done)]
    for row in rows_as_done(try_fault, chosen, jobs):
        record.add(row)
        click.echo(f"{row['subject']:24} {'published' if row['published'] else '':10} {' '.join(row['violated'])}")
    tasks = [task for task in oracles if _wanted(f"{task[0]} {task[1]}", only, done)]
    for row in rows_as_done(try_oracle, tasks, jobs):
        record.add(row)
        click.echo(f"{row['subject']:24} {row['alarms']} of {row['comparisons']} raise an alarm")
    record.finish(_totals(record.rows))


def _wanted(name: str, only: Sequence[str], done: set[str]) -> bool:
    return name not in done and (not only or any(text in name for text in only))


def _totals(rows: Sequence[Row]) -> Row:
    faults = [row for row in rows if "violated" in row and "reference" not in row["subject"]]
    alarms = [row for row in rows if "alarms" in row]
    return {
        "faults": len(faults),
        "by the paper's cases": f"{sum(row['published'] for row in faults)}, wanted {WANTED['published']}",
        "by all cases": f"{sum(bool(row['violated']) for row in faults)}, wanted {WANTED['all']}",
        "missed": [row["subject"] for row in faults if not row["violated"]],
        "of the reference": [case for row in rows if "reference" in row["subject"] for case in row["violated"]],
        **{
            f"false alarms by {oracle}": f"{sum(row['alarms'] for row in alarms if row['oracle'] == oracle)} of "
            f"{sum(row['comparisons'] for row in alarms if row['oracle'] == oracle)}"
            for oracle in dict.fromkeys(row["oracle"] for row in alarms)
        },
    }


if __name__ == "__main__":
    main()
