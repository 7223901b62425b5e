"""Files that are there complete or not at all, and that do not overwrite what somebody edited."""

import hashlib
import json
import os
import re
import tempfile
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

from genmorph.model import UsageError

_MARK = "Written by genmorph; sha256 of what follows: "
_HELD = {"relations", "refused"}
"""One of these is in each saved file."""

_TESTS, _PAGE = ("# ", ""), ("<!doctype html><!-- ", " -->")
"""What stands around the mark and the digest in the first line."""

_SURROGATE = re.compile("[\ud800-\udfff]")
"""Half a character, which UTF-8 has no bytes for."""


class ExportError(UsageError):
    """The relations cannot be written there, or not as a file that runs; nothing was written."""


def write_tests(text: str, path: str | os.PathLike[str], force: bool = False) -> None:
    """Put a test file in place; its first line shows later whether it was edited.

    Raises ExportError where a file that genmorph did not write, or that was edited since, is there and not `force`.
    """
    require_tests_writable(path, force)
    write_text(f"{_first_line(_TESTS, text)}\n{text}", Path(path))


def write_page(text: str, path: str | os.PathLike[str], force: bool = False) -> None:
    """Put an HTML page in place, whose text begins behind the doctype; raises ExportError as `write_tests` does."""
    require_page_writable(path, force)
    write_text(f"{_first_line(_PAGE, text)}\n{text}", Path(path))


def write_json(data: Any, path: str | os.PathLike[str], force: bool = False) -> None:
    """Put a JSON file in place, with sorted keys.

    Raises ExportError where a file that genmorph did not write is there and not `force`.
    """
    require_writable("json", path, _is_saved_set, force)
    text = json.dumps(data, indent=1, sort_keys=True, ensure_ascii=False, allow_nan=False)
    write_text(_SURROGATE.sub(lambda found: f"\\u{ord(found[0]):04x}", text) + "\n", Path(path))


def require_tests_writable(path: str | os.PathLike[str], force: bool) -> None:
    """Raise ExportError where `write_tests` would."""
    require_writable("output", path, partial(_is_as_written, _TESTS), force)


def require_page_writable(path: str | os.PathLike[str], force: bool) -> None:
    """Raise ExportError where `write_page` would."""
    require_writable("output", path, partial(_is_as_written, _PAGE), force)


def require_json_writable(path: str | os.PathLike[str], force: bool) -> None:
    """Raise ExportError where `write_json` would."""
    require_writable("json", path, _is_saved_set, force)


def require_writable(name: str, path: str | os.PathLike[str], is_ours: Callable[[Path], bool], force: bool) -> None:
    """Raise ExportError where a file could not be put in place, or would replace one that is not ours to replace."""
    target = Path(path)
    if not target.parent.is_dir():
        raise ExportError(f"{name} must lie in a folder that exists, got {str(path)!r}")
    if target.is_dir():
        raise ExportError(f"{name} must be a file, got the folder {str(path)!r}")
    try:
        tempfile.TemporaryFile(dir=target.parent).close()
    except OSError as error:
        raise ExportError(f"{name} must lie in a folder that can be written to, got {str(path)!r}") from error
    if not force and target.exists() and not is_ours(target):
        raise ExportError(
            f"{name} must not be a file that genmorph did not write, or that was edited since, got {str(path)!r}; "
            "force=True, or --force, overwrites it"
        )


def write_text(text: str, path: Path) -> None:
    """Put a file in place: write beside the target, then rename: readers see the old file or the new one."""
    temporary = path.with_name(f".{path.name}.{os.urandom(8).hex()}")
    try:
        with temporary.open("x", encoding="utf-8") as file:
            if path.exists():
                temporary.chmod(path.stat().st_mode & 0o777)
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        temporary.replace(path)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise


def _first_line(around: tuple[str, str], rest: str) -> str:
    """The line that shows later whether what follows was edited."""
    before, after = around
    return f"{before}{_MARK}{hashlib.sha256(rest.encode()).hexdigest()[:16]}{after}"


def _is_as_written(around: tuple[str, str], path: Path) -> bool:
    first, _, rest = path.read_text(encoding="utf-8", errors="replace").partition("\n")
    return first == _first_line(around, rest)


def _is_saved_set(path: Path) -> bool:
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
    except (ValueError, RecursionError):  # malformed, or nested without end
        return path.stat().st_size == 0
    return isinstance(data, dict) and {"schema", "genmorph"} <= data.keys() and not data.keys().isdisjoint(_HELD)
