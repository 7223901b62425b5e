"""Rows of a benchmark from several processes."""

import signal
import sys
from collections.abc import Callable, Iterator, Sequence
from multiprocessing import get_context
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnProcess
from types import FrameType
from typing import Any

from benchmarks.record import Row

GRACE = 10.0
"""Seconds in which a task that is broken off may remove its folders and processes."""


def rows_as_done(measure: Callable[..., Row], tasks: Sequence[tuple[Any, ...]], jobs: int) -> Iterator[Row]:
    """The row of each task as soon as it is there; each has a process of its own, and `jobs` run at the same time.

    Where one ends without a row, or this process is interrupted or told to end, the others are broken off and nothing
    further begins. Raises RuntimeError for a task without a row, whose process has told why.
    """
    waiting, running = list(tasks), dict[Connection, SpawnProcess]()
    before = signal.signal(signal.SIGTERM, _leave)
    try:
        while waiting or running:
            while waiting and len(running) < jobs:
                receiver, process = _begin(measure, waiting.pop(0))
                running[receiver] = process
            ready = wait(running)
            for receiver in [one for one in running if one in ready]:
                row = _received(receiver, running[receiver])
                del running[receiver]
                yield row
    finally:
        _break_off(list(running.values()))
        signal.signal(signal.SIGTERM, before)


def _begin(measure: Callable[..., Row], task: tuple[Any, ...]) -> tuple[Connection, SpawnProcess]:
    context = get_context("spawn")
    receiver, sender = context.Pipe(duplex=False)
    process = context.Process(target=_send, args=(sender, measure, task))
    process.start()
    sender.close()
    return receiver, process


def _send(sender: Connection, measure: Callable[..., Row], task: tuple[Any, ...]) -> None:
    signal.signal(signal.SIGINT, _leave)
    signal.signal(signal.SIGTERM, _leave)
    sender.send(measure(*task))


def _leave(number: int, frame: FrameType | None) -> None:
    """End by an error, so that the task cleans up, which further signals must not cut short."""
    del number, frame
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    sys.exit(1)


def _received(receiver: Connection, process: SpawnProcess) -> Row:
    with receiver:
        try:
            row: Row = receiver.recv()
        except EOFError:
            process.join()
            raise RuntimeError(f"a task must end with a row, got exit code {process.exitcode}") from None
    process.join()
    return row


def _break_off(processes: Sequence[SpawnProcess]) -> None:
    for process in processes:
        process.terminate()
    for process in processes:
        process.join(GRACE)
        process.kill()
