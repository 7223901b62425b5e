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

RETURNED, RAISED, TIMED_OUT, CRASHED, STRUCTURED = range(5)
Encoded = tuple[int, Any]
"""An outcome on its way: its code with the value, the exception's name, nothing, the reason, or a value with tags.

A value with tags has tuples for all that is no scalar, bytes or list: `("tuple", elements)`, `("array", elements)`,
`("drained", elements)`, `("fields", names, values)`, `("dict", keys, values)`, and around any of them
`("altered", value, arguments)`, where `arguments` holds pairs of a position and a value.
"""

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


def pack(message: Any) -> bytes:
    """A message as bytes, its length first.

    Without references (version 2 of `marshal`): lists that are one object here are several there, so that a call that
    changes its arguments changes those of no other.
    """
    body = marshal.dumps(message, 2)
    return HEADER.pack(len(body)) + body
