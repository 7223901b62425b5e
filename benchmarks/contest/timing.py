"""CPU time of one process, contestants in turns."""

import gc
import time
from collections.abc import Callable, Mapping
from statistics import median

Milliseconds = dict[str, list[float]]


def alternate(contestants: Mapping[str, Callable[[], object]], rounds: int) -> Milliseconds:
    """Run all in turns after a turn that is not counted, so that what disturbs the machine disturbs all of them.

    Each runs twice in its turn, and the second time counts: the first one finds the caches as the one before left them.
    """
    times: Milliseconds = {name: [] for name in contestants}
    for turn in range(rounds + 1):
        for name, work in contestants.items():
            gc.collect()
            work()
            milliseconds = cpu_milliseconds(work)
            if turn:
                times[name].append(milliseconds)
    return times


def cpu_milliseconds(work: Callable[[], object]) -> float:
    """What one call takes of all processors together."""
    began = time.process_time()
    work()
    return 1e3 * (time.process_time() - began)


def summary(times: list[float]) -> dict[str, float]:
    """The median and the minimum, in milliseconds."""
    return {"median_ms": round(median(times), 3), "minimum_ms": round(min(times), 3)}
