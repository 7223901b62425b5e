"""The paper's 23 functions, or those of a catalogue: relations found, and judged by other mutants and inputs.

Run it as `python -m benchmarks.table2`; `benchmarks/README.md` says what is measured.
"""

import json
import os
import sys
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

import click

from benchmarks.checks.filter_shares import share_passing, share_unrefuted
from benchmarks.checks.inference import FOUND, PATIENCE, SAVED, TESTS
from benchmarks.checks.judging import judge
from benchmarks.checks.places import fresh_place
from benchmarks.checks.processes import PROGRAM, watched
from benchmarks.checks.table_catalogue import (
    TableSubject,
    choose,
    digest_of_source,
    paper_subjects,
    read_catalogue,
)
from benchmarks.checks.table_rows import Summary, digest, summarise
from benchmarks.checks.table_totals import totals
from benchmarks.checks.timed_subjects import compile_kernels
from benchmarks.columns import figure, figure_of, show_columns
from benchmarks.parallel import rows_as_done
from benchmarks.record import ROOT, Record, Row
from genmorph import Budget
from genmorph.model import UsageError

_SECONDS_OF_EVALUATIONS = 1_800.0
"""The limit of a run whose budget has no seconds."""
HEAD = (
    *("function", "relations", "valid", "set MS", "set MS unseen", "mean MS", "paper", "best MS"),
    *("PZ", "paper", "PZO", "delta", "seconds", "MB"),
)
_NOTHING: Row = {
    "source": None,
    "inputs": None,
    "relations": [],
    "mutants": None,
    "set_score": None,
    "mean_score": None,
    "best_score": None,
    "set_score_unseen": None,
    "mean_score_unseen": None,
    "best_score_unseen": None,
    "survivors": [],
    "recorded_missed": None,
    "recorded_missed_killed": None,
    "delta": None,
    "passing": None,
    "unrefuted": None,
    "stages": None,
}
"""What is known where a run saved nothing, or what it saved could not be judged."""


@click.command()
@click.option("--budget", default="60s", show_default=True, help="What each run may spend.")
@click.option("--seeds", default=3, show_default=True, type=click.IntRange(min=1), help="Runs of each function.")
@click.option("--preset", default="default", show_default=True, type=click.Choice(["default", "paper"]))
@click.option("--subjects", "names", multiple=True, help="Functions to run, with commas between; all unless given.")
@click.option("--jobs", default=1, show_default=True, type=click.IntRange(min=1), help="Runs at the same time.")
@click.option(
    "--catalogue",
    type=click.Path(dir_okay=False, path_type=Path),
    help="A TOML file of functions to run instead of the paper's.",
)
@click.option(
    "--output",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Where results go  [default: benchmarks/results/table2.json or table2_paper.json; beside a catalogue]",
)
@click.option("--fresh", is_flag=True, help="Run also what is in the results already.")
def main(**options: Any) -> None:
    """Infer and judge relations of each function; exit code 1 where a run failed or a wanted figure is missed."""
    seeds, jobs, run = options["seeds"], options["jobs"], (options["budget"], options["preset"])
    try:
        functions = read_catalogue(options["catalogue"]) if options["catalogue"] else paper_subjects()
        subjects, seconds = choose(functions, options["names"]), Budget.parse(options["budget"]).seconds
    except UsageError as error:
        raise click.UsageError(str(error)) from error
    record = Record.open(options["output"] or _default_output(options), _settings(options, functions), options["fresh"])
    missing = [(one, seed, *run) for one in subjects for seed in range(seeds) if not record.has(one.name, seed)]
    if missing and seconds is not None:
        compile_kernels()  # or the first run would spend its budget on that
    for row in rows_as_done(measure, missing, jobs):
        record.add(row)
        _report(row)
    chosen = summarise(subjects, [row for row in record.rows if row["seed"] < seeds])
    show_columns([HEAD, *map(cells, chosen)])
    everything = summarise(functions, record.rows)  # also what was run before, so that its figures are not lost
    record.finish(totals(everything, wants_figures=_wants_figures(options, everything)))
    sys.exit(1 if record.totals["missed"] else 0)


def _wants_figures(options: dict[str, Any], summaries: Sequence[Summary]) -> bool:
    """Whether these are all functions of the paper with the default preset, of which alone figures are wanted."""
    is_paper = options["catalogue"] is None and options["preset"] == "default"
    return is_paper and len(summaries) == len(paper_subjects())


