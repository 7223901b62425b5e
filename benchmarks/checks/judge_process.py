"""Mutants in child processes, which may die or have to be ended: the next one goes on behind what was lost."""

import resource
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import Enum
from itertools import islice
from multiprocessing import get_context
from multiprocessing.connection import Connection
from pathlib import Path

from benchmarks.checks.judge_mutants import RayMutant, load_function
from benchmarks.checks.judge_outcomes import Beats, Calls, Frozen, TooLong, Watch, limit_by
from benchmarks.checks.judge_relations import Trial
from benchmarks.checks.judge_sorting import Sort, returning, sort_mutant
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


def answer_all(task: Task) -> Answers:
    """An answer to each step; raises ValueError where the function itself ends or blocks the process."""
    answers: dict[Step, Answer] = {}
    while task.next_step(answers) is not None:
        messages = list(_messages(task, answers))
        if not messages:
            raise ValueError(f"path must name a function that leaves its process alive, got {task.path!r}")
        for message in messages:
            answers.update(message)
        lost = task.next_step(answers)
        if lost is not None:
            answers[lost] = Sort.DIED if lost[1] is None else Fate.DIED
    return answers


def _messages(task: Task, answers: Answers) -> Iterator[dict[Step, Answer]]:
    """What a child process sends until it ends or is lost: an empty message when it is ready, then the answers."""
    context = get_context("spawn")
    receiver, sender = context.Pipe(duplex=False)
    beats = context.RawValue("Q", 0)
    process = context.Process(target=_judge, args=(sender, beats, task, answers))
    process.start()
    sender.close()
    try:
        while (message := _received(receiver, beats)) is not None:
            if isinstance(message, Exception):
                raise message
            yield message
    finally:
        process.kill()
        process.join()
        receiver.close()


def _received(receiver: Connection, beats: Beats) -> dict[Step, Answer] | Exception | None:
    """The next message; None where the process ended, or no call has ended for too long."""
    while True:
        seen = beats.value
        if receiver.poll(SILENCE if seen else START):
            try:
                message: dict[Step, Answer] | Exception = receiver.recv()
            except EOFError:
                return None
            return message
        if beats.value == seen:
            return None


def _judge(sender: Connection, beats: Beats, task: Task, answers: Answers) -> None:
    """The work of a child process; the parent is told of what is no fault of a mutant."""
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    try:
        bench = _Bench(task, Watch(beats))
        sender.send({})
        for mutant in task.mutants:
            for step, answer in bench.answers_on(mutant, answers):
                sender.send({step: answer})
    except MemoryError:
        return
    except Exception as error:  # noqa: BLE001 - the border of the process
        sender.send(error)


class _Bench:
    """The original with its outcomes, and the relations, against which mutants are held."""

    def __init__(self, task: Task, watch: Watch) -> None:
        saved = RelationSet.from_json(task.saved)
        self._task, self._watch, self._signature = task, watch, saved.signature
        self._original = Calls(find_function(task.path), self._signature, watch)
        limit_by(self._original, task.inputs, watch)
        self._recorded = tuple(islice(returning(self._original, task.recorded), task.pairs))
        self._trials = {
            position: Trial(saved[position], task.inputs, self._original, watch) for position in task.relations
        }

    def answers_on(self, mutant: RayMutant, known: Answers) -> Iterator[tuple[Step, Answer]]:
        """The answers about a mutant that are not known."""
        if not self._task.open_steps(mutant, known):
            return
        mutated = self._load(mutant)
        found = None if mutated is None else sort_mutant(self._original, mutated, self._task.inputs, self._recorded)
        if (mutant.id, None) not in known:
            yield (mutant.id, None), Sort.CRASH_ONLY if found is None else found.sort
        if mutated is None or found is None or not found.sort.is_live:
            return
        for position, trial in self._trials.items():
            if (mutant.id, position) not in known:
                yield (mutant.id, position), Fate.KILLED if trial.kills(mutated, found) else Fate.SURVIVED

    def _load(self, mutant: RayMutant) -> Calls | None:
        """The mutant, None where its module cannot be made."""
        module, _, qualname = self._task.path.partition(":")
        try:
            function = self._watch.call(load_function, mutant.source, module, qualname)
        except (Exception, TooLong, SystemExit):  # noqa: BLE001 - whatever a mutant does where its module calls it
            return None
        return Calls(function, self._signature, self._watch)
