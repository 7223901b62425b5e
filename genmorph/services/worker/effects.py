"""What a call of an application may do: nothing outside of its process, except while a service works."""

import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from genmorph.execution.worker.guard import RefusedError, refusal
from genmorph.services.worker.recorded_conditions import Recorder
from genmorph.settings import SERVICES


class SilentError(BaseException):
    """A service is busy, or does not answer; no `Exception`, so that few applications catch it."""


class OutOfTimeError(BaseException):
    """A call takes longer than it may."""


class Border:
    """Around a call: conditions are recorded, effects are refused, and time is limited; services have limits of theirs.

    A service may do what it needs to, in threads of its own, too. While one thread asks, others go on being recorded.
    """

    def __init__(self, recorder: Recorder) -> None:
        self.refused: str | None = None
        """The first effect that was refused in the last call, whatever the application made of that."""
        self._recorder = recorder
        self._clock = _Clock()
        self._is_on = False
        self._asking = 0
        self._lock = threading.RLock()

    def install(self) -> None:
        """Refuse effects from now on, for the rest of the process, in calls alone."""
        sys.addaudithook(self._refuse)

    @contextmanager
    def call(self, seconds: float) -> Iterator[None]:
        """A call of the application.

        Raises:
            OutOfTimeError: It takes longer.
            SilentError: A service does.

        """
        self.refused = None
        with self._clock.limited(seconds), self.watched():
            yield

    @contextmanager
    def watched(self) -> Iterator[None]:
        """Record conditions and refuse effects, whatever time it takes."""
        self._is_on = self._recorder.is_on = True
        try:
            yield
        finally:
            self._is_on = self._recorder.is_on = False

    @contextmanager
    def asking(self) -> Iterator[None]:
        """A service works: one at a time."""
        with self._lock, self._recorder.paused():
            self._asking += 1
            self._clock.switch(True)
            try:
                yield
            finally:
                self._asking -= 1
                self._clock.switch(self._asking > 0)

    def _refuse(self, event: str, arguments: tuple[Any, ...]) -> None:
        if self._is_on and not self._asking and (reason := refusal(event, arguments)) is not None:
            self.refused = self.refused or reason
            raise RefusedError(reason)


class _Clock:
    """Seconds that an application may take, without those of its services, which have a limit of their own."""

    def __init__(self) -> None:
        signal.signal(signal.SIGALRM, self._ring)
        self._left = 0.0
        self._is_waiting = self._is_running = False

    @contextmanager
    def limited(self, seconds: float) -> Iterator[None]:
        """Raise OutOfTimeError within a block that takes longer, again and again: it may be caught."""
        self._is_waiting, self._is_running = False, True
        self._set(seconds)
        try:
            yield
        finally:
            self._is_running = False
            signal.setitimer(signal.ITIMER_REAL, 0)

    def switch(self, is_asking: bool) -> None:
        """Stop the application's time and begin that of a service, or go on with it."""
        if is_asking == self._is_waiting or not self._is_running:
            return
        self._is_waiting = is_asking
        left = self._set(SERVICES.service_seconds if is_asking else self._left)
        if is_asking:
            self._left = left

    def _set(self, seconds: float) -> float:
        return signal.setitimer(signal.ITIMER_REAL, max(seconds, SERVICES.least_seconds), SERVICES.again_seconds)[0]

    def _ring(self, *_: object) -> None:
        if not self._is_running:
            return
        if self._is_waiting:
            raise SilentError(f"the service did not answer within {SERVICES.service_seconds:g} s")
        raise OutOfTimeError
