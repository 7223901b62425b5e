"""Answers the parent's messages."""

import marshal
import math
import mmap
import os
import resource
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from itertools import chain
from typing import Any, BinaryIO

from .arguments import CHANGEABLE, noticing_changes
from .calling import call_all
from .encoding import encode_value, one_line, telling_errors
from .guard import Surroundings, install_guard
from .loading import Subject, distrust_bytecode
from .protocol import COUNTER_SIZE, HEADER, RETURNED, TIMED_OUT, Alarm, Encoded, pack

MAX_EXACT = 2**53


class Recorder:
    """Records one call at a time.

    >>> recorder = Recorder()
    >>> def probed(x):
    ...     recorder.branch(1)
    ...     return recorder.value(0, x + 1)
    >>> recorder.recording(probed)(4)
    [2, [[0, 5]]]
    """

    def __init__(self) -> None:
        self._mask = 0
        self._numbers: dict[int, int | float | None] = {}
        self.names: dict[str, Any] = {"__genmorph_branch__": self.branch, "__genmorph_value__": self.value}

    def branch(self, number: int) -> None:
        """The branch was reached."""
        self._mask |= 1 << number

    def value(self, site: int, value: Any) -> Any:
        """The value was seen at the site; gives it back."""
        number = value if _is_exact(value) else None
        known = self._numbers.setdefault(site, number)
        if number is None or type(known) is not type(number) or known != number:
            self._numbers[site] = None
        return value

    def recording(self, call: Callable[..., object]) -> Callable[..., object]:
        """The call with what it reached in the place of its outcome."""

        def recorded(*arguments: Any) -> object:
            self._mask = 0
            self._numbers.clear()
            with suppress(Exception):  # the border to the subject: what was reached counts, not how it ended
                call(*arguments)
            return [self._mask, [[site, seen] for site, seen in sorted(self._numbers.items()) if seen is not None]]

        return recorded


def _is_exact(value: object) -> bool:
    """Whether a value is a number that JSON and float64 hold exactly."""
    if type(value) is int:
        return -MAX_EXACT <= value <= MAX_EXACT
    return type(value) is float and math.isfinite(value)


class Service:
    """What a worker does when it is asked to: `load` once, then the rest in any order."""

    def __init__(self, counter: memoryview, limit: float, first_limit: float, parent: int) -> None:
        self._counter = counter
        self._marks: list[Encoded] = []
        self._encode: Callable[[object], Encoded] = encode_value
        self._alarm = Alarm(counter, limit, parent, self._marks, first_limit)
        self._is_cold = True

    def load(self, target: dict[str, Any], memory: int, allow_effects: bool) -> str | None:
        """Load the subject, and limit it from then on; the reason where that is impossible."""
        try:
            self._subject = Subject(target)
        except BaseException as error:  # noqa: BLE001 - the border to the subject
            return one_line(error)
        self._arrays = dict(target["arrays"])
        self._noticing = noticing_changes(self._subject.call, self._arrays)
        self._surroundings = Surroundings(memory)
        self._is_repeatable = not allow_effects
        if not allow_effects:
            install_guard(self._marks)
        return self.install(None)

    def limit_calls(self, limit: float) -> None:
        """Give each later call so many seconds."""
        self._alarm.limit_calls(limit)

    def install(self, definition: str | None, place: Sequence[Any] | None = None) -> str | None:
        """Put a changed definition (None: the original) in place, of a helper where a place is given.

        The reason where that is impossible.
        """
        reason = self._install(definition, {}, place)
        self._is_cold &= definition is None
        if reason is None:
            self._call = self._noticing if self._arrays else self._subject.call
            self._careful_call, self._encode = self._noticing, encode_value
        return reason

    def probe(self, definition: str) -> str | None:
        """Put a definition in place that reports what it reaches; the reason where that is impossible."""
        recorder = Recorder()
        reason = self._install(definition, recorder.names)
        if reason is None:
            self._call = self._careful_call = recorder.recording(self._noticing)
            self._encode = lambda report: (RETURNED, report)
        return reason

    def trace(self) -> str | None:
        """Let the original report the functions that it reaches; the reason where that is impossible."""
        reason = self._install(None, {})
        if reason is None:
            self._call = self._careful_call = self._subject.traced()
            self._encode = lambda report: (RETURNED, report)
        return reason

    def tell_errors(self) -> str | None:
        """Let the original report what it raises; the reason where that is impossible."""
        reason = self._install(None, {})
        if reason is None:
            self._call = self._careful_call = telling_errors(self._noticing)
            self._encode = encode_value
        return reason

    def run(self, inputs: Sequence[tuple[Any, ...]]) -> tuple[list[Encoded], bool]:
        """The outcomes of a batch up to the first that is lost, and whether the worker should be replaced after it."""
        self._subject.forget()
        self._surroundings.restore()
        is_first, self._is_cold = self._is_cold, False
        self._alarm.arm(is_first)
        can_change = not CHANGEABLE.isdisjoint(map(type, chain.from_iterable(inputs)))
        call = self._careful_call if can_change else self._call
        outcomes = call_all(call, inputs, self._counter, self._marks, self._encode)
        if is_first and self._alarm.was_first_slow and self._is_repeatable and outcomes[0][0] != TIMED_OUT:
            # once more: what takes long each time has the same answer as later
            self._alarm.arm()
            again = call_all(call, inputs[:1], self._counter, self._marks, self._encode)
            outcomes = again if again[0][0] == TIMED_OUT else again + outcomes[1:]
        return outcomes, self._surroundings.are_spoilt

    def _install(self, definition: str | None, names: dict[str, Any], place: Sequence[Any] | None = None) -> str | None:
        try:
            self._subject.install(definition, names, place)
        except BaseException as error:  # noqa: BLE001 - what compiling a definition raises is its fault
            return one_line(error)
        return None


def serve(service: Service, requests: BinaryIO, replies: BinaryIO) -> None:
    """Answer messages until the parent closes the pipe."""
    process = os.getpid()
    while header := requests.read(HEADER.size):
        action, *content = marshal.loads(requests.read(HEADER.unpack(header)[0]))  # noqa: S302 - from our parent
        reply = getattr(service, action)(*content)
        if os.getpid() != process:
            os._exit(0)  # the subject has forked: only the worker itself may answer
        replies.write(pack(reply))
        replies.flush()


def main() -> None:
    """Serve the parent named in the arguments; what else the subject has started is the reaper's to end."""
    requests, replies, shared, parent = map(int, sys.argv[1:5])
    limit, first_limit = map(float, sys.argv[5:7])
    del sys.argv[1:]
    for descriptor in (requests, replies, shared):
        os.set_inheritable(descriptor, False)
    sys.dont_write_bytecode = True
    distrust_bytecode()
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))  # crashes are expected here and leave no dumps
    counter = memoryview(mmap.mmap(shared, COUNTER_SIZE)).cast("Q")
    try:
        serve(Service(counter, limit, first_limit, parent), os.fdopen(requests, "rb"), os.fdopen(replies, "wb"))
    finally:
        os._exit(1)  # at once: what the subject has left to be done at the end has no say
