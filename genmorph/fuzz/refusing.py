"""Refuses what would change something outside the process, while the code that is tested runs."""

import sys
from collections.abc import Callable
from types import FrameType
from typing import Any

from genmorph.execution.worker.guard import RefusedError, refusal

_MOST_CAUSES = 100


def install_guard(is_tested: Callable[[str], bool]) -> None:
    """From now on refuse what code of such files does, itself or by what it calls.

    What Hypothesis does stays allowed, and the event loop that a test makes for a coroutine.
    """

    def look(event: str, arguments: tuple[Any, ...]) -> None:
        reason = refusal(event, arguments)
        if reason is not None and _is_running(is_tested, sys._getframe(1)):
            raise RefusedError(reason)

    sys.addaudithook(look)


def refusal_behind(error: BaseException) -> RefusedError | None:
    """The refusal that an exception is or follows from; None where it is no consequence of any."""
    cause: BaseException | None = error
    for _ in range(_MOST_CAUSES):
        if cause is None or isinstance(cause, RefusedError):
            return cause
        cause = cause.__cause__ or cause.__context__
    return None


def _is_running(is_tested: Callable[[str], bool], frame: FrameType | None) -> bool:
    while frame is not None:
        if is_tested(frame.f_code.co_filename):
            return True
        frame = frame.f_back
    return False
