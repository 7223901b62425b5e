"""The command that proposes pairs of functions between which relations are worth inferring."""

import sys

import click

from genmorph.cli.conventions import border, log, require_packages
from genmorph.inference.interruption import Interruption
from genmorph.progress import Step, shown_progress
from genmorph.results.exit_codes import ExitCode
from genmorph.settings import PAIRS


@click.command()
@click.argument("packages", metavar="PACKAGE[.MODULE]...", nargs=-1, required=True)
@click.option(
    "--most", default=PAIRS.most, show_default=True, type=click.IntRange(min=1), help="Pairs proposed, at most."
)
def pairs(packages: tuple[str, ...], most: int) -> None:
    """Propose pairs of functions that may belong together, such as json:dumps and json:loads.

    Names and type hints say which functions may be a pair. Each pair is called with a few typical values, in a process
    apart: pairs of which the second function gives back what the first one got come first. Functions of several
    packages that are named together may be pairs, too.
    """
    with border("interrupted; no pair was printed"):
        sys.exit(_run(packages, most))


def _run(packages: tuple[str, ...], most: int) -> int:
    """Propose and print; the exit code."""
    from genmorph.batch.pairs import propose_pairs

    require_packages(packages)
    with Interruption() as interruption, shown_progress() as notify:
        notify(Step("looking for pairs of functions"))
        found = propose_pairs(packages, most, lambda: interruption.count > 0)
    for pair in found:
        click.echo(str(pair))
    if not found:
        log(f"no functions of {', '.join(packages)} belong together by their names or types")
        return ExitCode.NOTHING_FOUND
    log(f"relations between two of them are inferred by: genmorph infer {found[0].first} {found[0].second}")
    return ExitCode.FINE
