"""The words between a worker and its parent, and the limits of values and of time inside the worker.

Messages are length-prefixed `marshal` of plain values. A counter in shared memory holds the place in the batch of the
call that runs, counted from 1.
"""

import marshal
import math
import os
import signal
import struct
from itertools import islice
from types import FrameType
from typing import Any, NamedTuple

COUNTER_SIZE = struct.calcsize("Q")
"""Bytes of the counter."""
IDLE = 0
"""What the counter holds while no call runs."""
FIRST = 1
"""And while the first call of a batch runs."""
REFUSED = "refused: "
"""So begins the reason of a crash where a call was about to change something outside the worker."""
UNMADE = "an argument could not be made: "
"""And so where the call could not be made, because building an argument ended in an exception."""
RAISED_ELSE = "raised "
"""And so where it raised no ordinary exception, or ran out of stack or memory."""
OUT_OF_MEMORY = f"{RAISED_ELSE}MemoryError"
"""And that is the reason where a call met the limit of memory."""
UNSUPPORTED = "unsupported "
"""So begins the reason where a value is of no known type, or a change of an argument is."""
TOO_LARGE = " are compared"
"""So ends the reason where a value has more parts than are looked at."""

HEADER = struct.Struct("<Q")
MARSHAL_VERSION = 2
"""Without references: equal values are equal bytes, and a call that changes its arguments changes those of no other,
because lists that are one object here are several there."""

RETURNED, RAISED, TIMED_OUT, CRASHED, STRUCTURED = range(5)
Encoded = tuple[int, Any]
"""An outcome on its way: its code with the value, the exception's name, nothing, the reason, or a value with tags.

A value with tags has tuples for all that is no scalar, bytes or list: `("tuple", elements)`, `("array", elements)`,
`("drained", elements)`, `("fields", names, values, compared_as)`, `("dict", keys, values)`, and around any of them
`("altered", value, arguments)`, where `arguments` holds pairs of a position and a value.
"""


class CallLimits(NamedTuple):
    """What the worker allows and looks at; it imports nothing of genmorph, so this is no part of `settings`."""

    length: int = 10_000
    """Elements of one sequence, or characters of one text, that are compared."""
    depth: int = 10
    """Sequences in one another that are compared."""
    parts: int = 100_000
    """Elements in all and characters of all texts that are compared."""
    ticks: int = 8
    """Looks that the alarm takes at a call before its limit is reached."""
    recursion: int = 10_000
    """Python's limit of nested calls is at most this, whatever the subject's modules have set."""
    memory_margin: int = 512 * 2**20
    """Bytes that calls may use, however much the loaded subject holds."""
    refilled: int = 100_000
    """Entries of a container that is put back; larger ones are tables, which are rarely changed."""
    shown: int = 80
    """Characters shown of the argument of what was refused."""


LIMITS = CallLimits()


def pack(message: Any) -> bytes:
    """A message as bytes, its length first."""
    body = marshal.dumps(message, MARSHAL_VERSION)
    return HEADER.pack(len(body)) + body


class UnusableError(ValueError):
    """A call gave what relations cannot speak of; the text says what, and what to do where there is something."""


class DrainedList(list[Any]):
    """The elements of an iterator."""


def drained(value: Any) -> Any:
    """A list of what an iterator gives, any other value as it is; UnusableError where there is too much of it."""
    if not is_iterator(type(value)):
        return value
    elements = DrainedList(islice(value, LIMITS.length + 1))
    if len(elements) > LIMITS.length:
        raise UnusableError(f"gave more elements than the {LIMITS.length:,} that{TOO_LARGE}")
    return elements


def is_iterator(kind: type) -> bool:
    """Whether values of the type are used up by reading them; open files are left alone."""
    return hasattr(kind, "__next__") and hasattr(kind, "__iter__") and not hasattr(kind, "readline")


class TimeLimitError(BaseException):
    """Raised inside a call that has reached its limit; never an `Exception`, so that few subjects catch it."""


class Alarm:
    """Interrupts the call that has reached its limit, and ends an orphaned worker.

    Such a call is marked too, because the subject may swallow the exception; nothing is raised while no call runs.
    Ticks are counted and no time is read, so that a stopped and continued worker loses no call.
    """

    def __init__(
        self, counter: memoryview, limit: float, parent: int, marks: list[Encoded], first_limit: float = 0.0
    ) -> None:
        self._counter = counter
        self._first_limit = first_limit
        self._parent = parent
        self._marks = marks
        self.limit_calls(limit)
        self.arm()

    def limit_calls(self, limit: float) -> None:
        """Give each call so many seconds from the next batch on."""
        self._interval = limit / LIMITS.ticks

    def arm(self, is_first: bool = False) -> None:
        """Begin a batch, the first call of which may be the first of all, which has more time.

        Takes the signal and the timer back where the subject has used them.
        """
        self._seen = IDLE
        self._ticks = 0
        self._most = max(LIMITS.ticks, math.ceil(self._first_limit / self._interval)) if is_first else LIMITS.ticks
        self.was_first_slow = False
        signal.signal(signal.SIGALRM, self._look)
        signal.setitimer(signal.ITIMER_REAL, self._interval, self._interval)

    def _look(self, _signal: int, _frame: FrameType | None) -> None:
        if os.getppid() != self._parent:
            os._exit(1)
        position = self._counter[0]
        if position != self._seen:
            self._seen, self._ticks = position, 0
            self._most = self._most if position == FIRST else LIMITS.ticks
        elif position != IDLE:
            self._ticks += 1
            self.was_first_slow |= position == FIRST and self._ticks >= LIMITS.ticks
            if self._ticks == self._most:
                self._marks.append((TIMED_OUT, None))
                raise TimeLimitError
