"""Refuses what a call would change outside the worker, and puts its surroundings back.

What modules do while they are imported is not the call's deed, though the call may be the first to need them: they may
set environment variables, and write below the worker's own folder.

This is a guard against accidents, not a sandbox: it sees what Python's audit events report, and neither what
compiled code does by itself nor the few calls without an event (`os.mkfifo`, `os.write` to an open descriptor).
"""

import _thread
import io
import os
import resource
import sys
from typing import Any

from .protocol import CRASHED, LIMITS, REFUSED, Encoded

_FREQUENT = frozenset(
    {
        "builtins.id",
        "code.__new__",
        "compile",
        "exec",
        "function.__new__",
        "import",
        "marshal.dumps",
        "marshal.loads",
        "object.__delattr__",
        "object.__getattr__",
        "object.__setattr__",
        "sys._getframe",
        "time.sleep",
    }
)
_REFUSED_FAMILIES = ("ensurepip.", "fcntl.", "shutil.", "socket.", "syslog.", "tempfile.")
_ALLOWED = frozenset({"socket.gethostname", "socket.getservbyname", "socket.getservbyport"})
_STATISTICS = "/proc/self/statm"
_DATA_FIELD = 5
"""Where that file has the pages of data and stack (man proc_pid_statm)."""
_REFUSED = frozenset(
    {
        *(f"os.{verb}" for verb in ("chdir", "chflags", "chmod", "chown", "link", "lockf", "mkdir", "putenv")),
        *(f"os.{verb}" for verb in ("remove", "removexattr", "rename", "rmdir", "setxattr", "symlink", "truncate")),
        *(f"os.{verb}" for verb in ("unsetenv", "utime")),
        *(f"os.{verb}" for verb in ("exec", "fork", "forkpty", "kill", "killpg", "posix_spawn", "spawn", "system")),
        "os.startfile",
        "os.startfile/2",
        "pty.spawn",
        "resource.prlimit",
        "resource.setrlimit",
        "signal.pthread_kill",
        "subprocess.Popen",
        "sys.remote_exec",
        "webbrowser.open",
    }
)

_SURROUNDINGS = frozenset({"os.putenv", "os.unsetenv"})
_FILES = frozenset({"open", *(f"os.{verb}" for verb in ("mkdir", "remove", "rename", "rmdir", "utime"))})
_BOOTSTRAP = "<frozen importlib._bootstrap>"
"""Where Python has the frames of imports."""

_WRITING = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND
_NULL = (os.devnull, os.fsencode(os.devnull))


class RefusedError(BaseException):
    """Raised inside a call that was about to change something; never an `Exception`, so that few subjects catch it."""


def install_guard(marks: list[Encoded]) -> None:
    """Refuse from now on, for the rest of the process; a refusal is marked too, because the subject may swallow it."""
    folder = os.path.join(os.path.realpath(os.curdir), "")  # noqa: PTH118 - pathlib would be one more import

    def refuse_event(event: str, arguments: tuple[Any, ...]) -> None:
        if event in _FREQUENT:
            return
        reason = refusal(event, arguments)
        if reason is not None and not (_stays_inside(event, arguments, folder) and _is_importing()):
            if not marks:
                marks.append((CRASHED, f"{REFUSED}{reason}"))
            raise RefusedError(reason)

    sys.addaudithook(refuse_event)


def _stays_inside(event: str, arguments: tuple[Any, ...], folder: str) -> bool:
    """Whether it changes nothing but the environment of this process, or files below a folder."""
    if event not in _FILES:
        return event in _SURROUNDINGS
    paths = arguments[: 2 if event == "os.rename" else 1]
    known = all(type(path) in (str, bytes) for path in paths)
    return known and all(os.path.realpath(os.fsdecode(path)).startswith(folder) for path in paths)


def _is_importing() -> bool:
    """Whether a module is being executed for the first time, further out in the running call."""
    frame = sys._getframe()
    while frame.f_back is not None:
        frame = frame.f_back
        if frame.f_code.co_filename == _BOOTSTRAP and frame.f_code.co_name == "_load_unlocked":
            return True
    return False


