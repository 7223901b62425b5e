"""Forty everyday functions: relations found, checked on further inputs, and run as exported tests.

Run it as `python -m benchmarks.everyday_kinds`; `benchmarks/README.md` says what is measured.
"""

import importlib
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from types import FunctionType
from typing import Any

import click

from benchmarks import everyday
from benchmarks.checks.exports import run_tests, test_names
from benchmarks.checks.told import NO_RELATIONS, count_outcomes, report, show
from benchmarks.parallel import rows_as_done
from benchmarks.record import ROOT, Record, Row
from genmorph import GenmorphError, RelationSet

FOLDER = Path(everyday.__file__).parent
MODULES = ("calendar_days", "frames", "images", "money", "nested", "records", "tallies")
SECONDS = 200.0
"""The limit of each exported test."""


def functions_of(module: str) -> list[str]:
    """The functions of an everyday module, in order; none where something that it imports is missing."""
    place = f"benchmarks.everyday.{module}"
    try:
        names = vars(importlib.import_module(place))
    except ImportError:
        return []
    own = [name for name, value in names.items() if type(value) is FunctionType and value.__module__ == place]
    return [f"{module}:{name}" for name in own]


@click.command()
@click.option("--budget", default="30", show_default=True, help="What each run may spend: seconds, or as 20ev.")
@click.option("--seed", default=0, show_default=True)
@click.option("--inputs", default=20_000, show_default=True, type=click.IntRange(min=1), help="For each relation.")
@click.option("--examples", default=2_000, show_default=True, type=click.IntRange(min=1), help="For each test.")
@click.option("--jobs", default=1, show_default=True, type=click.IntRange(min=1), help="Runs at the same time.")
@click.option("--only", multiple=True, help="Run the functions whose path has this in it; may be repeated.")
@click.option(
    "--output",
    type=click.Path(dir_okay=False, path_type=Path),
    default=ROOT / "benchmarks" / "results" / "everyday_kinds.json",
    help="Where results go  [default: benchmarks/results/everyday_kinds.json]",
)
@click.option("--fresh", is_flag=True, help="Run also what is in the results already.")
def main(
    budget: str, seed: int, inputs: int, examples: int, jobs: int, only: tuple[str, ...], output: Path, fresh: bool
) -> None:
    """Infer relations of each function and check them; exit code 1 where one is false or a test fails."""
    record = Record.open(output, {"budget": budget, "inputs": inputs, "examples": examples, "jobs": jobs}, fresh)
    missing = [module for module in MODULES if not functions_of(module)]
    for module in missing:
        click.echo(f"{module}: left out, since something that it imports is missing")
    paths = [path for module in MODULES for path in functions_of(module)]
    wanted = [path for path in paths if not only or any(part in path for part in only)]
    tasks = [(path, budget, seed, inputs, examples) for path in wanted if not record.has(path, seed)]
    for row in rows_as_done(measure, tasks, jobs):
        record.add(row)
        show(row)
    rows = [row for row in record.rows if row["subject"] in wanted and row["seed"] == seed]
    record.finish(totals(rows) | {"left_out": missing})
    sys.exit(1 if record.totals["missed"] else 0)


def measure(path: str, budget: str, seed: int, inputs: int, examples: int) -> Row:
    """One function, imported by the name that its copy beside the exported tests has, too."""
    sys.path.insert(0, str(FOLDER))
    module, _, name = path.partition(":")
    domains = importlib.import_module("benchmarks.everyday.domains").DOMAINS
    head: Row = {"subject": path, "seed": seed, "exports_pass": None}
    function = getattr(importlib.import_module(module), name)
    try:
        domain = domains[path]() if path in domains else None
    except (ImportError, GenmorphError) as error:
        words = f"domain: {type(error).__name__}: {error}"
        return head | {"outcome": "refused", "seconds": 0.0, "words": words} | NO_RELATIONS
    row, found = report(function, domain, budget, seed, inputs)
    return head | row | ({} if found is None else _exported(found, module, examples))


def _exported(found: RelationSet, module: str, examples: int) -> Row:
    with tempfile.TemporaryDirectory(prefix="genmorph-check-") as directory:
        file = Path(directory, "test_found.py")
        try:
            found.to_pytest(file)
        except GenmorphError as error:
            return {"exports_pass": False, "words": f"export: {error}"}
        tests = file.read_text(encoding="utf-8")
    files = {f"{module}.py": (FOLDER / f"{module}.py").read_text(encoding="utf-8")}
    results: dict[str, Any] = run_tests(tests, test_names(tests), files, examples, SECONDS)
    words = "; ".join(f"{name}: {one.outcome} {one.why}" for name, one in results.items() if one.outcome != "passed")
    return {"exports_pass": bool(results) and not words, "words": words}


def totals(rows: Sequence[Row]) -> Row:
    """Figures over all functions, and what of them is missed."""
    tests = {
        "no false relation": not any(row["false"] for row in rows),
        "no crash": not any(row["outcome"] == "crashed" for row in rows),
        "all exports pass": all(row["exports_pass"] is not False for row in rows),
    }
    return {
        "functions": len(rows),
        **count_outcomes(rows),
        "with_a_law": sum(any(one["is_law"] for one in row["formulas"]) for row in rows),
        "all_relations": sum(len(row["formulas"]) for row in rows),
        "false_relations": sum(row["false"] for row in rows),
        "untried_relations": sum(row["untried"] for row in rows),
        "exports_pass": sum(row["exports_pass"] is True for row in rows),
        "slowest_seconds": max((row["seconds"] for row in rows), default=None),
        "missed": [name for name, met in tests.items() if not met],
    }


if __name__ == "__main__":
    main()
