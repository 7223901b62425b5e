"""What a project asks of every command: `[tool.genmorph]` in its pyproject.toml."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import click


def read_configuration(start: Path, commands: Mapping[str, click.Command]) -> dict[str, dict[str, Any]]:
    """The defaults of each command, from the pyproject.toml of this folder or the next one above that has any.

    Keys are names of options, such as `budget` or `output-dir`; each goes to all commands that have it. Raises
    click.UsageError where one is known to none.
    """
    file = next(
        (path for path in (folder / "pyproject.toml" for folder in (start, *start.parents)) if path.is_file()), None
    )
    stated = {} if file is None else _stated(file)
    known = {name: _options(command) for name, command in commands.items()}
    for key in stated:
        if not any(_name(key) in options for options in known.values()):
            raise click.UsageError(f"{file}: keys of [tool.genmorph] must be options of a command, got {key!r}")
    return {
        command: {options[_name(key)]: value for key, value in stated.items() if _name(key) in options}
        for command, options in known.items()
    }


def _stated(file: Path) -> dict[str, Any]:
    import tomllib

    try:
        data = tomllib.loads(file.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise click.UsageError(f"{file} must be a TOML file that can be read: {error}") from error
    found = data.get("tool", {}).get("genmorph", {})
    if not isinstance(found, dict):
        raise click.UsageError(f"{file}: tool.genmorph must be a table, got {found!r:.80}")
    return found


def _options(command: click.Command) -> dict[str, str]:
    """What each option is called by click, by its name on the command line, written as in Python."""
    options = [option for option in command.params if isinstance(option, click.Option)]
    return {_name(word): str(option.name) for option in options for word in option.opts}


def _name(key: str) -> str:
    return key.lstrip("-").replace("-", "_")