def refusal(event: str, arguments: tuple[Any, ...]) -> str | None:
    """What is refused, on one line; None for what changes nothing.

    >>> refusal("open", ("notes.txt", "w", os.O_WRONLY | os.O_CREAT))
    "open 'notes.txt' for writing"
    >>> refusal("os.rename", ("old", "new", -1, -1))
    "os.rename 'old'"
    >>> refusal("open", ("notes.txt", "r", os.O_RDONLY)) is None
    True
    """
    if event == "open":
        return _refusal_to_open(*arguments)
    if event == "sqlite3.connect":
        return None if arguments[0] == ":memory:" else _named(event, arguments[0])
    if event in _REFUSED or (event.startswith(_REFUSED_FAMILIES) and event not in _ALLOWED):
        # Names of temporary files are random, and the same call is to be refused in the same words.
        return event if event.startswith("tempfile.") or not arguments else _named(event, arguments[0])
    return None


def _refusal_to_open(path: object, mode: str | None, flags: int) -> str | None:
    writes = flags & _WRITING or (mode is not None and not set(mode).isdisjoint("wax+"))
    # A number is a descriptor that is open already.
    if not writes or isinstance(path, int) or (type(path) in (str, bytes) and path in _NULL):
        return None
    if mode is None and flags & os.O_EXCL:  # as `tempfile` does
        return "open a new file for writing"
    return f"{_named('open', path)} for writing"


def _named(event: str, argument: object) -> str:
    """The event with its argument, if that is an exact text: others may run the subject's code to show themselves."""
    if type(argument) not in (str, bytes):
        return event
    text = repr(argument)
    return f"{event} {text if len(text) <= LIMITS.shown else text[: LIMITS.shown] + '...'}"


class Surroundings:
    """Limits and streams as they are once the subject is loaded."""

    def __init__(self, memory: int) -> None:
        self._recursion = min(sys.getrecursionlimit(), LIMITS.recursion)
        self._threads = _thread._count()
        self._null = os.open(os.devnull, os.O_RDWR)
        self._statistics = _open_statistics()
        self._loaded = _memory_in_use(self._statistics)
        self._limit = _limit_data(memory, self._loaded)

    def restore(self) -> None:
        """Put back what an earlier batch may have changed: the recursion limit and the standard streams."""
        sys.setrecursionlimit(self._recursion)
        for name, mode in (("stdin", "rb"), ("stdout", "wb"), ("stderr", "wb")):
            raw = io.FileIO(self._null, mode, closefd=False)
            buffer = _Reader(raw) if mode == "rb" else _Writer(raw)
            stream = _Stream(buffer, encoding="utf-8", errors="backslashreplace")
            setattr(sys, name, stream)
            setattr(sys, f"__{name}__", stream)

    @property
    def are_spoilt(self) -> bool:
        """Whether calls have left threads that run, or hold half of the memory that there is for them."""
        left = self._limit - _memory_in_use(self._statistics)
        return _thread._count() > self._threads or 2 * left < self._limit - self._loaded


def limit_memory(memory: int) -> int:
    """Let the process hold `memory` bytes, or `memory_margin` more than it does by now; the limit that was set."""
    statistics = _open_statistics()
    limit = _limit_data(memory, _memory_in_use(statistics))
    if statistics is not None:
        os.close(statistics)
    return limit


def _limit_data(memory: int, in_use: int) -> int:
    """As `limit_memory`; the limit is no higher than where the process has been limited before."""
    _, hard = resource.getrlimit(resource.RLIMIT_DATA)
    limit = max(memory, in_use + LIMITS.memory_margin)
    limit = limit if hard == resource.RLIM_INFINITY else min(limit, hard)
    resource.setrlimit(resource.RLIMIT_DATA, (limit, limit))
    return limit


def _open_statistics() -> int | None:
    return os.open(_STATISTICS, os.O_RDONLY) if os.path.exists(_STATISTICS) else None  # noqa: PTH110


def _memory_in_use(statistics: int | None) -> int:
    """Bytes of data as the limit counts them, from the open file; 0 where the system has none."""
    if statistics is None:
        return 0
    return int(os.pread(statistics, 200, 0).split()[_DATA_FIELD]) * resource.getpagesize()


class _Open:
    """Stays open when it is closed, as the descriptor is used again."""

    def close(self) -> None:
        pass


class _Writer(_Open, io.BufferedWriter): ...


class _Reader(_Open, io.BufferedReader): ...


class _Stream(_Open, io.TextIOWrapper): ...
