"""What was finished in a folder of results: a SQLite file with one row for each function."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from datetime import UTC, datetime
from pathlib import Path

from genmorph.batch.job import Finished
from genmorph.model import UsageError
from genmorph.results.relation_set import Status

NAME = "journal.sqlite"
_COLUMNS = "target, status, seconds, reason, relations, killed, judged"
_TABLE = """
CREATE TABLE IF NOT EXISTS finished (
    target TEXT PRIMARY KEY, key TEXT NOT NULL, status TEXT NOT NULL, seconds REAL NOT NULL, reason TEXT NOT NULL,
    relations INTEGER NOT NULL, killed INTEGER NOT NULL, judged INTEGER NOT NULL, ended TEXT NOT NULL
)"""
_APPLICATION = 0x67_6D_62_61
"""What SQLite's header says of whose file it is: "gmba"."""


class Journal:
    """The rows of a folder. A row is written after its files are in place, and an earlier one goes before they change.

    So what has a row has the files that the row is about.
    """

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection

    def record(self, finished: Finished, key: str) -> None:
        """Put a row in the place of an earlier one of the function."""
        counted = (finished.relations, finished.killed, finished.judged)
        row = (finished.target, key, finished.status.value, finished.seconds, finished.reason, *counted)
        ended = datetime.now(UTC).isoformat(timespec="seconds")
        self._connection.execute("INSERT OR REPLACE INTO finished VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)", (*row, ended))
        self._connection.commit()

    def forget(self, target: str) -> None:
        """Remove the row of a function, whose files are about to change."""
        self._connection.execute("DELETE FROM finished WHERE target = ?", (target,))
        self._connection.commit()

    def find(self, target: str, key: str) -> Finished | None:
        """The row of a function, where it is about the same job."""
        asked = f"SELECT {_COLUMNS} FROM finished WHERE target = ? AND key = ?"  # noqa: S608 - our own columns
        row = self._connection.execute(asked, (target, key)).fetchone()
        return None if row is None else Finished(row[0], Status(row[1]), *row[2:])


@contextmanager
def open_journal(directory: Path) -> Iterator[Journal]:
    """The journal of a folder, for this process alone until the context ends, or the process does.

    Raises UsageError where another process has it, or the file is none of ours.
    """
    path = directory / NAME
    try:
        with closing(sqlite3.connect(path, timeout=0.5, isolation_level="EXCLUSIVE")) as connection:
            _begin(connection)
            yield Journal(connection)
    except sqlite3.DatabaseError as error:
        if getattr(error, "sqlite_errorcode", 0) & 0xFF == sqlite3.SQLITE_BUSY:
            raise UsageError(f"output-dir must not be in use by another batch, got {str(directory)!r}") from error
        raise UsageError(f"{path} must be the journal of a batch ({error}); remove it to begin anew") from error


def _begin(connection: sqlite3.Connection) -> None:
    connection.execute("PRAGMA locking_mode = EXCLUSIVE")
    connection.execute("BEGIN EXCLUSIVE")
    owner = connection.execute("PRAGMA application_id").fetchone()[0]
    if owner not in (0, _APPLICATION):
        raise sqlite3.DatabaseError("it is another application's")
    connection.execute(_TABLE)
    connection.execute(f"PRAGMA application_id = {_APPLICATION}")
    connection.commit()
