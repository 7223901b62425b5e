"""Running all tests of a file within a budget of time, each in processes of its own, which may hang or die."""

import json
import math
import subprocess
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from enum import Enum, auto
from pathlib import Path

from genmorph.execution.process import Shelter, describe_status
from genmorph.export.trial_run import last_words, start_process
from genmorph.export.writing import ExportError
from genmorph.fuzz.findings import DIED, TIMED_OUT, FuzzFinding, Outcome
from genmorph.fuzz.fuzz_file import FuzzFile, render_bare
from genmorph.fuzz.messages import CallStatus, FailureRecord, FuzzAnswer, FuzzJob, are_source, read_status, usual_names
from genmorph.fuzz.tested_functions import Place
from genmorph.settings import FUZZING, WORKER
from genmorph.subject.targets import search_path
from genmorph.values.labels import counted

_SPENT, _STOPPED = "its share of the budget was spent", "it was interrupted"


class End(Enum):
    """How a process came to its end: by itself, in a call that took too long, or because it was enough."""

    BY_ITSELF = auto()
    HUNG = auto()
    STOPPED = auto()
    LATE = auto()


@dataclass(frozen=True, slots=True)
class Attempt:
    """What a process has found and done last, how it ended, and whether its test could be loaded (`is_begun`)."""

    end: End
    answer: FuzzAnswer
    last_call: CallStatus
    status: int
    words: str
    is_begun: bool

    @property
    def is_lost(self) -> bool:
        """Whether the process did not come back, from a call or from drawing its arguments."""
        ended = self.answer.is_done or self.answer.is_late
        return self.is_begun and (self.end is End.HUNG or (self.end is End.BY_ITSELF and not ended))

    @property
    def arguments(self) -> tuple[tuple[str, str], ...] | None:
        """The arguments of the call that is running; None where none is."""
        return tuple(json.loads(self.last_call.text).items()) if self.last_call.is_inside else None


@dataclass(frozen=True, slots=True)
class Task:
    """A test in a text, or the import of a module; a call may take `seconds`, `place` is where the function is."""

    label: str
    module: str
    test: str = ""
    text: str = ""
    seconds: float = WORKER.loading_seconds
    place: Place | None = None


