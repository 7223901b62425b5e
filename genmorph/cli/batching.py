"""The command that infers the relations of all functions of a catalogue."""

import math
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from genmorph.cli.ending import FINE, INTERRUPTED, VIOLATED, border, tell
from genmorph.cli.loading import load_option
from genmorph.values.labels import counted

if TYPE_CHECKING:
    from genmorph.batch.job import Finished
    from genmorph.batch.running import Batch
    from genmorph.progress import Notify


@dataclass(frozen=True, slots=True)
class BatchOptions:
    """The words of the command line, in its names."""

    catalogue: str
    output_dir: str
    jobs: int
    backend: str
    address: str | None
    retry_failed: bool
    junit: str | None
    fail_under: float | None
    load: tuple[str, ...]
    force: bool


@click.command()
@click.argument("catalogue", metavar="CATALOGUE.TOML", type=click.Path(dir_okay=False))
@click.option("--output-dir", default="results", show_default=True, help="The folder of all files.")
@click.option(
    "--jobs",
    default=1,
    show_default=True,
    type=click.IntRange(min=1),
    help="Functions at once; with dask its workers decide.",
)
@click.option("--backend", default="local", show_default=True, help="local, dask or ray.")
@click.option("--address", help="Where the scheduler of the backend is, such as tcp://host:8786.")
@click.option("--retry-failed", is_flag=True, help="Run functions again whose run failed before.")
@click.option("--junit", type=click.Path(dir_okay=False), help="Write the functions as test cases of a JUnit file.")
@click.option(
    "--fail-under",
    type=click.FloatRange(0, 100),
    metavar="PERCENT",
    help="End with exit code 1 where all relations together kill fewer of the mutants.",
)
@load_option
@click.option("--force", is_flag=True, help="Overwrite files that were edited, or that genmorph did not write.")
def batch(**options: Any) -> None:
    """Infer relations of the functions in a catalogue, and write each one's files as soon as it is done.

    After Ctrl-C, a crash or a power cut the same command goes on with what is missing. A function is run again when its
    entry, the file of its module or of one to load, or the version of genmorph has changed.
    """
    with border("interrupted; the same command goes on with what is missing"):
        sys.exit(_run(BatchOptions(**options)))


def _run(options: BatchOptions) -> int:
    """Run what is missing, print all, and write the JUnit file; the exit code."""
    from genmorph.batch.catalogue import read_catalogue
    from genmorph.batch.junit import require_junit_writable, write_junit
    from genmorph.batch.places import Folder
    from genmorph.batch.running import Engine, plan_batch
    from genmorph.cli.batch_table import summary, table_text
    from genmorph.inference.interruption import Interruption
    from genmorph.progress import shown_progress

    catalogue = read_catalogue(options.catalogue)
    folder = Folder(Path(options.output_dir), options.force)
    engine = Engine(options.backend, options.address, options.jobs)
    if options.junit is not None:
        require_junit_writable(options.junit, options.force)
    with Interruption() as interruption, shown_progress() as notify:
        planned = plan_batch(
            catalogue,
            folder,
            engine,
            retry_failed=options.retry_failed,
            load=options.load,
            is_stopped=lambda: interruption.count > 0,
        )
        rows = _rows(planned, notify, lambda: interruption.count > 0)
    click.echo(table_text(rows))
    click.echo(summary(rows, len(planned.called)))
    if options.junit is not None:
        write_junit(rows, options.junit, options.force)
    if interruption.count:
        tell("interrupted; the same command goes on with what is missing")
        return INTERRUPTED
    return VIOLATED if _is_missed(rows, options.fail_under) else FINE


def _rows(planned: "Batch", notify: "Notify", is_stopped: Callable[[], bool]) -> "list[Finished]":
    """What came of the functions, told as they are done, in the order of the catalogue."""
    from genmorph.batch.running import run_batch
    from genmorph.cli.batch_table import told, totals
    from genmorph.cli.watching import watched
    from genmorph.progress import Notice, Step

    found: dict[str, Finished] = {}
    seconds: list[float] = []
    total = len(planned.called)
    notify(Step("functions", 0, total))
    with watched(planned.called, notify) as watch:
        for row in run_batch(planned, is_stopped, watch.begin):
            watch.end(row.finished.target)
            found[row.finished.target] = row.finished
            if row.is_new and row.finished.is_begun:
                seconds.append(row.finished.seconds)
                notify(Notice(told(row.finished)))
            done = sum(finished.is_begun for finished in found.values())
            left = _left(seconds, total - done, planned.engine.jobs)
            notify(Step("functions", done, total, f"{totals(list(found.values()))}{left}"))
    if waiting := total - sum(finished.is_begun for finished in found.values()):
        notify(Notice(f"{counted(waiting, 'function')} not begun"))
    return [found[entry.target] for entry in planned.called if entry.target in found]


def _left(seconds: list[float], missing: int, jobs: int) -> str:
    """The time that is left, by that of the functions so far."""
    if not seconds or not missing:
        return ""
    left = sum(seconds) / len(seconds) * missing / jobs
    return f", about {left / 60:.0f} min left" if left >= 90 else f", about {left:.0f} s left"


def _is_missed(rows: "list[Finished]", fail_under: float | None) -> bool:
    """Whether an accepted relation is violated, or the mutants killed are fewer than asked for."""
    from genmorph.results.relation_set import Status

    violated = [row.target for row in rows if row.status is Status.VIOLATED]
    if violated:
        tell(f"accepted relations do not hold any more: {', '.join(violated)}")
    judged = sum(row.judged for row in rows)
    share = 100 * sum(row.killed for row in rows) / judged if judged else None
    is_under = fail_under is not None and (share is None or share < fail_under)
    if is_under:
        got = "no mutant was judged" if share is None else f"got {math.floor(10 * share) / 10}"
        tell(f"--fail-under: the relations must kill {fail_under:g} % of the mutants, {got}")
    return bool(violated) or is_under
