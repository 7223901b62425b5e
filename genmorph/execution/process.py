"""One worker process as its parent sees it: messages, a watch on its progress, and its end, whatever happens."""

import marshal
import math
import mmap
import os
import select
import signal
import subprocess
import sys
import tempfile
from collections.abc import Callable, Sequence
from contextlib import ExitStack, suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Protocol, Self

from genmorph.execution.patience import Change
from genmorph.execution.worker import protocol
from genmorph.model import Built, ErrorTexts, Input, Probe, SourceMutant, Target, Trace, UnsupportedError, UsageError
from genmorph.settings import WORKER

# Lines: the directory, then process groups, then `done` or the end of the pipe. Not every shell's `kill` takes `--`.
_REAPER = """
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
_ARRAY = "array:"
_PROGRAM = Path(protocol.__file__).with_name("__main__.py")


class Process(Protocol):
    """What a shelter must know of a process, be it a `Popen` or not; no other has its number before `wait`."""

    @property
    def pid(self) -> int: ...  # noqa: D102

    def kill(self) -> None: ...  # noqa: D102

    def wait(self) -> object: ...  # noqa: D102


class Shelter:
    """An empty directory and the processes that work in it; all of them are gone after `close`.

    They are also gone when this process is killed: a shell in a session of its own, the reaper, waits for the end of
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
        self._reaper = subprocess.Popen(  # noqa: S603 - our own program
            ["/bin/sh", "-c", _REAPER],
            bufsize=0,
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            cwd="/",
            env={"PATH": os.defpath},
            start_new_session=True,
        )
        try:
            # The reaper knows it before it is made: there is no moment in which nobody would remove it.
            self._write(os.fsencode(self.directory))
            self.directory.mkdir(mode=0o700)
        except BaseException:
            self.close()
            raise

    def take(self, process: Process) -> None:
        """Let the process, which must lead a session of its own, and all in its group end with this shelter."""
        self._processes.append(process)
        self._write(str(process.pid).encode())

    def close(self) -> None:
        """Kill the processes and remove the directory."""
        self._write(b"done")  # a process forked from this one may hold the pipe open
        assert self._reaper.stdin is not None
        self._reaper.stdin.close()
        self._reaper.wait()
        for process in self._processes:
            process.kill()  # for the case that somebody has killed the reaper
            process.wait()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _write(self, line: bytes) -> None:
        assert self._reaper.stdin is not None
        # One write each, which is atomic: the reaper never sees half a line.
        with suppress(BrokenPipeError):
            self._reaper.stdin.write(line + b"\n")


def sent(inputs: Sequence[Input], places: Sequence[int]) -> tuple[Input, ...]:
    """The inputs with wire forms at the places of what is built; the worker's `made` reads them.

    >>> sent([(Built("dict", (("a", (1,)),)), 2)], [0])
    ((('dict', [('a', ('tuple', [1]))]), 2),)
    """
    if not places:
        return tuple(inputs)
    return tuple(
        tuple(_wire(value) if place in places else value for place, value in enumerate(values)) for values in inputs
    )


def _wire(value: Any) -> Any:
    match value:
        case list():
            return "list", list(map(_wire, value))
        case tuple():
            return "tuple", list(map(_wire, value))
        case Built("dict", pairs):
            return "dict", [(_wire(key), _wire(item)) for key, item in pairs]
        case Built("call", (module, qualname, given, named)):
            return "call", module, qualname, list(map(_wire, given)), [(name, _wire(item)) for name, item in named]
        case Built("name", (module, qualname)):
            return "name", module, qualname
        case Built(maker, (shape, elements)):
            return maker.removeprefix(_ARRAY), shape, list(elements)
    return value


class LoadError(UnsupportedError):
    """The function cannot be loaded in a process of its own; the text says why."""


class NotLoadableError(Exception):
    """The change cannot take the place of the original; the text says why. The worker stays as it was."""


class StallError(Exception):
    """The worker is stuck in a call; `position` is its place in the batch, from 0."""

    def __init__(self, position: int) -> None:
        super().__init__(position)
        self.position = position


class DeathError(Exception):
    """The worker has ended; the text says how. Which call ended it is not known."""


_OTHER_ZONE = "NST3:30NDT,M3.2.0,M11.1.0"
"""The time of Newfoundland, half an hour beside that of most others, in a form that needs no database."""


