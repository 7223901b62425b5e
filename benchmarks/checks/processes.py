"""A process watched from outside: how it ends, in what time, with how much memory, and what outlives it.

Processes are looked up in `/proc`, so this needs Linux.
"""

import os
import subprocess
import sysconfig
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from signal import SIGKILL
from time import perf_counter, sleep
from typing import Any

from benchmarks.checks.places import Place

PROGRAM = str(Path(sysconfig.get_path("scripts")) / "genmorph")
_PROC = Path("/proc")
_TICK = 0.05
"""Seconds between two looks at a process."""

Identity = tuple[int, str]
"""A process id and the moment at which the process began, because ids are used again."""


@dataclass(frozen=True, slots=True)
class Ended:
    """The exit code (None where we killed the process), seconds, both streams, and the peak of its own memory."""

    exit_code: int | None
    seconds: float
    output: str
    error: str
    peak_bytes: int

    @property
    def last_words(self) -> str:
        """The last line on standard error."""
        return (self.error.strip().splitlines() or [""])[-1]


@dataclass(slots=True)
class Watched:
    """A running process; what it starts is noted from time to time, so that it can be looked for afterwards."""

    process: subprocess.Popen[bytes]
    place: Place
    began: float
    peak_bytes: int = 0
    descendants: set[Identity] = field(default_factory=set)

    def look(self) -> None:
        """Note the peak of its memory and the processes under it."""
        self.peak_bytes = max(self.peak_bytes, _peak_bytes(self.process.pid))
        self.descendants |= _below(self.process.pid)

    def ended(self, limit: float, is_stopped: Callable[[], bool] = lambda: False) -> Ended:
        """Wait for the end, at most for so many seconds since it began, then kill it."""
        while self.process.poll() is None:
            self.look()
            if perf_counter() - self.began > limit or is_stopped():
                return self.killed()
            with suppress(subprocess.TimeoutExpired):
                self.process.wait(_TICK)
        return self._end(self.process.returncode)

    def killed(self) -> Ended:
        """Kill it, and it alone, with SIGKILL."""
        self.look()
        self.process.kill()
        self.process.wait()
        return self._end(None)

    def leftovers(self, patience: float) -> tuple[str, ...]:
        """The command lines of its processes and the names of temporary files that are still there after a while."""
        deadline = perf_counter() + patience
        while (found := self._left()) and perf_counter() < deadline:
            sleep(_TICK)
        return found

    def alive(self) -> set[Identity]:
        """The processes of the run: those noted, and those that have its token or work in its folders."""
        return {identity for identity in _all_processes() if identity in self.descendants or self._is_of_run(identity)}

    def _left(self) -> tuple[str, ...]:
        processes = (f"process {_command_line(pid)[:80]}" for pid, _ in sorted(self.alive()))
        files = (f"file {path.name}" for path in sorted(self.place.temporary.iterdir()))
        return (*processes, *files)

    def _is_of_run(self, identity: Identity) -> bool:
        folder = _PROC / str(identity[0])
        try:
            environment, directory = (folder / "environ").read_bytes(), os.readlink(folder / "cwd")  # noqa: PTH115
        except OSError:
            return False
        return self.place.token.encode() in environment or directory.startswith(str(self.place.root))

    def _end(self, exit_code: int | None) -> Ended:
        seconds = perf_counter() - self.began
        output, error = (
            (self.place.root / name).read_text(encoding="utf-8", errors="replace") for name in ("output", "error")
        )
        return Ended(exit_code, seconds, output, error, self.peak_bytes)


@contextmanager
def watched(command: Sequence[str], place: Place, **variables: str) -> Iterator[Watched]:
    """Start a process in the place; whatever is left of it at the end of the context is killed."""
    with (place.root / "output").open("wb") as output, (place.root / "error").open("wb") as error:
        began = perf_counter()
        process = subprocess.Popen(  # noqa: S603
            command,
            cwd=place.work,
            env={**os.environ, **place.variables, **variables},
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=error,
        )
    run = Watched(process, place, began)
    try:
        yield run
    finally:
        if process.poll() is None:
            run.killed()
        for pid, _ in run.alive():
            with suppress(ProcessLookupError):
                os.kill(pid, SIGKILL)


def _all_processes() -> set[Identity]:
    """All that run; the dead that nobody has waited for are none."""
    found = (_status(folder.name) for folder in _PROC.iterdir() if folder.name.isdigit())
    return {(status["pid"], status["began"]) for status in found if status and status["state"] != "Z"}


def _below(root: int) -> set[Identity]:
    """The processes that a process has started, and those that these have started."""
    found = [status for folder in _PROC.iterdir() if folder.name.isdigit() and (status := _status(folder.name))]
    family, size = {root}, 0
    while len(family) > size:
        size = len(family)
        family |= {status["pid"] for status in found if status["parent"] in family}
    return {(status["pid"], status["began"]) for status in found if status["pid"] in family - {root}}


def _status(pid: str) -> dict[str, Any] | None:
    try:
        fields = (_PROC / pid / "stat").read_text(encoding="utf-8", errors="replace").rpartition(")")[2].split()
    except OSError:
        return None
    return {"pid": int(pid), "state": fields[0], "parent": int(fields[1]), "began": fields[19]}


def _peak_bytes(pid: int) -> int:
    try:
        lines = (_PROC / str(pid) / "status").read_text(encoding="utf-8").splitlines()
    except OSError:
        return 0
    return next((1024 * int(line.split()[1]) for line in lines if line.startswith("VmHWM:")), 0)


def _command_line(pid: int) -> str:
    try:
        return (_PROC / str(pid) / "cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace").strip()
    except OSError:
        return f"{pid}"
