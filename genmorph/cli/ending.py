"""How a command begins and ends: standard streams, exit codes, and errors in one line."""

import os
import select
import sys
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from typing import NoReturn

import click

FINE, VIOLATED, USAGE, NOTHING_FOUND, UNSUPPORTED, OWN_FAILURE, INTERRUPTED = 0, 1, 2, 3, 4, 70, 130


@contextmanager
def border(when_interrupted: str) -> Iterator[None]:
    """What the work of a command happens in: it finds modules in the current folder, and ends in an exit code."""
    _open_standard_streams()
    sys.path.insert(0, os.getcwd())  # noqa: PTH109  sys.path holds strings
    try:
        yield
    except click.ClickException:
        raise
    except KeyboardInterrupt:
        fail(when_interrupted, INTERRUPTED)
    except Exception as error:  # the border of the program
        if isinstance(error, BrokenPipeError) and _is_nobody_reading():
            raise  # what calls the commands ends quietly then
        _fail_with(error)


def _is_nobody_reading() -> bool:
    """Whether what read standard output has gone, as `head` does."""
    output = select.poll()
    output.register(1, 0)
    return any(event & select.POLLERR for _, event in output.poll(0))


def _open_standard_streams() -> None:
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


def _fail_with(error: Exception) -> NoReturn:
    """End the program because of an error: what is no fault of ours reads as one line."""
    from genmorph.model import UnsupportedError, UsageError

    if isinstance(error, UsageError | UnsupportedError):
        fail(str(error), USAGE if isinstance(error, UsageError) else UNSUPPORTED)
    click.echo("".join(traceback.format_exception(error)), err=True)
    fail("this is a failure of genmorph itself; please report it", OWN_FAILURE)
