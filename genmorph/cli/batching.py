"""The commands that list functions in a catalogue and infer the relations of all of them."""

import math
import sys
from collections import Counter
from collections.abc import Callable, Sequence
from io import StringIO
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from genmorph.cli.conventions import border, load_option, log, require_packages, table_width
from genmorph.inference.interruption import Interruption
from genmorph.model import Budget
from genmorph.progress import Notice, Notify, Step, shown_progress
from genmorph.results.exit_codes import ExitCode
from genmorph.settings import PRINTED
from genmorph.values.labels import counted

if TYPE_CHECKING:
    from genmorph.batch.job import Finished
    from genmorph.batch.scheduling import Batch
    from genmorph.batch.survey import Surveyed


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
        sys.exit(_run(**options))


def _run(
    catalogue: str,
    output_dir: str,
    jobs: int,
    backend: str,
    address: str | None,
    retry_failed: bool,
    junit: str | None,
    fail_under: float | None,
    load: tuple[str, ...],
    force: bool,
) -> int:
    """Run what is missing, print all, and write the JUnit file; the exit code."""
    from genmorph.batch.catalogue import read_catalogue
    from genmorph.batch.job import Folder, case_of
    from genmorph.batch.scheduling import Engine, plan_batch
    from genmorph.results.ci_files import Format, require_cases_writable, write_cases

    listed, folder = read_catalogue(catalogue), Folder(Path(output_dir), force)
    engine = Engine(backend, address, jobs)
    if junit is not None:
        require_cases_writable(Format.JUNIT, junit, force)
    with Interruption() as interruption, shown_progress() as notify:

        def is_stopped() -> bool:
            return interruption.count > 0

        planned = plan_batch(listed, folder, engine, retry_failed=retry_failed, load=load, is_stopped=is_stopped)
        rows = _rows(planned, notify, is_stopped)
    click.echo(table_text(rows))
    click.echo(summary(rows, len(planned.called)))
    if junit is not None:
        write_cases(Format.JUNIT, list(map(case_of, rows)), junit, force)
    if interruption.count:
        log("interrupted; the same command goes on with what is missing")
        return ExitCode.INTERRUPTED
    return ExitCode.VIOLATED if _is_missed(rows, fail_under) else ExitCode.FINE


def _rows(planned: "Batch", notify: Notify, is_stopped: Callable[[], bool]) -> "list[Finished]":
    """What came of the functions, shown as they are done, in the order of the catalogue."""
    from genmorph.batch.scheduling import run_batch, watched

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
                notify(Notice(describe(row.finished)))
            done = sum(finished.is_begun for finished in found.values())
            left = ""
            if seconds and done < total:
                expected = sum(seconds) / len(seconds) * (total - done) / planned.engine.jobs
                left = f", about {f'{expected / 60:.0f} min' if expected >= 90 else f'{expected:.0f} s'} left"
            notify(Step("functions", done, total, f"{totals(list(found.values()))}{left}"))
    if waiting := total - sum(finished.is_begun for finished in found.values()):
        notify(Notice(f"{counted(waiting, 'function')} not begun"))
    return [found[entry.target] for entry in planned.called if entry.target in found]


def _is_missed(rows: "list[Finished]", fail_under: float | None) -> bool:
    """Whether an accepted relation is violated, or the mutants killed are fewer than asked for."""
    from genmorph.results.relation_set import Status

    violated = [row.target for row in rows if row.status is Status.VIOLATED]
    if violated:
        log(f"accepted relations do not hold any more: {', '.join(violated)}")
    judged = sum(row.judged for row in rows)
    share = 100 * sum(row.killed for row in rows) / judged if judged else None
    is_under = fail_under is not None and (share is None or share < fail_under)
    if is_under:
        got = "no mutant was judged" if share is None else f"got {math.floor(10 * share) / 10}"
        log(f"--fail-under: the relations must kill {fail_under:g} % of the mutants, {got}")
    return bool(violated) or is_under


def describe(row: "Finished") -> str:
    """One function as a line.

    >>> from genmorph.batch.job import Finished
    >>> from genmorph.results.relation_set import Status
    >>> describe(Finished("shop:price", Status.FOUND, 10.2, relations=3, killed=8, judged=9))
    'shop:price: 3 relations, 8 of 9 mutants killed, 10 s'
    >>> describe(Finished("shop:open", Status.UNSUPPORTED, 1.0, "it has no parameters"))
    'shop:open: unsupported: it has no parameters'
    """
    why = f": {row.reason}" if row.reason else ""
    if not row.relations:
        return f"{row.target}: {row.status.value}{why}"
    return f"{row.target}: {totals([row])}, {row.seconds:.0f} s{why}"


