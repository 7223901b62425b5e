"""Parts of a saved file, each of the type that it must have; all raise UsageError for anything else."""

from collections.abc import Mapping
from math import inf
from typing import Any

from genmorph.model import UsageError

_DEEPEST = 100
"""Lists within lists; what functions return is at most ten deep, with a tag or two for each level in a file."""


def flag(data: Mapping[str, Any], name: str) -> bool:
    """The Boolean of that name.

    >>> flag({"exhaustive": 1}, "exhaustive")
    Traceback (most recent call last):
        ...
    genmorph.model.UsageError: exhaustive must be true or false, got 1
    """
    if not isinstance(data[name], bool):
        raise UsageError(f"{name} must be true or false, got {data[name]!r}")
    return bool(data[name])


def text(data: Mapping[str, Any], name: str) -> str:
    """The text of that name."""
    if not isinstance(data[name], str):
        raise UsageError(f"{name} must be a text, got {data[name]!r}")
    return str(data[name])


def texts(data: Mapping[str, Any], name: str) -> tuple[str, ...]:
    """The texts of that name."""
    found = items(data, name)
    if not all(isinstance(item, str) for item in found):
        raise UsageError(f"{name} must be texts, got {found!r}")
    return tuple(found)


def items(data: Mapping[str, Any], name: str) -> list[Any]:
    """The list of that name."""
    if not isinstance(data[name], list):
        raise UsageError(f"{name} must be a list, got {data[name]!r}")
    return list(data[name])


def whole(data: Mapping[str, Any], name: str) -> int:
    """The int of that name."""
    if isinstance(data[name], bool) or not isinstance(data[name], int):
        raise UsageError(f"{name} must be an int, got {data[name]!r}")
    return int(data[name])


def count(data: Mapping[str, Any], name: str) -> int:
    """The int of that name, which is not negative."""
    found = whole(data, name)
    if not found >= 0:
        raise UsageError(f"{name} must be >= 0, got {found!r}")
    return found


def counts(data: Mapping[str, Any], name: str) -> tuple[int, ...]:
    """The ints of that name, none of which is negative.

    >>> counts({"generations": [0, -1]}, "generations")
    Traceback (most recent call last):
        ...
    genmorph.model.UsageError: generations must be >= 0, got -1
    """
    return tuple(count({name: item}, name) for item in items(data, name))


def size(data: Mapping[str, Any], name: str) -> float:
    """The number of that name, which is neither negative nor infinite."""
    found = data[name]
    is_number = isinstance(found, int | float) and not isinstance(found, bool)
    if not is_number or not 0 <= float(found) < inf:
        raise UsageError(f"{name} must be a finite number >= 0, got {found!r}")
    return found  # type: ignore[no-any-return]


def require_shallow(data: object) -> None:
    """Raise UsageError for what could be read but not written again, because lists and objects nest too deeply."""
    level = [data]
    for _ in range(_DEEPEST):
        level = [inner for outer in level for inner in _inside(outer)]
        if not level:
            return
    raise UsageError(f"lists and objects must be at most {_DEEPEST} deep")


def _inside(data: object) -> list[Any]:
    match data:
        case dict():
            return list(data.values())
        case list():
            return data
    return []
