"""Mutants in child processes, which may die or have to be ended: the next one goes on behind what was lost."""

import gc
import resource
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from enum import Enum
from itertools import islice
from multiprocessing import get_context
from multiprocessing.connection import Connection
from pathlib import Path

from benchmarks.checks.judge_mutants import RayMutant, load_function
from benchmarks.checks.judge_outcomes import Beats, Calls, Frozen, TooLong, Watch, limit_by
from benchmarks.checks.judge_relations import Trial
from benchmarks.checks.judge_sorting import Sort, Sorted, returning, sort_mutant
from genmorph import RelationSet
from genmorph.subject.lookup import find_function

START = 60.0
"""Seconds until the first call in a child process."""
SILENCE = 10.0
"""Seconds without a new call, after which a child process is taken to be lost."""
MEMORY = 4 * 2**30


class Fate(Enum):
    """What one relation did to one mutant."""

    KILLED = "killed"
    SURVIVED = "survived"
    DIED = "died"
    """The process ended, or had to be ended."""


Step = tuple[str, int | None]
"""A mutant's id, and the position of a relation that tries it; None for its sorting, which comes first."""
Answer = Sort | Fate
Answers = Mapping[Step, Answer]
Violations = Mapping[int, int]
"""The positions of relations that the original violates, and on how many of the inputs it does."""
Message = Violations | tuple[Step, Answer]


@dataclass(frozen=True, slots=True)
class Task:
    """Which mutants of a function to judge by which of its saved relations, on which inputs.

    So many of the `recorded` inputs for which the function gives a value make the recorded pairs.
    """

    path: str
    saved: Path
    mutants: tuple[RayMutant, ...]
    relations: tuple[int, ...]
    inputs: tuple[Frozen, ...]
    recorded: tuple[Frozen, ...]
    pairs: int

    def without(self, violations: Violations) -> "Task":
        """The same with the other relations only."""
        return replace(self, relations=tuple(one for one in self.relations if one not in violations))

    def next_step(self, answers: Answers) -> Step | None:
        """The first step without an answer."""
        return next((step for mutant in self.mutants for step in self.open_steps(mutant, answers)), None)

    def open_steps(self, mutant: RayMutant, answers: Answers) -> list[Step]:
        """A mutant's next steps without an answer; only live ones are tried by relations, after they were sorted."""
        steps: list[Step] = [(mutant.id, None)]
        sort = answers.get(steps[0])
        if isinstance(sort, Sort) and sort.is_live:
            steps += [(mutant.id, position) for position in self.relations]
        return [step for step in steps if step not in answers]


def answer_all(task: Task) -> tuple[Answers, Violations]:
    """Which relations the function violates, and an answer to each step of the others.

    Raises ValueError where the function itself ends or blocks the process, or cannot be called in it.
    """
    answers: dict[Step, Answer] = {}
    violations: dict[int, int] = {}
    is_done = False
    while not is_done:
        messages = list(_messages(task.without(violations), answers))
        if not messages:
            raise ValueError(f"path must name a function that leaves its process alive, got {task.path!r}")
        for message in messages:
            if isinstance(message, tuple):
                answers[message[0]] = message[1]
            else:
                violations.update(message)
        lost = task.without(violations).next_step(answers)
        if lost is not None:
            answers[lost] = Sort.DIED if lost[1] is None else Fate.DIED
        is_done = task.without(violations).next_step(answers) is None
    return answers, violations


def _messages(task: Task, answers: Answers) -> Iterator[Message]:
    """What a child process sends until it ends or is lost: the violations when it is ready, then the answers."""
    context = get_context("spawn")
    receiver, sender = context.Pipe(duplex=False)
    beats = context.RawValue("Q", 0)
    process = context.Process(target=_judge, args=(sender, beats, task, answers))
    process.start()
    sender.close()
    try:
        while (message := _received(receiver, beats)) is not None:
            if isinstance(message, str):
                raise ValueError(f"{task.path} cannot be judged: {message}")
            yield message
    finally:
        process.kill()
        process.join()
        receiver.close()


def _received(receiver: Connection, beats: Beats) -> Message | str | None:
    """The next message, or what the child process failed of.

    None where the process ended, or no call has ended for too long.
    """
    while True:
        seen = beats.value
        if receiver.poll(SILENCE if seen else START):
            try:
                message: Message | str = receiver.recv()
            except EOFError:
                return None
            return message
        if beats.value == seen:
            return None


def _judge(sender: Connection, beats: Beats, task: Task, answers: Answers) -> None:
    """The work of a child process; the parent is told of what is no fault of a mutant.

    Garbage is collected between mutants only, so that no call takes long because of what others have left.
    """
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    gc.disable()
    try:
        bench = _Bench(task, Watch(beats))
        gc.collect()
        gc.freeze()
        sender.send(bench.violations)
        for mutant in task.mutants:
            for message in bench.answers_on(mutant, answers):
                sender.send(message)
            gc.collect()
    except MemoryError:
        return
    except Exception as error:  # noqa: BLE001 - the border of the process; not all exceptions can be sent
        sender.send(f"{type(error).__name__}: {error}")


class _Bench:
    """The original with its outcomes, and the relations, against which mutants are held."""

    def __init__(self, task: Task, watch: Watch) -> None:
        saved = RelationSet.from_json(task.saved)
        self._task, self._watch, self._signature = task, watch, saved.signature
        self._original = Calls(find_function(task.path), self._signature, watch)
        limit_by(self._original, task.inputs, watch)
        self._recorded = tuple(islice(returning(self._original, task.recorded), task.pairs))
        trials = {position: Trial(saved[position], task.inputs, self._original, watch) for position in task.relations}
        self.violations = {position: trial.violations for position, trial in trials.items() if trial.violations}
        self._trials = {position: trial for position, trial in trials.items() if not trial.violations}

    def answers_on(self, mutant: RayMutant, known: Answers) -> Iterator[tuple[Step, Answer]]:
        """The answers about a mutant that are not known, by the relations that the original does not violate."""
        if not self._task.open_steps(mutant, known):
            return
        mutated = self._load(mutant)
        found = None if mutated is None else self._sort(mutated)
        if (mutant.id, None) not in known:
            yield (mutant.id, None), Sort.CRASH_ONLY if found is None else found.sort
        if mutated is None or found is None or not found.sort.is_live:
            return
        for position, trial in self._trials.items():
            if (mutant.id, position) not in known:
                yield (mutant.id, position), Fate.KILLED if trial.kills(mutated, found) else Fate.SURVIVED

    def _sort(self, mutated: Calls) -> Sorted:
        return sort_mutant(self._original, mutated, self._task.inputs, self._recorded, self._watch)

    def _load(self, mutant: RayMutant) -> Calls | None:
        """The mutant, None where its module cannot be made."""
        module, _, qualname = self._task.path.partition(":")
        try:
            function = self._watch.call(load_function, mutant.source, module, qualname)
        except (Exception, TooLong, SystemExit):  # noqa: BLE001 - whatever a mutant does where its module calls it
            return None
        return Calls(function, self._signature, self._watch)