@dataclass(frozen=True, slots=True)
class Conditions:
    """Under what calls are made: seconds a call, hash seed, bytes of memory, and whether they may change anything.

    The first call of the original in a process may take `first_limit` seconds: it may import modules, or compile
    itself. Stopped while it does, Numba leaves a function that fails for good.

    Where the hash seed is not 0, the local time zone is another one, too: outputs must depend on neither. With
    `other_threads`, linear algebra has another number of threads, which changes how its floats are rounded.
    """

    limit: float = 1.0
    hash_seed: int = 0
    memory: int = WORKER.memory
    allow_effects: bool = False
    other_threads: bool = False
    first_limit: float = WORKER.first_call_seconds

    def __post_init__(self) -> None:
        if not 0 < self.limit < math.inf:
            raise UsageError(f"limit must be positive and finite, got {self.limit!r}")
        if not 0 <= self.hash_seed < 2**32:
            raise UsageError(f"hash_seed must be at least 0 and less than 2**32, got {self.hash_seed!r}")
        if not self.memory >= WORKER.least_memory:
            raise UsageError(f"memory must be at least {WORKER.least_memory} bytes (512 MiB), got {self.memory!r}")

    @property
    def environment(self) -> dict[str, str]:
        """The variables that are other ones than in this process."""
        zone = {"TZ": _OTHER_ZONE} if self.hash_seed else {}
        threads = dict(WORKER.environment_again) if self.other_threads else {}
        return {"PYTHONHASHSEED": str(self.hash_seed), **zone, **threads}


_RUN = "run"
_HALF_SENT = object()


class _Unknown:
    """What is in place after an interrupt."""


