"""The cache of outcomes on disk, shared by all runs and kept within its size; it never fails one."""

import fcntl
import json
import os
import sqlite3
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib.metadata import version
from pathlib import Path
from typing import Self, TypeVar

from genmorph.execution.shelf import (
    BESIDE,
    FORMAT,
    Shelf,
    UnusableFileError,
    connect,
    fingerprint,
    is_busy,
    is_damage,
    is_foreign,
    number_of,
    transaction,
)
from genmorph.model import UsageError
from genmorph.settings import CACHE

_LAST_OF_OLDEST = """
SELECT min(number) FROM (
    SELECT number, sum(length(outcomes) + length(keys)) OVER (ORDER BY number) AS freed
    FROM pages JOIN batches ON batches.id = pages.batch
) WHERE freed >= ?
"""

T = TypeVar("T")


def _evict(connection: sqlite3.Connection, max_bytes: int) -> None:
    """Remove the oldest pages, and the batches that none refers to, where the content takes more than `max_bytes`.

    About a tenth goes at once, so that it does not happen at each store.
    """
    if _used(connection) <= max_bytes:
        return
    with transaction(connection):
        removed = 1
        while removed and _used(connection) > max_bytes:
            (last,) = connection.execute(_LAST_OF_OLDEST, (max_bytes // CACHE.evicted_part,)).fetchone()
            removed = connection.execute("DELETE FROM pages WHERE ?1 IS NULL OR number <= ?1", (last,)).rowcount
            connection.execute("DELETE FROM batches WHERE id NOT IN (SELECT batch FROM pages)")
    # `execute` would free one page: each step of this statement frees one and gives a row without columns.
    connection.executescript("PRAGMA incremental_vacuum")


def _used(connection: sqlite3.Connection) -> int:
    pages = number_of(connection, "page_count") - number_of(connection, "freelist_count")
    return pages * number_of(connection, "page_size")


@contextmanager
def _locked(directory: Path, lock_seconds: float) -> Iterator[None]:
    """Hold the lock of a directory of caches; TimeoutError where another process holds it that long."""
    descriptor = os.open(directory, os.O_RDONLY)
    deadline = time.monotonic() + lock_seconds
    try:
        while True:
            try:
                fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
                break
            except BlockingIOError:
                if time.monotonic() > deadline:
                    raise TimeoutError(f"{directory} is locked by another process") from None
                time.sleep(CACHE.lock_interval)
        yield
    finally:
        os.close(descriptor)


def _identity(path: Path) -> tuple[int, int] | None:
    try:
        status = path.stat()
    except OSError:
        return None
    return status.st_dev, status.st_ino


def _set_aside(path: Path) -> Path:
    """Rename the file and those beside it to a free name; to be called under `_locked`."""
    number = 1
    while any(path.with_name(f"{path.name}.set-aside-{number}{end}").exists() for end in ("", *BESIDE)):
        number += 1
    aside = path.with_name(f"{path.name}.set-aside-{number}")
    for end in (*BESIDE, ""):
        source = path.with_name(path.name + end)
        if source.exists():
            source.rename(aside.with_name(aside.name + end))
    return aside


def default_cache_path() -> Path:
    """The file in the user's cache directory."""
    name = Path("genmorph", "outcomes.sqlite")
    chosen = Path(os.environ.get("XDG_CACHE_HOME", ""))
    if chosen.is_absolute():
        return chosen / name
    try:
        home = Path.home()
    except RuntimeError as error:
        raise UsageError(f"cache must be given where there is no home directory, got none: {error}") from None
    return home / ("Library/Caches" if sys.platform == "darwin" else ".cache") / name


def require_cache_file(path: Path) -> None:
    """Raise UsageError where the path is that of a file which is no cache: nobody wants it to be moved."""
    try:
        if is_foreign(path):
            raise UsageError(f"cache must be a new file, or one that genmorph made, got {str(path)!r}")
    except OSError as error:
        raise UsageError(f"cache must be a file that can be read, got {str(path)!r}: {error.strerror}") from error


class OutcomeCache:
    """One SQLite file with JSON and plain arrays; nothing in it is executed. It is used by the thread that opened it.

    What cannot be used is set aside with a warning, once. Whatever else goes wrong ends its use with a warning:
    then nothing is found, and nothing is stored.

    >>> from tempfile import TemporaryDirectory
    >>> from genmorph.model import Returned
    >>> with TemporaryDirectory() as directory, OutcomeCache.open(Path(directory, "cache"), print) as cache:
    ...     cache.shelf("subject", limit=1.0, clocked=True).store(None, [b"a key of 16 byte"], [Returned(3)])
    ...     cache.shelf("subject", limit=0.5, clocked=True).find(None, [b"a key of 16 byte"])
    {b'a key of 16 byte': Returned(value=3)}
    """

    def __init__(self, path: Path, warn: Callable[[str], None], max_bytes: int, lock_seconds: float) -> None:
        self._path = path
        self._warn = warn
        self._max_bytes = max_bytes
        self._lock_seconds = lock_seconds
        self._connection: sqlite3.Connection | None = None
        self._identity: tuple[int, int] | None = None
        self._replaced = False

    @classmethod
    def open(
        cls,
        path: Path,
        warn: Callable[[str], None],
        max_bytes: int = CACHE.max_bytes,
        lock_seconds: float = CACHE.lock_seconds,
    ) -> Self:
        """Open or begin the file, waiting `lock_seconds` seconds for others; UsageError where there can be none."""
        if max_bytes < 1:
            raise UsageError(f"max_bytes must be at least 1, got {max_bytes!r}")
        path = Path(os.path.realpath(path))
        cache = cls(path, warn, max_bytes, lock_seconds)
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            if path.exists() and not path.is_file():
                raise UsageError(f"cache must be a file, got {str(path)!r}")
        except (FileExistsError, NotADirectoryError):
            raise UsageError(f"cache must be in a directory, got {str(path)!r}") from None
        except OSError as error:
            cache._do_without(error)
        else:
            cache._recover(None)
        return cache

    def shelf(self, subject: str, limit: float, clocked: bool, variant: str = "") -> Shelf:
        """The part for the subject with this digest, its calls being stopped after `limit` seconds.

        Where the clock is not read (not `clocked`), outcomes seen under other limits do not count.
        `variant` names whatever else the outcomes depend on.
        """
        name = [version("genmorph"), FORMAT, subject, None if clocked else float(limit), variant]
        return Shelf(self.attempt, self.keep, fingerprint(json.dumps(name).encode()), limit)

    def attempt(self, work: Callable[[sqlite3.Connection], T], otherwise: T) -> T:
        """What the work on the file gives, `otherwise` where the file cannot be used; once more with a new file."""
        for _ in range(2):
            if self._connection is not None and _identity(self._path) != self._identity:
                self._recover(None)
            if self._connection is None:
                return otherwise
            try:
                return work(self._connection)
            except sqlite3.Error as error:
                self._recover(error)
        return otherwise

    def keep(self, work: Callable[[sqlite3.Connection], None]) -> None:
        """Do work that adds to the file, where it can be used; the oldest outcomes make room for it."""
        self.attempt(work, None)
        self.attempt(self._make_room, None)

    def close(self) -> None:
        """Leave the file; afterwards nothing is found or stored."""
        connection, self._connection = self._connection, None
        if connection is not None:
            connection.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _recover(self, error: sqlite3.Error | None) -> None:
        """Open the file that has the name now, unless the error says that there is no use."""
        self.close()
        if error is not None and not is_damage(error):
            self._do_without(error)
            return
        try:
            with _locked(self._path.parent, self._lock_seconds):
                if error is not None and _identity(self._path) == self._identity:
                    self._set_aside(f"damaged ({error})")
                try:
                    self._connection = connect(self._path, self._lock_seconds)
                except UnusableFileError as unusable:
                    self._set_aside(str(unusable))
                    self._connection = connect(self._path, self._lock_seconds)
                self._identity = _identity(self._path)
        except (OSError, sqlite3.Error, UnusableFileError) as reason:
            self._do_without(reason)

    def _make_room(self, connection: sqlite3.Connection) -> None:
        """Evict, where no other process holds the file; else the next to store something does."""
        try:
            _evict(connection, self._max_bytes)
        except sqlite3.OperationalError as error:
            if not is_busy(error):
                raise

    def _set_aside(self, reason: str) -> None:
        """Rename the file, but only once: a disk that damages every file is of no use."""
        if self._replaced:
            raise UnusableFileError(reason)
        self._replaced = True
        aside = _set_aside(self._path)
        self._warn(f"cache {self._path} is {reason}: set aside as {aside}, and a new one is begun")

    def _do_without(self, reason: Exception) -> None:
        self.close()
        self._warn(f"cache {self._path} cannot be used, going on without it: {reason}")
