"""What must not take more time or memory the longer it is done."""

import ctypes
import gc
import os
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from .opening import Arrays, call, loaded, plain, read


def repeat(model: str, inputs: str, task: str, rounds: int, limit: float, sizes: int) -> dict[str, list[float]]:
    """The seconds that processors take for each round in which the same is done, and the bytes of memory after it.

    After `limit` seconds no round is begun any more. Of numbers of samples, so many `sizes` take turns.
    """
    subject, given = plain(loaded(model)), read(inputs, double=False)
    found: dict[str, list[float]] = {"seconds": [], "bytes": []}
    until = time.perf_counter() + limit
    for number in range(rounds):
        if time.perf_counter() > until:
            break
        began = time.process_time()
        REPEATED[task](subject, given, number % sizes)
        found["seconds"].append(time.process_time() - began)
        gc.collect()
        found["bytes"].append(memory())
    return found


def memory() -> float:
    """The bytes of memory that this process has; where only the most that it ever had is known, that, or else 0.

    What is free is given back before, where that can be: what is kept would first be put there.
    """
    give_back = getattr(ctypes.CDLL(None), "malloc_trim", None) if os.name == "posix" else None
    if give_back is not None:
        give_back(0)
    statistics = Path("/proc/self/statm")
    if statistics.exists():
        return float(int(statistics.read_text(encoding="ascii").split()[1]) * os.sysconf("SC_PAGE_SIZE"))
    try:
        import resource
    except ImportError:
        return 0.0
    return float(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss) * (1 if sys.platform == "darwin" else 1024)


def _call_a_copy(model: Any, inputs: Arrays, _number: int) -> None:
    import keras

    call(keras.models.clone_model(model), inputs)


def _call_for_fewer(model: Any, inputs: Arrays, number: int) -> None:
    """For a few numbers of samples in turns, for each of which it is compiled once."""
    some = 1 + number % len(inputs[0])
    call(model, [one[:some] for one in inputs])


REPEATED: dict[str, Callable[[Any, Arrays, int], Any]] = {
    "repeated calls": lambda model, inputs, _number: call(model, inputs),
    "repeated copies": _call_a_copy,
    "calls for other numbers of samples": _call_for_fewer,
}
"""What must not take more time or memory the longer it is done."""
