"""The file of outcomes, looked at from outside."""

import re
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

_CALLS = re.compile(r"genmorph: ([\d,]+) calls made, ([\d,]+) outcomes from the cache")
SOUND = "ok"


def integrity(path: Path) -> str:
    """What SQLite says of the file: `ok`, the first fault, or that there is no file yet."""
    if not path.exists():
        return "absent"
    try:
        with closing(sqlite3.connect(path, timeout=30)) as connection:
            return str(connection.execute("PRAGMA integrity_check").fetchone()[0])
    except sqlite3.DatabaseError as error:
        return str(error)


def calls_counted(error: str) -> tuple[int, int] | None:
    """The calls made and the outcomes recalled, as the last such line on standard error says; None without one.

    >>> calls_counted("genmorph: 1,234 calls made, 7 outcomes from the cache")
    (1234, 7)
    """
    found = _CALLS.findall(error)
    return None if not found else (int(found[-1][0].replace(",", "")), int(found[-1][1].replace(",", "")))


def complaints(error: str) -> Iterator[str]:
    """Lines on standard error that are no progress: warnings, tracebacks, and what is said of the cache."""
    for line in error.splitlines():
        if not line.startswith("genmorph: ") or (not _CALLS.match(line) and "cache" in line) or "aside" in line:
            yield line
