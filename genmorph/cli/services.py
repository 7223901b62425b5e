"""The commands for code around machine-learning services."""

import json
import math
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from genmorph.cli.conventions import border, fail, log, nearest_project
from genmorph.model import UnsupportedError, UsageError
from genmorph.progress import shown_progress
from genmorph.results.exit_codes import ExitCode
from genmorph.settings import SERVICES
from genmorph.values.labels import counted
from genmorph.values.paths import hint, split_path

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from genmorph.results.ci_files import Format
    from genmorph.services.application_report import Report
    from genmorph.services.testing import Request

_FILE = click.Path(dir_okay=False)
_FOLDER = click.option(
    "--folder",
    default=".genmorph-services",
    show_default=True,
    type=click.Path(file_okay=False),
    help="Where answers, inputs and reports are kept.",
)
_FORCE = click.option("--force", is_flag=True, help="Overwrite files that genmorph did not write.")
_JUNIT = click.option("--junit", type=_FILE, help="Write the findings as test cases of a JUnit file.")
_SARIF = click.option("--sarif", type=_FILE, help="Write the findings as SARIF, which code hosts and editors show.")
_HTML = click.option("--html", type=_FILE, help="Write a page with the findings and their inputs.")
_REPORTS, _ANSWERS = "reports.json", "answers.jsonl"


@click.group()
def services() -> None:
    """Test code whose branches depend on what a machine-learning service answers.

    Services are declared as [[tool.genmorph.service]] in the pyproject.toml of the project, or by a decorator; clients
    that are well known need no declaration.
    """


@services.command("list")
@click.argument("modules", nargs=-1, required=True)
@click.option("--json", "json_path", type=_FILE, help="Save the list as JSON.")
def list_callers(modules: tuple[str, ...], json_path: str | None) -> None:
    """Say which functions of modules ask a service, directly or through other functions."""
    with border("interrupted; nothing was saved"):
        from dataclasses import asdict

        from genmorph.export.writing import write_text
        from genmorph.services.application import find_callers

        for module in modules:
            if (split_path(module) or ("", "any"))[1]:
                raise UsageError(f"module must look like package.module, got {module!r}{hint(module)}")
        callers, known = find_callers(modules, nearest_project(Path.cwd()))
        for one in callers:
            click.echo(str(one))
        if json_path is not None:
            write_text(f"{json.dumps([asdict(one) for one in callers], indent=2)}\n", Path(json_path))
        if not callers:
            found = ", ".join(function for function, _ in known) or "none is declared, and no known client is used"
            fail(f"no function asks a service ({found})", ExitCode.NOTHING_FOUND)


@services.command("test")
@click.argument("targets", nargs=-1, required=True)
@_FOLDER
@click.option("--max-calls", default=SERVICES.calls, show_default=True, help="Calls of services for each function.")
@click.option("--replay", is_flag=True, help="Call no service: use the answers that are kept.")
@click.option("--dry-run", is_flag=True, help="Say how many calls would be made, and make none.")
@click.option(
    "--seconds",
    default=SERVICES.symbolic_seconds,
    show_default=True,
    help="Of symbolic execution for each function; 0 for none.",
)
@click.option(
    "--timeout", default=SERVICES.call_seconds, show_default=True, help="Seconds for a call, without those of services."
)
@click.option("--seed", default=0, show_default=True, help="Of inputs that are made.")
@click.option(
    "--tests", type=_FILE, help="Write tests with the recorded answers, which need neither services nor genmorph."
)
@click.option("--allow-effects", is_flag=True, help="Let the functions change files and start programs.")
@click.option("--json", "json_path", type=_FILE, help="Save the reports as JSON.")
@_JUNIT
@_SARIF
@_HTML
@_FORCE
def test_functions(
    targets: tuple[str, ...],
    folder: str,
    max_calls: int,
    replay: bool,
    dry_run: bool,
    seconds: float,
    timeout: float,
    seed: int,
    tests: str | None,
    allow_effects: bool,
    json_path: str | None,
    junit: str | None,
    sarif: str | None,
    html: str | None,
    force: bool,
) -> None:
    """Test functions that use services: TARGETS are package.module:function, or modules with all their functions.

    Reported are crashes, branches that no answer of a service reaches, and branches that too few of the inputs made
    for them reach. Answers of services are kept, so that a second test asks none. The exit code is 1 where something
    was found, and 4 where a function could not be tested.
    """
    with border("interrupted; the reports that were printed and all answers are kept"):
        from genmorph.services.testing import Request

        for option, given in (("--max-calls", max_calls), ("--seconds", seconds)):
            if not 0 <= given < math.inf:
                raise UsageError(f"{option} must be at least 0, got {given:g}")
        if not 0 < timeout < math.inf:
            raise UsageError(f"--timeout must be more than 0, got {timeout:g}")
        wanted = _require_writable(force, html, junit=junit, sarif=sarif)
        if json_path is not None and not Path(json_path).absolute().parent.is_dir():
            raise UsageError(f"--json must be in a folder that is there, got {json_path!r}")
        place = Path(folder)
        _require_folder(place)
        asked = Request(
            project=nearest_project(Path.cwd()),
            answers=(place / _ANSWERS).absolute(),
            folder=(place / "inputs").absolute(),
            calls=0 if replay or dry_run else max_calls,
            seconds=seconds,
            timeout=timeout,
            seed=seed,
            allow_effects=allow_effects,
            tests=Path(tests) if tests is not None and not dry_run else None,
            force=force,
        )
        functions = _functions(targets, asked.project)
        if tests is not None and len(functions) > 1:
            raise UsageError(f"--tests must be for one function, got {', '.join(functions)}")
        if dry_run:
            _say_calls(functions, asked)
            return
        reports, refused = _test(functions, asked, place)
        _write(reports, wanted, html, json_path, force)
        if any(one.findings for one in reports):
            sys.exit(ExitCode.VIOLATED)
        is_tested = not refused and all(one.answered for one in reports)
        sys.exit(ExitCode.FINE if is_tested else ExitCode.UNSUPPORTED)


