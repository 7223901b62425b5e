"""The run of one job: an inference in a fork of a process that has loaded everything; nothing is left behind.

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
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import replace
from pathlib import Path

from genmorph.batch.catalogue import Entry
from genmorph.batch.job import Finished, Job, counts
from genmorph.execution.process import Shelter
from genmorph.model import Budget
from genmorph.results.exit_codes import ExitCode
from genmorph.results.printed import what_may_help
from genmorph.results.relation_set import Status
from genmorph.settings import BATCH

_ANNOTATIONS = "annotations.toml"
"""The file in which the process gets what the catalogue states."""
_PROJECT = "pyproject.toml"
"""The file that says what the layout of the tests is, as in the project where they go in the end."""
_SAVED, _TESTS, _ERRORS = "relations.json", "test_relations.py", "errors"
"""The files in which it leaves what it found, and its standard error."""

_STATUS: dict[int, Status] = {
    ExitCode.FINE: Status.FOUND,
    ExitCode.VIOLATED: Status.VIOLATED,
    ExitCode.NOTHING_FOUND: Status.NOTHING,
    ExitCode.UNSUPPORTED: Status.UNSUPPORTED,
    ExitCode.INTERRUPTED: Status.INTERRUPTED,
}
"""What the exit codes of `genmorph infer` say."""
_STOPPED = "stopped before its end"
_ANSWERED: dict[int | None, str] = {
    ExitCode.FINE: "",
    ExitCode.VIOLATED: "an accepted relation does not hold",
    ExitCode.INTERRUPTED: _STOPPED,
}
"""The reason given for each code after which there is a set."""
_EXPLAINED = (ExitCode.USAGE, ExitCode.UNSUPPORTED, ExitCode.OWN_FAILURE, ExitCode.INTERRUPTED)
"""The codes before which the command says why it ends."""


class ForkServer:
    """A process that has loaded everything, and forks one inference at a time."""

    def __init__(self) -> None:
        self._environment = dict(os.environ)
        self._process = subprocess.Popen(
            [sys.executable, "-P", "-m", "genmorph.cli.fork_server"],
            bufsize=0,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )

    @property
    def is_usable(self) -> bool:
        """Whether it can fork in the environment of now."""
        return self._process.poll() is None and self._environment == os.environ

    def fork(self, words: Sequence[str], directory: str, errors: str) -> "Fork":
        """An inference that is waiting to begin; `words` are those of its command line, `errors` takes its errors."""
        self.send(json.dumps({"words": words, "directory": directory, "errors": errors}))
        pid = self.receive(BATCH.start_seconds)
        if pid is None:
            raise ChildProcessError(f"no inference could be started within {BATCH.start_seconds:g} s")
        return Fork(self, pid)

    def send(self, line: str) -> None:
        """Send a line; a process that has ended takes none."""
        assert self._process.stdin is not None
        with suppress(BrokenPipeError):
            self._process.stdin.write(line.encode() + b"\n")

    def receive(self, within: float) -> int | None:
        """The number that comes within this time, if one does; ChildProcessError where the process has ended."""
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

    def __init__(self, server: ForkServer, pid: int) -> None:
        self.pid = pid
        self._server = server
        self._code: int | None = None

    def begin(self) -> None:
        """Let it begin."""
        self._server.send("")

    def code(self, within: float) -> int | None:
        """The exit code, negative for a signal, where it ends within this time."""
        if self._code is None:
            self._code = self._server.receive(within)
        return self._code

    def kill(self, number: signal.Signals = signal.SIGKILL) -> None:
        """Send it the signal; one whose server has died may be gone already."""
        with suppress(ProcessLookupError):
            os.kill(self.pid, number)

    def wait(self) -> None:
        """Wait for its end, after which its pid may be that of another process."""
        while self.code(BATCH.start_seconds) is None:
            pass
        self._server.send("")


class ForkServers:
    """Those that have nothing to do, kept for the next inference until they are closed."""

    def __init__(self) -> None:
        self._idle: list[ForkServer] = []
        self._lock = threading.Lock()

    @contextmanager
    def one(self) -> Iterator[ForkServer]:
        """One that nobody else uses; it is kept unless something went wrong with it."""
        server = None
        with self._lock:
            while server is None and self._idle:
                server = self._idle.pop()
                if not server.is_usable:
                    server.close()
                    server = None
        server = server or ForkServer()
        try:
            yield server
        except BaseException:
            server.close()
            raise
        with self._lock:
            self._idle.append(server)

    def close(self) -> None:
        """End all that are idle."""
        with self._lock:
            while self._idle:
                self._idle.pop().close()


FORK_SERVERS = ForkServers()
"""Of a process to which an engine sends one job after the other."""


atexit.register(FORK_SERVERS.close)


def run_job(
    job: Job,
    is_stopped: Callable[[], bool] = lambda: False,
    servers: ForkServers = FORK_SERVERS,
    begins: Callable[[str], None] = lambda _: None,
) -> Finished:
    """Infer the relations of one function; the process and all it started have ended when this returns.

    `begins` is called with the target when it begins. Where it is stopped, what was found so far comes back as
    interrupted.
    """
    target = job.entry.target
    if is_stopped():
        return Finished(target, Status.INTERRUPTED, 0.0, "not begun", is_begun=False)
    begins(target)
    try:
        with servers.one() as server, Shelter() as shelter:
            if job.earlier is not None:
                (shelter.directory / _SAVED).write_text(job.earlier, encoding="utf-8")
                os.utime(shelter.directory / _SAVED, (0, 0))  # so old that nobody takes it for one that was made here
            (shelter.directory / _PROJECT).write_text(job.project.settings(), encoding="utf-8")
            (shelter.directory / _ERRORS).touch()
            directory = job.directory if Path(job.directory).is_dir() else os.getcwd()  # noqa: PTH109  a text travels
            process = server.fork(_arguments(job, shelter.directory), directory, str(shelter.directory / _ERRORS))
            shelter.take(process)
            began = time.monotonic()
            process.begin()
            code = _await(process, job.entry, is_stopped)
            finished = _finished(job, code, time.monotonic() - began, shelter.directory)
    except ChildProcessError as error:
        return Finished(target, Status.FAILED, 0.0, str(error))
    # An interrupt may come before the process heeds any, and then ends it in other ways.
    if not is_stopped() or finished.status is not Status.FAILED:
        return finished
    reason = f"hardly begun, {finished.reason}" if finished.saved is None else _STOPPED
    return replace(finished, status=Status.INTERRUPTED, reason=reason)


def _arguments(job: Job, directory: Path) -> list[str]:
    """The words of the command line for an entry."""
    entry = job.entry
    stated = entry.domain
    domains = [f"{name}={text}" for name, text in stated.items()] if isinstance(stated, Mapping) else list(stated)
    asked = [entry.target, "--budget", entry.budget, "--seed", str(entry.seed), "--preset", entry.preset]
    asked += [word for domain in domains for word in ("--domain", domain)]
    asked += [word for module in job.load for word in ("--load", module)]
    asked += ["--allow-effects"] * entry.allow_effects
    annotated = [one for one in (*job.makers, entry) if one.annotations]
    if annotated:
        file = directory / _ANNOTATIONS
        file.write_text(_annotations_text(annotated), encoding="utf-8")
        asked += ["--annotations", str(file)]
    return [*asked, *["--force"] * job.force, "--json", f"{directory / _SAVED}", "--output", f"{directory / _TESTS}"]


def _annotations_text(entries: list[Entry]) -> str:
    """What entries say as annotations, as a file; the domain of a function itself goes another way."""
    import tomlkit

    tables = []
    for entry in entries:
        domain = {"domain": dict(entry.domain)} if entry.domain and not entry.is_called else {}  # type: ignore[arg-type]
        tables.append({"target": entry.target, **domain, **entry.annotations})
    return tomlkit.dumps({"function": tables})


def _await(process: Fork, entry: Entry, is_stopped: Callable[[], bool]) -> int | None:
    """The exit code; None where the process was given up."""
    seconds = Budget.parse(entry.budget).seconds
    limit = BATCH.seconds_without_clock if seconds is None else seconds + BATCH.slack_seconds
    end, is_interrupted = time.monotonic() + limit, False
    while time.monotonic() < end:
        if is_stopped() and not is_interrupted:
            process.kill(signal.SIGINT)
            end, is_interrupted = time.monotonic() + BATCH.grace_seconds, True
        code = process.code(BATCH.tick)
        if code is not None:
            return code
    return None


def _finished(job: Job, code: int | None, seconds: float, directory: Path) -> Finished:
    """What the process left, by how it ended."""
    target = job.entry.target
    status = Status.FAILED if code is None else _STATUS.get(code, Status.FAILED)
    lines = (_text(directory / _ERRORS) or "").replace(f"{directory}/{_ANNOTATIONS}", "catalogue")
    lines = lines.replace(f"{directory}/", "")
    reason = "it was given up because it did not end" if code is None else _reason(code, lines)
    is_made = (directory / _SAVED).exists() and (directory / _SAVED).stat().st_mtime > 0
    saved = _text(directory / _SAVED) if is_made else None
    if saved is None:  # Python itself ends with some of these codes, too
        without = (Status.UNSUPPORTED, Status.INTERRUPTED)
        return Finished(target, status if status in without else Status.FAILED, seconds, reason)
    if code == ExitCode.USAGE:  # the relations are there; only their test file could not be written
        status = Status.FOUND
    helps = what_may_help(json.loads(saved)["stages"]) if code == ExitCode.NOTHING_FOUND else reason
    reason = _ANSWERED.get(code, helps)
    return Finished(target, status, seconds, reason, *counts(saved), saved=saved, tests=_text(directory / _TESTS))


def _reason(code: int, words: str) -> str:
    r"""The last thing that the process said, where that is why it ended.

    >>> _reason(4, "genmorph: inspecting\ngenmorph: it has no parameters"), _reason(3, "genmorph: inspecting")
    ('it has no parameters', 'ended with exit code 3')
    >>> _reason(70, "Traceback\nKeyError: 3\n\ngenmorph: this is a failure of genmorph itself")
    'this is a failure of genmorph itself: KeyError: 3'
    >>> _reason(-9, ""), _reason(-40, "")
    ('killed by SIGKILL', 'killed by signal 40')
    """
    if code < 0:
        return f"killed by {next((one.name for one in signal.Signals if one == -code), f'signal {-code}')}"
    lines = list(filter(None, words.splitlines()))
    said = [line.removeprefix("genmorph: ") for line in lines if line.startswith("genmorph: ")]
    raised = [line for line in lines if not line.startswith("genmorph: ")] if code == ExitCode.OWN_FAILURE else []
    return ": ".join(said[-1:] + raised[-1:]) if said and code in _EXPLAINED else f"ended with exit code {code}"


def _text(file: Path) -> str | None:
    """What is in the file, as far as it can be read: the function itself may have written there."""
    return file.read_text(encoding="utf-8", errors="replace") if file.exists() else None
