"""The command that infers the relations of one function."""

import sys
import time
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import click

from genmorph.cli.ending import FINE, INTERRUPTED, NOTHING_FOUND, VIOLATED, border, fail
from genmorph.cli.loading import load_modules, load_option
from genmorph.cli.options import Options
from genmorph.cli.width import table_width

if TYPE_CHECKING:
    from genmorph.inference.interruption import Interruption
    from genmorph.results.relation_set import RelationSet


@click.command()
@click.argument("target", metavar="PACKAGE.MODULE:FUNCTION")
@click.option("--budget", default="30s", show_default=True, help="Seconds (30s, 2m) or evaluations (500ev).")
@click.option("--seed", default=0, show_default=True, help="The same seed and evaluations give the same relations.")
@click.option("--output", type=click.Path(dir_okay=False), help="Write the relations as a pytest file.")
@click.option("--json", "json_path", type=click.Path(dir_okay=False), help="Save the relations as JSON.")
@click.option(
    "--domain",
    "domains",
    multiple=True,
    metavar="[NAME=]DOMAIN",
    help="Valid values of a parameter, such as 'k=ints(-20, 20)', or in order and without names; may be repeated.",
)
@click.option(
    "--annotations",
    multiple=True,
    metavar="FILE",
    type=click.Path(dir_okay=False),
    help="A TOML or Python file that annotates functions whose source is not to be touched; may be repeated.",
)
@load_option
@click.option("--preset", default="default", show_default=True, help="'paper' searches as the paper does.")
@click.option("--cache", metavar="PATH", help="Keep outcomes in this file instead of the user's cache directory.")
@click.option("--no-cache", is_flag=True, help="Neither read nor keep outcomes on disk.")
@click.option("--allow-effects", is_flag=True, help="Let the function (not its mutants) write files and the like.")
@click.option("--verify", is_flag=True, help="Run the tests under three other seeds and with 2,000 examples.")
@click.option("--force", is_flag=True, help="Overwrite files that were edited, or that genmorph did not write.")
def infer(**options: Any) -> None:
    """Infer relations of one function, print them, and write them where asked.

    Where --json names a file that is there, what a person said in it of relations is heeded: accepted ones are judged
    again and come first, rejected ones are not reported. An accepted relation that is false by now stays in the file,
    and the exit code is 1.
    """
    began = time.monotonic()
    with border("interrupted; what was printed was found, and files that are there are complete"):
        sys.exit(_run(Options(**options), began))


def _run(options: Options, began: float) -> int:
    """Infer, and stop when asked to; the exit code."""
    asked = options.request()  # what cannot be read is said before the imports below, which take seconds
    from genmorph.inference.interruption import Interruption
    from genmorph.model import UnsupportedError, UsageError

    with Interruption() as interruption:
        try:
            relations = _found(options, asked, began, interruption)
        except (UsageError, UnsupportedError) as error:
            if interruption.count:
                fail(str(error), INTERRUPTED)
            raise
    if interruption.count:
        return INTERRUPTED
    return VIOLATED if relations.violated else FINE if len(relations) else NOTHING_FOUND


def _found(options: Options, asked: Mapping[str, Any], began: float, interruption: "Interruption") -> "RelationSet":
    """Infer what is asked for, print, save and write; the relations as they are after their tests were run."""
    from genmorph.annotations.files import apply_annotations
    from genmorph.cli.files import earlier_set, require_writable, verify, write_tests
    from genmorph.inference.request import Request
    from genmorph.inference.schedule import infer_shown
    from genmorph.results.table import WIDTH, table_text

    require_writable(options)
    load_modules(options.load)
    for file in options.annotations:
        apply_annotations(file)
    request = Request(**asked, earlier=earlier_set(options))
    relations, failure = infer_shown(request, began, interruption), None
    if options.verify and not interruption.count:
        relations, failure = verify(relations)
    click.echo(table_text(relations, table_width(WIDTH)))
    if options.json_path is not None:
        relations.to_json(options.json_path, options.force)
    if failure is not None:
        raise failure
    return relations if options.output is None else write_tests(relations, options, began)
