"""One worker process as its parent sees it: messages, a watch on its progress, and its end."""

import marshal
import mmap
import os
import select
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from contextlib import ExitStack, suppress
from dataclasses import asdict
from typing import Any

from genmorph.execution import worker
from genmorph.model import Input, SourceMutant, Target, UnsupportedError

PATIENCE_LOADING = 60.0
"""Seconds that the worker may take for anything but a call."""

_SLACK = 0.1
_GRACE = 1.0
_CHUNK = 1 << 18


class LoadError(UnsupportedError):
    """The function cannot be loaded in a process of its own; the text says why."""


class NotLoadableError(Exception):
    """The mutant cannot take the place of the original; the text says why. The worker stays as it was."""


class StallError(Exception):
    """The worker is stuck in a call; `position` is its place in the batch, from 0."""

    def __init__(self, position: int) -> None:
        super().__init__(position)
        self.position = position


class DeathError(Exception):
    """The worker has ended; the text says how. Which call ended it is not known."""


class WorkerProcess:
    """A process that has loaded the target; LoadError where it cannot.

    `limit` is the time of one call in seconds. The process lives in a session and an empty directory of its own.
    After a stall, a death or an interrupt it can only be closed.
    """

    def __init__(self, target: Target, limit: float, hash_seed: int) -> None:
        self._patience = 2 * limit + _SLACK
        self._tick = 1000 * limit / worker.TICKS
        self._installed: SourceMutant | None = None
        with ExitStack() as resources:
            self._start(resources, limit, hash_seed)
            self._load(target)
            self._resources = resources.pop_all()

    def install(self, mutant: SourceMutant | None) -> None:
        """Make the mutant (None: the original) the code that runs; NotLoadableError where that is impossible."""
        if mutant == self._installed:
            return
        reason = self._ask("install", None if mutant is None else mutant.source)
        if reason is not None:
            raise NotLoadableError(reason)
        self._installed = mutant

    def call(self, inputs: Sequence[Input], allowed: int) -> list[worker.Encoded]:
        """The outcomes of a batch, in order; fewer than inputs after the last allowed time-out."""
        outcomes: list[worker.Encoded] = self._ask("run", tuple(inputs), allowed)
        return outcomes

    def close(self) -> None:
        """Kill the process and all it has started, and remove its directory."""
        self._resources.close()

    def _start(self, resources: ExitStack, limit: float, hash_seed: int) -> None:
        directory = resources.enter_context(tempfile.TemporaryDirectory(prefix="genmorph-", ignore_cleanup_errors=True))
        shared = resources.enter_context(tempfile.TemporaryFile())  # noqa: SIM115 - the stack closes it
        shared.truncate(worker.COUNTER_SIZE)
        self._counter = resources.enter_context(mmap.mmap(shared.fileno(), worker.COUNTER_SIZE))
        with ExitStack() as theirs:
            requests, self._requests = _pipe(reader=theirs, writer=resources)
            self._replies, replies = _pipe(reader=resources, writer=theirs)
            os.set_blocking(self._requests, False)
            os.set_blocking(self._replies, False)
            descriptors = (requests, replies, shared.fileno())
            words = (worker.__file__, *descriptors, os.getpid(), limit, directory)
            self._process = subprocess.Popen(  # noqa: S603 - our own program
                [sys.executable, "-P", *map(str, words)],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                env=os.environ | {"PYTHONHASHSEED": str(hash_seed)},
                pass_fds=descriptors,
                start_new_session=True,
            )
        resources.callback(self._kill)

    def _kill(self) -> None:
        # Without such a group, or with dead members alone (macOS), there is nobody left to kill.
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()

    def _load(self, target: Target) -> None:
        plain = asdict(target) | {"path": [os.path.abspath(entry) for entry in target.path]}  # noqa: PTH100 - of strings
        try:
            reason = self._ask("load", plain)
        except DeathError as death:
            reason = str(death)
        if reason is not None:
            place = target.qualname if target.module is None else f"{target.module}:{target.qualname}"
            raise LoadError(f"{place} cannot be loaded: {reason}")

    def _ask(self, *message: object) -> Any:
        self._send(worker.pack(message))
        return marshal.loads(self._receive())  # noqa: S302 - from our child

    def _send(self, data: bytes) -> None:
        rest = memoryview(data)
        while rest:
            self._wait_for(self._requests, select.POLLOUT)
            try:
                rest = rest[os.write(self._requests, rest) :]
            except BrokenPipeError:
                raise self._death() from None

    def _receive(self) -> bytes:
        data = bytearray()
        size = worker.HEADER.size
        while len(data) < size:
            self._wait_for(self._replies, select.POLLIN)
            chunk = os.read(self._replies, _CHUNK)
            if not chunk:
                raise self._death()
            data += chunk
            if len(data) >= worker.HEADER.size:
                size = worker.HEADER.size + worker.HEADER.unpack_from(data)[0]
        return bytes(data[worker.HEADER.size :])

    def _wait_for(self, descriptor: int, event: int) -> None:
        """Return when the pipe is ready; raise when the worker has ended or makes no progress."""
        poll = select.poll()
        poll.register(descriptor, event)
        seen, since = self._running(), time.monotonic()
        while not poll.poll(self._tick):
            # A process that the subject has forked may hold the pipe open after the worker's end.
            if self._process.poll() is not None and not poll.poll(0):
                raise self._death()
            running, now = self._running(), time.monotonic()
            if running != seen:
                seen, since = running, now
            elif running == worker.IDLE and now - since > PATIENCE_LOADING:
                raise DeathError(f"made no progress in {PATIENCE_LOADING:g} s")
            elif running != worker.IDLE and now - since > self._patience:
                raise StallError(running - 1)

    def _running(self) -> int:
        return int.from_bytes(self._counter[:], sys.byteorder)

    def _death(self) -> DeathError:
        try:
            status = self._process.wait(_GRACE)
        except subprocess.TimeoutExpired:
            return DeathError("closed its pipes")
        return DeathError(describe_status(status))


def _pipe(reader: ExitStack, writer: ExitStack) -> tuple[int, int]:
    """A pipe whose ends are closed with the stacks."""
    ends = os.pipe()
    for stack, end in zip((reader, writer), ends, strict=True):
        stack.callback(os.close, end)
    return ends


def describe_status(status: int) -> str:
    """How a process ended.

    >>> describe_status(3), describe_status(-11)
    ('exited with status 3', 'killed by SIGSEGV')
    """
    if status >= 0:
        return f"exited with status {status}"
    names = {number.value: number.name for number in signal.Signals}
    return f"killed by {names.get(-status, f'signal {-status}')}"
