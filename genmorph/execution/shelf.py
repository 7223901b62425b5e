"""What the cache holds of one subject under one set of limits, and the SQLite file in which it stands."""

import json
import sqlite3
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from hashlib import blake2b
from operator import is_
from pathlib import Path
from typing import Any, TypeVar

from genmorph.execution.page import Page
from genmorph.execution.patience import Change
from genmorph.model import ErrorTexts, Input, Outcome, Probe, SourceMutant, TimedOut, Trace
from genmorph.settings import CACHE
from genmorph.values import labels

APPLICATION = 0x67_6D_6F_63
"""What SQLite's header says of whose file it is: "gmoc"."""
FORMAT = 6
"""The version of the tables and of what stands in them; other versions are set aside."""
BESIDE = ("-wal", "-shm", "-journal")
"""Ends of the names of files that SQLite puts beside its own."""
KEY_SIZE = 16
"""Bytes of a key: enough that no two inputs ever share one."""

_MAGIC = b"SQLite format 3\0"
_APPLICATION_AT = slice(68, 72)
"""Where the header of a database says whose it is (https://www.sqlite.org/fileformat.html)."""
_TABLES = """
CREATE TABLE batches (id BLOB PRIMARY KEY, keys BLOB NOT NULL);
CREATE TABLE pages (
    number INTEGER PRIMARY KEY, owner BLOB NOT NULL, batch BLOB NOT NULL, outcomes BLOB NOT NULL, checksum BLOB NOT NULL
);
CREATE UNIQUE INDEX pages_by_owner ON pages (owner, batch);
CREATE INDEX pages_by_batch ON pages (batch);
"""
_SELECT_PAGES = "SELECT number, batch, outcomes, checksum FROM pages WHERE owner = ?"

T = TypeVar("T")

Attempt = Callable[[Callable[[sqlite3.Connection], T], T], T]
"""What work on the file gives, or the second argument where the file cannot be used."""
Keep = Callable[[Callable[[sqlite3.Connection], None]], None]
"""Work that adds to the file, where the file can be used."""


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
    """Open the file, begun where there is none, waiting `patience` seconds for locks; to be called under a lock.

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
    """Begin an empty file, and set what belongs to the connection; the first read opens SQLite's files beside it."""
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


def fingerprint(data: bytes) -> bytes:
    """A few bytes that stand for the data."""
    return blake2b(data, digest_size=KEY_SIZE).digest()


def key_of(arguments: Input) -> bytes:
    """The name of an input; its `repr` differs for 1, 1.0, True and -0.0, and is the same for all NaNs.

    >>> key_of((1,)) == key_of((True,)), key_of((float("nan"),)) == key_of((float("nan"),))
    (False, True)
    """
    return fingerprint(labels.key(arguments).encode())


@dataclass(frozen=True, slots=True)
class NumberedInputs:
    """Inputs, with the key and the number of each."""

    inputs: tuple[Input, ...]
    keys: tuple[bytes, ...]
    numbers: tuple[int, ...]


class InputNumbers:
    """Numbers inputs from 0 as they are first seen; keys of the last lists are kept, as all mutants run on the same."""

    def __init__(self) -> None:
        self._numbers: dict[bytes, int] = {}
        self._last: dict[tuple[int, int], NumberedInputs] = {}
        self._kept = 0

    def of(self, inputs: Sequence[Input]) -> NumberedInputs:
        """The inputs with their keys and numbers."""
        if not inputs:
            return NumberedInputs((), (), ())
        place = (id(inputs[0]), len(inputs))
        known = self._last.get(place)
        if known is not None and all(map(is_, inputs, known.inputs)):
            return known
        keys, numbers = tuple(map(key_of, inputs)), self._numbers
        numbered = NumberedInputs(tuple(inputs), keys, tuple(numbers.setdefault(key, len(numbers)) for key in keys))
        if self._last.pop(place, None) is None:
            self._kept += len(inputs)
        self._last[place] = numbered
        while self._kept > CACHE.remembered_inputs and len(self._last) > 1:
            self._kept -= len(self._last.pop(next(iter(self._last))).inputs)
        return numbered


