"""What another process finds in a package: modules, functions, and which of these can be subjects.

The package is imported there alone, so that this process neither grows nor ends with it.
"""

import json
import selectors
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import IO, Any

from genmorph.execution.janitor import Shelter
from genmorph.model import UsageError

PATIENCE = 120.0
"""Seconds without a word after which a survey is given up: importing a module, or trying one function."""
_TICK = 0.2


@dataclass(frozen=True, slots=True)
class Surveyed:
    """A function, or a module that cannot be imported: the domains guessed for it, or why it is left out."""

    target: str
    guessed: Mapping[str, str] = field(default_factory=dict)
    reason: str | None = None


def list_modules(package: str, is_stopped: Callable[[], bool] = lambda: False) -> tuple[str, ...]:
    """The public modules of a package, itself included; UsageError where it cannot be imported."""
    return tuple(_only("modules", package, is_stopped))


def list_functions(module: str, is_stopped: Callable[[], bool] = lambda: False) -> tuple[str, ...]:
    """The public functions that a module defines; UsageError where it cannot be imported."""
    return tuple(_only("functions", module, is_stopped))


def survey(module: str, is_stopped: Callable[[], bool] = lambda: False) -> Iterator[Surveyed]:
    """Each public function of a module, tried on a few inputs; a module that cannot be imported is told as one."""
    at = module
    try:
        for word in _words("suit", module, is_stopped):
            if "trying" in word:
                at = word["trying"]
            else:
                yield Surveyed(word["target"], word.get("guessed", {}), word.get("reason"))
    except UsageError as error:
        yield Surveyed(at, reason=str(error))


def _only(asked: str, name: str, is_stopped: Callable[[], bool]) -> list[str]:
    (word,) = _words(asked, name, is_stopped)
    return list(word["names"])


def _words(asked: str, name: str, is_stopped: Callable[[], bool]) -> Iterator[dict[str, Any]]:
    """What the other process says, word by word; UsageError where it ends before it is done, or falls silent."""
    with Shelter() as shelter:
        process = subprocess.Popen(  # noqa: S603 - our own program
            [sys.executable, "-m", "genmorph.batch.surveyor", asked, name],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
        shelter.take(process)
        assert process.stdout is not None
        with process.stdout as stream:
            for line in _lines(stream, is_stopped):
                word = json.loads(line)
                if "done" in word:
                    return
                if "failed" in word:
                    raise UsageError(word["failed"])
                yield word
    raise UsageError(f"{name} ended the process, or gave no answer for {PATIENCE:g} s")


def _lines(stream: IO[bytes], is_stopped: Callable[[], bool]) -> Iterator[bytes]:
    """Whole lines as they come, until the end of the stream, or a long silence."""
    rest, heard = b"", time.monotonic()
    with selectors.DefaultSelector() as selector:
        selector.register(stream, selectors.EVENT_READ)
        while not is_stopped() and time.monotonic() < heard + PATIENCE:
            if not selector.select(_TICK):
                continue
            chunk = stream.read1(2**16)  # type: ignore[attr-defined]
            if not chunk:
                return
            heard = time.monotonic()
            *lines, rest = (rest + chunk).split(b"\n")
            yield from lines
    if is_stopped():
        raise KeyboardInterrupt


def survey_all(
    modules: Sequence[str], jobs: int, is_stopped: Callable[[], bool] = lambda: False
) -> Iterator[list[Surveyed]]:
    """The functions of several modules, so many modules at once, in their order."""
    from joblib import Parallel, delayed

    def whole(module: str) -> list[Surveyed]:
        return list(survey(module, is_stopped))

    yield from Parallel(n_jobs=jobs, backend="threading", return_as="generator", batch_size=1)(
        delayed(whole)(module) for module in modules
    )
