"""What all commands share: standard streams, exit codes, one-line errors, configuration, and extensions to load."""

import os
import select
import sys
import traceback
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NoReturn

import click

from genmorph.results.exit_codes import ExitCode

load_option: Callable[[Callable[..., Any]], Callable[..., Any]] = click.option(
    "--load",
    multiple=True,
    metavar="MODULE",
    help="A module that registers templates or mutation operators when it is imported; may be repeated.",
)
"""Modules are found from the current folder, as functions are."""


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
        fail(when_interrupted, ExitCode.INTERRUPTED)
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
        fail(str(error), ExitCode.USAGE if isinstance(error, UsageError) else ExitCode.UNSUPPORTED)
    click.echo("".join(traceback.format_exception(error)), err=True)
    fail("this is a failure of genmorph itself; please report it", ExitCode.OWN_FAILURE)


def read_configuration(start: Path, commands: Mapping[str, click.Command]) -> dict[str, dict[str, Any]]:
    """The defaults of each command, from the pyproject.toml of this folder or the next one above that has any.

    Keys are names of options, such as `budget` or `output-dir`; each goes to all commands that have it. Raises
    click.UsageError where one is known to none, or has a value of another kind than the option takes.
    """
    file = next(
        (path for path in (folder / "pyproject.toml" for folder in (start, *start.parents)) if path.is_file()), None
    )
    stated = {} if file is None else _stated(file)
    known = {name: _options(command) for name, command in commands.items()}
    for key, value in stated.items():
        meant = [options[_name(key)] for options in known.values() if _name(key) in options]
        if not meant:
            raise click.UsageError(f"{file}: keys of [tool.genmorph] must be options of a command, got {key!r}")
        for option in meant:
            _require_kind(value, option, f"{file}: {key}")
    return {
        command: {str(options[_name(key)].name): value for key, value in stated.items() if _name(key) in options}
        for command, options in known.items()
    }


def _stated(file: Path) -> dict[str, Any]:
    import tomllib

    try:
        data = tomllib.loads(file.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise click.UsageError(f"{file} must be a TOML file that can be read: {error}") from error
    return _table(_table(data, "tool", file), "genmorph", file)


def _table(data: dict[str, Any], name: str, file: Path) -> dict[str, Any]:
    found = data.get(name, {})
    if not isinstance(found, dict):
        raise click.UsageError(f"{file}: {name} must be a table, got {found!r:.80}")
    return found


def _options(command: click.Command) -> dict[str, click.Option]:
    """The options by their names on the command line, written as in Python."""
    options = [option for option in command.params if isinstance(option, click.Option)]
    return {_name(word): option for option in options for word in option.opts}


def _require_kind(value: object, option: click.Option, place: str) -> None:
    """Raise click.UsageError for what click could not read, or would read in a way of its own."""
    match option:
        case click.Option(multiple=True):
            is_fit, words = isinstance(value, list) and all(isinstance(one, str) for one in value), "an array of texts"
        case click.Option(is_flag=True):
            is_fit, words = isinstance(value, bool), "true or false"
        case click.Option(type=click.types.IntParamType()):
            is_fit, words = isinstance(value, int) and not isinstance(value, bool), "an int"
        case click.Option(type=click.types.FloatParamType()):
            is_fit, words = isinstance(value, int | float) and not isinstance(value, bool), "a number"
        case _:
            is_fit, words = isinstance(value, str), "a text"
    if not is_fit:
        raise click.UsageError(f"{place} must be {words}, got {value!r:.80}")


def _name(key: str) -> str:
    return key.lstrip("-").replace("-", "_")


def load_modules(modules: tuple[str, ...]) -> None:
    """Import what was named; raises UsageError where that is no module."""
    if not modules:
        return
    from genmorph.extension import load_extensions

    load_extensions(modules)


def table_width(most: int) -> int:
    """The columns of standard output where it is a narrower terminal, but no fewer than 60; `most` everywhere else."""
    from genmorph.settings import PRINTED

    try:
        columns = os.get_terminal_size(sys.stdout.fileno()).columns
    except (OSError, ValueError, AttributeError):  # it is no terminal, or no file at all
        return most
    return max(PRINTED.narrowest_terminal, min(most, columns or most))
