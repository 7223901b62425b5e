"""The calls of a batch."""

from collections.abc import Callable, Sequence
from typing import Any

from .encoding import encode_error
from .protocol import IDLE, LIMITS, RETURNED, TIMED_OUT, Encoded


def call_all(
    call: Callable[..., object],
    inputs: Sequence[tuple[Any, ...]],
    counter: memoryview,
    marks: list[Encoded],
    encode: Callable[[object], Encoded],
) -> list[Encoded]:
    """The outcomes of the calls, in order; ends early with the first that timed out or ran out of memory.

    `marks` gets what alarm and guard have to say of the running call, whatever the subject makes of it; `encode` is
    for what is no plain number or text. Long and inlined because its overhead is paid by every call.
    """
    marks.clear()
    outcomes: list[Encoded] = []
    is_lost, longest = False, LIMITS.length
    for position, arguments in enumerate(inputs, 1):
        counter[0] = position
        try:
            value = call(*arguments)
            kind = type(value)
            if kind is int or kind is float or kind is bool or (kind is str and len(value) <= longest):  # type: ignore[arg-type]
                outcome: Encoded = (RETURNED, value)
            else:
                outcome = encode(value)
            counter[0] = IDLE  # from here on the alarm lets us be
        except BaseException as error:  # noqa: BLE001 - the border to the subject
            counter[0] = IDLE
            outcome = encode_error(error)
            is_lost = isinstance(error, MemoryError)
        if marks:
            # a time-out, because it was paid for in time, and else the first
            outcome = next((mark for mark in marks if mark[0] == TIMED_OUT), marks[0])
            marks.clear()
            is_lost = outcome[0] == TIMED_OUT
        outcomes.append(outcome)
        if is_lost:
            break
    return outcomes
