"""How a command begins and ends: standard streams, exit codes, and errors in one line."""

import os
import sys
import traceback
from typing import NoReturn

import click

FINE, VIOLATED, USAGE, NOTHING_FOUND, UNSUPPORTED, OWN_FAILURE, INTERRUPTED = 0, 1, 2, 3, 4, 70, 130


def open_standard_streams() -> None:
    """A stream that is closed (`>&-`) would have its number taken by the next pipe, and is None here."""
    for descriptor, name in enumerate(("stdin", "stdout", "stderr")):
        try:
            os.fstat(descriptor)
        except OSError:
            os.open(os.devnull, os.O_RDWR)
            setattr(sys, name, open(descriptor, "r" if name == "stdin" else "w", closefd=False))  # noqa: SIM115


def tell(message: str) -> None:
    """A line on standard error."""
    click.echo(f"genmorph: {' '.join(message.split())}", err=True)


def fail(message: str, code: int) -> NoReturn:
    """End the program with a line on standard error."""
    tell(message)
    sys.exit(code)


def fail_with(error: Exception, interrupted: bool = False) -> NoReturn:
    """End the program because of an error: what is no fault of ours reads as one line."""
    from genmorph.model import UnsupportedError, UsageError

    if isinstance(error, UsageError | UnsupportedError):
        code = USAGE if isinstance(error, UsageError) else UNSUPPORTED
        fail(str(error), INTERRUPTED if interrupted else code)
    click.echo("".join(traceback.format_exception(error)), err=True)
    fail("this is a failure of genmorph itself; please report it", OWN_FAILURE)
