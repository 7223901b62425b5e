"""The words between a worker and its parent.

Messages are length-prefixed `marshal` of plain values. A counter in shared memory holds the place in the batch of the
call that runs, counted from 1.
"""

import marshal
import struct
from typing import Any

HEADER = struct.Struct("<Q")
COUNTER_SIZE = 8
IDLE = 0
"""What the counter holds while no call runs."""

TICKS = 8
"""Looks that the alarm takes at a call before its limit is reached."""

RETURNED, RAISED, TIMED_OUT, CRASHED = range(4)
Encoded = tuple[int, Any]
"""An outcome on its way: its code with the value, the exception's name, nothing, or the reason."""

REFUSED = "refused: "
"""So begins the reason of a crash where a call was about to change something outside the worker."""


def pack(message: Any) -> bytes:
    """A message as bytes, its length first."""
    body = marshal.dumps(message)
    return HEADER.pack(len(body)) + body
