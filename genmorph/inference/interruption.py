"""Ctrl-C as a wish that stages see, instead of an exception at any place."""

import signal
import threading
from types import FrameType, TracebackType
from typing import Self


class Interruption:
    """Counts the interrupts (SIGINT) that arrive in its context; the second one raises KeyboardInterrupt.

    Only Python's own handler is replaced, and only in the main thread: handlers of the program around stay.

    >>> with Interruption() as interruption:
    ...     signal.raise_signal(signal.SIGINT)
    >>> interruption.count
    1
    """

    def __init__(self) -> None:
        self.count = 0
        self._is_listening = False

    def __enter__(self) -> Self:
        in_main_thread = threading.current_thread() is threading.main_thread()
        if in_main_thread and signal.getsignal(signal.SIGINT) is signal.default_int_handler:
            signal.signal(signal.SIGINT, self._note)
            self._is_listening = True
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        if self._is_listening:
            signal.signal(signal.SIGINT, signal.default_int_handler)
            self._is_listening = False

    def _note(self, _signal: int, _frame: FrameType | None) -> None:
        self.count += 1
        if self.count > 1:
            raise KeyboardInterrupt
