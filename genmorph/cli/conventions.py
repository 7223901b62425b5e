"""What all commands share: standard streams, exit codes, one-line errors, configuration, and extensions to load."""

import os
import select
import sys
import traceback
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NoReturn

import click

from genmorph.model import UnsupportedError, UsageError
from genmorph.results.exit_codes import ExitCode
from genmorph.settings import PRINTED
from genmorph.values.paths import split_path

load_option: Callable[[Callable[..., Any]], Callable[..., Any]] = click.option(
    "--load",
    multiple=True,
    metavar="MODULE",
    help="A module that registers kinds, templates or mutation operators when it is imported; may be repeated.",
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
        if isinstance(error, BrokenPipeError) and _has_no_reader():
            raise  # what calls the commands ends quietly then

        if isinstance(error, UsageError | UnsupportedError):
            fail(str(error), ExitCode.USAGE if isinstance(error, UsageError) else ExitCode.UNSUPPORTED)
        click.echo("".join(traceback.format_exception(error)), err=True)
        fail("this is a failure of genmorph itself; please report it", ExitCode.OWN_FAILURE)


def _has_no_reader() -> bool:
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


def log(message: str) -> None:
    """A line on standard error."""
    click.echo(f"genmorph: {' '.join(message.split())}", err=True)


def fail(message: str, code: int) -> NoReturn:
    """End the program with a line on standard error."""
    log(message)
    sys.exit(code)


_SERVICES = "service"
"""The tables that declare services, which `genmorph services` reads."""


def nearest_project(start: Path) -> Path | None:
    """The pyproject.toml of a folder, or of the next one above that has any."""
    files = (folder / "pyproject.toml" for folder in (start, *start.parents))
    return next((file for file in files if file.is_file()), None)


def read_configuration(start: Path, commands: Mapping[str, click.Command]) -> dict[str, dict[str, Any]]:
    """The defaults of each command, from the pyproject.toml of this folder or the next one above that has any.

    Keys are names of options, such as `budget` or `output-dir`; each goes to all commands that have it. Raises
    click.UsageError where one is known to none, or has a value of another kind than the option takes.
    """
    file = nearest_project(start)
    defaults: dict[str, dict[str, Any]] = {name: {} for name in commands}
    if file is None:
        return defaults
    for key, value in _stated(file).items():
        is_known = key == _SERVICES
        for command, option in _options(commands):
            names = {word.lstrip("-").replace("-", "_") for word in option.opts}
            if key.lstrip("-").replace("-", "_") in names:
                is_known = True
                _require_kind(value, option, f"{file}: {key}")
                defaults[command][str(option.name)] = value
        if not is_known:
            raise click.UsageError(f"{file}: keys of [tool.genmorph] must be options of a command, got {key!r}")
    return defaults


def _stated(file: Path) -> dict[str, Any]:
    import tomllib

    try:
        found: Any = tomllib.loads(file.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise click.UsageError(f"{file} must be a TOML file that can be read: {error}") from error
    for name in ("tool", "genmorph"):
        found = found.get(name, {})
        if not isinstance(found, dict):
            raise click.UsageError(f"{file}: {name} must be a table, got {found!r:.80}")
    return dict(found)


def _options(commands: Mapping[str, click.Command]) -> Iterator[tuple[str, click.Option]]:
    for name, command in commands.items():
        yield from ((name, option) for option in command.params if isinstance(option, click.Option))


def _require_kind(value: object, option: click.Option, place: str) -> None:
    """Raise click.UsageError for what click could not read, or would read in a way of its own."""
    from genmorph.results.codec import read

    kind: Any = str
    match option:
        case click.Option(multiple=True):
            kind = list[str]
        case click.Option(is_flag=True):
            kind = bool
        case click.Option(type=click.types.IntParamType()):
            kind = int
        case click.Option(type=click.types.FloatParamType()):
            kind = float
    try:
        read(value, kind)
    except UsageError as error:
        raise click.UsageError(f"{place}{str(error).removeprefix('it')}") from error


def load_modules(modules: tuple[str, ...]) -> None:
    """Import what was named; raises UsageError where that is no module."""
    if modules:
        from genmorph.extension import load_extensions

        load_extensions(modules)


def require_packages(names: Iterable[str]) -> None:
    """UsageError where a name is none of a package or a module.

    >>> require_packages(["shop.boxes", "shop:price"])
    Traceback (most recent call last):
        ...
    genmorph.model.UsageError: package must look like package or package.module, got 'shop:price'
    """
    for name in names:
        if (split_path(name) or ("", "any"))[1]:
            raise UsageError(f"package must look like package or package.module, got {name!r}")


def table_width(most: int) -> int:
    """The columns of standard output where it is a narrower terminal, but no fewer than 60; `most` everywhere else."""
    try:
        columns = os.get_terminal_size(sys.stdout.fileno()).columns
    except (OSError, ValueError, AttributeError):  # it is no terminal, or no file at all
        return most
    return max(PRINTED.narrowest_terminal, min(most, columns or most))