@services.command("report")
@_FOLDER
@_JUNIT
@_SARIF
@_HTML
@_FORCE
def show_reports(folder: str, junit: str | None, sarif: str | None, html: str | None, force: bool) -> None:
    """Show what earlier tests have found, without testing anything again."""
    with border("interrupted; nothing was saved"):
        from genmorph.results.codec import read
        from genmorph.services.application_report import Report
        from genmorph.services.kept_reports import read_reports

        wanted = _require_writable(force, html, junit=junit, sarif=sarif)
        reports = [read(one, Report) for one in read_reports(Path(folder) / _REPORTS).values()]
        if not reports:
            fail(f"{folder} has no reports: `genmorph services test` writes them", ExitCode.NOTHING_FOUND)
        for one in reports:
            _say(one)
        _write(reports, wanted, html, None, force)
        sys.exit(ExitCode.VIOLATED if any(one.findings for one in reports) else ExitCode.FINE)


def _require_folder(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise UsageError(f"--folder must be one that can be written ({error.strerror}), got {str(folder)!r}") from error


def _functions(targets: tuple[str, ...], project: Path | None) -> list[str]:
    """The functions that are meant; of a module all that ask a service."""
    from genmorph.services.application import find_callers

    found: dict[str, None] = {}
    for target in targets:
        split = split_path(target)
        if split is None:
            raise UsageError(f"target must look like package.module:function, got {target!r}{hint(target)}")
        if split[1]:
            found[target] = None
        else:
            callers, _ = find_callers([target], project)
            found |= dict.fromkeys(one.function for one in callers)
    if not found:
        fail(f"no function of {', '.join(targets)} asks a service", ExitCode.NOTHING_FOUND)
    return list(found)


def _reports(functions: "Sequence[str]", asked: "Request") -> "Iterator[Report | None]":
    """The report of each function; None of one of several that cannot be tested, which is said."""
    from genmorph.services.testing import check_application

    for target in functions:
        try:
            with shown_progress() as notify:
                report = check_application(target, asked, notify)
        except (UnsupportedError, UsageError) as error:
            if len(functions) == 1:
                raise
            log(f"{target}: {error}")
            yield None
        else:
            yield report


def _say_calls(functions: "Sequence[str]", asked: "Request") -> None:
    total = 0
    for report in filter(None, _reports(functions, asked)):
        click.echo(f"{report.target}: {counted(report.unanswered, 'call')} for {counted(report.inputs, 'input')}")
        total += report.unanswered
    log(f"at least {counted(total, 'call')} would be made; branches of which too little is known then take more")


def _test(functions: "Sequence[str]", asked: "Request", folder: Path) -> "tuple[list[Report], int]":
    """The reports, each saved as soon as it is there, and how many functions could not be tested."""
    from genmorph.services.kept_reports import read_reports, report_data, write_reports

    reports = []
    for report in filter(None, _reports(functions, asked)):
        _say(report)
        reports.append(report)
        kept = read_reports(folder / _REPORTS) | {report.target: report_data(report)}
        write_reports(kept.values(), folder / _REPORTS)
    return reports, len(functions) - len(reports)


def _say(report: "Report") -> None:
    """The findings of an application on standard output, and what it took on standard error."""
    for one in report.findings:
        click.echo(f"{report.target}: {one}")
        if one.accuracy is not None:
            click.echo(f"    the service is right on {one.accuracy} of these inputs")
        for path in one.inputs:
            click.echo(f"    input: {path}")
        if one.repair is not None:
            click.echo(f"    repair: {one.repair}")
            click.echo("".join(f"    {line}\n" for line in one.repair.diff.splitlines()), nl=False)
    if not report.findings:
        click.echo(f"{report.target}: {'nothing found' if report.answered else 'not tested, as no service answered'}")
    for note in report.notes:
        log(f"{report.target}: {note}")
    taken, known = report.branches
    log(
        f"{report.target}: {counted(report.inputs, 'input')}, {counted(report.calls, 'call')} of services, "
        f"{taken} of {counted(known, 'way')} of conditions taken, {report.seconds:.1f} s"
    )


def _require_writable(force: bool, html: str | None, **paths: str | None) -> "dict[Format, str]":
    """The files for CI services that are wanted, by their format; the page can be written, too."""
    from genmorph.export.writing import require_page_writable
    from genmorph.results.ci_files import wanted_files

    if html is not None:
        require_page_writable(html, force)
    return wanted_files(force, **paths)


def _write(
    reports: "Sequence[Report]", wanted: "dict[Format, str]", html: str | None, json_path: str | None, force: bool
) -> None:
    from genmorph.export.writing import write_page
    from genmorph.results.ci_files import write_cases
    from genmorph.services.kept_reports import cases_of_reports, report_data, write_reports

    for form, path in wanted.items():
        write_cases(form, cases_of_reports(reports), path, force)
    if json_path is not None:
        write_reports(map(report_data, reports), Path(json_path))
    if html is not None:
        from genmorph.report.service_page import service_page

        write_page(service_page(list(map(report_data, reports))), html, force)
