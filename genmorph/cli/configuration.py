"""What a project asks of every command: `[tool.genmorph]` in its pyproject.toml."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import click


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
