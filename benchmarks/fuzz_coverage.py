"""An installed module, annotated from outside: what generated tests reach of it, against the tests that come with it.

Run it as `python -m benchmarks.fuzz_coverage`; `benchmarks/README.md` says what is measured.
"""

import sys
import tempfile
from importlib.metadata import version
from pathlib import Path

import click

from benchmarks.annotations import MODULES, Annotated
from benchmarks.checks.coverages import Reached, file_of, reach
from benchmarks.checks.effort import line_count
from benchmarks.checks.fuzzing import fuzz_module, told
from benchmarks.parallel import rows_as_done
from benchmarks.record import ROOT, Record, Row

_IMPORTED = "def test_nothing():\n    import {module}\n"


@click.command()
@click.option("--examples", default=100, show_default=True, type=click.IntRange(min=1), help="Inputs of each function.")
@click.option("--seeds", default=1, show_default=True, type=click.IntRange(min=1), help="Runs of each module.")
@click.option("--jobs", default=1, show_default=True, type=click.IntRange(min=1), help="Modules at the same time.")
@click.option(
    "--output",
    type=click.Path(dir_okay=False, path_type=Path),
    default=ROOT / "benchmarks" / "results" / "fuzz_coverage.json",
    help="Where results go  [default: benchmarks/results/fuzz_coverage.json]",
)
@click.option("--fresh", is_flag=True, help="Run also what is in the results already.")
def main(examples: int, seeds: int, jobs: int, output: Path, fresh: bool) -> None:
    """Fuzz each module, then take the coverage of the tests written and of its own; exit code 1 where one fails."""
    packages = {name: version(name) for name in {"coverage", *(one.target.partition(".")[0] for one in MODULES)}}
    record = Record.open(
        output, {"examples": examples, "jobs": jobs, "packages": dict(sorted(packages.items()))}, fresh
    )
    tasks = [(one, examples, seed) for one in MODULES for seed in range(seeds) if not record.has(one.module, seed)]
    for row in rows_as_done(measure, tasks, jobs):
        record.add(row)
        for text in (*row["failures"], *row["untested"]):
            click.echo(f"    {text}")
    rows = [row for row in record.rows if row["seed"] < seeds]
    for row in rows:
        _show(row)
    failures = sum(len(row["failures"]) for row in rows)
    record.finish(
        {"modules": len(MODULES), "failures": failures, "untested": sum(len(row["untested"]) for row in rows)}
    )
    sys.exit(1 if failures else 0)


def measure(annotated: Annotated, examples: int, seed: int) -> Row:
    """One module: failures, effort, and what each set of tests reaches of its file."""
    fuzzed = fuzz_module(annotated.target, examples, seed, [annotated.file])
    with tempfile.TemporaryDirectory(prefix="genmorph-coverage-") as name:
        folder, file = Path(name).resolve(), file_of(annotated.module)
        generated, imported = folder / "test_generated.py", folder / "test_imported.py"
        generated.write_text(fuzzed.text, encoding="utf-8")
        imported.write_text(_IMPORTED.format(module=annotated.module), encoding="utf-8")
        reached = {
            "import": reach(file, imported, seed, folder),
            "generated": reach(file, generated, seed, folder),
            "own": reach(file, file_of(annotated.tests), seed, folder),
        }
    return {
        "subject": annotated.module,
        "seed": seed,
        "functions": len(fuzzed.outcomes),
        "examples": sum(outcome.examples for outcome in fuzzed.outcomes),
        "failures": [told(failure) for failure in fuzzed.failures],
        "untested": fuzzed.untested,
        "annotation_lines": sum(map(line_count, annotated.sources)),
        "test_lines": line_count(fuzzed.text),
        "coverage": {name: one.told() for name, one in reached.items()},
        **_compared(reached["generated"], reached["own"]),
    }


def _compared(generated: Reached, own: Reached) -> Row:
    """The lines that one set of tests reaches and the other does not."""
    return {
        "only_generated_lines": sorted(generated.lines - own.lines),
        "only_own_lines": sorted(own.lines - generated.lines),
    }


def _show(row: Row) -> None:
    click.echo(f"{row['subject']}, {row['functions']} functions, {row['annotation_lines']} lines of annotations")
    for name, one in row["coverage"].items():
        lines = f"{one['lines']} of {one['of_lines']} lines"
        branches = f"{one['branches']} of {one['of_branches']} branches"
        click.echo(f"  {name:<10} {lines}, {branches}, {', '.join(f'{n} {word}' for word, n in one['tests'].items())}")


if __name__ == "__main__":
    main()
