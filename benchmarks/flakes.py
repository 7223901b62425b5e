"""Exported files, each run again and again under other seeds: no test may ever fail.

Run it as `python -m benchmarks.flakes`; `benchmarks/README.md` says what is measured.
"""

import hashlib
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from dataclasses import replace
from itertools import islice
from multiprocessing import get_context
from pathlib import Path

import click

from benchmarks.checks.exports import run_many, test_names
from benchmarks.checks.flake_sources import Source, further_functions, make_findable, measured_functions, own_files
from benchmarks.checks.inference import FOUND, infer_path
from benchmarks.checks.module_subjects import describe_function
from benchmarks.record import ROOT, Record, Row
from genmorph import Budget
from genmorph.model import UnsupportedError

EXAMPLES = 100
"""What Hypothesis runs where its user has not said otherwise."""
SECONDS = 60.0
"""The limit of each test."""
GROUP = 5
"""Files that are run by the same processes: they are started seldom, and little is lost by an interrupt."""
_SEED = 0
"""Of the inference of further files, and of the rows: a file has one."""


@click.command()
@click.option("--files", default=100, show_default=True, type=click.IntRange(min=1), help="Exported files to run.")
@click.option("--runs", default=20, show_default=True, type=click.IntRange(min=1), help="How often each is run.")
@click.option("--jobs", default=2, show_default=True, type=click.IntRange(min=1), help="Groups at the same time.")
@click.option("--budget", default="8s", show_default=True, help="What the inference of a further file may spend.")
@click.option(
    "--output",
    type=click.Path(dir_okay=False, path_type=Path),
    default=ROOT / "benchmarks" / "results" / "flakes.json",
    help="Where results go  [default: benchmarks/results/flakes.json]",
)
@click.option("--fresh", is_flag=True, help="Run also what is in the results already.")
def main(files: int, runs: int, jobs: int, budget: str, output: Path, fresh: bool) -> None:
    """Run exported files; exit code 1 where a test fails even once, or there are fewer files."""
    measured = measured_functions()
    kept = [source for source in measured if source.tests]
    record = Record.open(output, {"runs": runs, "budget": budget, "kept": _digest(kept)}, fresh)
    sources = [*kept, *further_functions({source.path for source in measured})]
    waiting = (source for source in sources if not record.has(source.path, _SEED))
    for rows in _measured(waiting, files - _count(record.rows), runs, jobs, budget):
        for row in rows:
            record.add(row)
            click.echo(_line(row))
    record.finish(totals(record.rows, files, runs))
    sys.exit(1 if record.totals["missed"] else 0)


def _digest(kept: Sequence[Source]) -> str:
    return hashlib.sha256("\0".join(source.tests for source in kept).encode()).hexdigest()[:16]


def _count(rows: Sequence[Row]) -> int:
    """How many rows have a file that was run."""
    return sum(row["tests"] > 0 for row in rows)


def _measured(waiting: Iterator[Source], wanted: int, runs: int, jobs: int, budget: str) -> Iterator[list[Row]]:
    """The rows of group after group until so many have a file; no more functions are begun than may be needed."""
    with ProcessPoolExecutor(jobs, mp_context=get_context("spawn")) as pool:
        running: dict[Future[list[Row]], int] = {}
        while True:
            open_places = wanted - sum(running.values())
            while len(running) < jobs and (group := tuple(islice(waiting, max(0, min(GROUP, open_places))))):
                running[pool.submit(measure, group, runs, budget)] = len(group)
                open_places -= len(group)
            if not running:
                return
            for future in wait(running, return_when=FIRST_COMPLETED).done:
                del running[future]
                rows = future.result()
                wanted -= _count(rows)
                yield rows


def measure(group: Sequence[Source], runs: int, budget: str) -> list[Row]:
    """A row for each function of a group: the tests of its file, and how they failed in any run."""
    made = [_with_file(source, budget) for source in group]
    texts = {f"test_{place}.py": source.tests for place, (source, _) in enumerate(made) if source.tests}
    failures = _failures(texts, runs)
    return [
        {
            "subject": source.path,
            "seed": _SEED,
            "origin": source.origin,
            "error": error,
            "tests": len(test_names(source.tests)),
            "runs": runs if source.tests else 0,
            "failures": failures.get(f"test_{place}.py", []),
            "text": source.tests,
        }
        for place, (source, error) in enumerate(made)
    ]


def _with_file(source: Source, budget: str) -> tuple[Source, str]:
    """The source with its exported file, made where there is none; the reason where none can be made."""
    if source.tests:
        return source, ""
    make_findable()
    try:
        subject = describe_function(source.path)
    except UnsupportedError as error:
        return source, str(error)
    with tempfile.TemporaryDirectory(prefix="genmorph-check-") as directory:
        folder = Path(directory)
        for name, text in own_files().items():
            (folder / name).write_text(text, encoding="utf-8")
        seconds = Budget.parse(budget).seconds or 0.0
        inference = infer_path(source.path, subject.domains, budget, seconds, _SEED, folder)
        if inference.exit_code != FOUND:
            return source, f"exit code {inference.exit_code}: {inference.error}"
        return replace(source, tests=inference.tests), ""


def _failures(texts: dict[str, str], runs: int) -> dict[str, list[Row]]:
    """By file, each test that did not pass in some run."""
    tests = [(file, name) for file, text in texts.items() for name in test_names(text)]
    found: dict[str, list[Row]] = {}
    for seed in range(1, runs + 1):
        for (file, name), result in run_many(texts, tests, own_files(), EXAMPLES, SECONDS, seed).items():
            if result.outcome != "passed":
                failure = {"run": seed, "test": name, "outcome": result.outcome, "why": result.why}
                found.setdefault(file, []).append(failure)
    return found


def totals(rows: Sequence[Row], files: int, runs: int) -> Row:
    """How many files were run and failed, by origin, and what is missed.

    >>> row = {"subject": "m:f", "origin": "modules", "tests": 2, "runs": 20, "failures": [], "error": ""}
    >>> totals([row], 1, 20)["missed"]
    []
    """
    run = [row for row in rows if row["tests"]]
    failing = [row for row in run if row["failures"]]
    origins = Counter(row["origin"] for row in run)
    wanted = {f"{files} files": len(run) >= files, "no failure": not failing}
    return {
        "files": len(run),
        "tests": sum(row["tests"] for row in run),
        "runs_of_each": runs,
        "origins": [f"{origin} {count}" for origin, count in sorted(origins.items())],
        "without_a_file": sum(not row["tests"] for row in rows),
        "failing_files": [row["subject"] for row in failing],
        "failures": sum(len(row["failures"]) for row in failing),
        "missed": [name for name, met in wanted.items() if not met],
    }


def _line(row: Row) -> str:
    if not row["tests"]:
        return f"{row['subject']}: no file: {row['error']}"
    told = "".join(f"\n    run {f['run']}: {f['test']} {f['outcome']} {f['why']}" for f in row["failures"])
    return f"{row['subject']}: {row['tests']} tests, {len(row['failures'])} failures in {row['runs']} runs{told}"


if __name__ == "__main__":
    main()
