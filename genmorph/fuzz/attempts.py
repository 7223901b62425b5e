"""One process that runs a test, followed to its end or to a call from which it does not come back."""

import math
import subprocess
from collections.abc import Callable
from dataclasses import dataclass, replace
from enum import Enum, auto
from pathlib import Path

from genmorph.execution.janitor import Shelter
from genmorph.execution.process import PATIENCE_LOADING
from genmorph.export.trial_run import last_words, start_process
from genmorph.fuzz.job import Answer, Job
from genmorph.fuzz.watch import Glance, look
from genmorph.subject.targets import search_path

_TICK = 0.05
"""Seconds between two looks at the process."""


class End(Enum):
    """How a process came to its end: by itself, in a call that took too long, or because it was enough."""

    BY_ITSELF = auto()
    HUNG = auto()
    STOPPED = auto()
    LATE = auto()


@dataclass(frozen=True, slots=True)
class Attempt:
    """What a process has found, what it did last, its exit status, and its last line of standard error.

    `is_begun` says that the test could be loaded.
    """

    end: End
    answer: Answer
    glance: Glance
    status: int
    words: str
    is_begun: bool


@dataclass(frozen=True, slots=True)
class Limits:
    """The seconds that a call may take, and what tells that the process is to be stopped, or that its time is over."""

    seconds: float
    is_stopped: Callable[[], bool]
    is_late: Callable[[], bool]


def attempt(text: str, job: Job, limits: Limits) -> Attempt:
    """Run the job on the text of a test, in a process of its own whose files are made here."""
    with Shelter() as shelter:
        file, watch, answer = (shelter.directory / name for name in ("test_fuzz.py", "watch", "answer.json"))
        file.write_text(text, encoding="utf-8")
        placed = replace(job, file=str(file), watch=str(watch), answer=str(answer))
        process = start_process(shelter, search_path(), "genmorph.fuzz.child", placed.to_json())
        end = _follow(process, watch, limits)
        found, words = Answer.load(answer), last_words(shelter)
        return Attempt(end, found, look(watch), process.returncode or 0, words, watch.exists())


def _follow(process: subprocess.Popen[bytes], watch: Path, limits: Limits) -> End:
    """Wait for the end, or for a call that takes too long; ticks are counted, so that we may be stopped as well."""
    seen, ticks = Glance(), 0
    while True:
        try:
            process.wait(_TICK)
        except subprocess.TimeoutExpired:
            now = look(watch)
            seen, ticks = now, ticks + 1 if now == seen else 0
        else:
            return End.BY_ITSELF
        if limits.is_stopped():
            return End.STOPPED
        if ticks > math.ceil((limits.seconds if seen.is_inside else PATIENCE_LOADING) / _TICK):
            return End.HUNG
        if limits.is_late():
            return End.LATE
