"""Running all tests of a file within a budget of time, each in processes of its own, which may hang or die."""

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from genmorph.export.writing import ExportError
from genmorph.fuzz.accounts import Attempt, End, Limits, Task, account, attempt, is_lost, skipped
from genmorph.fuzz.findings import Outcome
from genmorph.fuzz.fuzz_file import FuzzFile, render_bare
from genmorph.fuzz.messages import Job
from genmorph.settings import FUZZING


@dataclass(frozen=True, slots=True)
class Run:
    """How tests are run: examples of each, the seed, the places of what is tested, and what tells that it is enough.

    `seconds` is the time for all; without it a function has ten beside those that one call may take. Time that one does
    not need is there for the next ones.
    """

    examples: int
    seed: int
    roots: tuple[str, ...]
    is_stopped: Callable[[], bool] = lambda: False
    seconds: float | None = None
    allow_effects: bool = False
    now: Callable[[], float] = time.monotonic


def run_file(file: FuzzFile, run: Run) -> Iterator[Outcome]:
    """The outcomes of all tests in their order, as they come; fewer where the run is stopped.

    Raises ExportError where the file does not run at all.
    """
    tasks = tuple(_tasks(file))
    needs = [FUZZING.other_seconds + task.seconds for task in tasks]
    end = run.now() + (sum(needs) if run.seconds is None else run.seconds)
    for number, task in enumerate(tasks):
        left = end - run.now()
        attempts = list(_attempts(task, run, left * needs[number] / sum(needs[number:])))
        if any(one.end is not End.STOPPED or one.glance.calls for one in attempts):
            yield account(task, attempts, run.examples)
        elif not run.is_stopped():
            yield skipped(task)
        if run.is_stopped():
            return


def _tasks(file: FuzzFile) -> Iterator[Task]:
    if file.is_imported:
        yield Task(f"import {file.module}", file.module)
    for test in file.tests:
        case, text = test.case, render_bare(file, test)
        yield Task(case.qualname, file.module, test.name, text, case.seconds or FUZZING.call_seconds, case.place)


def _attempts(task: Task, run: Run, seconds: float) -> Iterator[Attempt]:
    """One process after the other, as long as there is time and the last one was lost in a call."""
    end = run.now() + seconds
    avoided: tuple[str, ...] = ()
    while run.now() < end and len(avoided) < FUZZING.max_losses and not run.is_stopped():
        one = _attempt(task, run, end, avoided)
        if not one.is_begun and one.end is End.BY_ITSELF:
            raise ExportError(f"the test of {task.label} does not run: {one.words or one.status}")
        yield one
        if not is_lost(one) or not one.glance.is_inside:
            return
        avoided = (*avoided, one.glance.text)


def _attempt(task: Task, run: Run, end: float, avoided: tuple[str, ...]) -> Attempt:
    job = Job(
        test=task.test,
        module=task.module,
        roots=run.roots if task.place is None else (*run.roots, task.place[0]),
        examples=run.examples,
        seed=run.seed,
        seconds=end - run.now(),
        allow_effects=run.allow_effects,
        avoided=avoided,
    )
    return attempt(task.text, job, Limits(task.seconds, run.is_stopped, lambda: run.now() > end + FUZZING.exit_seconds))
