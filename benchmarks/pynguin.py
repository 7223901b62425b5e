"""What relations add to tests that Pynguin writes: mutants of the paper's functions that only relations kill.

Run it as `python -m benchmarks.pynguin --python e/bin/python`; `benchmarks/README.md` says what is measured.
"""

import hashlib
import json
from collections.abc import Collection, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from statistics import fmean
from typing import Any

import click

from benchmarks.checks.judge_mutants import ray_mutants
from benchmarks.checks.pynguin_runs import bench, generate, project_of, version_of
from benchmarks.checks.table_catalogue import digest_of_source
from benchmarks.checks.table_rows import mean_of
from benchmarks.columns import figure_of, show_columns
from benchmarks.record import ROOT, Record, Row
from benchmarks.subjects import SUBJECTS

_RESULTS = ROOT / "benchmarks" / "results"
_PYTHON = "--python must name an interpreter with Pynguin (python -m venv e && e/bin/pip install pynguin), got"
_HEAD = ("function", "tests", "live", "killed", "missed", "delta")


@dataclass(frozen=True, slots=True)
class Figures:
    """Of one function: its live mutants, those that tests kill and miss, and what relations kill of the missed ones.

    `relations` is a mean over the runs of the table. Without tests to judge by all but `live` are None.
    """

    live: int
    killed: int | None = None
    missed: int | None = None
    relations: float | None = None

    @property
    def delta(self) -> float | None:
        """Delta MS: the share that relations kill of what the tests miss; None where they miss nothing."""
        return None if self.missed is None or self.relations is None else _share(self.relations, self.missed)

    def as_row(self) -> Row:
        """All figures, as JSON can hold them."""
        return asdict(self) | {"delta": self.delta}


def _share(part: float, whole: int) -> float | None:
    return part / whole if whole else None


def figures(noticed: Collection[str] | None, runs: Sequence[Row]) -> Figures:
    """What these rows of table2 say of a function beside the mutants that tests noticed, None where there are none."""
    live = live_mutants(runs)
    if noticed is None:
        return Figures(len(live))
    missed = live.difference(noticed)
    relations = fmean(len(missed & _killed_by_relations(run)) for run in runs)
    return Figures(len(live), len(live) - len(missed), len(missed), relations)


def live_mutants(runs: Sequence[Row]) -> frozenset[str]:
    """The mutants that each of these rows of table2 judges relations by: one that a run leaves out is no survivor."""
    first, *others = (_killed_by_relations(run).union(mutant["id"] for mutant in run["survivors"]) for run in runs)
    return first.intersection(*others)


def _killed_by_relations(run: Row) -> frozenset[str]:
    return frozenset(name for relation in run["relations"] if relation["valid"] for name in relation["killed"])


def totals(rows: Sequence[Row]) -> Row:
    """Figures over the functions that have tests, and those that have none with the reason."""
    known = [row for row in rows if row["missed"] is not None]
    sums = {name: sum(row[name] for row in known) for name in ("live", "killed", "missed", "relations")}
    return {
        "functions": len(known),
        **sums,
        "delta": _share(sums["relations"], sums["missed"]),
        "mean_delta": mean_of(row["delta"] for row in known),
        "mean_score": mean_of(_share(row["killed"], row["live"]) for row in known),
        "left_out": sum(len(row["left_out"]) for row in known),
        "without_tests": [f"{row['subject']}: {row['error']}" for row in rows if row["missed"] is None],
    }


@click.command()
@click.option("--python", type=click.Path(path_type=Path), help="The interpreter of an environment with Pynguin.")
@click.option("--seconds", default=60, show_default=True, type=click.IntRange(min=1), help="Each search of Pynguin.")
@click.option("--seed", default=0, show_default=True, type=int)
@click.option(
    "--table",
    default=_RESULTS / "table2.json",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Results of table2  [default: benchmarks/results/table2.json]",
)
@click.option(
    "--output",
    default=_RESULTS / "pynguin.json",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Where results go  [default: benchmarks/results/pynguin.json]",
)
@click.option("--fresh", is_flag=True, help="Run also what is in the results already.")
def main(**options: Any) -> None:
    """Let Pynguin write tests of each function of the paper, and count the mutants that they and relations kill."""
    python, seconds, seed, table = (options[name] for name in ("python", "seconds", "seed", "table"))
    if python is None:
        raise click.UsageError(f"{_PYTHON} nothing")
    python = python.absolute()  # not resolved: a link is what makes it the interpreter of its environment
    runs, digest = _read(table)
    settings = {"seconds": seconds, "seed": seed, "pynguin": _version(python), "table": digest}
    record = Record.open(options["output"], settings, options["fresh"])
    for subject in SUBJECTS:
        judged = [run for run in runs if run["subject"] == subject.name and run["mutants"] is not None]
        if judged and not record.has(subject.name, seed):
            try:
                row = measure(python, subject.path, judged, seconds, seed)
            except ValueError as error:
                raise click.UsageError(f"--table {str(table)!r}: {error}") from error
            record.add({"subject": subject.name, "seed": seed, **row})
            click.echo(f"{subject.name}: {row['seconds']} s  {row['error']}".rstrip())
    show_columns([_HEAD, *map(cells, record.rows)])
    record.finish(totals(record.rows))


def _version(python: Path) -> str:
    try:
        return version_of(python)
    except ValueError as error:
        raise click.UsageError(f"{_PYTHON} {str(python)!r}") from error


def _read(table: Path) -> tuple[Sequence[Row], str]:
    """The rows of table2, and a digest of them."""
    try:
        rows: list[Row] = json.loads(table.read_text(encoding="utf-8"))["rows"]
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise click.UsageError(f"--table must name results of benchmarks.table2, got {str(table)!r}") from error
    return rows, hashlib.sha256(json.dumps(rows).encode()).hexdigest()[:16]


def measure(python: Path, path: str, runs: Sequence[Row], seconds: int, seed: int) -> Row:
    """The row of one function: tests by Pynguin, and the figures that they and rows of table2 give.

    Raises ValueError where these rows are of another text of the function's module than today's.
    """
    today = digest_of_source(path)
    if other := [run["source"] for run in runs if run["source"] != today]:
        raise ValueError(f"runs must be on today's {path}, whose module has the digest {today!r}, got {other[0]!r}")
    module = path.partition(":")[0]
    files = project_of(module, ROOT)
    generated = generate(python, path, files, seconds, seed)
    row = {"path": path, "seconds": round(generated.seconds, 2), "error": generated.error, "tests": generated.tests}
    if not generated.tests:
        return row | {"kept": [], "left_out": [], "noticed": None} | figures(None, runs).as_row()
    sources = {mutant.id: mutant.source for mutant in ray_mutants(path)}
    with bench(files, module, generated.tests) as tried:
        noticed = [name for name in sorted(live_mutants(runs)) if tried.notices(sources[name])]
    row |= {"kept": list(tried.kept), "left_out": list(tried.left_out), "noticed": noticed}
    return row | figures(noticed, runs).as_row()


def cells(row: Row) -> tuple[str, ...]:
    """The line of a function; `-` stands for what is not known."""
    counts = ("-" if row[name] is None else str(row[name]) for name in ("live", "killed", "missed"))
    delta = "-" if row["missed"] is None else figure_of(row["relations"], row["missed"])
    return (row["subject"], str(len(row["kept"])), *counts, delta)


if __name__ == "__main__":
    main()
