"""The command line: results on standard output, progress on standard error, one-line errors."""

import click

from genmorph.cli.fuzzing import fuzz
from genmorph.cli.inferring import infer
from genmorph.cli.words import accept, reject

__all__ = ["main"]


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="genmorph")
def main() -> None:
    """Find metamorphic relations of Python functions and hand them over as tests.

    Relations say what the code does, not what it should do: 'accept' and 'reject' record what a person says.

    Exit codes: 0 fine, 1 a relation is violated or a crash was found, 2 usage, 3 nothing found or nothing to test,
    4 the function is unsupported, 70 a failure of genmorph itself, 130 interrupted (what was found is saved).
    """


for _command in (infer, accept, reject, fuzz):
    main.add_command(_command)
