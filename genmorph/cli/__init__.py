"""The command line: results on standard output, progress on standard error, one-line errors."""

import atexit
import gc
from pathlib import Path

import click

from genmorph.cli.batching import batch, catalogue
from genmorph.cli.conventions import read_configuration
from genmorph.cli.fuzzing import fuzz
from genmorph.cli.inferring import infer
from genmorph.cli.learning import learn
from genmorph.cli.modelling import models
from genmorph.cli.pairing import pairs
from genmorph.cli.saved_files import accept, check, reject, report
from genmorph.cli.services import services

__all__ = ["main"]


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="genmorph")
@click.pass_context
def main(context: click.Context) -> None:
    """Find metamorphic relations of Python functions and hand them over as tests.

    Relations say what the code does, not what it should do: 'accept' and 'reject' record review decisions.

    Exit codes: 0 fine, 1 a relation is violated or a crash was found, 2 usage, 3 nothing found or nothing to test,
    4 the function is unsupported, 70 a failure of genmorph itself, 130 interrupted (what was found is saved).

    Options that a project always wants stand under [tool.genmorph] in its pyproject.toml, such as budget = "1m".
    """
    context.default_map = read_configuration(Path.cwd(), main.commands)
    atexit.register(gc.freeze)  # else the interpreter looks for cycles in all that is there, for half a second


for _command in (infer, check, accept, reject, catalogue, batch, pairs, learn, models, services, report, fuzz):
    main.add_command(_command)
