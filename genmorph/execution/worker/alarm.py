"""The time limit of a call, as seen inside the worker."""

import os
import signal
from types import FrameType

from .protocol import IDLE, TICKS, TIMED_OUT, Encoded


class TimeLimitError(BaseException):
    """Raised inside a call that has reached its limit; never an `Exception`, so that few subjects catch it."""


class Alarm:
    """Interrupts the call that has reached its limit, and ends an orphaned worker.

    Such a call is marked too, because the subject may swallow the exception; nothing is raised while no call runs.
    Ticks are counted and no time is read, so that a stopped and continued worker loses no call.
    """

    def __init__(self, counter: memoryview, limit: float, parent: int, marks: list[Encoded]) -> None:
        self._counter = counter
        self._interval = limit / TICKS
        self._parent = parent
        self._marks = marks
        self.arm()

    def arm(self) -> None:
        """Begin a batch; takes the signal and the timer back where the subject has used them."""
        self._seen = IDLE
        self._ticks = 0
        signal.signal(signal.SIGALRM, self._look)
        signal.setitimer(signal.ITIMER_REAL, self._interval, self._interval)

    def _look(self, _signal: int, _frame: FrameType | None) -> None:
        if os.getppid() != self._parent:
            os._exit(1)
        position = self._counter[0]
        if position != self._seen:
            self._seen, self._ticks = position, 0
        elif position != IDLE:
            self._ticks += 1
            if self._ticks == TICKS:
                self._marks.append((TIMED_OUT, None))
                raise TimeLimitError
