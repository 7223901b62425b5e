"""Running each test in a process of its own, which may hang or die."""

import json
import math
import subprocess
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from enum import Enum, auto
from pathlib import Path

from genmorph.execution import Shelter
from genmorph.execution.process import PATIENCE_LOADING, describe_status
from genmorph.export import ExportError
from genmorph.export.running import last_words, start_process
from genmorph.fuzz.files import FuzzFile
from genmorph.fuzz.findings import DIED, TIMED_OUT, Finding, Outcome
from genmorph.fuzz.job import Answer, Job, Record
from genmorph.fuzz.targets import Place
from genmorph.fuzz.watch import Glance, look
from genmorph.fuzz.writing import render_bare
from genmorph.subject.targets import search_path

SECONDS = 10.0
"""For a call of a function that has no `@timeout`."""
_TICK = 0.05
"""Seconds between two looks at the process."""


class _End(Enum):
    ENDED = auto()
    HUNG = auto()
    STOPPED = auto()


@dataclass(frozen=True, slots=True)
class Run:
    """How tests are run: examples of each, the seed, the places of what is tested, and what tells that it is enough."""

    examples: int
    seed: int
    roots: tuple[str, ...]
    is_stopped: Callable[[], bool] = lambda: False


@dataclass(frozen=True, slots=True)
class _Task:
    """What one process runs: a test in a text, or the import of a module where there is no test."""

    label: str
    module: str
    test: str = ""
    text: str = ""
    seconds: float = PATIENCE_LOADING
    place: Place | None = None


def run_file(file: FuzzFile, run: Run) -> Iterator[Outcome]:
    """The outcomes of all tests in their order, as they come; fewer where the run is stopped.

    Raises ExportError where the file does not run at all.
    """
    for task in _tasks(file):
        outcome = None if run.is_stopped() else _run_task(task, run)
        if outcome is None:
            return
        yield outcome


def _tasks(file: FuzzFile) -> Iterator[_Task]:
    if file.is_imported:
        yield _Task(f"import {file.module}", file.module)
    for test in file.tests:
        case, text = test.case, render_bare(file, test)
        yield _Task(case.qualname, file.module, test.name, text, case.seconds or SECONDS, case.place)


def _run_task(task: _Task, run: Run) -> Outcome | None:
    """What came of it; None where the run was stopped meanwhile."""
    with Shelter() as shelter:
        file, watch, answer = (shelter.directory / name for name in ("test_fuzz.py", "watch", "answer.json"))
        file.write_text(task.text, encoding="utf-8")
        paths = {"file": str(file), "watch": str(watch), "answer": str(answer)}
        job = Job(test=task.test, module=task.module, roots=run.roots, examples=run.examples, seed=run.seed, **paths)
        process = start_process(shelter, search_path(), "genmorph.fuzz.child", job.to_json())
        end = _follow(process, watch, task.seconds, run.is_stopped)
        if end is _End.STOPPED:
            return None
        found, glance = Answer.load(answer), look(watch)
        outcome = _outcome(task, found, glance, run.examples)
        if found.is_done:
            return outcome
        if end is _End.HUNG:
            return _with(outcome, _hang(task, glance))
        if glance.is_inside:
            return _with(outcome, _death(task, glance, process.returncode))
        raise ExportError(f"the test of {task.label} does not run: {last_words(shelter) or process.returncode}")


def _follow(process: subprocess.Popen[bytes], watch: Path, seconds: float, is_stopped: Callable[[], bool]) -> _End:
    """Wait for the end, or for a call that takes too long; ticks are counted, so that we may be stopped as well."""
    seen, ticks = Glance(), 0
    while True:
        try:
            process.wait(_TICK)
        except subprocess.TimeoutExpired:
            now = look(watch)
            seen, ticks = now, ticks + 1 if now == seen else 0
        else:
            return _End.ENDED
        if is_stopped():
            return _End.STOPPED
        if ticks > math.ceil((seconds if seen.is_inside else PATIENCE_LOADING) / _TICK):
            return _End.HUNG


def _outcome(task: _Task, answer: Answer, glance: Glance, examples: int) -> Outcome:
    """What a process has found; where it did not come to its end, calls are counted as far as it came."""
    findings = tuple(_finding(record, task, answer.is_done) for record in answer.records)
    drawn, rejected = (answer.drawn, answer.rejected) if answer.is_done else (glance.calls, 0)
    called = min(drawn - rejected, examples)
    return Outcome(task.label, findings, called + rejected, rejected, answer.untested)


def _finding(record: Record, task: _Task, is_counted: bool) -> Finding:
    return Finding(
        kind=record.kind,
        message=record.message,
        place=record.place or task.place,
        arguments=None if record.arguments is None else tuple(record.arguments.items()),
        is_source=record.is_source,
        hits=record.hits if is_counted and record.arguments else None,
    )


def _hang(task: _Task, glance: Glance) -> Finding:
    if not glance.is_inside:
        return Finding(TIMED_OUT, f"after {PATIENCE_LOADING:g} s without a call", task.place, None)
    return Finding(TIMED_OUT, f"after {task.seconds:g} s", task.place, _arguments(glance))


def _death(task: _Task, glance: Glance, status: int) -> Finding:
    return Finding(DIED, describe_status(status), task.place, _arguments(glance))


def _arguments(glance: Glance) -> tuple[tuple[str, str], ...]:
    return tuple(json.loads(glance.text).items())


def _with(outcome: Outcome, finding: Finding) -> Outcome:
    return replace(outcome, findings=(*outcome.findings, finding))