class Shelf:
    """Finds and stores outcomes by change and key of the input.

    The changes of a subject are run on the same lists of inputs. A list of keys is stored once, as a batch; each
    change has a page for it, with the outcomes of its first inputs. What is found was there when the change was asked
    about first. A row that does not match its checksum counts as absent, and is deleted.
    """

    def __init__(self, attempt: Attempt[Any], keep: Keep, name: bytes, limit: float) -> None:
        self._attempt = attempt
        self._keep = keep
        self._name = name
        self._limit = limit
        self._pages: dict[bytes, dict[bytes, Page]] = {}
        self._indexed: set[bytes] = set()
        self._places: dict[bytes, tuple[tuple[bytes, int], ...]] = {}

    def find(self, change: Change | None, keys: Sequence[bytes]) -> dict[bytes, Outcome]:
        """The outcomes known; that of a call that timed out only under a limit as long as the one in force."""
        owner = self._owner(change)
        if owner not in self._pages:
            self._pages[owner] = self._attempt(lambda connection: _load(connection, owner), {})
        pages = self._pages[owner]
        if not pages:
            return {}
        page = pages.get(fingerprint(b"".join(keys)))  # of these very keys: the quick way of a run that is repeated
        found = dict(zip(keys, page or (), strict=False))
        if page is not None and page.limit < self._limit:
            found = {key: outcome for key, outcome in found.items() if not isinstance(outcome, TimedOut)}
        if len(found) < len(keys):
            self._search(pages, [key for key in keys if key not in found], found)
        return found

    def store(self, change: Change | None, keys: Sequence[bytes], outcomes: Sequence[Outcome]) -> None:
        """Keep the outcomes of the first keys."""
        if not outcomes:
            return
        owner, blob = self._owner(change), b"".join(keys)
        batch, page = fingerprint(blob), Page.of(outcomes, self._limit).to_bytes()

        def write(connection: sqlite3.Connection) -> None:
            with transaction(connection):
                connection.execute("INSERT OR IGNORE INTO batches VALUES (?, ?)", (batch, blob))
                connection.execute(
                    "INSERT OR REPLACE INTO pages (owner, batch, outcomes, checksum) VALUES (?, ?, ?, ?)",
                    (owner, batch, page, _checksum(owner, batch, page)),
                )

        self._keep(write)

    def _owner(self, change: Change | None) -> bytes:
        """The name of the change on this shelf; not by its id, which does not say what is changed."""
        return fingerprint(self._name + json.dumps(_described(change)).encode())

    def _search(self, pages: Mapping[bytes, Page], keys: Sequence[bytes], found: dict[bytes, Outcome]) -> None:
        """Add what other lists of inputs have in common with these keys."""
        new = pages.keys() - self._indexed
        if new:
            self._attempt(lambda connection: self._index(connection, new), None)
        for key in keys:
            for batch, position in self._places.get(key, ()):
                page = pages.get(batch)
                if page is None or position >= len(page):
                    continue
                if page.limit >= self._limit or not isinstance(page[position], TimedOut):
                    found[key] = page[position]
                    break

    def _index(self, connection: sqlite3.Connection, batches: Iterable[bytes]) -> None:
        """Note where the keys of the batches stand, once for all changes."""
        for batch in batches:
            row = connection.execute("SELECT keys FROM batches WHERE id = ?", (batch,)).fetchone()
            self._indexed.add(batch)
            if row is None or not isinstance(row[0], bytes) or fingerprint(row[0]) != batch:
                with transaction(connection):
                    connection.execute("DELETE FROM batches WHERE id = ?", (batch,))
                    connection.execute("DELETE FROM pages WHERE batch = ?", (batch,))
                continue
            for position, start in enumerate(range(0, len(row[0]), KEY_SIZE)):
                key = row[0][start : start + KEY_SIZE]
                self._places[key] = (*self._places.get(key, ()), (batch, position))


def _described(change: Change | None) -> list[object] | None:
    match change:
        case None:
            return None
        case Trace():
            return ["trace"]
        case ErrorTexts():
            return ["error texts"]
        case Probe(source=source):
            return ["probe", source]
        case SourceMutant(source=source, helper=helper):
            place = helper and [helper.target.module, helper.target.qualname, helper.target.first_line]
            return ["mutant", source, *(place or ())]


def _load(connection: sqlite3.Connection, owner: bytes) -> dict[bytes, Page]:
    """The pages by their batches."""
    pages: dict[bytes, Page] = {}
    for number, *columns in connection.execute(_SELECT_PAGES, (owner,)).fetchall():
        match columns:
            case bytes(batch), bytes(outcomes), bytes(checksum) if _checksum(owner, batch, outcomes) == checksum:
                pages[batch] = Page.from_bytes(outcomes)
            case _:
                connection.execute("DELETE FROM pages WHERE number = ?", (number,))
    return pages


def _checksum(owner: bytes, batch: bytes, outcomes: bytes) -> bytes:
    return fingerprint(owner + batch + outcomes)
