"""What the project into which a test file goes says of it: how long lines are, and which modules are its own."""

import json
import os
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from genmorph.settings import PRINTED

_RUFF_FILES = (".ruff.toml", "ruff.toml")
_PROJECT_FILE = "pyproject.toml"


@dataclass(frozen=True, slots=True)
class Project:
    """Characters of a line; folders in which the project's own modules lie, and the names of others that it calls so.

    Without folders, what is tested counts as the project's own.
    """

    line_length: int = PRINTED.line_length
    sources: tuple[Path, ...] = ()
    own_modules: frozenset[str] = frozenset()

    def has(self, module: str) -> bool:
        """Whether a module is the project's own, as ruff sees it: what else is imported is installed."""
        if not self.sources or module.partition(".")[0] in self.own_modules:
            return True
        places = [source.joinpath(*module.split(".")) for source in self.sources]
        return any(place.with_suffix(".py").is_file() or (place / "__init__.py").is_file() for place in places)

    def settings(self) -> str:
        """Write the settings of ruff that say the same, for a file that is put in place later."""
        listed = {"src": [str(source) for source in self.sources], "lint.isort.known-first-party": [*self.own_modules]}
        lines = [f"{name} = {json.dumps(sorted(values))}" for name, values in listed.items() if values]
        return "\n".join(["[tool.ruff]", f"line-length = {self.line_length}", *lines, ""])


def project_of(path: str | os.PathLike[str]) -> Project:
    """The project of a test file that may not be there yet, by the settings of ruff, else of black, nearest to it.

    Without any, modules of the working directory are its own, as for ruff, or those beside the file.
    """
    folder = Path(path).absolute().parent
    folders = [folder, *folder.parents]
    root, ruff = next(filter(None, map(_ruff_in, folders)), (None, {}))
    black = next(filter(None, (_table(one / _PROJECT_FILE, "tool", "black") for one in folders)), {})
    lengths = (ruff.get("line-length"), black.get("line-length"), PRINTED.line_length)
    if root is None:
        here = Path.cwd()
        root = here if here in folders else folder
    sorted_by = _inner(ruff, "lint", "isort") or _inner(ruff, "isort")
    return Project(
        next(length for length in lengths if type(length) is int and length > 0),
        tuple(root / source for source in _texts(ruff.get("src")) or (".", "src")),
        frozenset(_texts(sorted_by.get("known-first-party"))),
    )


def _ruff_in(folder: Path) -> tuple[Path, dict[str, Any]] | None:
    """The settings of ruff in a folder, with those that they extend; None where there are none."""
    for name in _RUFF_FILES:
        if (folder / name).is_file():
            return folder, _extended(folder, _table(folder / name))
    found = _table(folder / _PROJECT_FILE, "tool", "ruff")
    return (folder, _extended(folder, found)) if found else None


def _extended(folder: Path, settings: dict[str, Any]) -> dict[str, Any]:
    return dict(_chain(folder, settings, set()))


def _chain(folder: Path, settings: Mapping[str, Any], seen: set[Path]) -> Iterator[tuple[str, Any]]:
    """The settings that are extended, then those that take their place."""
    base = settings.get("extend")
    file = folder / base if isinstance(base, str) else None
    if file is not None and file not in seen:
        tables = ("tool", "ruff") if file.name == _PROJECT_FILE else ()
        yield from _chain(file.parent, _table(file, *tables), {*seen, file})
    yield from settings.items()


def _table(file: Path, *names: str) -> dict[str, Any]:
    """A table of a TOML file; empty where there is none, or the file cannot be read."""
    try:
        found = tomllib.loads(file.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return _inner(found, *names)


def _inner(table: Any, *names: str) -> dict[str, Any]:
    for name in names:
        table = table.get(name) if isinstance(table, dict) else None
    return table if isinstance(table, dict) else {}


def _texts(value: Any) -> tuple[str, ...]:
    return tuple(one for one in value if isinstance(one, str)) if isinstance(value, list) else ()
