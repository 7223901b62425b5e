"""Child processes of the judge, which may die or have to be ended."""

import gc
import resource
from collections.abc import Callable, Iterator
from multiprocessing import get_context
from multiprocessing.connection import Connection
from pathlib import Path
from traceback import extract_tb
from typing import Any

from benchmarks.checks.judge_outcomes import Beats, Watch

START = 60.0
"""Seconds until the first call in a child process."""
SILENCE = 60.0
"""Seconds without a new call, after which a child process is taken to be lost."""
MEMORY = 4 * 2**30
_LOADED = ["benchmarks.checks.judge_process"]
"""Imported once, by the process that the children are forked from; what is judged is imported in each child."""

Work = Callable[..., Iterator[Any]]
"""What a child process does, given a watch and arguments: the messages that it sends, none of them None or a text."""


def messages_of(path: str, work: Work, *arguments: Any) -> Iterator[Any]:
    """What the work on a function sends in a child process, until that ends, has no memory left or is lost.

    Raises ValueError with the words of an exception that ended the work.
    """
    context = get_context("forkserver")
    context.set_forkserver_preload(_LOADED)
    receiver, sender = context.Pipe(duplex=False)
    beats = context.RawValue("Q", 0)
    process = context.Process(target=_send, args=(sender, beats, work, arguments))
    process.start()
    sender.close()
    try:
        while (message := _received(receiver, beats)) is not None:
            if isinstance(message, str):
                raise ValueError(f"{path} cannot be judged: {message}")
            yield message
    finally:
        process.kill()
        process.join()
        receiver.close()


def told(error: BaseException) -> str:
    """The words of an exception, and the line of the file that raised it."""
    words = f"{type(error).__name__}: {error}"
    frames = extract_tb(error.__traceback__)
    return f"{words} ({Path(frames[-1].filename).name}:{frames[-1].lineno})" if frames else words


def _received(receiver: Connection, beats: Beats) -> Any:
    """The next message; None where the process ended, or no call has begun for too long."""
    while True:
        seen = beats.value
        if receiver.poll(SILENCE if seen else START):
            try:
                return receiver.recv()
            except EOFError:
                return None
        if beats.value == seen:
            return None


def _send(sender: Connection, beats: Beats, work: Work, arguments: tuple[Any, ...]) -> None:
    """The whole of a child process; the work says when garbage is collected, so that no call takes long by that."""
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    gc.disable()
    try:
        for message in work(Watch(beats), *arguments):
            sender.send(message)
    except MemoryError:
        return
    except Exception as error:  # noqa: BLE001 - the border of the process; not all exceptions can be sent
        sender.send(told(error))