def _settings(options: dict[str, Any], functions: Sequence[TableSubject]) -> dict[str, Any]:
    """What rows must share; of a catalogue also the functions, as a name may get another domain there."""
    settings = {name: options[name] for name in ("budget", "preset", "jobs")}
    return settings | ({"catalogue": [asdict(one) for one in functions]} if options["catalogue"] else {})


def _default_output(options: dict[str, Any]) -> Path:
    catalogue, preset = options["catalogue"], options["preset"]
    name = "table2.json" if preset == "default" else f"table2_{preset}.json"
    if catalogue is not None:
        return Path(catalogue).with_name(f"{catalogue.stem}_{name}")
    return ROOT / "benchmarks" / "results" / name


def measure(subject: TableSubject, seed: int, budget: str, preset: str) -> Row:
    """One run on one function, by the command line and with nothing cached, and what its relations are worth."""
    limit = (Budget.parse(budget).seconds or _SECONDS_OF_EVALUATIONS) + PATIENCE
    command = [PROGRAM, "infer", subject.path, *_words(subject, seed, budget, preset)]
    with fresh_place({}) as place:
        with watched(command, place, PYTHONPATH=_search_path()) as process:
            ended = process.ended(limit)
        tests = place.work / TESTS
        row = {
            "subject": subject.name,
            "seed": seed,
            "path": subject.path,
            "domains": subject.domains,
            "seconds": round(ended.seconds, 2),
            "megabytes": ended.peak_bytes >> 20,
            "exit_code": ended.exit_code,
            "error": "" if ended.exit_code == FOUND else ended.last_words or f"no end within {limit:g} s",
            "tests": tests.read_text(encoding="utf-8") if tests.exists() else "",
            **_NOTHING,
        }
        row |= _judged(subject, seed, place.work / SAVED)
    return row | {"digest": digest(row["relations"])}


def _words(subject: TableSubject, seed: int, budget: str, preset: str) -> Sequence[str]:
    domains = [word for name, notation in subject.domains.items() for word in ("--domain", f"{name}={notation}")]
    options = {"--budget": budget, "--seed": str(seed), "--preset": preset, "--json": SAVED, "--output": TESTS}
    return [*domains, *(word for option in options.items() for word in option)]


def _search_path() -> str:
    """The user's folder first, for functions of a catalogue, then ours, then what the user's environment names."""
    return os.pathsep.join([str(Path.cwd()), str(ROOT), *filter(None, [os.environ.get("PYTHONPATH")])])


def _judged(subject: TableSubject, seed: int, path: Path) -> Row:
    """What is to be said of the saved relations, if there is a file."""
    if not path.exists():
        return {}
    saved = json.loads(path.read_text(encoding="utf-8"))
    counts = {name: counted for name, counted in saved["stages"].items() if name != "curves"}
    shares = {"passing": share_passing(saved), "unrefuted": share_unrefuted(saved), "stages": counts}
    try:
        figures = judge(subject.path, path, subject.domains, seed).as_row()
    except ValueError as error:  # a catalogue may name what cannot be judged: the others are judged all the same
        return shares | {"error": f"not judged: {error}"}
    return shares | figures | {"source": digest_of_source(subject.path)}


def _report(row: Row) -> None:
    """What a run has found, as soon as it is known."""
    click.echo(f"{row['subject']} {row['seed']}: {row['seconds']:.1f} s  {row['error']}".rstrip())
    for relation in row["relations"]:
        verdict = f"{len(relation['killed'])} killed" if relation["valid"] else "NOT VALID"
        click.echo(f"    {relation['formula']}    {verdict}")


def cells(summary: Summary) -> tuple[str, ...]:
    """The line of a function; `-` stands for what is not known."""
    subject = summary.subject
    return (
        subject.name,
        f"{summary.reported / len(summary.rows):.1f}",
        f"{summary.valid} of {summary.reported}",
        *map(figure, (summary.mean("set_score"), summary.mean("set_score_unseen"))),
        *map(figure, (summary.mean("mean_score"), subject.score)),
        *map(figure, (summary.mean("best_score"), summary.mean("passing"), subject.passing)),
        figure(summary.mean("unrefuted")),
        figure_of(*summary.recorded),
        f"{summary.median('seconds'):.1f}",
        f"{summary.median('megabytes'):.0f}",
    )


if __name__ == "__main__":
    main()
