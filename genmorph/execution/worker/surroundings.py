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
        self._statistics = os.open(_STATISTICS, os.O_RDONLY) if os.path.exists(_STATISTICS) else None  # noqa: PTH110
        self._loaded = self._memory_in_use()
        self._limit = max(memory, self._loaded + MARGIN)
        limit_data(self._limit)

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
        left = self._limit - self._memory_in_use()
        return _thread._count() > self._threads or 2 * left < self._limit - self._loaded

    def _memory_in_use(self) -> int:
        """Bytes of data as the limit counts them; 0 where the system does not say."""
        if self._statistics is None:
            return 0
        return int(os.pread(self._statistics, 200, 0).split()[_DATA_FIELD]) * resource.getpagesize()


def limit_data(limit: int) -> None:
    """Let the process hold at most so many bytes, or fewer where it has been limited before."""
    _, hard = resource.getrlimit(resource.RLIMIT_DATA)
    limit = limit if hard == resource.RLIM_INFINITY else min(limit, hard)
    resource.setrlimit(resource.RLIMIT_DATA, (limit, limit))


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