def totals(rows: "Sequence[Finished]") -> str:
    """Relations and mutants of several functions."""
    relations, judged = sum(row.relations for row in rows), sum(row.judged for row in rows)
    found = counted(relations, "relation")
    return f"{found}, {sum(row.killed for row in rows):,} of {judged:,} mutants killed" if judged else found


def summary(rows: "Sequence[Finished]", total: int) -> str:
    """All functions as a line: how many ended in which way.

    >>> from genmorph.batch.job import Finished
    >>> from genmorph.results.relation_set import Status
    >>> waiting = Finished("shop:open", Status.INTERRUPTED, 0.0, is_begun=False)
    >>> summary([Finished("shop:price", Status.FOUND, 10.2, relations=3, killed=8, judged=9), waiting], 3)
    '3 functions: 1 with relations, 2 not begun; 3 relations, 8 of 9 mutants killed'
    """
    begun = [row for row in rows if row.is_begun]
    ends = Counter(row.status.value for row in begun)
    missing = {"not begun": total - len(begun)} if len(begun) < total else {}
    ended = ", ".join(f"{count:,} {end}" for end, count in {**ends, **missing}.items())
    return f"{counted(total, 'function')}: {ended}; {totals(rows)}"


def table_text(rows: "Sequence[Finished]") -> str:
    """A table of the functions."""
    from rich.console import Console
    from rich.table import Table

    from genmorph.results.relation_set import Status

    table = Table(header_style="bold")
    table.add_column("function", overflow="fold")
    for name in ("relations", "killed", "seconds"):
        table.add_column(name, justify="right", no_wrap=True)
    table.add_column("")
    for row in rows:
        killed = f"{row.killed}/{row.judged}" if row.judged else "-"
        why = row.reason if row.status is Status.FOUND else f"{row.status.value}: {row.reason}".removesuffix(": ")
        table.add_row(row.target, str(row.relations), killed, f"{row.seconds:.0f}", why[:200])
    text = StringIO()
    Console(file=text, width=table_width(PRINTED.batch_width), color_system=None, markup=False).print(table)
    return text.getvalue().rstrip()


@click.command()
@click.argument("packages", metavar="PACKAGE[.MODULE]", nargs=-1, required=True)
@click.option("--output", default="catalogue.toml", show_default=True, type=click.Path(dir_okay=False))
@click.option("--budget", default="30s", show_default=True, help="What the catalogue asks for each function.")
@click.option("--jobs", default=1, show_default=True, type=click.IntRange(min=1), help="Modules at once.")
@click.option("--force", is_flag=True, help="Overwrite the file, whatever is in it.")
def catalogue(**options: Any) -> None:
    """Write a catalogue of the public functions of packages that 'genmorph batch' can run.

    Each is called a few times, in a process apart, with inputs of its annotations. Of parameters without any a domain
    is guessed that the function accepts, and marked in the file. Functions that are left out stand there with the
    reason.
    """
    with border("interrupted; no file is written"):
        sys.exit(_run_survey(**options))


def _run_survey(packages: Sequence[str], output: str, budget: str, jobs: int, force: bool) -> int:
    from genmorph.batch.survey import draft, list_modules, survey_all, write_draft

    require_packages(packages)
    Budget.parse(budget)
    write_draft(None, output, force)
    found: list[Surveyed] = []
    suited = 0
    with Interruption() as interruption, shown_progress() as notify:

        def is_stopped() -> bool:
            return interruption.count > 0

        notify(Step("looking for modules"))
        modules = list(dict.fromkeys(one for package in packages for one in list_modules(package, is_stopped)))
        for number, surveyed in enumerate(survey_all(modules, jobs, is_stopped), 1):
            found += surveyed
            suited += sum(one.reason is None for one in surveyed)
            notify(Step("modules", number, len(modules), f"{suited} of {len(found)} functions"))
    named = ", ".join(packages)
    write_draft(draft(named, found, budget), output, force)
    click.echo(f"{suited} of {len(found)} functions of {named} are listed in {output}")
    guessed = sum(bool(one.guessed) for one in found)
    if guessed:
        log(f"functions with guessed domains, marked in the file: {guessed}; put these right before you rely on them")
    return ExitCode.FINE if suited else ExitCode.NOTHING_FOUND
