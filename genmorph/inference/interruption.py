"""What is different in the process while an inference runs: Ctrl-C is a wish, garbage waits, and numpy is quiet."""

import gc
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType, TracebackType
from typing import Self

from genmorph.settings import BUDGET


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


@contextmanager
def undisturbed() -> Iterator[None]:
    """Look for cycles seldom, and let numpy not warn of overflows; as before when the context ends.

    Executions are many small tuples that stay: to look through them as often as Python does by itself takes a third of
    the time of an inference. Elements of arrays overflow where an input is scaled beyond its domain.

    >>> import gc
    >>> before = gc.get_threshold()
    >>> with undisturbed():
    ...     gc.get_threshold()[0] > before[0]
    True
    >>> gc.get_threshold() == before
    True
    """
    before = gc.get_threshold()
    gc.set_threshold(max(BUDGET.allocations, before[0]) if before[0] else 0, *before[1:])
    try:
        import numpy as np

        with np.errstate(over="ignore", invalid="ignore"):
            yield
    finally:
        gc.set_threshold(*before)
