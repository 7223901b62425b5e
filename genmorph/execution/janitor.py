"""Processes and directories that do not outlive the process that made them, however it ends."""

import os
import subprocess
import tempfile
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import IO, Protocol, Self

from genmorph.model import UsageError

# Lines: the directory, then process groups, then `done` or the end of the pipe. Not every shell's `kill` takes `--`.
_PROGRAM = """
IFS= read -r directory || exit 0
groups=
while read -r word && [ "$word" != done ]; do groups="$groups -$word"; done
[ -z "$groups" ] || kill -9 $groups
for attempt in 1 2 3 4 5 6 7 8 9 10; do
    rm -rf -- "$directory" && exit 0
    chmod -R u+rwx -- "$directory"
    sleep 0.1
done
exit 1
"""


class Process(Protocol):
    """What a shelter must know of a process, be it a `Popen` or not."""

    @property
    def pid(self) -> int:
        """Its number, which no other process has before it is waited for."""

    def kill(self) -> None:
        """End it at once, if it has not ended."""

    def wait(self) -> object:
        """Wait for its end."""


class Shelter:
    """An empty directory and the processes that work in it; all of them are gone after `close`.

    They are also gone when this process is killed: a shell in a session of its own, the janitor, waits for the end of
    a pipe that only this process holds, and then kills them and removes the directory. Closing takes the same way.

    >>> with Shelter() as shelter:
    ...     shelter.take(subprocess.Popen(["sleep", "60"], cwd=shelter.directory, start_new_session=True))
    >>> shelter.directory.exists()
    False
    """

    def __init__(self) -> None:
        self.directory = Path(tempfile.gettempdir(), f"genmorph-{os.urandom(8).hex()}")
        if "\n" in str(self.directory):
            raise UsageError(f"the directory for temporary files must have no line break, got {str(self.directory)!r}")
        self._processes: list[Process] = []
        self._janitor = subprocess.Popen(  # noqa: S603 - our own program
            ["/bin/sh", "-c", _PROGRAM],
            bufsize=0,
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            cwd="/",
            env={"PATH": os.defpath},
            start_new_session=True,
        )
        try:
            # Told before it is made, so that there is no moment in which nobody would remove it.
            self._tell(os.fsencode(self.directory))
            self.directory.mkdir(mode=0o700)
        except BaseException:
            self.close()
            raise

    def take(self, process: Process) -> None:
        """Let the process, which must lead a session of its own, and all in its group end with this shelter."""
        self._processes.append(process)
        self._tell(str(process.pid).encode())

    def close(self) -> None:
        """Kill the processes and remove the directory."""
        self._tell(b"done")  # a process forked from this one may hold the pipe open
        self._pipe.close()
        self._janitor.wait()
        for process in self._processes:
            process.kill()  # for the case that somebody has killed the janitor
            process.wait()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.close()

    @property
    def _pipe(self) -> IO[bytes]:
        pipe = self._janitor.stdin
        assert pipe is not None
        return pipe

    def _tell(self, line: bytes) -> None:
        # One write each, which is atomic: the janitor never sees half a line.
        with suppress(BrokenPipeError):
            self._pipe.write(line + b"\n")
