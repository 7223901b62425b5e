"""Values that domains of each kind draw, and ask for, in a second.

Run it as `python -m benchmarks.draws`; `benchmarks/README.md` says what is measured.
"""

import time
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import click

from benchmarks.record import ROOT, Record, Row
from genmorph.domain import parse_domain

NOTATIONS = (
    "ints(-1000, 1000)",
    "floats(0, 1)",
    "bools()",
    "texts()",
    "byte_strings()",
    "lists(ints(0, 9))",
    "lists(ints(0, 99), unique=True)",
    "tuples(ints(), texts())",
    "froms([1, 2, 5])",
    "optionals(ints(0, 9))",
    "anys(ints(0, 9), texts())",
    "dates()",
    "datetimes()",
    'datetimes(timezones=["Europe/Berlin", "UTC"])',
    "times()",
    "timedeltas()",
    'decimals("0", "99")',
    "fractions()",
    "complexes()",
    'enums("http:HTTPMethod")',
    "sets(ints(0, 99))",
    "frozensets(dates())",
    "dicts(texts(), ints())",
    'dicts({"a": ints(), "b": texts()})',
    "paths()",
    "uuids()",
    'np_arrays("float64", np_shapes(1, 1, 0, 20))',
    "matrices(floats(0, 1))",
    'frames({"a": ints(0, 9), "b": texts()})',
    "series()",
    'objs("fractions:Fraction", numerator=ints(0, 9), denominator=ints(1, 9))',
)


@click.command()
@click.option("--seconds", default=0.2, show_default=True, help="For each figure; the best of three is taken.")
@click.option("--only", multiple=True, help="Measure the domains whose notation has this in it; may be repeated.")
@click.option(
    "--output",
    type=click.Path(dir_okay=False, path_type=Path),
    default=ROOT / "benchmarks" / "results" / "draws.json",
    help="Where results go  [default: benchmarks/results/draws.json]",
)
def main(seconds: float, only: tuple[str, ...], output: Path) -> None:
    """Count draws, and answers whether a value is one, for a domain of each kind."""
    record = Record.open(output, {"seconds": seconds}, fresh=True)
    for notation in NOTATIONS:
        if not only or any(part in notation for part in only):
            row = measure(notation, seconds)
            record.add(row)
            click.echo(f"{row['draws_per_second']:>9,}  {row['asked_per_second']:>9,}  {notation}")
    slowest = min(record.rows, key=lambda row: row["draws_per_second"])
    record.finish({"domains": len(record.rows), "slowest": slowest["subject"]})


def measure(notation: str, seconds: float) -> Row:
    """How many values one domain draws, and how many it tells of that they are its own, in a second."""
    domain, rng = parse_domain(notation), Random(0)
    values = [domain.draw(rng) for _ in range(100)]
    return {
        "subject": notation,
        "seed": 0,
        "draws_per_second": _pace(lambda: domain.draw(rng), seconds),
        "asked_per_second": _pace(_in_turns(domain.contains, values), seconds),
    }


def _in_turns(ask: Callable[[Any], Any], values: list[Any]) -> Callable[[], Any]:
    turns = _forever(values)
    return lambda: ask(next(turns))


def _forever(values: list[Any]) -> Iterator[Any]:
    while True:
        yield from values


def _pace(call: Callable[[], Any], seconds: float) -> int:
    """Calls in a second, the most of three measurements: other programs only make it slower."""
    return max(_calls_in(call, seconds / 3) for _ in range(3))


def _calls_in(call: Callable[[], Any], seconds: float) -> int:
    calls, began = 0, time.perf_counter()
    while (passed := time.perf_counter() - began) < seconds:
        for _ in range(20):
            call()
        calls += 20
    return round(calls / passed)


if __name__ == "__main__":
    main()
