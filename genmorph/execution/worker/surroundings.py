"""What the subject may change around itself inside the worker, and how it is put back."""

import _thread
import io
import os
import resource
import sys

MAX_RECURSION = 10_000
"""Python's limit of nested calls is at most this, whatever the subject's modules have set."""
MARGIN = 512 * 2**20
"""Bytes that calls may use, however much the loaded subject holds."""

_STATISTICS = "/proc/self/statm"
_DATA_FIELD = 5


class Surroundings:
    """Limits and streams as they are once the subject is loaded."""

    def __init__(self, memory: int) -> None:
        self._recursion = min(sys.getrecursionlimit(), MAX_RECURSION)
        self._threads = _thread._count()
        self._null = os.open(os.devnull, os.O_RDWR)
        self._statistics = _open_statistics()
        self._loaded = memory_in_use(self._statistics)
        self._limit = limit_memory(memory)

    def restore(self) -> None:
        """Put back what an earlier batch may have changed: the recursion limit and the standard streams."""
        sys.setrecursionlimit(self._recursion)
        for name, mode in (("stdin", "rb"), ("stdout", "wb"), ("stderr", "wb")):
            stream = open_stream(self._null, mode)
            setattr(sys, name, stream)
            setattr(sys, f"__{name}__", stream)

    @property
    def are_spoilt(self) -> bool:
        """Whether calls have left threads that run, or hold half of the memory that there is for them."""
        left = self._limit - memory_in_use(self._statistics)
        return _thread._count() > self._threads or 2 * left < self._limit - self._loaded


def limit_memory(memory: int) -> int:
    """Let the process hold so many bytes, or MARGIN more than it does by now; the limit that was set."""
    statistics = _open_statistics()
    in_use = memory_in_use(statistics)
    if statistics is not None:
        os.close(statistics)
    return limit_data(max(memory, in_use + MARGIN))


def limit_data(limit: int) -> int:
    """Let the process hold at most so many bytes, or fewer where it has been limited before; the limit that was set."""
    _, hard = resource.getrlimit(resource.RLIMIT_DATA)
    limit = limit if hard == resource.RLIM_INFINITY else min(limit, hard)
    resource.setrlimit(resource.RLIMIT_DATA, (limit, limit))
    return limit


def memory_in_use(statistics: int | None) -> int:
    """Bytes of data as the limit counts them, from the open file; 0 where the system has none."""
    return (
        int(os.pread(statistics, 200, 0).split()[_DATA_FIELD]) * resource.getpagesize() if statistics is not None else 0
    )


def _open_statistics() -> int | None:
    return os.open(_STATISTICS, os.O_RDONLY) if os.path.exists(_STATISTICS) else None  # noqa: PTH110


class _Buffer(io.BufferedWriter):
    def close(self) -> None:
        pass


class _Input(io.BufferedReader):
    def close(self) -> None:
        pass


class _Stream(io.TextIOWrapper):
    def close(self) -> None:
        pass


def open_stream(descriptor: int, mode: str) -> io.TextIOWrapper:
    """A text stream on the descriptor that stays open when it is closed."""
    raw = io.FileIO(descriptor, mode, closefd=False)
    return _Stream(_Input(raw) if mode == "rb" else _Buffer(raw), encoding="utf-8", errors="backslashreplace")
