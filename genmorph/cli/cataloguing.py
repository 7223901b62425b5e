"""The command that looks for functions of which relations can be inferred, and lists them in a catalogue."""

import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import click

from genmorph.cli.ending import FINE, NOTHING_FOUND, border, tell

if TYPE_CHECKING:
    from genmorph.batch.survey import Surveyed


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
        sys.exit(_run(**options))


def _run(packages: Sequence[str], output: str, budget: str, jobs: int, force: bool) -> int:
    from genmorph.batch.drafting import draft, write_draft
    from genmorph.model import Budget, UsageError
    from genmorph.values.paths import split_path

    for package in packages:
        if (split_path(package) or ("", "any"))[1]:
            raise UsageError(f"package must look like package or package.module, got {package!r}")
    Budget.parse(budget)
    write_draft(None, output, force)
    surveyed, named = _survey(packages, jobs), ", ".join(packages)
    suited = sum(one.reason is None for one in surveyed)
    write_draft(draft(named, surveyed, budget), output, force)
    click.echo(f"{suited} of {len(surveyed)} functions of {named} are listed in {output}")
    guessed = sum(bool(one.guessed) for one in surveyed)
    if guessed:
        tell(f"functions with guessed domains, marked in the file: {guessed}; put these right before you rely on them")
    return FINE if suited else NOTHING_FOUND


def _survey(packages: Sequence[str], jobs: int) -> "list[Surveyed]":
    from genmorph.batch.survey import list_modules, survey_all
    from genmorph.inference.interruption import Interruption
    from genmorph.progress import Step, shown_progress

    found: list[Surveyed] = []
    with Interruption() as interruption, shown_progress() as notify:

        def is_stopped() -> bool:
            return interruption.count > 0

        notify(Step("looking for modules"))
        listed = [module for package in packages for module in list_modules(package, is_stopped)]
        modules = list(dict.fromkeys(listed))
        for number, surveyed in enumerate(survey_all(modules, jobs, is_stopped), 1):
            found += surveyed
            suited = sum(one.reason is None for one in found)
            notify(Step("modules", number, len(modules), f"{suited} of {len(found)} functions"))
    return found
