"""The SQLite file of the cache: telling it from other files, beginning it, and working on it."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from genmorph.settings import CACHE

APPLICATION = 0x67_6D_6F_63
"""What SQLite's header says of whose file it is: "gmoc"."""
FORMAT = 2
"""The version of the tables and of what stands in them; other versions are set aside."""

BESIDE = ("-wal", "-shm", "-journal")
"""Ends of the names of files that SQLite puts beside its own."""
_TABLES = """
CREATE TABLE batches (id BLOB PRIMARY KEY, keys BLOB NOT NULL);
CREATE TABLE pages (
    number INTEGER PRIMARY KEY, owner BLOB NOT NULL, batch BLOB NOT NULL, outcomes BLOB NOT NULL, checksum BLOB NOT NULL
);
CREATE UNIQUE INDEX pages_by_owner ON pages (owner, batch);
CREATE INDEX pages_by_batch ON pages (batch);
"""

_MAGIC = b"SQLite format 3\0"
_APPLICATION_AT = slice(68, 72)
"""Where the header of a database says whose it is (https://www.sqlite.org/fileformat.html)."""


class UnusableFileError(Exception):
    """The file is damaged or not ours; the text completes "it is ..."."""


def is_damage(error: sqlite3.Error) -> bool:
    """Whether the error says that the file is not what it should be, now and for ever."""
    primary = getattr(error, "sqlite_errorcode", 0) & 0xFF
    return primary in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)


def is_busy(error: sqlite3.Error) -> bool:
    """Whether the error says that another process held the file for longer than this one waits."""
    return getattr(error, "sqlite_errorcode", 0) & 0xFF == sqlite3.SQLITE_BUSY


def is_foreign(path: Path) -> bool:
    """Whether there is a file, and it does not begin as one of ours; an empty one may become ours."""
    if not path.is_file():
        return False
    with path.open("rb") as file:
        header = file.read(_APPLICATION_AT.stop)
    ours = APPLICATION.to_bytes(4, "big")
    return bool(header) and not (header.startswith(_MAGIC) and header[_APPLICATION_AT] == ours)


def connect(path: Path, patience: float) -> sqlite3.Connection:
    """Open the file, begun where there is none, waiting so many seconds for locks; to be called under `locked`.

    Raises UnusableFileError for a file that is to be set aside, which is left as it is,
    and sqlite3.Error or OSError where none can be used.
    """
    if path.exists() and path.stat().st_size:
        _check_unopened(path)
    else:
        for beside in BESIDE:
            path.with_name(path.name + beside).unlink(missing_ok=True)
    connection = sqlite3.connect(path, timeout=patience, isolation_level=None)
    try:
        _prepare(connection)
    except BaseException as error:
        connection.close()
        if isinstance(error, sqlite3.Error) and is_damage(error):
            raise UnusableFileError(f"damaged ({error})") from error
        raise
    return connection


def _check_unopened(path: Path) -> None:
    """Look at the header without locks or journals: to open another application's file may already change it.

    A file that another process writes may look damaged for a moment; that is left to the real opening.
    """
    with closing(sqlite3.connect(f"{path.as_uri()}?mode=ro&immutable=1", uri=True)) as connection:
        try:
            _check_header(connection)
        except sqlite3.DatabaseError as error:
            if error.sqlite_errorcode == sqlite3.SQLITE_NOTADB:
                raise UnusableFileError(f"damaged or of another kind ({error})") from error
            if error.sqlite_errorcode & 0xFF != sqlite3.SQLITE_CORRUPT:
                raise


def _check_header(connection: sqlite3.Connection) -> None:
    application, version = number_of(connection, "application_id"), number_of(connection, "user_version")
    if application != APPLICATION:
        raise UnusableFileError("another application's database")
    if version != FORMAT:
        raise UnusableFileError(f"of format {version}, where this genmorph has {FORMAT}")


def _prepare(connection: sqlite3.Connection) -> None:
    """Begin an empty file, and set what belongs to the connection.

    The first read takes SQLite's files beside it into use, so that none is looked up by its name later.
    """
    if number_of(connection, "page_count") == 0:
        connection.execute("PRAGMA auto_vacuum = INCREMENTAL")
        connection.executescript(
            f"BEGIN IMMEDIATE; PRAGMA application_id = {APPLICATION}; PRAGMA user_version = {FORMAT}; {_TABLES} COMMIT;"
        )
    _check_header(connection)
    # Not before the tables: the header must never be in the log alone, where `_check_unopened` does not look.
    connection.execute("PRAGMA journal_mode = WAL").fetchall()
    connection.execute("PRAGMA synchronous = NORMAL")
    connection.execute(f"PRAGMA journal_size_limit = {CACHE.journal_bytes}").fetchall()
    try:
        connection.execute("SELECT owner, batch, outcomes, checksum, id, keys FROM pages, batches LIMIT 0").fetchall()
    except sqlite3.OperationalError as error:
        if error.sqlite_errorcode == sqlite3.SQLITE_ERROR:
            raise UnusableFileError(f"damaged ({error})") from error
        raise


def number_of(connection: sqlite3.Connection, pragma: str) -> int:
    """The value of a pragma that is a number."""
    return int(connection.execute(f"PRAGMA {pragma}").fetchone()[0])


@contextmanager
def transaction(connection: sqlite3.Connection) -> Iterator[None]:
    """All or nothing, also where an interrupt comes between."""
    try:
        # An interrupt may have come between the two lines of an earlier one.
        connection.rollback()
        connection.execute("BEGIN IMMEDIATE")
        yield
        connection.execute("COMMIT")
    except BaseException:
        connection.rollback()
        raise