class WorkerProcess:
    """A process that has loaded the target; LoadError where it cannot.

    The process lives in a session and an empty directory of its own. After a stall or a death it can only be closed;
    `is_spoilt` says that it should be, because a call has left something behind. Whoever stops waiting for an answer
    leaves it to `catch_up`.

    `check` is called before each message and at each tick of waiting, and may raise. Ticks are counted and no time is
    read, so that parent and worker may be stopped and continued together.
    """

    def __init__(self, target: Target, conditions: Conditions, check: Callable[[], None]) -> None:
        self._check = check
        self._limit, self._first_limit = conditions.limit, conditions.first_limit
        self._count_ticks(conditions.limit)
        self._installed: Change | _Unknown | None = None
        self._built = target.built
        self._data = bytearray()
        self._awaited: object = None
        self._is_cold = True
        self.is_spoilt = False
        with ExitStack() as resources:
            self._start(resources, conditions)
            self._load(target, conditions)
            self._resources = resources.pop_all()

    def limit_calls(self, limit: float) -> None:
        """Give each later call so many seconds."""
        if limit != self._limit:
            self._limit = math.nan  # unlike any other, so that it is asked for again after an interrupt
            self._ask("limit_calls", limit)
            self._count_ticks(limit)

    def install(self, change: Change | None) -> None:
        """Make the change (None: the original) the code that runs; NotLoadableError where that is impossible."""
        if change == self._installed:
            return
        self._is_cold &= not isinstance(change, SourceMutant)
        before, self._installed = self._installed, _Unknown()
        reason = self._ask(*_message(change))
        if reason is not None:
            self._installed = before
            raise NotLoadableError(reason)
        self._installed = change

    def call(self, inputs: Sequence[Input]) -> list[protocol.Encoded]:
        """The outcomes of a batch, in order, up to the first time-out."""
        outcomes: list[protocol.Encoded]
        outcomes, self.is_spoilt = self._ask(_RUN, sent(inputs, self._built))
        self._is_cold = False
        return outcomes

    @property
    def is_cut_off(self) -> bool:
        """Whether a message was sent in part, so that the process can only be closed."""
        return self._awaited is _HALF_SENT

    def catch_up(self) -> None:
        """Read the answer that nobody waited for, if there is one.

        Raises DeathError where it does not come soon, or there is no process any more.
        """
        if self._awaited is None:
            return
        poll = select.poll()
        poll.register(self._replies, select.POLLIN)
        for _ in range(math.ceil(1000 * WORKER.catching_up_seconds / self._tick)):
            if poll.poll(self._tick):
                break
            self._check()
        else:
            raise DeathError(f"gave no answer in {WORKER.catching_up_seconds:g} s")
        is_run = self._awaited == _RUN
        answer = self._answer()
        if is_run:
            _, self.is_spoilt = answer

    def close(self) -> None:
        """Kill the process and all it has started, and remove its directory."""
        self._resources.close()

    def _count_ticks(self, limit: float) -> None:
        self._limit = limit
        self._tick = math.ceil(min(1000 * limit / protocol.LIMITS.ticks, WORKER.longest_tick))
        self._most_ticks = math.ceil(1000 * (2 * limit + WORKER.slack_seconds) / self._tick)
        first = max(limit, self._first_limit)
        self._most_ticks_of_first = math.ceil(1000 * (2 * first + WORKER.slack_seconds) / self._tick)
        self._most_ticks_loading = math.ceil(1000 * WORKER.loading_seconds / self._tick)

    def _start(self, resources: ExitStack, conditions: Conditions) -> None:
        shelter = resources.enter_context(Shelter())
        shared = resources.enter_context(tempfile.TemporaryFile())  # noqa: SIM115 - the stack closes it
        shared.truncate(protocol.COUNTER_SIZE)
        self._counter = resources.enter_context(mmap.mmap(shared.fileno(), protocol.COUNTER_SIZE))
        with ExitStack() as theirs:
            requests, self._requests = pipe(reader=theirs, writer=resources)
            self._replies, replies = pipe(reader=resources, writer=theirs)
            os.set_blocking(self._requests, False)
            os.set_blocking(self._replies, False)
            descriptors = (requests, replies, shared.fileno())
            words = (_PROGRAM, *descriptors, os.getpid(), conditions.limit, conditions.first_limit)
            self._process = subprocess.Popen(  # noqa: S603 - our own program
                [sys.executable, "-P", *map(str, words)],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                cwd=shelter.directory,
                # Modules that a call imports may make folders for temporary files; there they are the worker's own.
                env={
                    **dict(WORKER.environment),
                    **os.environ,
                    **conditions.environment,
                    "TMPDIR": str(shelter.directory),
                },
                pass_fds=descriptors,
                start_new_session=True,
            )
        # Killed before this line, we leave a worker that ends with its pipe of requests: nothing runs in it yet.
        shelter.take(self._process)

    def _load(self, target: Target, conditions: Conditions) -> None:
        plain = asdict(target) | {"path": [os.path.abspath(entry) for entry in target.path]}  # noqa: PTH100 - of strings
        try:
            reason = self._ask("load", plain, conditions.memory, conditions.allow_effects)
        except DeathError as death:
            reason = str(death)
        if reason is not None:
            place = target.qualname if target.module is None else f"{target.module}:{target.qualname}"
            raise LoadError(f"{place} cannot be loaded: {reason}")

    def _ask(self, *message: object) -> Any:
        self._check()
        self._awaited = _HALF_SENT
        self._send(protocol.pack(message))
        self._awaited = message[0]
        return self._answer()

    def _answer(self) -> Any:
        answer = marshal.loads(self._receive())  # noqa: S302 - from our child
        self._awaited = None
        return answer

    def _send(self, data: bytes) -> None:
        rest = memoryview(data)
        while rest:
            self._wait_for(self._requests, select.POLLOUT)
            try:
                rest = rest[os.write(self._requests, rest) :]
            except BrokenPipeError:
                raise self._death() from None

    def _receive(self) -> bytes:
        """The next answer; what of it has come by an interrupt is kept."""
        while len(self._data) < self._size():
            self._wait_for(self._replies, select.POLLIN)
            chunk = os.read(self._replies, WORKER.read_bytes)
            if not chunk:
                raise self._death()
            self._data += chunk
        data, self._data = bytes(self._data[protocol.HEADER.size :]), bytearray()
        return data

    def _size(self) -> int:
        """The bytes of the answer, as far as its header is known."""
        is_known = len(self._data) >= protocol.HEADER.size
        return protocol.HEADER.size + (protocol.HEADER.unpack_from(self._data)[0] if is_known else 0)

    def _wait_for(self, descriptor: int, event: int) -> None:
        """Return when the pipe is ready; raise when the worker has ended or makes no progress."""
        poll = select.poll()
        poll.register(descriptor, event)
        seen, ticks = self._running(), 0
        while not poll.poll(self._tick):
            self._check()
            # A process that the subject has forked may hold the pipe open after the worker's end.
            if self._process.poll() is not None and not poll.poll(0):
                raise self._death()
            running = self._running()
            seen, ticks = running, ticks + 1 if running == seen else 0
            if running == protocol.IDLE and ticks > self._most_ticks_loading:
                raise DeathError(f"made no progress in {WORKER.loading_seconds:g} s")
            is_first = self._is_cold and running == protocol.FIRST
            if running != protocol.IDLE and ticks > (self._most_ticks_of_first if is_first else self._most_ticks):
                raise StallError(running - 1)

    def _running(self) -> int:
        return int.from_bytes(self._counter[:], sys.byteorder)

    def _death(self) -> DeathError:
        try:
            return DeathError(describe_status(self._process.wait(WORKER.exit_seconds)))
        except subprocess.TimeoutExpired:
            return DeathError("closed its pipes")


def _message(change: Change | None) -> tuple[object, ...]:
    """What makes a worker put the change in place."""
    match change:
        case None:
            return "install", None
        case Trace():
            return ("trace",)
        case ErrorTexts():
            return ("tell_errors",)
        case Probe(source=source):
            return "probe", source
        case SourceMutant(source=source, helper=helper):
            if helper is None:
                return "install", source
            place = helper.target
            return "install", source, (place.module, place.qualname, place.first_line, place.last_line, helper.code)


def pipe(reader: ExitStack, writer: ExitStack) -> tuple[int, int]:
    """A pipe whose ends are closed with the stacks."""
    ends = os.pipe()
    for stack, end in zip((reader, writer), ends, strict=True):
        stack.callback(os.close, end)
    return ends


def describe_status(status: int) -> str:
    """How a process ended."""
    if status >= 0:
        return f"exited with status {status}"
    names = {number.value: number.name for number in signal.Signals}
    return f"killed by {names.get(-status, f'signal {-status}')}"
