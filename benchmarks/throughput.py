"""Calls a second through a worker process, against calling the function where it is.

Run it as `python -m benchmarks.throughput`. A call through a worker includes sending its input and receiving its
outcome; starting the process is left out.
"""

import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random
from statistics import median
from typing import Any

import click

from benchmarks.record import ROOT, Record, Row
from genmorph.execution.patience import Patience
from genmorph.execution.pool import Workers
from genmorph.model import Domain, Input, Kind, Returned, Target
from genmorph.values.building import array_types, passed
from genmorph.values.notation import makers_of, parse_domain

AIM = 200_000
"""Calls a second that one worker must reach on a function of about a microsecond."""


@dataclass(frozen=True, slots=True)
class Case:
    """A function in source text, named `function`, and how to draw an input for it, of a domain where there is one."""

    name: str
    source: str
    draw: Callable[[Random], Input]
    domain: Domain | None = None


CASES = (
    Case("two_ints", "def function(a, b): return a + b", lambda rng: (rng.randint(0, 999), rng.randint(0, 999))),
    Case(
        "gcd_1us",
        "def function(a, b):\n    while b:\n        a, b = b, a % b\n    return a",
        lambda rng: (rng.randint(1, 10**9), rng.randint(1, 10**9)),
    ),
    Case("float", "def function(x): return x * 0.5 - x / 3.0", lambda rng: (rng.uniform(-1e3, 1e3),)),
    Case("bool", "def function(a, b): return a and not b", lambda rng: (rng.random() < 0.5, rng.random() < 0.5)),
)


KINDS = (
    *("ints()", "floats(-1e3, 1e3)", "texts()", "bools()", "lists(ints())", "lists(texts())", "byte_strings()"),
    *("tuples(ints(), texts())", "lists(lists(ints()))", 'dates("2000-01-01", "2030-12-31")', "timedeltas()"),
    *('datetimes("2000-01-01T00:00", "2030-12-31T00:00")', 'decimals("-999", "999", places=2)', "fractions(-99, 99)"),
    *(
        "complexes()",
        "sets(ints())",
        "dicts(texts(), ints())",
        'np_arrays("float64", 20)',
        "matrices(floats(0, 1), 3, 3)",
    ),
    *("uuids()", 'frames({"a": ints(), "b": floats(0, 1)})'),
)
"""Domains of all sorts of kinds, whose values a function gets and gives back."""


def of_kind(notation: str) -> Case:
    """The case of a function that gives back what it gets."""
    domain = parse_domain(notation)
    return Case(notation, "def function(value): return value", lambda rng: (domain.draw(rng),), domain)


def load(case: Case) -> Callable[..., Any]:
    """The function in this process."""
    namespace: dict[str, Any] = {}
    exec(case.source, namespace)  # noqa: S102 - the source is above
    function: Callable[..., Any] = namespace["function"]
    return function


def rate_here(function: Callable[..., Any], inputs: Sequence[Input]) -> float:
    """Calls a second in a plain loop of this process that keeps the values."""
    start = time.perf_counter()
    values = [function(*arguments) for arguments in inputs]
    return len(values) / (time.perf_counter() - start)


def rate_through_worker(workers: Workers, inputs: Sequence[Input]) -> float:
    """Calls a second through a worker that has been started."""
    start = time.perf_counter()
    outcomes = workers.call(None, inputs, Patience(1, 1))
    seconds = time.perf_counter() - start
    assert all(isinstance(outcome, Returned) for outcome in outcomes)
    return len(outcomes) / seconds


def measure(case: Case, inputs: Sequence[Input], seed: int, repeats: int) -> Row:
    """Both rates, as the medians of repeats that take turns."""
    function = load(case)
    here, through = [], []
    target = Target(None, case.source, "function", 1, case.source.count("\n") + 1)
    live = inputs
    if case.domain is not None:
        domain = case.domain
        built = (0,) if domain.kind is Kind.OTHER else ()
        arrays = tuple(array_types([domain]).items())
        target = replace(target, built=built, makers=tuple(sorted(makers_of(domain))), arrays=arrays)
        live = [(passed(domain, value),) for (value,) in inputs]
    with Workers(target) as workers:
        workers.call(None, inputs[:1], Patience(1, 1))
        for _ in range(repeats):
            here.append(rate_here(function, live))
            through.append(rate_through_worker(workers, inputs))
    return {
        "subject": case.name,
        "seed": seed,
        "calls_per_s": round(median(through)),
        "calls_per_s_in_process": round(median(here)),
        "ratio": round(median(here) / median(through), 2),
        "slowest": round(min(through)),
        "fastest": round(max(through)),
    }


@click.command()
@click.option("--calls", default=100_000, show_default=True, type=click.IntRange(min=1))
@click.option("--repeats", default=9, show_default=True, type=click.IntRange(min=1))
@click.option("--seed", default=0, show_default=True)
@click.option("--fresh", is_flag=True, help="Forget what the file holds.")
@click.option("--output", type=click.Path(path_type=Path), default=ROOT / "benchmarks" / "results" / "throughput.json")
def main(calls: int, repeats: int, seed: int, fresh: bool, output: Path) -> None:
    """Measure all cases, and end with 1 where the function of a microsecond misses the aim."""
    record = Record.open(output, {"calls": calls, "repeats": repeats}, fresh)
    for case in (*CASES, *map(of_kind, KINDS)):
        if not record.has(case.name, seed):
            rng = Random(f"{seed}/{case.name}")
            count = calls if case.domain is None else calls // 10
            record.add(measure(case, [case.draw(rng) for _ in range(count)], seed, repeats))
    for row in record.rows:
        click.echo(f"{row['subject']:40} {row['calls_per_s']:>9,} calls/s, {row['ratio']:.1f} times as long as here")
    reached = min(row["calls_per_s"] for row in record.rows if row["subject"] == "gcd_1us")
    record.totals = {"aim": AIM, "reached": reached}
    record.save()
    sys.exit(reached < AIM)


if __name__ == "__main__":
    main()