@dataclass(frozen=True, slots=True)
class Run:
    """How tests are run: examples of each, the seed, the places of what is tested, and what says that it is enough.

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
    """The outcomes of all tests in their order, as they come; ExportError where the file does not run at all."""
    tasks = [Task(f"import {file.module}", file.module)] if file.is_imported else []
    for test in file.tests:
        seconds = test.case.seconds or FUZZING.call_seconds
        text = render_bare(file, test)
        tasks.append(Task(test.case.qualname, file.module, test.name, text, seconds, test.case.place))
    needs = [FUZZING.other_seconds + task.seconds for task in tasks]
    end = run.now() + (sum(needs) if run.seconds is None else run.seconds)
    for number, task in enumerate(tasks):
        left = end - run.now()
        attempts = list(_attempts(task, run, left * needs[number] / sum(needs[number:])))
        if any(one.end is not End.STOPPED or one.last_call.calls for one in attempts):
            yield _outcome(task, attempts, run.examples)
        elif not run.is_stopped():
            yield Outcome(task.label, cut=_SPENT).checked()
        if run.is_stopped():
            return


def _attempts(task: Task, run: Run, seconds: float) -> Iterator[Attempt]:
    """One process after the other, as long as there is time and the last one was lost in a call."""
    end = run.now() + seconds
    avoided: tuple[str, ...] = ()
    while run.now() < end and len(avoided) < FUZZING.max_losses and not run.is_stopped():
        one = _attempt(task, run, end, avoided)
        if not one.is_begun and one.end is End.BY_ITSELF:
            raise ExportError(f"the test of {task.label} does not run: {one.words or one.status}")
        yield one
        if not one.is_lost or not one.last_call.is_inside:
            return
        avoided = (*avoided, one.last_call.text)


def _attempt(task: Task, run: Run, end: float, avoided: tuple[str, ...]) -> Attempt:
    """Run the test in a process of its own, whose files are made here."""
    with Shelter() as shelter:
        file, watch, answer = (shelter.directory / name for name in ("test_fuzz.py", "watch", "answer.json"))
        file.write_text(task.text, encoding="utf-8")
        job = FuzzJob(
            test=task.test,
            module=task.module,
            roots=run.roots if task.place is None else (*run.roots, task.place[0]),
            examples=run.examples,
            seed=run.seed,
            seconds=end - run.now(),
            allow_effects=run.allow_effects,
            avoided=avoided,
            file=str(file),
            watch=str(watch),
            answer=str(answer),
        )
        process = start_process(shelter, search_path(), "genmorph.fuzz.child", job.to_json())
        ended = _follow(process, watch, task.seconds, run, end + FUZZING.exit_seconds)
        found, words = FuzzAnswer.load(answer), last_words(shelter)
        return Attempt(ended, found, read_status(watch), process.returncode or 0, words, watch.exists())


def _follow(process: subprocess.Popen[bytes], watch: Path, seconds: float, run: Run, latest: float) -> End:
    """Wait for the end, or for a call that takes too long; ticks are counted, so that we may be stopped as well."""
    seen, ticks = CallStatus(), 0
    while True:
        try:
            process.wait(FUZZING.tick)
        except subprocess.TimeoutExpired:
            now = read_status(watch)
            seen, ticks = now, ticks + 1 if now == seen else 0
        else:
            return End.BY_ITSELF
        if run.is_stopped():
            return End.STOPPED
        if ticks > math.ceil((seconds if seen.is_inside else WORKER.loading_seconds) / FUZZING.tick):
            return End.HUNG
        if run.now() > latest:
            return End.LATE


def _outcome(task: Task, attempts: Sequence[Attempt], examples: int) -> Outcome:
    """The outcome of a task, of which each process left out the calls that the ones before were lost in."""
    answer, last_call = attempts[-1].answer, attempts[-1].last_call
    drawn, rejected = (answer.drawn, answer.rejected) if answer.is_done else (last_call.calls, 0)
    outcome = Outcome(
        task.label,
        findings=tuple(_findings(task, attempts)),
        drawn=min(drawn - rejected, examples) + rejected,
        rejected=rejected,
        refused=min(answer.refused, examples),
        refusal=answer.refusal,
        cut=_cut(attempts),
        untested=answer.untested,
    )
    return outcome.checked()


def _cut(attempts: Sequence[Attempt]) -> str:
    """Why not all examples were tried; "" where they were."""
    last = attempts[-1]
    if last.answer.is_done:
        return ""
    if last.is_lost:
        return f"{counted(sum(one.is_lost for one in attempts), 'call')} did not come back"
    reason = _STOPPED if last.end is End.STOPPED else _SPENT
    return f"{reason} in a call {FuzzFinding('', '', None, last.arguments)}" if last.last_call.is_inside else reason


def _findings(task: Task, attempts: Sequence[Attempt]) -> Iterator[FuzzFinding]:
    """Each way to fail once: as a later process has made it smaller, or the first input that a process was lost in."""
    found: dict[tuple[str, Place | None, str], FuzzFinding] = {}
    for one in attempts:
        for record in one.answer.records:
            found[record.kind, record.place, ""] = _recorded(task, record, one.answer.is_done)
        if one.is_lost:
            loss = _loss(task, one)
            found.setdefault((loss.kind, loss.place, loss.message), loss)
    yield from found.values()


def _recorded(task: Task, record: FailureRecord, is_counted: bool) -> FuzzFinding:
    return FuzzFinding(
        kind=record.kind,
        message=record.message,
        place=record.place or task.place,
        arguments=None if record.arguments is None else tuple(record.arguments.items()),
        is_source=record.is_source,
        hits=record.hits if is_counted and record.arguments else None,
    )


def _loss(task: Task, one: Attempt) -> FuzzFinding:
    if one.end is End.BY_ITSELF:
        return FuzzFinding(DIED, describe_status(one.status), task.place, one.arguments)
    if one.arguments is None:
        return FuzzFinding(TIMED_OUT, f"after {WORKER.loading_seconds:g} s without a call", task.place, None)
    is_source = are_source(dict(one.arguments), usual_names())
    return FuzzFinding(TIMED_OUT, f"after {task.seconds:g} s", task.place, one.arguments, is_source)
