"""Inferences as forks of a process that has loaded everything, which saves each of them some seconds.

The fork server of `multiprocessing` would do, but not in daemons, as the workers of Dask are, and it imports the main
module of the program around.
"""

import atexit
import json
import os
import select
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress

LONGEST_START = 600.0
"""Seconds in which everything is loaded, or compiled after an installation."""


class Zygote:
    """A process that has loaded everything, and forks one inference at a time; `environment` is the one it has."""

    def __init__(self) -> None:
        self.environment = dict(os.environ)
        self._process = subprocess.Popen(
            [sys.executable, "-P", "-m", "genmorph.cli.zygote"],
            bufsize=0,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )

    @property
    def is_usable(self) -> bool:
        """Whether it can fork in the environment of now."""
        return self._process.poll() is None and self.environment == os.environ

    def fork(self, words: Sequence[str], directory: str, errors: str) -> "Fork":
        """An inference that is waiting to begin; `words` are those of its command line, `errors` takes its errors."""
        self.tell(json.dumps({"words": words, "directory": directory, "errors": errors}))
        pid = self.answer(LONGEST_START)
        if pid is None:
            raise ChildProcessError(f"no inference could be started within {LONGEST_START:g} s")
        return Fork(self, pid)

    def tell(self, line: str) -> None:
        """Send a line; one that has ended takes none."""
        assert self._process.stdin is not None
        with suppress(BrokenPipeError):
            self._process.stdin.write(line.encode() + b"\n")

    def answer(self, within: float) -> int | None:
        """The number that comes within so many seconds, if one does; ChildProcessError where the process has ended."""
        assert self._process.stdout is not None
        if not select.select([self._process.stdout], [], [], within)[0]:
            return None
        line = self._process.stdout.readline()
        if not line:
            raise ChildProcessError("the process that starts inferences has ended")
        return int(line)

    def close(self) -> None:
        """End the process."""
        self._process.kill()
        self._process.communicate()


class Fork:
    """An inference, which leads a session of its own; its pid stays its own until it is waited for."""

    def __init__(self, zygote: Zygote, pid: int) -> None:
        self.pid = pid
        self._zygote = zygote
        self._code: int | None = None

    def begin(self) -> None:
        """Let it begin."""
        self._zygote.tell("")

    def code(self, within: float) -> int | None:
        """The exit code, negative for a signal, where it ends within so many seconds."""
        if self._code is None:
            self._code = self._zygote.answer(within)
        return self._code

    def interrupt(self) -> None:
        """Ask it to end with what it has found."""
        self._send(signal.SIGINT)

    def kill(self) -> None:
        """End it at once."""
        self._send(signal.SIGKILL)

    def wait(self) -> None:
        """Wait for its end, after which its pid may be that of another process."""
        while self.code(LONGEST_START) is None:
            pass
        self._zygote.tell("")

    def _send(self, number: signal.Signals) -> None:
        """One whose zygote has died may be gone already."""
        with suppress(ProcessLookupError):
            os.kill(self.pid, number)


class Zygotes:
    """Those that have nothing to do, kept for the next inference until they are closed."""

    def __init__(self) -> None:
        self._idle: list[Zygote] = []
        self._lock = threading.Lock()

    @contextmanager
    def one(self) -> Iterator[Zygote]:
        """One that nobody else uses; it is kept unless something went wrong with it."""
        zygote = self._taken()
        try:
            yield zygote
        except BaseException:
            zygote.close()
            raise
        with self._lock:
            self._idle.append(zygote)

    def close(self) -> None:
        """End all that are idle."""
        with self._lock:
            while self._idle:
                self._idle.pop().close()

    def _taken(self) -> Zygote:
        with self._lock:
            while self._idle:
                zygote = self._idle.pop()
                if zygote.is_usable:
                    return zygote
                zygote.close()
        return Zygote()


ZYGOTES = Zygotes()
"""Of a process to which an engine sends one job after the other."""
atexit.register(ZYGOTES.close)
