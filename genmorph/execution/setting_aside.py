"""Takes a file that cannot be used out of the way, also where several processes do so at once."""

import fcntl
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from genmorph.execution.database import BESIDE

_MOMENT = 0.005
"""Seconds between two tries to lock."""


@contextmanager
def locked(directory: Path, patience: float) -> Iterator[None]:
    """Keep other processes from opening, beginning or setting aside files of the cache in the directory.

    Raises TimeoutError where another process does so for longer than that many seconds.
    """
    descriptor = os.open(directory, os.O_RDONLY)
    try:
        deadline = time.monotonic() + patience
        while not _lock(descriptor):
            if time.monotonic() > deadline:
                raise TimeoutError(f"{directory} is locked by another process")
            time.sleep(_MOMENT)
        yield
    finally:
        os.close(descriptor)


def _lock(descriptor: int) -> bool:
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def identity(path: Path) -> tuple[int, int] | None:
    """Which file it is that has this name; None where there is none."""
    try:
        status = path.stat()
    except OSError:
        return None
    return status.st_dev, status.st_ino


def set_aside(path: Path) -> Path:
    """Rename the file and those beside it to a free name; to be called under `locked`."""
    number = 1
    while any(_aside(path, number, end).exists() for end in ("", *BESIDE)):
        number += 1
    for end in (*BESIDE, ""):
        source = path.with_name(path.name + end)
        if source.exists():
            source.rename(_aside(path, number, end))
    return _aside(path, number)


def _aside(path: Path, number: int, end: str = "") -> Path:
    return path.with_name(f"{path.name}.set-aside-{number}{end}")
