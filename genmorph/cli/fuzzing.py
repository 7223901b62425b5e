"""The command that tests annotated functions for crashes, and what a user reads of these."""

import os
import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import click

from genmorph.cli.conventions import border, log
from genmorph.export.project import project_of
from genmorph.export.writing import require_tests_writable, write_tests
from genmorph.inference.interruption import Interruption
from genmorph.model import Budget, UsageError
from genmorph.progress import Notice, Notify, Step, shown_progress
from genmorph.results.exit_codes import ExitCode
from genmorph.values.labels import counted

if TYPE_CHECKING:
    from genmorph.fuzz.campaign import Run
    from genmorph.fuzz.findings import Failure, Outcome
    from genmorph.fuzz.fuzz_file import FuzzFile


def notices(outcome: "Outcome") -> Iterator[str]:
    """What is to be known of a function beside its failures."""
    from genmorph.annotations.valid_inputs import rejection_notice

    name, tried = outcome.qualname, counted(outcome.examples, "example")
    if outcome.untested:
        yield f"{name} was not tested: {outcome.untested}"
    elif outcome.refused:
        calls = f"{counted(outcome.refused, 'call')} beside {tried}"
        yield f"{name} was refused in {calls}: {outcome.refusal}; --allow-effects lets it"
    if outcome.cut and not outcome.untested:
        yield f"{name} was left after {tried}: {outcome.cut}"
    rejected = rejection_notice(name, outcome.rejected, outcome.drawn)
    if rejected is not None:
        yield rejected


def block(failure: "Failure") -> str:
    """What failed and where, then the functions and inputs that lead there."""
    place = ""
    if failure.place:
        file, line = failure.place
        relative = os.path.relpath(file)  # shown where the file lies in the current folder
        place = f" at {file if relative.startswith(os.pardir) else relative}:{line}"
    head = click.style(f"{failure.kind}{place}", bold=True) + (f": {failure.message}" if failure.message else "")
    lines = []
    for name, finding in failure.findings:
        hits = f" ({counted(finding.hits, 'example')})" if finding.hits else ""
        lines.append(f"  {name} {finding}{hits}")
    return "\n".join([head, *lines, ""])


@click.command()
@click.argument("target", metavar="PACKAGE.MODULE[:FUNCTION]")
@click.option("--examples", default=100, show_default=True, type=click.IntRange(min=1), help="Inputs of each function.")
@click.option(
    "--budget",
    metavar="TIME",
    help="Time for all functions (60s, 2m), which share it; without it each has 10 s beside its longest call.",
)
@click.option("--seed", default=0, show_default=True, help="The same seed gives the same inputs.")
@click.option(
    "--annotations",
    multiple=True,
    metavar="FILE",
    type=click.Path(dir_okay=False),
    help="A TOML or Python file that annotates functions whose source is not to be touched; may be repeated.",
)
@click.option("--allow-effects", is_flag=True, help="Let functions write files, start processes and the like.")
@click.option("--output", type=click.Path(dir_okay=False), help="Write the tests as a pytest file, failing or not.")
@click.option("--force", is_flag=True, help="Overwrite a file that was edited, or that genmorph did not write.")
def fuzz(**options: Any) -> None:
    """Call annotated functions with valid inputs and report how they crash.

    What is tested are functions, methods and constructors with '@arg' for each parameter without a default, unless they
    are excluded. Every distinct failure is reported, with a small input: an exception, a call that takes longer than
    its '@timeout' (10 s without one), the end of the interpreter. The exit code is 1 where there is any.

    Functions run in processes apart, in a temporary folder. Writing files, opening sockets, starting processes and the
    like are refused while they run, which is reported and no failure. Ctrl-C ends the run with what was found so far.
    """
    with border("interrupted"):
        sys.exit(_run(**options))


def _run(
    target: str,
    examples: int,
    budget: str | None,
    seed: int,
    annotations: tuple[str, ...],
    allow_effects: bool,
    output: str | None,
    force: bool,
) -> int:
    """Test, print and write; the exit code."""
    from genmorph.fuzz.campaign import Run
    from genmorph.fuzz.findings import group, summary
    from genmorph.fuzz.fuzz_file import build_file, render, with_failures
    from genmorph.fuzz.tested_functions import plan_tests, roots_of

    seconds = _seconds(budget)
    if output is not None:
        require_tests_writable(output, force)
    plan = plan_tests(target, annotations)
    if not plan.cases and not plan.is_imported:
        log(f"there is nothing to test: no function of {plan.module} has annotations such as @arg")
        return ExitCode.NOTHING_FOUND
    file = build_file(plan)
    with Interruption() as interruption, shown_progress() as notify:
        run = Run(
            examples,
            seed,
            roots_of(plan.module),
            is_stopped=lambda: interruption.count > 0,
            seconds=seconds,
            allow_effects=allow_effects,
        )
        outcomes = _test(file, run, notify)
    failures = group(outcomes)
    for failure in failures:
        click.echo(block(failure))
    click.echo(summary(outcomes, failures) + "; interrupted" * (interruption.count > 0))
    if output is not None:
        write_tests(render(with_failures(file, outcomes), project_of(output)), output, force)
    if interruption.count:
        return ExitCode.INTERRUPTED
    if failures:
        return ExitCode.VIOLATED
    return ExitCode.NOTHING_FOUND if all(outcome.untested for outcome in outcomes) else ExitCode.FINE


def _seconds(budget: str | None) -> float | None:
    """The time for all functions, None where nothing is stated; raises UsageError for texts that state no time."""
    if budget is None:
        return None
    parsed = Budget.parse(budget)
    if parsed.evaluations is not None:
        raise UsageError(f"budget must be a time such as 60s or 2m, got {budget!r}")
    return parsed.seconds


def _test(file: "FuzzFile", run: "Run", notify: Notify) -> "list[Outcome]":
    """The outcomes of all functions, or of those before an interrupt, shown as they come."""
    from genmorph.fuzz.campaign import run_file
    from genmorph.fuzz.findings import group

    total = len(file.tests) + file.is_imported
    outcomes: list[Outcome] = []
    notify(Step("testing", 0, total))
    for outcome in run_file(file, run):
        outcomes.append(outcome)
        for text in notices(outcome):
            notify(Notice(text))
        found = len(group(outcomes))
        notify(Step("testing", len(outcomes), total, counted(found, "failure") if found else ""))
    return outcomes
