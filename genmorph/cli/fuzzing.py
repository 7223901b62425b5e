"""The command that tests annotated functions for crashes."""

import os
import sys
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import click

from genmorph.cli.ending import (
    FINE,
    INTERRUPTED,
    NOTHING_FOUND,
    VIOLATED,
    fail,
    fail_with,
    open_standard_streams,
    tell,
)

if TYPE_CHECKING:
    from genmorph.fuzz.files import FuzzFile
    from genmorph.fuzz.findings import Failure, Finding, Outcome
    from genmorph.fuzz.loading import Plan
    from genmorph.fuzz.running import Run
    from genmorph.inference.interruption import Interruption
    from genmorph.progress import Notify


@dataclass(frozen=True, slots=True)
class FuzzOptions:
    """The words of the command line, in its names."""

    target: str
    examples: int
    seed: int
    annotations: tuple[str, ...]
    output: str | None
    force: bool


@click.command()
@click.argument("target", metavar="PACKAGE.MODULE[:FUNCTION]")
@click.option("--examples", default=100, show_default=True, type=click.IntRange(min=1), help="Inputs of each function.")
@click.option("--seed", default=0, show_default=True, help="The same seed gives the same inputs.")
@click.option(
    "--annotations",
    multiple=True,
    metavar="FILE",
    type=click.Path(dir_okay=False),
    help="A TOML or Python file that annotates functions whose source is not to be touched; may be repeated.",
)
@click.option("--output", type=click.Path(dir_okay=False), help="Write the tests as a pytest file, failing or not.")
@click.option("--force", is_flag=True, help="Overwrite a file that was edited, or that genmorph did not write.")
def fuzz(**options: Any) -> None:
    """Call annotated functions with valid inputs and report how they crash.

    What is tested are functions, methods and constructors with '@arg' for each parameter without a default, unless they
    are excluded. Every distinct failure is told, with a small input: an exception, a call that takes longer than its
    '@timeout' (10 s without one), the end of the interpreter. The exit code is 1 where there is any.
    """
    open_standard_streams()
    sys.path.insert(0, os.getcwd())  # noqa: PTH109  sys.path holds strings
    try:
        from genmorph.inference.interruption import Interruption

        interruption = Interruption()
        with interruption:
            code = _run(FuzzOptions(**options), interruption)
    except click.ClickException:
        raise
    except KeyboardInterrupt:
        fail("interrupted", INTERRUPTED)
    except Exception as error:  # noqa: BLE001  the border of the program
        fail_with(error)
    sys.exit(INTERRUPTED if interruption.count else code)


def _run(options: FuzzOptions, interruption: "Interruption") -> int:
    """Test, print and write; the exit code."""
    from genmorph.export import require_tests_writable, write_tests
    from genmorph.fuzz.files import build_file, with_failures
    from genmorph.fuzz.findings import group, summary
    from genmorph.fuzz.loading import plan_tests, roots_of
    from genmorph.fuzz.running import Run
    from genmorph.fuzz.writing import render
    from genmorph.progress import shown_progress

    if options.output is not None:
        require_tests_writable(options.output, options.force)
    plan = plan_tests(options.target, options.annotations)
    if _is_empty(plan):
        tell(f"there is nothing to test: no function of {plan.module} has annotations such as @arg")
        return NOTHING_FOUND
    file = build_file(plan)
    run = Run(options.examples, options.seed, roots_of(plan.module), lambda: interruption.count > 0)
    with shown_progress() as notify:
        outcomes = _test(file, run, notify)
    failures = group(outcomes)
    for failure in failures:
        click.echo(_block(failure))
    click.echo(summary(outcomes, failures) + "; interrupted" * (interruption.count > 0))
    if options.output is not None:
        write_tests(render(with_failures(file, outcomes)), options.output, options.force)
    return VIOLATED if failures else FINE if any(not outcome.untested for outcome in outcomes) else NOTHING_FOUND


def _is_empty(plan: "Plan") -> bool:
    return not plan.cases and not plan.is_imported


def _test(file: "FuzzFile", run: "Run", notify: "Notify") -> "list[Outcome]":
    """The outcomes of all functions, or of those before an interrupt, told as they come."""
    from genmorph.fuzz.findings import group
    from genmorph.fuzz.running import run_file
    from genmorph.progress import Notice, Step

    total = len(file.tests) + file.is_imported
    outcomes: list[Outcome] = []
    notify(Step("testing", 0, total))
    for outcome in run_file(file, run):
        outcomes.append(outcome)
        for text in _notices(outcome):
            notify(Notice(text))
        found = len(group(outcomes))
        notify(Step("testing", len(outcomes), total, f"{found} failure{'s' * (found != 1)}" if found else ""))
    return outcomes


def _notices(outcome: "Outcome") -> list[str]:
    """What is to be known of a function beside its failures."""
    from genmorph.domain import rejection_notice

    notices = [f"{outcome.qualname} was not tested: {outcome.untested}"] if outcome.untested else []
    rejected = rejection_notice(outcome.qualname, outcome.rejected, outcome.drawn)
    return notices if rejected is None else [*notices, rejected]


def _block(failure: "Failure") -> str:
    """What failed and where, then the functions and inputs that lead there."""
    place = f" at {_shown(failure.place)}" if failure.place else ""
    head = click.style(f"{failure.kind}{place}", bold=True) + (f": {failure.message}" if failure.message else "")
    return "\n".join([head, *(f"  {_line(name, finding)}" for name, finding in failure.findings), ""])


def _line(name: str, finding: "Finding") -> str:
    often = f" ({finding.hits} example{'s' * (finding.hits != 1)})" if finding.hits else ""
    return f"{name} {finding}{often}"


def _shown(place: "tuple[str, int]") -> str:
    """The place, from the current folder where it lies in there."""
    file, line = place
    shown = os.path.relpath(file)
    return f"{file if shown.startswith(os.pardir) else shown}:{line}"
